import type { Game } from "../../src/rules/game/game.ts";

/** A game with this name in every language, and for its first box, too: words that no variant file may have. */
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
