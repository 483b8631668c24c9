import type { PadLayout } from "../layout/pad-layout.ts";
import { type PageContent, PdfBlock } from "../pdf/block.ts";
import { elementAt } from "../../rules/arrays.ts";
import { joined } from "../../rules/bytes.ts";
import type { PdfCanvas } from "../pdf/canvas.ts";
import type { Sink } from "../pdf/object-file.ts";
import type { BlockPage } from "../pdf/pages.ts";
import { onePerPage, pagesFor, type PrintRun, sheetAt } from "../imposition/imposition.ts";
import type { TypeFamily } from "../fonts/typeface.ts";
import type { Size } from "../geometry.ts";
import { type Numbers, type PadLook, sheetDrawer } from "./draw-sheet.ts";

export interface PadPrint {
  readonly title: string;
  /** BCP 47 code. */
  readonly language: string;
  readonly family: TypeFamily;
  /** How many sheets. */
  readonly sheets: number;
  /** Null for sheets without numbers, which are all alike. */
  readonly numbers?: Numbers | null;
  /** What the sheets look like; black, without a picture, if this is left out. */
  readonly look?: PadLook;
  /** How the sheets come onto pages; one on each if this is left out. */
  readonly run?: PrintRun;
  /** What stands on the back of every sheet, where the run has backs. */
  readonly back?: BackPage | null;
  /** Whether the file is to be kept for long (PDF/A-2b); no if left out. */
  readonly isArchived?: boolean;
  /** Called now and then with the number of pages so far, and of all pages. */
  readonly onPage?: (pages: number, all: number) => void;
}

/** A page of its own size, and the scale at which it is printed. */
export interface BackPage {
  readonly size: Size;
  readonly scale: number;
  draw(on: PdfCanvas): void;
}

/**
 * Draws a pad, page after page. What all sheets share is recorded once and put into every slot, and so are the marks of each group.
 *
 * @param sink takes the bytes of the PDF file as they come
 */
export async function writePad(layout: PadLayout, print: PadPrint, sink: Sink): Promise<void> {
  const { title, language, family, sheets, numbers = null, run = onePerPage(layout.page), onPage } = print;
  const { imposition } = run;
  const block = new PdfBlock({ title, language, fonts: family, isArchived: print.isArchived ?? false }, sink);
  const drawSheet = sheetDrawer(block, layout, numbers, print.look);
  const drawCuts = (on: PdfCanvas) => {
    for (const cut of run.cuts) on.line({ ...cut, ...run.cutStyle });
  };
  const guides = run.cuts.length === 0 ? null : block.stamp(imposition.page, drawCuts);
  const drawBacks = backDrawer(block, print.back ?? null, run);
  const pages = pagesFor(imposition, sheets);
  for (let page = 0; page < pages; page++) {
    const filled = imposition.slots.flatMap((slot, at) => {
      const sheet = sheetAt(imposition, run.order, sheets, page, at);
      return sheet === null ? [] : [{ at, slot, sheet }];
    });
    const front = block.page(pageOf(run), (content) => {
      for (const { slot, sheet } of filled) {
        const number = numbers === null ? 0 : numbers.from + sheet;
        content.at(slot, (place) => place.at(run.sheet, (on) => drawSheet(on, sheet, number)));
      }
      if (guides !== null) content.press(guides);
    });
    if (front !== null) await front;
    const back = drawBacks === null ? null : block.page(pageOf(run), (content) => drawBacks(content, filled));
    if (back !== null) await back;
    if (front !== null || back !== null) onPage?.(page + 1, pages);
  }
  await block.finish();
}

/** Draws a pad that fits in memory: the PDF file. */
export async function drawPad(layout: PadLayout, print: PadPrint): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  await writePad(layout, print, async (bytes) => {
    pieces.push(bytes.slice());
  });
  return joined(pieces);
}

/** Puts the back of each sheet onto the other side of its page. Slots count from 0. */
function backDrawer(block: PdfBlock, back: BackPage | null, { backs }: PrintRun) {
  if (back === null || backs === null) return null;
  const stamp = block.stamp(back.size, (on) => back.draw(on));
  const area = { ...backs.sheet, scale: back.scale };
  return (content: PageContent, filled: readonly { readonly at: number }[]) => {
    for (const { at } of filled)
      content.at(elementAt(backs.slots, at), (on) => on.at(area, (scaled) => scaled.press(stamp)));
  };
}

function pageOf({ imposition, trim, bleed }: PrintRun): BlockPage {
  return { ...imposition.page, ...(trim && { trim }), ...(bleed && { bleed }) };
}
