/** Bounds on what a variant file may ask for: generous for any real game, tight enough for a hostile file. */

/** Files that extend each other. */
export const LONGEST_CHAIN = 16;
export const MOST_DICE = 10;
export const MOST_SIDES = 20;
/** Different hands that can be scored; every one is looked at for every category. */
export const MOST_HANDS = 5_000;
export const MOST_CATEGORIES = 200;
export const MOST_SECTIONS = 20;
export const MOST_COLUMNS = 40;
export const MOST_OPTIONS = 50;
export const MOST_CHOICES = 20;
export const MOST_ENTRIES = 100;
export const MOST_EXAMPLES = 300;
/** Patterns within `all` and `one_of`. */
export const DEEPEST_PATTERN = 3;
export const MOST_PATTERNS = 6;
/** Largest number of points, rolls and the like. */
export const LARGEST_NUMBER = 100_000;
export const LONGEST_LABEL = 80;
/** What fits on a small die. */
export const LONGEST_SYMBOL = 2;
export const LONGEST_NOTE = 1_000;
export const LONGEST_ID = 40;
