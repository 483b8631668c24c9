import { getElement } from "../../rules/arrays.ts";
import type { Face } from "../../rules/dice/dice.ts";
import type { Game } from "../../rules/game/game.ts";
import { listSheetLines } from "../../rules/sums/sum-graph.ts";
import { type Area, overlaps, PT_PER_MM } from "../geometry.ts";
import type { Division, PlacedRow } from "./division.ts";
import type { RuleRank } from "./pad-layout.ts";
import type { ColumnHead, PadRow, PadText } from "./pad-form.ts";
import {
  addRule,
  brokenLines,
  firstFitting,
  fittingSize,
  placeText,
  quietStyle,
  ROUNDING_MM,
  type SheetDraft,
  textStyle,
} from "./parts.ts";
import { type SizeRange, type Sizes, type TightRange, TINTS } from "./sizes.ts";

/** A table of a sheet while it is laid out. */
export interface TableDraft extends SheetDraft {
  readonly area: Area;
  readonly panels: readonly Area[];
  readonly division: Division;
  readonly headMm: number;
  readonly rows: readonly PlacedRow[];
  readonly players: number;
  /** Column ids of the game, in order. */
  readonly columns: readonly string[];
  /** The looks for the colours of dice, by face. */
  readonly tints: ReadonlyMap<Face, number>;
  /** Whether each die has another one inside. */
  readonly isDouble: boolean;
  /** Ids of the lines that have one box across all columns of a player. */
  readonly spanning: ReadonlySet<string>;
  /** Whether a player's last cell of a row is for its total. */
  readonly hasRowTotals: boolean;
  /** The height of the strip with players' numbers at the foot of its head; 0 for none. */
  readonly numbersMm: number;
  /** The height at the top of its head without cells. */
  readonly freeMm: number;
  /** Whether its head has no cells for names, only the numbers. */
  readonly isFree: boolean;
  /** Whether the numbers are those of games. */
  readonly columnsAreGames: boolean;
}

type Strip = Pick<Area, "yMm" | "heightMm">;

/** The cell between the bracket and the boxes. */
export function labelCell({ xMm }: Area, { gutterMm, labelsMm }: Division, { yMm, heightMm }: Strip): Area {
  return { xMm: xMm + gutterMm, yMm, widthMm: labelsMm - gutterMm, heightMm };
}

/** The cells of a strip right of the labels, player by player, who count from 1: one for each column, or one that spans them. */
export function listStripCells(table: TableDraft, { yMm, heightMm }: Strip, spans = false) {
  const columns = spans ? [null] : table.columns;
  const cells = table.columns.length + (table.hasRowTotals ? 1 : 0);
  const { boxMm } = table.division;
  const widthMm = boxMm * (spans ? cells : 1);
  const left = table.area.xMm + table.division.labelsMm;
  return Array.from({ length: table.players }, (_, player) =>
    columns.map((column, at) => {
      const xMm = left + (player * cells + at) * boxMm;
      return { player: player + 1, column, xMm, yMm, widthMm, heightMm };
    }),
  ).flat();
}

/** The cells of a strip for the totals of rows, player by player; none on pads without them. */
export function listTotalCells(table: TableDraft, strip: Strip) {
  if (!table.hasRowTotals) return [];
  const { boxMm } = table.division;
  return listStripCells(table, strip, true).map((cell) => {
    return { ...cell, xMm: cell.xMm + cell.widthMm - boxMm, widthMm: boxMm };
  });
}

/** The least length of turned names where a sheet would lose its headings otherwise, as a share of their usual least. */
const TIGHT_NAME = 0.88;

/** The height of the head of the table: names that lie or are turned, or columns with their order. */
export function headHeight(boxMm: number, { columns }: PadText, sizes: Sizes): TightRange {
  const fixSize = ({ usual, least }: SizeRange) => ({ usual, least, tight: least });
  if (columns.size > 1 && hasSigns(columns)) return { ...sizes.columnHeadMm, tight: sizes.nameHeadMm.least };
  if (columns.size > 1) return fixSize(sizes.nameHeadMm);
  if (boxMm >= sizes.nameMm) return fixSize(sizes.nameHeadMm);
  return { usual: sizes.nameMm * 1.08, least: sizes.nameMm, tight: sizes.nameMm * TIGHT_NAME };
}

