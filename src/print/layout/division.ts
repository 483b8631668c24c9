import type { Area } from "../geometry.ts";
import type { PadRow, PadText } from "./pad-text.ts";
import { fittingSize, type Typesetting } from "./parts.ts";
import type { SizeRange, Sizes } from "./paper.ts";

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
 * Divides the width so that all `boxes` are wide enough to write in. Dice shrink first, then small print, then rows of dice and hints
 * give way; labels never do. Null if boxes or labels do not fit even so.
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

/** A row with its place on the page. */
export interface PlacedRow extends Pick<Area, "yMm" | "heightMm"> {
  readonly row: PadRow;
}

/** The grand total is the heaviest row, in height too. */
const GRAND = 1.25;
/** More small boxes than these take a row twice as high. */
const TICKS_IN_A_ROW = 3;
/** Headings are worth having only where they do not press on the boxes: those keep this much more than their least height. */
const ROOM_FOR_HEADINGS = 1.06;

/** How high a row is, as a multiple of a plain one; headings have a height of their own. */
function weightOf(row: PadRow): number {
  if (row.kind === "heading") return 0;
  if (row.kind === "ticks") return row.count > TICKS_IN_A_ROW ? 2 : 1;
  return row.kind === "line" && row.rank === "grand" ? GRAND : 1;
}

/** The height of a plain row where rows share a room. */
function unitOf(rows: readonly PadRow[], roomMm: number, headingMm: number): number {
  const headings = rows.filter(({ kind }) => kind === "heading").length;
  return (roomMm - headings * headingMm) / rows.reduce((sum, row) => sum + weightOf(row), 0);
}

/**
 * Divides the height so that each table is filled: all rows share what names and headings leave, and are equally high in both. Where
 * rows would get too low, headings go, then the space for names shrinks. @returns a table each; null if the rows do not fit
 */
export function divideHeight(
  text: PadText,
  heightMm: number,
  headMm: SizeRange,
  { headingMm, boxMm: { height: minMm } }: Sizes,
  tables: 1 | 2,
) {
  const heights = (rows: readonly PadRow[], unitMm: number, head: number) => ({
    headMm: head,
    rows: rows.map((row) => ({ row, heightMm: row.kind === "heading" ? headingMm : unitMm * weightOf(row) })),
  });
  const bare = text.rows.filter(({ kind }) => kind !== "heading");
  const tries = [
    { rows: text.rows, head: headMm.usual, leastMm: minMm * ROOM_FOR_HEADINGS },
    { rows: bare, head: headMm.usual, leastMm: minMm },
    ...(tables === 2 ? [{ rows: bare, head: headMm.least, leastMm: minMm }] : []),
  ];
  for (const { rows, head, leastMm } of tries) {
    const roomMm = heightMm - head;
    const [parts, unitMm] =
      tables === 1 ? [[rows], unitOf(rows, roomMm, headingMm)] : halves(rows, roomMm, headingMm);
    if (unitMm >= leastMm) return parts.map((part) => heights(part, unitMm, head));
  }
  // In a single table, names get what rows of the least height leave.
  const head = heightMm - bare.reduce((sum, row) => sum + weightOf(row), 0) * minMm;
  return tables === 1 && head >= headMm.least ? [heights(bare, minMm, head)] : null;
}

/** The split with the highest rows, and their height; 0 if there is none. A section that goes on gets its heading again. */
function halves(rows: readonly PadRow[], roomMm: number, headingMm: number) {
  let best: [halves: (readonly PadRow[])[], unitMm: number] = [[], 0];
  for (const [at, row] of rows.entries()) {
    const left = rows.slice(0, at);
    if (at === 0 || row.kind === "line" || left.at(-1)?.kind === "heading") continue;
    const heading = row.kind === "box" ? left.findLast(({ kind }) => kind === "heading") : undefined;
    const right = heading === undefined ? rows.slice(at) : [heading, ...rows.slice(at)];
    const unitMm = Math.min(unitOf(left, roomMm, headingMm), unitOf(right, roomMm, headingMm));
    if (unitMm > best[1]) best = [[left, right], unitMm];
  }
  return best;
}
