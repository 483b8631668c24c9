import { LruCache } from "../memoize.ts";
import { msg, type MessageValue } from "../problem/message.ts";
import { getElement } from "../arrays.ts";
import { shorten } from "../problem/wording.ts";
import { type Place, problem, type Problem } from "../problem/problem.ts";
import { repeatedKey, type TextMap, type TextNode, type TextScalar, unprintable } from "../source/text.ts";
import { readYaml } from "../source/yaml.ts";

/** The hint for a file that isn't a variant. */
export const VARIANT_START = msg`rules.variant-start-hint: a variant starts with \`id: …\` and \`name: …\``;

/** A variant file as a tree. Files are merged and patched as trees, so that values keep their places. */
export type Node = MapNode | ListNode | ScalarNode;

export interface MapNode {
  readonly kind: "map";
  readonly place: Place;
  readonly entries: ReadonlyMap<string, MapEntry>;
}

export interface MapEntry {
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
  /** The place of a part of the text, from its first character; null where escapes or folding make that impossible. */
  readonly within: ((offset: number, length: number) => Place) | null;
  /** A rejected value; it has been reported, so nothing else is reported about it. */
  readonly refused: boolean;
}

/** Keys and list indices from the root to a value. */
export type Path = readonly (string | number)[];

/** The value of a key; null if there is none. */
export function child(node: Node | null, key: string | number): Node | null {
  if (node?.kind === "map") return node.entries.get(String(key))?.value ?? null;
  if (node?.kind === "list" && typeof key === "number") return node.items[key] ?? null;
  return null;
}

/** The value at the end of a path; null if the path leads nowhere. */
export function findNode(root: Node, path: Path): Node | null {
  return path.reduce<Node | null>(child, root);
}

/** Whether a value, or something that contains it, was rejected. */
export function isRefused(root: Node, path: Path): boolean {
  return path.some((_, i) => {
    const node = findNode(root, path.slice(0, i + 1));
    return node?.kind === "scalar" && node.refused;
  });
}

/** A placeholder for a rejected value. */
export function createRefusedNode(place: Place): ScalarNode {
  return { kind: "scalar", place, value: null, within: null, refused: true };
}

/** Whether a value is empty or `null`. */
export function isNull(node: Node): boolean {
  return node.kind === "scalar" && node.value === null && !node.refused;
}

/** The keys of the map at a path; none if there is no map. */
export function listKeys(root: Node, path: Path): string[] {
  const node = findNode(root, path);
  return node?.kind === "map" ? [...node.entries.keys()] : [];
}

/** The place of the key at the end of a path; for list entries, of the value; if missing, of the nearest thing above. */
export function keyPlace(root: Node, path: Path): Place {
  if (path.length === 0) return root.place;
  const parent = findNode(root, path.slice(0, -1));
  const last = getElement(path, path.length - 1);
  const entry = parent?.kind === "map" ? parent.entries.get(String(last)) : undefined;
  return entry?.keyPlace ?? child(parent, last)?.place ?? keyPlace(root, path.slice(0, -1));
}

/** The place of the value at the end of a path; if missing, of the nearest thing above. */
export function valuePlace(root: Node, path: Path): Place {
  return findNode(root, path)?.place ?? keyPlace(root, path);
}

/** The tree as plain maps, lists and scalars, without places. */
export function plainTree(node: Node): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(plainTree);
  return Object.fromEntries([...node.entries].map(([key, entry]) => [key, plainTree(entry.value)]));
}

/** A copy of a map with one entry set (in place, or last) or removed (`entry` null). */
export function withEntry(map: MapNode, key: string, entry: MapEntry | null): MapNode {
  const entries = new Map(map.entries);
  if (entry === null) entries.delete(key);
  else entries.set(key, entry);
  return { ...map, entries };
}

/** A path for messages: `categories.pair.score`, `examples[2].roll`. */
export function showPath(path: Path): string {
  return path
    .map((step, i) => (typeof step === "number" ? `[${step + 1}]` : `${i === 0 ? "" : "."}${step}`))
    .join("");
}

/** A short description of a value, for messages: "a list", "the text `six`". */
export function describe(node: Node | null): MessageValue {
  if (node?.kind === "map") return msg`rules.map: a map`;
  if (node?.kind === "list")
    return node.items.length === 0
      ? msg`rules.empty-list: an empty list`
      : msg`rules.list-of: a list of ${node.items.length}`;
  const value = node?.value ?? null;
  if (value === null) return msg`rules.nothing: nothing`;
  if (value === "") return msg`rules.empty-text: an empty text`;
  if (typeof value === "string") return msg`rules.the-text: the text \`${shorten(value)}\``;
  return typeof value === "number" ? msg`rules.the-number: the number ${value}` : `\`${value}\``;
}

