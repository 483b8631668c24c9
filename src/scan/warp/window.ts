import { type Area, grown, overlaps } from "../../print/geometry.ts";
import type { PadLayout } from "../../print/layout/pad-layout.ts";
import { type Grey, areaLevels, type PixelArea, coveredPixels, quantile, WHITE } from "../image/picture.ts";

/** What is printed where numbers are written: boxes, the lines around them, and tints. */
interface PrintedBoxes extends Pick<PadLayout, "rules" | "tints"> {
  readonly boxes: readonly Area[];
}

/** The straightened sheet in even light. */
export interface EvenSheet {
  readonly layout: PrintedBoxes;
  readonly pxPerMm: number;
  readonly grey: Grey;
}

/** A part of the straightened sheet, to work on. */
export interface Window {
  readonly area: PixelArea;
  /** Row by row; 0 is black. */
  readonly levels: Float32Array;
}

/** The margin around a box, as a share of its height: as much as the reader of digits was trained to see. */
const MARGIN = 1 / 8;

/** A box with its margin, in which a number that sticks out is seen whole. */
export function withMargin(box: Area): Area {
  return grown(box, box.heightMm * MARGIN);
}

/** Lines and their blur reach this far. */
const LINE_MM = 0.5;
/** The level of a tint beyond a box is measured up to this far from the box. */
const AROUND_MM = 4;
/** Ink and letters are darker than this share of a tinted area. */
const PAPER_SHARE = 0.6;
/** Printers make tints darker than they should be by up to this factor. */
const DARKEST_TINT = 2;
/** What light leaves uneven. */
const UNEVEN = 0.06;
/** One row and column of so many is enough to know the paper by. */
const STRIDE = 2;

/** A box with its margin. Its paper is made white, whether it is tinted or not. */
export function openWindow(box: Area, sheet: EvenSheet): Window {
  const around = withMargin(box);
  const area = coveredPixels(around, sheet.pxPerMm, sheet.grey);
  const window = { area, levels: areaLevels(sheet.grey, area) };
  const { tints } = sheet.layout;
  const [xMm, yMm] = [box.xMm + box.widthMm / 2, box.yMm + box.heightMm / 2];
  const middle = { xMm, yMm, widthMm: 0, heightMm: 0 };
  const own = tints.findLast((tint) => overlaps(tint, middle));
  for (const tint of tints)
    if (tint !== own && overlaps(tint, around))
      whiten(window, common(tint, grown(box, AROUND_MM)), tint.grey, sheet);
  whiten(window, box, own?.grey ?? 0, sheet);
  return window;
}

/** Makes the paper of an area white where the window shows it. @param tint how grey it is printed, 0 to 1 */
function whiten({ area, levels }: Window, part: Area, tint: number, sheet: EvenSheet): void {
  const gain = WHITE / paperLevel(grown(part, -LINE_MM), tint, sheet);
  const pixels = coveredPixels(part, sheet.pxPerMm, sheet.grey);
  const left = Math.max(0, pixels.xPx - area.xPx);
  const right = Math.min(area.widthPx, pixels.xPx + pixels.widthPx - area.xPx);
  const bottom = Math.min(area.heightPx, pixels.yPx + pixels.heightPx - area.yPx);
  for (let y = Math.max(0, pixels.yPx - area.yPx); y < bottom; y++)
    for (let at = y * area.widthPx + left; at < y * area.widthPx + right; at++)
      levels[at] = (levels[at] as number) * gain;
}

/** The level of the paper in an area, within the limits of what a tint can be. */
function paperLevel(area: Area, tint: number, { grey, pxPerMm }: EvenSheet): number {
  const levels = areaLevels(grey, coveredPixels(area, pxPerMm, grey), STRIDE);
  if (levels.length === 0) return WHITE * (1 - tint);
  const min = WHITE * (1 - DARKEST_TINT * tint - UNEVEN);
  return Math.max(min, Math.min(WHITE * (1 + UNEVEN / 2), quantile(levels, PAPER_SHARE)));
}

function common(one: Area, other: Area): Area {
  const [xMm, yMm] = [Math.max(one.xMm, other.xMm), Math.max(one.yMm, other.yMm)];
  const widthMm = Math.min(one.xMm + one.widthMm, other.xMm + other.widthMm) - xMm;
  const heightMm = Math.min(one.yMm + one.heightMm, other.yMm + other.heightMm) - yMm;
  return { xMm, yMm, widthMm, heightMm };
}
