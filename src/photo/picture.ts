/** A picture in shades of grey, row by row from the top left: 0 is black, 255 white. */
export interface Grey {
  readonly widthPx: number;
  readonly heightPx: number;
  /** `widthPx` × `heightPx` values. */
  readonly pixels: Uint8Array;
}

/** A decoded photo, the right way up. */
export interface Photo {
  readonly grey: Grey;
  /** The same in colour, red, green and blue for each pixel. */
  readonly rgb: Uint8Array;
}
