import { msg } from "../../rules/problem/message.ts";
import { listWordings } from "../../i18n/game-words.ts";
import { handsOf } from "../../rules/dice/dice.ts";
import { type Game, SPOKEN_BY_ALL, type Text } from "../../rules/game/game.ts";
import { listCategories } from "../../rules/game/rows.ts";
import { problem, type Problem, relatedPlace } from "../../rules/problem/problem.ts";
import { costEstimate } from "../../rules/sums/totals.ts";
import type { VariantFiles } from "../../rules/variant/bases.ts";
import {
  asGame,
  distinct,
  optionCombinations,
  type OptionCombinations,
  listVariantProblems,
  readOptionCombinations,
  withChoices,
  withoutBlamingBases,
} from "../../rules/variant/read-variant.ts";
import { keyPlace, valuePlace } from "../../rules/variant/tree.ts";
import { bonusCertain, bonusStepIdle, bonusUnreachable, measuredBonuses } from "./checks/bonuses.ts";
import { groupsUnsaid, sameBoxes } from "./checks/boxes.ts";
import { cannotFinish, constraintIdle } from "./checks/constraints.ts";
import {
  jokerBeatsReal,
  strikePays,
  touchesOthers,
  byRollIdle,
  laterThrowPays,
  servedPaysLess,
} from "./checks/payoffs.ts";
import { lineUnseen, noteAboutNothing, noteUnseen, startDice, unusedOptions } from "./checks/unused.ts";
import type { LintCheck, LintWarning, PlayableCombination } from "./lint-warning.ts";

/** Checks that warn if any option combination has the flaw. */
const LINT_CHECKS: readonly LintCheck[] = [
  sameBoxes,
  groupsUnsaid,
  bonusUnreachable,
  bonusCertain,
  bonusStepIdle,
  strikePays,
  cannotFinish,
  constraintIdle,
  jokerBeatsReal,
  laterThrowPays,
  byRollIdle,
  servedPaysLess,
  startDice,
];

/** Checks that warn only if all option combinations have the flaw. */
const INVARIANT_CHECKS: readonly LintCheck[] = [lineUnseen, noteUnseen, noteAboutNothing];

/**
 * All problems of a variant file, and a warning for every rule that is well formed but bad, under the default choices and under each other
 * choice of each option. Choices with problems are not checked for bad rules, nor are bases, which can't be played.
 *
 * @param languages for finding missing translations
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
  const playable = filterPlayable(trials);
  const blamed = withoutBlamingBases(collectWarnings(trials, playable), trials.resolved, (base) => {
    const own = optionCombinations(asGame(base));
    return collectWarnings(own, filterPlayable(own));
  });
  return { problems: [...listVariantProblems(trials), ...checkTranslations(playable, languages), ...blamed] };
}

function filterPlayable({ all }: OptionCombinations): PlayableCombination[] {
  return all.flatMap(({ game, ...trial }) => (game === null ? [] : [{ ...trial, game }]));
}

/** A warning with the option combination that causes it. */
type FoundWarning = LintWarning & { readonly trial: PlayableCombination };

function collectWarnings(trials: OptionCombinations, playable: readonly PlayableCombination[]): Problem[] {
  if (playable.length === 0) return [];
  let cost = 0;
  const played = playable.filter(({ game }) => {
    cost += lintCost(game);
    return cost <= MAX_LINT_COST;
  });
  const message = msg`authoring.too-much-to-check: there are too many scores and choices to check all of them for bad rules`;
  const hint = msg`authoring.too-much-to-check-hint: use smaller scores, fewer boxes or fewer options`;
  const place = keyPlace(trials.resolved.tree, ["id"]);
  const tooCostly = problem("not-looked-at", message, { severity: "warning", place, hint });
  const [first] = played;
  if (first === undefined) return [tooCostly];
  const found = [
    ...played.flatMap((trial) => runChecks(LINT_CHECKS, trial)),
    ...underEveryChoice(played),
    ...unusedOptions(trials).map((warning) => ({ ...warning, trial: first })),
  ];
  // Each warning once, under the first choices that cause it, preferably the defaults.
  const problems = new Map<string, Problem>();
  for (const one of found) {
    const accepted = one.trial.draft.accept[one.code] ?? [];
    if (accepted.some((id) => one.about.includes(id))) continue;
    const warning = toProblem(one);
    const { file, line, col } = warning.place ?? {};
    const key = JSON.stringify([one.code, one.about, file, line, col]);
    if (!problems.has(key)) problems.set(key, warning);
  }
  const others = played.length < playable.length ? [tooCostly] : unusedAcceptances(played, found);
  return [...problems.values(), ...others];
}

function runChecks(checks: readonly LintCheck[], trial: PlayableCombination): FoundWarning[] {
  return checks.flatMap((check) => check(trial)).map((warning) => ({ ...warning, trial }));
}

