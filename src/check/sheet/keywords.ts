import type { Language } from "../../i18n/language.ts";
import { fold } from "./fold.ts";

/** Words that frame a sheet, beside the names of boxes and lines. */
const KEYWORDS = ["variant", "option", "complete", "player", "column", "left"] as const;
type Keyword = (typeof KEYWORDS)[number];

/** How a framing row starts: with its word, which an option's name may follow. */
interface Opening {
  readonly keyword: Keyword;
  /** What stands behind the word in the same cell; empty if nothing does. */
  readonly rest: string;
}

/** The framing words in several languages; the English ones of the file format always count. */
export interface Keywords {
  /** The start of a framing row, by what stands in its first cell; null for any other row. */
  opening(key: string): Opening | null;
  /** Yes or no; undefined for any other word. */
  truth(word: string): boolean | undefined;
  /** Every way to start a row of this kind, as hints show it: `player;…` or `Spieler;…`. */
  rows(keyword: Keyword): string;
}

const known = new WeakMap<readonly Language[], Keywords>();

/** The framing words of these languages, as their word lists give them under `sheet.word`. */
export function keywordsOf(languages: readonly Language[]): Keywords {
  const before = known.get(languages);
  if (before !== undefined) return before;
  const words = new Map<string, Keyword>();
  for (const keyword of KEYWORDS) {
    for (const spelling of spellingsOf(keyword, languages)) words.set(fold(spelling), keyword);
  }
  const truths = truthsOf(languages);
  const keywords: Keywords = {
    opening: (key) => openingOf(key, words),
    truth: (word) => truths.get(fold(word)),
    rows: (keyword) =>
      spellingsOf(keyword, languages)
        .map((word) => `\`${word};…\``)
        .join(" or "),
  };
  known.set(languages, keywords);
  return keywords;
}

/** The words for one thing, each once: the file format's own, then those of the languages. */
function spellingsOf(keyword: Keyword, languages: readonly Language[]): string[] {
  const words = [keyword, ...languages.map((language) => language.translate(`sheet.word.${keyword}`))];
  const folded = words.map(fold);
  return words.filter((_, at) => folded.indexOf(folded[at] ?? "") === at);
}

function openingOf(key: string, words: ReadonlyMap<string, Keyword>): Opening | null {
  const whole = words.get(fold(key));
  if (whole !== undefined) return { keyword: whole, rest: "" };
  const parts = key.split(/\s+/);
  for (const [word, keyword] of words) {
    const length = word.split(" ").length;
    if (keyword !== "option" || parts.length <= length) continue;
    if (fold(parts.slice(0, length).join(" ")) === word)
      return { keyword, rest: parts.slice(length).join(" ") };
  }
  return null;
}

function truthsOf(languages: readonly Language[]): ReadonlyMap<string, boolean> {
  const truths = new Map([
    ["yes", true],
    ["true", true],
    ["no", false],
    ["false", false],
  ]);
  for (const language of languages) {
    truths.set(fold(language.translate("sheet.word.affirmed")), true);
    truths.set(fold(language.translate("sheet.word.denied")), false);
  }
  return truths;
}