/** The latest trees: many variants share a few bases, and a variant is read again under each of its house rules. */
const known = new LruCache<string, ReadTree>(16);

interface ReadTree {
  readonly tree: MapNode | null;
  readonly problems: readonly Problem[];
}

/**
 * Reads the text of a variant file into a tree with places.
 *
 * Rejected values are marked in the tree, so that the rest can still be checked. Only hostile content (control characters, keys such as
 * `__proto__`) ends the reading.
 *
 * @returns the tree, or null if there is none, and all problems of the text
 */
export function readTree(file: string, text: string): ReadTree {
  return known.get(JSON.stringify([file, text]), () => parseTree(file, text));
}

function parseTree(file: string, raw: string): ReadTree {
  const text = raw.replace(/^\uFEFF/, "");
  const read = readYaml(file, text);
  if (!read.ok) return { tree: null, problems: read.problems };
  const { root, place } = read.value;
  const problems: Problem[] = [];
  // Content that nobody writes by mistake; it makes other problems irrelevant.
  const hostile: Problem[] = [];

  function convertNode(node: TextNode): Node {
    if (node.kind === "map") return convertMap(node);
    if (node.kind === "scalar") return convertScalar(node);
    return { kind: "list", place: place(node), items: node.items.map(convertNode) };
  }

  function convertMap(map: TextMap): MapNode {
    const entries = new Map<string, MapEntry>();
    for (const { key, keySpan, value } of map.entries) {
      const keyPlace = place(keySpan);
      const before = entries.get(key);
      if (FORBIDDEN_KEYS.includes(key)) {
        hostile.push(
          problem("forbidden-key", msg`rules.forbidden-key: \`${key}\` cannot be a key`, {
            place: keyPlace,
          }),
        );
      } else if (before !== undefined) {
        problems.push(repeatedKey(key, keyPlace, before.keyPlace));
      } else {
        const node = convertNode(value);
        // An empty value has no place of its own, so it gets that of its key.
        const isLeftOut = value.kind === "scalar" && value.source === "" && value.value === null;
        entries.set(key, { keyPlace, value: isLeftOut ? { ...node, place: keyPlace } : node });
      }
    }
    return { kind: "map", place: place(map), entries };
  }

  function convertScalar({ value, source, ...span }: TextScalar): ScalarNode {
    const at = place(span);
    if (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
      const message = msg`rules.unusable-number: \`${shorten(source)}\` is not a usable number`;
      problems.push(problem("bad-number", message, { place: at }));
      return createRefusedNode(at);
    }
    // An escape such as `\0` hides it from checks of the text.
    const odd = typeof value === "string" ? unprintable(value) : null;
    if (odd !== null) {
      const message = msg`rules.unprintable-character: this text contains the character ${odd.name}, which cannot be printed`;
      hostile.push(problem("control-character", message, { place: at }));
    }
    const written = text.slice(span.from, span.to);
    const quote = /^["']/.test(written) ? 1 : 0;
    const start = span.from + quote;
    const isVerbatim = written.slice(quote, written.length - quote) === value;
    const within: ScalarNode["within"] = (offset, length) =>
      place({ from: start + offset, to: start + offset + length });
    return { kind: "scalar", place: at, value, within: isVerbatim ? within : null, refused: false };
  }

  const tree = convertNode(root);
  if (hostile.length > 0) return { tree: null, problems: hostile };
  if (tree.kind === "map") return { tree, problems };
  const said = { place: place({ from: root.from, to: root.from + 1 }), hint: VARIANT_START };
  if (root.kind === "scalar" && root.source === "")
    return {
      tree: null,
      problems: [problem("empty-file", msg`rules.empty-file: there is nothing in this file`, said)],
    };
  const message =
    root.kind === "scalar"
      ? msg`rules.file-is-value: this file contains a single value, not a variant`
      : msg`rules.file-is-list: this file contains a list, not a variant`;
  return { tree: null, problems: [problem("not-a-map", message, said)] };
}

/** Special property names of JavaScript objects. */
const FORBIDDEN_KEYS = ["__proto__", "constructor", "prototype"];
