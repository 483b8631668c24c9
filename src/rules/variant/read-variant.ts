import type { Game } from "../game/game.ts";
import { failure, problem, type Problem, type Result, success } from "../problem/problem.ts";
import type { VariantFiles } from "./bases.ts";
import { build } from "./build-game.ts";
import type { Draft } from "./draft.ts";
import { choiceProblems, type Choices } from "./options.ts";
import { usable } from "./part-reader.ts";
import {
  distinct,
  draftWith,
  provenExamples,
  spotOf,
  type ResolvedVariant,
  readResolved,
} from "./resolved-variant.ts";
import { keyPlace } from "./tree.ts";

/**
 * Reads a variant: text to tree, bases below it, choices into it, parts out of it, checks over it, and a game in the end.
 *
 * @param file the file's name, for messages and for finding its bases beside it
 * @param text the file's text
 * @param files the way to other variant files
 * @param choices house rules by option; options that are not named keep their default
 * @returns the game, or every problem of the file and of the choices
 */
export function readVariant(
  file: string,
  text: string,
  files: VariantFiles,
  choices: Choices = {},
): Result<Game> {
  const resolved = readResolved(file, text, files);
  if (!resolved.ok) return resolved;
  const { options } = resolved.value;
  // Without its base nobody knows which options the variant has.
  const wrongChoices = resolved.value.basesFound ? choiceProblems(options, choices) : [];
  const { draft, problems } = draftWith(resolved.value, choices);
  const all = distinct([
    ...wrongChoices,
    ...resolved.value.problems,
    ...problems,
    ...provenExamples(resolved.value),
  ]);
  if (all.length > 0) return failure(all);
  if (draft.abstract) return failure([notPlayable(draft)]);
  const game = build(draft, options, choices, resolved.value.legal);
  return game === null ? failure([notPlayable(draft)]) : success(game);
}

function notPlayable(draft: Draft): Problem {
  const message = `\`${draft.id}\` is a base for other variants and cannot be played by itself`;
  const hint = "name a variant that extends it";
  return problem("abstract", message, { place: keyPlace(draft.tree, ["abstract"]), hint });
}

/**
 * Every problem of a variant file, whatever the choices: looked at with the defaults, and with every other choice of every
 * option in turn. Bases that cannot be played by themselves can be looked at too.
 */
export function lintVariant(file: string, text: string, files: VariantFiles): { problems: Problem[] } {
  const read = readOptionCombinations(file, text, files);
  return { problems: read.ok ? problemsOf(read.value) : distinct(read.problems) };
}

/** Every problem of a variant that was tried. */
export function problemsOf({ resolved, all }: OptionCombinations): Problem[] {
  const [first, ...rest] = all;
  const usual = distinct([...resolved.problems, ...(first?.problems ?? []), ...provenExamples(resolved)]);
  const others = rest.flatMap(({ choices, problems }) =>
    problems.map((p) => ({ ...p, message: p.message + showChoices(choices) })),
  );
  return usual.concat(unheard(others, usual));
}

/** Those that are not about a spot and of a kind that has been spoken of. */
function unheard(problems: readonly Problem[], heard: readonly Problem[]): Problem[] {
  const known = new Set(heard.map(spotOf));
  const fresh = problems.filter((p) => !known.has(spotOf(p)));
  return [...new Map(fresh.map((p) => [spotOf(p), p])).values()];
}

/** A variant under some choices. */
export interface OptionCombination {
  readonly choices: Choices;
  readonly draft: Draft;
  readonly problems: readonly Problem[];
  /** Null where problems, or being a base, keep it from being played. */
  readonly game: Game | null;
}

/** The variant with the defaults first, then with every other choice of every option in turn. */
export interface OptionCombinations {
  readonly resolved: ResolvedVariant;
  readonly all: readonly OptionCombination[];
  /** The game under any other choices; null where it cannot be played. */
  play(choices: Choices): Game | null;
}

/** Reads a variant file, and plays it through under its choices. */
export function readOptionCombinations(
  file: string,
  text: string,
  files: VariantFiles,
): Result<OptionCombinations> {
  const read = readResolved(file, text, files);
  if (!read.ok) return read;
  const resolved = read.value;
  const all = combinationsToTry(resolved).map((choices) => combinationOf(resolved, choices));
  return success({ resolved, all, play: (choices) => combinationOf(resolved, choices).game });
}

function combinationOf(resolved: ResolvedVariant, choices: Choices): OptionCombination {
  const { draft, problems } = draftWith(resolved, choices);
  const isPlayable = resolved.problems.length + problems.length === 0 && !draft.abstract;
  const game = isPlayable ? build(draft, resolved.options, choices, resolved.legal) : null;
  return { choices, draft, problems, game };
}

function combinationsToTry({ options }: ResolvedVariant): Choices[] {
  const others = usable(options).flatMap(([, option]) =>
    option.choices
      .filter((choice) => choice.id !== option.default)
      .map((choice) => ({ [option.id]: choice.id })),
  );
  return [{}, ...others];
}

/** The choices of a trial as they are told: "with `extra: chance`"; empty for the defaults. */
export function showChoices(choices: Choices): string {
  const told = Object.entries(choices).map(([option, choice]) => `\`${option}: ${choice}\``);
  return told.length === 0 ? "" : ` (with ${told.join(", ")})`;
}
