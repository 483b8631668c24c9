import { type Message, msg } from "../problem/message.ts";
import { failure, problem, type Problem, type Result, success } from "../problem/problem.ts";
import { suggestWord, nearHint } from "../problem/wording.ts";
import { isVariantId, MAX_CHAIN_LENGTH, VARIANT_ID_HINT } from "./limits.ts";
import { NEEDED, KEYS } from "./parts/variant.ts";
import {
  child,
  describe,
  isNull,
  type MapNode,
  type Node,
  type Path,
  readTree,
  showPath,
  createRefusedNode,
  VARIANT_START,
  withEntry,
} from "./tree.ts";

/** Access to variant files. The reader itself never touches a disk. */
export interface VariantFiles {
  /** The text of a variant next to the file `from`, or of a shipped one. @returns null if there is none; problems if it can't be read */
  find(id: string, from: string | null): Result<{ readonly file: string; readonly text: string }> | null;
  /** The ids of shipped variants and bases, for near misses. */
  ids(): readonly string[];
}

/** One file in a chain of files that extend each other. */
interface Link {
  readonly file: string;
  readonly text: string;
  readonly id: string;
  readonly tree: MapNode;
  readonly problems: readonly Problem[];
}

/**
 * Follows `extends` down to the file that extends nothing and merges the files, base first.
 *
 * @param file the name of the first file, for finding its base next to it
 * @param own the first file's own tree
 * @returns a usable tree in spite of any problems; if a base is missing (`basesFound`), what the tree lacks is unknown
 */
export function mergeBases(
  file: string,
  own: MapNode,
  files: VariantFiles,
): {
  tree: MapNode;
  basesFound: boolean;
  problems: Problem[];
  base: { readonly file: string; readonly text: string } | null;
} {
  const id = getScalarText(child(own, "id")) ?? "";
  const chain: [Link, ...Link[]] = [{ file, text: "", id, tree: own, problems: [] }];
  let next = readBase(chain[0], chain, files);
  for (; next?.ok; next = readBase(next.value, chain, files)) chain.push(next.value);
  const merging: Problem[] = [];
  const tree = chain
    .map((link) => link.tree)
    .reduceRight((base, over) => {
      const merged = merge(base, over);
      merging.push(...merged.problems);
      return merged.tree;
    });
  const problems = chain.flatMap((link) => link.problems);
  const base = chain[1] ?? null;
  if (next === null) return { tree, basesFound: true, problems: [...problems, ...merging], base };
  const known = mergeMaps(null, tree, [], []);
  return { tree: known, basesFound: false, problems: [...next.problems, ...problems], base };
}

const CIRCLE_OF_ONE_HINT = msg`rules.extends-itself-hint: name another variant, or remove \`extends\``;

/** The next file down; null at the end of the chain. */
function readBase(link: Link, chain: readonly Link[], files: VariantFiles): Result<Link> | null {
  const node = child(link.tree, "extends");
  if (node === null) return null;
  const id = getScalarText(node);
  if (id === null || !isVariantId(id)) {
    const message = msg`rules.bad-base-id: \`extends\` needs the id of another variant, not ${describe(node)}`;
    return refuse("bad-id", message, node, VARIANT_ID_HINT);
  }
  const ids = chain.map((l) => l.id);
  if (ids.includes(id)) {
    if (id === link.id)
      return refuse("circle", msg`rules.extends-itself: \`${id}\` extends itself`, node, CIRCLE_OF_ONE_HINT);
    const circle = [...ids.slice(ids.indexOf(id)), id].join(" → ");
    const message = msg`rules.extends-circle: variants extend each other in a circle: ${circle}`;
    return refuse("circle", message, node, msg`rules.extends-circle-hint: remove one of these \`extends\``);
  }
  if (chain.length >= MAX_CHAIN_LENGTH)
    return refuse(
      "chain-too-long",
      msg`rules.chain-too-long: more than ${MAX_CHAIN_LENGTH} variants extend each other`,
      node,
      msg`rules.chain-too-long-hint: put the keys of one of them into the next, and remove its \`extends\``,
    );
  const found = files.find(id, link.file);
  if (found === null) {
    const message = msg`rules.unknown-variant: there is no variant \`${id}\``;
    return refuse("unknown-base", message, node, suggestWord(id, files.ids()));
  }
  if (!found.ok) return failure(found.problems.map((one) => ({ ...one, place: one.place ?? node.place })));
  const { file, text } = found.value;
  const { tree, problems } = readTree(file, text);
  if (!isMeantAsVariant(text, tree))
    return refuse("no-variant", msg`rules.not-a-variant: ${file} is not a variant`, node, VARIANT_START);
  if (tree === null) return failure(problems);
  const own = child(tree, "id");
  if (own !== null && getScalarText(own) !== id) {
    const message = msg`rules.other-id-in-file: this file was read as \`${id}\`, but its id is ${describe(own)}`;
    const hint = msg`rules.other-id-in-file-hint: write \`id: ${id}\`, or rename the file`;
    return refuse("bad-id", message, own, hint);
  }
  return success({ file, text, id, tree, problems });
}

function refuse(code: string, message: Message, node: Node, hint: Message | null): Result<never> {
  return failure([problem(code, message, { place: node.place, hint })]);
}

/** The text of a scalar; null for anything else. */
function getScalarText(node: Node | null): string | null {
  return node?.kind === "scalar" && typeof node.value === "string" ? node.value : null;
}

