import type { Likeness } from "./match.ts";

/** How far a piece of the print is from its place, in whole px: across and down. */
export type Shift = readonly [across: number, down: number];

/** From a tile to its neighbour, paper is shifted by at most so much more. */
const MAX_STRETCH_MM = 2;
/** What such a difference of a mm costs in likeness; it grows with its square, so that many small ones come before a large one. */
const STRETCH_COST = 0.04;

/**
 * The shifts of all tiles that are most likely together: each tile lies where it looks alike, and neighbours are shifted alike. A line
 * of a table looks like the next one; a word or a die beside it tells, through all tiles between, which of them it is.
 *
 * Max-sum belief propagation (Pearl 1988), once along the rows and then along the columns of the grid of tiles: by then each has heard
 * of all others, and telling them once more changes next to nothing.
 *
 * @param likenesses one for each tile, all with the same reach
 * @returns one for each tile
 */
export function likelyShifts(likenesses: readonly Likeness[], pxPerMm: number): Shift[] {
  const grid = gridOf(likenesses);
  sendAll(grid, stretchCosts(pxPerMm));
  return likenesses.map(({ tile, reachPx }) => {
    const best = indexOfMost(believed(grid, tile.row * grid.columns + tile.column, null));
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
  /** For each place and each shift, how alike its tile is. */
  readonly own: readonly Float32Array[];
  /** What came in at each place, by the direction in which it was sent. */
  readonly sent: readonly (readonly Float32Array[])[];
}

function gridOf(likenesses: readonly Likeness[]): Grid {
  const side = 2 * (likenesses[0]?.reachPx ?? 0) + 1;
  const columns = Math.max(0, ...likenesses.map(({ tile }) => tile.column + 1));
  const rows = Math.max(0, ...likenesses.map(({ tile }) => tile.row + 1));
  const none = () => Array.from({ length: columns * rows }, () => new Float32Array(side * side));
  const own = none();
  for (const { tile, values } of likenesses)
    setSquares(own[tile.row * columns + tile.column] ?? new Float32Array(0), values);
  return { columns, rows, side, own, sent: DIRECTIONS.map(none) };
}

/** What looks the opposite of a tile is as unlike it as what has nothing in common with it. */
function setSquares(squares: Float32Array, values: Float32Array): void {
  for (let at = 0; at < squares.length; at++) squares[at] = Math.max(0, values[at] ?? 0) ** 2;
}

function stretchCosts(pxPerMm: number): Float32Array {
  const most = Math.round(MAX_STRETCH_MM * pxPerMm);
  return Float32Array.from({ length: 2 * most + 1 }, (_, at) => STRETCH_COST * ((at - most) / pxPerMm) ** 2);
}

/** Tells each place what those left and right, above and below of it believe. */
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
  const message = grid.sent[direction]?.[to];
  if (message === undefined) return;
  const { side } = grid;
  const belief = believed(grid, from, direction);
  const half = new Float32Array(side * side);
  for (let line = 0; line < side; line++) relax(belief, half, line * side, 1, side, costs);
  for (let line = 0; line < side; line++) relax(half, message, line, side, side, costs);
  // Only differences count; without this, sums would grow from tile to tile.
  const most = message[indexOfMost(message)] ?? 0;
  for (let at = 0; at < message.length; at++) message[at] = (message[at] ?? 0) - most;
}

/** What is believed of the shifts at a place, but for what the receiver of a message has told itself. */
function believed({ own, sent }: Grid, place: number, receiver: Direction | null): Float32Array {
  const sum = own[place]?.slice() ?? new Float32Array(0);
  for (const direction of DIRECTIONS) {
    if (receiver !== null && direction === (receiver ^ 1)) continue;
    const message = sent[direction]?.[place];
    if (message !== undefined)
      for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (message[at] ?? 0);
  }
  return sum;
}

/** Sets each value of a row or column to the most that one near it is worth, less what the way there costs. */
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
      const value = (values[start + near * step] ?? 0) - (costs[near - at + most] ?? 0);
      if (value > best) best = value;
    }
    result[start + at * step] = best;
  }
}

function indexOfMost(values: Float32Array): number {
  let best = 0;
  for (let at = 1; at < values.length; at++) if ((values[at] ?? 0) > (values[best] ?? 0)) best = at;
  return best;
}
