import type { Area } from "../geometry.ts";
import { dieShapes } from "../shapes/figures.ts";
import type { PadRow, PadText } from "./pad-form.ts";
import { fitLines, ROUNDING_MM, type Typesetting } from "./parts.ts";
import { MIN_PT, type SizeRange, type Sizes, type TightRange } from "./sizes.ts";

/** Where a row shows its dice: right of label and hint; level with the label, above the hint; between the two; or level with the hint. */
export type DicePlace = "side" | "level" | "stacked" | "low";

/** A way to set labels, hints and dice, left of the boxes. */
interface Attempt {
  readonly type: Step;
  readonly die: Step | keyof typeof SMALL_DIE_MM;
  readonly hasGutter: boolean;
  /** In the order of preference; each row with several dice takes the first that fits. */
  readonly places: readonly DicePlace[];
  /** The most lines of a label. */
  readonly labelLines: 1 | 2;
  readonly hints: Hints;
  /** The share of rows with several dice that may go without them. */
  readonly diceless: number;
  /** Whether patterns show dice, or only rows of one face. */
  readonly allDice: boolean;
  /** Whether a fixed score must be shown where the hint is dropped. */
  readonly keepsWorth: boolean;
}

/** Hints are whole; next to dice, they leave out what these show, or all but a fixed score; or only rows with room have some. */
type Hints = "whole" | "short" | "worth" | "some";
type Step = "usual" | "middle" | "least";

const ALL: Attempt = {
  type: "usual",
  die: "usual",
  hasGutter: true,
  places: ["side"],
  labelLines: 2,
  hints: "whole",
  diceless: 0,
  allDice: true,
  keepsWorth: true,
};
const LEVEL: Attempt = { ...ALL, places: ["side", "level"] };
const STACKED: Attempt = { ...ALL, places: ["stacked", "side", "level", "low"] };
const LEAST: Attempt = { ...STACKED, type: "least", die: "least" };
const SMALL: Attempt = { ...LEAST, die: "small", hasGutter: false };
const TINY: Attempt = { ...SMALL, die: "tiny" };
const MINI: Attempt = { ...SMALL, die: "mini" };

/** Rows whose label or hint is long, as a share of those with several dice. */
export const FEW = 0.3;
/** More of them; they keep their whole hints. */
const HALF = 0.5;

/** Type of its usual size. */
const USUAL: readonly Attempt[] = [ALL, LEVEL, { ...LEVEL, die: "middle" }, { ...ALL, die: "least" }];

/** From generous to frugal: dice move and shrink before labels wrap, and labels wrap before type shrinks. */
const SHRINKING: readonly Attempt[] = [
  ...USUAL.map((way) => ({ ...way, labelLines: 1 as const })),
  ...USUAL,
  { ...STACKED, die: "least" },
  { ...ALL, type: "middle", die: "least" },
  { ...LEVEL, type: "middle", die: "middle" },
  { ...STACKED, type: "middle", die: "least" },
  { ...ALL, type: "least", die: "least" },
  LEAST,
  { ...LEAST, hasGutter: false },
  { ...ALL, type: "least", die: "small" },
  SMALL,
  TINY,
];
const SHORTENING = SHRINKING.map((way): Attempt => {
  const places: typeof way.places = way.places === STACKED.places ? ["low", ...way.places] : way.places;
  return { ...way, hints: "short", places };
});
const LEAVING_WORTH = (["whole", "short", "worth"] as const).map((hints): Attempt => ({ ...MINI, hints }));
const DROPPING_SOME = [
  ...[LEAST, SMALL, TINY, MINI].map((way) => ({ ...way, diceless: FEW })),
  ...[TINY, MINI].map((way) => ({ ...way, diceless: HALF })),
].flatMap((way): Attempt[] => [way, { ...way, hints: "short" }]);

