import { type Message, msg } from "../problem/message.ts";
import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { failure, type Problem, problem, type Result, success } from "../problem/problem.ts";
import { guardText, createPlaceLocator, MAX_NESTING, type ReadText, type TextNode, tooDeep } from "./text.ts";

/** Strict RFC 8259; the parser would accept more. */
const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false } as const;

/** Reads JSON (RFC 8259) to nodes with positions, repeated keys included; or returns the first problem. */
export function readJson(file: string, text: string): Result<ReadText> {
  const refused = guardText(file, text);
  if (refused !== null) return failure([refused]);
  const places = createPlaceLocator(file, text);
  // The parser rejects a byte order mark; a space in its place keeps all offsets.
  const json = text.replace(/^\ufeff/, " ");
  const deep = firstTooDeep(json);
  if (deep !== null) return failure([tooDeep(places(deep))]);
  const errors: ParseError[] = [];
  const tree = parseTree(json, errors, STRICT);
  const [error] = errors;
  if (error !== undefined)
    return failure([{ ...describeParseError(error, json), place: places(error.offset, error.length) }]);
  return success({ root: toTextNode(tree, json), place: (at) => places(at.from, at.to - at.from) });
}

/** The offset of the first bracket that is nested too deeply for the recursive parser; null if there is none. */
function firstTooDeep(json: string): number | null {
  const scanner = createScanner(json, true);
  const open: string[] = [];
  for (scanner.scan(); scanner.getTokenOffset() < json.length; scanner.scan()) {
    const sign = json[scanner.getTokenOffset()];
    if (sign === "{" || sign === "[") open.push(sign === "{" ? "}" : "]");
    // A mismatched bracket doesn't reduce the parser's depth.
    else if (sign === open.at(-1)) open.pop();
    if (open.length > MAX_NESTING) return scanner.getTokenOffset();
  }
  return null;
}

/** @param node part of a tree without errors; undefined only by its type */
function toTextNode(node: Node | undefined, json: string): TextNode {
  const { type, value, offset: from, length, children = [] } = node ?? { type: "null", offset: 0, length: 0 };
  const to = from + length;
  if (type === "array")
    return { kind: "list", items: children.map((item) => toTextNode(item, json)), from, to };
  if (type !== "object") {
    const source = type === "string" ? String(value) : json.slice(from, to);
    return { kind: "scalar", value: value ?? null, source, from, to };
  }
  const entries = children.map(({ offset, children: [key, below] = [] }) => ({
    key: String(key?.value),
    keySpan: { from: offset, to: offset + (key?.length ?? 0) },
    value: toTextNode(below, json),
  }));
  return { kind: "map", entries, from, to };
}

function wrong(message: Message, hint: Message | null = null): Problem {
  return problem("json-syntax", message, { hint });
}

const COMMENT = wrong(
  msg`rules.json-comment: JSON has no comments`,
  msg`rules.json-comment-hint: leave it out, or write the file in YAML`,
);
const BACKSLASH = wrong(
  msg`rules.json-backslash: invalid backslash in this text`,
  msg`rules.json-backslash-hint: write a backslash as \\\\`,
);
const NUMBER = wrong(msg`rules.json-digit: a digit is missing in this number`);

/** A problem with something wrong, or the words for something missing. */
const FAULTS: Readonly<Record<ReturnType<typeof printParseErrorCode>, Problem | Message>> = {
  InvalidSymbol: wrong(
    msg`rules.json-unknown-word: JSON has no such word or character`,
    msg`rules.json-unknown-word-hint: put texts and keys in quotation marks: "…"`,
  ),
  InvalidNumberFormat: NUMBER,
  PropertyNameExpected: msg`rules.json-quoted-key: a key in quotation marks`,
  ValueExpected: msg`rules.json-value: a value`,
  ColonExpected: msg`rules.json-colon: a colon after the key`,
  CommaExpected: msg`rules.json-comma: a comma`,
  CloseBraceExpected: msg`rules.json-comma-or-brace: a comma or }`,
  CloseBracketExpected: msg`rules.json-comma-or-bracket: a comma or ]`,
  EndOfFileExpected: wrong(msg`rules.json-more-text: there is more text after the end of the JSON`),
  InvalidCommentToken: COMMENT,
  UnexpectedEndOfComment: COMMENT,
  UnexpectedEndOfString: wrong(
    msg`rules.json-open-quote: this text has no closing quotation mark on its line`,
  ),
  UnexpectedEndOfNumber: NUMBER,
  InvalidUnicode: BACKSLASH,
  InvalidEscapeCharacter: BACKSLASH,
  // Line breaks are reported as unclosed texts; other control characters have been rejected before.
  InvalidCharacter: wrong(
    msg`rules.json-tab: there is a tab in this text`,
    msg`rules.json-tab-hint: in JSON it is written \\t`,
  ),
  "<unknown ParseErrorCode>": wrong(msg`rules.not-json: this is not JSON`),
};

/** Words a parser error; without a place. */
function describeParseError({ error, offset }: ParseError, json: string): Problem {
  const name = printParseErrorCode(error);
  if (name === "InvalidSymbol" && json.slice(0, offset).trim() === "")
    return wrong(
      msg`rules.not-json: this is not JSON`,
      msg`rules.not-json-hint: if the file is YAML, give it the extension .yaml`,
    );
  const fault = FAULTS[name];
  if ("code" in fault) return fault;
  if (offset >= json.length)
    return wrong(msg`rules.json-ends-early: the file ends too early: ${fault} is missing`);
  return wrong(msg`rules.not-json-expected: this is not JSON: expected ${fault} here`);
}
