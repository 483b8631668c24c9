import { type Division, diceWidth } from "./columns.ts";
import { fittingSize, middleBaseline, placeText, type TextStyle } from "./fit.ts";
import type { Heights } from "./heights.ts";
import type { Area } from "../geometry.ts";
import type { PadRow } from "./pad-text.ts";
import { columnX, GREY, type Setting, type SheetParts } from "./sheet-parts.ts";
import { ticksIn } from "./ticks.ts";

type BoxRow = Extract<PadRow, { kind: "box" }>;
type LineRow = Extract<PadRow, { kind: "line" }>;
type TicksRow = Extract<PadRow, { kind: "ticks" }>;

/** Lines that belong to the player and not to a column get one box across all columns. */
export type SpansColumns = (line: string) => boolean;

/** Places all rows below the head: labels, hints, dice, boxes and tints. */
export function placeRows(
  parts: SheetParts,
  setting: Setting,
  heights: Heights,
  division: Division,
  spans: SpansColumns,
): void {
  let yMm = setting.grid.table.yMm + heights.headMm;
  heights.rows.forEach((row, at) => {
    const heightMm = heights.rowsMm[at] ?? 0;
    const { table, labelsMm } = setting.grid;
    const { gutterMm } = division;
    const cell = { xMm: table.xMm + gutterMm, yMm, widthMm: labelsMm - gutterMm, heightMm };
    if (row.kind === "heading")
      placeHeading(parts, setting, row.text, { ...cell, widthMm: table.widthMm - gutterMm });
    else if (row.kind === "box") placeBoxRow(parts, setting, row, cell, division);
    else if (row.kind === "ticks") placeTicksRow(parts, setting, row, cell);
    else placeLineRow(parts, setting, row, cell, spans(row.line));
    yMm += heightMm;
  });
}

function placeHeading(parts: SheetParts, { sizes, family, grid }: Setting, text: string, cell: Area): void {
  const { xMm, widthMm } = grid.table;
  parts.tints.push({ ...cell, xMm, widthMm, grey: GREY.head });
  const width = cell.widthMm - 2 * sizes.insetMm;
  const sizePt = fittingSize(family.bold, text, sizes.headingPt, width) ?? sizes.headingPt.least;
  const style: TextStyle = {
    face: family.bold,
    weight: "bold",
    sizePt,
    grey: 0.75,
    align: "left",
    isAccented: true,
  };
  const baseline = middleBaseline(style, cell.yMm, cell.heightMm);
  parts.texts.push(placeText(text, style, cell, sizes.insetMm, baseline));
}

function placeBoxRow(parts: SheetParts, setting: Setting, row: BoxRow, cell: Area, division: Division): void {
  placeLabel(parts, setting, row, cell, division);
  placeDice(parts, setting, row, cell, division);
  for (const box of boxesIn(setting, cell)) parts.boxes.push({ ...box, category: row.category, line: null });
}

function placeLabel(
  parts: SheetParts,
  { sizes, family }: Setting,
  row: BoxRow,
  cell: Area,
  division: Division,
): void {
  const label: TextStyle = {
    face: family.bold,
    weight: "bold",
    sizePt: division.labelPt,
    grey: GREY.ink,
    align: "left",
  };
  const hint: TextStyle = {
    face: family.regular,
    weight: "regular",
    sizePt: division.hintPt,
    grey: GREY.quiet,
    align: "left",
  };
  const isCrowded = sizes.dropsHints && twoLinesMm(label, hint) > cell.heightMm;
  const shown = division.showsHints && (division.hintsBeside || !isCrowded) ? row.hint : null;
  if (shown === null || division.hintsBeside) {
    const baseline = middleBaseline(label, cell.yMm, cell.heightMm);
    parts.texts.push(placeText(row.label, label, cell, sizes.insetMm, baseline));
    if (shown !== null) parts.texts.push(placeText(shown, hint, cell, division.hintsFromMm, baseline));
    return;
  }
  const capMm = family.bold.height(label.sizePt).capMm;
  const step = capMm * 0.45 + family.regular.height(hint.sizePt).capMm;
  // A little of what hangs below the small print counts as its height.
  const low = family.regular.height(hint.sizePt).xMm * 0.2;
  const first = cell.yMm + (cell.heightMm - capMm - step - low) / 2 + capMm;
  parts.texts.push(placeText(row.label, label, cell, sizes.insetMm, first));
  parts.texts.push(placeText(shown, hint, cell, sizes.insetMm, first + step));
}

/** What a label with small print below it takes of a row, with a little air. */
function twoLinesMm(label: TextStyle, hint: TextStyle): number {
  const { capMm } = label.face.height(label.sizePt);
  const small = hint.face.height(hint.sizePt);
  return capMm * 1.45 + small.capMm + small.xMm * 0.5 + AIR_MM;
}

/** Above and below two lines in a row. */
const AIR_MM = 2;

/** Dice stand flush right, next to the boxes, so that they line up down the page. */
function placeDice(parts: SheetParts, { sizes }: Setting, row: BoxRow, cell: Area, division: Division): void {
  if (row.dice.length > division.mostDice) return;
  const { dieMm, dieGapMm } = division;
  const right = cell.xMm + cell.widthMm - sizes.insetMm;
  const from = right - diceWidth(row.dice.length, dieMm);
  const yMm = cell.yMm + (cell.heightMm - dieMm) / 2;
  row.dice.forEach((face, at) => {
    parts.dice.push({ face, xMm: from + at * (dieMm + dieGapMm), yMm, sideMm: dieMm });
  });
}

