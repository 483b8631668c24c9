import type { TypeFamily } from "../fonts/typeface.ts";
import { brokenLines, placeText, type TextStyle } from "./fit.ts";
import { type Area, MM_PER_PT } from "../geometry.ts";
import type { PadText } from "./pad-text.ts";
import type { SheetParts } from "./sheet-parts.ts";
import type { Sizes } from "./sizes.ts";

/** Between the table and the small print. */
export const FOOT_GAP_MM = 1.2;

/** How high the small print is. */
export function footHeight(text: PadText, widthMm: number, sizes: Sizes, family: TypeFamily): number {
  const lines = footLines(text, widthMm, sizes, family);
  return lines.length === 0 ? 0 : lines.length * footStep(sizes.footPt.usual).stepMm + FOOT_GAP_MM;
}

/** Whether no word of the small print is too long for a line. */
export function footFits(text: PadText, widthMm: number, sizes: Sizes, family: TypeFamily): boolean {
  const lines = footLines(text, widthMm, sizes, family);
  return lines.every((line) => family.regular.width(line, sizes.footPt.usual) <= widthMm);
}

function footLines(text: PadText, widthMm: number, sizes: Sizes, family: TypeFamily): string[] {
  return text.foot.flatMap((line) => brokenLines(family.regular, line, sizes.footPt.usual, widthMm));
}

/** From line to line, and from the top of a line to its baseline. */
export function footStep(sizePt: number): { stepMm: number; baselineMm: number } {
  const emMm = sizePt * MM_PER_PT;
  return { stepMm: 1.25 * emMm, baselineMm: 0.95 * emMm };
}

/** How small print looks. */
export function smallPrint({ regular }: TypeFamily, sizePt: number): TextStyle {
  return { face: regular, weight: "regular", sizePt, grey: 0.7, align: "left" };
}

/** Places the small print below the table: at the top of its area, a little off. */
export function placeFoot(
  parts: SheetParts,
  sizes: Sizes,
  family: TypeFamily,
  text: PadText,
  area: Area,
): void {
  const style = smallPrint(family, sizes.footPt.usual);
  const { stepMm, baselineMm } = footStep(sizes.footPt.usual);
  footLines(text, area.widthMm, sizes, family).forEach((line, at) => {
    parts.texts.push(placeText(line, style, area, 0, area.yMm + FOOT_GAP_MM + at * stepMm + baselineMm));
  });
}
