import { SOFT_HYPHEN } from "../../fonts/hyphenation.ts";
import type { Runs } from "./blocks.ts";
import { baselineOf, BLACK, figureWidth, type FigureMark, type FigureSetting } from "./marks.ts";

type TextMark = Extract<FigureMark, { kind: "text" }>;

/** One line of a paragraph, from its left edge. */
export interface TypesetLine {
  readonly widthMm: number;
  readonly marks: readonly FigureMark[];
}

/** A line that is at least so full is not filled up with part of a word. */
const FULL_ENOUGH = 0.87;
/** Consecutive lines that may end with a hyphen. */
const MAX_HYPHENS = 2;

/** Breaks a paragraph into lines no wider than the measure, ragged right. */
export function breakLines(
  runs: Runs,
  measureMm: number,
  setting: FigureSetting,
  ink: number = BLACK,
): TypesetLine[] {
  return withoutRunt(wordsOf(runs, setting), measureMm, setting).map((words, at, lines) => {
    const next = lines[at + 1]?.[0]?.fragments[0];
    const isBroken = words.at(-1)?.isBroken === true && !beginsBlank(next);
    return setLine(words, setting, ink, next === undefined || isBroken ? "" : " ");
  });
}

/** A last line shorter than this share of the measure (a runt) looks like a mistake. */
const MAX_RUNT = 0.15;
/** Shares of the measure that are tried to avoid a runt. */
const MEASURES = [1, 0.985, 0.97, 0.955, 0.94, 0.92, 0.9, 0.88, 0.86] as const;

/** Avoids a last line of a single short word: a slightly narrower measure moves more words there, if it takes no further line. */
function withoutRunt(words: readonly Word[], measureMm: number, setting: FigureSetting): Word[][] {
  const usual = arrange(words, measureMm, setting);
  if (usual.length < 2) return usual;
  for (const share of MEASURES) {
    const lines = arrange(words, share * measureMm, setting);
    if (lines.length > usual.length) break;
    const last = lines.at(-1) ?? [];
    if (last.reduce((sum, word) => sum + word.widthMm, 0) >= MAX_RUNT * measureMm) return lines;
  }
  return usual;
}

function arrange(words: readonly Word[], measureMm: number, setting: FigureSetting): Word[][] {
  const space = setting.family.regular.width(" ", setting.sizePt);
  const lines: Word[][] = [];
  const left = [...words];
  let line: Word[] = [];
  let used = 0;
  let hyphens = 0;
  const close = (isHyphen: boolean) => {
    if (line.length > 0) lines.push(line);
    hyphens = isHyphen ? hyphens + 1 : 0;
    line = [];
    used = 0;
  };
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
      (mayBreak ? hyphenated(next, measureMm - from, setting) : null) ??
      (isForced && line.length === 0 ? chopped(next, measureMm, setting) : null);
    if (parts !== null) {
      line.push(parts[0]);
      left.unshift(parts[1]);
      close(true);
    } else if (line.length > 0) {
      close(false);
      left.unshift(next);
    } else {
      line.push(next);
      close(false);
    }
  }
  close(false);
  return lines;
}

/** Whether a stretch begins with a space, which is not drawn there. */
function beginsBlank(stretch: Fragment | undefined): boolean {
  return stretch?.kind === "text" && /^\s/.test(stretch.text);
}

/**
 * Puts words side by side. Neighbours of one weight are drawn as one text, so that they are kerned and copied as one.
 *
 * @param after what is read at the end of the line
 */
function setLine(
  words: readonly Word[],
  setting: FigureSetting,
  ink: number,
  after: TextMark["after"],
): TypesetLine {
  const stretches: Fragment[] = [];
  words.forEach((word, at) => {
    const fragments = at === 0 ? word.fragments : withSpace(word.fragments);
    for (const fragment of fragments) {
      const last = stretches.at(-1);
      if (fragment.kind === "text" && last?.kind === "text" && last.weight === fragment.weight) {
        stretches.splice(-1, 1, { ...last, text: last.text + fragment.text });
      } else stretches.push(fragment);
    }
  });
  const marks: FigureMark[] = [];
  let x = 0;
  stretches.forEach((stretch, at) => {
    const next = stretches[at + 1];
    const end = next === undefined ? after : beginsBlank(next) ? " " : "";
    marks.push(...stretchMarks(stretch, x, setting, ink, end));
    x += fragmentWidth(stretch, setting);
  });
  return { widthMm: x, marks };
}

function withSpace(fragments: readonly Fragment[]): Fragment[] {
  const [first, ...rest] = fragments;
  if (first === undefined) return [];
  if (first.kind === "text") return [{ ...first, text: ` ${first.text}` }, ...rest];
  return [{ kind: "text", text: " ", weight: "regular", content: null }, first, ...rest];
}

