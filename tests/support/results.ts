import type { Problem, Result } from "../../src/rules/problem/problem.ts";

/** The value of a result that must be good. */
export function good<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(result.problems.map((p) => p.message).join("\n"));
}

/** The problems of a result that must be bad. */
export function bad(result: Result<unknown>): readonly Problem[] {
  if (result.ok) throw new Error("expected problems");
  return result.problems;
}
