import { dieShapes } from "../shapes/die.ts";
import type { PadLayout } from "../layout/pad-layout.ts";
import { drawWholeSheet } from "../pad/draw-sheet.ts";
import { drawMark } from "../rulebook/pdf/marks.ts";
import type { SetPages } from "../rulebook/pdf/pages.ts";
import { openSvg } from "../svg/drawing.ts";
import type { GlyphSheet } from "../svg/glyph-sheet.ts";
import type { TypeFamily } from "../fonts/typeface.ts";

/** A sheet of a pad as it is printed, without a number. */
export function padPicture(layout: PadLayout, family: TypeFamily, glyphs: GlyphSheet): string {
  const drawing = openSvg(layout.page, family, glyphs);
  drawWholeSheet(drawing, layout);
  return drawing.finish();
}

/** The first page of a rule sheet as it is printed. */
export function rulesPicture({ paper, pages }: SetPages, family: TypeFamily, glyphs: GlyphSheet): string {
  const drawing = openSvg(paper, family, glyphs);
  for (const mark of pages[0]?.marks ?? []) drawMark(mark, drawing);
  return drawing.finish();
}

/** Room between dice that lie side by side, as a share of their side. */
const GAP = 0.18;

/** Dice in a row. */
export function dicePicture(
  faces: readonly (number | string)[],
  family: TypeFamily,
  glyphs: GlyphSheet,
): string {
  const widthMm = Math.max(1, faces.length * (1 + GAP) - GAP);
  const drawing = openSvg({ widthMm, heightMm: 1 }, family, glyphs, null);
  faces.forEach((face, at) => {
    drawing.shapes(dieShapes(face, { state: "plain" }), { xMm: at * (1 + GAP), yMm: 0, sideMm: 1 });
  });
  return drawing.finish();
}
