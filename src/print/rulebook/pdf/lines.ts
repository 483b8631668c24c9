import { getTypeface } from "../../fonts/typeface.ts";
import { getElement, lastIndexWhere } from "../../../rules/arrays.ts";
import { SOFT_HYPHEN } from "../../fonts/hyphenation.ts";
import type { Runs } from "./blocks.ts";
import { type FigureMark, type FigureSetting, computeTypeSize } from "./marks.ts";

type TextMark = Extract<FigureMark, { kind: "text" }>;
type After = TextMark["after"];

/** One line of a paragraph, from its left edge. */
export interface TypesetLine {
  readonly widthMm: number;
  readonly marks: readonly FigureMark[];
}

/** Breaks a paragraph into lines no wider than the measure, ragged right. */
export function breakLines(runs: Runs, measureMm: number, setting: FigureSetting): TypesetLine[] {
  return withoutRunt(splitRuns(runs, setting), measureMm, setting).map((words, at, lines) => {
    const next = lines[at + 1]?.[0]?.fragments[0];
    const isBroken = words.at(-1)?.isBroken === true && !beginsBlank(next);
    return setLine(words, setting, next === undefined || isBroken ? "" : " ");
  });
}

/** A last line shorter than this share of the measure (a runt) looks like a mistake. */
const MAX_RUNT = 0.15;
/** Shares of the measure that are tried to avoid a runt. */
const MEASURES = [1, 0.985, 0.97, 0.955, 0.94, 0.92, 0.9, 0.88, 0.86] as const;

/** Avoids a last line of a single short word: a slightly narrower measure moves more words there, if it adds no line. */
function withoutRunt(words: readonly Word[], measureMm: number, setting: FigureSetting): Word[][] {
  const usual = arrange(words, measureMm, setting);
  if (usual.length < 2) return usual;
  let best = { lines: usual, lastMm: -1 };
  for (const share of MEASURES) {
    const lines = arrange(words, share * measureMm, setting);
    if (lines.length > usual.length) break;
    const lastMm = (lines.at(-1) ?? []).reduce((sum, word) => sum + word.widthMm, 0);
    if (lastMm > best.lastMm) best = { lines, lastMm };
    if (lastMm >= MAX_RUNT * measureMm) break;
  }
  return best.lines;
}

/** Words are hyphenated only in lines less full than this. */
const FULL_ENOUGH = 0.87;
/** Consecutive lines that may end with a hyphen. */
const MAX_HYPHENS = 2;

function arrange(words: readonly Word[], measureMm: number, setting: FigureSetting): Word[][] {
  const space = setting.family.regular.width(" ", setting.sizePt);
  const lines: Word[][] = [];
  const left = [...words];
  let line: Word[] = [];
  let used = 0;
  let hyphens = 0;
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    const from = line.length === 0 ? 0 : used + space;
    if (from + next.widthMm <= measureMm) {
      line.push(next);
      used = from + next.widthMm;
      continue;
    }
    const isForced = next.widthMm > measureMm;
    const mayBreak = isForced || (used < FULL_ENOUGH * measureMm && hyphens < MAX_HYPHENS);
    const parts =
      (mayBreak ? hyphenateWord(next, measureMm - from, setting) : null) ??
      (isForced && line.length === 0 ? chopWord(next, measureMm, setting) : null);
    const [here, below] = parts ?? (line.length > 0 ? [null, next] : [next, null]);
    if (here !== null) line.push(here);
    if (below !== null) left.unshift(below);
    lines.push(line);
    hyphens = parts === null ? 0 : hyphens + 1;
    line = [];
    used = 0;
  }
  if (line.length > 0) lines.push(line);
  return lines;
}

/** Whether a stretch begins with a space, which is not drawn there. */
function beginsBlank(stretch: Fragment | undefined): boolean {
  return stretch?.kind === "text" && /^\s/.test(stretch.text);
}

/** Puts words side by side; neighbours of one weight are one text, kerned and copied as one. @param after what is read at the end */
function setLine(words: readonly Word[], setting: FigureSetting, after: After): TypesetLine {
  const stretches: Fragment[] = [];
  /** The first text of a stretch, and with all that follow. */
  let first: Extract<Fragment, { kind: "text" }> | null = null;
  let text = "";
  const finish = () => {
    if (first !== null) stretches.push({ ...first, text });
    first = null;
  };
  for (const fragment of words.flatMap((word, at) =>
    at === 0 ? word.fragments : withSpace(word.fragments),
  )) {
    if (fragment.kind === "text" && first?.weight === fragment.weight) text += fragment.text;
    else {
      finish();
      if (fragment.kind === "text") [first, text] = [fragment, fragment.text];
      else stretches.push(fragment);
    }
  }
  finish();
  let widthMm = 0;
  const marks = stretches.flatMap((stretch, at) => {
    const next = stretches[at + 1];
    const end = next === undefined ? after : beginsBlank(next) ? " " : "";
    const set = stretchMarks(stretch, widthMm, setting, end);
    widthMm += fragmentWidth(stretch, setting);
    return set;
  });
  return { widthMm, marks };
}

function withSpace(fragments: readonly Fragment[]): Fragment[] {
  const [first] = fragments;
  const plain = { kind: "text", weight: "regular", content: null } as const;
  return [{ ...(first?.kind === "text" ? first : plain), text: " " }, ...fragments];
}

function stretchMarks(stretch: Fragment, xMm: number, setting: FigureSetting, after: After): FigureMark[] {
  if (stretch.kind === "text")
    return stretch.text.trim() === "" ? [] : [textMark(stretch, xMm, setting, after)];
  const { dieMm, dieGapMm, leadingMm } = setting;
  return stretch.dice.map((die, at) => ({
    kind: "die",
    xMm: xMm + at * (dieMm + dieGapMm),
    yMm: (leadingMm - dieMm) / 2,
    sideMm: dieMm,
    die,
    content: stretch.content,
  }));
}

