import { getElement } from "../../rules/arrays.ts";
import { concatBytes } from "../../rules/bytes.ts";
import { type Look, PLAIN_LOOK } from "../brand.ts";
import type { PdfCanvas } from "../pdf/canvas.ts";
import type { Sink } from "../pdf/object-file.ts";
import { onePerPage, countPages, type PrintRun, findSlotSheet } from "../imposition/imposition.ts";
import { type AnyFamily, wrapWords } from "../fonts/typeface.ts";
import { MM_PER_PT, type Size } from "../geometry.ts";
import { markGroup } from "../layout/marks.ts";
import type { PadLayout } from "../layout/pad-layout.ts";
import { CODE_CHARACTERS, codeGroups, writeSheetCode } from "../layout/sheet-code.ts";
import { type PageContent, PdfBlock, type Stamp } from "../pdf/block.ts";
import { type QrModules, symbolMaker } from "./symbols.ts";
import { drawCode, drawLetters, drawMarks, drawSheet, drawText, type Numbers } from "./draw-sheet.ts";

/** How a layout is printed. */
export interface PadPrint {
  readonly title: string;
  /** BCP 47 code. */
  readonly language: string;
  /** With handwriting if the back shows any. */
  readonly family: AnyFamily;
  readonly sheets: number;
  /** Null for sheets without numbers. */
  readonly numbers?: Numbers | null;
  /** Null for sheets that are not separated into blocks. */
  readonly blocks?: Blocks | null;
  /** Black without pictures by default. */
  readonly look?: Look;
  /** The imposition of the sheets; one per page by default. */
  readonly run?: PrintRun;
  /** The back of every sheet, if the run has backs. */
  readonly back?: BackPage | null;
  /** Whether the file is PDF/A-2b; false by default. */
  readonly isArchived?: boolean;
  /** The date of a file for a press (PDF/X-1a); left out for other files. */
  readonly pressDate?: Date;
  /** The edge for glue, for preflight: `top 10`. */
  readonly glue?: string;
  /** Called from time to time with the number of pages so far, and of all pages. */
  readonly onPage?: (pages: number, all: number) => void;
}

/** Blocks of equal size, each with a separator in front of its sheets. */
interface Blocks {
  readonly sheets: number;
  /** The number of the first block. */
  readonly first: number;
  /** What a separator says. */
  readonly separator: (block: number) => readonly [heading: string, line: string];
  /** A QR code on separators, and what it is for. */
  readonly code?: { readonly modules: QrModules; readonly caption: string } | null;
}

/** A page of its own size, and the scale at which it is printed. */
export interface BackPage {
  readonly size: Size;
  readonly scale: number;
  draw(on: PdfCanvas): void;
}

/** Draws a pad page by page; records what sheets share once. @param sink takes the bytes of the PDF file as they come */
export async function writePad(layout: PadLayout, print: PadPrint, sink: Sink): Promise<void> {
  const { title, language, family, numbers = null, run = onePerPage(layout.page), onPage } = print;
  const { imposition, backs, cuts, trim, bleed } = run;
  const { isArchived = false, pressDate, glue } = print;
  const press = { ...(pressDate && { pressDate }), ...(glue !== undefined && { glue }) };
  const information = { title, language, fonts: family, isArchived, ...press };
  const block = new PdfBlock(information, sink);
  const putSheet = sheetDrawer(block, layout, numbers, print.look);
  const { items, findSheet, putSeparator } = planItems(block, layout, print);
  const drawCuts = (on: PdfCanvas) => {
    for (const cut of cuts) on.line({ ...cut, ...run.cutStyle });
  };
  const guides = cuts.length === 0 ? null : block.stamp(imposition.page, drawCuts);
  const back = backs === null || print.back == null ? null : recordBack(block, print.back, backs);
  const pages = countPages(imposition, items);
  const paper = { ...imposition.page, ...(trim && { trim }), ...(bleed && { bleed }) };
  for (let page = 0; page < pages; page++) {
    const filled = imposition.slots.flatMap((slot, at) => {
      const item = findSlotSheet(imposition, run.order, items, page, at);
      return item === null ? [] : [{ at, slot, item, sheet: findSheet(item) }];
    });
    const front = block.page(paper, (content) => {
      for (const { slot, item, sheet } of filled) {
        const number = numbers === null || sheet === null ? 0 : numbers.from + sheet;
        content.at(slot, (place) =>
          place.at(run.sheet, (on) =>
            sheet === null ? putSeparator(on, item) : putSheet(on, sheet, number),
          ),
        );
      }
      if (guides !== null) content.press(guides);
    });
    if (front !== null) await front;
    const behind =
      back &&
      block.page(paper, (content) => {
        for (const { at, sheet } of filled) if (sheet !== null) back(content, at);
      });
    if (behind !== null) await behind;
    if (front !== null || behind !== null) onPage?.(page + 1, pages);
  }
  await block.finish();
}

