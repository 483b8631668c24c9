import { arrowShapes } from "../figure/arrow.ts";
import { dieShapes } from "../figure/die.ts";
import type { PadLayout } from "../layout/pad-layout.ts";
import { openPdf, type PdfDocument } from "../pdf/document.ts";
import type { TypeFamily } from "../type/typeface.ts";

export interface PadPrint {
  readonly title: string;
  /** BCP 47 code. */
  readonly language: string;
  readonly family: TypeFamily;
  /** How many sheets, one on each page. */
  readonly sheets: number;
}

/** Draws a pad: the sheet is recorded once and put on every page. @returns the PDF file */
export function drawPad(
  layout: PadLayout,
  { title, language, family, sheets }: PadPrint,
): Promise<Uint8Array> {
  const document = openPdf({ title, language, fonts: family });
  document.addPage(layout.page);
  const sheet = document.stamp(() => drawSheet(document, layout));
  document.press(sheet);
  for (let page = 1; page < sheets; page++) {
    document.addPage(layout.page);
    document.press(sheet);
  }
  return document.finish();
}

/** Tints first, so that nothing is covered; text last. */
function drawSheet(document: PdfDocument, layout: PadLayout): void {
  for (const tint of layout.tints) document.fill({ ...tint, ink: tint.grey });
  for (const rule of layout.rules) document.line({ ...rule, ink: rule.grey });
  for (const die of layout.dice) document.shapes(dieShapes(die.face, { state: "plain" }), die);
  for (const { arrow, ...place } of layout.arrows) document.shapes(arrowShapes(arrow), place);
  for (const text of layout.texts) document.text({ ...text, ink: text.grey });
}
