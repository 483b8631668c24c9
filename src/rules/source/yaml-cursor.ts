import { isMap, isScalar, isSeq, type Pair, type ParsedNode, parseDocument } from "yaml";
import type { YamlPath } from "./edit-yaml.ts";
import type { Span } from "./text.ts";

/** The key or value at an offset of a YAML text, possibly still being typed. */
export interface YamlCursor extends Span {
  /** A key of the map at `path`, or the value at `path`. */
  readonly kind: "key" | "value";
  /** Leads to the map of a key, or to the value itself. */
  readonly path: YamlPath;
  /** The key or value as typed so far; empty if nothing is typed yet. */
  readonly word: string;
  /** The other keys of the same map. */
  readonly beside: readonly string[];
}

/** Marks the offset of typing; a private-use character that nobody types. */
const MARK = "\ue0c0";

/** What can be typed at an offset, which may be the first letter of a key. Null where neither key nor value is possible. */
export function findCompletionCursor(text: string, offset: number): YamlCursor | null {
  const before = text.slice(0, offset);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const rest = /^[^\n]*/.exec(text.slice(offset))?.[0] ?? "";
  // A key without a colon would be parsed as a part of the line above.
  const isNewKey = /^\s*(?:- +)*[\w.-]*$/.test(line) && /^\s*(?:#.*)?$/.test(rest);
  const word = /[\w.-]*$/.exec(line)?.[0] ?? "";
  const marks = isNewKey ? [`${MARK}:`, MARK] : [MARK];
  for (const mark of marks) {
    // YAML needs a space after a colon.
    const gap = word === "" && /\S:$/.test(line) ? " " : "";
    const found = findMatchingCursor(before + gap + mark + text.slice(offset), (scalar) =>
      scalar.includes(MARK),
    );
    if (found !== null) return { ...found, word, from: offset - word.length, to: offset };
  }
  return null;
}

/** The key or value at an offset; null between them. */
export function findCursor(text: string, offset: number): YamlCursor | null {
  return findMatchingCursor(text, (_, { from, to }) => from <= offset && offset <= to && from < to);
}

type IsMeant = (scalar: string, span: Span) => boolean;

function findMatchingCursor(text: string, isMeant: IsMeant): YamlCursor | null {
  const { contents } = parseDocument(text, { schema: "core", uniqueKeys: false, logLevel: "silent" });
  const meets = (node: ParsedNode | null) =>
    isScalar(node) && isMeant(node.source ?? String(node.value), { from: node.range[0], to: node.range[1] });
  const toCursor = (
    node: ParsedNode,
    kind: YamlCursor["kind"],
    path: YamlPath,
    beside: readonly string[],
  ) => {
    const [from, to] = node.range;
    const word = isScalar(node) ? (node.source ?? "") : "";
    return { kind, path, beside, word, from, to };
  };
  function search(node: ParsedNode | null, path: YamlPath): YamlCursor | null {
    if (node !== null && meets(node)) return toCursor(node, "value", path, []);
    if (isMap(node)) {
      const pairs = node.items as Pair<ParsedNode, ParsedNode | null>[];
      const keys = pairs.map(({ key }) => (isScalar(key) ? String(key.value) : ""));
      for (const [at, { key, value }] of pairs.entries()) {
        const beside = keys.filter((_, other) => other !== at);
        if (meets(key)) return toCursor(key, "key", path, beside);
        const below = search(value, [...path, keys[at] ?? ""]);
        if (below !== null) return below;
      }
    }
    if (isSeq(node))
      for (const [at, item] of (node.items as ParsedNode[]).entries()) {
        const below = search(item, [...path, at]);
        if (below !== null) return below;
      }
    return null;
  }
  return search(contents, []);
}
