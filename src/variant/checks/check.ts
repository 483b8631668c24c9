import type { Problem } from "../../problem/problem.ts";
import type { Draft, Parts } from "../draft.ts";
import type { Legal } from "../legal.ts";

/**
 * One thing that must hold between the parts of a variant. Parts that could not be read are passed over; what is wrong with
 * them has been said.
 */
export type Check = (draft: Draft, legal: Legal) => Problem[];

/** The parts that can be used, with their ids. */
export function usable<T>(parts: Parts<T>): [string, T][] {
  return [...parts].flatMap(([id, part]) => (part === null ? [] : [[id, part] as [string, T]]));
}

/** All rows of a column from top to bottom; null if a section cannot be read, so that nobody can know. */
export function rowsOf(draft: Draft): string[] | null {
  const sections = usable(draft.sections);
  return sections.length < draft.sections.size ? null : sections.flatMap(([, section]) => section.rows);
}
