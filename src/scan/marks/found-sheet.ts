import type { Point } from "../image/picture.ts";

/** A mark as it was seen in a photo. */
export interface FoundMark {
  /** 0 to 7, as in the layout. */
  readonly place: number;
  /** Clockwise from the corner that is printed top left. */
  readonly corners: readonly [Point, Point, Point, Point];
  /** How far the mark's edges are smeared: the deviation of a Gaussian blur, in px. */
  readonly blurPx: number;
}

/** The marks of one sheet, by their place. */
export interface FoundSheet {
  readonly group: number;
  readonly marks: readonly FoundMark[];
}
