import { fittingSize, type Typesetting } from "./parts.ts";
import type { SizeRange, Sizes } from "./sizes.ts";

/** What is tried, from generous to frugal: dice and small print shrink first, then rows of dice and hints go. */
const SHRINKING = [
  { size: "usual", showsHints: true, allDice: true, hasGutter: true },
  { size: "middle", showsHints: true, allDice: true, hasGutter: true },
  { size: "least", showsHints: true, allDice: true, hasGutter: false },
  { size: "least", showsHints: true, allDice: false, hasGutter: false },
  { size: "least", showsHints: false, allDice: false, hasGutter: false },
] as const;

/** In large print, hints go first. */
const DROPPING_HINTS = [
  { size: "usual", showsHints: true, allDice: true, hasGutter: true },
  { size: "usual", showsHints: false, allDice: true, hasGutter: true },
  { size: "least", showsHints: false, allDice: true, hasGutter: true },
  { size: "least", showsHints: false, allDice: false, hasGutter: false },
] as const;

/** The ways to set the left part. */
function attempts({ labelPt, hintPt, dieMm, gutterMm, dropsHints }: Sizes) {
  return (dropsHints ? DROPPING_HINTS : SHRINKING).map(({ size, hasGutter, ...shown }) => {
    const sizeIn = ({ usual, least }: SizeRange) => ({ usual, middle: (usual + least) / 2, least })[size];
    const sizes = { labelPt: sizeIn(labelPt), hintPt: sizeIn(hintPt), dieMm: sizeIn(dieMm) };
    return { ...sizes, ...shown, gutterMm: hasGutter ? gutterMm : 0 };
  });
}

/** How the width of the table is divided: labels on the left, with hint and dice, then the boxes. */
export type Division = NonNullable<ReturnType<typeof divideWidth>>;

/**
 * Divides the width so that every box is wide enough to write in. Dice shrink first, then small print, then rows of dice and
 * hints give way; labels never do.
 *
 * @param boxes how many stand side by side
 * @returns null if boxes or labels do not fit even so
 */
export function divideWidth(setting: Typesetting, widthMm: number, boxes: number) {
  const { text, sizes, family } = setting;
  // In large print, the longest word above a box has to fit, too.
  const heads = sizes.dropsHints ? [...text.columns.values()].flatMap(({ label }) => label.split(" ")) : [];
  const headsMm = heads.map((word) => family.bold.width(word, sizes.hintPt.least) + sizes.insetMm);
  const minBoxMm = Math.max(sizes.boxMm.width, ...headsMm);
  for (const attempt of attempts(sizes)) {
    const { labelPt, hintPt, showsHints, dieMm, gutterMm } = attempt;
    const { maxDice, belowMm, besideMm, hintsFromMm } = leftPart(attempt, setting);
    if ((widthMm - belowMm) / boxes < minBoxMm) continue;
    const boxMm = Math.min((widthMm - belowMm) / boxes, sizes.widestBoxMm);
    /** The whole left part. */
    const labelsMm = widthMm - boxes * boxMm;
    // The label of every row without boxes to write results into has to fit, too, at its size or smaller.
    const isWide = text.rows.every((row) => {
      const words = row.kind === "box" ? "" : row.kind === "heading" ? row.text : row.label;
      return fittingSize(family.bold, words, sizes.labelPt, labelsMm - gutterMm - 2 * sizes.insetMm) !== null;
    });
    if (!isWide) return null;
    return {
      labelPt,
      hintPt,
      /** Whether there is room for hints at all. */
      showsHints,
      /** Hints stand beside the label in a column of their own, or below it. */
      hintsBeside: besideMm <= labelsMm,
      /** Where hints that stand beside begin, from the left edge of the labels. */
      hintsFromMm,
      /** Blank room left of all labels; 0 where width is short. */
      gutterMm,
      dieMm,
      /** The longest row of dice that is shown. */
      maxDice,
      labelsMm,
      boxMm,
    };
  }
  return null;
}

/** Between two dice, as a share of their side. */
export const DIE_GAP = 0.16;

/** How long squares in a row are, in sides of one. @param gap between two of them */
export function extent(squares: number, gap: number): number {
  return squares + (squares - 1) * gap;
}

/** How wide the left part is with hints below and beside the labels. */
function leftPart(
  { labelPt, hintPt, showsHints, allDice, dieMm, gutterMm }: ReturnType<typeof attempts>[number],
  { text, sizes: { insetMm }, family }: Typesetting,
) {
  const boxes = text.rows.filter((row) => row.kind === "box");
  const labelMm = Math.max(0, ...boxes.map(({ label }) => family.bold.width(label, labelPt)));
  const hints = showsHints ? boxes.flatMap(({ hint }) => hint ?? []) : [];
  const hintMm = Math.max(0, ...hints.map((hint) => family.regular.width(hint, hintPt)));
  const counts = boxes.map(({ dice }) => dice.length);
  const maxDice = Math.max(0, ...counts.filter((count) => allDice || count === 1));
  const diceMm = maxDice === 0 ? 0 : extent(maxDice, DIE_GAP) * dieMm + 2 * insetMm;
  const restMm = gutterMm + diceMm + 2 * insetMm;
  const hintsFromMm = insetMm + labelMm + 3 * insetMm;
  const besideMm = restMm + labelMm + 3 * insetMm + hintMm;
  return { maxDice, belowMm: restMm + Math.max(labelMm, hintMm), besideMm, hintsFromMm };
}
