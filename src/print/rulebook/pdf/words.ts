import { SOFT_HYPHEN } from "../../fonts/soft-hyphen.ts";
import type { Runs } from "./blocks.ts";
import { diceWidth, type Setting } from "./set.ts";

/** Part of a word in one weight, or dice in the middle of a sentence. */
export type Fragment = Runs[number];

/** What stands between two spaces; it may change its weight on the way. */
export interface Word {
  readonly fragments: readonly Fragment[];
  readonly widthMm: number;
  /** Whether it is a beginning that goes on in the next line. */
  readonly isBroken: boolean;
}

/** Cuts runs into words at ordinary spaces; no-break spaces hold. */
export function wordsOf(runs: Runs, setting: Setting): Word[] {
  const words: Fragment[][] = [];
  let open = false;
  for (const run of runs) {
    if (run.kind === "dice") {
      if (!open) words.push([]);
      words.at(-1)?.push(run);
      open = true;
      continue;
    }
    for (const stretch of run.text.split(/( +)/)) {
      if (stretch === "") continue;
      if (stretch.startsWith(" ")) {
        open = false;
        continue;
      }
      if (!open) words.push([]);
      words.at(-1)?.push({ ...run, text: stretch });
      open = true;
    }
  }
  return words.map((fragments) => word(fragments, setting));
}

function word(fragments: readonly Fragment[], setting: Setting, isBroken = false): Word {
  const widthMm = fragments.reduce((sum, fragment) => sum + fragmentWidth(fragment, setting), 0);
  return { fragments, widthMm, isBroken };
}

function fragmentWidth(fragment: Fragment, setting: Setting): number {
  return fragment.kind === "dice"
    ? diceWidth(setting, fragment.dice.length)
    : setting.family[fragment.weight].width(fragment.text, setting.sizePt);
}

/** At least so many letters stay on either side of a hyphen. */
const MIN_LETTERS = 3;

/**
 * Breaks a word so that its beginning fits.
 *
 * @param widthMm how much room there is
 * @returns the beginning, with its hyphen, and the rest; null if no beginning fits
 */
export function hyphenated(whole: Word, widthMm: number, setting: Setting): [Word, Word] | null {
  const [only, ...more] = whole.fragments;
  if (only?.kind !== "text" || more.length > 0) return null;
  const breaks = breaksOf(only.text, setting);
  const head = ({ at, sign }: Break) =>
    word([{ ...only, text: only.text.slice(0, at) + sign }], setting, true);
  const last = lastThat(breaks, (one) => head(one).widthMm <= widthMm);
  return last === null ? null : [head(last), word([{ ...only, text: only.text.slice(last.at) }], setting)];
}

/** The last of a list that will do, where all before it do, too; null if none does. */
function lastThat<T>(list: readonly T[], does: (one: T) => boolean): T | null {
  let [fits, fails] = [-1, list.length];
  while (fails - fits > 1) {
    const middle = (fits + fails) >> 1;
    const one = list[middle];
    if (one !== undefined && does(one)) fits = middle;
    else fails = middle;
  }
  return list[fits] ?? null;
}

interface Break {
  readonly at: number;
  readonly sign: string;
}

/** Where a word may be broken: after a hyphen of its own, or where the language allows one. */
function breaksOf(text: string, setting: Setting): Break[] {
  const breaks: Break[] = [];
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

/** Letters at the edge of a break; a figure or an apostrophe ends them. */
function lettersIn(text: string): number {
  return [...text].filter((char) => /\p{L}/u.test(char)).length;
}

/** Cuts a word that has no good break and is wider than a whole line, after as many characters as fit. */
export function chopped(whole: Word, widthMm: number, setting: Setting): [Word, Word] | null {
  const [first, ...more] = whole.fragments;
  if (first === undefined) return null;
  const units = first.kind === "text" ? [...first.text] : first.dice;
  const most = units.length - (more.length > 0 ? 0 : 1);
  const counts = Array.from({ length: Math.max(0, most) }, (_, at) => at + 1);
  const count = lastThat(counts, (one) => fragmentWidth(cut(first, one)[0], setting) <= widthMm);
  if (count === null) return null;
  const [head, tail] = cut(first, count);
  return [word([head], setting, true), word(tail === null ? more : [tail, ...more], setting)];
}

function cut(fragment: Fragment, count: number): [Fragment, Fragment | null] {
  if (fragment.kind === "dice") {
    const tail = fragment.dice.slice(count);
    return [
      { ...fragment, dice: fragment.dice.slice(0, count) },
      tail.length > 0 ? { ...fragment, dice: tail } : null,
    ];
  }
  const chars = [...fragment.text];
  const tail = chars.slice(count).join("");
  return [
    { ...fragment, text: chars.slice(0, count).join("") },
    tail === "" ? null : { ...fragment, text: tail },
  ];
}
