import { placeName, rowName } from "../i18n/game-words.ts";
import { COMPARISON_WORDS } from "../i18n/rule-phrases.ts";
import type { Language } from "../i18n/language.ts";
import type { Comparison, Game } from "../rules/game/game.ts";

/** In the order in which one would go over a sheet: box by box, then turns, then sums. */
export const FINDING_CODES = [
  "illegal-score",
  "strike-not-allowed",
  "out-of-order",
  "constraint",
  "requires",
  "missing-box",
  "entries-per-turn",
  "uneven-turns",
  "repeats",
  "wrong-sum",
  "wrong-bonus",
  "wrong-total",
] as const;
/** The kinds of finding, each named after the rule that is broken. */
export type FindingCode = (typeof FINDING_CODES)[number];

/** Something on the sheet that cannot be right. What does not apply is null. */
export interface Finding {
  readonly code: FindingCode;
  readonly player: string | null;
  readonly column: string | null;
  readonly category: string | null;
  readonly line: string | null;
  /** What stands there: a number, a mark, or null for a blank. */
  readonly written: number | string | null;
  /** What would be right: a number, or the nearest possible ones. */
  readonly expected: number | readonly number[] | null;
  /** Facts for the sentence about it, by the names that the word list uses. */
  readonly facts: Readonly<Record<string, string | number>>;
}

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
