import { failure, problem, type Problem, type Result, success } from "../problem/problem.ts";
import { hintFor, nearest, shorten } from "../problem/wording.ts";
import { isVariantId, MAX_CHAIN_LENGTH, VARIANT_ID_HINT } from "./limits.ts";
import {
  child,
  describe,
  type Entry,
  isNull,
  type MapNode,
  type Node,
  type Path,
  readTree,
  showPath,
  refusedAt,
} from "./tree.ts";

/** A file laid over everything that it extends. */
interface WithBases {
  readonly tree: MapNode;
  /** Whether every base was found; without, only what stands in the tree can be judged, not what is missing there. */
  readonly basesFound: boolean;
  /** What is wrong with the bases, and with laying the files over each other; the tree is usable all the same. */
  readonly problems: readonly Problem[];
}

interface Link {
  readonly file: string;
  readonly id: string;
  readonly tree: MapNode;
  readonly problems: readonly Problem[];
}

/**
 * Follows `extends` down to the file that extends nothing and lays the files over each other, base first.
 *
 * @param file the name of the first file, for finding its base beside it
 * @param tree the first file's own tree
 */
export function withBases(file: string, tree: MapNode, files: VariantFiles): WithBases {
  const chain: Link[] = [{ file, id: wordOf(child(tree, "id")) ?? "", tree, problems: [] }];
  for (let link = chain[0]; link !== undefined; ) {
    const next = baseOf(link, chain, files);
    if (next === null) break;
    if (!next.ok) return withMissingBase(chain, next.problems);
    chain.push(next.value);
    link = next.value;
  }
  const { tree: whole, problems } = layered(chain);
  return { tree: whole, basesFound: true, problems: [...problemsIn(chain), ...problems] };
}

/** What there is of a chain whose last link hangs in the air. What takes away may take from what is not there. */
function withMissingBase(chain: readonly Link[], why: readonly Problem[]): WithBases {
  const { tree } = layered(chain);
  return { tree: withoutRemovals(tree), basesFound: false, problems: [...why, ...problemsIn(chain)] };
}

function problemsIn(chain: readonly Link[]): Problem[] {
  return chain.flatMap((link) => link.problems);
}

function layered(chain: readonly Link[]): { readonly tree: MapNode; readonly problems: Problem[] } {
  const problems: Problem[] = [];
  const tree = chain
    .map((link) => link.tree)
    .reduceRight((base, over) => {
      const merged = merge(base, over);
      problems.push(...merged.problems);
      return merged.tree;
    });
  return { tree, problems };
}

/** The next file down; null at the end of the chain. */
function baseOf(link: Link, chain: readonly Link[], files: VariantFiles): Result<Link> | null {
  const node = child(link.tree, "extends");
  if (node === null) return null;
  const id = wordOf(node);
  if (id === null || !isVariantId(id)) {
    const message = `\`extends\` names another variant by its id, not ${describe(node)}`;
    return refuse("bad-id", message, node, VARIANT_ID_HINT);
  }
  const ids = chain.map((l) => l.id);
  if (ids.includes(id)) {
    const circle = [...ids.slice(ids.indexOf(id)), id].join(" → ");
    return refuse("circle", `variants extend each other in a circle: ${circle}`, node, null);
  }
  if (chain.length >= MAX_CHAIN_LENGTH) {
    return refuse("chain-too-long", `more than ${MAX_CHAIN_LENGTH} variants extend each other`, node, null);
  }
  const found = files.find(id, link.file);
  if (found === null)
    return refuse("unknown-base", `there is no variant \`${id}\``, node, hintFor(id, files.ids()));
  return found.ok ? linkFrom(found.value, id) : found;
}

function linkFrom(found: { readonly file: string; readonly text: string }, id: string): Result<Link> {
  const { tree, problems } = readTree(found.file, found.text);
  if (tree === null) return failure(problems);
  const own = child(tree, "id");
  const ownId = wordOf(own);
  if (own !== null && ownId !== null && ownId !== id) {
    const message = `this file was read as \`${id}\` but calls itself \`${shorten(ownId)}\``;
    return refuse("bad-id", message, own, `write \`id: ${id}\`, or rename the file`);
  }
  return success({ file: found.file, id, tree, problems });
}

function refuse(code: string, message: string, node: Node, hint: string | null): Result<never> {
  return failure([problem(code, message, { place: node.place, hint })]);
}

/** The text of a scalar; null for anything else. */
function wordOf(node: Node | null): string | null {
  return node?.kind === "scalar" && typeof node.value === "string" ? node.value : null;
}

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
interface Merged {
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
      problems.push(nothingToRemove(base, entry, here));
      entries.set(key, { ...entry, value: refusedAt(value.place) });
    }
  }
  return { ...over, entries };
}

function mergeEntry(below: Entry | undefined, entry: Entry, path: Path, problems: Problem[]): Entry {
  const { value } = entry;
  if (value.kind !== "map" || below?.value.kind !== "map" || isAtomic(path)) return entry;
  return { keyPlace: entry.keyPlace, value: mergeMaps(below.value, value, path, problems) };
}

function nothingToRemove(base: MapNode, entry: Entry, path: Path): Problem {
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
function withoutRemovals(map: MapNode, path: Path = []): MapNode {
  const entries = [...map.entries].flatMap(([key, entry]): [string, Entry][] => {
    const here = [...path, key];
    const { value } = entry;
    if (isAtomic(here)) return [[key, entry]];
    if (isNull(value)) return [];
    return [[key, value.kind === "map" ? { ...entry, value: withoutRemovals(value, here) } : entry]];
  });
  return { ...map, entries: new Map(entries) };
}

/** Whether a base could add keys to the map at this path: not within lists and values that are taken whole. */
export function isMerged(path: Path): boolean {
  return !path.some((step, i) => typeof step === "number" || isAtomic(path.slice(0, i + 1)));
}

/** Whether the value at this path is taken whole. */
export function isAtomic(path: Path): boolean {
  return ATOMIC.some(
    (pattern) =>
      pattern.length === path.length && pattern.every((step, i) => step === "*" || step === path[i]),
  );
}

/** The way out for a key without a value. In `{de: Eins, zwei, en: …}` the comma makes a key of what follows it. */
export function emptyHint(key: string): string {
  if (!key.includes(" ")) return "the value is missing";
  return "does this belong to the text before the comma? Then put all of it in quotes";
}

/** How variant files are got at. This room never touches a disk; whoever calls it knows where the files are. */
export interface VariantFiles {
  /**
   * The text of a variant by its id: looked for beside the file `from` first, then among the shipped ones.
   *
   * @returns null if there is none; problems if it cannot be read
   */
  find(id: string, from: string | null): Result<{ readonly file: string; readonly text: string }> | null;
  /** The ids of the shipped variants that can be extended, bases included, for near misses. */
  ids(): readonly string[];
}
