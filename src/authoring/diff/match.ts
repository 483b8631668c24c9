import type { Clause, Difference, Facts, Subject } from "./difference.ts";

/**
 * Pairs what belongs together in two lists: first whatever agrees in the first sense, then, of the rest, whatever agrees in
 * the second, and so on. A pair is made only where both sides have no other choice.
 *
 * @param senses in which two members may be the same, the strictest first
 * @returns the pairs in the order of `after`, each with null for a missing side; what is only in `before` follows what it
 *   followed there
 */
export function matched<T extends object>(
  before: readonly T[],
  after: readonly T[],
  senses: readonly ((a: T, b: T) => boolean)[],
): [T | null, T | null][] {
  const partner = new Map<T, T>();
  for (const isSame of senses) {
    const oldLeft = before.filter((old) => !partner.has(old));
    const taken = new Set(partner.values());
    const newLeft = after.filter((one) => !taken.has(one));
    for (const old of oldLeft) {
      const alike = newLeft.filter((one) => isSame(old, one));
      const [only] = alike;
      // Where several could be meant, nobody knows which.
      const isClear =
        alike.length === 1 && oldLeft.filter((other) => only && isSame(other, only)).length === 1;
      if (only !== undefined && isClear) partner.set(old, only);
    }
  }
  const oldOf = new Map([...partner].map(([old, one]) => [one, old]));
  const pairs = after.map((one): [T | null, T | null] => [oldOf.get(one) ?? null, one]);
  for (const [i, old] of before.entries()) {
    if (!partner.has(old)) pairs.splice(placeAfter(pairs, before[i - 1]), 0, [old, null]);
  }
  return pairs;
}

function placeAfter<T>(pairs: readonly (readonly [T | null, T | null])[], previous: T | undefined): number {
  return previous === undefined ? 0 : pairs.findIndex(([old]) => old === previous) + 1;
}

/** Whether two values say the same; maps count by their entries. */
export function isEqual(a: unknown, b: unknown): boolean {
  return a === b || plain(a) === plain(b);
}

function plain(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (inner instanceof Map) return [...inner];
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    // Keys in one order, since it makes no difference in which a file gives them.
    return Object.fromEntries(Object.entries(inner).sort(([x], [y]) => (x < y ? -1 : 1)));
  });
}

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
