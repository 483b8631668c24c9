import type { Area } from "../geometry.ts";
import type { PadRow, PadText } from "./pad-form.ts";
import { fittingSize, hintLines, type Typesetting } from "./parts.ts";
import type { SizeRange, Sizes } from "./sizes.ts";

/** A way to set labels, hints and dice, left of the boxes. */
interface Attempt {
  readonly size: "usual" | "middle" | "least";
  readonly showsHints: boolean;
  /** Whether patterns show dice, or only rows of one face. */
  readonly allDice: boolean;
  readonly hasGutter: boolean;
  readonly dicePlace: DicePlace;
  /** Whether a fixed score is shown where the hint is dropped. */
  readonly keepsWorth: boolean;
}

/**
 * Dice in a column next to label and hint; level with the label, with the hint below both; or between label and hint, where a single
 * die stays level with its label.
 */
type DicePlace = "column" | "level" | "between";

const ALL: Attempt = {
  size: "usual",
  showsHints: true,
  allDice: true,
  hasGutter: true,
  dicePlace: "column",
  keepsWorth: true,
};

/** From generous to frugal: everything shrinks, then dice move to their labels, then hints go, or rows of dice, then both. */
const SHRINKING: readonly Attempt[] = [
  ALL,
  { ...ALL, size: "middle" },
  { ...ALL, size: "least" },
  { ...ALL, size: "middle", hasGutter: false, dicePlace: "level" },
  { ...ALL, size: "least", hasGutter: false, dicePlace: "level" },
  { ...ALL, size: "least", hasGutter: false, dicePlace: "between" },
  { ...ALL, size: "least", hasGutter: false, showsHints: false },
  { ...ALL, size: "least", hasGutter: false, allDice: false },
  { ...ALL, size: "least", hasGutter: false, showsHints: false, allDice: false },
  { ...ALL, size: "least", hasGutter: false, showsHints: false, allDice: false, keepsWorth: false },
];

/** Large print drops hints first. */
const DROPPING_HINTS: readonly Attempt[] = [
  ALL,
  { ...ALL, showsHints: false },
  { ...ALL, size: "least", showsHints: false },
  { ...ALL, size: "least", hasGutter: false, showsHints: false, allDice: false },
  { ...ALL, size: "least", hasGutter: false, showsHints: false, allDice: false, keepsWorth: false },
];

/** Dice between label and hint are smaller by this share, down to a minimum. */
const BETWEEN_SHARE = 0.85;
const MIN_DIE_MM = 2.6;

/** The ways to set the left part, with their sizes. */
function attempts({ labelPt, hintPt, dieMm, gutterMm, dropsHints }: Sizes) {
  const ways = dropsHints ? DROPPING_HINTS : SHRINKING;
  return ways.map(({ size, hasGutter, ...shown }) => {
    const chooseSize = ({ usual, least }: SizeRange) => ({ usual, middle: (usual + least) / 2, least })[size];
    const die =
      shown.dicePlace === "between" ? Math.max(MIN_DIE_MM, dieMm.least * BETWEEN_SHARE) : chooseSize(dieMm);
    const sizes = { labelPt: chooseSize(labelPt), hintPt: chooseSize(hintPt), dieMm: die };
    return { ...sizes, ...shown, isUsual: size === "usual", gutterMm: hasGutter ? gutterMm : 0 };
  });
}

/** The width of the table divided into labels with hints and dice, and boxes. */
export type Division = NonNullable<ReturnType<typeof tryDivision>>;

/**
 * Yields the divisions with boxes wide enough to write in, the best first. Dice and hints shrink first, then hints and rows of dice are
 * dropped, but never labels.
 * @param boxes the number of boxes in a row @param cornerMm the least width of the corner above the labels
 */
