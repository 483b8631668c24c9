import { elementAt } from "../../rules/arrays.ts";
import { type Stroke, turnTo } from "./strokes.ts";

/** Strokes that touch each other, in the two directions that most of them run in: perhaps the lines of a table. */
export interface RuledGroup {
  /** Those that run rather from left to right in the picture, and those that run rather from top to bottom. */
  readonly across: readonly Stroke[];
  readonly down: readonly Stroke[];
}

/** Shorter strokes are parts of letters and digits. In px. */
const MIN_STROKE_PX = 24;
/** Strokes that meet at a smaller angle than this are taken for one that was interrupted. */
const MIN_CROSSING = Math.PI / 4;
/** Strokes touch if they come as near as this, in px. */
const NEAR_PX = 6;
/** A line runs at most this far from the main direction of its kind: perspective spreads them. */
const MAX_SPREAD = 0.42;
/** A table has at least this many strokes each way, and this length of them, in px. */
const MIN_STROKES = 3;
const MIN_SUM_PX = 250;

/** Puts strokes that touch crosswise together and finds the two directions of each group. */
export function ruledGroups(strokes: readonly Stroke[]): RuledGroup[] {
  const long = strokes.filter(({ lengthPx }) => lengthPx >= MIN_STROKE_PX);
  return touching(long).flatMap((group) => groupOf(group) ?? []);
}

/** The strokes that hang together crosswise. */
export function touching(strokes: readonly Stroke[]): Stroke[][] {
  const parents = strokes.map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (parents[root] !== root) root = parents[root] as number;
    parents[at] = root;
    return root;
  };
  const cells = new Map<number, number[]>();
  for (const [at, stroke] of strokes.entries())
    for (const key of cellsOf(stroke)) {
      const here = cells.get(key);
      if (here === undefined) cells.set(key, [at]);
      else if (here.at(-1) !== at) here.push(at);
    }
  for (const here of cells.values())
    for (const [index, one] of here.entries())
      for (const other of here.slice(index + 1)) {
        const turn = Math.abs(turnTo(elementAt(strokes, one).angle, elementAt(strokes, other).angle));
        if (turn >= MIN_CROSSING) parents[rootOf(one)] = rootOf(other);
      }
  const groups = new Map<number, Stroke[]>();
  for (const [at, stroke] of strokes.entries()) {
    const root = rootOf(at);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [stroke]);
    else group.push(stroke);
  }
  return [...groups.values()];
}

const CELLS_PER_ROW = 1 << 14;

/** The cells of a coarse grid that a stroke lies in, and those beside them. */
function cellsOf({ xs, ys }: Stroke): Set<number> {
  const cells = new Set<number>();
  for (let at = 0; at < xs.length; at++) {
    const [x, y] = [(xs[at] as number) / NEAR_PX, (ys[at] as number) / NEAR_PX];
    const [column, row] = [Math.round(x), Math.round(y)];
    // Each point counts for the four cells around it, so that points near each other share one.
    for (const dx of [0, Math.floor(x) === column ? 1 : -1])
      for (const dy of [0, Math.floor(y) === row ? 1 : -1])
        cells.add((row + dy) * CELLS_PER_ROW + column + dx);
  }
  return cells;
}

function groupOf(strokes: readonly Stroke[]): RuledGroup | null {
  if (strokes.length < 2 * MIN_STROKES) return null;
  const main = mainDirection(strokes);
  const others = strokes.filter(({ angle }) => Math.abs(turnTo(main, angle)) > MIN_CROSSING);
  if (others.length < MIN_STROKES) return null;
  const second = mainDirection(others);
  const along = (direction: number) =>
    strokes.filter(({ angle }) => Math.abs(turnTo(direction, angle)) < MAX_SPREAD);
  const [one, other] = [along(main), along(second)];
  const isEnough = (part: readonly Stroke[]) =>
    part.length >= MIN_STROKES && part.reduce((sum, { lengthPx }) => sum + lengthPx, 0) >= MIN_SUM_PX;
  if (!isEnough(one) || !isEnough(other)) return null;
  const isFirstAcross = Math.abs(turnTo(0, main)) < Math.abs(turnTo(0, second));
  return isFirstAcross ? { across: one, down: other } : { across: other, down: one };
}

const BINS = 90;

/** The direction in which most of the length runs, in radians. */
function mainDirection(strokes: readonly Stroke[]): number {
  const weights = new Float64Array(BINS);
  for (const { angle, lengthPx } of strokes) {
    const bin = ((((angle / Math.PI) * BINS) % BINS) + BINS) % BINS;
    for (let off = -3; off <= 3; off++) {
      const at = (Math.round(bin) + off + BINS) % BINS;
      weights[at] = (weights[at] as number) + lengthPx ** 1.5 * (4 - Math.abs(off));
    }
  }
  return (weights.indexOf(Math.max(...weights)) / BINS) * Math.PI;
}
