import type { Problem } from "../../rules/problem/problem.ts";

/** The stable JSON shape of a problem. */
export function plainProblem({ code, severity, message, hint, place }: Problem): object {
  return {
    code,
    severity,
    message,
    hint,
    file: place?.file ?? null,
    line: place?.line ?? null,
    col: place?.col ?? null,
  };
}
