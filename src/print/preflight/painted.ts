import type { PDFDict } from "@cantoo/pdf-lib";
import type { Area } from "../geometry.ts";

/** A line that was drawn, or a rectangle so slender that it looks like one. */
export interface DrawnLine {
  readonly area: Area;
  readonly widthMm: number;
}

/** A line, a shape, a picture or letters in a colour. */
export interface Coloured {
  readonly area: Area;
  /** What the colour is mixed of: `RGB`, an ink. */
  readonly colour: string;
}

/** Letters of one font, and where the first of them stand. */
export interface Lettering {
  readonly font: PDFDict;
  readonly area: Area;
}

/** What a page draws, as far as print asks. */
export interface Painted {
  readonly lines: readonly DrawnLine[];
  readonly coloured: readonly Coloured[];
  readonly letterings: readonly Lettering[];
  /** False where the content of the page ends in the middle or makes no sense. */
  readonly isWhole: boolean;
}
