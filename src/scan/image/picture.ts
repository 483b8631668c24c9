/** A point in a photo, in px: the middle of the top left pixel is 0, 0. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Part of a picture, in px from its top left corner. */
export interface PixelArea {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A picture in shades of grey, row by row from the top left: 0 is black, 255 white. */
export interface Grey {
  readonly widthPx: number;
  readonly heightPx: number;
  /** `widthPx` × `heightPx` values. */
  readonly pixels: Uint8Array;
}

/** The colours of a picture without its light and dark, row by row from the top left. */
export interface Chroma {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Cb and Cr of Rec. 601 for each pixel, how much more blue and more red than grey it is: 128 is neither more nor less. */
  readonly pixels: Uint8Array;
}

/** A decoded photo, the right way up. */
export interface Photo {
  readonly grey: Grey;
  /** At half the size, as most photos are stored; in full size, colours would take as much memory as all else together. */
  readonly chroma: Chroma;
}
