import { memoize, memoizeByText } from "../../rules/memoize.ts";
import { msg } from "../../rules/problem/message.ts";
import { type Problem, problem } from "../../rules/problem/problem.ts";
import type { TypeFamily, Typeface } from "../fonts/typeface.ts";
import type { Area } from "../geometry.ts";
import type { PadLayout, PlacedText, RuleRank } from "./pad-layout.ts";
import type { PadText } from "./pad-form.ts";
import type { Paper } from "./paper.ts";
import type { SizeRange, Sizes } from "./sizes.ts";

/** The text of a sheet, with its sizes and fonts. */
export interface Typesetting {
  readonly text: PadText;
  readonly sizes: Sizes;
  readonly family: TypeFamily;
}

type PartName = "boxes" | "ticks" | "blanks" | "texts" | "rules" | "tints" | "dice" | "arrows" | "owners";

/** A sheet while it is laid out. */
export interface SheetDraft extends Typesetting {
  readonly paper: Paper;
  readonly parts: { readonly [Part in PartName]: PadLayout[Part][number][] };
  /** Why the sheet can't be printed. */
  readonly problems: Problem[];
}

/** Reports words that have no room. */
export function reportTooLong({ paper, problems }: SheetDraft, words: string): void {
  const hint = msg`print.text-too-long-hint: use fewer words or larger paper`;
  const message = msg`print.text-too-long: “${words}” is too long for its place on ${paper.name}`;
  problems.push(problem("text-too-long", message, { hint }));
}

export interface TextStyle extends Pick<PlacedText, "weight" | "sizePt" | "grey" | "isAccented" | "role"> {
  readonly face: Typeface;
  readonly align: "left" | "right" | "centre";
}

const BLACK = 1;

/** Black and flush left, unless `look` says otherwise. */
export function textStyle(
  family: TypeFamily,
  weight: keyof TypeFamily,
  sizePt: number,
  look: Partial<Pick<TextStyle, "grey" | "align" | "isAccented" | "role">> = {},
): TextStyle {
  const usual = { grey: BLACK, align: "left", isAccented: false, role: null } as const;
  return { face: family[weight], weight, sizePt, ...usual, ...look };
}

/** Small print: hints, and the labels of fields. */
export function quietStyle({ sizes, family }: Typesetting, sizePt = sizes.hintPt.usual): TextStyle {
  return textStyle(family, "regular", sizePt);
}

/** Tries sizes from the usual one down to the least, and returns the first result; null if there is none. */
export function firstFitting<T>(
  { usual, least }: SizeRange,
  attempt: (sizePt: number) => T | null,
  stepPt = 0.25,
): T | null {
  for (let sizePt = usual; sizePt > least; sizePt -= stepPt) {
    const found = attempt(sizePt);
    if (found !== null) return found;
  }
  return attempt(Math.min(usual, least));
}

/** The largest size of the range at which a line fits the width; null if even the least is too large. */
export function fittingSize(face: Typeface, text: string, range: SizeRange, widthMm: number): number | null {
  const { least, usual } = range;
  return firstFitting({ least, usual: Math.max(usual, least) }, (sizePt) =>
    face.width(text, sizePt) <= widthMm ? sizePt : null,
  );
}

/** Breaks text into lines at its spaces; a word that is too long gets a line of its own. */
export function brokenLines(face: Typeface, text: string, sizePt: number, widthMm: number): string[] {
  const [first = "", ...rest] = text.split(" ");
  const lines = [first];
  for (const word of rest) {
    const longer = `${lines.at(-1)} ${word}`;
    if (face.width(longer, sizePt) > widthMm) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/**
 * Words in one line, or in two that fit a width: broken after a comma or between steps if possible, else so that both are short.
 * Null if they don't fit.
 */
export function fitLines(
  { face, sizePt }: Pick<TextStyle, "face" | "sizePt">,
  words: string,
  widthMm: number,
  lines: number,
): readonly string[] | null {
  const mostMm = widthMm + ROUNDING_MM;
  if (lines === 1) return face.width(words, sizePt) <= mostMm ? [words] : null;
  return listBreaks(face)(`${sizePt} ${words}`).find(({ longestMm }) => longestMm <= mostMm)?.way ?? null;
}

/** The ways to break words into two lines, the best first: for each face, size and words once. */
const listBreaks = memoize((face: Typeface) =>
  memoizeByText((key) => {
    const [size, ...parts] = key.split(" ");
    const ways = parts.slice(1).map((_, at) => {
      const first = parts.slice(0, at + 1).join(" ");
      const second = parts.slice(at + 1).join(" ");
      const way = [first.replace(/ ·$/, ""), second];
      const longestMm = Math.max(...way.map((line) => face.width(line, Number(size))));
      return { way, longestMm, rank: rankBreak(first, second) };
    });
    return ways.sort((one, other) => one.rank - other.rank || one.longestMm - other.longestMm);
  }),
);

/** Widths are added up and compared, which is not exact. */
export const ROUNDING_MM = 1e-6;

/** How unwelcome a break is: not at all after a comma or between steps, most after a number and next to a sign. */
function rankBreak(before: string, after: string): number {
  if (/[,·]$/.test(before)) return 0;
  return /(^|\s)[^\p{L}]+$/u.test(before) || /^[^\p{L}\p{N}]+\s/u.test(after) ? 2 : 1;
}

/** Puts a line of text into its cell, with capitals in the middle of its height unless a baseline is given. */
export function placeText(
  text: string,
  style: TextStyle,
  cell: Area,
  insetMm: number,
  baselineMm = cell.yMm + (cell.heightMm + style.face.height(style.sizePt).capMm) / 2,
): PlacedText {
  const { face, align, ...look } = style;
  const widthMm = face.width(text, style.sizePt);
  const free = cell.widthMm - 2 * insetMm - widthMm;
  const xMm = cell.xMm + insetMm + free * { left: 0, centre: 0.5, right: 1 }[align];
  const { aboveMm, belowMm } = face.ink(text, style.sizePt);
  const ink = { xMm, yMm: baselineMm - aboveMm, widthMm, heightMm: aboveMm + belowMm };
  return { text, cell, ink, xMm, baselineMm, ...look, upwards: false };
}

/** Puts a line of text into its cell turned by 90 degrees: it reads upwards from the cell's foot, in the middle of its width. */
export function placeUpwards(text: string, style: TextStyle, cell: Area, insetMm: number): PlacedText {
  const { face, align: _, ...look } = style;
  const heightMm = face.width(text, style.sizePt);
  const { aboveMm, belowMm } = face.ink(text, style.sizePt);
  const yMm = cell.yMm + cell.heightMm - insetMm;
  const xMm = cell.xMm + (cell.widthMm + face.height(style.sizePt).capMm) / 2;
  const ink = { xMm: xMm - aboveMm, yMm: yMm - heightMm, widthMm: aboveMm + belowMm, heightMm };
  return { text, cell, ink, xMm, baselineMm: yMm, ...look, upwards: true };
}

/** Draws a straight black line. */
export function addRule(
  { parts, sizes }: SheetDraft,
  [fromXMm, fromYMm, toXMm, toYMm]: readonly [fromX: number, fromY: number, toX: number, toY: number],
  rank: RuleRank,
): void {
  parts.rules.push({ fromXMm, fromYMm, toXMm, toYMm, weightPt: sizes.weight[rank], grey: BLACK, rank });
}
