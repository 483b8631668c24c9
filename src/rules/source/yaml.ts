import {
  Composer,
  CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type ParsedNode,
  Parser,
  type YAMLError,
} from "yaml";
import {
  failure,
  type Place,
  placesIn,
  type Problem,
  problem,
  type Result,
  success,
} from "../problem/problem.ts";
import {
  guardText,
  MAX_NESTING,
  MAX_TOKENS,
  type ReadText,
  type Span,
  type TextEntry,
  type TextNode,
  type TextScalar,
  tooDeep,
} from "./text.ts";
import { ALIAS, type Sentence, sentenceFor, TAG } from "./yaml-errors.ts";

/** Syntax errors beyond these follow from the ones before. */
const MAX_SYNTAX_PROBLEMS = 20;

/**
 * Reads YAML 1.2 to nodes that know where they stand, without YAML's traps: no anchors, aliases, merge keys, tags, directives or
 * second documents. One thing is read beyond YAML: a lone `-` as a value (`chance: -`), because that is how people strike.
 *
 * @returns the nodes, or everything that is wrong with the text
 */
export function readYaml(file: string, text: string): Result<ReadText> {
  const unreadable = guardText(file, text);
  if (unreadable !== null) return failure([unreadable]);
  const reading: Reading = { file, text, places: placesIn(file, text), problems: new Map() };
  const tokens = tokensOf(reading);
  if (!tokens.ok) return tokens;
  const composer = new Composer({
    schema: "core",
    // Finding equal keys takes the composer quadratic time, and the code that interprets the keys finds them anyway.
    uniqueKeys: false,
    logLevel: "error",
  });
  const [document, second] = composer.compose(tokens.value, true, text.length);
  const syntax = document === undefined ? [] : syntaxProblems(document, second, reading);
  if (syntax.length > 0) return failure(syntax);
  const root = nodeFrom(document?.contents ?? null, 0, reading);
  if (reading.problems.size > 0) return failure([...reading.problems.values()]);
  return success({ root, place: ({ from, to }) => placeOf(from, to, reading) });
}

/**
 * The text in tokens, one for each document and what stands around it. Stops at what would bring the recursive composer to its
 * knees (deep nesting, far too many words) and at directives, which change what words mean.
 */
function tokensOf({ file, text, places }: Reading): Result<CST.Token[]> {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let words = 0;
  for (const word of new Lexer().lex(withReadableDashes(text))) {
    const { offset } = parser;
    if (CST.tokenType(word) === "directive-line") return failure([directive(places(offset, word.length))]);
    tokens.push(...parser.next(word));
    // Below everything else on the stack lies the document.
    const depth = parser.stack.length - 1;
    if (depth > MAX_NESTING && CST.isCollection(parser.stack.at(-1)))
      return failure([tooDeep(places(offset))]);
    if (++words > MAX_TOKENS) {
      const message = `there is far more in \`${file}\` than this program has a use for`;
      return failure([problem("file-too-large", message, { place: places(offset) })]);
    }
  }
  return success([...tokens, ...parser.end()]);
}

function directive(place: Place): Problem {
  return problem("yaml-directive", "directives (`%…`) cannot be used here", { place, hint: "leave it out" });
}

interface Reading {
  readonly file: string;
  readonly text: string;
  readonly places: (offset: number, length?: number) => Place;
  /** By code: each of YAML's traps is complained about once. */
  readonly problems: Map<string, Problem>;
}