/** What is printed in turn: sheets, each from 0, and in front of each block its separator, which is no sheet. */
function planItems(block: PdfBlock, layout: PadLayout, { sheets, blocks = null, family }: PadPrint) {
  if (blocks === null)
    return { items: sheets, findSheet: (item: number) => item, putSeparator: () => undefined };
  const { first, separator, code = null } = blocks;
  const all = sheets / blocks.sheets;
  const step = blocks.sheets + 1;
  const [heading, line] = separator(first + all - 1);
  const letters = (weight: "bold" | "regular", text: string) =>
    block.letters(weight, `0123456789${separator(first).join("")}${text}`);
  const [large, small] = [letters("bold", heading), letters("regular", line)];
  const { page, marginMm: xMm } = layout;
  const fitPt = (weight: "bold" | "regular", text: string) =>
    Math.min(SEPARATOR_PT[weight], (page.widthMm - 2 * xMm) / family[weight].width(text, 1));
  const [largePt, smallPt] = [fitPt("bold", heading), fitPt("regular", line)];
  const symbol = code && block.stamp(page, (on) => drawCodeForPhones(on, layout, family, code));
  const putSeparator = (on: PageContent, item: number) => {
    if (symbol !== null) on.press(symbol);
    const [heading, line] = separator(first + item / step);
    const baselineMm = page.heightMm / (symbol === null ? 3 : 8);
    on.write({ letters: large, text: heading, xMm, baselineMm, sizePt: largePt, ink: 1 });
    if (line === "") return;
    on.write({
      ...{ letters: small, text: line, xMm, sizePt: smallPt, ink: 1 },
      baselineMm: baselineMm + 2 * smallPt * MM_PER_PT,
    });
  };
  const findSheet = (item: number) => (item % step === 0 ? null : item - Math.floor(item / step) - 1);
  return { items: sheets + all, findSheet, putSeparator };
}

/** The white modules that phones need around a QR code. */
const QUIET_MODULES = 4;
/** Modules of whole dots look alike on every printer. */
const DOTS_MM = 0.125;

/** Draws the QR code of a separator as large as the width allows, with its caption in lines above it. */
function drawCodeForPhones(
  on: PdfCanvas,
  { page, marginMm }: Pick<PadLayout, "page" | "marginMm">,
  family: AnyFamily,
  { modules, caption }: NonNullable<Blocks["code"]>,
): void {
  const roomMm = Math.min(page.widthMm - 2 * marginMm, MAX_CODE_SHARE * page.heightMm);
  const moduleMm = Math.min(1, Math.floor(roomMm / (modules.length + 2 * QUIET_MODULES) / DOTS_MM) * DOTS_MM);
  const sideMm = moduleMm * modules.length;
  const yMm = page.heightMm / 4 + QUIET_MODULES * moduleMm;
  const area = { xMm: (page.widthMm - sideMm) / 2, yMm, widthMm: sideMm, heightMm: sideMm };
  on.modules({ ...area, rows: modules });
  const sizePt = SEPARATOR_PT.regular;
  const lines = wrapWords(caption, page.widthMm - 2 * marginMm, family.regular, sizePt);
  for (const [at, text] of lines.entries()) {
    const baselineMm = yMm + sideMm + QUIET_MODULES * moduleMm + (at + 1) * 1.3 * sizePt * MM_PER_PT;
    on.text({ text, xMm: marginMm, baselineMm, sizePt, weight: "regular", ink: 1 });
  }
}

