import type { Place } from "../problem/problem.ts";

/**
 * A variant file as a tree that remembers where everything stands. Files are merged and patched as trees, so that every
 * value keeps the place it was written at, whichever file that was in.
 */
export type Node = MapNode | ListNode | ScalarNode;

export interface MapNode {
  readonly kind: "map";
  readonly place: Place;
  readonly entries: ReadonlyMap<string, Entry>;
}

export interface Entry {
  /** Where the key stands. */
  readonly keyPlace: Place;
  readonly value: Node;
}

interface ListNode {
  readonly kind: "list";
  readonly place: Place;
  readonly items: readonly Node[];
}

export interface ScalarNode {
  readonly kind: "scalar";
  readonly place: Place;
  readonly value: string | number | boolean | null;
  /** A stretch inside a text, counted from its first character; null where escapes or folding make that impossible. */
  readonly within: ((offset: number, length: number) => Place) | null;
  /** Something stood here that had to be refused; that has been said, and nothing more is to be said of it. */
  readonly spoilt: boolean;
}

/** Keys and list positions from the root to a value. */
export type Path = readonly (string | number)[];

/** The value below a key of a map; null if it is no map or has no such key. */
export function child(node: Node | null, key: string | number): Node | null {
  if (node?.kind === "map") return node.entries.get(String(key))?.value ?? null;
  if (node?.kind === "list" && typeof key === "number") return node.items[key] ?? null;
  return null;
}

/** The value at the end of a path; null if the path leads nowhere. */
export function nodeAt(root: Node, path: Path): Node | null {
  return path.reduce<Node | null>(child, root);
}

/** Whether a value, or something it stands in, had to be refused. */
export function isSpoilt(root: Node, path: Path): boolean {
  return path.some((_, i) => {
    const node = nodeAt(root, path.slice(0, i + 1));
    return node?.kind === "scalar" && node.spoilt;
  });
}

/** What stands in for something that had to be refused. */
export function spoiltAt(place: Place): ScalarNode {
  return { kind: "scalar", place, value: null, within: null, spoilt: true };
}

/** Whether a value was left out or written as `null`. */
export function isNull(node: Node): boolean {
  return node.kind === "scalar" && node.value === null && !node.spoilt;
}

/** The keys of the map at a path; none if there is no map. */
export function keysAt(root: Node, path: Path): string[] {
  const node = nodeAt(root, path);
  return node?.kind === "map" ? [...node.entries.keys()] : [];
}

/** Where the key at the end of a path stands; the value itself for list entries; the nearest thing above if it is missing. */
export function keyPlace(root: Node, path: Path): Place {
  if (path.length === 0) return root.place;
  const parent = nodeAt(root, path.slice(0, -1));
  const last = path.at(-1) ?? "";
  const entry = parent?.kind === "map" ? parent.entries.get(String(last)) : undefined;
  return entry?.keyPlace ?? child(parent, last)?.place ?? keyPlace(root, path.slice(0, -1));
}

/** Where the value at the end of a path stands; the nearest thing above if it is missing. */
export function valuePlace(root: Node, path: Path): Place {
  return nodeAt(root, path)?.place ?? keyPlace(root, path);
}

/** The tree as plain maps, lists and scalars, without places. */
export function plain(node: Node): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(plain);
  return Object.fromEntries([...node.entries].map(([key, entry]) => [key, plain(entry.value)]));
}

/** A copy of a map with one entry put in (at its old spot, or last) or taken out (`value` null). */
export function withEntry(map: MapNode, key: string, entry: Entry | null): MapNode {
  const entries = new Map(map.entries);
  if (entry === null) entries.delete(key);
  else entries.set(key, entry);
  return { ...map, entries };
}

/** A path as it is written in a file: `categories.pair.score`, `examples[2].roll`. */
export function showPath(path: Path): string {
  return path
    .map((step, i) => (typeof step === "number" ? `[${step + 1}]` : `${i === 0 ? "" : "."}${step}`))
    .join("");
}

/** A value in a few words, for messages: "a list", "the text `six`". */
export function describe(node: Node | null): string {
  if (node === null) return "nothing";
  if (node.kind === "map") return "a map";
  if (node.kind === "list")
    return node.items.length === 0 ? "an empty list" : `a list of ${node.items.length}`;
  if (node.value === null) return "nothing";
  if (typeof node.value === "number") return `the number ${node.value}`;
  if (node.value === "") return "an empty text";
  if (typeof node.value === "boolean") return `\`${node.value}\``;
  return `the text \`${shorten(node.value)}\``;
}

/** A text as it can stand inside a message: one line, not too long. */
export function shorten(text: string): string {
  const oneLine = text.replace(/\s+/g, " ");
  return oneLine.length > 40 ? `${oneLine.slice(0, 39)}…` : oneLine;
}
