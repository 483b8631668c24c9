import { msg } from "../problem/message.ts";

/** Limits of a variant file: generous for any real game, tight enough for a hostile file. */

/** Files that extend each other. */
export const MAX_CHAIN_LENGTH = 16;
export const MAX_DICE = 10;
export const MAX_SIDES = 20;
/** Different hands that can be scored; each one is examined for every category. */
export const MAX_HANDS = 5_000;
export const MAX_CATEGORIES = 200;
export const MAX_SECTIONS = 20;
export const MAX_COLUMNS = 40;
export const MAX_OPTIONS = 50;
export const MAX_CHOICES = 20;
export const MAX_ENTRIES = 100;
export const MAX_EXAMPLES = 300;
/** Patterns within `all` and `one_of`. */
export const MAX_PATTERN_DEPTH = 3;
export const MAX_PATTERNS = 6;
/** Largest number of points, rolls and the like. */
export const MAX_NUMBER = 100_000;
export const MAX_LABEL_LENGTH = 80;
/** What fits on a small die. */
export const MAX_SYMBOL_LENGTH = 2;
export const MAX_NOTE_LENGTH = 1_000;
export const MAX_ID_LENGTH = 40;

/** How the id of a variant looks; it has at most `MAX_ID_LENGTH` signs. */
export const VARIANT_ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** How the id of a category, a column, an option and the like looks. */
export const PART_ID = /^[a-z][a-z0-9_]*$/;
/** How the id of an option's choice looks; amounts such as `2.50` will do. */
export const CHOICE_ID = /^[a-z0-9][a-z0-9_.]*$/;

/** Whether a word can name a variant: small letters, digits and single hyphens. No path can be such a word. */
export function isVariantId(word: string): boolean {
  return word.length <= MAX_ID_LENGTH && VARIANT_ID.test(word);
}

export const VARIANT_ID_HINT = msg(
  "rules.variant-id-hint",
)`an id has lowercase letters, digits and hyphens: \`my-game\``;

export const ID_HINT = msg(
  "rules.part-id-hint",
)`an id has lowercase letters, digits and underscores: \`two_pairs\``;
