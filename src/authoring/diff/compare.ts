import type { Category, Game } from "../../rules/game/game.ts";
import { countBoxes, countGameTurns } from "../../rules/game/rows.ts";
import { highestPoints, highestTotal, lowestTotal } from "../../rules/sums/totals.ts";
import { CLAUSES } from "./clauses.ts";
import {
  type Difference,
  formatPlainValue,
  type FactWords,
  type DiffWords,
  createDiffWords,
} from "./difference.ts";
import { numberRanges } from "../../i18n/format.ts";
import type { Language } from "../../i18n/language.ts";
import type { Paint } from "../../rules/problem/problem.ts";

/** Two games side by side. */
export type GameComparison = Readonly<ReturnType<typeof compareGames>>;

/** Compares two games clause by clause, each under the house rules that were chosen for it. */
export function compareGames(before: Game, after: Game) {
  return {
    before,
    after,
    differences: listDifferences(before, after),
    outcomes: { before: computeOutcome(before), after: computeOutcome(after) },
  };
}

/** Every clause in which two games differ, in the order of a rule sheet; examples and ids of the games are left out. */
export function listDifferences(before: Game, after: Game): Difference[] {
  return Object.entries(CLAUSES).flatMap(([heading, groups]) =>
    groups.flatMap((differencesIn) => differencesIn(before, after)).map((one) => ({ ...one, heading })),
  );
}

/** Key figures of a game: boxes and turns of one player, and the highest and lowest totals of a full sheet. */
export type GameOutcome = Readonly<ReturnType<typeof computeOutcome>>;

function computeOutcome(game: Game) {
  return {
    boxes: countBoxes(game),
    turns: countGameTurns(game),
    highest: highestTotal(game),
    lowest: lowestTotal(game),
    /** The most victory points; 0 in a game without any. */
    points: highestPoints(game),
  };
}

/** Scores that a box has only in the second game, and only in the first, ascending; both empty if the difference isn't about a box. */
export function changedScores({ clause, before, after }: Difference): { gained: number[]; lost: number[] } {
  if (!["box", "box-rule", "box-scores"].includes(clause)) return { gained: [], lost: [] };
  const [was, is] = [before, after].map((box) => (box as Category | null)?.legal ?? []);
  return {
    gained: is?.filter((score) => !was?.includes(score)) ?? [],
    lost: was?.filter((score) => !is?.includes(score)) ?? [],
  };
}

/** A difference in the words of one language. */
export interface DescribedDifference extends FactWords {
  readonly clause: string;
  readonly heading: string;
  /** The id of its box, column, section or option; null if a game has only one of the kind. */
  readonly id: string | null;
  readonly change: "added" | "removed" | "changed";
  /** Scores that can be entered in the second game only, and in the first only, ascending. */
  readonly gained: readonly number[];
  readonly lost: readonly number[];
  /** The difference in one line. */
  readonly message: string;
}

/** Words a difference that `compareGames` found. */
export function tellDifference(
  { before, after }: Pick<GameComparison, "before" | "after">,
  difference: Difference,
  language: Language,
): DescribedDifference {
  const { clause, heading, subject } = difference;
  const facts = describeFacts(
    difference,
    createDiffWords(before, language),
    createDiffWords(after, language),
  );
  const name = subject === null ? "" : language.text(subject.label);
  const what = language.translate(`diff.clause.${clause}`, { name });
  const change = facts.before === null ? "added" : facts.after === null ? "removed" : "changed";
  const words = { what, before: facts.before ?? "", after: facts.after ?? "" };
  return {
    clause,
    heading,
    id: subject?.id ?? null,
    change,
    ...facts,
    ...changedScores(difference),
    message: language.translate(`diff.${change}`, words),
  };
}

