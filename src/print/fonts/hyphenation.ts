import { platform } from "../../platform/node.ts";
import type { HyphenationPatterns } from "../../platform/platform.ts";

/** Splits a word where it may be hyphenated; the joined parts are the word. */
export type Hyphenate = (word: string) => string[];

/** Loads the patterns of a language (BCP 47 code); without patterns, no word is split. */
export async function loadHyphenation(code: string): Promise<Hyphenate> {
  const patterns = await loadHyphenationPatterns(code.toLowerCase());
  if (patterns === null) return (word) => [word];
  const known = new Map<string, string[]>();
  return (word) => {
    const parts =
      known.get(word) ?? patterns.hyphenateSync(word, { hyphenChar: SOFT_HYPHEN }).split(SOFT_HYPHEN);
    known.set(word, parts);
    return parts;
  };
}

async function loadHyphenationPatterns(code: string): Promise<HyphenationPatterns | null> {
  if (!/^[a-z]{2,3}(-[a-z0-9]+)*$/.test(code)) return null;
  try {
    return await platform.hyphenation(code);
  } catch {
    // Without patterns for the region, try the language.
    const wider = code.split("-").slice(0, -1).join("-");
    return wider === "" ? null : loadHyphenationPatterns(wider);
  }
}

/** Marks where a word may be broken; visible only at a break. */
export const SOFT_HYPHEN = "\u00ad";

/** A line of text without soft hyphens, except one at its end: the word continues on the next line. */
export function stripSoftHyphens(line: string): string {
  return line.replace(/\u00ad(?=.)/gsu, "");
}

/** A line of text as it is drawn: a soft hyphen at its end is a hyphen. */
export function showFinalHyphen(line: string): string {
  return stripSoftHyphens(line).replace(/\u00ad$/u, "-");
}
