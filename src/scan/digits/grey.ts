/** A picture in shades of grey, row by row from the top left: 0 is black, 255 white. */
export interface Grey {
  readonly widthPx: number;
  readonly heightPx: number;
  /** `widthPx` × `heightPx` values. */
  readonly pixels: Uint8Array;
}
