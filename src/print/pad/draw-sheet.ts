import { arrowShapes, dieShapes, tickShapes } from "../shapes/figures.ts";
import { markGroup, markId, markModules } from "../layout/marks.ts";
import type { Mark, PadLayout, PlacedCode, PlacedText } from "../layout/pad-layout.ts";
import { CODE_CHARACTERS, codeGroups, writeSheetCode } from "../layout/sheet-code.ts";
import type { PageContent, PdfBlock, Stamp } from "../pdf/block.ts";
import type { Colour, PdfCanvas } from "../pdf/canvas.ts";
import type { Letters } from "../pdf/embedded-font.ts";
import { codeSymbol, symbolMaker } from "./code-symbol.ts";

/** How a sheet looks, apart from its layout. */
export interface PadLook {
  /** Of title, headings and arrows; null for black. */
  readonly accent: Colour | null;
  /** The picture of whoever prints the pad, as PNG; null where the layout has no place for one. */
  readonly logo: Uint8Array | null;
}

const PLAIN: PadLook = { accent: null, logo: null };

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

/** A sheet's number as it is printed. */
export function serialText({ before, after, figures }: Omit<Serial, "place">, number: number): string {
  return `${before}${String(number).padStart(figures, "0")}${after}`;
}

/**
 * Records what the sheets of a block have in common; `numbers` is null for sheets that are all alike.
 *
 * @returns puts a sheet onto a page: which one, counted from 0, and its number, which is 0 if it has none
 */
export function sheetDrawer(
  block: PdfBlock,
  layout: PadLayout,
  numbers: Numbers | null,
  look: PadLook = PLAIN,
): (on: PageContent, sheet: number, number: number) => void {
  const common = block.stamp(layout.page, (canvas) => {
    drawSheet(canvas, layout, look);
    drawLetters(canvas, layout.code);
    if (numbers === null) drawCode(canvas, layout.code);
  });
  const marks = recordMarks(block, layout, numbers ?? { from: 0, to: 0 });
  const owners = layout.owners.map((owner) => block.stamp(layout.page, (on) => drawText(on, owner, look)));
  const { code } = layout;
  const drawSymbols = numbers === null || code === null ? null : symbolDrawer(code);
  const writeNumber = numbers === null ? null : numberWriter(block, layout, numbers);
  // Pages begin alike, which makes a block smaller; what is grey comes last, as symbols are black.
  return (on, sheet, number) => {
    on.press(common);
    const written = numbers === null || code === null ? "" : writeSheetCode({ ...code.code, number });
    drawSymbols?.(on, written);
    const owner = owners[sheet % owners.length];
    if (owner !== undefined) on.press(owner);
    const stamp = marks.get(markGroup(number));
    if (stamp !== undefined) on.press(stamp);
    writeNumber?.(on, number, written);
  };
}

/** Draws a sheet all at once, as it is printed; its number is 0 if it has none. */
export function drawWholeSheet(on: PdfCanvas, layout: PadLayout, number = 0, look = PLAIN): void {
  drawSheet(on, layout, look);
  drawMarks(on, layout.marks, markGroup(number));
  drawLetters(on, layout.code, number);
  drawCode(on, layout.code, number);
}

/** Draws what all sheets of a layout share: all but marks, code and names. Tints come first, so that nothing is covered. */
export function drawSheet(on: PdfCanvas, layout: PadLayout, look = PLAIN): void {
  for (const tint of layout.tints) on.fill({ ...tint, ink: tint.grey });
  for (const rule of layout.rules) on.line({ ...rule, ink: rule.grey });
  for (const die of layout.dice) on.shapes(dieShapes(die.face), die);
  for (const { arrow, ...place } of layout.arrows)
    on.shapes(arrowShapes(arrow), { ...place, colour: look.accent });
  for (const tick of layout.ticks) on.shapes(tickShapes(), { ...tick, sideMm: tick.widthMm });
  if (layout.logo !== null && look.logo !== null) on.picture({ ...layout.logo, png: look.logo });
  for (const text of layout.texts) drawText(on, text, look);
}

function drawText(on: PdfCanvas, text: PlacedText, { accent }: PadLook): void {
  on.text({ ...text, ink: text.isAccented && accent !== null ? accent : text.grey });
}

/** The marks of each group that occurs. */
function recordMarks(
  block: PdfBlock,
  { page, marks }: PadLayout,
  { from, to }: Pick<Numbers, "from" | "to">,
): ReadonlyMap<number, Stamp> {
  if (marks.length === 0) return new Map();
  const stamps = new Map<number, Stamp>();
  for (let number = from; number <= to && !stamps.has(markGroup(number)); number++) {
    const group = markGroup(number);
    const stamp = block.stamp(page, (on) => drawMarks(on, marks, group));
    stamps.set(group, stamp);
  }
  return stamps;
}

/** The marks by which a photographed sheet is found. */
function drawMarks(on: PdfCanvas, marks: readonly Mark[], group: number): void {
  for (const mark of marks) on.modules({ ...mark, rows: markModules(markId(group, mark.place)) });
}

/** The symbol of a sheet's code, wherever it stands. */
function drawCode(on: PdfCanvas, placed: PlacedCode | null, number = 0): void {
  if (placed === null) return;
  const rows = codeSymbol(writeSheetCode({ ...placed.code, number }));
  for (const area of placed.areas) on.modules({ ...area, rows });
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

// The rest runs once for every page, so it allocates as little as possible: the speed of a large block depends on it.

/** Draws the code of each sheet of a numbered block. */
function symbolDrawer({ areas }: PlacedCode) {
  const symbolOf = symbolMaker();
  return (on: PageContent, code: string) => {
    const { rows, columns, bits } = symbolOf(code);
    for (const { xMm, yMm, widthMm, heightMm } of areas)
      on.symbol({ xMm, yMm, widthMm, heightMm, rows, columns, bits });
  };
}

/** Writes the number of each sheet of a numbered block: for people, and beside its code. */
function numberWriter(block: PdfBlock, { code: placed }: PadLayout, { serial }: Numbers) {
  const small = block.letters("regular", CODE_CHARACTERS);
  const large = serial === null ? null : block.letters(serial.place.weight, serialText(serial, 1234567890));
  const letters = placed?.letters.at(-1);
  return (on: PageContent, number: number, code: string) => {
    if (serial !== null && large !== null) write(on, serial.place, large, serialText(serial, number));
    if (letters !== undefined) write(on, letters, small, codeGroups(code)[2]);
  };
}

function write(
  on: PageContent,
  { xMm, baselineMm, sizePt, grey }: Pick<PlacedText, "xMm" | "baselineMm" | "sizePt" | "grey">,
  letters: Letters,
  text: string,
): void {
  on.write({ letters, text, xMm, baselineMm, sizePt, ink: grey });
}