/** Warnings of `INVARIANT_CHECKS`. */
function underEveryChoice(played: readonly PlayableCombination[]): FoundWarning[] {
  const key = ({ code, path }: FoundWarning) => `${code} ${path.join(".")}`;
  const [first = [], ...rest] = played.map((trial) => runChecks(INVARIANT_CHECKS, trial));
  return first.filter((one) => rest.every((found) => found.some((other) => key(other) === key(one))));
}

function toProblem({ code, about, path, message, hint, related, trial }: FoundWarning): Problem {
  const { tree } = trial.draft;
  const accepted = msg`authoring.accept-hint: ${hint}; if this is intended, write \`accept: {${code}: [${about.at(-1) ?? ""}]}\``;
  return problem(code, withChoices(message, trial.choices), {
    severity: "warning",
    place: keyPlace(tree, path),
    hint: accepted,
    related: related === null ? [] : [relatedPlace(related.message, keyPlace(tree, related.path))],
  });
}

/** Warns of entries in `accept` of the file itself (not of a base) that match no warning, since they would hide a future one. */
function unusedAcceptances(
  played: readonly PlayableCombination[],
  found: readonly FoundWarning[],
): Problem[] {
  const used = new Set<string>();
  const unused = new Map<string, Problem>();
  for (const trial of played) {
    const { accept, tree } = trial.draft;
    const warnings = found.filter((one) => one.trial === trial);
    for (const [code, ids] of Object.entries(accept)) {
      for (const [i, id] of (ids ?? []).entries()) {
        const place = valuePlace(tree, ["accept", code, i]);
        if (place.file !== tree.place.file) continue;
        const spot = `${place.line}:${place.col}`;
        if (warnings.some((one) => one.code === code && one.about.includes(id))) used.add(spot);
        const message = msg`authoring.accepts-nothing: there is no warning \`${code}\` about \`${id}\` to accept`;
        const hint = msg`authoring.accepts-nothing-hint: remove it`;
        unused.set(spot, problem("accepts-nothing", message, { severity: "warning", place, hint }));
      }
    }
  }
  return [...unused].flatMap(([spot, one]) => (used.has(spot) ? [] : [one]));
}

/** A few seconds of work for all choices of a variant together; real games take a hundredth of that. */
const MAX_LINT_COST = 8_000_000;

/** The cost of checking one hand in one box, in steps of computing totals. */
const PER_HAND = 10;

/** How often totals are computed for a bonus, and for a box that affects others. */
const TOTALS_PER_BONUS = 4;
const TOTALS_PER_BOX = 3;

/** The cost of checking a game for bad rules, in steps of computing totals. */
function lintCost(game: Game): number {
  const boxes = listCategories(game);
  const totals =
    TOTALS_PER_BONUS * measuredBonuses(game).length +
    TOTALS_PER_BOX * boxes.filter((box) => touchesOthers(game, box)).length;
  const columns = game.bonuses.length > 0 ? game.columns : game.columns.slice(0, 1);
  const perTotal = costEstimate({ ...game, columns, repeats: null });
  return PER_HAND * handsOf(game.dice).length * boxes.length + totals * perTotal;
}

/** Languages for finding missing translations. */
export interface LanguagesToCheck {
  /** A language to check even if the variant has no words in it; null for none. */
  readonly requested: string | null;
  /** A language by its code, which knows for which texts it has words; null if there is none. */
  language(code: string): { speaks(text: Text): boolean } | null;
}

/** Texts without words in a language of the variant's name (an error), of another text, or that was requested (warnings). */
export function checkTranslations(
  playable: readonly PlayableCombination[],
  { requested, language }: LanguagesToCheck,
): Problem[] {
  const [first] = playable;
  if (first === undefined) return [];
  const promised = Object.keys(first.game.name);
  const begun = playable.flatMap(({ game }) => listWordings(game)).flatMap(({ text }) => Object.keys(text));
  const wanted = requested === null ? [] : [requested];
  return [...new Set([...promised, ...begun, ...wanted])].sort().flatMap((code) => {
    const translator = SPOKEN_BY_ALL.some((other) => other === code) ? null : language(code);
    if (translator === null) return [];
    const severity = promised.includes(code) ? "error" : "warning";
    const hint = msg`authoring.untranslated-hint: add \`${code}: …\` next to the other languages`;
    const problems = playable.flatMap(({ game, draft }) => {
      const silent = listWordings(game).filter(({ text }) => !translator.speaks(text));
      return silent.map(({ path }) => {
        const message = msg`authoring.untranslated: \`${path.join(".")}\` has no words in \`${code}\``;
        return problem("untranslated", message, { severity, place: keyPlace(draft.tree, path), hint });
      });
    });
    return distinct(problems);
  });
}
