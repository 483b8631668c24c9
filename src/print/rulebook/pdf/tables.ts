import { MM_PER_PT } from "../../geometry.ts";
import type { Runs, TableBlock } from "./blocks.ts";
import { breakLines, type TypesetLine } from "./lines.ts";
import { BLACK, type FigureMark, moved, type Piece, QUIET, resized, type FigureSetting } from "./marks.ts";

/** The four parts of a box; each has the same place in every row. */
type BoxRow = Readonly<Record<"name" | "dice" | "rule" | "points", Runs>>;
/** The widths of a row's places. */
type Places = ReturnType<typeof placesFor>;

const HAIRLINE = { weightPt: 0.35, ink: 0.45 } as const;
/** Above and below the text of a row, as a share of the leading. */
const PADDING = 0.16;
const GAP_EM = 0.9;
/** Names and points wider than this share of the table are broken. */
const MAX_NAME = 0.24;
const MAX_POINTS = 0.32;
/** A narrower column is hard to read. */
const MIN_RULE_EM = 15;
const NO_LIMIT = Number.POSITIVE_INFINITY;

/** Sets a table. @param aboveMm space above it */
export function tablePieces(
  table: TableBlock,
  widthMm: number,
  aboveMm: number,
  setting: FigureSetting,
): Piece[] {
  const [first, ...rest] = (table.kind === "boxes" ? boxPieces : figurePieces)(table, widthMm, setting);
  return first === undefined ? [] : [{ ...first, spaceBeforeMm: aboveMm }, ...rest];
}

/**
 * The table of boxes. Where there is room, name, dice, rule and points stand side by side; in a narrow column, name and points take one
 * line, dice and rule the next.
 */
function boxPieces(table: TableBlock, widthMm: number, setting: FigureSetting): Piece[] {
  const rows = table.rows.map(([name = [], dice = [], rule = [], points = []]) => ({
    name,
    dice,
    rule,
    points,
  }));
  const places = placesFor(rows, widthMm, setting);
  const isWide = places.ruleMm >= MIN_RULE_EM * setting.sizePt * MM_PER_PT;
  const isShort = rows.every(({ rule }) => widest([rule], setting) <= places.ruleMm);
  const inOneRow = isWide || isShort;
  const pieces = rows.map((row) =>
    inOneRow ? sideBySide(row, places, widthMm, setting) : inTwoLines(row, places, widthMm, setting),
  );
  const last = pieces.length - 1;
  return pieces.map((piece, at) => ({
    ...piece,
    // A table of one-line rows stays together; of others, no single row is left alone.
    keepWithNext: at < last && (inOneRow || at === 0 || at === last - 1),
  }));
}

function placesFor(rows: readonly BoxRow[], widthMm: number, setting: FigureSetting) {
  const gapMm = GAP_EM * setting.sizePt * MM_PER_PT;
  const column = (of: (row: BoxRow) => Runs, limit: number) => Math.min(widest(rows.map(of), setting), limit);
  const nameMm = column(({ name }) => name, MAX_NAME * widthMm);
  const diceMm = column(({ dice }) => dice, NO_LIMIT);
  const pointsMm = column(({ points }) => points, MAX_POINTS * widthMm);
  return { nameMm, diceMm, pointsMm, gapMm, ruleMm: widthMm - nameMm - diceMm - pointsMm - 3 * gapMm };
}

function widest(cells: readonly Runs[], setting: FigureSetting): number {
  const widths = cells.flatMap((runs) => breakLines(runs, NO_LIMIT, setting).map((line) => line.widthMm));
  // A little more, so that a rounding error breaks nothing that just fits.
  return Math.max(0, ...widths) + 0.01;
}

