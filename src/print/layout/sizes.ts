import { A5, type Size } from "../geometry.ts";
import type { Paper } from "./paper.ts";

export type SizeRange = Readonly<Record<"usual" | "least", number>>;

/** What a sheet is set with: lengths in mm, type and lines in pt, greys as shares of black. */
export type Sizes = ReturnType<typeof chooseSizes>;

/** A paper as far as sizes follow it. */
export type SizedPaper = Pick<Paper, "widthMm" | "heightMm" | "isLargePrint">;

/** Nothing in large print is smaller than this, but for the letters beside the code. */
export const MIN_LARGE_PT = 14;
/** Nothing on any other pad is smaller than this. */
export const MIN_PT = 6;
/** The least height of a box that people write in; preflight reports lower ones, whoever made the file. */
export const MIN_BOX_MM = 6.5;

/** How large a paper is: the side of a square of the same area, as a share of that of A5. So a narrow sheet is not set like a wide one. */
export function sideRatio({ widthMm, heightMm }: Size): number {
  return Math.sqrt((widthMm * heightMm) / (A5.widthMm * A5.heightMm));
}

/** From the paper's edge to anything printed. It is the same in all layouts: marks are found by it before anything else is known. */
export function computeMargin(page: Size): number {
  const ratio = sideRatio(page);
  return ratio > 0.99 ? Math.min(10, 8 * Math.min(1.3, ratio)) : 6;
}

/** Shares of black of what lies below words. All else is solid black, as copiers and one-bit scanners drop greys; tints may get lost. */
export const TINTS = { head: 0.1, sum: 0.1, grand: 0.2 } as const;

/** Weights of lines in pt, which tell rank. */
const WEIGHT = { hairline: 0.3, inside: 0.3, column: 0.5, section: 0.8, frame: 1.2, sums: 0.8 } as const;

/** From this share of the side of A5 on, and so beside glue too, a sheet is set like A5; below, like A6. */
const SMALL_RATIO = 0.9;

function range(usual: number, least: number): SizeRange {
  return { usual, least };
}

/**
 * What suits a paper: from A5 on a box has 7 x 11 mm at least, on smaller paper 6.5 x 8 mm, in large print 11 x 20 mm.
 * @param growth how many times as large type and dice are as usual, on sheets with room to spare
 */
export function chooseSizes(paper: SizedPaper, growth = 1) {
  const ratio = sideRatio(paper);
  const room = Math.max(0.75, Math.min(1.3, ratio));
  const roomy = ratio > SMALL_RATIO;
  const large = paper.isLargePrint === true;
  const type = (usual: number, least: number) => range(Math.max(usual * room, least) * growth, least);
  const hintPt = large ? range(MIN_LARGE_PT, MIN_LARGE_PT) : type(7, roomy ? 6.5 : MIN_PT);
  const plainBoxMm = roomy ? { width: 11, height: 7 } : { width: 8, height: MIN_BOX_MM };
  const boxMm = large ? { width: 20, height: 11 } : plainBoxMm;
  const insetMm = 1.6 * room;
  return {
    marginMm: computeMargin(paper),
    /** The least room to write a number in. */
    boxMm,
    /** Boxes are no wider than this; what is left goes to the labels. */
    widestBoxMm: large ? 38 : 27 * room,
    /** Between the edge of a cell and what stands in it. */
    insetMm,
    /** Left of the labels, for the bracket that shows what makes up the total. */
    gutterMm: 1.9 * room,
    dieMm: large
      ? range(7, 5.5)
      : roomy
        ? range(4.2 * Math.sqrt(room) * growth, 3.2)
        : range(3.3 * growth, 2.6),
    /** A name must have this much room, along the way it is written. */
    nameMm: large ? 36 : roomy ? 25 : 18,
    /** The head of the table, where names lie level in it and where columns stand in it. */
    nameHeadMm: large ? range(14, 11) : range(10, 8),
    columnHeadMm: large ? range(19, 17) : range(13.5, 11),
    /** The arrow of a column is no larger than this. */
    arrowMm: 7,
    /** The row of a section's heading. */
    headingMm: large ? 8 : 4.6 * Math.max(1, growth * room),
    /** Between the label of a field and its line. */
    fieldGapMm: insetMm * 0.7,
    /** The line to write on behind the label of a field is no shorter than this. */
    fieldMm: large ? 30 : roomy ? 18 : 14,
    /** From one field in the table's corner to the next. */
    minPitchMm: large ? 8 : roomy ? 6.5 : 5.5,
    /** A small box to tick is no larger than this. */
    tickMm: large ? 5 : 2.8,
    titlePt: large ? range(22, 16) : range(17 * room, 9),
    labelPt: large ? range(18, 16) : type(10, roomy ? 8.5 : 7),
    hintPt,
    headingPt: large ? hintPt : range(Math.min(hintPt.usual, 8 * growth), hintPt.least),
    footPt: large ? hintPt : range(Math.max(6.5 * room, MIN_PT), MIN_PT),
    /** Whether hints are the first to go, and every one is left out that has no room. */
    dropsHints: large,
    /** Whether what sums say beside their labels may take two lines below them. */
    breaksHints: false,
    weight: WEIGHT,
  };
}