export function* divideWidth(
  setting: Typesetting,
  widthMm: number,
  boxes: number,
  cornerMm = 0,
): Generator<Division> {
  const { text, sizes, family } = setting;
  const ways = attempts(sizes);
  const sumsMm = leastSumsMm(setting);
  function* within(minBoxMm: number) {
    for (const way of ways) {
      const division = tryDivision(way, setting, { widthMm, boxes, minBoxMm, cornerMm, sumsMm });
      if (division !== null) yield division;
    }
  }
  const plainMm = sizes.boxMm.width;
  // The longest word of a column's name should fit, too. If it fits no box, `compose` reports it, except in large print.
  const heads = [...text.columns.values()].flatMap(({ label }) => label.split(" "));
  const headsMm = heads.map((word) => family.bold.width(word, sizes.hintPt.least) + sizes.insetMm);
  let isDone = sizes.dropsHints;
  for (const division of within(Math.max(plainMm, ...headsMm))) {
    isDone = true;
    yield division;
  }
  if (!isDone) yield* within(plainMm);
}

/** The width to divide, and the least widths of its parts. */
type Room = Readonly<Record<"widthMm" | "boxes" | "minBoxMm" | "cornerMm" | "sumsMm", number>>;

/** Divides the width in one way to set the left part; null if that does not fit. */
function tryDivision(
  attempt: ReturnType<typeof attempts>[number],
  setting: Typesetting,
  { widthMm, boxes, minBoxMm, cornerMm, sumsMm }: Room,
) {
  const { text, sizes, family } = setting;
  const { labelPt, hintPt, showsHints, dicePlace, isUsual, dieMm, gutterMm } = attempt;
  const { maxDice, belowMm: rowsMm, besideMm, hintsFromMm } = leftPart(attempt, setting);
  const belowMm = Math.max(rowsMm, gutterMm + Math.max(cornerMm, sumsMm));
  if ((widthMm - belowMm) / boxes < minBoxMm) return null;
  const boxMm = Math.min((widthMm - belowMm) / boxes, sizes.widestBoxMm);
  /** The whole left part. */
  const labelsMm = widthMm - boxes * boxMm;
  // Labels of headings, lines and ticks must fit, too, at their size or smaller.
  const isWide = text.rows.every((row) => {
    if (row.kind === "box") return true;
    const words = row.kind === "heading" ? row.text : row.label;
    return fittingSize(family.bold, words, sizes.labelPt, labelsMm - gutterMm - 2 * sizes.insetMm) !== null;
  });
  if (!isWide) return null;
  const brokenMm = sizes.breaksHints ? threeLinesMm(setting) : 0;
  return {
    labelPt,
    hintPt,
    /** Whether type and dice have their usual size. */
    isUsual,
    dicePlace,
    /** The least height of a row. */
    rowMm: Math.max(dicePlace === "between" ? stackMm(attempt, setting) : 0, brokenMm),
    showsHints,
    /** Whether hints are in a column of their own to the right of labels, or below them. */
    hintsBeside: besideMm <= labelsMm,
    /** Where that column begins, from the left edge of the labels. */
    hintsFromMm,
    /** The bracket's room left of the labels; 0 where width is short. */
    gutterMm,
    dieMm,
    /** The longest row of dice that is shown. */
    maxDice,
    labelsMm,
    boxMm,
  };
}

/** The least width of rows that are not boxes, for their labels and hints at the least size. Large print may drop their hints. */
function leastSumsMm({ text, sizes, family: { regular, bold } }: Typesetting): number {
  const { labelPt, hintPt, insetMm, dropsHints, breaksHints } = sizes;
  const linesMm = text.rows.flatMap((row) => {
    if (row.kind === "box") return [];
    if (row.kind === "heading") return bold.width(row.text, labelPt.least);
    const hint = dropsHints || row.kind === "ticks" ? "" : (row.hint ?? "");
    const lines = (breaksHints ? hintLines(regular, hint) : null) ?? [hint];
    const hintMm = Math.max(...lines.map((line) => regular.width(line, hintPt.least)));
    return Math.max(bold.width(row.label, labelPt.least), hintMm);
  });
  return Math.max(0, ...linesMm) + 2 * insetMm;
}

