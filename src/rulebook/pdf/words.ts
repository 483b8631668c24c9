import type { ShownDie } from "../dice-marks.ts";
import type { Runs, Weight } from "./blocks.ts";
import { diceWidth, type Setting } from "./set.ts";

/** Part of a word in one weight, or dice in the middle of a sentence. */
export type Fragment =
  | { readonly kind: "text"; readonly text: string; readonly weight: Weight }
  | { readonly kind: "dice"; readonly dice: readonly ShownDie[] };

/** What stands between two spaces; it may change its weight on the way. */
export interface Word {
  readonly fragments: readonly Fragment[];
  readonly widthMm: number;
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
      words.at(-1)?.push({ kind: "text", text: stretch, weight: run.weight });
      open = true;
    }
  }
  return words.map((fragments) => word(fragments, setting));
}

function word(fragments: readonly Fragment[], setting: Setting): Word {
  const widthMm = fragments.reduce((sum, fragment) => sum + fragmentWidth(fragment, setting), 0);
  return { fragments, widthMm };
}

function fragmentWidth(fragment: Fragment, setting: Setting): number {
  return fragment.kind === "dice"
    ? diceWidth(setting, fragment.dice.length)
    : setting.family[fragment.weight].width(fragment.text, setting.sizePt);
}

/** At least so many letters stay on either side of a hyphen. */
const FEWEST_LETTERS = 3;

/**
 * Breaks a word so that its beginning fits.
 *
 * @param widthMm how much room there is
 * @returns the beginning, with its hyphen, and the rest; null if no beginning fits
 */
export function hyphenated(whole: Word, widthMm: number, setting: Setting): [Word, Word] | null {
  const [only, ...more] = whole.fragments;
  if (only?.kind !== "text" || more.length > 0) return null;
  const breaks = breaksOf(only.text, setting).toReversed();
  for (const { at, sign } of breaks) {
    const head = word([{ ...only, text: only.text.slice(0, at) + sign }], setting);
    if (head.widthMm <= widthMm) return [head, word([{ ...only, text: only.text.slice(at) }], setting)];
  }
  return null;
}

/** Where a word may be broken: after a hyphen of its own, or where the language allows one. */
function breaksOf(text: string, setting: Setting): { at: number; sign: string }[] {
  const breaks: { at: number; sign: string }[] = [];
  let at = 0;
  for (const part of setting.hyphenate(text)) {
    at += part.length;
    const before = lettersIn(text.slice(0, at));
    const after = lettersIn(text.slice(at));
    if (before >= FEWEST_LETTERS && after >= FEWEST_LETTERS)
      breaks.push({ at, sign: text[at - 1] === "-" ? "" : "-" });
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
  for (let count = units.length - (more.length > 0 ? 0 : 1); count > 0; count--) {
    const [head, tail] = cut(first, count);
    if (fragmentWidth(head, setting) > widthMm) continue;
    return [word([head], setting), word(tail === null ? more : [tail, ...more], setting)];
  }
  return null;
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
