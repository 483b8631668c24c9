import { LONGEST_ID } from "./limits.ts";

/** Whether a word can name a variant: small letters, digits and single hyphens. No path can be such a word. */
export function isVariantId(word: string): boolean {
  return word.length <= LONGEST_ID && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(word);
}

export const VARIANT_ID_HINT = "an id has small letters, digits and hyphens: `my-game`";

/** Whether a word can name a category, a column, an option and the like: small letters, digits and underscores. */
export function isId(word: string): boolean {
  return word.length <= LONGEST_ID && /^[a-z][a-z0-9_]*$/.test(word);
}

/** Whether a word can name a choice of an option; amounts such as `2.50` can as well. */
export function isChoiceId(word: string): boolean {
  return word.length <= LONGEST_ID && /^[a-z0-9][a-z0-9_.]*$/.test(word);
}

export const ID_HINT = "an id has small letters, digits and underscores: `two_pairs`";
