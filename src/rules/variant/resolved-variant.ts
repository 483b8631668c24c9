import { failure, type Problem, type Result, success } from "../problem/problem.ts";
import { type VariantFiles, withBases } from "./bases.ts";
import { keyPlace, type MapNode, type Path, readTree, valuePlace } from "./tree.ts";
import { type Draft, type LegalScores, readDraft, rememberedScores } from "./draft.ts";
import { faultsOfExample } from "./examples.ts";
import { applyChoices, type Choices, choiceProblems, type OptionPart, readOptions } from "./options.ts";
import type { Parts } from "./part-reader.ts";

/** A file merged with everything that it extends, and what is wrong with it before any choice is made. */
export interface ResolvedVariant {
  readonly tree: MapNode;
  /** Whether every base was found; if not, only what the files have can be judged, not what they lack. */
  readonly basesFound: boolean;
  readonly options: Parts<OptionPart>;
  /** Shared by all drafts of the variant. */
  readonly legalScores: LegalScores;
  readonly problems: readonly Problem[];
}

/** Reads a file and everything that it extends. */
export function readResolved(file: string, text: string, files: VariantFiles): Result<ResolvedVariant> {
  const own = readTree(file, text);
  if (own.tree === null) return failure(own.problems);
  const { tree, basesFound, ...merged } = withBases(file, own.tree, files);
  const { options, ...read } = readOptions(tree, basesFound);
  const problems = [...own.problems, ...merged.problems, ...read.problems];
  return success({ tree, basesFound, options, legalScores: rememberedScores(), problems });
}

/** The variant under these choices, as far as it can be read, and what is wrong with it then. */
export function draftWith(
  resolved: ResolvedVariant,
  choices: Choices,
): { draft: Draft; problems: Problem[] } {
  const { tree, options, basesFound, legalScores } = resolved;
  const patched = applyChoices(tree, options, choices, basesFound);
  const { draft, problems } = readDraft(patched.tree, basesFound, legalScores);
  return { draft, problems: [...patched.problems, ...problems] };
}

/**
 * What the examples claim and the dice do not give. Each example is proved under the choices that it names. Examples of a base are
 * proved there: an example of a base that a house rule makes wrong is left out, and is no problem of this file.
 */
export function exampleProblems(resolved: ResolvedVariant): Problem[] {
  const isOwn = (index: number) =>
    valuePlace(resolved.tree, ["examples", index]).file === resolved.tree.place.file;
  return resolved.basesFound ? exampleFaults(resolved, isOwn).flat() : [];
}

/** What is wrong with each example, by its position in the list; none for those that `isAsked` leaves out. */
export function exampleFaults(resolved: ResolvedVariant, isAsked: (index: number) => boolean): Problem[][] {
  const drafts = new Map<string, Draft>();
  return draftFor(resolved, {}, drafts).examples.map((example, i) => {
    if (example === null || !isAsked(i)) return [];
    const unknown = unknownChoices(resolved, example.with, ["examples", i, "with"]);
    if (unknown.length > 0) return unknown;
    return faultsOfExample(example, i, draftFor(resolved, example.with, drafts));
  });
}

/** Choices of an example that the variant does not have, where they stand. */
function unknownChoices({ tree, options }: ResolvedVariant, chosen: Choices, path: Path): Problem[] {
  return Object.entries(chosen).flatMap(([option, choice]) =>
    choiceProblems(options, { [option]: choice }).map((found) => {
      const at = found.code === "unknown-option" ? keyPlace : valuePlace;
      return { ...found, place: at(tree, [...path, option]) };
    }),
  );
}

function draftFor(resolved: ResolvedVariant, choices: Choices, known: Map<string, Draft>): Draft {
  const key = JSON.stringify(Object.entries(choices).sort());
  const draft = known.get(key) ?? draftWith(resolved, choices).draft;
  known.set(key, draft);
  return draft;
}

/** Each problem once: the same mistake may be found in several ways. */
export function distinct(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((p) => [`${spotOf(p)} ${p.message}`, p])).values()];
}

/** What a problem is about: its kind and where it stands. */
export function spotOf({ code, place }: Problem): string {
  return `${code} ${place?.file} ${place?.line} ${place?.col}`;
}
