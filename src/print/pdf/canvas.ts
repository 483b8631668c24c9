import type { TypeFamily } from "../fonts/typeface.ts";
import type { Area, Segment } from "../geometry.ts";
import type { Shape } from "../shapes/shape.ts";

/** A colour by its shares of red, green and blue light (sRGB), 0 to 1. */
export interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/**
 * What something is drawn with: the share of black, from 0 for the white of the paper to 1 for black, or a colour. A share of black is
 * written as grey, never as a mixed colour.
 */
export type Ink = number | Colour;

/** Something to draw on. Everything is measured in mm from the top left corner of the page. */
export interface PdfCanvas {
  /** One line of text; it is neither broken nor clipped. */
  text(text: {
    readonly text: string;
    readonly xMm: number;
    readonly baselineMm: number;
    readonly sizePt: number;
    readonly weight: keyof TypeFamily;
    readonly ink: Ink;
    /** Turned by 90 degrees, so that it reads upwards from its point; level if left out. */
    readonly upwards?: boolean;
  }): void;
  /** @param line `dashMm` has the lengths of dash and gap; unbroken if left out */
  line(
    line: Segment & {
      readonly weightPt: number;
      readonly ink: Ink;
      readonly dashMm?: readonly [number, number];
    },
  ): void;
  /** A filled rectangle. */
  fill(box: Area & { readonly ink: Ink }): void;
  /** A pattern of black square modules, row by row, as one path that is filled once, so that no seams show between them. */
  modules(modules: Area & { readonly rows: readonly (readonly boolean[])[] }): void;
  /** Shapes of a unit square, drawn with the given side. */
  shapes(shapes: readonly Shape[], at: FigurePlace): void;
  /** An opaque image, grey or in colour, stretched over its area. It is embedded once, however often it is drawn. */
  picture(picture: Area & { readonly png: Uint8Array }): void;
}

/** Where the unit square of a figure lies on the page. */
export interface FigurePlace {
  readonly xMm: number;
  readonly yMm: number;
  readonly sideMm: number;
  /** Replaces the black of the figure. */
  readonly colour?: Colour | null;
}
