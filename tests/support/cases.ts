import { test } from "vitest";

/** Whether this run tries every case of every list, as `npm run check:all` does before a release. */
export const TRIES_ALL = process.env.AUGENBLOCK_CASES === "all";

/**
 * The cases of a long list of like ones that this run tries: all, or one of each few that follow each other.
 *
 * @param each how many cases one stands for
 * @param first the place of the first one, from 0
 */
export function someOf<T>(cases: readonly T[], each: number, first = 0): readonly T[] {
  return TRIES_ALL ? cases : cases.filter((_, at) => at % each === first);
}

/** A test that only a run of all cases has: what it tries takes long, and others try the like each time. */
export const rareTest = test.runIf(TRIES_ALL);