function sideBySide(row: BoxRow, places: Places, widthMm: number, setting: FigureSetting): Piece {
  const { nameMm, diceMm, ruleMm, pointsMm, gapMm } = places;
  const top = PADDING * setting.leadingMm;
  const cells = {
    name: breakLines(row.name, nameMm, setting),
    dice: breakLines(row.dice, diceMm, setting),
    rule: breakLines(row.rule, Math.max(ruleMm, 1), setting),
    points: breakLines(row.points, pointsMm, setting),
  };
  const marks = [
    hairline(widthMm),
    ...stacked(cells.name, 0, top, setting),
    ...stacked(cells.dice, nameMm + gapMm, top, setting),
    ...stacked(cells.rule, nameMm + diceMm + 2 * gapMm, top, setting),
    ...flushRight(cells.points, widthMm, top, setting),
  ];
  return pieceOf(Math.max(...Object.values(cells).map((lines) => lines.length)), PADDING, marks, setting);
}

function inTwoLines(row: BoxRow, places: Places, widthMm: number, setting: FigureSetting): Piece {
  const { leadingMm } = setting;
  const top = PADDING * leadingMm;
  const points = breakLines(row.points, places.pointsMm, setting);
  const name = breakLines(row.name, widthMm - places.pointsMm - places.gapMm, setting);
  const above = Math.max(1, name.length, points.length);
  const ruleX = places.diceMm + places.gapMm;
  const rule = breakLines(row.rule, widthMm - ruleX, setting);
  const second = top + above * leadingMm;
  const marks = [
    hairline(widthMm),
    ...stacked(name, 0, top, setting),
    ...stacked(breakLines(row.dice, places.diceMm, setting), 0, second, setting),
    ...stacked(rule, ruleX, second, setting),
    ...flushRight(points, widthMm, top, setting),
  ];
  return pieceOf(above + Math.max(1, rule.length), PADDING, marks, setting);
}

function pieceOf(
  lines: number,
  padding: number,
  marks: readonly FigureMark[],
  { leadingMm }: FigureSetting,
): Piece {
  return { heightMm: (lines + 2 * padding) * leadingMm, spaceBeforeMm: 0, keepWithNext: false, marks };
}

function stacked(
  lines: readonly TypesetLine[],
  xMm: number,
  yMm: number,
  { leadingMm }: FigureSetting,
): FigureMark[] {
  return lines.flatMap(({ marks }, at) => moved(marks, xMm, yMm + at * leadingMm));
}

function flushRight(
  lines: readonly TypesetLine[],
  rightMm: number,
  yMm: number,
  { leadingMm }: FigureSetting,
): FigureMark[] {
  return lines.flatMap(({ marks, widthMm }, at) => moved(marks, rightMm - widthMm, yMm + at * leadingMm));
}

function hairline(widthMm: number): FigureMark {
  return { kind: "rule", xMm: 0, yMm: 0, widthMm, ...HAIRLINE };
}

const FIGURE_PADDING = 0.06;
const HEAD_SIZE = 0.84;
/** Wider columns are hard to read across. */
const MAX_COLUMN_EM = 9;

/** A table of numbers: columns of equal width, flush right, kept together. */
function figurePieces(table: TableBlock, widthMm: number, setting: FigureSetting): Piece[] {
  const columns = Math.max(1, table.head.length);
  const columnMm = Math.min(widthMm / columns, MAX_COLUMN_EM * setting.sizePt * MM_PER_PT);
  const head = figureRow(table.head, columnMm, resized(setting, HEAD_SIZE), QUIET);
  const rows = table.rows.map((row) => {
    const piece = figureRow(row, columnMm, setting, BLACK);
    return { ...piece, marks: [hairline(columnMm * columns), ...piece.marks] };
  });
  return [head, ...rows].map((piece, at) => ({ ...piece, keepWithNext: at < rows.length }));
}

function figureRow(cells: readonly Runs[], columnMm: number, setting: FigureSetting, ink: number): Piece {
  const top = FIGURE_PADDING * setting.leadingMm;
  const set = cells.map((runs) => breakLines(runs, columnMm, setting, ink));
  const marks = set.flatMap((lines, column) => flushRight(lines, (column + 1) * columnMm, top, setting));
  const lines = Math.max(1, ...set.map((cell) => cell.length));
  return pieceOf(lines, FIGURE_PADDING, marks, setting);
}
