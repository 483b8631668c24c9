import type { Problem } from "../../problem/problem.ts";
import type { Draft } from "../draft.ts";
import type { Legal } from "../legal.ts";
import { usable } from "../reader.ts";

/**
 * One thing that must hold between the parts of a variant. Parts that could not be read are passed over; what is wrong with
 * them has been said.
 */
export type Check = (draft: Draft, legal: Legal) => Problem[];

/** All rows of a column from top to bottom; null if those of a section cannot be read, so that nobody can know. */
export function rowsOf({ pieces }: Draft): string[] | null {
  const known = usable(pieces.rows);
  return known.length < pieces.rows.size ? null : known.flatMap(([, ids]) => ids);
}
