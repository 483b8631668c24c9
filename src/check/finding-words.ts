import type { Game } from "../rules/game/game.ts";
import { categoryLabel, columnLabel, lineLabel } from "../i18n/game-words.ts";
import type { Language } from "../i18n/language.ts";
import { type Finding, referenceOf } from "./sheet.ts";

/** Comparisons by the names that a message can choose by. */
const COMPARISONS: Readonly<Record<string, string>> = {
  "<": "less",
  "<=": "most",
  ">": "more",
  ">=": "least",
};

/** Facts that are ids of categories; a message gets their labels. */
const CATEGORY_FACTS = ["first", "other", "of"] as const;

/** A finding in a sentence for players: who, where, what stands there, what would be right. */
export function tellFinding(finding: Finding, game: Game, language: Language): string {
  const { code, written, expected, facts } = finding;
  const reason = typeof facts.reason === "string" ? `.${facts.reason}` : "";
  const told: Record<string, string | number> = { ...facts };
  for (const fact of CATEGORY_FACTS) {
    const id = facts[fact];
    if (typeof id === "string") told[fact] = categoryName(id, game, language);
  }
  if (typeof facts.comparison === "string") told.comparison = COMPARISONS[facts.comparison] ?? "less";
  const nearest = expected === null ? [] : [expected].flat();
  return language.translate(`finding.${code}${reason}`, {
    ...told,
    who: who(finding, game, language),
    box: boxName(finding, game, language),
    written: written ?? "",
    expected: oneOf(nearest, language),
    count: nearest.length,
  });
}

/** The player, and the column where there are several. */
function who({ player, column }: Finding, game: Game, language: Language): string {
  const found = game.columns.length > 1 ? game.columns.find(({ id }) => id === column) : undefined;
  const label = found === undefined ? "" : columnLabel(language, found);
  return [player ?? "", label].filter((part) => part !== "").join(", ");
}

function boxName({ category, line }: Finding, game: Game, language: Language): string {
  if (category !== null) return categoryName(category, game, language);
  return line === null ? "" : lineLabel(game, language, line);
}

function categoryName(id: string, game: Game, language: Language): string {
  const category = referenceOf(game).categories.get(id);
  return category === undefined ? id : categoryLabel(language, category);
}

/** "49 or 51". */
function oneOf(values: readonly number[], language: Language): string {
  const list = new Intl.ListFormat(language.code, { type: "disjunction" });
  return list.format(values.map(String));
}
