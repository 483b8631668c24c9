import { msg } from "../problem/message.ts";

/** Limits of variant files: generous for real games, tight enough for hostile files. */

/** Files in a chain of `extends`. */
export const MAX_CHAIN_LENGTH = 16;
export const MAX_DICE = 10;
export const MAX_SIDES = 20;
/** Different hands; each one is tried in every category. */
export const MAX_HANDS = 5_000;
export const MAX_CATEGORIES = 200;
export const MAX_SECTIONS = 20;
export const MAX_COLUMNS = 40;
export const MAX_OPTIONS = 50;
export const MAX_CHOICES = 20;
export const MAX_ENTRIES = 100;
export const MAX_EXAMPLES = 300;
/** Nesting of patterns in `all` and `one_of`. */
export const MAX_PATTERN_DEPTH = 3;
export const MAX_PATTERNS = 6;
/** The largest number of points. */
export const MAX_NUMBER = 100_000;
export const MAX_LABEL_LENGTH = 80;
/** A choice of a house rule can be a sentence or two. */
export const MAX_CHOICE_LENGTH = 200;
/** What fits on a small die. */
export const MAX_SYMBOL_LENGTH = 2;
export const MAX_NOTE_LENGTH = 1_000;
export const MAX_ID_LENGTH = 40;

/** The form of a variant's id, of at most `MAX_ID_LENGTH` characters. */
export const VARIANT_ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** The form of ids of categories, columns, options and so on. */
export const PART_ID = /^[a-z][a-z0-9_]*$/;
/** The form of ids of choices; amounts such as `2.50` are allowed. */
export const CHOICE_ID = /^[a-z0-9][a-z0-9_.]*$/;

/** Whether a word can be the id of a variant: lowercase letters, digits and single hyphens, so never a path. */
export function isVariantId(word: string): boolean {
  return word.length <= MAX_ID_LENGTH && VARIANT_ID.test(word);
}

export const VARIANT_ID_HINT = msg`rules.variant-id-hint: an id has lowercase letters, digits and hyphens: \`my-game\``;

export const ID_HINT = msg`rules.part-id-hint: an id has lowercase letters, digits and underscores: \`two_pairs\``;
