import type { Paper } from "./paper.ts";

/** Measures that depend on the paper alone; lengths in mm, type in pt. */
export interface Sizes {
  /** From the paper's edge to anything printed. */
  readonly marginMm: number;
  /** The least room to write a number in. */
  readonly boxMm: { readonly width: number; readonly height: number };
  /** Boxes are no wider than this; what is left goes to the labels. */
  readonly widestBoxMm: number;
  /** Between the edge of a cell and what stands in it. */
  readonly insetMm: number;
  /** Left of the labels, for the bracket that shows what makes up the total. */
  readonly gutterMm: number;
  readonly dieMm: SizeRange;
  /** A name must have this much room, along the way it is written. */
  readonly nameMm: number;
  /** The head of the table, where names lie level in it and where columns stand in it. */
  readonly nameHeadMm: SizeRange;
  readonly columnHeadMm: SizeRange;
  /** The arrow of a column is no larger than this. */
  readonly arrowMm: number;
  /** The row of a section's heading. */
  readonly headingMm: number;
  /** The row of lines to write on, where they stand below the title. */
  readonly fieldsMm: number;
  /** A small box to tick is no larger than this. */
  readonly tickMm: number;
  readonly titlePt: SizeRange;
  readonly labelPt: SizeRange;
  readonly hintPt: SizeRange;
  readonly headingPt: SizeRange;
  readonly footPt: SizeRange;
  /** Whether hints are the first to go, and every one is left out that has no room. */
  readonly dropsHints: boolean;
}

export interface SizeRange {
  readonly usual: number;
  readonly least: number;
}

const A5 = { widthMm: 148, heightMm: 210 };

/**
 * What suits a paper. Sizes follow the side of a square of the same area, so that a narrow sheet is not set like a wide one;
 * from A5 on a box has 7 x 11 mm at least, on smaller paper 5 x 8 mm, in large print 11 x 20 mm.
 */
export function sizesFor(paper: Pick<Paper, "widthMm" | "heightMm" | "isLargePrint">): Sizes {
  const ratio = Math.sqrt((paper.widthMm * paper.heightMm) / (A5.widthMm * A5.heightMm));
  const scale = Math.max(0.75, Math.min(1.3, ratio));
  const roomy = ratio > 0.99;
  const hintPt = { usual: 7 * scale, least: roomy ? 6.5 : 5.5 };
  const usual: Sizes = {
    marginMm: roomy ? Math.min(10, 8 * scale) : 6,
    boxMm: roomy ? { width: 11, height: 7 } : { width: 8, height: 5 },
    widestBoxMm: 27 * scale,
    insetMm: 1.6 * scale,
    gutterMm: 1.9 * scale,
    dieMm: { usual: roomy ? 4.2 * Math.sqrt(scale) : 3.3, least: roomy ? 3.2 : 2.6 },
    nameMm: roomy ? 25 : 18,
    nameHeadMm: { usual: 10, least: 8 },
    columnHeadMm: { usual: 13.5, least: 11 },
    arrowMm: 5,
    headingMm: 4.6,
    fieldsMm: 8,
    tickMm: 2.8,
    titlePt: { usual: 17 * scale, least: 9 },
    labelPt: { usual: 10 * scale, least: roomy ? 8.5 : 7 },
    hintPt,
    headingPt: { usual: Math.min(hintPt.usual, 8), least: hintPt.least },
    footPt: { usual: 6.5 * scale, least: 5.5 },
    dropsHints: false,
  };
  return paper.isLargePrint === true ? { ...usual, ...LARGE_PRINT } : usual;
}

/** Nothing in large print is smaller than this, but for the letters beside the code. */
export const MIN_LARGE_PT = 14;

/** What differs in large print. */
const LARGE_PRINT = {
  boxMm: { width: 20, height: 11 },
  widestBoxMm: 38,
  dieMm: { usual: 7, least: 5.5 },
  nameMm: 36,
  nameHeadMm: { usual: 14, least: 11 },
  columnHeadMm: { usual: 19, least: 17 },
  arrowMm: 7,
  headingMm: 8,
  fieldsMm: 11,
  tickMm: 5,
  titlePt: { usual: 22, least: 16 },
  labelPt: { usual: 18, least: 16 },
  hintPt: { usual: MIN_LARGE_PT, least: MIN_LARGE_PT },
  headingPt: { usual: MIN_LARGE_PT, least: MIN_LARGE_PT },
  footPt: { usual: MIN_LARGE_PT, least: MIN_LARGE_PT },
  dropsHints: true,
} as const satisfies Partial<Sizes>;
