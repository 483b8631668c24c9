import { createScanner, type Node, type ParseError, parseTree } from "jsonc-parser";
import { failure, problem, type Result, success } from "../problem/problem.ts";
import { guardText, tooDeep } from "./guard.ts";
import { sentenceFor } from "./json-errors.ts";
import { MAX_NESTING, type MapEntry, type ReadText, type TextNode } from "./node.ts";
import { lazyPlaces } from "./places.ts";

/** RFC 8259 to the letter: the parser can do more. */
const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false } as const;

/**
 * Reads JSON (RFC 8259) to nodes that know where they stand. `JSON.parse` would forget the places and swallow keys that
 * stand there twice.
 *
 * @returns the nodes, or the first problem, as what follows in broken JSON follows from it
 */
export function readJson(file: string, text: string): Result<ReadText> {
  const refused = guardText(file, text);
  if (refused !== null) return failure([refused]);
  const places = lazyPlaces(file, text);
  // The parser knows no byte order mark; with a space in its place, every offset stays what it is.
  const json = text.replace(/^\ufeff/, " ");
  const deep = firstTooDeep(json);
  if (deep !== null) return failure([tooDeep(places(deep))]);
  const errors: ParseError[] = [];
  const tree = parseTree(json, errors, STRICT);
  const [error] = errors;
  if (error !== undefined) {
    const place = places(error.offset, error.length);
    const { message, hint } = sentenceFor(error, json);
    return failure([problem("json-syntax", message, { place, hint })]);
  }
  return success({ root: nodeFrom(tree, json), place: (at) => places(at.from, at.to - at.from) });
}

/**
 * The offset of the first bracket or brace that opens one level too many; null if there is none. The parser is recursive,
 * so this is found before it starts.
 */
function firstTooDeep(json: string): number | null {
  const scanner = createScanner(json, true);
  const open: string[] = [];
  for (scanner.scan(); scanner.getTokenOffset() < json.length; scanner.scan()) {
    const sign = json[scanner.getTokenOffset()];
    if (sign === "{" || sign === "[") open.push(sign === "{" ? "}" : "]");
    // Where the wrong one closes, the parser stays as deep as it was.
    else if (sign === open.at(-1)) open.pop();
    if (open.length > MAX_NESTING) return scanner.getTokenOffset();
  }
  return null;
}

/** @param node part of a tree without errors, in which nothing is undefined but the types say so */
function nodeFrom(node: Node | undefined, json: string): TextNode {
  if (node === undefined) return { kind: "scalar", value: null, source: "", from: 0, to: 0 };
  const { type, offset: from, length, children = [] } = node;
  const to = from + length;
  if (type === "array")
    return { kind: "list", items: children.map((item) => nodeFrom(item, json)), from, to };
  if (type === "object")
    return { kind: "map", entries: children.map((entry) => entryFrom(entry, json)), from, to };
  const source = type === "string" ? String(node.value) : json.slice(from, to);
  return { kind: "scalar", value: node.value, source, from, to };
}

/** A property has two children: its key, which is a string, and its value. */
function entryFrom({ offset, children: [key, value] = [] }: Node, json: string): MapEntry {
  const keySpan = { from: offset, to: offset + (key?.length ?? 0) };
  return { key: String(key?.value), keySpan, value: nodeFrom(value, json) };
}
