import type { Area } from "../../print/geometry.ts";
import type { PadLayout } from "../../print/layout/pad-layout.ts";
import { levelsIn } from "../image/levels.ts";
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

export function openWindow(area: PixelArea, grey: Grey): Window {
  return { area, levels: levelsIn(grey, area) };
}
