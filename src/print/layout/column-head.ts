import type { Typeface } from "../fonts/typeface.ts";
import { brokenLines, placeText, type TextStyle } from "./fit.ts";
import type { Area } from "../geometry.ts";
import type { ColumnHead } from "./pad-text.ts";
import { GREY, type Setting, type SheetParts } from "./sheet-parts.ts";
import type { Range } from "./sizes.ts";

const MAX_LINES = 2;
const STEP_PT = 0.25;
/** From the top of the head to the arrow, and from the last line to its bottom. */
const TOP_MM = 1.1;
const BOTTOM_MM = 1.9;

/** Places the head of one column: its arrow and how often it counts, large; below them its name, if need be in two lines. */
export function placeColumnHead(
  parts: SheetParts,
  { sizes, family }: Setting,
  head: ColumnHead,
  cell: Area,
): void {
  const { lines, sizePt } = fittingLines(family.bold, head.label, sizes.hintPt, cell.widthMm - sizes.insetMm);
  const style: TextStyle = { face: family.bold, weight: "bold", sizePt, grey: GREY.ink, align: "centre" };
  const { capMm } = family.bold.height(sizePt);
  const stepMm = capMm * 1.75;
  const first = cell.yMm + cell.heightMm - BOTTOM_MM - (lines.length - 1) * stepMm;
  lines.forEach((line, at) => {
    parts.texts.push(placeText(line, style, cell, 0, first + at * stepMm));
  });
  const room = first - capMm - cell.yMm - TOP_MM - 0.5;
  const heightMm = Math.min(sizes.arrowMm, room);
  const yMm = cell.yMm + TOP_MM + (room - heightMm) / 2;
  placeSigns(parts, family.bold, head, { ...cell, yMm, heightMm });
}

/** The arrow and the factor side by side in the middle of a strip, both as high as it. */
function placeSigns(parts: SheetParts, face: Typeface, { arrow, factor }: ColumnHead, strip: Area): void {
  const side = strip.heightMm;
  const sizePt = (side / face.height(1).capMm) * 0.85;
  const factorMm = factor === null ? 0 : face.width(factor, sizePt);
  const arrowMm = arrow === null ? 0 : side;
  const from = strip.xMm + (strip.widthMm - factorMm - arrowMm) / 2;
  if (arrow !== null) parts.arrows.push({ arrow, xMm: from, yMm: strip.yMm, sideMm: side });
  if (factor === null) return;
  const style: TextStyle = {
    face,
    weight: "bold",
    sizePt,
    grey: GREY.ink,
    align: "left",
    isAccented: true,
  };
  const cell = { ...strip, xMm: from + arrowMm, widthMm: factorMm };
  parts.texts.push(placeText(factor, style, cell, 0, strip.yMm + side * 0.93));
}

/** The largest size at which words fit a width in two lines; at the least size they come as they are. */
function fittingLines(face: Typeface, words: string, range: Range, widthMm: number) {
  for (let sizePt = range.usual; ; sizePt = Math.max(range.least, sizePt - STEP_PT)) {
    const lines = brokenLines(face, words, sizePt, widthMm);
    const fits = lines.length <= MAX_LINES && lines.every((line) => face.width(line, sizePt) <= widthMm);
    if (fits || sizePt <= range.least) return { lines, sizePt };
  }
}
