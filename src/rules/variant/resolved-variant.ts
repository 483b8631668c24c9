import { failure, type Problem, type Result, success } from "../problem/problem.ts";
import { type VariantFiles, withBases } from "./bases.ts";
import { CHECKS, CHECKS_WITHOUT_BASE } from "./checks/all.ts";
import { keyPlace, type MapNode, type Path, readTree, valuePlace } from "./tree.ts";
import { type Draft, LegalScores, readDraft } from "./draft.ts";
import { exampleProblems } from "./examples.ts";
import { applyChoices, type Choices, choiceProblems, type OptionPart, readOptions } from "./options.ts";
import type { Parts } from "./part-reader.ts";

/** A file with all that it extends, and what can be said of it before any choice is made. */
export interface ResolvedVariant {
  readonly tree: MapNode;
  /** Whether every base was found; without, only what stands in the files can be judged, not what is missing there. */
  readonly basesFound: boolean;
  readonly options: Parts<OptionPart>;
  readonly legal: LegalScores;
  readonly problems: readonly Problem[];
}

/** Reads a file and everything that it extends. */
export function readResolved(file: string, text: string, files: VariantFiles): Result<ResolvedVariant> {
  const own = readTree(file, text);
  if (own.tree === null) return failure(own.problems);
  const whole = withBases(file, own.tree, files);
  const { tree, basesFound } = whole;
  const { options, problems } = readOptions(tree, basesFound);
  return success({
    tree,
    basesFound,
    options,
    legal: new LegalScores(),
    problems: [...own.problems, ...whole.problems, ...problems],
  });
}

/** The variant under these choices, as far as it can be read, and what is wrong with it then. */
export function draftWith(
  resolved: ResolvedVariant,
  choices: Choices,
): { draft: Draft; problems: Problem[] } {
  const { basesFound } = resolved;
  const patched = applyChoices(resolved.tree, resolved.options, choices, basesFound);
  const { draft, problems } = readDraft(patched.tree, basesFound);
  const checks = basesFound ? CHECKS : CHECKS_WITHOUT_BASE;
  const found = checks.flatMap((check) => check(draft, resolved.legal));
  return { draft, problems: [...patched.problems, ...problems, ...found] };
}

/**
 * What the examples claim and the dice do not give; each is proved under the choices that it speaks of. Examples of a base
 * are proved there: where a house rule makes one of them wrong, it is left out and no problem of the file.
 */
export function provenExamples(resolved: ResolvedVariant): Problem[] {
  if (!resolved.basesFound) return [];
  return exampleFaults(resolved, (index) => !isInherited(resolved.tree, ["examples", index])).flat();
}

/** What is wrong with each example, by its position in the list; nothing is said of those that nobody asks about. */
export function exampleFaults(resolved: ResolvedVariant, isAsked: (index: number) => boolean): Problem[][] {
  const drafts = new Map<string, Draft>();
  const usual = draftFor(resolved, {}, drafts);
  return usual.examples.map((example, i) => {
    if (example === null || !isAsked(i)) return [];
    const unknown = unknownChoices(resolved, example.with, ["examples", i, "with"]);
    if (unknown.length > 0) return unknown;
    return exampleProblems(example, i, draftFor(resolved, example.with, drafts));
  });
}

/** Whether a value was written in a base. */
function isInherited(tree: MapNode, path: Path): boolean {
  return valuePlace(tree, path).file !== tree.place.file;
}

/** Choices of an example that the variant does not have, where they stand. */
function unknownChoices({ tree, options }: ResolvedVariant, chosen: Choices, path: Path): Problem[] {
  return Object.entries(chosen).flatMap(([option, choice]) =>
    choiceProblems(options, { [option]: choice }).map((said) => {
      const at = said.code === "unknown-option" ? keyPlace : valuePlace;
      return { ...said, place: at(tree, [...path, option]) };
    }),
  );
}

function draftFor(resolved: ResolvedVariant, choices: Choices, known: Map<string, Draft>): Draft {
  const key = JSON.stringify(Object.entries(choices).sort());
  const { tree, options, basesFound } = resolved;
  const draft =
    known.get(key) ?? readDraft(applyChoices(tree, options, choices, basesFound).tree, basesFound).draft;
  known.set(key, draft);
  return draft;
}

/** Each problem once: one mistake may be met on several ways. */
export function distinct(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((p) => [fingerprint(p), p])).values()];
}

function fingerprint(p: Problem): string {
  return `${spotOf(p)} ${p.message}`;
}

/** What a problem is about: its kind and where it stands. */
export function spotOf({ code, place }: Problem): string {
  return `${code} ${place?.file} ${place?.line} ${place?.col}`;
}
