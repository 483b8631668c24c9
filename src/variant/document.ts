import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  parseDocument,
  type Scalar,
} from "yaml";
import { placesIn } from "../problem/place.ts";
import { failure, type Place, type Problem, problem, type Result, success } from "../problem/problem.ts";
import { guard } from "./guard.ts";
import { DEEPEST_NESTING } from "./limits.ts";
import { type Entry, type ListNode, type MapNode, type Node, type ScalarNode, shorten } from "./tree.ts";
import { sentenceFor } from "./yaml-errors.ts";

/** Syntax errors beyond these follow from the ones before. */
const MOST_SYNTAX_PROBLEMS = 20;
const FORBIDDEN_KEYS = ["__proto__", "constructor", "prototype"];

/**
 * Reads the text of a variant file into a tree with places.
 *
 * YAML 1.2 without its traps: no anchors, aliases, merge keys, tags or second documents.
 *
 * @returns the root map, or everything that is wrong with the text
 */
export function readTree(file: string, text: string): Result<MapNode> {
  const refused = guard(file, text);
  if (refused !== null) return failure([refused]);
  const places = placesIn(file, text);
  const document = parse(text);
  const syntax = syntaxProblems(document, text, places);
  if (syntax.length > 0) return failure(syntax);
  const start = document.contents?.range?.[0] ?? 0;
  const rootProblem = (code: string, message: string) =>
    failure<MapNode>([
      problem(code, message, { place: places(start), hint: "a variant starts with `id:` and `name:`" }),
    ]);
  if (isEmpty(document.contents)) {
    return rootProblem("empty-file", "there is nothing in this file");
  }
  const reading: Reading = { text, places, problems: [], written: false };
  const root = nodeFrom(document.contents as ParsedNode, reading, 0);
  if (root.kind !== "map" && reading.problems.length === 0) {
    const what = root.kind === "list" ? "a list" : "a single value";
    return rootProblem("not-a-map", `this file holds ${what}, not a variant`);
  }
  if (reading.problems.length > 0 || root.kind !== "map") return failure(reading.problems);
  return success(root);
}

interface Reading {
  readonly text: string;
  readonly places: (offset: number, length?: number) => Place;
  readonly problems: Problem[];
  /** Whether anchors and aliases have been complained about; once is enough. */
  written: boolean;
}

function parse(text: string): Document.Parsed {
  return parseDocument(text, {
    version: "1.2",
    schema: "core",
    prettyErrors: false,
    strict: true,
    // Looking for equal keys takes the parser quadratic time; the tree finds them as it grows.
    uniqueKeys: false,
    merge: false,
    logLevel: "silent",
  });
}

/** The parser's errors in our words: one for each line, because what follows on a line follows from the first. */
function syntaxProblems(document: Document.Parsed, text: string, places: Reading["places"]): Problem[] {
  const byLine = new Map<number, Problem>();
  for (const error of [...document.errors, ...document.warnings]) {
    const at = Math.min(error.pos[0], text.trimEnd().length);
    const place = places(at, Math.max(1, Math.min(error.pos[1], text.length) - at));
    if (byLine.has(place.line)) continue;
    const { message, hint } = sentenceFor(error.code);
    byLine.set(place.line, problem("yaml-syntax", message, { place, hint }));
    if (byLine.size === MOST_SYNTAX_PROBLEMS) break;
  }
  return [...byLine.values()];
}

function isEmpty(contents: unknown): boolean {
  return (
    contents === null || (isScalar(contents) && contents.value === null && (contents.source ?? "") === "")
  );
}

function nodeFrom(node: ParsedNode | null, reading: Reading, depth: number): Node {
  const [start, end] = node?.range ?? [0, 0];
  const place = reading.places(start, lengthOnLine(reading.text, start, end));
  const nothing: ScalarNode = { kind: "scalar", place, value: null, within: null };
  if (node === null) return nothing;
  if (depth > DEEPEST_NESTING) {
    const message = `lists and maps are nested more than ${DEEPEST_NESTING} deep here`;
    reading.problems.push(problem("too-deep", message, { place }));
    return nothing;
  }
  if (isAlias(node) || node.anchor !== undefined) return refuseAlias(reading, place, nothing);
  if (isExplicitTag(node.tag)) {
    const message = `the tag \`${shorten(node.tag ?? "!")}\` cannot be used here`;
    reading.problems.push(problem("yaml-tag", message, { place, hint: "leave it out" }));
    return nothing;
  }
  if (isMap(node)) return mapFrom(node.items as Pair<ParsedNode, ParsedNode | null>[], place, reading, depth);
  if (isSeq(node)) {
    const items = node.items.map((item) => nodeFrom(item as ParsedNode, reading, depth + 1));
    return { kind: "list", place, items } satisfies ListNode;
  }
  return scalarFrom(node as Scalar.Parsed, place, reading);
}