/** Places a blank cell for each name, or each column with its order as word and arrow. @param hasCorner whether the corner is taken */
export function placeTableHead(table: TableDraft, hasCorner: boolean): void {
  const { parts, text, area, division, headMm, sizes, columns, numbersMm, freeMm } = table;
  const strip = { yMm: area.yMm + freeMm, heightMm: headMm - numbersMm - freeMm };
  if (columns.length > 1) {
    const { labelsMm } = division;
    const boxes = { ...strip, xMm: area.xMm + labelsMm, widthMm: area.widthMm - labelsMm };
    parts.tints.push({ ...boxes, grey: TINTS.head, rank: "head" });
    for (const { player: _, column, ...cell } of listStripCells(table, strip)) {
      const head = text.columns.get(column ?? "");
      if (head !== undefined) placeColumnHead(table, head, cell);
    }
    const total = { label: text.rowTotal ?? "", arrow: null, factor: null };
    for (const cell of listTotalCells(table, strip)) placeColumnHead(table, total, cell);
    return;
  }
  if (numbersMm > 0) placeNumbers(table);
  else if (freeMm > 0) addRule(table, [area.xMm, strip.yMm, area.xMm + area.widthMm, strip.yMm], "hairline");
  // A second table of the same players needs no names: the first has them.
  if (!table.isFree && !parts.blanks.some(({ player }) => player !== null)) {
    const blank = { label: text.name, purpose: "name", upwards: division.boxMm < sizes.nameMm } as const;
    for (const { column: _, ...cell } of listStripCells(table, strip))
      parts.blanks.push({ ...cell, ...blank });
  }
  if (hasCorner || table.isFree) return;
  const style = { ...quietStyle(table), align: "right" } as const;
  const baseline = strip.yMm + strip.heightMm - 1.8;
  parts.texts.push(placeText(text.name, style, labelCell(area, division, strip), sizes.insetMm, baseline));
}

/** Places numbers above the columns: of players where only the first of two tables has names, or of games. */
function placeNumbers(table: TableDraft): void {
  const { parts, area, division, headMm, rows, numbersMm, family, sizes, text, columnsAreGames } = table;
  const { usual } = columnsAreGames ? sizes.labelPt : sizes.hintPt;
  const style = textStyle(family, "bold", usual, { align: "centre" });
  const strip = { yMm: area.yMm + headMm - numbersMm, heightMm: numbersMm };
  if (columnsAreGames) {
    parts.tints.push({ ...area, ...strip, grey: TINTS.head, rank: "head" });
    addRule(table, [area.xMm, strip.yMm, area.xMm + area.widthMm, strip.yMm], "hairline");
    if (rows[0]?.row.kind !== "heading") placeHeading(table, text.name, labelCell(area, division, strip));
  }
  for (const { player, column: _, ...cell } of listStripCells(table, strip))
    parts.texts.push(placeText(String(player), style, cell, 0));
}

/** The greatest height of a heading's capitals, as a share of its row. */
export const HEADING_CAP = 0.5;

/** Places the heading of a section as large as it fits. @param cell the cell of a label in its row */
export function placeHeading({ parts, sizes, family }: SheetDraft, text: string, cell: Area): void {
  const { least } = sizes.headingPt;
  const highPt = (HEADING_CAP * cell.heightMm) / family.bold.height(1).capMm;
  const usual = Math.max(least, Math.min(sizes.headingPt.usual, highPt));
  const sizePt = fittingSize(family.bold, text, { usual, least }, cell.widthMm - 2 * sizes.insetMm) ?? least;
  const style = textStyle(family, "bold", sizePt, { isAccented: true, role: "heading" });
  parts.texts.push(placeText(text, style, cell, sizes.insetMm));
}

