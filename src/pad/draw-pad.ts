import { arrowShapes } from "../figure/arrow.ts";
import { dieShapes } from "../figure/die.ts";
import { tickShapes } from "../figure/tick.ts";
import { markGroup, markId, markModules } from "../layout/marks.ts";
import type { PadLayout, PlacedCode } from "../layout/pad-layout.ts";
import { codeGroups, writeSheetCode } from "../layout/sheet-code.ts";
import { openPdf, type PdfDocument, type Stamp } from "../pdf/document.ts";
import type { TypeFamily } from "../type/typeface.ts";
import { codeSymbol } from "./code-symbol.ts";

export interface PadPrint {
  readonly title: string;
  /** BCP 47 code. */
  readonly language: string;
  readonly family: TypeFamily;
  /** How many sheets, one on each page. */
  readonly sheets: number;
  /** The number of the first sheet; null for sheets without numbers, which are all alike. */
  readonly firstNumber: number | null;
}

/**
 * Draws a pad: what all sheets have in common is recorded once and put on every page, and so are the marks of each group.
 *
 * @returns the PDF file
 */
export function drawPad(layout: PadLayout, print: PadPrint): Promise<Uint8Array> {
  const { title, language, family, sheets, firstNumber } = print;
  const document = openPdf({ title, language, fonts: family });
  document.addPage(layout.page);
  const sheet = document.stamp(() => {
    drawSheet(document, layout);
    if (firstNumber === null) drawCode(document, layout.code, 0);
  });
  const marksOf = new Map<number, Stamp>();
  for (let page = 0; page < sheets; page++) {
    if (page > 0) document.addPage(layout.page);
    document.press(sheet);
    const number = firstNumber === null ? 0 : firstNumber + page;
    if (firstNumber !== null) drawCode(document, layout.code, number);
    if (layout.marks.length > 0) pressMarks(document, layout, markGroup(number), marksOf);
  }
  return document.finish();
}

/** Tints first, so that nothing is covered; text last. */
function drawSheet(document: PdfDocument, layout: PadLayout): void {
  for (const tint of layout.tints) document.fill({ ...tint, ink: tint.grey });
  for (const rule of layout.rules) document.line({ ...rule, ink: rule.grey });
  for (const die of layout.dice) document.shapes(dieShapes(die.face, { state: "plain" }), die);
  for (const { arrow, ...place } of layout.arrows) document.shapes(arrowShapes(arrow), place);
  for (const tick of layout.ticks) document.shapes(tickShapes(), { ...tick, sideMm: tick.widthMm });
  for (const text of layout.texts) document.text({ ...text, ink: text.grey });
}

function pressMarks(
  document: PdfDocument,
  { marks }: PadLayout,
  group: number,
  known: Map<number, Stamp>,
): void {
  const stamp =
    known.get(group) ??
    document.stamp(() => {
      for (const mark of marks) document.modules({ ...mark, rows: markModules(markId(group, mark.place)) });
    });
  known.set(group, stamp);
  document.press(stamp);
}

/** The code as symbol and in letters. The last letters are the sheet's number: a sheet without one goes without them. */
function drawCode(document: PdfDocument, placed: PlacedCode | null, number: number): void {
  if (placed === null) return;
  const text = writeSheetCode({ ...placed.code, number });
  document.modules({ ...placed.area, rows: codeSymbol(text) });
  const groups = codeGroups(text).slice(0, number === 0 ? -1 : undefined);
  groups.forEach((group, at) => {
    const letters = placed.letters[at];
    if (letters !== undefined) document.text({ ...letters, text: group, ink: letters.grey });
  });
}
