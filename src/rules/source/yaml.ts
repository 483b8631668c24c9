import { type Message, msg } from "../problem/message.ts";
import {
  Composer,
  CST,
  type Document,
  type ErrorCode,
  isAlias,
  isMap,
  isSeq,
  Lexer,
  type ParsedNode,
  Parser,
} from "yaml";
import { failure, problem, type Problem, type Result, success } from "../problem/problem.ts";
import {
  codePointName,
  guardText,
  MAX_NESTING,
  MAX_TOKENS,
  createPlaceLocator,
  type ReadText,
  SPECIAL_SPACE,
  SPLIT_IT,
  type Span,
  type TextEntry,
  type TextNode,
  type TextScalar,
  tooDeep,
} from "./text.ts";

/** Syntax errors beyond these follow from the ones before. */
const MAX_SYNTAX_PROBLEMS = 20;

/**
 * Reads a subset of YAML 1.2 to nodes with positions: no anchors, aliases, merge keys, tags, directives or second documents. One extension:
 * a lone `-` as a value (`chance: -`), because that is how people strike.
 *
 * @returns the nodes, or all problems of the text
 */
export function readYaml(file: string, text: string): Result<ReadText> {
  const unreadable = guardText(file, text);
  if (unreadable !== null) return failure([unreadable]);
  // YAML counts a lone \r as a line break, but the parser doesn't. Offsets stay the same.
  return readLines(file, text.replace(/\r(?!\n)/g, "\n"));
}

function readLines(file: string, text: string): Result<ReadText> {
  const places = createPlaceLocator(file, text);
  const place = ({ from, to }: Span) => places(from, lengthOnLine(text, from, to));
  const tokens = tokenizeYaml(file, text, places);
  if (!tokens.ok) return tokens;
  const composer = new Composer({
    schema: "core",
    // The composer's check takes quadratic time, and later code finds repeated keys anyway.
    uniqueKeys: false,
    logLevel: "error",
  });
  const [document, second] = composer.compose(tokens.value, true, text.length);
  const syntax = document === undefined ? [] : syntaxProblems(document, second, text, place);
  if (syntax.length > 0) return failure(syntax);
  const reading: Reading = { text, place, problems: new Map() };
  const root = toTextNode(document?.contents ?? null, 0, reading);
  return reading.problems.size > 0 ? failure([...reading.problems.values()]) : success({ root, place });
}

