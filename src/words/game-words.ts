import type { Category, Column, Game, Order } from "../game/game.ts";
import { type Line, linesOf } from "../game/lines.ts";
import type { Language } from "./language.ts";
import { patternWords, scoreWords } from "./rule-words.ts";

/** The name of a box row. */
export function categoryLabel(language: Language, category: Pick<Category, "label">): string {
  return language.text(category.label);
}

/** The name of a column; empty where a game with one column gives none. */
export function columnLabel(language: Language, column: Pick<Column, "label">): string {
  return language.text(column.label);
}

/**
 * The name of a sum line: the variant's own, else the word list's for this line (`line.upper.sum`), else its word for such
 * lines with the section's name in it.
 */
export function lineLabel(game: Game, language: Language, lineId: string): string {
  const own = game.lineLabels.get(lineId);
  if (own !== undefined) return language.text(own);
  if (language.has(`line.${lineId}`)) return language.say(`line.${lineId}`);
  const line = linesOf(game).find(({ id }) => id === lineId);
  return line === undefined ? lineId : usualLineLabel(language, line);
}

function usualLineLabel(language: Language, { kind, section }: Line): string {
  const words = section === null ? {} : { section: language.text(section.label) };
  return language.say(`line.${kind}`, words);
}

/** In which order a column is filled, in a few words: "von oben nach unten". */
export function orderWord(language: Language, order: Order): string {
  return language.say(`order.${order.kind}`);
}

/** The small print below a row's name on the pad: what the dice must show and what it is worth. */
export function hintFor(language: Language, category: Category): string {
  const { pattern, score } = category;
  if (pattern.kind === "none") return language.say("score.strike");
  const worth = scoreWords(language, score);
  const isPlain = score.kind === "formula" && score.formula.kind === "name";
  if (pattern.kind === "any") return worth;
  // "only the 3s" says already which dice are counted.
  if (pattern.kind === "face" && isPlain) return patternWords(language, pattern);
  return language.say("hint.both", { pattern: patternWords(language, pattern), score: worth });
}
