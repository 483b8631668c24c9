import { elementAt } from "../../rules/arrays.ts";
import type { Game } from "../../rules/game/game.ts";
import { linesOf } from "../../rules/sums/sum-graph.ts";
import { PT_PER_MM } from "../geometry.ts";
import type { PadRow, PadText } from "./pad-text.ts";
import { GREY, level, upright, WEIGHT } from "./parts.ts";
import { columnX, type TableDraft } from "./table.ts";

/** Draws the lines of the table. Their weight tells rank: hairlines between rows, stronger around sections, strongest around all. */
export function placeRules(table: TableDraft): void {
  const { parts, area, rows, headMm } = table;
  parts.rules.push(level(area, area.yMm + headMm, WEIGHT.section, GREY.ink));
  rows.slice(1).forEach(({ row, yMm }, at) => {
    const weight = weightBetween(elementAt(rows, at).row, row);
    parts.rules.push(level(area, yMm, weight, weight === WEIGHT.hairline ? GREY.hairline : GREY.ink));
  });
  placeUprights(table);
  const { xMm, yMm, widthMm, heightMm } = area;
  const half = WEIGHT.frame / 2 / PT_PER_MM;
  const wide = { xMm: xMm - half, widthMm: widthMm + 2 * half };
  for (const y of [yMm, yMm + heightMm]) parts.rules.push(level(wide, y, WEIGHT.frame, GREY.ink));
  for (const x of [xMm, xMm + widthMm])
    parts.rules.push(upright(x, yMm, yMm + heightMm, WEIGHT.frame, GREY.ink));
}

/** How heavy the line between two rows is, in pt. */
function weightBetween(row: PadRow, next: PadRow): number {
  if (next.kind === "line" && next.rank === "grand") return WEIGHT.frame;
  const startsTicks = next.kind === "ticks" && row.kind !== "ticks";
  const startsBoxes = row.kind === "line" && next.kind === "box";
  if (startsTicks || startsBoxes || next.kind === "heading") return WEIGHT.section;
  return row.kind === "box" && next.kind === "line" ? WEIGHT.column : WEIGHT.hairline;
}

/** Lines between labels and boxes, players and columns; they stop where a box spans the columns and where a heading stands. */
function placeUprights(table: TableDraft): void {
  const { parts, players, columns } = table;
  for (let player = 0; player < players; player++) {
    columns.forEach((_, at) => {
      const xMm = columnX(table, player, at);
      const isStrong = at === 0 && (player === 0 || columns.length > 1);
      const weight = isStrong ? WEIGHT.section : WEIGHT.column;
      const grey = at === 0 ? GREY.ink : 0.6;
      for (const [from, to] of freeHeights(table, at > 0))
        parts.rules.push(upright(xMm, from, to, weight, grey));
    });
  }
}

/** The heights in which an upright line may run. @param isInside whether it is between two columns of one player */
function freeHeights({ parts, area, rows }: TableDraft, isInside: boolean): [from: number, to: number][] {
  const spans = (row: PadRow) =>
    row.kind === "line" && parts.boxes.some((box) => box.line === row.line && box.column === null);
  const free: [number, number][] = [];
  let from = area.yMm;
  for (const { row, yMm, heightMm } of rows) {
    if (row.kind !== "heading" && !(isInside && spans(row))) continue;
    if (yMm > from) free.push([from, yMm]);
    from = yMm + heightMm;
  }
  const bottom = area.yMm + area.heightMm;
  if (bottom - from > 0.01) free.push([from, bottom]);
  return free;
}

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
  const shown = text.rows.flatMap((row) => (row.kind === "line" ? [row.line] : []));
  const lines = linesOf(game).filter(({ id }) => shown.includes(id));
  const hasColumns = game.columns.length > 1;
  const to = hasColumns ? "column.total" : "grand.total";
  const ends = game.sections.flatMap((section) => {
    const own = lines.filter((line) => line.section === section && line.kind !== "bonus");
    return own.at(-1)?.id ?? [];
  });
  const extra = !hasColumns && shown.includes("repeats") ? ["repeats"] : [];
  const of = [...ends, ...extra].filter((id) => shown.indexOf(id) < shown.indexOf(to));
  return of.length > 1 ? { of, to } : null;
}

/** The wings of the arrow that points at the total. */
const WING_MM = 0.55;

/** Draws a fine bracket left of the labels, from the first line that goes in to the total. */
export function placeBracket({ parts, area, division, rows }: TableDraft, { of, to }: Addition): void {
  const middlesOf = (id: string) =>
    rows.flatMap(({ row, yMm, heightMm }) =>
      row.kind === "line" && row.line === id ? [yMm + heightMm / 2] : [],
    );
  const [end] = middlesOf(to);
  const starts = of.flatMap(middlesOf);
  const [first] = starts;
  if (first === undefined || end === undefined) return;
  const xMm = area.xMm + division.gutterMm * 0.62;
  const tip = area.xMm + division.gutterMm * 1.3;
  const stroke = (fromXMm: number, fromYMm: number, toXMm: number, toYMm: number) =>
    parts.rules.push({ fromXMm, fromYMm, toXMm, toYMm, weightPt: 0.5, grey: 0.75 });
  stroke(xMm, first, xMm, end);
  for (const y of [...starts, end]) stroke(xMm, y, tip, y);
  for (const wing of [-WING_MM, WING_MM]) stroke(tip - WING_MM, end + wing, tip, end);
}
