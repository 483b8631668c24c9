import type { Game } from "../game/game.ts";
import { failure, problem, type Problem, type Result, success } from "../problem/problem.ts";
import type { VariantFiles } from "./bases.ts";
import { buildGame } from "./build-game.ts";
import { CHECKS, CHECKS_WITHOUT_BASE } from "./checks/all.ts";
import type { Draft } from "./draft.ts";
import { choiceProblems, type Choices } from "./options.ts";
import { usable } from "./part-reader.ts";
import {
  distinct,
  draftWith,
  exampleProblems,
  spotOf,
  type ResolvedVariant,
  readResolved,
} from "./resolved-variant.ts";
import { keyPlace } from "./tree.ts";

/**
 * Reads a variant, in phases that have a module each:
 *
 * 1. parse: text to a tree with places (`tree.ts`)
 * 2. extend: the tree merged with everything that it extends (`bases.ts`); 1 and 2 give a `ResolvedVariant`
 * 3. choose: what the choices of house rules set (`options.ts`)
 * 4. decode: parts out of the tree, each for itself (`draft.ts`, `parts/`; `explain.ts` words what zod finds)
 * 5. check: what must hold between parts (`checks/`)
 * 6. prove: what the examples claim (`examples.ts`)
 * 7. build: the game (`build-game.ts`), only if no phase found a problem
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
  const read = readResolved(file, text, files);
  if (!read.ok) return read;
  const resolved = read.value;
  // Without its base it is not known which options the variant has.
  const wrongChoices = resolved.basesFound ? choiceProblems(resolved.options, choices) : [];
  const { game, draft, problems } = combinationOf(resolved, choices);
  const all = distinct([...wrongChoices, ...resolved.problems, ...problems, ...exampleProblems(resolved)]);
  if (all.length > 0) return failure(all);
  if (game !== null) return success(game);
  const message = `\`${draft.id}\` is a base for other variants and cannot be played by itself`;
  const said = { place: keyPlace(draft.tree, ["abstract"]), hint: "name a variant that extends it" };
  return failure([problem("abstract", message, said)]);
}

/**
 * Every problem of a variant file, whatever the choices: it is checked with the defaults and with every other choice of every
 * option in turn. Bases that cannot be played by themselves can be checked too.
 */
export function lintVariant(file: string, text: string, files: VariantFiles): { problems: Problem[] } {
  const read = readOptionCombinations(file, text, files);
  return { problems: read.ok ? problemsOf(read.value) : distinct(read.problems) };
}

/** Every problem of a variant under all its option combinations. */
export function problemsOf({ resolved, all }: OptionCombinations): Problem[] {
  const [first, ...rest] = all;
  const usual = distinct([...resolved.problems, ...(first?.problems ?? []), ...exampleProblems(resolved)]);
  const others = rest.flatMap(({ choices, problems }) =>
    problems.map((p) => ({ ...p, message: p.message + showChoices(choices) })),
  );
  // A choice adds only problems of other spots or kinds than those that were there without it.
  const known = new Set(usual.map(spotOf));
  const fresh = others.filter((p) => !known.has(spotOf(p)));
  return [...usual, ...new Map(fresh.map((p) => [spotOf(p), p])).values()];
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

/** Reads a variant file under each combination of options that is tried. */
export function readOptionCombinations(
  file: string,
  text: string,
  files: VariantFiles,
): Result<OptionCombinations> {
  const read = readResolved(file, text, files);
  if (!read.ok) return read;
  const resolved = read.value;
  const others = usable(resolved.options).flatMap(([id, option]) =>
    option.choices.filter((choice) => choice.id !== option.default).map((choice) => ({ [id]: choice.id })),
  );
  const all = [{}, ...others].map((choices) => combinationOf(resolved, choices));
  return success({ resolved, all, play: (choices) => combinationOf(resolved, choices).game });
}

function combinationOf(resolved: ResolvedVariant, choices: Choices): OptionCombination {
  const { draft, problems } = draftWith(resolved, choices);
  const checks = resolved.basesFound ? CHECKS : CHECKS_WITHOUT_BASE;
  problems.push(...checks.flatMap((check) => check(draft)));
  const isPlayable = resolved.problems.length + problems.length === 0 && !draft.abstract;
  return { choices, draft, problems, game: isPlayable ? buildGame(draft, resolved.options, choices) : null };
}

/** Choices at the end of a message: " (with `extra: chance`)"; empty for the defaults. */
export function showChoices(choices: Choices): string {
  const shown = Object.entries(choices).map(([option, choice]) => `\`${option}: ${choice}\``);
  return shown.length === 0 ? "" : ` (with ${shown.join(", ")})`;
}
