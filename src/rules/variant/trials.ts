import type { Game } from "../game/game.ts";
import { type Problem, type Result, success } from "../problem/problem.ts";
import { build } from "./build.ts";
import type { Draft } from "./draft.ts";
import type { VariantFiles } from "./files.ts";
import type { Choices } from "./options.ts";
import { usable } from "./reader.ts";
import { draftWith, type Subject, subjectFrom } from "./subject.ts";

/** A variant under some choices. */
export interface Trial {
  readonly choices: Choices;
  readonly draft: Draft;
  readonly problems: readonly Problem[];
  /** Null where problems, or being a base, keep it from being played. */
  readonly game: Game | null;
}

/** The variant with the defaults first, then with every other choice of every option in turn. */
export interface Trials {
  readonly subject: Subject;
  readonly all: readonly Trial[];
  /** The game under any other choices; null where it cannot be played. */
  play(choices: Choices): Game | null;
}

/** Reads a variant file, and plays it through under its choices. */
export function trialsOf(file: string, text: string, files: VariantFiles): Result<Trials> {
  const read = subjectFrom(file, text, files);
  if (!read.ok) return read;
  const subject = read.value;
  const all = choicesToTry(subject).map((choices) => trialOf(subject, choices));
  return success({ subject, all, play: (choices) => trialOf(subject, choices).game });
}

function trialOf(subject: Subject, choices: Choices): Trial {
  const { draft, problems } = draftWith(subject, choices);
  const isPlayable = subject.problems.length + problems.length === 0 && !draft.abstract;
  const game = isPlayable ? build(draft, subject.options, choices, subject.legal) : null;
  return { choices, draft, problems, game };
}

function choicesToTry({ options }: Subject): Choices[] {
  const others = usable(options).flatMap(([, option]) =>
    option.choices
      .filter((choice) => choice.id !== option.default)
      .map((choice) => ({ [option.id]: choice.id })),
  );
  return [{}, ...others];
}

/** The choices of a trial as they are told: "with `extra: chance`"; empty for the defaults. */
export function choicesTold(choices: Choices): string {
  const told = Object.entries(choices).map(([option, choice]) => `\`${option}: ${choice}\``);
  return told.length === 0 ? "" : ` (with ${told.join(", ")})`;
}