/** The words of both games. If they are the same, adds words of another language in which the variants differ, or the plain values. */
function describeFacts(difference: Difference, was: DiffWords, is: DiffWords): FactWords {
  const words = difference.tell(was, is);
  if (words.before === null || words.before !== words.after) return words;
  const addInBrackets = (before: string, after: string) => {
    return { before: `${words.before} (${before})`, after: `${words.after} (${after})` };
  };
  const codes = new Set([...Object.keys(was.game.name), ...Object.keys(is.game.name)]);
  for (const code of codes) {
    const inCode = ({ game, language }: DiffWords) =>
      createDiffWords(game, language.with({ gameCode: code }));
    const { before, after } = difference.tell(inCode(was), inCode(is));
    if (before !== after) return addInBrackets(`${code}: ${before}`, `${code}: ${after}`);
  }
  const plain = (value: unknown) => formatPlainValue(value, is.language);
  return addInBrackets(plain(difference.before), plain(difference.after));
}

/** The effect of a difference on the scores that can be entered; empty for none. */
export function tellScores({ change, gained, lost }: DescribedDifference, language: Language): string[] {
  const line = (key: string, scores: readonly number[]) =>
    scores.length === 0 ? [] : [language.translate(`diff.scores.${key}`, { scores: numberRanges(scores) })];
  if (change === "added") return line("possible", gained);
  return change === "removed" ? [] : [...line("gained", gained), ...line("lost", lost)];
}

/** The key figures of both games, a line each, changed or not. */
export function tellOutcomes({ outcomes }: GameComparison, language: Language): string[] {
  const hasPoints = outcomes.before.points !== 0 || outcomes.after.points !== 0;
  const keys = ["boxes", "turns", "highest", "lowest", "points"] as const;
  return keys.flatMap((key) => {
    const was = outcomes.before[key];
    const is = outcomes.after[key];
    if (key === "points" && !hasPoints) return [];
    const what = language.translate(`diff.outcome.${key}`);
    if (was === is) return language.translate("diff.outcome.same", { what, n: is });
    return language.translate("diff.outcome.changed", { what, before: was, after: is });
  });
}

/** Differences under a heading of a rule sheet, each with its effect on scores. */
export interface DifferenceGroup {
  readonly heading: string;
  readonly lines: readonly { readonly message: string; readonly scores: readonly string[] }[];
}

/** All differences by heading of a rule sheet, followed by the key figures of both games. */
export function tellComparison(comparison: GameComparison, language: Language): DifferenceGroup[] {
  const all = comparison.differences.map((difference) => tellDifference(comparison, difference, language));
  const groups = [...new Set(all.map(({ heading }) => heading))].map((heading) => ({
    heading: language.translate(`diff.heading.${heading}`),
    lines: all
      .filter((one) => one.heading === heading)
      .map((one) => ({ message: one.message, scores: tellScores(one, language) })),
  }));
  const outcomes = tellOutcomes(comparison, language).map((message) => ({ message, scores: [] }));
  return [...groups, { heading: language.translate("diff.heading.outcome"), lines: outcomes }];
}

/**
 * A comparison as text: the clauses under the headings of a rule sheet, each with its effect on scores, followed by the key figures of both
 * games. One sentence if the rules are the same.
 *
 * @returns several lines, without a line break at the end
 */
export function comparisonText(
  comparison: GameComparison,
  language: Language,
  emphasis: Pick<Paint, "strong" | "quiet"> = { strong: (text) => text, quiet: (text) => text },
): string {
  const formatName = ({ name, id }: Game) => `${language.text(name)} (${id})`;
  const names = { before: formatName(comparison.before), after: formatName(comparison.after) };
  if (comparison.differences.length === 0) return language.translate("diff.same", names);
  const parts = tellComparison(comparison, language).map(({ heading, lines }) => {
    const texts = lines.flatMap(({ message, scores }) => [
      `  ${message}`,
      ...scores.map((line) => `  ${emphasis.quiet(`  ${line}`)}`),
    ]);
    return [emphasis.strong(heading), ...texts].join("\n");
  });
  return [emphasis.strong(language.translate("diff.title", names)), ...parts].join("\n\n");
}
