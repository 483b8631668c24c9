import type { Paper } from "./paper.ts";

/** Measures that depend on the paper alone; lengths in mm, type in pt. */
export interface Sizes {
  /** From the paper's edge to anything printed. */
  readonly marginMm: number;
  /** The least room to write a number in. */
  readonly boxMm: { readonly width: number; readonly height: number };
  /** Wider boxes look lost; what is left goes to the labels. */
  readonly widestBoxMm: number;
  /** Between the edge of a cell and what stands in it. */
  readonly insetMm: number;
  /** Left of the labels, for the bracket that shows what makes up the total. */
  readonly gutterMm: number;
  readonly dieMm: { readonly usual: number; readonly least: number };
  /** A name must have this much room, along the way it is written. */
  readonly nameMm: number;
  readonly titlePt: Range;
  readonly labelPt: Range;
  readonly hintPt: Range;
  readonly footPt: Range;
}

export interface Range {
  readonly usual: number;
  readonly least: number;
}

const A5 = { widthMm: 148, heightMm: 210 };

/**
 * What suits a paper. Sizes follow the side of a square of the same area, so that a narrow sheet is not set like a wide one;
 * from A5 on a box has 7 x 11 mm at least, on smaller paper 5 x 8 mm.
 */
export function sizesFor(paper: Pick<Paper, "widthMm" | "heightMm">): Sizes {
  const ratio = Math.sqrt((paper.widthMm * paper.heightMm) / (A5.widthMm * A5.heightMm));
  const scale = Math.max(0.75, Math.min(1.3, ratio));
  const roomy = ratio > 0.99;
  return {
    marginMm: roomy ? Math.min(10, 8 * scale) : 6,
    boxMm: roomy ? { width: 11, height: 7 } : { width: 8, height: 5 },
    widestBoxMm: 27 * scale,
    insetMm: 1.6 * scale,
    gutterMm: 1.9 * scale,
    dieMm: { usual: roomy ? 4.2 * Math.sqrt(scale) : 3.3, least: roomy ? 3.2 : 2.6 },
    nameMm: roomy ? 25 : 18,
    titlePt: { usual: 17 * scale, least: 9 },
    labelPt: { usual: 10 * scale, least: roomy ? 8.5 : 7 },
    hintPt: { usual: 7 * scale, least: roomy ? 6.5 : 5.5 },
    footPt: { usual: 6.5 * scale, least: 5.5 },
  };
}