/** The most lines of a name above a column. */
const MAX_LINES = 2;
/** From the top of the head to the arrow, and from the last line to its bottom. */
const TOP_MM = 1.1;
const BOTTOM_MM = 1.9;
/** Between arrow and factor and the edges of their column. */
const SIGN_GAP_MM = 0.5;

/** Places the head of one column: its arrow and factor, large; below them its name, as large as fits; the name alone in the middle. */
function placeColumnHead(draft: SheetDraft, head: ColumnHead, cell: Area): void {
  const { parts, sizes, family, text } = draft;
  const isSigned = head.arrow !== null || head.factor !== null;
  // In a low head, signs are left of the words.
  const isLow = hasSigns(text.columns) && cell.heightMm < sizes.columnHeadMm.least;
  const besideMm = isLow && isSigned ? signsWidth(draft, head, sizes.lowArrowMm) + SIGN_GAP_MM : 0;
  const widthMm = cell.widthMm - (isLow ? 2 * SIGN_GAP_MM : sizes.insetMm) - besideMm;
  const { usual, least } = sizes.hintPt;
  const breakLabel = (sizePt: number) => brokenLines(family.bold, head.label, sizePt, widthMm);
  const fitting = firstFitting(sizes.hintPt, (sizePt) => {
    const lines = breakLabel(sizePt);
    const fits =
      lines.length <= MAX_LINES && lines.every((line) => family.bold.width(line, sizePt) <= widthMm);
    return fits ? sizePt : null;
  });
  const sizePt = fitting ?? Math.min(usual, least);
  const lines = breakLabel(sizePt);
  const wordsMm = Math.max(...lines.map((line) => family.bold.width(line, sizePt)));
  const style = textStyle(family, "bold", sizePt, { align: "centre" });
  const { capMm } = family.bold.height(sizePt);
  const stepMm = capMm * 1.75;
  const moreMm = (lines.length - 1) * stepMm;
  const first =
    hasSigns(text.columns) && !isLow
      ? cell.yMm + cell.heightMm - BOTTOM_MM - moreMm
      : cell.yMm + (cell.heightMm + capMm - moreMm) / 2;
  const words = { ...cell, xMm: cell.xMm + besideMm, widthMm: cell.widthMm - besideMm };
  parts.texts.push(...lines.map((line, at) => placeText(line, style, words, 0, first + at * stepMm)));
  if (!isSigned) return;
  if (isLow) {
    const left = { xMm: words.xMm + (words.widthMm - wordsMm) / 2 - besideMm, widthMm: besideMm };
    const yMm = cell.yMm + (cell.heightMm - sizes.lowArrowMm) / 2;
    placeSigns(draft, head, { ...left, yMm, heightMm: sizes.lowArrowMm });
    return;
  }
  const room = first - capMm - cell.yMm - TOP_MM - 0.5;
  const heightMm = Math.min(sizes.arrowMm, room);
  placeSigns(draft, head, { ...cell, yMm: cell.yMm + TOP_MM + (room - heightMm) / 2, heightMm });
}

/** Whether a column has an arrow or a factor. */
function hasSigns(columns: PadText["columns"]): boolean {
  return [...columns.values()].some(({ arrow, factor }) => arrow !== null || factor !== null);
}

/** The size in which a factor is as high as an arrow. */
function signPt({ family }: SheetDraft, heightMm: number): number {
  return (heightMm / family.bold.height(1).capMm) * 0.85;
}

/** The width of arrow and factor side by side. */
function signsWidth(draft: SheetDraft, { arrow, factor }: ColumnHead, heightMm: number): number {
  const factorMm = factor === null ? 0 : draft.family.bold.width(factor, signPt(draft, heightMm));
  return factorMm + (arrow === null ? 0 : heightMm);
}

