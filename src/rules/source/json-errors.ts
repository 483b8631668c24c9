import { type ParseError, printParseErrorCode } from "jsonc-parser";

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
  // Line breaks are told as texts without an end, and other control characters never come as far as here.
  InvalidCharacter: { message: "there is a tab in this text", hint: "in JSON it is written \\t" },
  "<unknown ParseErrorCode>": { message: "this is not JSON", hint: null },
};

/** The sentence for an error of the JSON parser in this text. */
export function sentenceFor({ error, offset }: ParseError, json: string): Sentence {
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
