import { handsOf } from "../../rules/dice/dice.ts";
import type { Game } from "../../rules/game/game.ts";
import { categoriesOf } from "../../rules/game/rows.ts";
import { problem, type Problem } from "../../rules/problem/problem.ts";
import { costEstimate } from "../../rules/sums/cost-estimate.ts";
import type { VariantFiles } from "../../rules/variant/bases.ts";
import { LINT_WARNINGS } from "../../rules/variant/parts/variant.ts";
import {
  distinct,
  type OptionCombinations,
  problemsOf,
  readOptionCombinations,
  showChoices,
} from "../../rules/variant/read-variant.ts";
import { keyPlace, valuePlace } from "../../rules/variant/tree.ts";
import { LINT_CHECKS, INVARIANT_CHECKS } from "./checks/all.ts";
import { touchesOthers } from "./checks/strike-pays.ts";
import type { LintCheck, LintWarning, PlayableCombination } from "./lint-warning.ts";
import { measuredBonuses } from "./measured-bonuses.ts";
import { unusedOptions } from "./option-idle.ts";
import { type LanguagesToCheck, untranslated } from "./untranslated.ts";

/**
 * All problems of a variant file, and a warning for every rule that is well formed but bad. Both are looked for with the default
 * choices and with every other choice of every option in turn. Choices with problems are skipped, and so are bases, which can't be
 * played on their own.
 *
 * @param languages where to look for missing translations
 */
export function lintVariantFile(
  file: string,
  text: string,
  files: VariantFiles,
  languages: LanguagesToCheck = { requested: null, language: () => null },
): { problems: Problem[] } {
  const read = readOptionCombinations(file, text, files);
  if (!read.ok) return { problems: distinct(read.problems) };
  const trials = read.value;
  const playable = trials.all.flatMap(({ game, ...trial }) => (game === null ? [] : [{ ...trial, game }]));
  const warnings = playable.length === 0 ? [] : warningsOf(trials, playable);
  return { problems: [...problemsOf(trials), ...untranslated(playable, languages), ...warnings] };
}

function warningsOf(trials: OptionCombinations, playable: readonly PlayableCombination[]): Problem[] {
  let cost = 0;
  const played = playable.filter(({ game }) => {
    cost += lintCost(game);
    return cost <= MAX_LINT_COST;
  });
  const [first] = played;
  if (first === undefined) return [tooCostly(trials)];
  const found = [
    ...played.flatMap((trial) => runChecks(LINT_CHECKS, trial)),
    ...underEveryChoice(played),
    ...unusedOptions(trials).map((warning) => ({ warning, trial: first })),
  ];
  const isMeant = ({ warning: { code, about }, trial: { draft } }: FoundWarning) =>
    (draft.accept[code] ?? []).some((id) => about.includes(id));
  const problems = withoutRepeats(found.filter((one) => !isMeant(one))).map(toProblem);
  if (played.length < playable.length) return [...problems, tooCostly(trials)];
  return [...problems, ...unusedAcceptances(played, found)];
}

function tooCostly({ resolved }: OptionCombinations): Problem {
  const message = "the scores and choices are so many that not all of them were looked at for bad rules";
  return problem("not-looked-at", message, {
    severity: "warning",
    place: keyPlace(resolved.tree, ["id"]),
    hint: "use smaller scores, fewer boxes or fewer options",
  });
}

/** A warning with the choices that cause it. */
interface FoundWarning {
  readonly warning: LintWarning;
  readonly trial: PlayableCombination;
}

function runChecks(checks: readonly LintCheck[], trial: PlayableCombination): FoundWarning[] {
  return checks.flatMap((check) => check(trial)).map((warning) => ({ warning, trial }));
}

/** Warnings of the checks that count only when no choice makes them go away. */
function underEveryChoice(played: readonly PlayableCombination[]): FoundWarning[] {
  const key = ({ warning: { code, path } }: FoundWarning) => `${code} ${path.join(".")}`;
  const [first = [], ...rest] = played.map((trial) => runChecks(INVARIANT_CHECKS, trial));
  return first.filter((one) => rest.every((found) => found.some((other) => key(other) === key(one))));
}

function toProblem({ warning, trial }: FoundWarning): Problem {
  const { code, about, path, message, hint, related } = warning;
  const { tree } = trial.draft;
  return problem(code, message + showChoices(trial.choices), {
    severity: "warning",
    place: keyPlace(tree, path),
    hint: `${hint}; if it is meant, write \`accept: {${code}: [${about.at(-1)}]}\``,
    related: related === null ? [] : [{ message: related.message, place: keyPlace(tree, related.path) }],
  });
}

/** Each warning once, under the first choices that caused it: the defaults, if they do. */
function withoutRepeats(found: readonly FoundWarning[]): FoundWarning[] {
  const first = new Map<string, FoundWarning>();
  for (const one of found) {
    const { code, about, path } = one.warning;
    const { file, line, col } = keyPlace(one.trial.draft.tree, path);
    const key = JSON.stringify([code, about, file, line, col]);
    if (!first.has(key)) first.set(key, one);
  }
  return [...first.values()];
}

/**
 * A warning for every acceptance of the file itself that accepts nothing: its reason is gone, and it would hide the next warning.
 * What a base accepts may be unused.
 */
function unusedAcceptances(
  played: readonly PlayableCombination[],
  found: readonly FoundWarning[],
): Problem[] {
  const all = played.flatMap((trial) => {
    const warnings = found.filter((one) => one.trial === trial).map(({ warning }) => warning);
    return acceptancesOf(trial).map(({ code, id, place }) => ({
      code,
      id,
      place,
      spot: `${place.line}:${place.col}`,
      isUsed: warnings.some((warning) => warning.code === code && warning.about.includes(id)),
    }));
  });
  const used = new Set(all.filter(({ isUsed }) => isUsed).map(({ spot }) => spot));
  const unused = new Map(all.filter(({ spot }) => !used.has(spot)).map((one) => [one.spot, one]));
  return [...unused.values()].map(({ code, id, place }) => {
    const message = `nothing here is called \`${code}\` about \`${id}\`, so there is nothing to accept`;
    return problem("accepts-nothing", message, { severity: "warning", place, hint: "take it away" });
  });
}

/** What the file itself accepts under the choices of a trial. */
function acceptancesOf({ draft: { accept, tree } }: PlayableCombination) {
  return LINT_WARNINGS.flatMap((code) =>
    (accept[code] ?? []).map((id, i) => ({ code, id, place: valuePlace(tree, ["accept", code, i]) })),
  ).filter(({ place }) => place.file === tree.place.file);
}

/** A few seconds of work for all choices of a variant together; the games that people play take a hundredth of that. */
const MAX_LINT_COST = 8_000_000;

/** What looking at one hand in one box costs beside one step of working out totals. */
const PER_HAND = 10;

/** How often totals are worked out for a bonus, and for a box on which more hangs than its own points. */
const TOTALS_PER_BONUS = 4;
const TOTALS_PER_BOX = 3;

/** What it costs to look for bad rules in a game, in steps of working out a total. */
function lintCost(game: Game): number {
  const boxes = categoriesOf(game);
  const totals =
    TOTALS_PER_BONUS * measuredBonuses(game).length +
    TOTALS_PER_BOX * boxes.filter((box) => touchesOthers(game, box)).length;
  const columns = game.bonuses.length > 0 ? game.columns : game.columns.slice(0, 1);
  const perTotal = costEstimate({ ...game, columns, repeats: null });
  return PER_HAND * handsOf(game.dice).length * boxes.length + totals * perTotal;
}