function placeLineRow(parts: SheetParts, setting: Setting, row: LineRow, cell: Area, spans: boolean): void {
  const { sizes, family, grid } = setting;
  const isGrand = row.rank === "grand";
  const { xMm, widthMm } = grid.table;
  parts.tints.push({ ...cell, xMm, widthMm: grid.labelsMm, grey: isGrand ? GREY.grand : GREY.sum });
  if (!isGrand) {
    const boxes = { ...cell, xMm: xMm + grid.labelsMm, widthMm: widthMm - grid.labelsMm };
    parts.tints.push({ ...boxes, grey: GREY.sumBox });
  }
  const usual = sizes.labelPt.usual * (isGrand ? 1.15 : 1);
  const room = cell.widthMm - 2 * sizes.insetMm;
  const range = { usual, least: sizes.labelPt.least };
  const sizePt = fittingSize(family.bold, row.label, range, room) ?? range.least;
  const style: TextStyle = { face: family.bold, weight: "bold", sizePt, grey: GREY.ink, align: "left" };
  placeWithHint(parts, setting, row, cell, style);
  const boxes = spans ? spanningBoxes(setting, cell) : boxesIn(setting, cell);
  for (const box of boxes) parts.boxes.push({ ...box, category: null, line: row.line });
}

function placeTicksRow(parts: SheetParts, setting: Setting, row: TicksRow, cell: Area): void {
  const { sizes, family } = setting;
  const room = cell.widthMm - 2 * sizes.insetMm;
  const sizePt = fittingSize(family.bold, row.label, sizes.labelPt, room) ?? sizes.labelPt.least;
  const style: TextStyle = { face: family.bold, weight: "bold", sizePt, grey: GREY.ink, align: "left" };
  // Where small print has no room, the boxes speak for themselves.
  const fits = row.hint !== null && fittingSize(family.regular, row.hint, sizes.hintPt, room) !== null;
  placeWithHint(parts, setting, { ...row, hint: fits ? row.hint : null }, cell, style);
  for (const { player, ...area } of spanningBoxes(setting, cell)) {
    for (const tick of ticksIn(area, row.count, sizes.tickMm))
      parts.ticks.push({ ...tick, player, ticks: row.ticks });
  }
}

/** A sum row's hint stands at the right end of the label, or below it where both do not fit on a line. */
function placeWithHint(
  parts: SheetParts,
  { sizes, family }: Setting,
  row: Pick<LineRow, "label" | "hint">,
  cell: Area,
  style: TextStyle,
): void {
  const middle = middleBaseline(style, cell.yMm, cell.heightMm);
  const room = cell.widthMm - 2 * sizes.insetMm;
  const label = family.bold.width(row.label, style.sizePt);
  const hintPt = { usual: sizes.hintPt.usual * 1.12, least: sizes.hintPt.least };
  const beside =
    row.hint === null
      ? null
      : fittingSize(family.regular, row.hint, hintPt, room - label - 2 * sizes.insetMm);
  const quiet = (sizePt: number): TextStyle => ({
    face: family.regular,
    weight: "regular",
    sizePt,
    grey: 0.8,
    align: "right",
  });
  const below = row.hint === null ? null : fittingSize(family.regular, row.hint, sizes.hintPt, room);
  const isCrowded = twoLinesMm(style, quiet(below ?? sizes.hintPt.least)) > cell.heightMm;
  const isLeftOut = sizes.dropsHints && (below === null || isCrowded);
  if (row.hint === null || beside !== null || isLeftOut) {
    parts.texts.push(placeText(row.label, style, cell, sizes.insetMm, middle));
    if (row.hint !== null && beside !== null) {
      parts.texts.push(placeText(row.hint, quiet(beside), cell, sizes.insetMm, middle));
    }
    return;
  }
  const small: TextStyle = { ...quiet(below ?? sizes.hintPt.least), align: "left" };
  const capMm = family.bold.height(style.sizePt).capMm;
  const step = capMm * 0.45 + family.regular.height(small.sizePt).capMm;
  const first = cell.yMm + (cell.heightMm - capMm - step) / 2 + capMm;
  parts.texts.push(placeText(row.label, style, cell, sizes.insetMm, first));
  parts.texts.push(placeText(row.hint, small, cell, sizes.insetMm, first + step));
}

function boxesIn({ grid }: Setting, cell: Area) {
  const { yMm, heightMm } = cell;
  return Array.from({ length: grid.players }, (_, player) =>
    grid.columns.map((column, at) => {
      const xMm = columnX(grid, player, at);
      return { player: player + 1, column, xMm, yMm, widthMm: grid.boxMm, heightMm };
    }),
  ).flat();
}

function spanningBoxes({ grid }: Setting, cell: Area) {
  const { yMm, heightMm } = cell;
  const widthMm = grid.boxMm * grid.columns.length;
  return Array.from({ length: grid.players }, (_, player) => {
    const xMm = columnX(grid, player, 0);
    return { player: player + 1, column: null, xMm, yMm, widthMm, heightMm };
  });
}
