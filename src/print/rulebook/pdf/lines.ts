import { getElement, lastIndexWhere } from "../../../rules/arrays.ts";
import { getTypeface } from "../../fonts/typeface.ts";
import type { Runs } from "./blocks.ts";
import { computeTypeSize, type FigureMark, type FigureSetting } from "./marks.ts";

type TextMark = Extract<FigureMark, { kind: "text" }>;
type After = TextMark["after"];

/** One line of a paragraph, from its left edge. */
export interface TypesetLine {
  readonly widthMm: number;
  readonly marks: readonly FigureMark[];
}

/** Breaks a paragraph into lines no wider than the measure, ragged right. */
export function breakLines(runs: Runs, measureMm: number, setting: FigureSetting): TypesetLine[] {
  return fitLines(splitRuns(runs, setting), measureMm, setting).map((words, at, lines) => {
    const next = lines[at + 1]?.[0]?.fragments[0];
    const isBroken = words.at(-1)?.isBroken === true && !beginsBlank(next);
    return setLine(words, setting, next === undefined || isBroken ? "" : " ");
  });
}

/** Words are divided only in paragraphs with lines less full than this. */
const FULL_ENOUGH = 0.8;

/** Lines with as few words divided as possible. */
function fitLines(words: readonly Word[], measureMm: number, setting: FigureSetting): (readonly Word[])[] {
  const usedMm = lineWidth(words, setting);
  if (words.length === 0) return [];
  if (usedMm <= measureMm) return [words];
  const ends = words.map((_, at): WordEnd => endAbove(words, at + 1));
  const lines = chooseLines(words, ends, measureMm, setting);
  const isGood = lines.every((line, at) => {
    const widthMm = lineWidth(line, setting);
    const isLast = at === lines.length - 1;
    return (
      widthMm <= measureMm &&
      (isLast || (widthMm >= FULL_ENOUGH * measureMm && lines[at + 1]?.[0]?.isBound === false))
    );
  });
  if (isGood) return lines;
  const divided = words.flatMap((word, at) => [
    ...listCuts(word, measureMm, setting).map((cut): WordEnd => ({ kind: cut.kind, word: at, cut })),
    endAbove(words, at + 1),
  ]);
  return chooseLines(words, divided, measureMm, setting);
}

/** Where a line may end: before a word, or in it at a cut. */
interface WordEnd extends LineEnd {
  readonly word: number;
  readonly cut: Cut | null;
}

function endAbove(words: readonly Word[], word: number): WordEnd {
  return { kind: words[word]?.isBound === true ? "bound" : "space", word, cut: null };
}

function lineWidth(words: readonly Word[], { family, sizePt }: FigureSetting): number {
  const spacesMm = Math.max(0, words.length - 1) * family.regular.width(" ", sizePt);
  return words.reduce((sum, { widthMm }) => sum + widthMm, spacesMm);
}

function chooseLines(
  words: readonly Word[],
  ends: readonly WordEnd[],
  measureMm: number,
  setting: FigureSetting,
): Word[][] {
  const spaceMm = setting.family.regular.width(" ", setting.sizePt);
  /** The width of all words before each, with a space behind each of them. */
  const befores = [0];
  for (const { widthMm } of words) befores.push((befores.at(-1) ?? 0) + widthMm + spaceMm);
  const heads = ends.map(({ word, cut }) =>
    cut === null ? 0 : partOfWord(getElement(words, word), null, cut, setting).widthMm,
  );
  const tails = ends.map(({ word, cut }) =>
    cut === null
      ? (words[word]?.widthMm ?? 0)
      : partOfWord(getElement(words, word), cut, null, setting).widthMm,
  );
  const measureWidth = (from: number, to: number): number => {
    const start = from === -1 ? { word: 0, cut: null } : getElement(ends, from);
    const end = getElement(ends, to);
    if (start.word === end.word)
      return start.cut === null
        ? getElement(heads, to)
        : partOfWord(getElement(words, end.word), start.cut, end.cut, setting).widthMm;
    const tailMm = from === -1 ? getElement(words, 0).widthMm : getElement(tails, from);
    const betweenMm = getElement(befores, end.word) - getElement(befores, start.word + 1);
    return tailMm + betweenMm + (end.cut === null ? 0 : spaceMm + getElement(heads, to));
  };
  let start: WordEnd = { kind: "space", word: 0, cut: null };
  return chooseLineEnds(ends, measureMm, measureWidth).map((index) => {
    const end = getElement(ends, index);
    const line = sliceWords(words, start, end, setting);
    start = end;
    return line;
  });
}

