import { MAX_ID_LENGTH } from "./limits.ts";

/** How the id of a variant looks; it has at most `MAX_ID_LENGTH` signs. */
export const VARIANT_ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** How the id of a category, a column, an option and the like looks. */
export const PART_ID = /^[a-z][a-z0-9_]*$/;
/** How the id of an option's choice looks. */
export const CHOICE_ID = /^[a-z0-9][a-z0-9_.]*$/;

/** Whether a word can name a variant: small letters, digits and single hyphens. No path can be such a word. */
export function isVariantId(word: string): boolean {
  return word.length <= MAX_ID_LENGTH && VARIANT_ID.test(word);
}

export const VARIANT_ID_HINT = "an id has small letters, digits and hyphens: `my-game`";

/** Whether a word can name a choice of an option; amounts such as `2.50` can as well. */
export function isChoiceId(word: string): boolean {
  return word.length <= MAX_ID_LENGTH && CHOICE_ID.test(word);
}

export const ID_HINT = "an id has small letters, digits and underscores: `two_pairs`";
