import type { PadRow, PadText } from "./pad-text.ts";
import type { SizeRange, Sizes } from "./sizes.ts";

/** How the height of a table is divided. */
export interface Heights {
  /** The row of names or columns on top. */
  readonly headMm: number;
  /** The rows that are shown; headings give way where space is short. */
  readonly rows: readonly { readonly row: PadRow; readonly heightMm: number }[];
}

/** The grand total is the heaviest row, in height too. */
const GRAND = 1.25;
/** More small boxes than these take a row twice as high. */
const TICKS_IN_A_ROW = 3;
/** Headings are worth having only where they do not press on the boxes: those keep this much more than their least height. */
const ROOM_FOR_HEADINGS = 1.06;

/** How high a row is, as a multiple of a plain one; headings have a height of their own. */
function weightOf(row: PadRow): number {
  if (row.kind === "heading") return 0;
  if (row.kind === "ticks") return row.count > TICKS_IN_A_ROW ? 2 : 1;
  return row.kind === "line" && row.rank === "grand" ? GRAND : 1;
}

/** Rows with their heights. @param unitMm the height of a plain row */
function heights(rows: readonly PadRow[], unitMm: number, headMm: number, { headingMm }: Sizes): Heights {
  const heightOf = (row: PadRow) => (row.kind === "heading" ? headingMm : unitMm * weightOf(row));
  return { headMm, rows: rows.map((row) => ({ row, heightMm: heightOf(row) })) };
}

/** How high a plain row can be. @param roomMm what the head leaves */
function unitOf(rows: readonly PadRow[], roomMm: number, { headingMm }: Sizes): number {
  const headings = rows.filter(({ kind }) => kind === "heading").length;
  const weights = rows.reduce((sum, row) => sum + weightOf(row), 0);
  return (roomMm - headings * headingMm) / weights;
}

/**
 * Divides the height so that it is filled: all rows share what names and headings leave. Where rows would get too low,
 * headings go, then the space for names shrinks to its least.
 *
 * @param heightMm of the whole table
 * @returns null if the rows do not fit even so
 */
export function divideHeight(
  text: PadText,
  heightMm: number,
  headMm: SizeRange,
  sizes: Sizes,
): Heights | null {
  const { height: leastMm } = sizes.boxMm;
  const bare = text.rows.filter(({ kind }) => kind !== "heading");
  for (const rows of [text.rows, bare]) {
    const unit = unitOf(rows, heightMm - headMm.usual, sizes);
    const least = rows.length > bare.length ? leastMm * ROOM_FOR_HEADINGS : leastMm;
    if (unit >= least) return heights(rows, unit, headMm.usual, sizes);
  }
  const weights = bare.reduce((sum, row) => sum + weightOf(row), 0);
  const head = heightMm - weights * leastMm;
  return head >= headMm.least ? heights(bare, leastMm, head, sizes) : null;
}

/**
 * Divides the rows among two tables side by side, each with a head of its own, for games with more rows than fit one below
 * the other. Rows have the same height in both; the split is the one that makes them highest.
 *
 * @param heightMm that both tables may have
 * @returns null if the rows do not fit even so
 */
export function divideHalves(
  text: PadText,
  heightMm: number,
  headMm: SizeRange,
  sizes: Sizes,
): readonly [Heights, Heights] | null {
  const bare = text.rows.filter(({ kind }) => kind !== "heading");
  const { height: leastMm } = sizes.boxMm;
  const tries = [
    { rows: text.rows, head: headMm.usual, least: leastMm * ROOM_FOR_HEADINGS },
    { rows: bare, head: headMm.usual, least: leastMm },
    { rows: bare, head: headMm.least, least: leastMm },
  ];
  for (const { rows, head, least } of tries) {
    const best = bestHalves(rows, heightMm - head, sizes);
    if (best === null || best.unit < least) continue;
    return [heights(best.left, best.unit, head, sizes), heights(best.right, best.unit, head, sizes)];
  }
  return null;
}

/** The split with the highest rows; null if there is none. A section that goes on gets its heading again. */
function bestHalves(rows: readonly PadRow[], roomMm: number, sizes: Sizes) {
  let best: { left: readonly PadRow[]; right: readonly PadRow[]; unit: number } | null = null;
  for (const [at, row] of rows.entries()) {
    const left = rows.slice(0, at);
    if (at === 0 || row.kind === "line" || left.at(-1)?.kind === "heading") continue;
    const heading = row.kind === "box" ? left.findLast(({ kind }) => kind === "heading") : undefined;
    const right = heading === undefined ? rows.slice(at) : [heading, ...rows.slice(at)];
    const unit = Math.min(unitOf(left, roomMm, sizes), unitOf(right, roomMm, sizes));
    if (best === null || unit > best.unit) best = { left, right, unit };
  }
  return best;
}
