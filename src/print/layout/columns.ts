import type { PadText } from "./pad-text.ts";
import { fittingSize, type Typesetting } from "./parts.ts";
import type { SizeRange, Sizes } from "./sizes.ts";

/** How the width of the table is divided: labels on the left, with hint and dice, then the boxes. */
export interface Division {
  readonly labelPt: number;
  readonly hintPt: number;
  /** Whether there is room for hints at all. */
  readonly showsHints: boolean;
  /** Hints stand beside the label in a column of their own, or below it. */
  readonly hintsBeside: boolean;
  /** Where hints that stand beside begin, from the left edge of the labels. */
  readonly hintsFromMm: number;
  /** Blank room left of all labels; 0 where width is short. */
  readonly gutterMm: number;
  readonly dieMm: number;
  readonly dieGapMm: number;
  /** The longest row of dice that is shown. */
  readonly maxDice: number;
  /** The whole left part. */
  readonly labelsMm: number;
  readonly boxMm: number;
}

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

/**
 * Divides the width so that every box is wide enough to write in. Dice shrink first, then small print, then rows of dice and
 * hints give way; labels never do.
 *
 * @param boxes how many stand side by side
 * @returns null if boxes or labels do not fit even so
 */
export function divideWidth(
  text: PadText,
  widthMm: number,
  boxes: number,
  setting: Typesetting,
): Division | null {
  const { sizes, family } = setting;
  // In large print, the longest word above a box has to fit, too.
  const heads = sizes.dropsHints ? [...text.columns.values()].flatMap(({ label }) => label.split(" ")) : [];
  const headsMm = heads.map((word) => family.bold.width(word, sizes.hintPt.least) + sizes.insetMm);
  const minBoxMm = Math.max(sizes.boxMm.width, ...headsMm);
  for (const attempt of attempts(sizes)) {
    const left = leftPart(text, attempt, setting);
    const boxMm = (widthMm - left.belowMm) / boxes;
    if (boxMm < minBoxMm) continue;
    const labelsMm = widthMm - boxes * Math.min(boxMm, sizes.widestBoxMm);
    const { allDice: _, ...chosen } = attempt;
    const division = {
      ...chosen,
      hintsBeside: left.besideMm <= labelsMm,
      hintsFromMm: left.hintsFromMm,
      dieGapMm: attempt.dieMm * DIE_GAP,
      maxDice: left.maxDice,
      labelsMm,
      boxMm: Math.min(boxMm, sizes.widestBoxMm),
    };
    return linesFit(text, division, setting) ? division : null;
  }
  return null;
}

/** Between two dice, as a share of their side. */
const DIE_GAP = 0.16;

/** The width of a row of dice. */
export function diceWidth(count: number, dieMm: number): number {
  return count * dieMm + (count - 1) * dieMm * DIE_GAP;
}

/** How wide the left part is with hints below and beside the labels. */
function leftPart(
  { rows }: PadText,
  attempt: ReturnType<typeof attempts>[number],
  { sizes: { insetMm }, family }: Typesetting,
) {
  const boxes = rows.filter((row) => row.kind === "box");
  const labelMm = Math.max(0, ...boxes.map(({ label }) => family.bold.width(label, attempt.labelPt)));
  const hints = attempt.showsHints ? boxes.flatMap(({ hint }) => hint ?? []) : [];
  const hintMm = Math.max(0, ...hints.map((hint) => family.regular.width(hint, attempt.hintPt)));
  const counts = boxes.map(({ dice }) => dice.length);
  const maxDice = Math.max(0, ...counts.filter((count) => attempt.allDice || count === 1));
  const diceMm = maxDice === 0 ? 0 : diceWidth(maxDice, attempt.dieMm) + 2 * insetMm;
  const gapMm = 3 * insetMm;
  return {
    maxDice,
    belowMm: attempt.gutterMm + Math.max(labelMm, hintMm) + diceMm + 2 * insetMm,
    besideMm: attempt.gutterMm + labelMm + gapMm + hintMm + diceMm + 2 * insetMm,
    hintsFromMm: insetMm + labelMm + gapMm,
  };
}

/** Whether the label of every row without boxes to write results into fits the left part, at its size or smaller. */
function linesFit(text: PadText, division: Division, { sizes, family }: Typesetting): boolean {
  const widthMm = division.labelsMm - division.gutterMm - 2 * sizes.insetMm;
  return text.rows.every((row) => {
    if (row.kind === "box") return true;
    const words = row.kind === "heading" ? row.text : row.label;
    return fittingSize(family.bold, words, sizes.labelPt, widthMm) !== null;
  });
}
