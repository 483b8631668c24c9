import { msg } from "../problem/message.ts";
import { LineCounter } from "yaml";
import { latin1Text } from "../bytes.ts";
import { type Place, problem, type Problem, relatedPlace } from "../problem/problem.ts";
import { shorten } from "../problem/wording.ts";

/**
 * Text that was read but not yet understood: YAML, JSON and spreadsheets give the same tree of keys, lists and values that know where
 * they stand. Keys stay in a list in the order of the file: one written twice can be reported, and none can touch anything else.
 */
export type TextNode = TextScalar | TextList | TextMap;

/** Where something stands: offsets into the text, the end not included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export type Scalar = string | number | boolean | null;

export interface TextScalar extends Span {
  readonly kind: "scalar";
  readonly value: Scalar;
  /** The value as it was typed, without quotation marks: `007`, `2.50`, `yes`. */
  readonly source: string;
}

interface TextList extends Span {
  readonly kind: "list";
  readonly items: readonly TextNode[];
}

export interface TextEntry {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: TextNode;
}

export interface TextMap extends Span {
  readonly kind: "map";
  readonly entries: readonly TextEntry[];
}

/** A text as read: its root and the way from a node back to its place. */
export interface ReadText {
  readonly root: TextNode;
  place(at: Span): Place;
}

/** A node as a plain value. Maps are filled without a prototype, so that no key can reach one. */
export function plainValue(node: TextNode): unknown {
  if (node.kind === "scalar") return node.value;
  return node.kind === "list" ? node.items.map(plainValue) : plainMap(node);
}

/** The same of a map. */
export function plainMap({ entries }: TextMap): Record<string, unknown> {
  const map: Record<string, unknown> = Object.create(null);
  for (const { key, value } of entries) map[key] = plainValue(value);
  return map;
}

const LINE_END = /\r\n?|\n/g;

/** Turns offsets (and how many characters to underline) into places. Lines are found when first needed: most files have no problem. */
export function createPlaceLocator(file: string, text: string): (offset: number, length?: number) => Place {
  let lines: LineCounter | null = null;
  return (offset, length = 1) => {
    if (lines === null) {
      lines = new LineCounter();
      lines.addNewLine(0);
      for (const { 0: end, index } of text.matchAll(LINE_END)) lines.addNewLine(index + end.length);
    }
    const at = Math.max(0, Math.min(offset, text.length));
    const { line, col } = lines.linePos(at);
    const [lineText = ""] = text.slice(at - col + 1).split(LINE_END, 1);
    return { file, line, col, length: Math.max(1, length), text: lineText };
  };
}

/** Lists and maps within lists and maps; no file that people write comes near it. */
export const MAX_NESTING = 40;

/** Words, signs and spaces in a YAML file: a thousand lines have about 7 000. Results in bulk come as JSON or CSV. */
export const MAX_TOKENS = 50_000;

/** The largest text that is read, in characters (and in bytes, for code that reads files). */
export const MAX_TEXT_LENGTH = 1_000_000;
const MAX_TEXT_LENGTH_WORDS = "1 MB";

/**
 * The text that the bytes of a file are: UTF-8, UTF-16 with a byte order mark or with a zero in every other of its first bytes, or
 * else Windows-1252, in which older spreadsheets and editors write. Without the byte order mark; null if it is no text.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const utf16 = utf16Of(bytes);
  if (utf16 !== null) return decode(bytes, utf16);
  const text = decode(bytes, "utf-8");
  if (text !== null || bytes.some((byte) => byte < 0x20 && ![9, 10, 13].includes(byte))) return text;
  const western = latin1Text(bytes).replace(
    /[\x80-\x9f]/g,
    (sign) => WINDOWS_1252[sign.charCodeAt(0) - 0x80] ?? sign,
  );
  return unprintable(western) === null ? western : null;
}

/** What Windows-1252 has at 0x80 to 0x9f; elsewhere it is ISO 8859-1. Not every Node decodes these. */
const WINDOWS_1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

type Encoding = "utf-8" | "utf-16le" | "utf-16be";

function utf16Of([a, b, c, d]: Uint8Array): Encoding | null {
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  // Files begin with a word in plain letters.
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return "utf-16le";
  return a === 0 && b !== 0 && c === 0 && d !== 0 ? "utf-16be" : null;
}

function decode(bytes: Uint8Array, encoding: Encoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Control characters and halves of characters, which no text has; tab, line feed and carriage return are fine. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|\p{Surrogate}/u;

/** The first character of a text that cannot be printed, with its name (`U+0000`) and offset; null if all can. */
export function unprintable(text: string): { offset: number; name: string } | null {
  const match = UNPRINTABLE.exec(text);
  if (match === null) return null;
  return { offset: match.index, name: codePointName(text, match.index) };
}

/** How people look a character up that can't be shown: `U+00A0`. */
export function codePointName(text: string, offset: number): string {
  return `U+${text.charCodeAt(offset).toString(16).toUpperCase().padStart(4, "0")}`;
}

/**
 * Where an unquoted text begins with white space, or an invisible character, that YAML takes for a letter, or has one behind what looks
 * like a key: `key:` and a no-break space. The group holds what comes before it. Hardly ever meant; pasted text looks like this.
 */
export const SPECIAL_SPACE = /^([\w.-]+:)?[\u00a0\u1680\u2000-\u200d\u202f\u205f\u2060\u3000\ufeff]/;

/** The way out of a file that holds more than is read. */
export const SPLIT_IT = msg("rules.file-too-large-hint")`split it into several files, or name another file`;

/** The problem of a file with more text than is read. */
export function tooLong(file: string): Problem {
  const message = msg(
    "rules.file-too-large",
  )`${file} is too large: at most ${MAX_TEXT_LENGTH_WORDS} can be read`;
  return problem("file-too-large", message, { hint: SPLIT_IT });
}

/** What keeps a text from being read at all: it is too large, or not text. Null if the text is harmless. */
export function guardText(file: string, text: string): Problem | null {
  if (text.length > MAX_TEXT_LENGTH) {
    return tooLong(file);
  }
  const odd = unprintable(text);
  if (odd === null) return null;
  return problem(
    "control-character",
    msg("rules.control-character")`this is not plain text: it contains the character ${odd.name}`,
    {
      place: createPlaceLocator(file, text)(odd.offset),
      hint: msg("rules.control-character-hint")`save the file as UTF-8 text`,
    },
  );
}

/** The problem of a text whose lists and maps are nested so deeply that no recursive parser should see it. */
export function tooDeep(place: Place): Problem {
  return problem(
    "too-deep",
    msg("rules.too-deep")`lists and maps are nested more than ${MAX_NESTING} levels deep here`,
    { place },
  );
}

/** Says that a key stands in a map once more. @param first where it stands before */
export function repeatedKey(key: string, place: Place, first: Place): Problem {
  const related = [relatedPlace(msg("rules.first-place")`the first one is here`, first)];
  const said = { place, related, hint: msg("rules.keep-one-hint")`keep one of them` };
  return problem(
    "duplicate-key",
    msg("rules.repeated-key")`the key \`${shorten(key)}\` is given twice`,
    said,
  );
}
