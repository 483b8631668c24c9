import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { failure, placesIn, problem, type Result, success } from "../problem/problem.ts";
import { guardText, MAX_NESTING, type ReadText, type TextEntry, type TextNode, tooDeep } from "./text.ts";

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
  const places = placesIn(file, text);
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
function entryFrom({ offset, children: [key, value] = [] }: Node, json: string): TextEntry {
  const keySpan = { from: offset, to: offset + (key?.length ?? 0) };
  return { key: String(key?.value), keySpan, value: nodeFrom(value, json) };
}

/** What is wrong with a JSON text, in our words, and the way out. */
interface Sentence {
  readonly message: string;
  readonly hint: string | null;
}

/** Either something that is not there, or something that is. */
type Fault = { readonly missing: string } | Sentence;

type ErrorName = ReturnType<typeof printParseErrorCode>;

const COMMENT: Fault = { message: "JSON has no comments", hint: "leave it out, or write the file in YAML" };
const UNCLOSED: Fault = { message: "this text has no closing quotation mark on its line", hint: null };
const BACKSLASH: Fault = {
  message: "there is a backslash in this text that JSON does not know",
  hint: "a backslash itself is written \\\\",
};
const NUMBER: Fault = { message: "a digit is missing in this number", hint: null };

const NO_JSON: Sentence = {
  message: "this is not JSON",
  hint: "if the file is YAML, give it the ending .yaml",
};

const FAULTS: Readonly<Record<ErrorName, Fault>> = {
  InvalidSymbol: {
    message: "this word or sign means nothing in JSON",
    hint: 'texts and keys stand in quotation marks: "…"',
  },
  InvalidNumberFormat: NUMBER,
  PropertyNameExpected: { missing: "a key in quotation marks" },
  ValueExpected: { missing: "a value" },
  ColonExpected: { missing: "a colon after the key" },
  CommaExpected: { missing: "a comma" },
  CloseBraceExpected: { missing: "a comma or }" },
  CloseBracketExpected: { missing: "a comma or ]" },
  EndOfFileExpected: { message: "the JSON ends before this", hint: null },
  InvalidCommentToken: COMMENT,
  UnexpectedEndOfComment: COMMENT,
  UnexpectedEndOfString: UNCLOSED,
  UnexpectedEndOfNumber: NUMBER,
  InvalidUnicode: BACKSLASH,
  InvalidEscapeCharacter: BACKSLASH,
  // Line breaks are reported as texts without an end; other control characters have been refused before.
  InvalidCharacter: { message: "there is a tab in this text", hint: "in JSON it is written \\t" },
  "<unknown ParseErrorCode>": { message: "this is not JSON", hint: null },
};

/** The sentence for an error of the JSON parser in this text. */
function sentenceFor({ error, offset }: ParseError, json: string): Sentence {
  const name = printParseErrorCode(error);
  if (name === "InvalidSymbol" && json.slice(0, offset).trim() === "") return NO_JSON;
  const fault = FAULTS[name];
  if (!("missing" in fault)) return fault;
  const message =
    offset >= json.length
      ? `the file ends where JSON needs ${fault.missing}`
      : `this is not JSON: ${fault.missing} should stand here`;
  return { message, hint: null };
}
