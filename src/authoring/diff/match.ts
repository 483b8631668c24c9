import type { Clause, Difference, Facts, Subject } from "./clauses.ts";

/** What two lists have in common, and null for what only the other one has. */
export type Pairs<T> = readonly (readonly [T | null, T | null])[];

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
): Pairs<T> {
  const partner = new Map<T, T>();
  for (const isSame of senses) {
    const oldLeft = before.filter((old) => !partner.has(old));
    const taken = new Set(partner.values());
    const newLeft = after.filter((one) => !taken.has(one));
    for (const old of oldLeft) {
      const [only, ...more] = newLeft.filter((one) => isSame(old, one));
      // Where several could be meant, nobody knows which.
      if (only === undefined || more.length > 0) continue;
      if (oldLeft.filter((other) => isSame(other, only)).length === 1) partner.set(old, only);
    }
  }
  const oldOf = new Map([...partner].map(([old, one]) => [one, old]));
  const pairs = after.map((one): [T | null, T | null] => [oldOf.get(one) ?? null, one]);
  for (const [i, old] of before.entries()) {
    if (partner.has(old)) continue;
    const at = i === 0 ? 0 : pairs.findIndex(([other]) => other === before[i - 1]) + 1;
    pairs.splice(at, 0, [old, null]);
  }
  return pairs;
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

/** By clause, what a part of a game says in it; null where it says nothing. */
type FactsOf<T> = { readonly [C in Clause]?: (part: T) => Facts[C] | null };

/** The differences between two parts, clause by clause. */
export function differingIn<T>(subject: Subject | null, old: T, one: T, facts: FactsOf<T>): Difference[] {
  const clauses = Object.entries(facts) as [Clause, (part: T) => Facts[Clause] | null][];
  return clauses.flatMap(([clause, fact]) => differing(clause, subject, fact(old), fact(one)));
}
