import type { Problem } from "../../problem/problem.ts";
import type { Draft } from "../draft.ts";
import type { Legal } from "../legal.ts";
import { usable } from "../reader.ts";

/**
 * One thing that must hold between the parts of a variant. Parts that could not be read are passed over; what is wrong with
 * them has been said.
 */
export type Check = (draft: Draft, legal: Legal) => Problem[];

/** All rows of a column from top to bottom; null if a section cannot be read, so that nobody can know. */
export function rowsOf(draft: Draft): string[] | null {
  const sections = usable(draft.sections);
  return sections.length < draft.sections.size ? null : sections.flatMap(([, section]) => section.rows);
}
