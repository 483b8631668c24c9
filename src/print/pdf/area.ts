export interface Size {
  readonly widthMm: number;
  readonly heightMm: number;
}

/** A rectangle, in mm from the top left corner of the page. */
export interface Area extends Size {
  readonly xMm: number;
  readonly yMm: number;
}
