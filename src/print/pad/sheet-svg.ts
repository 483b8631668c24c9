import type { TypeFamily } from "../fonts/typeface.ts";
import type { Look } from "../brand.ts";
import type { PadLayout } from "../layout/pad-layout.ts";
import { GlyphSheet, openSvg, svgFile } from "../svg/drawing.ts";
import { drawWholeSheet } from "./draw-sheet.ts";

/** A sheet of a pad, as it is printed, as an SVG file that needs no fonts. */
export function sheetSvg(layout: PadLayout, family: TypeFamily, look?: Look): string {
  const glyphs = new GlyphSheet(family);
  const drawing = openSvg(layout.page, glyphs);
  drawWholeSheet(drawing, layout, 0, look);
  return svgFile(layout.page, glyphs, drawing);
}