/** Centres arrow and factor side by side in a strip, both as high as it unless it is too narrow. */
function placeSigns(draft: SheetDraft, head: ColumnHead, whole: Area): void {
  const { parts, family } = draft;
  const { arrow, factor } = head;
  const extentMm = (heightMm: number) => signsWidth(draft, head, heightMm);
  const sideMm = whole.heightMm * Math.min(1, (whole.widthMm - 2 * SIGN_GAP_MM) / extentMm(whole.heightMm));
  const yMm = whole.yMm + (whole.heightMm - sideMm) / 2;
  const strip = { ...whole, yMm, heightMm: sideMm };
  const style = textStyle(family, "bold", signPt(draft, sideMm), { isAccented: true });
  const arrowMm = arrow === null ? 0 : sideMm;
  const factorMm = extentMm(sideMm) - arrowMm;
  const xMm = strip.xMm + (strip.widthMm - factorMm - arrowMm) / 2;
  if (arrow !== null) parts.arrows.push({ arrow, xMm, yMm, sideMm });
  if (factor === null) return;
  const cell = { ...strip, xMm: xMm + arrowMm, widthMm: factorMm };
  parts.texts.push(placeText(factor, style, cell, 0, yMm + sideMm * 0.93));
}

/** Draws the lines of the table. Their weight tells rank: hairlines between rows, stronger around sections, strongest around all. */
export function placeRules(table: TableDraft): void {
  const { area, panels, rows, headMm, columns } = table;
  const { xMm, yMm } = area;
  const right = xMm + area.widthMm;
  const level = (y: number, rank: RuleRank) => addRule(table, [xMm, y, right, y], rank);
  level(yMm + headMm, "section");
  const hasBands = rows.some(({ row }) => row.kind === "heading");
  rows.slice(1).forEach((next, at) => {
    const above = getElement(rows, at);
    const end = above.yMm + above.heightMm;
    const hasGap = next.yMm - end > ROUNDING_MM;
    if (hasGap && panels.length > 1) return;
    level(next.yMm, chooseRuleRank(above.row, next.row, hasBands));
    if (hasGap) level(end, "section");
  });
  // Lines between labels and boxes, players and columns.
  for (const { player, column, xMm: x } of listStripCells(table, area)) {
    const isInside = column !== columns[0];
    const isStrong = !isInside && (player === 1 || columns.length > 1);
    for (const [from, to] of freeHeights(table, isInside))
      if (isInside) addRule(table, [x, from, x, to], "inside");
      else addRule(table, [x, from, x, to], isStrong ? "section" : "column");
  }
  for (const { xMm: x } of listTotalCells(table, area))
    for (const [from, to] of freeHeights(table, true)) addRule(table, [x, from, x, to], "section");
  const half = table.sizes.weight.frame / 2 / PT_PER_MM;
  for (const { yMm: top, heightMm } of panels) {
    const bottom = top + heightMm;
    for (const y of [top, bottom]) addRule(table, [xMm - half, y, right + half, y], "frame");
    for (const x of [xMm, right]) addRule(table, [x, top, x, bottom], "frame");
  }
}

/** How heavy the line between two rows is: without bands, a heavy one parts sections. */
function chooseRuleRank(row: PadRow, next: PadRow, hasBands: boolean): RuleRank {
  if (next.kind === "line" && next.rank === "grand") return "grand";
  const startsTicks = next.kind === "ticks" && row.kind !== "ticks";
  const startsBoxes = row.kind === "line" && next.kind === "box";
  if (startsBoxes && !hasBands) return "grand";
  if (startsTicks || startsBoxes || next.kind === "heading") return "section";
  return row.kind === "box" && next.kind === "line" ? "sums" : "hairline";
}

/** The heights without headings, in which an upright line may run; inside a player's columns, also without boxes that span them. */
function freeHeights(table: TableDraft, isInside: boolean): [from: number, to: number][] {
  const { area, rows, spanning, freeMm, headMm } = table;
  const free: [number, number][] = [];
  let [from, end] = [area.yMm + freeMm, area.yMm + headMm];
  for (const { row, yMm, heightMm } of rows) {
    const above = end;
    end = yMm + heightMm;
    if (row.kind !== "heading" && !(isInside && row.kind === "line" && spanning.has(row.line))) continue;
    if (above > from) free.push([from, above]);
    from = end;
  }
  if (end - from > 0.01) free.push([from, end]);
  return free;
}