/** Values that are replaced as a whole: merging two patterns would make a third one. `*` matches any key. */
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

/** Keys that are not inherited. */
export const OWN_KEYS: readonly string[] = ["id", "abstract", "extends"];

/** Merges a file over its base: maps deeply, `null` removes, everything else replaces. Inherited keys keep their position. */
export function merge(base: MapNode, over: MapNode): { tree: MapNode; problems: Problem[] } {
  const problems: Problem[] = [];
  const inherited = new Map([...base.entries].filter(([key]) => !OWN_KEYS.includes(key)));
  const merged = mergeMaps({ ...base, entries: inherited }, over, [], problems);
  return { tree: dropStaleNotes(merged, over), problems };
}

/** Drops notes of a base about a rule that the file changes, unless the file has the note, too. */
function dropStaleNotes(merged: MapNode, over: MapNode): MapNode {
  const notes = child(merged, "notes");
  if (notes?.kind !== "map") return merged;
  const current = [...notes.entries].filter(([id, { value }]) => {
    const about = getScalarText(child(value, "about"));
    return about === null || !changes(over, about.split(".")) || changes(over, ["notes", id]);
  });
  const entry = merged.entries.get("notes");
  if (entry === undefined || current.length === notes.entries.size) return merged;
  return withEntry(merged, "notes", { ...entry, value: { ...notes, entries: new Map(current) } });
}

/** Whether a file sets the value at a path, or something below or above it. A key may be several steps: `grand.total`. */
function changes(tree: MapNode, steps: readonly string[]): boolean {
  return steps.some((_, at) => {
    const value = tree.entries.get(steps.slice(0, at + 1).join("."))?.value;
    const rest = steps.slice(at + 1);
    return value !== undefined && (value.kind !== "map" || rest.length === 0 || changes(value, rest));
  });
}

/** @param base null if it is missing; then anything may be removed from it */
function mergeMaps(base: MapNode | null, over: MapNode, path: Path, problems: Problem[]): MapNode {
  const entries = new Map(base?.entries);
  for (const [key, entry] of over.entries) {
    const here = [...path, key];
    const below = base?.entries.get(key);
    const { value } = entry;
    if (isAtomic(here) && base === null) entries.set(key, entry);
    else if (isNull(value) && base !== null && below === undefined) {
      const hint = nearHint(key, base.entries.keys()) ?? emptyHint(key);
      const message = msg`rules.nothing-to-remove: an empty \`${showPath(here)}\` removes it from the base, but no base has it`;
      problems.push(problem("nothing-to-take-away", message, { place: entry.keyPlace, hint }));
      entries.set(key, { ...entry, value: createRefusedNode(value.place) });
    } else if (isNull(value) && path.length === 0 && NEEDED.some((one) => one === key)) {
      const hint = msg`rules.empty-needed-key-hint: indent what belongs to it, or leave it out`;
      const message = msg`rules.empty-needed-key: \`${key}\` is empty, but every variant needs it`;
      problems.push(problem("empty", message, { place: entry.keyPlace, hint }));
    } else if (isNull(value)) entries.delete(key);
    else if (value.kind === "map" && (base === null || below?.value.kind === "map") && !isAtomic(here)) {
      const under = below?.value.kind === "map" ? below.value : null;
      entries.set(key, { ...entry, value: mergeMaps(under, value, here, problems) });
    } else entries.set(key, entry);
  }
  return { ...over, entries };
}

/** Whether a base could add keys to the map at this path: not inside lists and atomic values. */
export function isMerged(path: Path): boolean {
  return path.every((step, i) => typeof step !== "number" && !isAtomic(path.slice(0, i + 1)));
}

/** Whether the value at this path is replaced as a whole. */
export function isAtomic(path: Path): boolean {
  return ATOMIC.some(
    (pattern) =>
      pattern.length === path.length && pattern.every((step, i) => step === "*" || step === path[i]),
  );
}

/** The hint for a key without a value. In `{de: Eins, zwei, en: …}` the comma makes a key of `zwei`. */
export function emptyHint(key: string): Message {
  if (!key.includes(" ")) return msg`rules.missing-value-hint: the value is missing`;
  return msg`rules.comma-in-text-hint: does this belong to the text before the comma? Then put all of it in quotes`;
}

/**
 * Whether a text is meant as a variant: most of its keys are those of variants. A file that another file names may be anything, so messages
 * must not quote it before this is known.
 *
 * @param tree the result of `readTree`, if known
 */
export function isMeantAsVariant(text: string, tree = readTree("", text).tree): boolean {
  const keys = tree === null ? keysAtLineStarts(text) : [...tree.entries.keys()];
  return keys.filter((key) => Object.hasOwn(KEYS, key)).length * 2 > keys.length;
}

/** The key that shows what a file is if not a variant: `variant` of a sheet, `block` of a block file; null for other files. */
export function keyNamingVariant({ entries }: MapNode): "variant" | "block" | null {
  if (entries.has("id") || entries.has("extends")) return null;
  return (["variant", "block"] as const).find((key) => entries.has(key)) ?? null;
}

/** The keys of a text that isn't valid YAML. */
function keysAtLineStarts(text: string): string[] {
  return [...text.matchAll(/^\uFEFF?["']?([^\s:"'#]+)["']?[ \t]*:/gm)].map(([, key]) => key ?? "");
}
