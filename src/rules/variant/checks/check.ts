import type { Problem } from "../../problem/problem.ts";
import type { Draft, LegalScores } from "../draft.ts";
import { usable } from "../part-reader.ts";

/**
 * One thing that must hold between the parts of a variant. Parts that could not be read are passed over; what is wrong with
 * them has been said.
 */
export type Check = (draft: Draft, legal: LegalScores) => Problem[];

/** All rows of a column from top to bottom; null if those of a section cannot be read, so that nobody can know. */
export function rowsOf({ partial }: Draft): string[] | null {
  const known = usable(partial.rows);
  return known.length < partial.rows.size ? null : known.flatMap(([, ids]) => ids);
}
