import { DOUBLE, growMemory, lazyLoops, SINGLE, VECTOR } from "../../rules/wasm.ts";
import type { PictureSize } from "../image/picture.ts";
import type { Tile } from "./print.ts";
import { SHIFTS, SUMS, WARP_WASM, type WarpLoops } from "./warp-wasm.ts";

const loops = lazyLoops<WarpLoops>(WARP_WASM);

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

/** The normalise cross-correlation of tiles with the photo around their places, as far as its rim reaches, at least 1 px. */
export function correlate(tiles: readonly Tile[], { widthPx, rimPx, values }: RimmedDarkness): Correlation[] {
  const side = 2 * rimPx + 1;
  const blocks = Math.ceil(side / SHIFTS);
  const longest = Math.max(0, ...tiles.map(({ pattern }) => pattern.length));
  const sumsAt = VECTOR * Math.ceil((2 * longest * SINGLE) / VECTOR);
  const valuesAt = sumsAt + blocks * SUMS * SHIFTS * DOUBLE;
  const { memory } = loops();
  // The last shifts of a row are worked out together with some beyond the rim, which may lie beyond the picture.
  growMemory(memory, valuesAt + values.byteLength + VECTOR);
  new Float32Array(memory.buffer, valuesAt).set(values);
  const place = { side, widthPx, valuesAt, sumsAt };
  return tiles.map((tile) => ({ tile, reachPx: rimPx, values: correlateTile(tile, place) }));
}

/** Where everything lies in the memory of the loops, in bytes, and the sides of all shifts and of the picture, in px. */
type Place = Readonly<Record<"side" | "widthPx" | "valuesAt" | "sumsAt", number>>;

/** How alike a tile and the values in the memory of the loops are for each shift. */
function correlateTile(
  { columns, rows, pattern }: Tile,
  { side, widthPx, valuesAt, sumsAt }: Place,
): Float32Array {
  const { memory, sumRow } = loops();
  const count = pattern.length;
  const places = new Int32Array(memory.buffer, 0, count);
  for (let at = 0; at < count; at++)
    places[at] = SINGLE * ((rows[at] as number) * widthPx + (columns[at] as number));
  new Float32Array(memory.buffer, count * SINGLE, count).set(pattern);
  const blocks = Math.ceil(side / SHIFTS);
  const sums = new Float64Array(memory.buffer, sumsAt, blocks * SUMS * SHIFTS);
  const alike = new Float32Array(side * side);
  for (let down = 0; down < side; down++) {
    const from = valuesAt + down * widthPx * SINGLE;
    sumRow(0, count * SINGLE, from, from + blocks * VECTOR, sumsAt);
    for (let across = 0; across < side; across++) {
      const at = Math.floor(across / SHIFTS) * SUMS * SHIFTS + (across % SHIFTS);
      const sum = sums[at] as number;
      const squares = sums[at + SHIFTS] as number;
      const common = sums[at + 2 * SHIFTS] as number;
      alike[down * side + across] = normalise(common, sum, squares, count);
    }
  }
  return alike;
}

function normalise(common: number, sum: number, squares: number, count: number): number {
  return common / Math.sqrt(squares - (sum * sum) / count + count * MIN_CONTRAST ** 2);
}
