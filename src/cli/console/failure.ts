import { type Problem, problem, type Result } from "../../rules/problem/problem.ts";

/**
 * What the command line answers with: 0 all correct, 1 mistakes found, 2 wrong usage or unusable input, 3 not sure (a photo
 * was not read for sure, a variant has warnings only), 130 stopped by the person.
 */
export const EXIT = { correct: 0, mistakes: 1, unusable: 2, unsure: 3, stopped: 130 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends a command with problems. Only `cli/` throws it, and `main.ts` shows it. */
export class Failure extends Error {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(problems.map((p) => p.message).join("; "));
    this.problems = problems;
  }
}

/** The value of a good result; a bad one ends the command. */
export function need<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Failure(result.problems);
}

/** Ends the command with a single problem that has no place in a file. */
export function fail(code: string, message: string, hint: string | null = null): never {
  throw new Failure([problem(code, message, { hint })]);
}
