import type { Text } from "../../rules/game/game.ts";
import type { Language } from "../../i18n/language.ts";

/** All languages; comments are in the first one. */
export type Languages = readonly [Language, ...Language[]];

/** The same words in every language, by code in alphabetical order. */
export function allLanguagesSay(languages: Languages, words: (language: Language) => string): Text {
  const entries = languages.map((language) => [language.code, words(language)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Words with a capital letter at their start, as labels have them. */
export function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
