import type { Game } from "../../rules/game/game.ts";
import type { Paint } from "../../rules/problem/show.ts";
import type { Language } from "../../i18n/language.ts";
import type { GameComparison } from "./compare.ts";
import { type ToldDifference, tellDifference, tellOutcomes, tellScores } from "./tell-difference.ts";

type Emphasis = Pick<Paint, "strong" | "quiet">;

const PLAIN: Emphasis = { strong: (text) => text, quiet: (text) => text };

/**
 * A comparison as people read it: the clauses under the headings of a rule sheet, below each what it does to the scores that
 * can be entered, and at the end what both games come to. One sentence where the rules are the same.
 *
 * @returns several lines, without a line break at the end
 */
export function comparisonText(
  comparison: GameComparison,
  language: Language,
  emphasis: Emphasis = PLAIN,
): string {
  const names = { before: nameOf(comparison.before, language), after: nameOf(comparison.after, language) };
  if (comparison.differences.length === 0) return language.say("diff.same", names);
  const told = comparison.differences.map((difference) => tellDifference(comparison, difference, language));
  const headings = [...new Set(told.map(({ heading }) => heading))];
  const parts = headings.map((heading) => {
    const lines = told
      .filter((one) => one.heading === heading)
      .flatMap((one) => linesOf(one, language, emphasis));
    return underHeading(emphasis.strong(language.say(`diff.heading.${heading}`)), lines);
  });
  const title = emphasis.strong(language.say("diff.title", names));
  const outcome = emphasis.strong(language.say("diff.heading.outcome"));
  return [title, ...parts, underHeading(outcome, tellOutcomes(comparison, language))].join("\n\n");
}

function nameOf({ name, id }: Game, language: Language): string {
  return `${language.text(name)} (${id})`;
}

function underHeading(heading: string, lines: readonly string[]): string {
  return [heading, ...lines.map((line) => `  ${line}`)].join("\n");
}

function linesOf(told: ToldDifference, language: Language, { quiet }: Emphasis): string[] {
  return [told.message, ...tellScores(told, language).map((line) => quiet(`  ${line}`))];
}