/** The words of a line, of which the first and the last may be parts. */
function sliceWords(words: readonly Word[], from: WordEnd, to: WordEnd, setting: FigureSetting): Word[] {
  const line = words.slice(from.word, to.cut === null ? to.word : to.word + 1);
  return line.map((word, at) => {
    const start = at === 0 ? from.cut : null;
    const end = at === line.length - 1 ? to.cut : null;
    return start === null && end === null ? word : partOfWord(word, start, end, setting);
  });
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
  /** Whether no line should begin with it. */
  readonly isBound: boolean;
  /** Whether it is the first part of a word that continues on the next line. */
  readonly isBroken: boolean;
}

/** Splits runs into words at ordinary spaces; no-break spaces don't split. */
function splitRuns(runs: Runs, setting: FigureSetting): Word[] {
  const plain = runs.map((run) => (run.kind === "text" ? run.text : DICE)).join("");
  const bound = setting.words.findBoundSpaces(plain);
  const words: { readonly fragments: Fragment[]; readonly isBound: boolean }[] = [];
  let open = false;
  let place = 0;
  for (const run of runs) {
    const parts = run.kind === "dice" ? [run] : run.text.split(/( +)/).map((text) => ({ ...run, text }));
    for (const part of parts) {
      const length = part.kind === "text" ? part.text.length : DICE.length;
      const isBlank = part.kind === "text" && part.text.startsWith(" ");
      if (length > 0 && !isBlank && open) words.at(-1)?.fragments.push(part);
      else if (length > 0 && !isBlank) words.push({ fragments: [part], isBound: bound.has(place - 1) });
      if (length > 0) open = !isBlank;
      place += length;
    }
  }
  return words.map(({ fragments, isBound }) => word(fragments, setting, { isBound }));
}

/** Dice, in the text of a paragraph. */
const DICE = "\ufffc";

