import type { Area } from "../geometry.ts";
import type { PadRow, PadText } from "./pad-text.ts";
import type { SizeRange, Sizes } from "./sizes.ts";

/** How the height of a table is divided. */
export interface Heights {
  /** The row of names or columns on top. */
  readonly headMm: number;
  /** The rows that are shown; headings give way where space is short. */
  readonly rows: readonly { readonly row: PadRow; readonly heightMm: number }[];
}

/** A row with its place on the page. */
export interface PlacedRow extends Pick<Area, "yMm" | "heightMm"> {
  readonly row: PadRow;
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

/** The height of a plain row where rows share a room. */
function unitOf(rows: readonly PadRow[], roomMm: number, headingMm: number): number {
  const headings = rows.filter(({ kind }) => kind === "heading").length;
  return (roomMm - headings * headingMm) / rows.reduce((sum, row) => sum + weightOf(row), 0);
}

/**
 * Divides the height of one table, or of two side by side with a head each, so that it is filled: all rows share what names and
 * headings leave, and are equally high in both tables. Where rows would get too low, headings go, then the space for names shrinks.
 *
 * @param heightMm of each table
 * @returns null if the rows do not fit even so
 */
export function divideHeight(
  text: PadText,
  heightMm: number,
  headMm: SizeRange,
  { headingMm, boxMm: { height: minMm } }: Sizes,
  tables: 1 | 2,
): Heights[] | null {
  const heights = (rows: readonly PadRow[], unitMm: number, head: number): Heights => ({
    headMm: head,
    rows: rows.map((row) => ({ row, heightMm: row.kind === "heading" ? headingMm : unitMm * weightOf(row) })),
  });
  const bare = text.rows.filter(({ kind }) => kind !== "heading");
  const tries = [
    { rows: text.rows, head: headMm.usual, leastMm: minMm * ROOM_FOR_HEADINGS },
    { rows: bare, head: headMm.usual, leastMm: minMm },
    ...(tables === 2 ? [{ rows: bare, head: headMm.least, leastMm: minMm }] : []),
  ];
  for (const { rows, head, leastMm } of tries) {
    const roomMm = heightMm - head;
    const [parts, unitMm] =
      tables === 1 ? [[rows], unitOf(rows, roomMm, headingMm)] : halves(rows, roomMm, headingMm);
    if (unitMm >= leastMm) return parts.map((part) => heights(part, unitMm, head));
  }
  // In a single table, names get what rows of the least height leave.
  const head = heightMm - bare.reduce((sum, row) => sum + weightOf(row), 0) * minMm;
  return tables === 1 && head >= headMm.least ? [heights(bare, minMm, head)] : null;
}

/** The split with the highest rows, and their height; 0 if there is none. A section that goes on gets its heading again. */
function halves(rows: readonly PadRow[], roomMm: number, headingMm: number) {
  let best: [halves: (readonly PadRow[])[], unitMm: number] = [[], 0];
  for (const [at, row] of rows.entries()) {
    const left = rows.slice(0, at);
    if (at === 0 || row.kind === "line" || left.at(-1)?.kind === "heading") continue;
    const heading = row.kind === "box" ? left.findLast(({ kind }) => kind === "heading") : undefined;
    const right = heading === undefined ? rows.slice(at) : [heading, ...rows.slice(at)];
    const unitMm = Math.min(unitOf(left, roomMm, headingMm), unitOf(right, roomMm, headingMm));
    if (unitMm > best[1]) best = [[left, right], unitMm];
  }
  return best;
}