/** Beyond that, all rows of several dice go without, then hints are dropped. */
const BARE: Attempt = { ...SMALL, allDice: false };
const FRUGAL: readonly Attempt[] = [
  ...[...SHRINKING, ...SHORTENING, ...LEAVING_WORTH, ...DROPPING_SOME],
  ...[BARE, { ...BARE, hints: "short" } as const],
  ...[SMALL, TINY, MINI, BARE].map((way): Attempt => ({ ...way, hints: "some" })),
  { ...BARE, hints: "some", keepsWorth: false },
];

/** Large print drops hints first. */
const HINTLESS: Attempt = { ...ALL, type: "least", die: "least", hints: "some" };
const BAREST: Attempt = { ...HINTLESS, hasGutter: false, allDice: false, keepsWorth: false };
const DROPPING_HINTS: readonly Attempt[] = [
  ...[ALL, LEVEL, { ...ALL, hints: "some" } as const, HINTLESS],
  ...[{ ...BAREST, keepsWorth: true }, BAREST],
];

/** The sides of dice in rows of several where width is short: six of the smaller ones fit half of A6. */
const SMALL_DIE_MM = { small: 2.6, tiny: 2.3, mini: 2 } as const;

/** The least side of dice where it is large: in large print, and with numerals or letters, so that these can be read; else 0. */
function figureDieMm({ text, sizes, family }: Typesetting): number {
  const faces = new Set(text.rows.flatMap((row) => (row.kind === "box" ? row.dice : [])));
  const sides = [...faces].flatMap((face) =>
    dieShapes(face).flatMap((shape) =>
      shape.kind === "numeral" ? family.bold.height(MIN_PT).capMm / shape.height : [],
    ),
  );
  return Math.max(sizes.dropsHints ? sizes.dieMm.least : 0, ...sides);
}

/** The sizes of an attempt. @param leastMm the least side of a die */
function sizeAttempt({ type, die, hasGutter, ...shown }: Attempt, sizes: Sizes, leastMm: number) {
  const { labelPt, hintPt, dieMm, gutterMm } = sizes;
  const chooseSize = ({ usual, least }: SizeRange, step: Attempt["die"]) =>
    ({ usual, middle: (usual + least) / 2, least, ...SMALL_DIE_MM })[step];
  return {
    ...shown,
    labelPt: chooseSize(labelPt, type),
    hintPt: chooseSize(hintPt, type),
    dieMm: Math.max(leastMm, chooseSize(dieMm, die)),
    /** The side of a die that is alone in its row. */
    singleDieMm: Math.max(leastMm, chooseSize(dieMm, type)),
    /** Whether type has its usual size, and dice suit it. */
    isUsual: type === "usual" && (die === "usual" || die === "middle"),
    /** The bracket's room left of the labels; 0 where width is short. */
    gutterMm: hasGutter ? gutterMm : 0,
  };
}
type SizedAttempt = ReturnType<typeof sizeAttempt>;

/** The width of the table divided into labels with hints and dice, and boxes. */
export type Division = NonNullable<ReturnType<typeof tryDivision>>;

/** The largest share of a table's width that labels take: what is written matters more than what is printed. */
export const LABEL_SHARE = { one: 0.45, several: 0.38 } as const;
/** Where labels, hints and dice would have no room otherwise, the first of these that gives it to them. */
const WIDER_SHARES: readonly number[] = [0.41, 0.44, 0.48, 0.52, 0.56, 0.62, 0.7, 1];

/**
 * Yields the divisions with boxes wide enough to write in, the best first. Labels keep to their share of the width while dice and hints
 * wrap, shrink and are dropped; only then do they take more.
 * @param boxes the number of boxes in a row @param cornerMm the least width of the corner above the labels
 * @param wholeMm the width that the share is of: a table's part of the sheet, with that of the space between two tables
 * @param slackMm the most that the labels of one of two tables may be wider, and those of the other narrower
 */
