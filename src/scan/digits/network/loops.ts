import {
  ADD,
  advance,
  get,
  I32,
  ifLess,
  loadInt,
  loadSingleSplat,
  loadVector,
  moduleOf,
  set,
  SINGLE,
  SINGLES_ADD,
  SINGLES_MAX,
  SINGLES_MULTIPLY,
  storeInt,
  storeVector,
  whileLess,
  ZEROS,
} from "../../../rules/wasm-bytes.ts";

/** The rows of a tile: matrices are multiplied tile by tile. */
export const TILE_ROWS = 4;
/** Its columns: four rows of eight sums, and what is added to them, fit into the registers of processors. */
export const TILE_COLUMNS = 8;

/** What takes the time of a network. All numbers are addresses and lengths in bytes. */
export interface Loops {
  /** Puts the numbers whose addresses stand from `sources` to before `end` one after the other, TILE_COLUMNS at a time. */
  gather(sources: number, end: number, to: number): void;
  /**
   * Adds the product of two matrices to a third.
   *
   * @param bands the first factor, in bands of TILE_ROWS rows: of each its columns, one after the other
   * @param panels the second, in panels of TILE_COLUMNS columns: of each its rows, one after the other
   * @param panel how long a panel is
   * @param block as much of a panel is summed up by itself, then added
   * @param out where the third begins, whose rows are `stride` long
   */
  multiply(
    bands: number,
    bandsEnd: number,
    panels: number,
    panelsEnd: number,
    panel: number,
    block: number,
    out: number,
    stride: number,
  ): void;
  /** Adds a number to each row from `out` to before `end`, the first of those at `bias` to the first; what is less than the one at `floor` becomes that. */
  finish(out: number, end: number, stride: number, bias: number, floor: number): void;
}

/** `Loops` as WebAssembly with SIMD, on the memory `network.memory`. */
export function loopsModule(): Uint8Array<ArrayBuffer> {
  const loop = (
    name: keyof Loops,
    parameters: number,
    integers: number,
    vectors: number,
    body: number[],
  ) => ({
    ...{ name, parameters: Array<number>(parameters).fill(I32), integers, vectors, body },
  });
  return moduleOf("network", [
    loop("gather", 3, 0, 0, gather()),
    loop("multiply", 8, 6, 1 + VECTORS + TILE_ROWS * VECTORS, multiply()),
    loop("finish", 5, 1, 2, finish()),
  ]);
}

/** Vectors in a row of a tile. */
const VECTORS = TILE_COLUMNS / 4;

function gather(): number[] {
  const [source, end, to] = [0, 1, 2] as const;
  return whileLess(source, end, [
    ...each(TILE_COLUMNS, (at) => storeInt(to, loadInt(loadInt(get(source), SINGLE * at)), SINGLE * at)),
    ...advance(source, TILE_COLUMNS * SINGLE),
    ...advance(to, TILE_COLUMNS * SINGLE),
  ]);
}

function multiply(): number[] {
  const [bands, bandsEnd, panels, panelsEnd, panel, block, out, stride] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
  const [rows, columns, panelEnd, blockEnd, corner, place] = [8, 9, 10, 11, 12, 13] as const;
  const [factor, others] = [14, 15] as const;
  const sum = (row: number, vector: number) => others + VECTORS + row * VECTORS + vector;
  const eachSum = (row: number, write: (sum: number, vector: number) => number[]) =>
    each(VECTORS, (vector) => write(sum(row, vector), vector));
  const step = [
    ...each(VECTORS, (vector) => set(others + vector, loadVector(columns, 16 * vector))),
    ...each(TILE_ROWS, (row) => [
      ...set(factor, loadSingleSplat(rows, SINGLE * row)),
      ...eachSum(row, (sum, vector) => {
        const product = [...get(factor), ...get(others + vector), ...SINGLES_MULTIPLY];
        return set(sum, [...get(sum), ...product, ...SINGLES_ADD]);
      }),
    ]),
    ...advance(rows, TILE_ROWS * SINGLE),
    ...advance(columns, TILE_COLUMNS * SINGLE),
  ];
  const addSums = each(TILE_ROWS, (row) => [
    ...eachSum(row, (sum, vector) => {
      const total = [...loadVector(place, 16 * vector), ...get(sum), ...SINGLES_ADD];
      return storeVector(place, 16 * vector, total);
    }),
    ...set(place, [...get(place), ...get(stride), ADD]),
  ]);
  const tile = whileLess(columns, panelEnd, [
    ...set(blockEnd, [...get(columns), ...get(block), ADD]),
    ...ifLess(panelEnd, blockEnd, set(blockEnd, get(panelEnd))),
    ...each(TILE_ROWS, (row) => eachSum(row, (sum) => set(sum, ZEROS))),
    ...whileLess(columns, blockEnd, step),
    ...set(place, get(corner)),
    ...addSums,
  ]);
  return whileLess(panels, panelsEnd, [
    ...set(panelEnd, [...get(panels), ...get(panel), ADD]),
    ...set(rows, get(bands)),
    ...set(corner, get(out)),
    // After a tile, the next band begins, and its place in the product.
    ...whileLess(rows, bandsEnd, [...set(columns, get(panels)), ...tile, ...set(corner, get(place))]),
    ...set(panels, get(panelEnd)),
    ...advance(out, TILE_COLUMNS * SINGLE),
  ]);
}

function finish(): number[] {
  const [row, end, stride, bias, floor] = [0, 1, 2, 3, 4] as const;
  const rowEnd = 5;
  const [more, least] = [6, 7] as const;
  return [
    ...set(least, loadSingleSplat(floor)),
    ...whileLess(row, end, [
      ...set(more, loadSingleSplat(bias)),
      ...set(rowEnd, [...get(row), ...get(stride), ADD]),
      ...whileLess(row, rowEnd, [
        ...storeVector(row, 0, [
          ...loadVector(row, 0),
          ...get(more),
          ...SINGLES_ADD,
          ...get(least),
          ...SINGLES_MAX,
        ]),
        ...advance(row, 16),
      ]),
      ...advance(bias, SINGLE),
    ]),
  ];
}

function each(count: number, write: (at: number) => number[]): number[] {
  return Array.from({ length: count }, (_, at) => write(at)).flat();
}
