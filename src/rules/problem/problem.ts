import { english, type Message } from "./message.ts";

/** A problem keeps the program from its task, and is told so that a person can fix it. Problems are returned, never thrown. */

/** A spot in a text file. Lines and columns count from 1; columns count UTF-16 units. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly col: number;
  /** How many characters the caret should underline; at least 1. */
  readonly length: number;
  /** The text of that line, without its line break. */
  readonly text: string;
}

/** Warnings point at what is valid but probably not meant. */
export type Severity = "error" | "warning";

/** What is wrong, where, and the way out. */
export interface Problem {
  /** A stable, hyphenated name such as `unknown-key`. */
  readonly code: string;
  /** In English, as `hint` and `related` are; `translateProblem` tells them in another language. */
  readonly message: string;
  readonly severity: Severity;
  /** Where it stands; a problem with a whole file or a flag has none. */
  readonly place: Place | null;
  /** The way out, as a sentence or a question: "did you mean `pattern`?". */
  readonly hint: string | null;
  /** Other places that have to do with it, each with what is there to see. */
  readonly related: readonly RelatedPlace[];
  /** Message and hint with their values apart, for translation. */
  readonly words: { readonly message: Message; readonly hint: Message | null };
}

/** A place that has to do with a problem, and what is there to see. */
export interface RelatedPlace {
  readonly message: string;
  readonly words: Message;
  readonly place: Place;
}

/** Either a value, or every problem that prevents it. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** What a problem may have beside its message. */
type ProblemParts = Partial<Pick<Problem, "severity" | "place" | "related">> & {
  readonly hint?: Message | null;
};

/** Builds a problem; what is left out is empty, and the severity is `error`. */
export function problem(code: string, message: Message, parts: ProblemParts = {}): Problem {
  const { severity = "error", place = null, hint = null, related = [] } = parts;
  const told = { message: english(message), hint: hint && english(hint) };
  return { code, ...told, severity, place, related, words: { message, hint } };
}

/** Builds another place of a problem. */
export function relatedPlace(message: Message, place: Place): RelatedPlace {
  return { message: english(message), words: message, place };
}

/** Wraps a value as the good outcome. */
export function success<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** Wraps one or more problems as the bad outcome. */
export function failure<T>(problems: readonly Problem[]): Result<T> {
  return { ok: false, problems };
}

/** A bad outcome of a single problem that has no place in a file. */
export function refusal(code: string, message: Message, hint: Message | null = null): Result<never> {
  return failure([problem(code, message, { hint })]);
}

/** What `need` throws. The engine returns problems and never throws them. */
export class Failure extends Error {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(problems.map((p) => p.message).join("; "));
    this.problems = problems;
  }
}

/** The value of a good outcome. @throws Failure with the problems of a bad one */
export function need<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Failure(result.problems);
}

/** Does work in which `need` is called: its value, or the problems for which `need` ended it. */
export async function attempt<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return success(await work());
  } catch (error) {
    if (error instanceof Failure) return failure(error.problems);
    throw error;
  }
}
