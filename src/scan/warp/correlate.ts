import {
  ADD,
  advance,
  DOUBLE,
  FLOATS_ADD,
  FLOATS_MULTIPLY,
  get,
  growTo,
  HIGH_HALF,
  I32,
  type Loop,
  loadInt,
  loadSingleSplat,
  loadVector,
  type Opened,
  openLoops,
  PROMOTE,
  SINGLE,
  set,
  storeVector,
  VECTOR,
  whileLess,
  ZEROS,
} from "../../rules/wasm-bytes.ts";
import type { PictureSize } from "../image/picture.ts";
import type { Tile } from "./print.ts";

/** The darkness of a photo around a sheet and a rim, within which tiles can shift. */
export interface RimmedDarkness extends PictureSize {
  readonly rimPx: number;
  /** Row by row; 0 is paper, 1 is black. */
  readonly values: Float32Array;
}

/** How alike a tile and the photo are for each shift within a reach: row by row, from the top left, -1 to 1. */
export interface Correlation {
  readonly tile: Tile;
  readonly reachPx: number;
  readonly values: Float32Array;
}

/** Photos have noise; places with less contrast than this, as the deviation of darkness, are taken for blank. */
const MIN_CONTRAST = 0.012;

/** So many shifts are worked out side by side. */
const ABREAST = 4;
/** What is added up for each shift: values, their squares, and their products with the pattern. */
const SUMS = 3;

/** The normalised cross-correlation of tiles with the photo around their places, as far as its rim reaches, at least 1 px. */
export function correlate(tiles: readonly Tile[], { widthPx, rimPx, values }: RimmedDarkness): Correlation[] {
  const side = 2 * rimPx + 1;
  const blocks = Math.ceil(side / ABREAST);
  const longest = Math.max(0, ...tiles.map(({ pattern }) => pattern.length));
  const sumsAt = VECTOR * Math.ceil((2 * longest * SINGLE) / VECTOR);
  const valuesAt = sumsAt + blocks * SUMS * ABREAST * DOUBLE;
  const { memory } = loops();
  // The last shifts of a row are worked out together with some beyond the rim, which may lie beyond the picture.
  growTo(memory, valuesAt + values.byteLength + VECTOR);
  new Float32Array(memory.buffer, valuesAt).set(values);
  const place = { side, widthPx, valuesAt, sumsAt };
  return tiles.map((tile) => ({ tile, reachPx: rimPx, values: alikeAt(tile, place) }));
}

/** Where everything lies in the memory of the loops, in bytes, and the sides of all shifts and of the picture, in px. */
type Place = Readonly<Record<"side" | "widthPx" | "valuesAt" | "sumsAt", number>>;

/** How alike a tile and the values in the memory of the loops are for each shift. */
function alikeAt({ columns, rows, pattern }: Tile, { side, widthPx, valuesAt, sumsAt }: Place): Float32Array {
  const { memory, sumRow } = loops();
  const count = pattern.length;
  const places = new Int32Array(memory.buffer, 0, count);
  for (let at = 0; at < count; at++)
    places[at] = SINGLE * ((rows[at] as number) * widthPx + (columns[at] as number));
  new Float32Array(memory.buffer, count * SINGLE, count).set(pattern);
  const blocks = Math.ceil(side / ABREAST);
  const sums = new Float64Array(memory.buffer, sumsAt, blocks * SUMS * ABREAST);
  const alike = new Float32Array(side * side);
  for (let down = 0; down < side; down++) {
    const from = valuesAt + down * widthPx * SINGLE;
    sumRow(0, count * SINGLE, from, from + blocks * VECTOR, sumsAt);
    for (let across = 0; across < side; across++) {
      const at = Math.floor(across / ABREAST) * SUMS * ABREAST + (across % ABREAST);
      const sum = sums[at] as number;
      const squares = sums[at + ABREAST] as number;
      const common = sums[at + 2 * ABREAST] as number;
      alike[down * side + across] = normalised(common, sum, squares, count);
    }
  }
  return alike;
}

function normalised(common: number, sum: number, squares: number, count: number): number {
  return common / Math.sqrt(squares - (sum * sum) / count + count * MIN_CONTRAST ** 2);
}

/** All numbers are addresses. */
interface Loops {
  /**
   * Adds up what the shifts of a row need, ABREAST at a time.
   *
   * @param places where the pixels of a tile lie, from the first value of a shift on
   * @param pattern their pattern, which follows upon the places
   * @param shift the first value of the first shift
   * @param shiftsEnd behind that of the last
   * @param sums where to write them: of ABREAST shifts the values, then the squares, then the products
   */
  sumRow(places: number, pattern: number, shift: number, shiftsEnd: number, sums: number): void;
}

let opened: Opened<Loops> | null = null;

/** The loop as WebAssembly with SIMD, opened once. */
function loops(): Opened<Loops> {
  opened ??= openLoops<Loops>("correlate", [sumLoop()]);
  return opened;
}

function sumLoop(): Loop {
  const [places, pattern, shift, shiftsEnd, sums] = [0, 1, 2, 3, 4] as const;
  const [place, weight, address] = [5, 6, 7] as const;
  const [values, factor] = [8, 9] as const;
  const halves = [10, 11] as const;
  const sumOf = (which: number, half: number) => 12 + 2 * which + half;
  const addTo = (sum: number, value: readonly number[]) => set(sum, [...get(sum), ...value, ...FLOATS_ADD]);
  const all = Array.from({ length: 2 * SUMS }, (_, at) => sumOf(0, 0) + at);
  const step = [
    ...set(address, [...loadInt(get(place)), ...get(shift), ADD]),
    ...set(values, loadVector(address, 0)),
    ...set(factor, [...loadSingleSplat(weight), ...PROMOTE]),
    ...set(halves[0], [...get(values), ...PROMOTE]),
    ...set(halves[1], [...get(values), ...get(values), ...HIGH_HALF, ...PROMOTE]),
    ...halves.flatMap((half, at) => [
      ...addTo(sumOf(0, at), get(half)),
      ...addTo(sumOf(1, at), [...get(half), ...get(half), ...FLOATS_MULTIPLY]),
      ...addTo(sumOf(2, at), [...get(half), ...get(factor), ...FLOATS_MULTIPLY]),
    ]),
    ...advance(place, SINGLE),
    ...advance(weight, SINGLE),
  ];
  const body = whileLess(shift, shiftsEnd, [
    ...all.flatMap((sum) => set(sum, ZEROS)),
    ...set(place, get(places)),
    ...set(weight, get(pattern)),
    ...whileLess(place, pattern, step),
    ...all.flatMap((sum, at) => storeVector(sums, at * VECTOR, get(sum))),
    ...advance(shift, VECTOR),
    ...advance(sums, all.length * VECTOR),
  ]);
  return {
    name: "sumRow",
    parameters: Array<number>(5).fill(I32),
    integers: 3,
    vectors: 4 + all.length,
    body,
  };
}
