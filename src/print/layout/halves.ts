import { type Heights, heights, weightOf } from "./heights.ts";
import type { PadRow, PadText } from "./pad-text.ts";
import type { Sizes } from "./sizes.ts";

/** Between two tables that stand side by side. */
export const BETWEEN_MM = 4;

/** The rows of two tables that stand side by side. */
type Halves = readonly [left: readonly PadRow[], right: readonly PadRow[]];

/**
 * Divides the rows among two tables side by side, each with a head of its own, for games with more rows than fit one below
 * the other. Rows have the same height in both; the split is the one that makes them highest.
 *
 * @param heightMm the height that both tables may have
 * @param headMm the usual and the least height of their heads
 * @returns null if the rows do not fit even so
 */
export function divideHalves(
  text: PadText,
  heightMm: number,
  headMm: { readonly usual: number; readonly least: number },
  sizes: Sizes,
): readonly [Heights, Heights] | null {
  const bare = text.rows.filter((row) => row.kind !== "heading");
  const { height: leastMm } = sizes.boxMm;
  const tries = [
    { rows: text.rows, head: headMm.usual, least: leastMm * 1.06 },
    { rows: bare, head: headMm.usual, least: leastMm },
    { rows: bare, head: headMm.least, least: leastMm },
  ];
  for (const { rows, head, least } of tries) {
    const halves = bestHalves(rows, heightMm - head, sizes);
    const unit = halves === null ? 0 : unitOf(halves, heightMm - head, sizes);
    if (halves !== null && unit >= least)
      return [heights(halves[0], unit, head, sizes), heights(halves[1], unit, head, sizes)];
  }
  return null;
}

function bestHalves(rows: readonly PadRow[], roomMm: number, sizes: Sizes): Halves | null {
  const splits = rows.flatMap((_, at) => halvesAt(rows, at) ?? []);
  const [first, ...others] = splits;
  if (first === undefined) return null;
  return others.reduce(
    (best, halves) => (unitOf(halves, roomMm, sizes) > unitOf(best, roomMm, sizes) ? halves : best),
    first,
  );
}

/** The rows before and from a row on; null where that row cannot start a table. A section that goes on gets its heading again. */
function halvesAt(rows: readonly PadRow[], at: number): [Halves] | null {
  const row = rows[at];
  if (at === 0 || row === undefined || row.kind === "line" || rows[at - 1]?.kind === "heading") return null;
  const heading = rows.slice(0, at).findLast(({ kind }) => kind === "heading");
  const right = rows.slice(at);
  const goesOn = row.kind === "box" && heading !== undefined;
  return [[rows.slice(0, at), goesOn ? [heading, ...right] : right]];
}

/** How high a plain row can be. */
function unitOf(halves: Halves, roomMm: number, { headingMm }: Sizes): number {
  return Math.min(
    ...halves.map((rows) => {
      const headings = rows.filter(({ kind }) => kind === "heading").length;
      const weights = rows.reduce((sum, row) => sum + (row.kind === "heading" ? 0 : weightOf(row)), 0);
      return (roomMm - headings * headingMm) / weights;
    }),
  );
}
