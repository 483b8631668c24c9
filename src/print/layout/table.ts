import type { Typeface } from "../fonts/typeface.ts";
import type { Area } from "../geometry.ts";
import type { Division } from "./columns.ts";
import type { ColumnHead, PadRow, PadText } from "./pad-text.ts";
import {
  brokenLines,
  type SheetDraft,
  firstFitting,
  GREY,
  placeText,
  quietStyle,
  textStyle,
} from "./parts.ts";
import type { SizeRange, Sizes } from "./sizes.ts";

/** A table of a sheet while it is laid out, and who shares it. */
export interface TableDraft extends SheetDraft {
  readonly area: Area;
  readonly division: Division;
  readonly headMm: number;
  readonly rows: readonly PlacedRow[];
  readonly players: number;
  /** Column ids of the game, in order. */
  readonly columns: readonly string[];
}

/** A row with its place on the page. */
export interface PlacedRow extends Pick<Area, "yMm" | "heightMm"> {
  readonly row: PadRow;
}

/** The left edge of a player's column; both counted from 0. */
export function columnX({ area, division, columns }: TableDraft, player: number, column: number): number {
  return area.xMm + division.labelsMm + (player * columns.length + column) * division.boxMm;
}

/** The cell left of the boxes, beside the bracket. */
export function labelCell(
  { xMm }: Area,
  { gutterMm, labelsMm }: Division,
  { yMm, heightMm }: Pick<Area, "yMm" | "heightMm">,
): Area {
  return { xMm: xMm + gutterMm, yMm, widthMm: labelsMm - gutterMm, heightMm };
}

/** The height of the head of the table: names that lie or are turned, or columns with their order. */
export function headHeight(boxMm: number, columns: number, sizes: Sizes): SizeRange {
  if (columns > 1) return sizes.columnHeadMm;
  if (boxMm >= sizes.nameMm) return sizes.nameHeadMm;
  return { usual: sizes.nameMm * 1.08, least: sizes.nameMm };
}

/** Places a blank cell for each name, or each column with its order as word and arrow. @param hasCorner whether the corner is taken */
export function placeTableHead(table: TableDraft, text: PadText, hasCorner: boolean): void {
  const { parts, area, division, headMm, sizes, players, columns } = table;
  const { yMm } = area;
  if (columns.length === 1) {
    placeNames(table, text.name);
    if (hasCorner) return;
    const cell = labelCell(area, division, { yMm, heightMm: headMm });
    const style = { ...quietStyle(table), align: "right" } as const;
    parts.texts.push(placeText(text.name, style, cell, sizes.insetMm, yMm + headMm - 1.8));
    return;
  }
  const { labelsMm, boxMm } = division;
  const boxes = { xMm: area.xMm + labelsMm, yMm, widthMm: area.widthMm - labelsMm, heightMm: headMm };
  parts.tints.push({ ...boxes, grey: GREY.head });
  for (let player = 0; player < players; player++) {
    columns.forEach((id, at) => {
      const head = text.columns.get(id);
      const cell = { xMm: columnX(table, player, at), yMm, widthMm: boxMm, heightMm: headMm };
      if (head !== undefined) placeColumnHead(table, head, cell);
    });
  }
}

/** A blank for each player's name. A second table of the same players goes without: their names stand above the first. */
function placeNames(table: TableDraft, label: string): void {
  const { parts, area, division, headMm, sizes, players } = table;
  if (parts.blanks.some(({ player }) => player !== null)) return;
  const widthMm = division.boxMm;
  const upwards = widthMm < sizes.nameMm;
  for (let player = 0; player < players; player++) {
    const cell = { xMm: columnX(table, player, 0), yMm: area.yMm, widthMm, heightMm: headMm };
    parts.blanks.push({ ...cell, player: player + 1, label, purpose: "name", upwards });
  }
}

const MAX_LINES = 2;
/** From the top of the head to the arrow, and from the last line to its bottom. */
const TOP_MM = 1.1;
const BOTTOM_MM = 1.9;

/** Places the head of one column: its arrow and how often it counts, large; below them its name, if need be in two lines. */
function placeColumnHead(draft: SheetDraft, head: ColumnHead, cell: Area): void {
  const { parts, sizes, family } = draft;
  const { lines, sizePt } = fittingLines(family.bold, head.label, sizes.hintPt, cell.widthMm - sizes.insetMm);
  const style = textStyle(family, "bold", sizePt, { align: "centre" });
  const { capMm } = family.bold.height(sizePt);
  const stepMm = capMm * 1.75;
  const first = cell.yMm + cell.heightMm - BOTTOM_MM - (lines.length - 1) * stepMm;
  lines.forEach((line, at) => {
    parts.texts.push(placeText(line, style, cell, 0, first + at * stepMm));
  });
  const room = first - capMm - cell.yMm - TOP_MM - 0.5;
  const heightMm = Math.min(sizes.arrowMm, room);
  placeSigns(draft, head, { ...cell, yMm: cell.yMm + TOP_MM + (room - heightMm) / 2, heightMm });
}

/** The largest size at which words fit a width in two lines; at the least size they come as they are. */
function fittingLines(face: Typeface, words: string, range: SizeRange, widthMm: number) {
  const linesAt = (sizePt: number) => ({ lines: brokenLines(face, words, sizePt, widthMm), sizePt });
  const fitting = firstFitting(range, (sizePt) => {
    const found = linesAt(sizePt);
    const isNarrow = found.lines.every((line) => face.width(line, sizePt) <= widthMm);
    return isNarrow && found.lines.length <= MAX_LINES ? found : null;
  });
  return fitting ?? linesAt(Math.min(range.usual, range.least));
}

/** The arrow and the factor side by side in the middle of a strip, both as high as it. */
function placeSigns({ parts, family }: SheetDraft, { arrow, factor }: ColumnHead, strip: Area): void {
  const { yMm, heightMm: sideMm } = strip;
  const sizePt = (sideMm / family.bold.height(1).capMm) * 0.85;
  const factorMm = factor === null ? 0 : family.bold.width(factor, sizePt);
  const arrowMm = arrow === null ? 0 : sideMm;
  const xMm = strip.xMm + (strip.widthMm - factorMm - arrowMm) / 2;
  if (arrow !== null) parts.arrows.push({ arrow, xMm, yMm, sideMm });
  if (factor === null) return;
  const style = textStyle(family, "bold", sizePt, { isAccented: true });
  const cell = { ...strip, xMm: xMm + arrowMm, widthMm: factorMm };
  parts.texts.push(placeText(factor, style, cell, 0, yMm + sideMm * 0.93));
}
