import { platform } from "../../platform/node.ts";
import type { HyphenationPatterns } from "../../platform/platform.ts";

/** Cuts a word where it may be broken at the end of a line; the parts together are the word. */
export type Hyphenate = (word: string) => string[];

/**
 * Where words of a language may be broken.
 *
 * @param code BCP 47 code of the language; one for which there are no patterns leaves every word whole
 */
export async function loadHyphenation(code: string): Promise<Hyphenate> {
  const patterns = await patternsOf(code.toLowerCase());
  if (patterns === null) return (word) => [word];
  const known = new Map<string, string[]>();
  return (word) => {
    const parts =
      known.get(word) ?? patterns.hyphenateSync(word, { hyphenChar: SOFT_HYPHEN }).split(SOFT_HYPHEN);
    known.set(word, parts);
    return parts;
  };
}

async function patternsOf(code: string): Promise<HyphenationPatterns | null> {
  if (!/^[a-z]{2,3}(-[a-z0-9]+)*$/.test(code)) return null;
  try {
    return await platform.hyphenation(code);
  } catch {
    // No patterns for this region; perhaps for the language at large.
    const wider = code.split("-").slice(0, -1).join("-");
    return wider === "" ? null : patternsOf(wider);
  }
}

/** Says where a word may be broken; seen only where it is broken. */
export const SOFT_HYPHEN = "\u00ad";

/** A line of text as it is read: soft hyphens inside of it say nothing, and one at its end that the word goes on below. */
export function asRead(line: string): string {
  return line.replace(/\u00ad(?=.)/gsu, "");
}

/** A line of text as it is seen: a soft hyphen at its end is a hyphen. */
export function asSeen(line: string): string {
  return asRead(line).replace(/\u00ad$/u, "-");
}
