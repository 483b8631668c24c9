import { elementAt } from "../../rules/arrays.ts";
import { type Correlation, indexOfMax } from "./match.ts";

/** How far a piece of the print is from its place, in whole px: across and down. */
export type Shift = readonly [across: number, down: number];

/** Between neighbouring tiles, the shift of paper changes by at most this. */
const MAX_STRETCH_MM = 2;
/** The cost of a difference of one mm, in correlation. It grows with the square, so that many small ones are likelier than a large one. */
const STRETCH_COST = 0.04;

/**
 * The most likely shifts of all tiles together: each tile lies where it correlates, and neighbours are shifted alike. A line of a table
 * looks like the next one; a word or a die beside it tells, through all tiles between, which of them it is.
 *
 * Max-sum belief propagation (Pearl 1988), once along the rows and then along the columns of the grid of tiles: by then each tile has
 * evidence of all others, and a further round changes next to nothing.
 *
 * @param correlations one for each tile, all with the same reach
 * @returns a shift for each tile
 */
export function likelyShifts(correlations: readonly Correlation[], pxPerMm: number): Shift[] {
  const grid = gridOf(correlations);
  sendAll(grid, stretchCosts(pxPerMm));
  return correlations.map(({ tile, reachPx }) => {
    const best = indexOfMax(beliefAt(grid, tile.row * grid.columns + tile.column, null));
    const side = 2 * reachPx + 1;
    return [(best % side) - reachPx, Math.floor(best / side) - reachPx];
  });
}

/** The directions in which messages are sent; the opposite of each is its number with the last bit turned. */
const DIRECTIONS = [0, 1, 2, 3] as const;
type Direction = (typeof DIRECTIONS)[number];
const [RIGHT, LEFT, DOWN, UP] = DIRECTIONS;

/** Tiles in their rows and columns; where the page is blank there is none, but messages pass. */
interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly side: number;
  /** For each place and each shift, the squared correlation of its tile. */
  readonly own: readonly Float32Array[];
  /** The messages to each place, by the direction in which they were sent. */
  readonly messages: readonly (readonly Float32Array[])[];
}

function gridOf(correlations: readonly Correlation[]): Grid {
  const side = 2 * (correlations[0]?.reachPx ?? 0) + 1;
  const columns = Math.max(0, ...correlations.map(({ tile }) => tile.column + 1));
  const rows = Math.max(0, ...correlations.map(({ tile }) => tile.row + 1));
  const none = () => Array.from({ length: columns * rows }, () => new Float32Array(side * side));
  const own = none();
  // What looks like the opposite of a tile is as unlike it as what has nothing in common with it.
  for (const { tile, values } of correlations)
    elementAt(own, tile.row * columns + tile.column).set(values.map((value) => Math.max(0, value) ** 2));
  return { columns, rows, side, own, messages: DIRECTIONS.map(none) };
}

function stretchCosts(pxPerMm: number): Float32Array {
  const most = Math.round(MAX_STRETCH_MM * pxPerMm);
  return Float32Array.from({ length: 2 * most + 1 }, (_, at) => STRETCH_COST * ((at - most) / pxPerMm) ** 2);
}

/** Sends the belief of each place left and right, then up and down. */
function sendAll(grid: Grid, costs: Float32Array): void {
  const { columns, rows } = grid;
  for (let row = 0; row < rows; row++) {
    const first = row * columns;
    for (let column = 1; column < columns; column++)
      send(grid, first + column - 1, first + column, RIGHT, costs);
    for (let column = columns - 1; column > 0; column--)
      send(grid, first + column, first + column - 1, LEFT, costs);
  }
  for (let column = 0; column < columns; column++) {
    const last = (rows - 1) * columns + column;
    for (let at = column; at < last; at += columns) send(grid, at, at + columns, DOWN, costs);
    for (let at = last; at > column; at -= columns) send(grid, at, at - columns, UP, costs);
  }
}

function send(grid: Grid, from: number, to: number, direction: Direction, costs: Float32Array): void {
  const message = elementAt(elementAt(grid.messages, direction), to);
  const { side } = grid;
  const belief = beliefAt(grid, from, direction);
  const half = new Float32Array(side * side);
  for (let line = 0; line < side; line++) relax(belief, half, line * side, 1, side, costs);
  for (let line = 0; line < side; line++) relax(half, message, line, side, side, costs);
  // Only differences count; without this, sums would grow from tile to tile.
  const max = message[indexOfMax(message)] as number;
  for (let at = 0; at < message.length; at++) message[at] = (message[at] as number) - max;
}

/** The belief about the shifts at a place, without the message that came from where it is sent to. */
function beliefAt({ own, messages }: Grid, place: number, sentTo: Direction | null): Float32Array {
  const sum = elementAt(own, place).slice();
  for (const direction of DIRECTIONS) {
    if (sentTo !== null && direction === (sentTo ^ 1)) continue;
    const message = elementAt(elementAt(messages, direction), place);
    for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] as number) + (message[at] as number);
  }
  return sum;
}

/** Sets each value of a row or column to the maximum of those near it, less the cost of the difference. */
function relax(
  values: Float32Array,
  result: Float32Array,
  start: number,
  step: number,
  count: number,
  costs: Float32Array,
): void {
  const most = costs.length >> 1;
  for (let at = 0; at < count; at++) {
    const last = Math.min(count - 1, at + most);
    let best = Number.NEGATIVE_INFINITY;
    for (let near = Math.max(0, at - most); near <= last; near++) {
      const value = (values[start + near * step] as number) - (costs[near - at + most] as number);
      if (value > best) best = value;
    }
    result[start + at * step] = best;
  }
}
