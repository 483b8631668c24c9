import { elementAt } from "../arrays.ts";
import { shorten } from "../problem/wording.ts";
import { type Place, problem, type Problem } from "../problem/problem.ts";
import { type Span, type TextMap, type TextNode, type TextScalar, unprintable } from "../source/text.ts";
import { readYaml } from "../source/yaml.ts";

/**
 * A variant file as a tree that knows where everything stands. Files are merged and patched as trees, so that every value keeps the
 * place at which it was written, in whichever file.
 */
export type Node = MapNode | ListNode | ScalarNode;

export interface MapNode {
  readonly kind: "map";
  readonly place: Place;
  readonly entries: ReadonlyMap<string, MapEntry>;
}

export interface MapEntry {
  /** Where the key stands. */
  readonly keyPlace: Place;
  readonly value: Node;
}

interface ListNode {
  readonly kind: "list";
  readonly place: Place;
  readonly items: readonly Node[];
}

interface ScalarNode {
  readonly kind: "scalar";
  readonly place: Place;
  readonly value: string | number | boolean | null;
  /** A stretch inside a text, counted from its first character; null where escapes or folding make that impossible. */
  readonly within: ((offset: number, length: number) => Place) | null;
  /** What stood here had to be refused; that has been reported, so nothing more is reported about it. */
  readonly refused: boolean;
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

/** Whether a value, or something that contains it, had to be refused. */
export function isRefused(root: Node, path: Path): boolean {
  return path.some((_, i) => {
    const node = nodeAt(root, path.slice(0, i + 1));
    return node?.kind === "scalar" && node.refused;
  });
}

/** A placeholder for something that had to be refused. */
export function refusedAt(place: Place): ScalarNode {
  return { kind: "scalar", place, value: null, within: null, refused: true };
}

/** Whether a value was left out or written as `null`. */
export function isNull(node: Node): boolean {
  return node.kind === "scalar" && node.value === null && !node.refused;
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
  const last = elementAt(path, path.length - 1);
  const entry = parent?.kind === "map" ? parent.entries.get(String(last)) : undefined;
  return entry?.keyPlace ?? child(parent, last)?.place ?? keyPlace(root, path.slice(0, -1));
}

/** Where the value at the end of a path stands; the nearest thing above if it is missing. */
export function valuePlace(root: Node, path: Path): Place {
  return nodeAt(root, path)?.place ?? keyPlace(root, path);
}

/** The tree as plain maps, lists and scalars, without places. */
export function plainValue(node: Node): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(plainValue);
  return Object.fromEntries([...node.entries].map(([key, entry]) => [key, plainValue(entry.value)]));
}

/** A copy of a map with one entry put in (at its old spot, or last) or taken out (`value` null). */
export function withEntry(map: MapNode, key: string, entry: MapEntry | null): MapNode {
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

/**
 * Reads the text of a variant file into a tree with places.
 *
 * A value that had to be refused is marked in the tree, so that the rest can still be checked. Only what nobody writes by mistake
 * (control characters, keys that every object has) ends the reading.
 *
 * @returns the tree, null if the text makes none, and everything that is wrong with the text
 */
export function readTree(
  file: string,
  raw: string,
): { readonly tree: MapNode | null; readonly problems: readonly Problem[] } {
  const text = raw.replace(/^\uFEFF/, "");
  const read = readYaml(file, text);
  if (!read.ok) return { tree: null, problems: read.problems };
  const { root, place } = read.value;
  const builder = new TreeBuilder(text, place);
  const tree = builder.node(root);
  if (builder.hostile.length > 0) return { tree: null, problems: builder.hostile };
  if (tree.kind === "map") return { tree, problems: builder.problems };
  const start = place({ from: root.from, to: root.from + 1 });
  const said = { place: start, hint: "a variant starts with `id: …` and `name: …`" };
  const what = root.kind === "scalar" ? "a single value" : "a list";
  const isEmpty = root.kind === "scalar" && root.source === "";
  const wrong = isEmpty
    ? problem("empty-file", "there is nothing in this file", said)
    : problem("not-a-map", `this file holds ${what}, not a variant`, said);
  return { tree: null, problems: [wrong] };
}

/** Names that every JavaScript object answers to. */
const FORBIDDEN_KEYS = ["__proto__", "constructor", "prototype"];

/** Builds a tree with places from text that was read, and refuses what a variant must not have. */
class TreeBuilder {
  readonly problems: Problem[] = [];
  /** What nobody writes into a variant by mistake; it makes everything else in the file irrelevant. */
  readonly hostile: Problem[] = [];
  readonly #text: string;
  readonly #place: (at: Span) => Place;

  constructor(text: string, place: (at: Span) => Place) {
    this.#text = text;
    this.#place = place;
  }

  node(node: TextNode): Node {
    switch (node.kind) {
      case "map":
        return this.#map(node);
      case "list":
        return { kind: "list", place: this.#place(node), items: node.items.map((item) => this.node(item)) };
      case "scalar":
        return this.#scalar(node);
      default:
        return node satisfies never;
    }
  }

  #map(map: TextMap): MapNode {
    const entries = new Map<string, MapEntry>();
    for (const { key, keySpan, value } of map.entries) {
      const keyPlace = this.#place(keySpan);
      const before = entries.get(key);
      if (FORBIDDEN_KEYS.includes(key)) {
        this.hostile.push(problem("forbidden-key", `\`${key}\` cannot be a key`, { place: keyPlace }));
      } else if (before !== undefined) {
        const related = [{ message: "the first one is here", place: before.keyPlace }];
        const said = { place: keyPlace, related, hint: "keep one of them" };
        this.problems.push(problem("duplicate-key", `the key \`${shorten(key)}\` is given twice`, said));
      } else {
        const node = this.node(value);
        // A value that was left out has no place of its own; the place of its key stands for it.
        const isLeftOut = value.kind === "scalar" && value.source === "" && value.value === null;
        entries.set(key, { keyPlace, value: isLeftOut ? { ...node, place: keyPlace } : node });
      }
    }
    return { kind: "map", place: this.#place(map), entries };
  }

  #scalar(node: TextScalar): ScalarNode {
    const { value, source } = node;
    const place = this.#place(node);
    const within = typeof value === "string" ? this.#within(node, value, place) : null;
    if (typeof value !== "number" || Math.abs(value) <= Number.MAX_SAFE_INTEGER)
      return { kind: "scalar", place, value, within, refused: false };
    const message = `\`${shorten(source)}\` is no number to count with`;
    this.problems.push(problem("bad-number", message, { place }));
    return refusedAt(place);
  }

  #within({ from, to }: Span, value: string, place: Place): ScalarNode["within"] {
    const odd = unprintable(value);
    if (odd !== null) {
      // An escape such as `\0` hides it from readers of the text.
      const message = `this text holds the character ${odd.name}, which cannot be printed`;
      this.hostile.push(problem("control-character", message, { place }));
    }
    const raw = this.#text.slice(from, to);
    const quote = /^["']/.test(raw) ? 1 : 0;
    if (raw.slice(quote, raw.length - quote) !== value) return null;
    const start = from + quote;
    return (offset, length) => this.#place({ from: start + offset, to: start + offset + length });
  }
}
