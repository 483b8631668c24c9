import type { ErrorCode } from "yaml";
import { type Problem, problem } from "../problem/problem.ts";

function syntax(message: string, hint: string | null = null): Problem {
  return problem("yaml-syntax", message, { hint });
}

/** Things of YAML that our files do without, as problems without a place. */
export const ALIAS = problem(
  "yaml-alias",
  "anchors (`&name`), aliases (`*name`) and `<<` cannot be used here",
  { hint: "write the value out; a text that starts with such a sign goes in quotes" },
);
export const TAG = problem("yaml-tag", "tags (`!name`) cannot be used here", {
  hint: "leave the tag out; a text that starts with `!` goes in quotes",
});

const SENTENCES: Readonly<Record<ErrorCode, Problem>> = {
  ALIAS_PROPS: ALIAS,
  BAD_ALIAS: ALIAS,
  BAD_COLLECTION_TYPE: TAG,
  BAD_DIRECTIVE: syntax("directives (`%…`) cannot be used here", "leave it out"),
  BAD_DQ_ESCAPE: syntax("this `\\` sign in a double-quoted text means nothing", "use single quotes"),
  BAD_INDENT: syntax(
    "this line is indented differently from the ones it belongs to",
    "line it up with its neighbours",
  ),
  BAD_PROP_ORDER: ALIAS,
  BAD_SCALAR_START: syntax("a text cannot start with this character", "put the text in quotes"),
  BLOCK_AS_IMPLICIT_KEY: syntax(
    "a `key: value` cannot stand inside a value here",
    "is the line below indented too far, or should a text with a `: ` be in quotes?",
  ),
  BLOCK_IN_FLOW: syntax(
    "a `key: value` cannot stand inside a value here",
    "should the text be in quotes, or is a `{` missing?",
  ),
  DUPLICATE_KEY: syntax("this key is given twice", "keep one of them"),
  IMPOSSIBLE: syntax("this cannot be read"),
  KEY_OVER_1024_CHARS: syntax("this key is far too long", "is a closing quote or a `:` missing?"),
  MISSING_CHAR: syntax("something is missing here", "a `:` after a key, a comma or a bracket?"),
  MULTILINE_IMPLICIT_KEY: syntax("this line has no `key:`", "is a `:` or a closing quote missing?"),
  MULTIPLE_ANCHORS: ALIAS,
  MULTIPLE_DOCS: problem("several-documents", "a second document starts here, but a file holds one only", {
    hint: "leave the `---` out, or make two files",
  }),
  MULTIPLE_TAGS: TAG,
  NON_STRING_KEY: syntax("a key must be a word"),
  RESOURCE_EXHAUSTION: syntax("this is nested too deeply"),
  TAB_AS_INDENT: syntax("a tab stands in the indentation", "indent with spaces"),
  TAG_RESOLVE_FAILED: TAG,
  UNEXPECTED_TOKEN: syntax(
    "this does not belong here",
    "is a quote, a bracket or a comma missing before it?",
  ),
};

const UNCLOSED = syntax("a `{` or `[` above is not closed", "close it with `}` or `]`");

/** One error code of the parser can mean several mistakes; its message, which is never shown, distinguishes them. */
const FINER: readonly (readonly [ErrorCode, RegExp, Problem])[] = [
  ["BAD_INDENT", /^Flow/, UNCLOSED],
  ["MISSING_CHAR", /must end with/, UNCLOSED],
  ["MISSING_CHAR", /closing .quote/, syntax("a quoted text is not closed", "add the closing quote")],
  ["MISSING_CHAR", /^Missing , or : between/, syntax("a comma or a `:` is missing here")],
  ["MISSING_CHAR", /^Missing , between/, syntax("a comma is missing here")],
  ["MISSING_CHAR", /space after :/, syntax("a space is missing after the `:`")],
  ["MISSING_CHAR", /^Implicit/, syntax("this line has no `key:`", "is a `:` missing after the key?")],
  [
    "MISSING_CHAR",
    /without - /,
    syntax(
      "this line stands among list entries, but is indented like none of them and has no `-`",
      "line it up with the keys of the entry above it, or start it with a `-`",
    ),
  ],
  ["MISSING_CHAR", /^Comments/, syntax("a space is missing before the `#`")],
];

/** An error of the YAML parser in our words, without a place. */
export function yamlFault(code: ErrorCode, parserMessage: string): Problem {
  return FINER.find(([of, pattern]) => of === code && pattern.test(parserMessage))?.[2] ?? SENTENCES[code];
}
