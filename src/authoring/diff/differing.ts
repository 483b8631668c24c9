import type { Clause, Difference, Facts, Subject } from "./difference.ts";
import { isEqual } from "./match.ts";

/** The difference in a clause, if there is one. */
export function differing<C extends Clause>(
  clause: C,
  subject: Subject | null,
  before: Facts[C] | null,
  after: Facts[C] | null,
): Difference[] {
  if (isEqual(before, after)) return [];
  // TypeScript cannot see that a clause and its facts belong together once the clause is a type parameter.
  return [{ clause, subject, before, after } as Difference];
}
