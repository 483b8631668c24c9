import type { Game } from "../../rules/game/game.ts";
import { linesOf } from "../../rules/sums/lines.ts";
import type { Heights } from "./heights.ts";
import type { PadRow, PadText } from "./pad-text.ts";
import type { Setting, SheetParts } from "./sheet-parts.ts";

/** Lines that stand apart and are added up to another one further down. */
export interface Addition {
  /** Line ids. */
  readonly of: readonly string[];
  readonly to: string;
}

/**
 * What the total of a column is made of, if that has to be shown: the last line of each section and, where a player has one
 * column, the extra points. Sums right below what they sum up need no bracket.
 *
 * @returns null where the sheet has no such total, or only one line above it that goes in
 */
export function additionOf(game: Game, text: PadText): Addition | null {
  const shown = new Set(text.rows.flatMap((row) => (row.kind === "line" ? [row.line] : [])));
  const lines = linesOf(game).filter(({ id }) => shown.has(id));
  const to = game.columns.length > 1 ? "column.total" : "grand.total";
  const ends = game.sections.flatMap((section) => {
    const own = lines.filter((line) => line.section === section && line.kind !== "bonus");
    return own.at(-1)?.id ?? [];
  });
  const extra = game.columns.length > 1 || !shown.has("repeats") ? [] : ["repeats"];
  const of = [...ends, ...extra].filter((id) => rowOf(text.rows, id) < rowOf(text.rows, to));
  return of.length > 1 ? { of, to } : null;
}

function rowOf(rows: readonly PadRow[], line: string): number {
  return rows.findIndex((row) => row.kind === "line" && row.line === line);
}

const WEIGHT_PT = 0.5;
const GREY = 0.75;
/** The wings of the arrow that points at the total. */
const WING_MM = 0.55;

/** Draws a fine bracket left of the labels, from the first line that goes in to the total. */
export function placeBracket(
  parts: SheetParts,
  { grid }: Setting,
  heights: Heights,
  addition: Addition,
  gutterMm: number,
): void {
  const middles = lineMiddles(heights, grid.table.yMm);
  const end = middles.get(addition.to);
  const starts = addition.of.flatMap((id) => middles.get(id) ?? []);
  const [first] = starts;
  if (first === undefined || end === undefined) return;
  const xMm = grid.table.xMm + gutterMm * 0.62;
  const tip = grid.table.xMm + gutterMm * 1.3;
  const stroke = (fromXMm: number, fromYMm: number, toXMm: number, toYMm: number) =>
    parts.rules.push({ fromXMm, fromYMm, toXMm, toYMm, weightPt: WEIGHT_PT, grey: GREY });
  stroke(xMm, first, xMm, end);
  for (const y of [...starts, end]) stroke(xMm, y, tip, y);
  for (const wing of [-WING_MM, WING_MM]) stroke(tip - WING_MM, end + wing, tip, end);
}

/** The middle of each line's row, by line id. */
function lineMiddles(heights: Heights, topMm: number): Map<string, number> {
  const middles = new Map<string, number>();
  let yMm = topMm + heights.headMm;
  heights.rows.forEach((row, at) => {
    const height = heights.rowsMm[at] ?? 0;
    if (row.kind === "line") middles.set(row.line, yMm + height / 2);
    yMm += height;
  });
  return middles;
}
