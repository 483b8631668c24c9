import type { Area } from "../../print/geometry.ts";

/** A point in a picture, in px: the middle of the top left pixel is 0, 0. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** In px. */
export interface PictureSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Part of a picture, in px from its top left corner. */
export interface PixelArea extends PictureSize {
  readonly xPx: number;
  readonly yPx: number;
}

// Loops over pixels read them as `pixels[at] as number`: an index out of range then gives NaN, which shows, and not black.

/** A picture in grey, row by row from the top left: 0 is black, 255 white. */
export interface Grey extends PictureSize {
  /** `widthPx` × `heightPx` values. */
  readonly pixels: Uint8Array;
}

/** The chroma of a picture, row by row from the top left. */
export interface Chroma extends PictureSize {
  /** Cb and Cr of Rec. 601 for each pixel, how much bluer and redder than grey it is: 128 is neither more nor less. */
  readonly pixels: Uint8Array;
}

/** A decoded photo, the right way up. */
export interface Photo {
  readonly grey: Grey;
  /** At half the size, as most photos are stored: full size would take as much memory as all the rest. */
  readonly chroma: Chroma;
}

/** The pixels that an area of a page covers in a picture of that page; none beyond the picture. */
export function pixelsOf(
  { xMm, yMm, widthMm, heightMm }: Area,
  pxPerMm: number,
  { widthPx, heightPx }: PictureSize,
): PixelArea {
  const column = (mm: number) => Math.max(0, Math.min(widthPx, Math.round(mm * pxPerMm)));
  const row = (mm: number) => Math.max(0, Math.min(heightPx, Math.round(mm * pxPerMm)));
  const [xPx, yPx] = [column(xMm), row(yMm)];
  const [right, bottom] = [column(xMm + widthMm), row(yMm + heightMm)];
  return { xPx, yPx, widthPx: Math.max(0, right - xPx), heightPx: Math.max(0, bottom - yPx) };
}