export function* divideWidth(
  setting: Typesetting,
  widthMm: number,
  boxes: number,
  cornerMm = 0,
  wholeMm = widthMm,
  slackMm = 0,
): Generator<Division> {
  const { sizes } = setting;
  const share = boxes === 1 ? LABEL_SHARE.one : LABEL_SHARE.several;
  const wider = WIDER_SHARES.filter((most) => most > share);
  const ways = sizes.dropsHints ? DROPPING_HINTS : FRUGAL;
  const leastDieMm = figureDieMm(setting);
  const sumsMm = sumsWidth(setting);
  const wordMm = longestWord(setting);
  const parts = new Map<Attempt, LeftPart>();
  const findPart = (way: Attempt) => {
    const part = parts.get(way) ?? leftPart(sizeAttempt(way, sizes, leastDieMm), setting);
    parts.set(way, part);
    return part;
  };
  function* within(minBoxMm: number) {
    const roomMm = widthMm - boxes * minBoxMm;
    if (roomMm < Math.max(cornerMm, wordMm - slackMm)) return;
    const tried = new Map<Attempt, number>();
    for (const most of [share, ...wider]) {
      const limitMm = Math.min(most * wholeMm, roomMm);
      for (const way of ways) {
        if (tried.get(way) === limitMm || (!way.keepsWorth && most < 1)) continue;
        tried.set(way, limitMm);
        const room = { widthMm, boxes, cornerMm, slackMm, sumsMm, limitMm };
        const division = tryDivision(findPart(way), setting, room);
        if (division !== null) yield division;
      }
    }
  }
  const plainMm = sizes.boxMm.width;
  // If the heads of columns fit no box, `compose` reports that, except in large print.
  let isDone = sizes.dropsHints;
  for (const division of within(Math.max(plainMm, columnHeadsMm(setting)))) {
    isDone = true;
    yield division;
  }
  if (!isDone) yield* within(plainMm);
}

/** The width of the longest word of a column's name, with the edges of its cell. */
export function columnHeadsMm({ text, sizes, family }: Typesetting): number {
  const labels = [...text.columns.values()].map(({ label }) => label);
  const words = [...labels, text.rowTotal ?? ""].flatMap((label) => label.split(" "));
  return Math.max(...words.map((word) => family.bold.width(word, sizes.hintPt.least) + sizes.insetMm));
}

/** Ways to set labels and dice next to the same boxes, with all dice in one place, generous ones first. */
export function listAlike(division: Division, setting: Typesetting): Division[] {
  const leastDieMm = figureDieMm(setting);
  const sizes = [...SHRINKING, ...SHORTENING, ...LEAVING_WORTH].map((way) => {
    const { labelPt, hintPt, dieMm, hints } = sizeAttempt(way, setting.sizes, leastDieMm);
    return { labelPt, hintPt, dieMm, hints };
  });
  // Ways that differ in nothing but places and lines have the same sizes.
  const different = new Map(sizes.map((one) => [JSON.stringify(one), one]));
  return [...different.values()]
    .filter(({ labelPt, dieMm }) => labelPt <= division.labelPt && dieMm <= division.dieMm)
    .flatMap((one) =>
      (["side", "level", "low", "stacked"] as const).map((place) => {
        return { ...division, hintsFromMm: null, ...one, places: [place] };
      }),
    );
}

/** The width to divide, the least widths of its parts, and the greatest width of the labels. */
type Room = Readonly<Record<"widthMm" | "boxes" | "cornerMm" | "slackMm" | "sumsMm" | "limitMm", number>>;

