import type { Game } from "../game/game.ts";
import { failure, type Problem, problem, type Result, success } from "../problem/problem.ts";
import { build } from "./build.ts";
import type { Draft } from "./draft.ts";
import type { VariantFiles } from "./files.ts";
import { type Choices, choiceProblems } from "./options.ts";
import { distinct, draftWith, provenExamples, subjectFrom } from "./subject.ts";
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
  const subject = subjectFrom(file, text, files);
  if (!subject.ok) return subject;
  const { options } = subject.value;
  // Without its base nobody knows which options the variant has.
  const wrongChoices = subject.value.grounded ? choiceProblems(options, choices) : [];
  const { draft, problems } = draftWith(subject.value, choices);
  const all = distinct([
    ...wrongChoices,
    ...subject.value.problems,
    ...problems,
    ...provenExamples(subject.value),
  ]);
  if (all.length > 0) return failure(all);
  if (draft.abstract) return failure([notPlayable(draft)]);
  const game = build(draft, options, choices, subject.value.legal);
  return game === null ? failure([notPlayable(draft)]) : success(game);
}

function notPlayable(draft: Draft): Problem {
  const message = `\`${draft.id}\` is a base for other variants and cannot be played by itself`;
  const hint = "name a variant that extends it";
  return problem("abstract", message, { place: keyPlace(draft.tree, ["abstract"]), hint });
}
