import { failure, type Problem, type Result, success } from "../problem/problem.ts";
import { withBases } from "./bases.ts";
import { CHECKS, GROUNDLESS_CHECKS } from "./checks/all.ts";
import { readTree } from "./document.ts";
import { type Draft, readDraft } from "./draft.ts";
import { exampleProblems } from "./examples.ts";
import type { VariantFiles } from "./files.ts";
import { Legal } from "./legal.ts";
import { applyChoices, type Choices, choiceProblems, type OptionPart, readOptions } from "./options.ts";
import type { Parts } from "./reader.ts";
import { keyPlace, type MapNode, type Path, valuePlace } from "./tree.ts";

/** A file with all that it extends, and what can be said of it before any choice is made. */
export interface Subject {
  readonly tree: MapNode;
  /** Whether every base was found; without, only what stands in the files can be judged, not what is missing there. */
  readonly grounded: boolean;
  readonly options: Parts<OptionPart>;
  readonly legal: Legal;
  readonly problems: readonly Problem[];
}

/** Reads a file and everything that it extends. */
export function subjectFrom(file: string, text: string, files: VariantFiles): Result<Subject> {
  const own = readTree(file, text);
  if (own.tree === null) return failure(own.problems);
  const whole = withBases(file, own.tree, files);
  const { tree, grounded } = whole;
  const { options, problems } = readOptions(tree, grounded);
  return success({
    tree,
    grounded,
    options,
    legal: new Legal(),
    problems: [...own.problems, ...whole.problems, ...problems],
  });
}

/** The variant under these choices, as far as it can be read, and what is wrong with it then. */
export function draftWith(subject: Subject, choices: Choices): { draft: Draft; problems: Problem[] } {
  const { grounded } = subject;
  const patched = applyChoices(subject.tree, subject.options, choices, grounded);
  const { draft, problems } = readDraft(patched.tree, grounded);
  const checks = grounded ? CHECKS : GROUNDLESS_CHECKS;
  const found = checks.flatMap((check) => check(draft, subject.legal));
  return { draft, problems: [...patched.problems, ...problems, ...found] };
}

/**
 * What the examples claim and the dice do not give; each is proved under the choices that it speaks of. Examples of a base
 * are proved there: where a house rule makes one of them wrong, it is left out and no problem of the file.
 */
export function provenExamples(subject: Subject): Problem[] {
  if (!subject.grounded) return [];
  return exampleFaults(subject, (index) => !isInherited(subject.tree, ["examples", index])).flat();
}

/** What is wrong with each example, by its position in the list; nothing is said of those that nobody asks about. */
export function exampleFaults(subject: Subject, isAsked: (index: number) => boolean): Problem[][] {
  const drafts = new Map<string, Draft>();
  const usual = draftFor(subject, {}, drafts);
  return usual.examples.map((example, i) => {
    if (example === null || !isAsked(i)) return [];
    const unknown = unknownChoices(subject, example.with, ["examples", i, "with"]);
    if (unknown.length > 0) return unknown;
    return exampleProblems(example, i, draftFor(subject, example.with, drafts));
  });
}

/** Whether a value was written in a base. */
function isInherited(tree: MapNode, path: Path): boolean {
  return valuePlace(tree, path).file !== tree.place.file;
}

/** Choices of an example that the variant does not have, where they stand. */
function unknownChoices({ tree, options }: Subject, chosen: Choices, path: Path): Problem[] {
  return Object.entries(chosen).flatMap(([option, choice]) =>
    choiceProblems(options, { [option]: choice }).map((said) => {
      const at = said.code === "unknown-option" ? keyPlace : valuePlace;
      return { ...said, place: at(tree, [...path, option]) };
    }),
  );
}

function draftFor(subject: Subject, choices: Choices, known: Map<string, Draft>): Draft {
  const key = JSON.stringify(Object.entries(choices).sort());
  const { tree, options, grounded } = subject;
  const draft =
    known.get(key) ?? readDraft(applyChoices(tree, options, choices, grounded).tree, grounded).draft;
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