/** Divides the width in one way to set the left part; null if that does not fit. */
function tryDivision(
  { attempt, maxDice, plainMm, besideMm, hintsFromMm }: LeftPart,
  setting: Typesetting,
  { widthMm, boxes, cornerMm, slackMm, sumsMm, limitMm }: Room,
) {
  const { sizes, text } = setting;
  const { gutterMm } = attempt;
  if (gutterMm + cornerMm > limitMm) return null;
  const restMm = widthMm - boxes * sizes.widestBoxMm;
  /** The whole left part. */
  const labelsMm = Math.min(limitMm, Math.max(gutterMm + Math.max(cornerMm, sumsMm), plainMm, restMm));
  const rowMm = sumsHeight(setting, text.rows, labelsMm + slackMm - gutterMm - 2 * sizes.insetMm);
  if (rowMm === null) return null;
  return {
    ...attempt,
    /** The least height of a row. */
    rowMm,
    /** Where hints begin in a column of their own to the right of labels, from the left edge of these; null for hints below. */
    hintsFromMm: besideMm <= labelsMm ? hintsFromMm : null,
    /** The longest row of dice that is shown. */
    maxDice,
    /** The share of rows without their hints. */
    hintless: 0,
    labelsMm,
    boxMm: (widthMm - labelsMm) / boxes,
  };
}

/** The width of rows that are not boxes with labels and hints in one line each, at the least size. Large print may drop their hints. */
function sumsWidth({ text, sizes, family: { regular, bold } }: Typesetting): number {
  const { sumPt, hintPt, insetMm, dropsHints } = sizes;
  const linesMm = text.rows.flatMap((row) => {
    if (row.kind === "box" || row.kind === "heading") return [];
    const hint = dropsHints || row.kind === "ticks" ? "" : (row.hint ?? "");
    return Math.max(bold.width(row.label, sumPt.least), regular.width(hint, hintPt.least));
  });
  return Math.max(0, ...linesMm) + 2 * insetMm;
}

/** The least height of rows that are not boxes, with labels and hints of two lines where one is too long; null if a line doesn't fit. */
export function sumsHeight(setting: Typesetting, rows: readonly PadRow[], widthMm: number): number | null {
  const { sizes, family } = setting;
  const [label, hint] = [
    { face: family.bold, sizePt: sizes.sumPt.least },
    { face: family.regular, sizePt: sizes.hintPt.least },
  ] as const;
  const [{ capMm }, small] = [label.face.height(label.sizePt), hint.face.height(hint.sizePt)];
  let highest = 0;
  for (const row of rows) {
    if (row.kind === "box" || row.kind === "heading") continue;
    const labels = countLines(label, row.label, widthMm);
    const isFree = sizes.dropsHints || row.kind === "ticks";
    const hints = row.hint === null || isFree ? 0 : countLines(hint, row.hint, widthMm);
    if (labels === null || hints === null) return null;
    if (labels === 1 && hints < 2) continue;
    const hintMm = hints === 0 ? 0 : HINT_STEP * capMm + small.capMm * (1 + (hints - 1) * SECOND_LINE);
    highest = Math.max(highest, capMm * (1 + (labels - 1) * LABEL_STEP) + hintMm + 2 * CLEAR_MM);
  }
  return highest;
}

/** The lines that words need, 1 or 2; null if they need more. */
function countLines(style: Parameters<typeof fitLines>[0], words: string, widthMm: number): number | null {
  return [1, 2].find((lines) => fitLines(style, words, widthMm, lines) !== null) ?? null;
}

/** From a label to the hint below it, beyond the height of its capitals, as a share of the label's. */
export const HINT_STEP = 0.45;
/** From one line of a label to the next, in heights of its capitals. */
export const LABEL_STEP = 1.65;
/** Least space above and below a label with its hint. */
export const CLEAR_MM = 0.8;
/** From one line of a hint to the next, in heights of its capitals. */
export const SECOND_LINE = 1.75;

/** Between two dice, as a share of their side. */
export const DIE_GAP = 0.16;

/** The length of squares in a row, in sides. @param gap between two of them, in sides */
export function extent(squares: number, gap: number): number {
  return squares + (squares - 1) * gap;
}

type LeftPart = ReturnType<typeof leftPart>;

