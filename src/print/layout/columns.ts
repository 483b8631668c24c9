import type { TypeFamily } from "../fonts/typeface.ts";
import { fittingSize } from "./fit.ts";
import type { PadRow, PadText } from "./pad-text.ts";
import type { Sizes } from "./sizes.ts";

/** How the width of the table is divided: labels on the left, with hint and dice, then the boxes. */
export interface Division {
  readonly labelPt: number;
  readonly hintPt: number;
  /** Whether there is room for hints at all. */
  readonly showsHints: boolean;
  /** Hints stand beside the label in a column of their own, or below it. */
  readonly hintsBeside: boolean;
  /** Where hints that stand beside begin, from the table's left edge. */
  readonly hintsFromMm: number;
  /** Blank room left of all labels; 0 where width is short. */
  readonly gutterMm: number;
  readonly dieMm: number;
  readonly dieGapMm: number;
  /** The longest row of dice that is shown. */
  readonly mostDice: number;
  /** The whole left part. */
  readonly labelsMm: number;
  readonly boxMm: number;
}

/** One way to set the left part, from generous to frugal. */
interface Setting {
  readonly labelPt: number;
  readonly hintPt: number;
  readonly dieMm: number;
  readonly showsHints: boolean;
  readonly allDice: boolean;
  readonly gutterMm: number;
}

/**
 * Divides the width so that every box is wide enough to write in. Dice shrink first, then small print, then rows of dice and
 * hints give way; labels never do.
 *
 * @returns null if the boxes do not fit even so
 */
export function divideWidth(
  text: PadText,
  widthMm: number,
  boxes: number,
  sizes: Sizes,
  family: TypeFamily,
): Division | null {
  const leastMm = sizes.dropsHints ? widestHeadMm(text, sizes, family) : sizes.boxMm.width;
  for (const setting of settings(sizes)) {
    const parts = partWidths(text.rows, setting, sizes, family);
    const below = setting.gutterMm + Math.max(parts.label, parts.hint) + parts.dice + 2 * sizes.insetMm;
    const boxMm = (widthMm - below) / boxes;
    if (boxMm < leastMm) continue;
    return settled(setting, parts, Math.min(boxMm, sizes.widestBoxMm), widthMm, boxes, sizes);
  }
  return null;
}

/** What a box needs for itself and for the longest word above it. */
function widestHeadMm(text: PadText, { boxMm, hintPt, insetMm }: Sizes, { bold }: TypeFamily): number {
  const words = [...text.columns.values()].flatMap(({ label }) => label.split(" "));
  return Math.max(boxMm.width, ...words.map((word) => bold.width(word, hintPt.least) + insetMm));
}

function settings({ labelPt, hintPt, dieMm, gutterMm, dropsHints }: Sizes): Setting[] {
  const usual = { labelPt: labelPt.usual, hintPt: hintPt.usual, dieMm: dieMm.usual };
  const small = { labelPt: labelPt.least, hintPt: hintPt.least, dieMm: dieMm.least };
  const middle = {
    labelPt: (labelPt.usual + labelPt.least) / 2,
    hintPt: (hintPt.usual + hintPt.least) / 2,
    dieMm: (dieMm.usual + dieMm.least) / 2,
  };
  if (dropsHints) {
    return [
      { ...usual, showsHints: true, allDice: true, gutterMm },
      { ...usual, showsHints: false, allDice: true, gutterMm },
      { ...small, showsHints: false, allDice: true, gutterMm },
      { ...small, showsHints: false, allDice: false, gutterMm: 0 },
    ];
  }
  return [
    { ...usual, showsHints: true, allDice: true, gutterMm },
    { ...middle, showsHints: true, allDice: true, gutterMm },
    { ...small, showsHints: true, allDice: true, gutterMm: 0 },
    { ...small, showsHints: true, allDice: false, gutterMm: 0 },
    { ...small, showsHints: false, allDice: false, gutterMm: 0 },
  ];
}

interface Parts {
  readonly label: number;
  readonly hint: number;
  /** With the gap before them. */
  readonly dice: number;
  readonly mostDice: number;
}

const DIE_GAP = 0.16;

function partWidths(rows: readonly PadRow[], setting: Setting, sizes: Sizes, family: TypeFamily): Parts {
  let label = 0;
  let hint = 0;
  let mostDice = 0;
  for (const row of rows) {
    if (row.kind !== "box") continue;
    label = Math.max(label, family.bold.width(row.label, setting.labelPt));
    if (row.hint !== null && setting.showsHints) {
      hint = Math.max(hint, family.regular.width(row.hint, setting.hintPt));
    }
    if (setting.allDice || row.dice.length === 1) mostDice = Math.max(mostDice, row.dice.length);
  }
  const dice = mostDice === 0 ? 0 : diceWidth(mostDice, setting.dieMm) + 2 * sizes.insetMm;
  return { label, hint, dice, mostDice };
}

/** The width of a row of dice. */
export function diceWidth(count: number, dieMm: number): number {
  return count * dieMm + (count - 1) * dieMm * DIE_GAP;
}

function settled(
  setting: Setting,
  parts: Parts,
  boxMm: number,
  widthMm: number,
  boxes: number,
  sizes: Sizes,
): Division {
  const labelsMm = widthMm - boxes * boxMm;
  const gap = 3 * sizes.insetMm;
  const beside = setting.gutterMm + parts.label + gap + parts.hint + parts.dice + 2 * sizes.insetMm;
  return {
    labelPt: setting.labelPt,
    hintPt: setting.hintPt,
    showsHints: setting.showsHints,
    hintsBeside: beside <= labelsMm,
    hintsFromMm: sizes.insetMm + parts.label + gap,
    gutterMm: setting.gutterMm,
    dieMm: setting.dieMm,
    dieGapMm: setting.dieMm * DIE_GAP,
    mostDice: parts.mostDice,
    labelsMm,
    boxMm,
  };
}

/** Whether every sum row's label and every heading fits the left part, at its size or smaller. */
export function linesFit(text: PadText, division: Division, sizes: Sizes, family: TypeFamily): boolean {
  const width = division.labelsMm - division.gutterMm - 2 * sizes.insetMm;
  return text.rows.every((row) => {
    if (row.kind === "box") return true;
    const words = row.kind === "heading" ? row.text : row.label;
    return fittingSize(family.bold, words, sizes.labelPt, width) !== null;
  });
}
