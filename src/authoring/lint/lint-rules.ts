import { type Problem, problem } from "../../rules/problem/problem.ts";
import type { VariantFiles } from "../../rules/variant/files.ts";
import { problemsOf } from "../../rules/variant/lint-variant.ts";
import { distinct } from "../../rules/variant/subject.ts";
import { keyPlace } from "../../rules/variant/tree.ts";
import { choicesTold, type Trial, type Trials, trialsOf } from "../../rules/variant/trials.ts";
import { acceptsNothing, isAccepted } from "./accepted.ts";
import { CHECKS, LASTING_CHECKS } from "./checks/all.ts";
import { labourOf, MAX_LABOUR } from "./labour.ts";
import type { Check, Met, Oddity } from "./oddity.ts";
import { optionsIdle } from "./option-idle.ts";
import { type Tongues, untranslated } from "./untranslated.ts";

const NO_TONGUES: Tongues = { asked: null, language: () => null };

/**
 * Everything that is wrong with a variant file, and, as warnings, every rule in it that is well formed and bad. Both are
 * looked for with the defaults and with every other choice of every option in turn; choices that have problems are passed
 * over, and so are bases, which cannot be played by themselves.
 *
 * @param tongues the languages in which words may be missing
 */
export function lintRules(
  file: string,
  text: string,
  files: VariantFiles,
  tongues: Tongues = NO_TONGUES,
): { problems: Problem[] } {
  const read = trialsOf(file, text, files);
  if (!read.ok) return { problems: distinct(read.problems) };
  const trials = read.value;
  const playable = trials.all.filter(({ game }) => game !== null);
  return { problems: [...problemsOf(trials), ...untranslated(playable, tongues), ...warningsOf(trials)] };
}

function warningsOf(trials: Trials): Problem[] {
  const playable = trials.all.filter(({ game }) => game !== null);
  const played = affordable(playable);
  const [first] = played;
  if (first === undefined) return playable.length === 0 ? [] : [tooLaborious(trials)];
  const met = [
    ...played.flatMap((trial) => foundBy(CHECKS, trial)),
    ...lasting(played),
    ...optionsIdle(trials).map((oddity) => ({ oddity, trial: first })),
  ];
  const told = once(met.filter((one) => !isAccepted(one))).map(toldAs);
  if (played.length < playable.length) return [...told, tooLaborious(trials)];
  return [...told, ...acceptsNothing(played, met)];
}

/** As many games as can be looked at in reasonable time, from the defaults on. */
function affordable(playable: readonly Trial[]): Trial[] {
  let labour = 0;
  return playable.filter(({ game }) => {
    labour += game === null ? 0 : labourOf(game);
    return labour <= MAX_LABOUR;
  });
}

function tooLaborious({ subject }: Trials): Problem {
  const message = "the scores and choices are so many that not all of them were looked at for bad rules";
  return problem("not-looked-at", message, {
    severity: "warning",
    place: keyPlace(subject.tree, ["id"]),
    hint: "use smaller scores, fewer boxes or fewer options",
  });
}

function foundBy(checks: readonly Check[], trial: Trial): Met[] {
  const { game, draft } = trial;
  if (game === null) return [];
  return checks.flatMap((check) => check({ game, draft })).map((oddity) => ({ oddity, trial }));
}

/** What every choice leaves as it is. */
function lasting(played: readonly Trial[]): Met[] {
  const [first = [], ...rest] = played.map((trial) => foundBy(LASTING_CHECKS, trial));
  const isIn = (met: readonly Met[], wanted: Met) =>
    met.some(({ oddity }) => keyOf(oddity) === keyOf(wanted.oddity));
  return first.filter((one) => rest.every((met) => isIn(met, one)));
}

function keyOf({ code, path }: Oddity): string {
  return `${code} ${path.join(".")}`;
}

function toldAs({ oddity, trial }: Met): Problem {
  const { code, about, path, message, related } = oddity;
  const { tree } = trial.draft;
  return problem(code, message + choicesTold(trial.choices), {
    severity: "warning",
    place: keyPlace(tree, path),
    hint: `${oddity.hint}; if it is meant, write \`accept: {${code}: [${about.at(-1)}]}\``,
    related: related === null ? [] : [{ message: related.message, place: keyPlace(tree, related.path) }],
  });
}

/** Each once, as it was met first: with the defaults, if it is there with them. */
function once(met: readonly Met[]): Met[] {
  const first = new Map<string, Met>();
  for (const one of met) {
    const { oddity, trial } = one;
    const { file, line, col } = keyPlace(trial.draft.tree, oddity.path);
    const key = JSON.stringify([oddity.code, oddity.about, file, line, col]);
    if (!first.has(key)) first.set(key, one);
  }
  return [...first.values()];
}
