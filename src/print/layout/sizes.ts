import { A5, type Size } from "../geometry.ts";
import type { Paper } from "./paper.ts";

export type SizeRange = Readonly<Record<"usual" | "least", number>>;

/** A range with a size below the least one, for a sheet that would lose the headings of its sections otherwise. */
export interface TightRange extends SizeRange {
  readonly tight: number;
}

/** The sizes of a sheet: lengths in mm, type and lines in pt. */
export type Sizes = ReturnType<typeof chooseSizes>;

/** What sizes depend on of a paper. */
export type SizedPaper = Pick<Paper, "widthMm" | "heightMm" | "isLargePrint">;

/** The least size in large print, except for the letters of the code. */
export const MIN_LARGE_PT = 14;
/** The least size on other pads. */
export const MIN_PT = 6;
/** The least height of a box to write in, where as many players as asked for fit with it. */
export const MIN_BOX_MM = 6.5;
/** The height of boxes on cards that are sold with games; preflight reports lower ones in any file. */
export const LOWEST_BOX_MM = 5.6;

/** The side of a square with the area of a paper, as a share of that of A5: a narrow sheet is not set like a wide one. */
export function sideRatio({ widthMm, heightMm }: Size): number {
  return Math.sqrt((widthMm * heightMm) / (A5.widthMm * A5.heightMm));
}

/** From the paper's edge to anything printed. It depends on the page alone: scans find marks by it before they know anything else. */
export function computeMargin(page: Size): number {
  const ratio = sideRatio(page);
  return ratio > 0.99 ? Math.min(10, 8 * Math.min(1.3, ratio)) : 6;
}

/** Shares of black behind words. Everything else is solid black, as copiers and one-bit scanners drop greys. */
export const TINTS = { head: 0.1, sum: 0.08, grand: 0.12 } as const;

/** Weights of rules in pt, by rank. */
const WEIGHT = {
  ...{ hairline: 0.3, inside: 0.3, column: 0.5, section: 0.8, sums: 0.8, grand: 1.2, frame: 1.2 },
  ...{ field: 0.4, bracket: 0.8 },
} as const;

/** From this side ratio on, a sheet is set like A5; below, like A6. A5 without its glued edge is above. */
const SMALL_RATIO = 0.9;

/** Narrower paper, such as that of receipts, leaves less space around words. */
const NARROW_MM = 90;

/** Whether a sheet is set like A5 rather than like A6. */
export function isRoomy(paper: SizedPaper): boolean {
  return sideRatio(paper) > SMALL_RATIO;
}

function range(usual: number, least: number): SizeRange {
  return { usual, least };
}

/**
 * The sizes for a paper: from A5 on a box has 7 × 11 mm at least, on smaller paper 6.5 × 8 mm, in large print 11 × 20 mm.
 * @param growth the factor for type and dice, on sheets with room to spare
 * @param isDense whether small paper has rows and cells for names as low as on cards that are sold with games
 */
export function chooseSizes(paper: SizedPaper, growth = 1, isDense = false) {
  const ratio = sideRatio(paper);
  const room = Math.max(0.75, Math.min(1.3, ratio));
  const roomy = isRoomy(paper);
  const large = paper.isLargePrint === true;
  const type = (usual: number, least: number) => range(Math.max(usual * room, least) * growth, least);
  const hintPt = large ? range(MIN_LARGE_PT, MIN_LARGE_PT) : type(7, roomy ? 6.5 : MIN_PT);
  const labelPt = large ? range(18, 16) : type(10, roomy ? 8.5 : 7);
  const plainBoxMm = roomy
    ? { width: 11, height: 7 }
    : { width: 8, height: isDense ? LOWEST_BOX_MM : MIN_BOX_MM };
  const boxMm = large ? { width: 20, height: 11 } : plainBoxMm;
  const insetMm = roomy ? 1.6 * room : paper.widthMm < NARROW_MM ? 0.7 : 1;
  return {
    marginMm: computeMargin(paper),
    /** The least room to write a number in. */
    boxMm,
    /** The widest box; the rest of the width goes to the labels. */
    widestBoxMm: large ? 38 : 27 * room,
    /** Between the edge of a cell and its content. */
    insetMm,
    /** Between a title and the subtitle behind it. */
    titleGapMm: 3.2 * room,
    /** Left of the labels, for the bracket of the total. */
    gutterMm: 1.9 * room,
    dieMm: large
      ? range(7, 5.5)
      : roomy
        ? range(4.2 * Math.sqrt(room) * growth, 3.2)
        : range(3.3 * growth, 2.6),
    /** The least room for a name, along its line. */
    nameMm: large ? 36 : isDense ? 8 : roomy ? 25 : 18,
    /** The height of the table's head with level names, and with columns. */
    nameHeadMm: large ? range(14, 11) : isDense ? range(8, 6) : range(10, 8),
    /** The strip with the numbers of games, which have no names above them. */
    gameNumbersMm: isDense ? 4.2 : 6,
    columnHeadMm: large ? range(19, 17) : range(13.5, 11),
    /** The largest arrow of a column, and one in a low head. */
    arrowMm: 7,
    lowArrowMm: large ? 4.5 : 3.6,
    /** The row of a section's heading; `tight` where the sheet would go without headings otherwise. */
    headingMm: large
      ? { ...range(8, 6.6), tight: 5.6 }
      : { ...range(4.6 * Math.max(1, growth * room), 3.4), tight: isDense ? 2.8 : 3.1 },
    /** Between the label of a field and its line. */
    fieldGapMm: insetMm * 0.7,
    /** The shortest line to write on behind the label of a field. */
    fieldMm: large ? 30 : roomy ? 18 : 14,
    /** From one field in the table's corner to the next. */
    minPitchMm: large ? 8 : roomy ? 6.5 : 5.5,
    /** The largest box to tick. */
    tickMm: large ? 5 : 2.8,
    titlePt: large ? range(22, 16) : range(17 * room, 9),
    labelPt,
    /** The labels of sums; on small paper, a long word may be a little smaller. */
    sumPt: roomy ? labelPt : range(labelPt.usual, 6.5),
    hintPt,
    headingPt: large ? hintPt : range(0.85 * labelPt.usual, hintPt.least),
    footPt: large ? hintPt : range(Math.max(6.5 * room, MIN_PT), MIN_PT),
    /** Whether hints without room are dropped before anything shrinks. */
    dropsHints: large,
    weight: WEIGHT,
  };
}
