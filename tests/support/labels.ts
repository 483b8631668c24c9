import type { Game } from "../../src/rules/game/game.ts";

/** A game that is called so in every language, and whose first box is, too: words that no variant file would be let through with. */
export function calledSo(game: Game, words: string): Game {
  const text = { de: words, en: words };
  const sections = game.sections.map((section, at) => ({
    ...section,
    categories: section.categories.map((category, row) =>
      at === 0 && row === 0 ? { ...category, label: text } : category,
    ),
  }));
  return { ...game, name: text, sections };
}