function word(
  fragments: readonly Fragment[],
  setting: FigureSetting,
  { isBound = false, isBroken = false }: Partial<Pick<Word, "isBound" | "isBroken">> = {},
): Word {
  const widthMm = fragments.reduce((sum, fragment) => sum + fragmentWidth(fragment, setting), 0);
  return { fragments, widthMm, isBound, isBroken };
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

/** A place in a word: the fragment, and how many of its characters or dice are before. */
interface Cut {
  readonly kind: "hyphen" | "chop";
  readonly fragment: number;
  readonly at: number;
  readonly sign: string;
}

/** Where a word may be cut: at hyphens, and, if it is wider than a line, after as many characters or dice as fit. */
function listCuts(whole: Word, measureMm: number, setting: FigureSetting): Cut[] {
  const hyphens = whole.fragments.flatMap((fragment, index) =>
    fragment.kind === "dice"
      ? []
      : setting.words
          .listDivisions(fragment.text)
          .map(({ at, sign }): Cut => ({ kind: "hyphen", fragment: index, at, sign })),
  );
  if (whole.widthMm <= measureMm) return hyphens;
  const order = (a: Cut, b: Cut) => a.fragment - b.fragment || a.at - b.at;
  return [...hyphens, ...chopCuts(whole, measureMm, setting)].toSorted(order);
}

function chopCuts(whole: Word, measureMm: number, setting: FigureSetting): Cut[] {
  const all = whole.fragments.flatMap((fragment, index) => {
    // Between the halves of a character that takes two units there is no place.
    const units: readonly { readonly length: number }[] =
      fragment.kind === "text" ? [...fragment.text] : fragment.dice.map(() => ({ length: 1 }));
    let at = 0;
    return units.map(({ length }): Cut => {
      at += length;
      return { kind: "chop", fragment: index, at, sign: "" };
    });
  });
  const cuts: Cut[] = [];
  for (let from = 0; from < all.length - 1; ) {
    const start = cuts.at(-1) ?? null;
    if (partOfWord(whole, start, null, setting).widthMm <= measureMm) break;
    const fitting = lastIndexWhere(
      all.length - 1 - from,
      (one) => partOfWord(whole, start, getElement(all, from + one), setting).widthMm <= measureMm,
    );
    from += Math.max(0, fitting) + 1;
    cuts.push(getElement(all, from - 1));
  }
  return cuts;
}

/** The part of a word between two cuts; null for its beginning and its end. */
function partOfWord(whole: Word, from: Cut | null, to: Cut | null, setting: FigureSetting): Word {
  const fragments = whole.fragments.flatMap((fragment, index): Fragment[] => {
    if (index < (from?.fragment ?? 0) || index > (to?.fragment ?? index)) return [];
    const start = index === from?.fragment ? from.at : 0;
    const isCut = index === to?.fragment;
    const end = isCut ? to.at : undefined;
    const part: Fragment =
      fragment.kind === "dice"
        ? { ...fragment, dice: fragment.dice.slice(start, end) }
        : { ...fragment, text: fragment.text.slice(start, end) + (isCut ? to.sign : "") };
    return (part.kind === "dice" ? part.dice : part.text).length === 0 ? [] : [part];
  });
  return word(fragments, setting, { isBound: from === null && whole.isBound, isBroken: to !== null });
}

/** A place where a line may end. */
export interface LineEnd {
  readonly kind: keyof typeof END_COSTS;
}

/** Costs of ending a line: between words, where a space should not be broken, in a word at a hyphen, and anywhere in a word. */
const END_COSTS = { space: 0, hyphen: 4, bound: 1e3, chop: 1e5 } as const;
/** Added for a second hyphen in a row. */
const HYPHEN_AGAIN_COST = 4;
/** A last line must not begin with the rest of a word. */
const DIVIDED_LAST_COST = 1e4;
/** Each line takes room. */
const LINE_COST = 0.5;
/** What a line costs that is left blank. It grows with the square of the blank share. */
const BLANK_COST = 100;
/** A last line shorter than this share of the measure, or than this width in mm (a runt), looks like a mistake. */
const MAX_RUNT = { share: 0.15, widthMm: 10 } as const;
const RUNT_COST = 12;
const OVERFULL_COST = 1e7;
/** Rounding of sums, in mm. */
const HAIR_MM = 1e-6;

interface Path {
  readonly cost: number;
  readonly end: number;
  readonly before: Path | null;
}

/**
 * Chooses where the lines of a paragraph end so that all of them together cost least (Knuth and Plass, Breaking Paragraphs into Lines, 1981,
 * for text set flush left, in which a line costs by the square of what it leaves blank).
 *
 * @param ends the places where lines may end, in order; the last one ends the paragraph
 * @param widthOf the width in mm of what is between two ends by their indices; -1 is the beginning
 * @returns the indices of the ends chosen
 */
export function chooseLineEnds(
  ends: readonly LineEnd[],
  measureMm: number,
  widthOf: (from: number, to: number) => number,
): number[] {
  const paths: Path[] = [{ cost: 0, end: -1, before: null }];
  const runt = Math.max(MAX_RUNT.share, MAX_RUNT.widthMm / measureMm);
  const last = ends.length - 1;
  for (let to = 0; to <= last; to++) {
    let best: Path | null = null;
    for (let from = to - 1; from >= -1; from--) {
      const blank = (measureMm - widthOf(from, to)) / measureMm;
      const isOver = blank * measureMm < -HAIR_MM;
      if (isOver && from < to - 1) break;
      const before = getElement(paths, from + 1);
      const cost = before.cost + (isOver ? OVERFULL_COST : lineCost(ends, from, to, blank, runt));
      if (best === null || cost < best.cost) best = { cost, end: to, before };
    }
    if (best !== null) paths.push(best);
  }
  const chosen: number[] = [];
  for (let path = getElement(paths, last + 1); path.before !== null; path = path.before)
    chosen.unshift(path.end);
  return chosen;
}

function lineCost(ends: readonly LineEnd[], from: number, to: number, blank: number, runt: number): number {
  const isBelowHyphen = from >= 0 && ends[from]?.kind === "hyphen";
  if (to === ends.length - 1) {
    const isRunt = from >= 0 && 1 - blank < runt;
    return LINE_COST + (isBelowHyphen ? DIVIDED_LAST_COST : 0) + (isRunt ? RUNT_COST : 0);
  }
  const { kind } = getElement(ends, to);
  const again = isBelowHyphen && kind === "hyphen" ? HYPHEN_AGAIN_COST : 0;
  return LINE_COST + BLANK_COST * blank ** 2 + END_COSTS[kind] + again;
}