/** The width of the longest word of a label at its least size, with its cell: no label column is narrower. */
function longestWord({ text, sizes: { labelPt, sumPt, insetMm }, family: { bold } }: Typesetting): number {
  const words = text.rows.flatMap((row) => {
    const { least } = row.kind === "box" ? labelPt : sumPt;
    return row.kind === "heading" ? [] : row.label.split(" ").map((word) => bold.width(word, least));
  });
  return Math.max(0, ...words) + 2 * insetMm;
}

/** The width of the left part if nothing wraps: with hints below the labels, and to the right of them. */
function leftPart(attempt: SizedAttempt, { text, sizes: { insetMm, dropsHints }, family }: Typesetting) {
  const { labelPt, hintPt, hints, allDice, keepsWorth } = attempt;
  const { dieMm, singleDieMm, gutterMm } = attempt;
  const boxes = text.rows.filter((row) => row.kind === "box");
  const counts = boxes.map(({ dice }) => dice.length);
  const maxDice = Math.max(0, ...counts.filter((count) => allDice || count === 1));
  const measureDice = (count: number) =>
    count === 0 || count > maxDice
      ? 0
      : extent(count, DIE_GAP) * (count === 1 ? singleDieMm : dieMm) + insetMm;
  const rows = boxes.map(({ label, hint: whole, shortHint, worth, dice }) => {
    const hint = hints !== "whole" && dice.length <= maxDice ? (shortHint ?? whole) : whole;
    const stays = worth && keepsWorth && (hints === "some" || dropsHints);
    const worthMm = stays ? insetMm + family.regular.width(worth, labelPt) : 0;
    const labelMm = family.bold.width(label, labelPt) + worthMm;
    const hintMm = hint === null ? 0 : family.regular.width(hint, hintPt);
    return { labelMm, hintMm, diceMm: measureDice(dice.length) };
  });
  const widest = (measure: (row: (typeof rows)[number]) => number) => Math.max(0, ...rows.map(measure));
  const plainMm =
    gutterMm + 2 * insetMm + widest(({ labelMm, hintMm, diceMm }) => Math.max(labelMm, hintMm) + diceMm);
  const hintsFromMm = 4 * insetMm + widest(({ labelMm }) => labelMm);
  const besideMm = gutterMm + hintsFromMm + insetMm + widest(({ hintMm, diceMm }) => hintMm + diceMm);
  return { attempt, maxDice, plainMm, besideMm, hintsFromMm };
}

/** A row with its place on the page. */
export interface PlacedRow extends Pick<Area, "yMm" | "heightMm"> {
  readonly row: PadRow;
}

/** The height of the grand total, in plain rows: as a rule, and where a sheet would go without headings otherwise. */
const GRAND = 1.25;
const TIGHT_GRAND = 1.1;
/** More boxes to tick need a row twice as high. */
export const TICKS_IN_A_ROW = 3;
/** The height of the boxes to tick above a line's own boxes, in plain rows. */
export const TALLY = 0.55;
/** With headings of the usual height, boxes must keep this multiple of their least height; else headings shrink. */
const ROOM_FOR_HEADINGS = 1.06;

/** The height of a row in plain rows; headings have a fixed height. */
export function computeRowWeight(row: PadRow, grand = GRAND): number {
  switch (row.kind) {
    case "heading":
      return 0;
    case "ticks":
      return row.count > TICKS_IN_A_ROW ? 2 : 1;
    case "line":
      return (row.rank === "grand" ? grand : 1) + (row.tally === undefined ? 0 : TALLY);
    case "box":
    case "blank":
      return 1;
    default:
      return row satisfies never;
  }
}

/** The height of a plain row if rows share a height. */
function computeRowHeight(rows: readonly PadRow[], roomMm: number, headingMm: number, grand = GRAND): number {
  const headings = rows.filter(({ kind }) => kind === "heading").length;
  return (roomMm - headings * headingMm) / rows.reduce((sum, row) => sum + computeRowWeight(row, grand), 0);
}

