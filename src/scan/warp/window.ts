import type { Area } from "../../print/geometry.ts";
import type { PadLayout } from "../../print/layout/pad-layout.ts";
import type { Grey, PixelArea } from "../image/picture.ts";

/** The straightened sheet in even light. */
export interface EvenSheet {
  readonly layout: PadLayout;
  readonly pxPerMm: number;
  readonly grey: Grey;
}

/** A part of the straightened sheet, to work on. */
export interface Window {
  readonly area: PixelArea;
  /** Row by row; 0 is black. */
  readonly levels: Float32Array;
}

/** The pixels that an area of the page covers; nothing beyond the sheet. */
export function pixelsOf(area: Area, { pxPerMm, grey }: EvenSheet): PixelArea {
  const column = (mm: number) => Math.max(0, Math.min(grey.widthPx, Math.round(mm * pxPerMm)));
  const row = (mm: number) => Math.max(0, Math.min(grey.heightPx, Math.round(mm * pxPerMm)));
  const [xPx, yPx] = [column(area.xMm), row(area.yMm)];
  return {
    xPx,
    yPx,
    widthPx: column(area.xMm + area.widthMm) - xPx,
    heightPx: row(area.yMm + area.heightMm) - yPx,
  };
}

export function grownBy({ xMm, yMm, widthMm, heightMm }: Area, byMm: number): Area {
  return {
    xMm: xMm - byMm,
    yMm: yMm - byMm,
    widthMm: Math.max(0, widthMm + 2 * byMm),
    heightMm: Math.max(0, heightMm + 2 * byMm),
  };
}

/** The margin around a box, as a share of its height: as much as the reader of numbers was trained to see. */
const MARGIN = 1 / 8;

/** A box with its margin, in which a number that sticks out is seen whole. */
export function withMargin(box: Area): Area {
  return grownBy(box, box.heightMm * MARGIN);
}

export function openWindow(area: PixelArea, { pixels, widthPx }: Grey): Window {
  const levels = new Float32Array(area.widthPx * area.heightPx);
  for (let y = 0; y < area.heightPx; y++) {
    const from = (area.yPx + y) * widthPx + area.xPx;
    levels.set(pixels.subarray(from, from + area.widthPx), y * area.widthPx);
  }
  return { area, levels };
}