/** The height of a row with a label and two lines below it, at the least size. */
function threeLinesMm({ sizes: { labelPt, hintPt }, family: { regular, bold } }: Typesetting): number {
  const small = regular.height(hintPt.least);
  return 1.45 * bold.height(labelPt.least).capMm + SECOND_LINE * small.capMm + small.capMm + 2 * CLEAR_MM;
}

/** Least space above and below a label with its hint. */
export const CLEAR_MM = 0.85;
/** From one line of a hint to the next, in heights of its capitals. */
export const SECOND_LINE = 1.75;

/** Between label, dice and hint in a stack, and above and below it. */
export const STACK_GAP_MM = 0.65;

/** The height of label, dice and hint in a stack. */
function stackMm(
  { labelPt, hintPt, dieMm }: Readonly<Record<"labelPt" | "hintPt" | "dieMm", number>>,
  { family: { regular, bold } }: Typesetting,
): number {
  const hint = regular.height(hintPt);
  return bold.height(labelPt).capMm + dieMm + hint.capMm + 0.3 * hint.xMm + 4 * STACK_GAP_MM;
}

/** Between two dice, as a share of their side. */
export const DIE_GAP = 0.16;

/** The length of squares in a row, in sides. @param gap between two of them, in sides */
export function extent(squares: number, gap: number): number {
  return squares + (squares - 1) * gap;
}

/** Whether a row's dice are between its label and its hint. */
export function isStacked(dicePlace: DicePlace, dice: number): boolean {
  return dicePlace === "between" && dice > 1;
}

