import type { ErrorCode } from "yaml";

/** What went wrong in a YAML text, in our words, and the way out, by the parser's error code. */
const SENTENCES: Readonly<Record<ErrorCode, readonly [message: string, hint: string | null]>> = {
  ALIAS_PROPS: ["an alias (`*name`) cannot be used here", "write the value out"],
  BAD_ALIAS: ["an alias (`*name`) cannot be used here", "write the value out, or put the text in quotes"],
  BAD_COLLECTION_TYPE: ["a tag (`!name`) cannot be used here", "leave it out"],
  BAD_DIRECTIVE: ["a line that starts with `%` cannot be used here", "leave it out"],
  BAD_DQ_ESCAPE: ["this escape in a double-quoted text is not known", "use single quotes, or write `\\\\`"],
  BAD_INDENT: [
    "this line is indented differently from the ones it belongs to",
    "line it up with its neighbours",
  ],
  BAD_PROP_ORDER: ["tags and anchors cannot be used here", "write the value out"],
  BAD_SCALAR_START: ["a text cannot start with this character", "put the text in quotes"],
  BLOCK_AS_IMPLICIT_KEY: [
    "a second `key:` stands in one line",
    "put it on a line of its own, or the text in quotes",
  ],
  BLOCK_IN_FLOW: ["a block cannot stand inside `{…}` or `[…]`", "use `{…}` or `[…]` inside as well"],
  DUPLICATE_KEY: ["this key is given twice", "keep one of them"],
  IMPOSSIBLE: ["this cannot be read", null],
  KEY_OVER_1024_CHARS: ["this key is too long", "is a closing quote or a `:` missing?"],
  MISSING_CHAR: ["something is missing here: a `:` after a key, a comma, a bracket or a closing quote", null],
  MULTILINE_IMPLICIT_KEY: ["a key goes over several lines here", "is a `:` or a closing quote missing?"],
  MULTIPLE_ANCHORS: ["anchors (`&name`) cannot be used here", "write the value out"],
  MULTIPLE_DOCS: ["a second document starts here; a file holds one variant", "leave the `---` out"],
  MULTIPLE_TAGS: ["tags (`!name`) cannot be used here", "leave them out"],
  NON_STRING_KEY: ["a key must be a text", null],
  RESOURCE_EXHAUSTION: ["this is nested too deeply", null],
  TAB_AS_INDENT: ["a tab stands in the indentation", "indent with spaces"],
  TAG_RESOLVE_FAILED: ["a tag (`!name`) cannot be used here", "leave it out"],
  UNEXPECTED_TOKEN: ["this does not belong here", "is a quote, a bracket or a `:` missing before it?"],
};

/** The sentence and the way out for an error of the YAML parser. */
export function sentenceFor(code: ErrorCode): { message: string; hint: string | null } {
  const [message, hint] = SENTENCES[code];
  return { message, hint };
}
