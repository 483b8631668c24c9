import type { Text } from "../game/game.ts";

/** One language as read from its word list: everything that the program itself says to players and scorekeepers. */
export interface Language {
  /** BCP 47 code: the name of the folder below `templates/`. */
  readonly code: string;
  /** A message of the word list, by its dotted key, with its arguments put in (ICU MessageFormat, plurals included). */
  say(key: string, args?: Readonly<Record<string, string | number>>): string;
  /** Whether the word list has this key. */
  has(key: string): boolean;
  /** A variant's own words in this language; English, then any language, where it has none. */
  text(text: Text): string;
}
