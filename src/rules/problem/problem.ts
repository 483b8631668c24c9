import { english, type Message } from "./message.ts";

/** Problems are returned, never thrown. They are written for the person who can fix them. */

/** A position in a text file. Lines and columns count from 1; columns count UTF-16 units. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly col: number;
  /** How many characters the caret should underline; at least 1. */
  readonly length: number;
  /** The text of that line, without its line break. */
  readonly text: string;
}

/** A warning is about something valid but probably unintended. */
export type Severity = "error" | "warning";

/** What is wrong, where, and how to fix it. */
export interface Problem {
  /** A stable, hyphenated name such as `unknown-key`. */
  readonly code: string;
  /** In English, like `hint` and `related`; `translateProblem` translates them. */
  readonly message: string;
  readonly severity: Severity;
  /** Null for a problem with a whole file or a flag. */
  readonly place: Place | null;
  /** How to fix it, as a sentence or a question: "did you mean `pattern`?". */
  readonly hint: string | null;
  /** Other relevant places, each with an explanation. */
  readonly related: readonly RelatedPlace[];
  /** Message and hint in translatable form. */
  readonly words: { readonly message: Message; readonly hint: Message | null };
}

/** Another place that is relevant to a problem, with an explanation. */
export interface RelatedPlace {
  readonly message: string;
  readonly words: Message;
  readonly place: Place;
}

/** Either a value, or all problems that prevent it. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** The optional parts of a problem. */
type ProblemParts = Partial<Pick<Problem, "severity" | "place" | "related">> & {
  readonly hint?: Message | null;
};

/** Builds a problem; missing parts are empty, and the severity is `error` by default. */
export function problem(code: string, message: Message, parts: ProblemParts = {}): Problem {
  const { severity = "error", place = null, hint = null, related = [] } = parts;
  const told = { message: english(message), hint: hint && english(hint) };
  return { code, ...told, severity, place, related, words: { message, hint } };
}

/** Builds a related place of a problem. */
export function relatedPlace(message: Message, place: Place): RelatedPlace {
  return { message: english(message), words: message, place };
}

/** Wraps a value as a successful result. */
export function success<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** Wraps one or more problems as a failed result. */
export function failure<T>(problems: readonly Problem[]): Result<T> {
  return { ok: false, problems };
}

/** A failed result with a single problem that has no place in a file. */
export function refusal(code: string, message: Message, hint: Message | null = null): Result<never> {
  return failure([problem(code, message, { hint })]);
}

/** Thrown by `need`; the engine itself returns problems. */
export class Failure extends Error {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(problems.map((p) => p.message).join("; "));
    this.problems = problems;
  }
}

/** The value of a successful result. @throws Failure with the problems of a failed one */
export function need<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Failure(result.problems);
}

/** Runs work that calls `need`, and turns its failure back into a result. */
export async function attempt<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return success(await work());
  } catch (error) {
    if (error instanceof Failure) return failure(error.problems);
    throw error;
  }
}