/** The width of the left part with hints below and to the right of the labels. */
function leftPart(
  {
    labelPt,
    hintPt,
    showsHints,
    allDice,
    dicePlace,
    keepsWorth,
    dieMm,
    gutterMm,
  }: ReturnType<typeof attempts>[number],
  { text, sizes: { insetMm, dropsHints }, family }: Typesetting,
) {
  const boxes = text.rows.filter((row) => row.kind === "box");
  const labelsMm = boxes.map(({ label, worth }) => {
    const wide = family.bold.width(label, labelPt);
    // A fixed score replaces a dropped hint.
    const stays = worth !== undefined && worth !== null && keepsWorth && (!showsHints || dropsHints);
    return stays ? wide + insetMm + family.regular.width(worth, labelPt) : wide;
  });
  const labelMm = Math.max(0, ...labelsMm);
  const hints = showsHints ? boxes.flatMap(({ hint }) => hint ?? []) : [];
  const hintMm = Math.max(0, ...hints.map((hint) => family.regular.width(hint, hintPt)));
  const counts = boxes.map(({ dice }) => dice.length);
  const maxDice = Math.max(0, ...counts.filter((count) => allDice || count === 1));
  if (dicePlace !== "column") {
    const linesMm = boxes.map(({ label, dice: { length } }) => {
      const wide = family.bold.width(label, labelPt);
      const diceMm = length === 0 ? 0 : extent(length, DIE_GAP) * dieMm;
      return isStacked(dicePlace, length)
        ? Math.max(wide, diceMm)
        : wide + (length === 0 ? 0 : insetMm + diceMm);
    });
    return {
      maxDice,
      belowMm: 2 * insetMm + Math.max(hintMm, ...linesMm),
      besideMm: Infinity,
      hintsFromMm: insetMm,
    };
  }
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

/** The height of the grand total, in plain rows. */
const GRAND = 1.25;
/** More boxes to tick need a row twice as high. */
const TICKS_IN_A_ROW = 3;
/** With headings, boxes must keep this multiple of their least height; else headings go. */
const ROOM_FOR_HEADINGS = 1.06;

/** The height of a row in plain rows; headings have a fixed height. */
function computeRowWeight(row: PadRow): number {
  switch (row.kind) {
    case "heading":
      return 0;
    case "ticks":
      return row.count > TICKS_IN_A_ROW ? 2 : 1;
    case "line":
      return row.rank === "grand" ? GRAND : 1;
    case "box":
    case "blank":
      return 1;
    default:
      return row satisfies never;
  }
}

/** The height of a plain row if rows share a height. */
function computeRowHeight(rows: readonly PadRow[], roomMm: number, headingMm: number): number {
  const headings = rows.filter(({ kind }) => kind === "heading").length;
  return (roomMm - headings * headingMm) / rows.reduce((sum, row) => sum + computeRowWeight(row), 0);
}

/**
 * Divides the height so that each table is filled: its rows share what names and headings leave. If rows would be too low, headings go,
 * then the space for names shrinks.
 * @param rowMm the least height of a row with label, dice and hint @returns one result per table; null if the rows do not fit
 */
export function divideHeight(
  text: PadText,
  heightMm: number,
  headMm: SizeRange,
  { headingMm, boxMm: { height: minMm } }: Sizes,
  tables: 1 | 2,
  rowMm = 0,
) {
  const heights = (rows: readonly PadRow[], unitMm: number, head: number) => ({
    headMm: head,
    rows: rows.map((row) => ({
      row,
      heightMm: row.kind === "heading" ? headingMm : unitMm * computeRowWeight(row),
    })),
  });
  const bare = text.rows.filter(({ kind }) => kind !== "heading");
  const tries = [
    { rows: text.rows, head: headMm.usual, leastMm: minMm * ROOM_FOR_HEADINGS },
    { rows: bare, head: headMm.usual, leastMm: minMm },
    ...(tables === 2 ? [{ rows: bare, head: headMm.least, leastMm: minMm }] : []),
  ];
  for (const { rows, head, leastMm } of tries) {
    const roomMm = heightMm - head;
    const bySection = Math.max(leastMm, rowMm);
    const [parts, unitMm] =
      tables === 1
        ? [[rows], computeRowHeight(rows, roomMm, headingMm)]
        : halves(rows, roomMm, headingMm, bySection);
    if (unitMm >= leastMm)
      return parts.map((part) => heights(part, computeRowHeight(part, roomMm, headingMm), head));
  }
  // In a single table, rows get their least height, and names the rest.
  const head = heightMm - bare.reduce((sum, row) => sum + computeRowWeight(row), 0) * minMm;
  return tables === 1 && head >= headMm.least ? [heights(bare, minMm, head)] : null;
}

/** The least share of the best row height that is accepted for a split between two sections. */
const SECTION_SHARE = 0.85;

/**
 * Splits rows between two sections unless that makes them much lower; else where rows are highest, and repeats the heading of the split
 * section. @param leastMm the least height for the former @returns the halves with the height of their rows; 0 if there are none
 */
function halves(rows: readonly PadRow[], roomMm: number, headingMm: number, leastMm: number) {
  type Split = [halves: (readonly PadRow[])[], unitMm: number];
  let best: Split = [[], 0];
  let between: Split = best;
  for (const [at, row] of rows.entries()) {
    const left = rows.slice(0, at);
    if (at === 0 || row.kind === "line" || left.at(-1)?.kind === "heading") continue;
    const heading = row.kind === "box" ? left.findLast(({ kind }) => kind === "heading") : undefined;
    const right = heading === undefined ? rows.slice(at) : [heading, ...rows.slice(at)];
    const unitMm = Math.min(
      computeRowHeight(left, roomMm, headingMm),
      computeRowHeight(right, roomMm, headingMm),
    );
    if (unitMm > best[1]) best = [[left, right], unitMm];
    if (row.kind === "heading" && unitMm > between[1]) between = [[left, right], unitMm];
  }
  return between[1] >= Math.max(leastMm, SECTION_SHARE * best[1]) ? between : best;
}