/** A text in one weight. A space at its beginning shifts it instead of being drawn. */
export function textMark(
  { text, weight, content }: Pick<TextMark, "text" | "weight" | "content">,
  fromMm: number,
  { family, sizePt, ink, baselineMm }: FigureSetting,
  after: After,
): TextMark {
  const shown = text.trimStart();
  const blank = text.slice(0, text.length - shown.length);
  const xMm =
    fromMm + (blank === "" ? 0 : getTypeface(family, weight).width(blank, computeTypeSize(weight, sizePt)));
  const widthMm = getTypeface(family, weight).width(shown, computeTypeSize(weight, sizePt));
  const size = { sizePt: computeTypeSize(weight, sizePt), widthMm };
  return { kind: "text", xMm, baselineMm, text: shown, ...size, weight, ink, content, after };
}

/** Part of a word in one weight, or dice in the middle of a sentence. */
type Fragment = Runs[number];

/** The text between two spaces; its weight may change within. */
interface Word {
  readonly fragments: readonly Fragment[];
  readonly widthMm: number;
  /** Whether it is the first part of a word that continues on the next line. */
  readonly isBroken: boolean;
}

/** Splits runs into words at ordinary spaces; no-break spaces don't split. */
function splitRuns(runs: Runs, setting: FigureSetting): Word[] {
  const words: Fragment[][] = [];
  let open = false;
  for (const run of runs) {
    const parts = run.kind === "dice" ? [run] : run.text.split(/( +)/).map((text) => ({ ...run, text }));
    for (const part of parts) {
      if (part.kind === "text" && part.text === "") continue;
      const isBlank = part.kind === "text" && part.text.startsWith(" ");
      if (!isBlank && open) words.at(-1)?.push(part);
      else if (!isBlank) words.push([part]);
      open = !isBlank;
    }
  }
  return words.map((fragments) => word(fragments, setting));
}

function word(fragments: readonly Fragment[], setting: FigureSetting, isBroken = false): Word {
  const widthMm = fragments.reduce((sum, fragment) => sum + fragmentWidth(fragment, setting), 0);
  return { fragments, widthMm, isBroken };
}

function fragmentWidth(fragment: Fragment, { family, sizePt, dieMm, dieGapMm }: FigureSetting): number {
  if (fragment.kind === "text")
    return getTypeface(family, fragment.weight).width(
      fragment.text,
      computeTypeSize(fragment.weight, sizePt),
    );
  const count = fragment.dice.length;
  return count * dieMm + Math.max(0, count - 1) * dieGapMm;
}

/** A word in two. */
type Split = readonly [first: Fragment, ...rest: Fragment[]];

/** The last split whose first part fits into a width; null if none does. Splits go from early to late. */
function lastFitting(
  count: number,
  widthMm: number,
  setting: FigureSetting,
  splitAt: (index: number) => Split,
): [Word, Word] | null {
  const index = lastIndexWhere(count, (one) => fragmentWidth(splitAt(one)[0], setting) <= widthMm);
  if (index === -1) return null;
  const [first, ...rest] = splitAt(index);
  return [word([first], setting, true), word(rest, setting)];
}

/** Letters that stay on either side of a hyphen at least. */
const MIN_LETTERS = 3;

/** Breaks a word so that its first part fits into a width. @returns that part with its hyphen, and the rest; null if none fits */
function hyphenateWord(whole: Word, widthMm: number, setting: FigureSetting): [Word, Word] | null {
  const [only, ...more] = whole.fragments;
  if (only?.kind !== "text" || more.length > 0) return null;
  const { text } = only;
  const breaks = findBreaks(text, setting);
  return lastFitting(breaks.length, widthMm, setting, (index) => {
    const { at, sign } = getElement(breaks, index);
    return [
      { ...only, text: text.slice(0, at) + sign },
      { ...only, text: text.slice(at) },
    ];
  });
}

/** Where a word may be broken: after its own hyphens, and where the language allows one. */
function findBreaks(text: string, { hyphenate }: FigureSetting) {
  const own = [...text.matchAll(/(?<=\p{L})-(?=\p{L})/gu)];
  const breaks = own.map(({ index }) => ({ at: index + 1, sign: "" }));
  const countLetters = (part: string) => part.match(/\p{L}/gu)?.length ?? 0;
  const all = countLetters(text);
  let at = 0;
  let before = 0;
  for (const part of hyphenate(text)) {
    at += part.length;
    before += countLetters(part);
    if (before >= MIN_LETTERS && all - before >= MIN_LETTERS)
      breaks.push({ at, sign: text[at - 1] === "-" ? "" : SOFT_HYPHEN });
  }
  return breaks.sort((a, b) => a.at - b.at);
}

/** Splits a word without a good break that is wider than a whole line, after as many characters or dice as fit. */
function chopWord(whole: Word, widthMm: number, setting: FigureSetting): [Word, Word] | null {
  const [first, ...more] = whole.fragments;
  if (first === undefined) return null;
  const units = first.kind === "text" ? [...first.text] : first.dice;
  const part = (from: number, to?: number): Fragment =>
    first.kind === "dice"
      ? { ...first, dice: first.dice.slice(from, to) }
      : { ...first, text: units.slice(from, to).join("") };
  const count = units.length - (more.length > 0 ? 0 : 1);
  return lastFitting(count, widthMm, setting, (at) => {
    const rest = at + 1 < units.length ? [part(at + 1)] : [];
    return [part(0, at + 1), ...rest, ...more];
  });
}