/** Ids of lines that are not adjacent, and of the line below that is their sum. */
export interface Addition {
  readonly of: readonly string[];
  readonly to: string;
}

/**
 * The lines that add up to a column's total, for the bracket: the last of each section and, where a player has one
 * column, the extra points. Null without such a total, or with a single line in it.
 */
export function findAddition(game: Game, text: PadText): Addition | null {
  const shown = text.rows.flatMap((row) => (row.kind === "line" ? [row.line] : []));
  const lines = listSheetLines(game).filter(({ id, kind }) => shown.includes(id) && kind !== "bonus");
  const hasColumns = game.columns.length > 1;
  const to = hasColumns ? "column.total" : "grand.total";
  const ends = game.sections.flatMap(
    (section) => lines.findLast((line) => line.section === section)?.id ?? [],
  );
  const extra = !hasColumns && shown.includes("repeats") ? ["repeats"] : [];
  const of = [...ends, ...extra].filter((id) => shown.indexOf(id) < shown.indexOf(to));
  return of.length > 1 ? { of, to } : null;
}

/** The wings of the arrow that points at the total. */
const WING_MM = 0.9;

/** An arrow behind a label, and its clear space. */
const CARRY = { lengthMm: 3.2, clearMm: 1 } as const;

/** Shows what adds up to the total: with a bracket or, where it has no room, with arrows. */
export function placeAddition(table: TableDraft, addition: Addition): void {
  if (table.division.gutterMm > 0) placeBracket(table, addition);
  else placeArrows(table, addition);
}

/** Draws arrows from the labels of what adds up to the total to their boxes, if all of them have room. */
function placeArrows(table: TableDraft, { of, to }: Addition): void {
  const { area, division, rows, sizes, parts } = table;
  const ids = [...of, to];
  const tip = area.xMm + division.labelsMm - sizes.insetMm;
  const places = rows.flatMap(({ row, ...strip }) => {
    const isPart = row.kind === "line" && row.hint === null && ids.includes(row.line);
    return isPart ? { ...strip, xMm: tip - CARRY.lengthMm, widthMm: CARRY.lengthMm } : [];
  });
  const isTaken = (place: Area) => parts.texts.some(({ ink }) => overlaps(ink, place, CARRY.clearMm));
  if (places.some(isTaken)) return;
  for (const { xMm, yMm, heightMm } of places) placeArrow(table, xMm, tip, yMm + heightMm / 2);
}

/** Draws an arrow to the right. */
function placeArrow(table: TableDraft, from: number, tip: number, y: number): void {
  addRule(table, [from, y, tip, y], "bracket");
  for (const wing of [-WING_MM, WING_MM]) addRule(table, [tip - WING_MM, y + wing, tip, y], "bracket");
}

/** Draws a fine bracket left of the labels, from the first line of the sum to the total. */
function placeBracket(table: TableDraft, { of, to }: Addition): void {
  const { area, division, rows } = table;
  const listMiddles = (id: string) =>
    rows.flatMap(({ row, yMm, heightMm }) =>
      row.kind === "line" && row.line === id ? [yMm + heightMm / 2] : [],
    );
  const [end] = listMiddles(to);
  const starts = of.flatMap(listMiddles);
  const [first] = starts;
  if (first === undefined || end === undefined) return;
  const xMm = area.xMm + division.gutterMm * 0.62;
  const tip = area.xMm + division.gutterMm * 1.3;
  const stroke = (...ends: Parameters<typeof addRule>[1]) => addRule(table, ends, "bracket");
  stroke(xMm, first, xMm, end);
  for (const y of starts) stroke(xMm, y, tip, y);
  placeArrow(table, xMm, tip, end);
}
