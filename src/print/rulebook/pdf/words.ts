import { memoizeByText } from "../../../rules/memoize.ts";
import { type Hyphenate, SOFT_HYPHEN } from "../../fonts/hyphenation.ts";

/** A place where a word may be divided: before its character `at`, with a hyphen or nothing at the end of the line. */
interface Division {
  readonly at: number;
  readonly sign: "" | typeof SOFT_HYPHEN;
}

/** Where lines of a language may end. */
export interface WordRules {
  /** The divisions of a word, from left to right: after its own hyphens, and where the language allows one, but never within a name. */
  readonly listDivisions: (word: string) => readonly Division[];
  /** The places of spaces at which no line ends: within names and quotation marks, and between a number and what it counts. */
  readonly findBoundSpaces: (text: string) => ReadonlySet<number>;
}

/** Letters that stay on either side of a hyphen at least, and of a word that is worth a hyphen. */
const MIN_LETTERS = 3;
const MIN_WORD = 8;
/** A longer quotation is a sentence, not a name. */
const MAX_QUOTED = 34;
const QUOTED = new RegExp(`[„“”»«"][^„“”»«"]{1,${MAX_QUOTED}}[“”»«"]`, "gu");
/** A short word with the number behind it (`ab 70`, `Bonus 35`). */
const NUMBERED = /(?<![\p{L}\d])\p{L}{1,5} (?=[+−–]?\d)/gu;
/** A number with what it counts (`50 points`, `2. Spalte`), and an operator with its right side (`= 15`). */
const COUNTED =
  /(?<![\p{L}\d])[+−–]?\d(?:[\d.,:–]*\d)?[.%]? (?=\p{L}{3}|%|°|€)|(?<=\s)[=×+−] (?=[\p{L}\d(])/gu;

/**
 * The rules of a language by which words are divided.
 * @param names of a game, its boxes and sums: they stay whole, with at most a few letters behind that inflect them
 */
export function createWordRules(hyphenate: Hyphenate, names: readonly string[] = []): WordRules {
  const whole = new Set(names.flatMap((name) => name.match(/[\p{L}\d]{4,}(?:-[\p{L}\d]+)*/gu) ?? []));
  const escapeName = (name: string) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const spaced = names.filter((name) => name.includes(" ")).map(escapeName);
  const phrases =
    spaced.length === 0 ? [] : [new RegExp(`(?<!\\p{L})(?:${spaced.join("|")})(?!\\p{L})`, "giu")];
  const divide = (word: string): readonly Division[] => {
    const name = findName(word, whole);
    return [...ownHyphens(word), ...hyphens(word, hyphenate(word))]
      .filter(({ at }) => name === null || at <= name.from || at >= name.to)
      .toSorted((a, b) => a.at - b.at);
  };
  return {
    // A sheet is set many times until it fits.
    listDivisions: memoizeByText(divide),
    findBoundSpaces: memoizeByText((text) => {
      const found = [QUOTED, NUMBERED, COUNTED, ...phrases].flatMap((pattern) => [...text.matchAll(pattern)]);
      const listSpaces = (words: string) => [...words.matchAll(/ /g)];
      return new Set(found.flatMap(({ 0: words, index }) => listSpaces(words).map((at) => index + at.index)));
    }),
  };
}

/** The name that a word is or begins with. */
function findName(
  word: string,
  names: ReadonlySet<string>,
): { readonly from: number; readonly to: number } | null {
  const from = word.search(/[\p{L}\d]/u);
  const bare = word.slice(from).match(/^[\p{L}\d-]+/u)?.[0] ?? "";
  for (let length = bare.length; length >= MIN_LETTERS; length--)
    if (names.has(bare.slice(0, length))) return { from, to: from + length };
  return null;
}

function ownHyphens(word: string): Division[] {
  return [...word.matchAll(/(?<=\p{L})-(?=\p{L})/gu)].map(({ index }) => ({ at: index + 1, sign: "" }));
}

function hyphens(word: string, parts: readonly string[]): Division[] {
  const countLetters = (part: string) => part.match(/\p{L}/gu)?.length ?? 0;
  const all = countLetters(word);
  let at = 0;
  let before = 0;
  return parts.slice(0, -1).flatMap((part) => {
    at += part.length;
    before += countLetters(part);
    const isAllowed = before >= MIN_LETTERS && all - before >= MIN_LETTERS && word[at - 1] !== "-";
    return isAllowed && all >= MIN_WORD ? [{ at, sign: SOFT_HYPHEN }] : [];
  });
}
