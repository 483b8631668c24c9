import { referenceOf } from "../../check/sheet.ts";
import { categoryLabel, columnLabel, lineLabel } from "../../i18n/game-words.ts";
import type { Language } from "../../i18n/language.ts";
import type { Game } from "../../rules/game/game.ts";
import type { BoxPlace, Written } from "../inference/sheet-reading.ts";

/** Which box of a sheet: the player, the column where there are several, the row's name. */
export function placeWords(game: Game, names: readonly string[], box: BoxPlace, language: Language): string {
  const column = game.columns.length > 1 ? game.columns.find(({ id }) => id === box.column) : undefined;
  const parts = [
    names[box.player - 1] ?? "",
    column === undefined ? "" : columnLabel(language, column),
    rowWords(game, box, language),
  ];
  return parts.filter((part) => part !== "").join(", ");
}

/** The name of a box's row. */
function rowWords(game: Game, { category, line }: BoxPlace, language: Language): string {
  if (category === null) return line === null ? "" : lineLabel(game, language, line);
  const found = referenceOf(game).categories.get(category);
  return found === undefined ? category : categoryLabel(language, found);
}

/** What stands in a box, in a word or a number. */
export function writtenWords(written: Written, language: Language): string {
  return written.kind === "score"
    ? String(written.value).replace("-", "\u2212")
    : language.translate(`photo.${written.kind}`);
}

/** A probability in per cent that is never called certain or impossible. */
export function percentWords(probability: number, language: Language): string {
  const format = new Intl.NumberFormat(language.code, { style: "percent" });
  if (probability > MOST) return `> ${format.format(MOST)}`;
  return probability < LEAST ? `< ${format.format(LEAST)}` : format.format(probability);
}

const MOST = 0.99;
const LEAST = 0.01;

/** "24, 29 or empty". */
export function oneOfWords(words: readonly string[], language: Language): string {
  return new Intl.ListFormat(language.code, { type: "disjunction" }).format(words);
}