/** A way to divide the height: the rows, the heights of headings and head, and the least heights of a row and of the head. */
interface Try extends Readonly<Record<"heading" | "head" | "leastMm", number>> {
  readonly rows: readonly PadRow[];
  readonly leastHeadMm?: number;
  /** The height of the grand total, in plain rows. */
  readonly grand?: number;
}

/**
 * Divides the height so that each table is filled: its rows share what names and headings leave. If rows would be too low, headings shrink,
 * then the space for names, then both beyond their least, with the row of the grand total; then headings go.
 * @param rowMm the least height of a row with label, dice and hint @returns one result per table; null if the rows do not fit
 */
export function divideHeight(
  text: PadText,
  heightMm: number,
  headMm: TightRange,
  { headingMm, boxMm: { height: minMm } }: Sizes,
  tables: 1 | 2,
  rowMm = 0,
) {
  const bare = text.rows.filter(({ kind }) => kind !== "heading");
  // In a single table, names get what rows of the least height leave.
  const shrunkHead = (rows: readonly PadRow[], heading: number, grand = GRAND) => {
    const rowsMm = rows.reduce(
      (sum, row) => sum + (row.kind === "heading" ? heading : computeRowWeight(row, grand) * minMm),
      0,
    );
    return tables === 1 ? Math.min(headMm.usual, heightMm - rowsMm) : headMm.least;
  };
  const { least: low, tight } = headingMm;
  const tightest = { rows: text.rows, heading: tight, leastMm: minMm, leastHeadMm: headMm.tight };
  const tries: readonly Try[] = [
    { rows: text.rows, heading: headingMm.usual, head: headMm.usual, leastMm: minMm * ROOM_FOR_HEADINGS },
    { rows: text.rows, heading: low, head: headMm.usual, leastMm: minMm },
    { rows: text.rows, heading: low, head: shrunkHead(text.rows, low), leastMm: minMm },
    { ...tightest, head: shrunkHead(text.rows, tight) },
    { ...tightest, head: shrunkHead(text.rows, tight, TIGHT_GRAND), grand: TIGHT_GRAND },
    { rows: bare, heading: 0, head: headMm.usual, leastMm: minMm },
    { rows: bare, heading: 0, head: shrunkHead(bare, 0), leastMm: minMm },
  ];
  for (const { rows, heading, head, leastMm, leastHeadMm = headMm.least, grand } of tries) {
    if (head < leastHeadMm) continue;
    const roomMm = heightMm - head;
    const bySection = Math.max(leastMm, rowMm);
    const [parts, unitMm] =
      tables === 1
        ? [[rows], computeRowHeight(rows, roomMm, heading, grand)]
        : halves(rows, roomMm, heading, bySection);
    if (unitMm < leastMm - ROUNDING_MM) continue;
    const gaps = rows.slice(1).filter(({ kind }) => kind === "heading").length;
    const whiteMm = Math.max(GAP_MM, unitMm / 8 + GAP_CLEAR_MM);
    const gappedMm = computeRowHeight(rows, roomMm - gaps * whiteMm, heading, grand);
    const gapMm = tables === 1 && gappedMm >= bySection ? whiteMm : 0;
    return parts.map((part) => {
      const partMm = gapMm > 0 ? gappedMm : computeRowHeight(part, roomMm, heading, grand);
      const rowHeight = (row: PadRow) =>
        row.kind === "heading" ? heading : partMm * computeRowWeight(row, grand);
      return { headMm: head, gapMm, rows: part.map((row) => ({ row, heightMm: rowHeight(row) })) };
    });
  }
  return null;
}

/** The least white between two sections. Scans see an eighth of a box around it, and the line of the next frame must stay off that. */
const GAP_MM = 1.5;
const GAP_CLEAR_MM = 0.5;

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
