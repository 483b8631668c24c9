import { getElement } from "../../rules/arrays.ts";
import { type Correlation, indexOfMax, type Shift } from "./correlate.ts";
import { growMemory, lazyLoops, SINGLE, VECTOR } from "../../rules/wasm.ts";
import { WARP_WASM, type WarpLoops } from "./warp-wasm.ts";

/** The greatest difference between the shifts of neighbouring tiles. */
const MAX_STRETCH_MM = 2;
/** The cost of a difference of one mm, in correlation. It is quadratic, so that many small differences are likelier than a large one. */
const STRETCH_COST = 0.04;

/**
 * The jointly most likely shifts of all tiles: each tile should correlate, and neighbours should be shifted alike. One line of a table
 * looks like the next; a word or die nearby resolves that, through the tiles between.
 *
 * Max-sum belief propagation (Pearl 1988), once along the rows and then along the columns of the grid of tiles: after that, each tile has
 * evidence from all others, and another round changes almost nothing. All correlations must have the same reach.
 */
export function likelyShifts(correlations: readonly Correlation[], pxPerMm: number): Shift[] {
  const reachPx = correlations[0]?.reachPx ?? 0;
  const side = 2 * reachPx + 1;
  const columns = Math.max(0, ...correlations.map(({ tile }) => tile.column + 1));
  const rows = Math.max(0, ...correlations.map(({ tile }) => tile.row + 1));
  const most = Math.round(MAX_STRETCH_MM * pxPerMm);
  const costs = new Float32Array(2 * most + 1).map((_, at) => STRETCH_COST * ((at - most) / pxPerMm) ** 2);
  const none = () => Array.from({ length: columns * rows }, () => new Float32Array(side * side));
  const grid: Grid = { side, costs, own: none(), messages: DIRECTIONS.map(none) };
  // Negative correlation is no worse than none.
  for (const { tile, values } of correlations)
    getElement(grid.own, tile.row * columns + tile.column).set(
      values.map((value) => Math.max(0, value) ** 2),
    );
  for (let row = 0; row < rows; row++) sendAlong(grid, row * columns, 1, columns, RIGHT);
  for (let column = 0; column < columns; column++) sendAlong(grid, column, columns, rows, DOWN);
  return correlations.map(({ tile }) => {
    const best = indexOfMax(computeBelief(grid, tile.row * columns + tile.column, null));
    return [(best % side) - reachPx, Math.floor(best / side) - reachPx];
  });
}

/** The directions in which messages are sent; the opposite of each is its number with the last bit flipped. */
const DIRECTIONS = [0, 1, 2, 3] as const;
const [RIGHT, , DOWN] = DIRECTIONS;

/** A grid of tiles, row by row. Blank parts of the page have none, but pass messages on. */
interface Grid {
  /** The number of shifts in each direction. */
  readonly side: number;
  /** The costs of differences between neighbours in one direction, from the least to the greatest. */
  readonly costs: Float32Array;
  /** For each place and each shift, the squared correlation of its tile. */
  readonly own: readonly Float32Array[];
  /** The messages to each place, by the direction in which they were sent. */
  readonly messages: readonly (readonly Float32Array[])[];
}

/** Passes messages along a row or column, and back. */
function sendAlong(grid: Grid, first: number, step: number, count: number, direction: number): void {
  const last = first + (count - 1) * step;
  for (let at = first; at < last; at += step) send(grid, at, at + step, direction);
  for (let at = last; at > first; at -= step) send(grid, at, at - step, direction ^ 1);
}

function send(grid: Grid, from: number, to: number, direction: number): void {
  const { costs, messages } = grid;
  const message = getElement(getElement(messages, direction), to);
  message.set(relaxSquare(computeBelief(grid, from, direction), costs));
  // Only differences count; without this, sums would grow from tile to tile.
  const max = message[indexOfMax(message)] as number;
  for (let at = 0; at < message.length; at++) message[at] = (message[at] as number) - max;
}

/** The belief about the shifts at a place, without the message from the place that it is sent to. */
function computeBelief({ own, messages }: Grid, place: number, sentTo: number | null): Float32Array {
  const sum = getElement(own, place).slice();
  for (const direction of DIRECTIONS) {
    if (sentTo !== null && direction === (sentTo ^ 1)) continue;
    const message = getElement(getElement(messages, direction), place);
    for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] as number) + (message[at] as number);
  }
  return sum;
}

const loops = lazyLoops<WarpLoops>(WARP_WASM);

/** Values per SIMD vector. */
const LANES = VECTOR / SINGLE;

/**
 * For each value of a square, the maximum of nearby values minus the cost of their distance.
 *
 * @param values row by row
 * @param costs of distances in one direction, from the farthest back to the farthest ahead; an odd number
 */
export function relaxSquare(values: Float32Array, costs: Float32Array): Float32Array {
  const side = Math.sqrt(values.length);
  const most = costs.length >> 1;
  // The margin is minus infinity, so that the maximum never comes from outside the square.
  const width = Math.ceil((side + 2 * most) / LANES) * LANES;
  const count = width * (side + 2 * most);
  const costsAt = 3 * count * SINGLE;
  const { memory, relax } = loops();
  growMemory(memory, costsAt + costs.byteLength + VECTOR);
  const numbers = new Float32Array(memory.buffer);
  numbers.fill(Number.NEGATIVE_INFINITY, 0, 2 * count);
  for (let at = 0; at < costs.length; at++) numbers[3 * count + at] = -(costs[at] as number);
  const row = (at: number) => (most + at) * width + most;
  for (let at = 0; at < side; at++) numbers.set(values.subarray(at * side, (at + 1) * side), row(at));
  const rows = { first: most * width * SINGLE, end: (most + side) * width * SINGLE };
  const onward = (from: number, step: number, to: number) =>
    relax(
      costsAt,
      costsAt + costs.byteLength,
      from * SINGLE + rows.first - most * step,
      from * SINGLE + rows.end - most * step,
      step,
      to * SINGLE + rows.first,
    );
  onward(0, SINGLE, count);
  onward(count, width * SINGLE, 2 * count);
  const result = new Float32Array(values.length);
  for (let at = 0; at < side; at++) {
    const from = 2 * count + row(at);
    result.set(numbers.subarray(from, from + side), at * side);
  }
  return result;
}