/** The tags that the parser itself gives to plain values. */
function isExplicitTag(tag: string | undefined): boolean {
  return tag !== undefined && tag !== "";
}

function refuseAlias(reading: Reading, place: Place, instead: ScalarNode): ScalarNode {
  if (!reading.written) {
    reading.written = true;
    const message = "anchors (`&name`), aliases (`*name`) and `<<` cannot be used here";
    reading.problems.push(problem("yaml-alias", message, { place, hint: "write the value out" }));
  }
  return instead;
}

function mapFrom(
  pairs: readonly Pair<ParsedNode, ParsedNode | null>[],
  place: Place,
  reading: Reading,
  depth: number,
): MapNode {
  const entries = new Map<string, Entry>();
  for (const pair of pairs) {
    const keyNode = nodeFrom(pair.key, reading, depth + 1);
    const key = keyFrom(keyNode, reading);
    const value = nodeFrom(pair.value, reading, depth + 1);
    if (key === null) continue;
    const before = entries.get(key);
    if (before === undefined) {
      // A value that was left out has no spot of its own; its key speaks for it.
      const leftOut = value.kind === "scalar" && value.value === null && isEmpty(pair.value);
      entries.set(key, {
        keyPlace: keyNode.place,
        value: leftOut ? { ...value, place: keyNode.place } : value,
      });
      continue;
    }
    const related = [{ message: "the first one is here", place: before.keyPlace }];
    const said = { place: keyNode.place, related, hint: "keep one of them" };
    reading.problems.push(problem("duplicate-key", `the key \`${shorten(key)}\` is given twice`, said));
  }
  return { kind: "map", place, entries };
}

function keyFrom(node: Node, reading: Reading): string | null {
  if (node.kind !== "scalar" || node.value === null) {
    const message = "a key must be a word";
    const hint = "is a `:` missing, or a value that should be in quotes?";
    if (reading.problems.length === 0)
      reading.problems.push(problem("bad-key", message, { place: node.place, hint }));
    return null;
  }
  const key = String(node.value);
  if (key === "<<") {
    refuseAlias(reading, node.place, { kind: "scalar", place: node.place, value: null, within: null });
    return null;
  }
  if (FORBIDDEN_KEYS.includes(key)) {
    reading.problems.push(
      problem("forbidden-key", `\`${key}\` cannot be used as a key`, { place: node.place }),
    );
    return null;
  }
  return key;
}

function scalarFrom(node: Scalar.Parsed, place: Place, reading: Reading): ScalarNode {
  const { value } = node;
  const scalar = { kind: "scalar", place, within: null } as const;
  if (typeof value === "number" && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) {
    const message = `\`${shorten(node.source)}\` is no number that anybody can count to`;
    reading.problems.push(problem("bad-number", message, { place }));
    return { ...scalar, value: 0 };
  }
  if (typeof value === "string") return textFrom(node, value, place, reading);
  if (typeof value === "number" || typeof value === "boolean") return { ...scalar, value };
  return { ...scalar, value: null };
}

function textFrom(node: Scalar.Parsed, value: string, place: Place, reading: Reading): ScalarNode {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escapes can smuggle them past the guard
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/.test(value)) {
    const message = "this text holds a control character";
    reading.problems.push(problem("control-character", message, { place }));
  }
  const [start, end] = node.range;
  const raw = reading.text.slice(start, end);
  const quoted = raw.startsWith('"') || raw.startsWith("'") ? 1 : 0;
  const verbatim =
    raw.slice(quoted, quoted + value.length) === value && raw.length === value.length + 2 * quoted;
  const within = (offset: number, length: number) => reading.places(start + quoted + offset, length);
  return { kind: "scalar", place, value, within: verbatim ? within : null };
}

function lengthOnLine(text: string, start: number, end: number): number {
  const lineEnd = text.indexOf("\n", start);
  const stop = lineEnd === -1 || lineEnd > end ? end : lineEnd;
  return Math.max(1, text.slice(start, stop).trimEnd().length);
}
