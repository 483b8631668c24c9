import type { Language } from "../words/language.ts";
import { fold } from "./fold.ts";

/** Words that frame a sheet, beside the names of boxes and lines. */
const KEYWORDS = ["variant", "option", "complete", "player", "column", "left"] as const;
type Keyword = (typeof KEYWORDS)[number];

/** The framing words in several languages; the English ones of the file format always count. */
export interface Keywords {
  find(word: string): Keyword | undefined;
  /** Yes or no; undefined for any other word. */
  truth(word: string): boolean | undefined;
}

const known = new WeakMap<readonly Language[], Keywords>();

/** The framing words of these languages, as their word lists give them under `sheet.word`. */
export function keywordsOf(languages: readonly Language[]): Keywords {
  const before = known.get(languages);
  if (before !== undefined) return before;
  const words = new Map<string, Keyword>();
  const truths = new Map([
    ["yes", true],
    ["true", true],
    ["no", false],
    ["false", false],
  ]);
  for (const keyword of KEYWORDS) {
    words.set(keyword, keyword);
    for (const language of languages) words.set(fold(language.say(`sheet.word.${keyword}`)), keyword);
  }
  for (const language of languages) {
    truths.set(fold(language.say("sheet.word.affirmed")), true);
    truths.set(fold(language.say("sheet.word.denied")), false);
  }
  const keywords: Keywords = {
    find: (word) => words.get(fold(word)),
    truth: (word) => truths.get(fold(word)),
  };
  known.set(languages, keywords);
  return keywords;
}