/** A lone `-` as a value gives way to a dash of the same length, so that every offset stays what it is. */
function withReadableDashes(text: string): string {
  return text.replace(/(:[ \t]+)-(?=[ \t]*(?:[,}\r\n]|$|[ \t]#))/g, "$1–");
}

/**
 * The parser's errors in our words: one for each line, because what follows on a line follows from the first, and one for
 * each thing of YAML that is refused altogether.
 */
function syntaxProblems(
  document: Document.Parsed,
  second: Document.Parsed | undefined,
  { text, places }: Reading,
): Problem[] {
  const bySpot = new Map<string, Problem>();
  const end = text.trimEnd().length;
  const errors: Pick<YAMLError, "code" | "message" | "pos">[] = [...document.errors, ...document.warnings];
  if (second !== undefined)
    errors.push({ code: "MULTIPLE_DOCS", message: "", pos: [second.range[0], second.range[1]] });
  for (const error of errors) {
    const { from, to } = pastIndent(text, Math.min(error.pos[0], end), Math.min(error.pos[1], end));
    const { code, message, hint } = sentenceFor(error.code, error.message);
    const place = places(from, lengthOnLine(text, from, to));
    const spot = code === "yaml-syntax" ? String(place.line) : code;
    if (!bySpot.has(spot)) bySpot.set(spot, problem(code, message, { place, hint }));
    if (bySpot.size === MAX_SYNTAX_PROBLEMS) break;
  }
  return [...bySpot.values()];
}

/** A stretch that starts in the blanks before a line's words shows nothing: the first of the words does. */
function pastIndent(text: string, from: number, to: number): Span {
  const lineStart = text.lastIndexOf("\n", from - 1) + 1;
  if (text.slice(lineStart, from).trim() !== "") return { from, to };
  const blanks = /^[ \r\n]*/.exec(text.slice(from))?.[0].length ?? 0;
  const word = /^\S+/.exec(text.slice(from + blanks))?.[0].length ?? 0;
  if (blanks === 0 || word === 0) return { from, to };
  return { from: from + blanks, to: Math.max(to, from + blanks + word) };
}

/** @param at where to say that nothing stands, if there is no node */
function nodeFrom(node: ParsedNode | null, at: number, reading: Reading): TextNode {
  if (node === null) return { kind: "scalar", value: null, source: "", from: at, to: at };
  const [from, to] = node.range;
  const empty: TextScalar = { kind: "scalar", value: null, source: "", from, to };
  if (isAlias(node)) return refuse(ALIAS, empty, reading, empty);
  if (node.anchor !== undefined) return refuse(ALIAS, signBefore("&", from, reading.text), reading, empty);
  if (node.tag !== undefined) return refuse(TAG, signBefore("!", from, reading.text), reading, empty);
  if (isMap(node)) return { kind: "map", entries: entriesOf(node.items, reading), from, to };
  if (isSeq(node)) {
    const items = node.items.map((item) => nodeFrom(item as ParsedNode, from, reading));
    return { kind: "list", items, from, to };
  }
  const value = node.value as TextScalar["value"];
  // The dash that was put in for the parser's sake.
  if (value === "–" && reading.text[from] === "-")
    return { kind: "scalar", value: "-", source: "-", from, to };
  const source = typeof value === "string" ? value : (node.source ?? "");
  return { kind: "scalar", value, source, from, to };
}

interface ParsedPair {
  readonly key: unknown;
  readonly value: unknown;
}

function entriesOf(pairs: readonly ParsedPair[], reading: Reading): TextEntry[] {
  return pairs.flatMap(({ key, value }) => {
    const keyNode = nodeFrom(key as ParsedNode | null, 0, reading);
    const valueNode = nodeFrom(value as ParsedNode | null, keyNode.to, reading);
    if (keyNode.kind === "scalar" && keyNode.source === "<<") {
      refuse(ALIAS, keyNode, reading, keyNode);
      return [];
    }
    if (keyNode.kind === "scalar" && isScalar(key) && keyNode.source !== "")
      return [{ key: keyNode.source, keySpan: keyNode, value: valueNode }];
    refuse(NO_WORD, keyNode, reading, keyNode);
    return [];
  });
}

const NO_WORD: Sentence = {
  code: "bad-key",
  message: "a key must be a word",
  hint: "is a `:` missing, or quotation marks?",
};

/** Complains once about each thing of YAML that is refused, and goes on with what is put in its place. */
function refuse({ code, message, hint }: Sentence, at: Span, reading: Reading, instead: TextNode): TextNode {
  const place = placeOf(at.from, at.to, reading);
  if (!reading.problems.has(code)) reading.problems.set(code, problem(code, message, { place, hint }));
  return instead;
}

/** The tag or anchor that stands before a value. */
function signBefore(sign: string, start: number, text: string): Span {
  let from = Math.max(0, text.lastIndexOf(sign, Math.max(0, start - 1)));
  while (text[from - 1] === sign) from--;
  const length = /^\S*/.exec(text.slice(from, start))?.[0].length ?? 1;
  return { from, to: from + Math.max(1, length) };
}

/** The place of a stretch of the text, as far as it stands on its first line. */
function placeOf(from: number, to: number, { text, places }: Reading): Place {
  return places(from, lengthOnLine(text, from, to));
}

/** How much of a stretch stands on its first line, for the caret. */
function lengthOnLine(text: string, from: number, to: number): number {
  const lineEnd = text.indexOf("\n", from);
  const stop = lineEnd === -1 || lineEnd > to ? to : lineEnd;
  return Math.max(1, text.slice(from, stop).trimEnd().length);
}
