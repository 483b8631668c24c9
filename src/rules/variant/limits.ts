/** Bounds on what a variant file may ask for: generous for any real game, tight enough for a hostile file. */

/** Files that extend each other. */
export const MAX_CHAIN_LENGTH = 16;
export const MAX_DICE = 10;
export const MAX_SIDES = 20;
/** Different hands that can be scored; every one is looked at for every category. */
export const MAX_HANDS = 5_000;
export const MAX_CATEGORIES = 200;
export const MAX_SECTIONS = 20;
export const MAX_COLUMNS = 40;
export const MAX_OPTIONS = 50;
export const MAX_CHOICES = 20;
export const MAX_ENTRIES = 100;
export const MAX_EXAMPLES = 300;
/** Patterns within `all` and `one_of`. */
export const MAX_PATTERN = 3;
export const MAX_PATTERNS = 6;
/** Largest number of points, rolls and the like. */
export const MAX_NUMBER = 100_000;
export const MAX_LABEL_LENGTH = 80;
/** What fits on a small die. */
export const MAX_SYMBOL_LENGTH = 2;
export const MAX_NOTE_LENGTH = 1_000;
export const MAX_ID_LENGTH = 40;
