import { placeName, rowName } from "../i18n/game-words.ts";
import { COMPARISON_WORDS } from "../i18n/rule-phrases.ts";
import type { Language } from "../i18n/language.ts";
import type { Comparison, Game } from "../rules/game/game.ts";
import type { Finding } from "./checks.ts";

/** Facts that are ids of categories; a message gets their labels. */
const CATEGORY_FACTS = ["first", "other", "of"] as const;

/** A finding in a sentence for players: who, where, what stands there, what would be right. */
export function tellFinding(finding: Finding, game: Game, language: Language): string {
  const { code, player, column, category, line, written, expected, facts } = finding;
  const reason = typeof facts.reason === "string" ? `.${facts.reason}` : "";
  const words: Record<string, string | number> = { ...facts };
  for (const fact of CATEGORY_FACTS) {
    const id = facts[fact];
    if (typeof id === "string") words[fact] = rowName(game, language, id);
  }
  if (typeof facts.before === "string" && typeof facts.first === "string")
    words.first = placeName(game, language, { player: null, column: facts.before, row: facts.first });
  if (facts.comparison !== undefined) words.comparison = COMPARISON_WORDS[facts.comparison as Comparison];
  const nearest = expected === null ? [] : [expected].flat();
  const row = category ?? line;
  const list = new Intl.ListFormat(language.code, { type: "disjunction" });
  return language.translate(`finding.${code}${reason}`, {
    ...words,
    who: placeName(game, language, { player, column, row: null }),
    box: row === null ? "" : rowName(game, language, row),
    written: written ?? "",
    expected: list.format(nearest.map(String)),
    count: nearest.length,
  });
}
