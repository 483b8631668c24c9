import { type Look, PLAIN_LOOK } from "../brand.ts";
import type { AnyFamily } from "../fonts/typeface.ts";
import { type Area, MM_PER_PT, type Size } from "../geometry.ts";
import { type Mark, markGroup, markId, markModules } from "../layout/marks.ts";
import type { DecorationShape, PadLayout, PlacedCode, PlacedText } from "../layout/pad-layout.ts";
import { codeGroups, type NumberSpan, writeSheetCode } from "../layout/sheet-code.ts";
import type { PdfCanvas } from "../pdf/canvas.ts";
import { arrowShapes, styledDie, tickShapes } from "../shapes/figures.ts";
import { GlyphSheet, openSvg, svgFile } from "../svg/drawing.ts";
import { codeSymbol } from "./symbols.ts";

/** Draws a whole sheet as it is printed; its number is 0 if it has none. */
export function drawWholeSheet(on: PdfCanvas, layout: PadLayout, number = 0, look = PLAIN_LOOK): void {
  drawSheet(on, layout, look);
  drawMarks(on, layout.marks, markGroup(number));
  drawLetters(on, layout.code, number);
  drawCode(on, layout.code, number);
}

/** A sheet of a pad, as it is printed, as an SVG file that needs no fonts. */
export function sheetSvg(layout: PadLayout, family: AnyFamily, look?: Look): string {
  const glyphs = new GlyphSheet(family);
  const drawing = openSvg(layout.page, glyphs);
  drawWholeSheet(drawing, layout, 0, look);
  return svgFile(layout.page, glyphs, drawing);
}

/** Draws a sheet without marks, code and names, which differ between sheets. Tints come first, so that they cover nothing. */
export function drawSheet(on: PdfCanvas, layout: PadLayout, look = PLAIN_LOOK): void {
  for (const tint of layout.tints) on.fill({ ...tint, ink: tint.grey });
  const { dice = "outline", shapes = [] } = layout.decoration ?? {};
  if (shapes.length > 0) drawShapes(on, layout.page, shapes, look);
  for (const rule of layout.rules) on.line({ ...rule, ink: rule.grey });
  for (const die of layout.dice) on.shapes(styledDie(die.face, dice, die.tint, die.isDouble), die);
  for (const { arrow, ...place } of layout.arrows)
    on.shapes(arrowShapes(arrow), { ...place, colour: look.accent });
  for (const tick of layout.ticks) on.shapes(tickShapes(), { ...tick, sideMm: tick.widthMm });
  if (layout.logo !== null) drawLogo(on, layout.logo, look);
  if (layout.link !== null && look.link !== null) on.modules({ ...layout.link, rows: look.link });
  for (const text of layout.texts) drawText(on, text, look);
}

/** Draws the shapes of a style in their place on the page. */
function drawShapes(on: PdfCanvas, page: Size, shapes: readonly DecorationShape[], { accent }: Look): void {
  const outlines = shapes.map(({ steps, fill, strokePt, isAccented }) => {
    const colour = isAccented ? accent : null;
    const stroke =
      strokePt === null ? null : { ink: colour ?? 1, weight: strokePt * MM_PER_PT, cap: 0, join: 0 };
    return { steps, fill: fill === 1 ? (colour ?? 1) : fill, isEvenOdd: false, stroke };
  });
  const { widthMm: width, heightMm: height } = page;
  on.outlines({ ...page, xMm: 0, yMm: 0, outlines: { box: { x: 0, y: 0, width, height }, outlines } });
}

export function drawLogo(on: PdfCanvas, area: Area, { logo, outlines }: Look): void {
  if (outlines) on.outlines({ ...area, outlines });
  else if (logo !== null) on.picture({ ...area, png: logo });
}

export function drawText(on: PdfCanvas, text: PlacedText, { accent }: Look): void {
  on.text({ ...text, ink: text.isAccented && accent !== null ? accent : text.grey });
}

/** Draws the marks by which scans find a sheet. */
export function drawMarks(on: PdfCanvas, marks: readonly Mark[], group: number): void {
  for (const mark of marks) on.modules({ ...mark, rows: markModules(markId(group, mark.place)) });
}

/** Draws the symbol of a sheet's code in all its places. */
export function drawCode(on: PdfCanvas, placed: PlacedCode | null, number = 0): void {
  if (placed === null) return;
  const rows = codeSymbol(writeSheetCode({ ...placed.code, number }));
  for (const area of placed.areas) on.modules({ ...area, rows });
}

/** Draws the letters of a code, without the last group for a sheet without a number. */
export function drawLetters(on: PdfCanvas, placed: PlacedCode | null, number = 0): void {
  if (placed === null) return;
  codeGroups(writeSheetCode({ ...placed.code, number }))
    .slice(0, number === 0 ? -1 : undefined)
    .forEach((group, at) => {
      const letters = placed.letters[at];
      if (letters !== undefined) on.text({ ...letters, text: group, ink: letters.grey });
    });
}

export interface Numbers extends NumberSpan {
  /** The number for people; null if only the code has it. */
  readonly serial: Serial | null;
}

/** A sheet's number as people read it. */
interface Serial {
  readonly place: PlacedText;
  /** What is printed for a number. */
  readonly text: (number: number) => string;
}