/** Leaves room for words above and below the code. */
const MAX_CODE_SHARE = 0.6;

const SEPARATOR_PT = { bold: 36, regular: 14 } as const;

/** Draws a pad in memory. @returns the bytes of the PDF file */
export async function drawPad(layout: PadLayout, print: PadPrint): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  await writePad(layout, print, async (bytes) => {
    pieces.push(bytes.slice());
  });
  return concatBytes(pieces);
}

/** Records the back of a sheet. @returns puts it onto the back of a page, by the slot of its sheet from 0 */
function recordBack(block: PdfBlock, back: BackPage, { sheet, slots }: NonNullable<PrintRun["backs"]>) {
  const stamp = block.stamp(back.size, (on) => back.draw(on));
  const area = { ...sheet, scale: back.scale };
  return (content: PageContent, slot: number) =>
    content.at(getElement(slots, slot), (on) => on.at(area, (scaled) => scaled.press(stamp)));
}

/**
 * Records what the sheets of a block share; `numbers` is null for sheets without numbers. @internal
 * @returns puts a sheet onto a page, by its index and its number, which is 0 for sheets without
 */
export function sheetDrawer(
  block: PdfBlock,
  layout: PadLayout,
  numbers: Numbers | null,
  look: Look = PLAIN_LOOK,
): (on: PageContent, sheet: number, number: number) => void {
  const common = block.stamp(layout.page, (canvas) => {
    drawSheet(canvas, layout, look);
    drawLetters(canvas, layout.code);
    if (numbers === null) drawCode(canvas, layout.code);
  });
  const marks = recordMarks(block, layout, numbers?.from, numbers?.to);
  const owners = layout.owners.map((owner) => block.stamp(layout.page, (on) => drawText(on, owner, look)));
  const { code } = layout;
  const symbolOf = symbolMaker();
  const writeNumber = numbers === null ? null : numberWriter(block, layout, numbers);
  // Pages begin alike, which makes a block smaller; grey ink comes last, as symbols are black. This runs for every page and decides the
  // speed of a large block, so it allocates as little as possible.
  return (on, sheet, number) => {
    on.press(common);
    const written = numbers === null || code === null ? "" : writeSheetCode({ ...code.code, number });
    if (written !== "") {
      const symbol = symbolOf(written);
      for (const area of code?.areas ?? []) on.symbol({ ...area, ...symbol });
    }
    const owner = owners[sheet % owners.length];
    if (owner !== undefined) on.press(owner);
    const stamp = marks.get(markGroup(number));
    if (stamp !== undefined) on.press(stamp);
    writeNumber?.(on, number, written);
  };
}

/** Records the marks of each group that occurs. */
function recordMarks(block: PdfBlock, { page, marks }: PadLayout, from = 0, to = 0) {
  const stamps = new Map<number, Stamp>();
  for (let number = from; marks.length > 0 && number <= to && !stamps.has(markGroup(number)); number++) {
    const group = markGroup(number);
    const stamp = block.stamp(page, (on) => drawMarks(on, marks, group));
    stamps.set(group, stamp);
  }
  return stamps;
}

/** Writes the number of each sheet of a numbered block: for people, and next to its code. */
function numberWriter(block: PdfBlock, { code: placed }: PadLayout, { serial }: Numbers) {
  const small = block.letters("regular", CODE_CHARACTERS);
  const large =
    serial === null ? null : block.letters(serial.place.weight, `${serial.text(1234567890)}0123456789`);
  const below = placed?.letters.at(-1);
  return (on: PageContent, number: number, code: string) => {
    if (serial !== null && large !== null) {
      const { xMm, baselineMm, sizePt, grey: ink } = serial.place;
      on.write({ letters: large, text: serial.text(number), xMm, baselineMm, sizePt, ink });
    }
    if (below === undefined) return;
    const { xMm, baselineMm, sizePt, grey: ink } = below;
    on.write({ letters: small, text: codeGroups(code)[2], xMm, baselineMm, sizePt, ink });
  };
}
