import { type Place, type Problem, problem } from "../../rules/problem/problem.ts";
import type { VariantFiles } from "../../rules/variant/bases.ts";
import {
  problemsOf,
  showChoices,
  type OptionCombination,
  type OptionCombinations,
  readOptionCombinations,
} from "../../rules/variant/read-variant.ts";
import { LINT_WARNINGS } from "../../rules/variant/parts/option.ts";
import { distinct } from "../../rules/variant/resolved-variant.ts";
import { keyPlace, valuePlace } from "../../rules/variant/tree.ts";
import { CHECKS, INVARIANT_CHECKS } from "./checks/all.ts";
import { lintCost, MAX_LINT_COST } from "./cost-estimate.ts";
import type { Check, FoundWarning, LintWarning } from "./lint-warning.ts";
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
  const playable = trials.all.filter(({ game }) => game !== null);
  return { problems: [...problemsOf(trials), ...untranslated(playable, languages), ...warningsOf(trials)] };
}

function warningsOf(trials: OptionCombinations): Problem[] {
  const playable = trials.all.filter(({ game }) => game !== null);
  const played = affordable(playable);
  const [first] = played;
  if (first === undefined) return playable.length === 0 ? [] : [tooCostly(trials)];
  const found = [
    ...played.flatMap((trial) => runChecks(CHECKS, trial)),
    ...underEveryChoice(played),
    ...unusedOptions(trials).map((warning) => ({ warning, trial: first })),
  ];
  const problems = withoutRepeats(found.filter((one) => !isAccepted(one))).map(toProblem);
  if (played.length < playable.length) return [...problems, tooCostly(trials)];
  return [...problems, ...unusedAcceptances(played, found)];
}

/** As many games as can be checked in reasonable time, starting with the defaults. */
function affordable(playable: readonly OptionCombination[]): OptionCombination[] {
  let cost = 0;
  return playable.filter(({ game }) => {
    cost += game === null ? 0 : lintCost(game);
    return cost <= MAX_LINT_COST;
  });
}

function tooCostly({ resolved }: OptionCombinations): Problem {
  const message = "the scores and choices are so many that not all of them were looked at for bad rules";
  return problem("not-looked-at", message, {
    severity: "warning",
    place: keyPlace(resolved.tree, ["id"]),
    hint: "use smaller scores, fewer boxes or fewer options",
  });
}

function runChecks(checks: readonly Check[], trial: OptionCombination): FoundWarning[] {
  const { game, draft } = trial;
  if (game === null) return [];
  return checks.flatMap((check) => check({ game, draft })).map((warning) => ({ warning, trial }));
}

/** Warnings of the checks that count only when no choice makes them go away. */
function underEveryChoice(played: readonly OptionCombination[]): FoundWarning[] {
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

/** Whether the variant says, under the choices that cause the warning, that it is meant. */
function isAccepted({ warning, trial }: FoundWarning): boolean {
  return (trial.draft.accept[warning.code] ?? []).some((id) => warning.about.includes(id));
}

/** An id that a file lists below a code of `accept`. */
interface Acceptance {
  readonly code: LintWarning["code"];
  readonly id: string;
  readonly place: Place;
}

/**
 * A warning for every acceptance of the file itself that accepts nothing: its reason is gone, and it would hide the next warning.
 * What a base accepts may be unused.
 */
function unusedAcceptances(played: readonly OptionCombination[], found: readonly FoundWarning[]): Problem[] {
  const used = new Set<string>();
  const all = new Map<string, Acceptance>();
  for (const trial of played)
    for (const acceptance of acceptancesOf(trial)) {
      const key = `${acceptance.place.line}:${acceptance.place.col}`;
      all.set(key, acceptance);
      if (found.some((one) => one.trial === trial && matches(acceptance, one.warning))) used.add(key);
    }
  return [...all].flatMap(([key, { code, id, place }]) => {
    if (used.has(key)) return [];
    const message = `nothing here is called \`${code}\` about \`${id}\`, so there is nothing to accept`;
    return [problem("accepts-nothing", message, { severity: "warning", place, hint: "take it away" })];
  });
}

function matches({ code, id }: Acceptance, warning: LintWarning): boolean {
  return warning.code === code && warning.about.includes(id);
}

/** What the file itself accepts under the choices of a trial. */
function acceptancesOf({ draft: { accept, tree } }: OptionCombination): Acceptance[] {
  return LINT_WARNINGS.flatMap((code) =>
    (accept[code] ?? []).map((id, i) => ({ code, id, place: valuePlace(tree, ["accept", code, i]) })),
  ).filter(({ place }) => place.file === tree.place.file);
}
