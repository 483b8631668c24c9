import type { PadLayout } from "../layout/pad-layout.ts";
import { type BlockPage, openBlock } from "../pdf/block.ts";
import { joined } from "../pdf/bytes.ts";
import type { PdfCanvas } from "../pdf/canvas.ts";
import type { Sink } from "../pdf/object-file.ts";
import { pagesFor, sheetAt } from "../press/imposition.ts";
import { onePerPage, type PrintRun } from "../press/print-run.ts";
import type { TypeFamily } from "../type/typeface.ts";
import { type Numbers, sheetDrawer } from "./draw-sheet.ts";

export interface PadPrint {
  readonly title: string;
  /** BCP 47 code. */
  readonly language: string;
  readonly family: TypeFamily;
  /** How many sheets. */
  readonly sheets: number;
  /** Null for sheets without numbers, which are all alike. */
  readonly numbers?: Numbers | null;
  /** How the sheets come onto pages; one on each if this is left out. */
  readonly run?: PrintRun;
  /** Told now and then how many pages there are, of how many. */
  readonly onPage?: (pages: number, all: number) => void;
}

/**
 * Draws a pad, page after page: what all sheets have in common is recorded once and put into every place, and so are the marks of
 * each group.
 *
 * @param sink takes the bytes of the PDF file as they come
 */
export async function writePad(layout: PadLayout, print: PadPrint, sink: Sink): Promise<void> {
  const { title, language, family, sheets, numbers = null, run = onePerPage(layout.page), onPage } = print;
  const { imposition, order } = run;
  const block = openBlock({ title, language, fonts: family }, sink);
  const drawSheet = sheetDrawer(block, layout, numbers);
  const guides = run.cuts.length === 0 ? null : block.stamp(imposition.page, (on) => drawCuts(on, run));
  const pages = pagesFor(imposition, sheets);
  for (let page = 0; page < pages; page++) {
    const written = block.page(pageOf(run), (content) => {
      imposition.places.forEach((place, at) => {
        const sheet = sheetAt(imposition, order, sheets, page, at);
        if (sheet === null) return;
        const number = numbers === null ? 0 : numbers.from + sheet;
        content.at(place, (place) => place.at(run.sheet, (on) => drawSheet(on, number)));
      });
      if (guides !== null) content.press(guides);
    });
    if (written === null) continue;
    await written;
    onPage?.(page + 1, pages);
  }
  await block.finish();
}

/**
 * Draws a pad that is small enough to be kept in memory.
 *
 * @returns the PDF file
 */
export async function drawPad(layout: PadLayout, print: PadPrint): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  await writePad(layout, print, async (bytes) => {
    pieces.push(bytes.slice());
  });
  return joined(pieces);
}

function pageOf({ imposition, trim, bleed }: PrintRun): BlockPage {
  return {
    ...imposition.page,
    ...(trim === null ? {} : { trim }),
    ...(bleed === null ? {} : { bleed }),
  };
}

function drawCuts(on: PdfCanvas, { cuts, cutStyle }: PrintRun): void {
  for (const cut of cuts) on.line({ ...cut, ...cutStyle });
}
