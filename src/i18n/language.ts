import type { Text } from "../rules/game/game.ts";

/** One language as read from its word list: everything that the program itself says to players and scorekeepers. */
export interface Language {
  /** BCP 47 code: the name of the folder below `templates/`. */
  readonly code: string;
  /** A message of the word list, by its dotted key, with its arguments put in (ICU MessageFormat, plurals included). */
  say(key: string, args?: Readonly<Record<string, string | number>>): string;
  /** Whether the word list has this key. */
  has(key: string): boolean;
  /**
   * A variant's words in this language: those of its file, else what the language calls the words that the file has. English,
   * then any language, where there are none.
   */
  text(text: Text): string;
  /** Whether `text` finds words of this language and need not take those of another. */
  speaks(text: Text): boolean;
}