function stretchMarks(
  stretch: Fragment,
  xMm: number,
  setting: FigureSetting,
  ink: number,
  after: TextMark["after"],
): FigureMark[] {
  if (stretch.kind === "text") {
    return stretch.text.trim() === "" ? [] : [textMark(stretch, xMm, setting, ink, after)];
  }
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

export function textMark(
  { text, weight, content }: Pick<TextMark, "text" | "weight" | "content">,
  xMm: number,
  setting: FigureSetting,
  ink: number,
  after: TextMark["after"],
): TextMark {
  const { family, sizePt } = setting;
  const lead = text.length - text.trimStart().length;
  // A space at the beginning of a stretch shifts it instead of being drawn.
  const before = lead === 0 ? 0 : family[weight].width(text.slice(0, lead), sizePt);
  const shown = text.slice(lead);
  return {
    kind: "text",
    xMm: xMm + before,
    baselineMm: baselineOf(setting),
    text: shown,
    sizePt,
    weight,
    ink,
    widthMm: family[weight].width(shown, sizePt),
    content,
    after,
  };
}

/** Part of a word in one weight, or dice in the middle of a sentence. */
type Fragment = Runs[number];

/** What stands between two spaces; its weight may change within. */
interface Word {
  readonly fragments: readonly Fragment[];
  readonly widthMm: number;
  /** Whether it is the first part of a word that continues on the next line. */
  readonly isBroken: boolean;
}

/** Splits runs into words at ordinary spaces; no-break spaces don't split. */
function wordsOf(runs: Runs, setting: FigureSetting): Word[] {
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

function fragmentWidth(fragment: Fragment, setting: FigureSetting): number {
  return fragment.kind === "dice"
    ? figureWidth(setting, fragment.dice.length)
    : setting.family[fragment.weight].width(fragment.text, setting.sizePt);
}

/** Letters that stay on either side of a hyphen at least. */
const MIN_LETTERS = 3;

/** Breaks a word so that its first part fits into a width. @returns that part with its hyphen, and the rest; null if none fits */
function hyphenated(whole: Word, widthMm: number, setting: FigureSetting): [Word, Word] | null {
  const [only, ...more] = whole.fragments;
  if (only?.kind !== "text" || more.length > 0) return null;
  const breaks = breaksOf(only.text, setting);
  const head = ({ at, sign }: (typeof breaks)[number]) =>
    word([{ ...only, text: only.text.slice(0, at) + sign }], setting, true);
  const last = lastFitting(breaks, (one) => head(one).widthMm <= widthMm);
  return last === null ? null : [head(last), word([{ ...only, text: only.text.slice(last.at) }], setting)];
}

/** The last of a list that fits, found by bisection: all before it fit, too. Null if none does. */
function lastFitting<T>(list: readonly T[], isFitting: (one: T) => boolean): T | null {
  let [fits, fails] = [-1, list.length];
  while (fails - fits > 1) {
    const middle = (fits + fails) >> 1;
    const one = list[middle];
    if (one !== undefined && isFitting(one)) fits = middle;
    else fails = middle;
  }
  return list[fits] ?? null;
}

/** Where a word may be broken: after its own hyphens, and where the language allows one. */
function breaksOf(text: string, setting: FigureSetting) {
  const breaks: { at: number; sign: string }[] = [];
  const all = lettersIn(text);
  let at = 0;
  let before = 0;
  for (const part of setting.hyphenate(text)) {
    at += part.length;
    before += lettersIn(part);
    if (before >= MIN_LETTERS && all - before >= MIN_LETTERS)
      breaks.push({ at, sign: text[at - 1] === "-" ? "" : SOFT_HYPHEN });
  }
  for (const own of text.matchAll(/(?<=\p{L})-(?=\p{L})/gu)) breaks.push({ at: own.index + 1, sign: "" });
  return breaks.sort((a, b) => a.at - b.at);
}

function lettersIn(text: string): number {
  return [...text].filter((char) => /\p{L}/u.test(char)).length;
}

/** Splits a word without a good break that is wider than a whole line, after as many characters as fit. */
function chopped(whole: Word, widthMm: number, setting: FigureSetting): [Word, Word] | null {
  const [first, ...more] = whole.fragments;
  if (first === undefined) return null;
  const units = first.kind === "text" ? [...first.text] : first.dice;
  const most = units.length - (more.length > 0 ? 0 : 1);
  const counts = Array.from({ length: Math.max(0, most) }, (_, at) => at + 1);
  const count = lastFitting(counts, (one) => fragmentWidth(part(first, 0, one), setting) <= widthMm);
  if (count === null) return null;
  const rest = count < units.length ? [part(first, count), ...more] : more;
  return [word([part(first, 0, count)], setting, true), word(rest, setting)];
}

function part(whole: Fragment, from: number, to?: number): Fragment {
  if (whole.kind === "dice") return { ...whole, dice: whole.dice.slice(from, to) };
  return { ...whole, text: [...whole.text].slice(from, to).join("") };
}
