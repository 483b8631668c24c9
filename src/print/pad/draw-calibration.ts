import { plainNumber } from "../../i18n/format.ts";
import { PdfBlock } from "../pdf/block.ts";
import type { PdfCanvas } from "../pdf/canvas.ts";
import type { Sink } from "../pdf/object-file.ts";
import type { TypeFamily } from "../fonts/typeface.ts";
import type { Size } from "../geometry.ts";

export interface Calibration {
  readonly page: Size;
  readonly title: string;
  /** BCP 47 code. */
  readonly language: string;
  readonly family: TypeFamily;
  /** Lines with instructions for each side. */
  readonly front: readonly string[];
  readonly back: readonly string[];
}

/** Half the length of the rulers. */
const REACH_MM = 12;
const TICK_MM = 1.5;
const LONG_TICK_MM = 3;
const NUMBER_EVERY = 5;
const TEXT_PT = 10;
const SMALL_PT = 6;
const LINE_MM = 5.5;
const MARGIN_MM = 12;

/**
 * Draws two pages that show the register error of a duplex printer: a cross on the front and two rulers on the back, read against the
 * light. The place of the cross on the rulers is the offset for backs.
 */
export async function writeCalibration(calibration: Calibration, sink: Sink): Promise<void> {
  const { page, title, language, family, front, back } = calibration;
  const block = new PdfBlock({ title, language, fonts: family }, sink);
  const stamps = [front, back].map((lines) =>
    block.stamp(page, (on) => {
      drawCross(on, page);
      if (lines === back) drawRulers(on, page, family);
      lines.forEach((text, at) => {
        const baselineMm = Math.min(page.heightMm / 2 - 3 * REACH_MM, 30) + at * LINE_MM;
        on.text({ text, xMm: MARGIN_MM, baselineMm, sizePt: TEXT_PT, weight: "regular", ink: 1 });
      });
    }),
  );
  for (const stamp of stamps) {
    const written = block.page(page, (on) => on.press(stamp));
    if (written !== null) await written;
  }
  await block.finish();
}

function drawCross(on: PdfCanvas, { widthMm, heightMm }: Size): void {
  const [x, y] = [widthMm / 2, heightMm / 2];
  const style = { weightPt: 0.5, ink: 1 };
  on.line({ fromXMm: x - REACH_MM, fromYMm: y, toXMm: x + REACH_MM, toYMm: y, ...style });
  on.line({ fromXMm: x, fromYMm: y - REACH_MM, toXMm: x, toYMm: y + REACH_MM, ...style });
}

/** Numbers are positive to the right and down, as offsets are. */
function drawRulers(on: PdfCanvas, page: Size, family: TypeFamily): void {
  const [x, y] = [page.widthMm / 2, page.heightMm / 2];
  const style = { weightPt: 0.35, ink: 1 };
  for (let mm = -REACH_MM; mm <= REACH_MM; mm++) {
    const isLong = mm % NUMBER_EVERY === 0;
    const tick = isLong ? LONG_TICK_MM : TICK_MM;
    on.line({ fromXMm: x + mm, fromYMm: y - tick, toXMm: x + mm, toYMm: y, ...style });
    on.line({ fromXMm: x, fromYMm: y + mm, toXMm: x + tick, toYMm: y + mm, ...style });
    if (!isLong || mm === 0) continue;
    const text = plainNumber(mm);
    const number = { text, sizePt: SMALL_PT, weight: "regular", ink: 1 } as const;
    const wide = family.regular.width(text, SMALL_PT);
    on.text({ ...number, xMm: x + mm - wide / 2, baselineMm: y - LONG_TICK_MM - 0.8 });
    on.text({ ...number, xMm: x + LONG_TICK_MM + 0.8, baselineMm: y + mm + 0.8 });
  }
}
