import { arrowShapes } from "../figure/arrow.ts";
import { dieShapes } from "../figure/die.ts";
import { tickShapes } from "../figure/tick.ts";
import { markGroup, markId, markModules } from "../layout/marks.ts";
import type { Mark, PadLayout, PlacedCode, PlacedText } from "../layout/pad-layout.ts";
import { CODE_CHARACTERS, codeGroups, writeSheetCode } from "../layout/sheet-code.ts";
import type { PageContent, PdfBlock, Stamp } from "../pdf/block.ts";
import type { PdfCanvas } from "../pdf/canvas.ts";
import { codeSymbol, symbolMaker } from "./code-symbol.ts";

/** The numbers of a block's sheets. */
export interface Numbers {
  readonly from: number;
  readonly to: number;
  /** Where the number stands for people; null if it stands in the code alone. */
  readonly serial: Serial | null;
}

/** A sheet's number as people read it. */
export interface Serial {
  readonly place: PlacedText;
  readonly before: string;
  readonly after: string;
  /** All numbers have as many figures, so that they are alike. */
  readonly figures: number;
}

/** What stands on a sheet as its number. */
export function serialText({ before, after, figures }: Omit<Serial, "place">, number: number): string {
  return `${before}${String(number).padStart(figures, "0")}${after}`;
}

/** Puts a sheet onto a page; its number is 0 if it has none. */
export type SheetDrawer = (on: PageContent, number: number) => void;

/**
 * Records what the sheets of a block have in common.
 *
 * @param numbers null for sheets without numbers, which are all alike
 */
export function sheetDrawer(block: PdfBlock, layout: PadLayout, numbers: Numbers | null): SheetDrawer {
  const sheet = block.stamp(layout.page, (canvas) => {
    drawSheet(canvas, layout);
    drawLetters(canvas, layout.code);
    if (numbers === null) drawCode(canvas, layout.code);
  });
  const marks = recordMarks(block, layout, numbers ?? { from: 0, to: 0 });
  const drawNumber = numbers === null ? null : numberDrawer(block, layout, numbers);
  return (on, number) => {
    on.press(sheet);
    const stamp = marks.get(markGroup(number));
    if (stamp !== undefined) on.press(stamp);
    drawNumber?.(on, number);
  };
}

/** Draws a sheet all at once, as it is printed; its number is 0 if it has none. */
export function drawWholeSheet(on: PdfCanvas, layout: PadLayout, number = 0): void {
  drawSheet(on, layout);
  drawMarks(on, layout.marks, markGroup(number));
  drawLetters(on, layout.code, number);
  drawCode(on, layout.code, number);
}

/** Tints first, so that nothing is covered; text last. */
function drawSheet(on: PdfCanvas, layout: PadLayout): void {
  for (const tint of layout.tints) on.fill({ ...tint, ink: tint.grey });
  for (const rule of layout.rules) on.line({ ...rule, ink: rule.grey });
  for (const die of layout.dice) on.shapes(dieShapes(die.face, { state: "plain" }), die);
  for (const { arrow, ...place } of layout.arrows) on.shapes(arrowShapes(arrow), place);
  for (const tick of layout.ticks) on.shapes(tickShapes(), { ...tick, sideMm: tick.widthMm });
  for (const text of layout.texts) on.text({ ...text, ink: text.grey });
}

/** The marks of each group that occurs. */
function recordMarks(
  block: PdfBlock,
  { page, marks }: PadLayout,
  { from, to }: Pick<Numbers, "from" | "to">,
): ReadonlyMap<number, Stamp> {
  if (marks.length === 0) return new Map();
  const groups = new Set<number>();
  for (let number = from; number <= to && !groups.has(markGroup(number)); number++)
    groups.add(markGroup(number));
  const stamp = (group: number) => block.stamp(page, (on) => drawMarks(on, marks, group));
  return new Map([...groups].map((group) => [group, stamp(group)]));
}

/** The marks by which a photographed sheet is found. */
function drawMarks(on: PdfCanvas, marks: readonly Mark[], group: number): void {
  for (const mark of marks) on.modules({ ...mark, rows: markModules(markId(group, mark.place)) });
}

/** The symbol of a sheet's code. */
function drawCode(on: PdfCanvas, placed: PlacedCode | null, number = 0): void {
  if (placed !== null)
    on.modules({ ...placed.area, rows: codeSymbol(writeSheetCode({ ...placed.code, number })) });
}

/** The letters of a code; without the last group, which says the number, where there is none. */
function drawLetters(on: PdfCanvas, placed: PlacedCode | null, number = 0): void {
  if (placed === null) return;
  codeGroups(writeSheetCode({ ...placed.code, number }))
    .slice(0, number === 0 ? -1 : undefined)
    .forEach((group, at) => {
      const letters = placed.letters[at];
      if (letters !== undefined) on.text({ ...letters, text: group, ink: letters.grey });
    });
}

/** What differs from sheet to sheet of a numbered block: its code, and its number for people. */
function numberDrawer(block: PdfBlock, { code }: PadLayout, { serial }: Numbers): SheetDrawer {
  const small = block.letters("regular", CODE_CHARACTERS);
  const large = serial === null ? null : block.letters(serial.place.weight, serialText(serial, 1234567890));
  const symbolOf = symbolMaker();
  return (on, number) => {
    if (code !== null) {
      const text = writeSheetCode({ ...code.code, number });
      on.symbol({ ...code.area, ...symbolOf(text) });
      const letters = code.letters.at(-1);
      const last = codeGroups(text).at(-1);
      if (letters !== undefined && last !== undefined)
        on.write({ ...letters, letters: small, text: last, ink: letters.grey });
    }
    if (serial !== null && large !== null) {
      const { place } = serial;
      on.write({ ...place, letters: large, text: serialText(serial, number), ink: place.grey });
    }
  };
}
