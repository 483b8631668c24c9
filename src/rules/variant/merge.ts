import { nearest } from "../problem/near.ts";
import { type Problem, problem } from "../problem/problem.ts";
import { emptyHint } from "./expected.ts";
import { type Entry, isNull, type MapNode, type Path, showPath, spoiltAt } from "./tree.ts";

/**
 * Values that are taken whole: half of an old pattern under half of a new one would be a third one that nobody wrote. A `*`
 * stands for any key.
 */
const ATOMIC: readonly Path[] = [
  ["categories", "*", "pattern"],
  ["categories", "*", "score"],
  ["categories", "*", "served"],
  ["categories", "*", "requires"],
  ["columns", "*", "order"],
  ["columns", "*", "entry"],
  ["repeats", "bonus_if"],
  ["repeats", "joker", "if"],
  ["options", "*", "choices", "*", "set", "*"],
];

/** What each file says about itself alone. */
const OWN_KEYS = ["id", "abstract", "extends"] as const;

/** A merged tree with what went wrong on the way. */
export interface Merged {
  readonly tree: MapNode;
  readonly problems: readonly Problem[];
}

/**
 * Lays one file over another. Maps merge deeply, lists and scalars replace, `null` takes away; patterns, scores and orders
 * are taken whole. What comes from the base keeps its spot in the order; new things follow.
 */
export function merge(base: MapNode, over: MapNode): Merged {
  const problems: Problem[] = [];
  const inherited: MapNode = {
    ...base,
    entries: new Map([...base.entries].filter(([key]) => !OWN_KEYS.some((own) => own === key))),
  };
  const tree = mergeMaps(inherited, over, [], problems);
  return { tree, problems };
}

function mergeMaps(base: MapNode, over: MapNode, path: Path, problems: Problem[]): MapNode {
  const entries = new Map(base.entries);
  for (const [key, entry] of over.entries) {
    const here = [...path, key];
    const below = base.entries.get(key);
    const { value } = entry;
    if (!isNull(value)) entries.set(key, mergeEntry(below, entry, here, problems));
    else if (below !== undefined) entries.delete(key);
    else {
      problems.push(nothingToTakeAway(base, entry, here));
      entries.set(key, { ...entry, value: spoiltAt(value.place) });
    }
  }
  return { ...over, entries };
}

function mergeEntry(below: Entry | undefined, entry: Entry, path: Path, problems: Problem[]): Entry {
  const { value } = entry;
  if (value.kind !== "map" || below?.value.kind !== "map" || isAtomic(path)) return entry;
  return { keyPlace: entry.keyPlace, value: mergeMaps(below.value, value, path, problems) };
}

function nothingToTakeAway(base: MapNode, entry: Entry, path: Path): Problem {
  const key = String(path.at(-1));
  const near = nearest(key, base.entries.keys());
  const hint = near === null ? emptyHint(key) : `did you mean \`${near}\`?`;
  const message = `\`${showPath(path)}\` is empty; that takes away what a base has, but no base has it`;
  return problem("nothing-to-take-away", message, { place: entry.keyPlace, hint });
}

/**
 * A tree as it stands before its base is known: a `null` that takes something away leaves no trace, since nobody can tell
 * what would have been there.
 */
export function withoutTakings(map: MapNode, path: Path = []): MapNode {
  const entries = [...map.entries].flatMap(([key, entry]): [string, Entry][] => {
    const here = [...path, key];
    const { value } = entry;
    if (isAtomic(here)) return [[key, entry]];
    if (isNull(value)) return [];
    return [[key, value.kind === "map" ? { ...entry, value: withoutTakings(value, here) } : entry]];
  });
  return { ...map, entries: new Map(entries) };
}

/** Whether a base could add keys to the map at this path: not within lists and values that are taken whole. */
export function isLaidOver(path: Path): boolean {
  return !path.some((step, i) => typeof step === "number" || isAtomic(path.slice(0, i + 1)));
}

/** Whether the value at this path is taken whole. */
export function isAtomic(path: Path): boolean {
  return ATOMIC.some(
    (pattern) =>
      pattern.length === path.length && pattern.every((step, i) => step === "*" || step === path[i]),
  );
}