/** Tokenizes a text. Rejects what is too much for the recursive composer (deep nesting, too many tokens), and directives. */
function tokenizeYaml(
  file: string,
  text: string,
  places: ReturnType<typeof createPlaceLocator>,
): Result<CST.Token[]> {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  const specialSpaces: Problem[] = [];
  let words = 0;
  let before = "";
  // A lone `-` as a value becomes a dash of the same length, which keeps all offsets.
  const readable = text.replace(/(:[ \t]+)-(?=[ \t]*(?:[,}\r\n]|$|[ \t]#))/g, "$1–");
  for (const word of new Lexer().lex(readable)) {
    const { offset } = parser;
    if (CST.tokenType(word) === "directive-line") {
      const said = { place: places(offset, word.length), hint: msg`rules.leave-out-hint: leave it out` };
      return failure([
        problem("yaml-directive", msg`rules.yaml-directive: directives (\`%…\`) cannot be used here`, said),
      ]);
    }
    const special = before === CST.SCALAR ? findSpecialSpace(word, text, offset) : null;
    before = word;
    if (special !== null && specialSpaces.length < MAX_SYNTAX_PROBLEMS)
      specialSpaces.push(specialSpace(text, special, places));
    tokens.push(...parser.next(word));
    // The document is at the bottom of the stack.
    const depth = parser.stack.length - 1;
    if (depth > MAX_NESTING && CST.isCollection(parser.stack.at(-1)))
      return failure([tooDeep(places(offset))]);
    if (++words > MAX_TOKENS) {
      const message = msg`rules.file-too-complex: \`${file}\` contains far more than this program can use`;
      return failure([problem("file-too-large", message, { place: places(offset), hint: SPLIT_IT })]);
    }
  }
  return specialSpaces.length > 0 ? failure(specialSpaces) : success([...tokens, ...parser.end()]);
}

/** The offset of a special space in or before an unquoted text; null if there is none. */
function findSpecialSpace(plain: string, text: string, offset: number): number | null {
  const found = SPECIAL_SPACE.exec(plain);
  if (found === null) return null;
  const [, key = ""] = found;
  const isFirst = /(?:^|[{,])[ \t]*(?:- +)*$/.test(
    text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset),
  );
  return key === "" || isFirst ? offset + key.length : null;
}

function specialSpace(text: string, at: number, places: ReturnType<typeof createPlaceLocator>): Problem {
  const name = codePointName(text, at);
  const message = msg`rules.yaml-special-space: this special space (${name}) can’t be used here`;
  const hint = msg`rules.yaml-special-space-hint: use an ordinary space, or none; special ones come with copied text`;
  return problem("yaml-syntax", message, { place: places(at), hint });
}

/** Words the parser's errors: the first one of each line, and one for each unsupported feature. */
function syntaxProblems(
  { errors }: Document.Parsed,
  second: Document.Parsed | undefined,
  text: string,
  placeOf: ReadText["place"],
): Problem[] {
  const bySpot = new Map<string, Problem>();
  const end = text.trimEnd().length;
  const several =
    second === undefined ? [] : [{ code: "MULTIPLE_DOCS", message: "", pos: second.range } as const];
  for (const { code, message, pos } of [...errors, ...several]) {
    const finer = FINER[code]?.find(([pattern]) => pattern.test(message));
    const fault = finer?.[1] ?? SENTENCES[code];
    const place = placeOf(pastIndent(text, Math.min(pos[0], end), Math.min(pos[1], end)));
    const spot = fault.code === "yaml-syntax" ? String(place.line) : fault.code;
    if (!bySpot.has(spot)) bySpot.set(spot, { ...fault, place });
    if (bySpot.size === MAX_SYNTAX_PROBLEMS) break;
  }
  return [...bySpot.values()];
}

/** Moves a span that starts in the indentation to the first word. */
function pastIndent(text: string, from: number, to: number): Span {
  const lineStart = text.lastIndexOf("\n", from - 1) + 1;
  if (text.slice(lineStart, from).trim() !== "") return { from, to };
  const blanks = /^[ \r\n]*/.exec(text.slice(from))?.[0].length ?? 0;
  const word = /^\S+/.exec(text.slice(from + blanks))?.[0].length ?? 0;
  if (blanks === 0 || word === 0) return { from, to };
  return { from: from + blanks, to: Math.max(to, from + blanks + word) };
}

interface Reading extends Pick<ReadText, "place"> {
  readonly text: string;
  /** By code: each unsupported feature is reported once. */
  readonly problems: Map<string, Problem>;
}

/** @param at the offset of a missing node */
function toTextNode(node: ParsedNode | null, at: number, reading: Reading): TextNode {
  const [from, to] = node?.range ?? [at, at];
  const empty: TextScalar = { kind: "scalar", value: null, source: "", from, to };
  if (node === null) return empty;
  // A rejected node may still be the word of a key.
  const word: TextScalar = { ...empty, source: (isMap(node) || isSeq(node) ? null : node.source) ?? "" };
  if (isAlias(node)) return refuse(ALIAS, word, reading);
  if (node.anchor !== undefined) return refuse(ALIAS, word, reading, signBefore("&", from, reading.text));
  if (node.tag !== undefined) return refuse(TAG, word, reading, signBefore("!", from, reading.text));
  if (isMap(node)) return { kind: "map", entries: toTextEntries(node.items, reading), from, to };
  if (isSeq(node)) {
    const items = node.items.map((item) => toTextNode(item as ParsedNode, from, reading));
    return { kind: "list", items, from, to };
  }
  const value = node.value as TextScalar["value"];
  // The dash that `tokenizeYaml` inserted.
  if (value === "–" && reading.text[from] === "-") return { ...empty, value: "-", source: "-" };
  return { ...empty, value, source: typeof value === "string" ? value : (node.source ?? "") };
}

function toTextEntries(pairs: readonly { key: unknown; value: unknown }[], reading: Reading): TextEntry[] {
  return pairs.flatMap(({ key, value }) => {
    const keyNode = toTextNode(key as ParsedNode | null, 0, reading);
    const valueNode = toTextNode(value as ParsedNode | null, keyNode.to, reading);
    const word = keyNode.kind === "scalar" ? keyNode.source : "";
    if (word !== "" && word !== "<<") return [{ key: word, keySpan: keyNode, value: valueNode }];
    refuse(word === "<<" ? ALIAS : NO_WORD, keyNode, reading);
    return [];
  });
}

const NO_WORD = problem("bad-key", msg`rules.yaml-key-not-word: a key must be a word`, {
  hint: msg`rules.yaml-key-not-word-hint: is a \`:\` missing, or quotation marks?`,
});

/** Reports an unsupported feature once, and returns the node that replaces it. */
function refuse(
  fault: Problem,
  instead: TextNode,
  { problems, place }: Reading,
  at: Span = instead,
): TextNode {
  if (!problems.has(fault.code)) problems.set(fault.code, { ...fault, place: place(at) });
  return instead;
}

/** The tag or anchor before a value. */
function signBefore(sign: string, start: number, text: string): Span {
  let from = Math.max(0, text.lastIndexOf(sign, Math.max(0, start - 1)));
  while (text[from - 1] === sign) from--;
  const length = /^\S*/.exec(text.slice(from, start))?.[0].length ?? 1;
  return { from, to: from + Math.max(1, length) };
}

/** The length of a span on its first line, for the caret. */
function lengthOnLine(text: string, from: number, to: number): number {
  const lineEnd = text.indexOf("\n", from);
  const stop = lineEnd === -1 || lineEnd > to ? to : lineEnd;
  return Math.max(1, text.slice(from, stop).trimEnd().length);
}

function syntax(message: Message, hint: Message | null = null): Problem {
  return problem("yaml-syntax", message, { hint });
}

/** Unsupported features of YAML, as problems without a place. */
const ALIAS = problem(
  "yaml-alias",
  msg`rules.yaml-alias: anchors (\`&name\`), aliases (\`*name\`) and \`<<\` cannot be used here`,
  { hint: msg`rules.yaml-alias-hint: write the value out; if it is text, put it in quotes` },
);
const TAG = problem("yaml-tag", msg`rules.yaml-tag: tags (\`!name\`) cannot be used here`, {
  hint: msg`rules.yaml-tag-hint: remove the tag; if it is text, put it in quotes`,
});

const SENTENCES: Readonly<Record<ErrorCode, Problem>> = {
  ALIAS_PROPS: ALIAS,
  BAD_ALIAS: ALIAS,
  BAD_COLLECTION_TYPE: TAG,
  BAD_DIRECTIVE: syntax(
    msg`rules.yaml-directive: directives (\`%…\`) cannot be used here`,
    msg`rules.leave-out-hint: leave it out`,
  ),
  BAD_DQ_ESCAPE: syntax(
    msg`rules.yaml-escape: invalid \`\\\` in a double-quoted text`,
    msg`rules.yaml-escape-hint: use single quotes`,
  ),
  BAD_INDENT: syntax(
    msg`rules.yaml-indent: this line is indented differently from the ones it belongs to`,
    msg`rules.yaml-indent-hint: line it up with its neighbours`,
  ),
  BAD_PROP_ORDER: ALIAS,
  BAD_SCALAR_START: syntax(
    msg`rules.yaml-first-character: a text cannot start with this character`,
    msg`rules.yaml-first-character-hint: put the text in quotes`,
  ),
  BLOCK_AS_IMPLICIT_KEY: syntax(
    msg`rules.yaml-nested-key: a value cannot contain \`key: value\` here`,
    msg`rules.yaml-nested-key-hint: is the line below indented too far, or should a text with a \`: \` be in quotes?`,
  ),
  BLOCK_IN_FLOW: syntax(
    msg`rules.yaml-nested-key: a value cannot contain \`key: value\` here`,
    msg`rules.yaml-nested-key-flow-hint: should the text be in quotes, or is a \`{\` missing?`,
  ),
  DUPLICATE_KEY: syntax(
    msg`rules.yaml-repeated-key: this key is given twice`,
    msg`rules.keep-one-hint: keep one of them`,
  ),
  IMPOSSIBLE: syntax(msg`rules.yaml-unreadable: this cannot be read`),
  KEY_OVER_1024_CHARS: syntax(
    msg`rules.yaml-key-too-long: this key is far too long`,
    msg`rules.yaml-key-too-long-hint: is a closing quote or a \`:\` missing?`,
  ),
  MISSING_CHAR: syntax(
    msg`rules.yaml-missing: something is missing here`,
    msg`rules.yaml-missing-hint: a \`:\` after a key, a comma or a bracket?`,
  ),
  MULTILINE_IMPLICIT_KEY: syntax(
    msg`rules.yaml-line-without-key: this line has no \`key:\``,
    msg`rules.yaml-line-without-key-hint: is a \`:\` or a closing quote missing?`,
  ),
  MULTIPLE_ANCHORS: ALIAS,
  MULTIPLE_DOCS: problem(
    "several-documents",
    msg`rules.yaml-second-document: a second document starts here, but a file can have only one`,
    { hint: msg`rules.yaml-second-document-hint: leave the \`---\` out, or make two files` },
  ),
  MULTIPLE_TAGS: TAG,
  NON_STRING_KEY: syntax(msg`rules.yaml-key-not-word: a key must be a word`),
  RESOURCE_EXHAUSTION: syntax(msg`rules.yaml-too-deep: this is nested too deeply`),
  TAB_AS_INDENT: syntax(
    msg`rules.yaml-tab: there is a tab in the indentation`,
    msg`rules.yaml-tab-hint: indent with spaces`,
  ),
  TAG_RESOLVE_FAILED: TAG,
  UNEXPECTED_TOKEN: syntax(
    msg`rules.yaml-unexpected: this does not belong here`,
    msg`rules.yaml-unexpected-hint: is a quote, a bracket or a comma missing before it?`,
  ),
};

const UNCLOSED = syntax(
  msg`rules.yaml-open-bracket: a \`{\` or \`[\` above is not closed`,
  msg`rules.yaml-open-bracket-hint: close it with \`}\` or \`]\``,
);

/** One error code of the parser can mean several mistakes; its message, which is never shown, distinguishes them. */
const FINER: Readonly<Partial<Record<ErrorCode, readonly (readonly [RegExp, Problem])[]>>> = {
  BAD_INDENT: [[/^Flow/, UNCLOSED]],
  MISSING_CHAR: [
    [/must end with/, UNCLOSED],
    [
      /closing .quote/,
      syntax(
        msg`rules.yaml-open-quote: a quoted text is not closed`,
        msg`rules.yaml-open-quote-hint: add the closing quote`,
      ),
    ],
    [
      /^Missing , or : between/,
      syntax(msg`rules.yaml-missing-comma-or-colon: a comma or a \`:\` is missing here`),
    ],
    [/^Missing , between/, syntax(msg`rules.yaml-missing-comma: a comma is missing here`)],
    [/space after :/, syntax(msg`rules.yaml-space-after-colon: a space is missing after the \`:\``)],
    [
      /^Implicit/,
      syntax(
        msg`rules.yaml-line-without-key: this line has no \`key:\``,
        msg`rules.yaml-missing-colon-hint: is a \`:\` missing after the key?`,
      ),
    ],
    [
      /without - /,
      syntax(
        msg`rules.yaml-line-in-list: this line is between list entries, but has no \`-\` and is indented differently`,
        msg`rules.yaml-line-in-list-hint: line it up with the keys of the entry above it, or start it with a \`-\``,
      ),
    ],
    [/^Comments/, syntax(msg`rules.yaml-space-before-comment: a space is missing before the \`#\``)],
  ],
};
