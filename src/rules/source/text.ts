import { msg } from "../problem/message.ts";
import { LineCounter } from "yaml";
import { latin1Text } from "../bytes.ts";
import { type Place, problem, type Problem, relatedPlace } from "../problem/problem.ts";
import { shorten } from "../problem/wording.ts";

/**
 * A parsed but uninterpreted text: YAML, JSON and spreadsheets give the same tree of keys, lists and values with their positions. Keys are
 * a list in the order of the file, so that repeated keys can be reported and special ones such as `__proto__` are harmless.
 */
export type TextNode = TextScalar | TextList | TextMap;

/** Offsets into the text, excluding the end. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export type Scalar = string | number | boolean | null;

export interface TextScalar extends Span {
  readonly kind: "scalar";
  readonly value: Scalar;
  /** The value as typed, without quotation marks: `007`, `2.50`, `yes`. */
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

/** A parsed text: its root, and the places of its nodes. */
export interface ReadText {
  readonly root: TextNode;
  place(at: Span): Place;
}

/** A node as a plain value. Maps have no prototype, so that no key can reach it. */
export function plainValue(node: TextNode): unknown {
  if (node.kind === "scalar") return node.value;
  return node.kind === "list" ? node.items.map(plainValue) : plainMap(node);
}

/** A map as a plain object without a prototype. */
export function plainMap({ entries }: TextMap): Record<string, unknown> {
  const map: Record<string, unknown> = Object.create(null);
  for (const { key, value } of entries) map[key] = plainValue(value);
  return map;
}

const LINE_END = /\r\n?|\n/g;

/** Converts offsets (and lengths to underline) to places. Line starts are found on first use, since most files have no problem. */
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

/** The deepest nesting of lists and maps, far beyond any file that people write. */
export const MAX_NESTING = 40;

/** The most tokens of a YAML file; a thousand lines have about 7 000. Bulk data comes as JSON or CSV. */
export const MAX_TOKENS = 50_000;

/** The largest text, in characters (or in bytes, for code that reads files). */
export const MAX_TEXT_LENGTH = 1_000_000;
const MAX_TEXT_LENGTH_WORDS = "1 MB";

/**
 * Decodes a text file without its byte order mark: UTF-8, UTF-16 (by its byte order mark, or a zero in every other of the first bytes), or
 * else Windows-1252, as older spreadsheets and editors write. Null if it isn't text.
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

/** Windows-1252 from 0x80 to 0x9f; the rest is ISO 8859-1. Not every build of Node decodes it. */
const WINDOWS_1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

type Encoding = "utf-8" | "utf-16le" | "utf-16be";

function utf16Of([a, b, c, d]: Uint8Array): Encoding | null {
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  // Files begin with ASCII letters.
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

/** Control characters other than tab, line feed and carriage return, and lone surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|\p{Surrogate}/u;

/** The first unprintable character of a text, with its name (`U+0000`) and offset; null if there is none. */
export function unprintable(text: string): { offset: number; name: string } | null {
  const match = UNPRINTABLE.exec(text);
  if (match === null) return null;
  return { offset: match.index, name: codePointName(text, match.index) };
}

/** The Unicode name of a character, `U+00A0`, for looking it up. */
export function codePointName(text: string, offset: number): string {
  return `U+${text.charCodeAt(offset).toString(16).toUpperCase().padStart(4, "0")}`;
}

/**
 * A special white space or invisible character that YAML takes for a letter, at the start of an unquoted text, or after what looks like a
 * key: `key:` and a no-break space. The group is what comes before it. Hardly ever intended; comes with pasted text.
 */
export const SPECIAL_SPACE = /^([\w.-]+:)?[\u00a0\u1680\u2000-\u200d\u202f\u205f\u2060\u3000\ufeff]/;

export const SPLIT_IT = msg`rules.file-too-large-hint: split it into several files, or name another file`;

export function tooLong(file: string): Problem {
  const message = msg`rules.file-too-large: ${file} is too large: at most ${MAX_TEXT_LENGTH_WORDS} can be read`;
  return problem("file-too-large", message, { hint: SPLIT_IT });
}

/** Why a text can't be parsed at all: it is too large, or not text. Null if it can be. */
export function guardText(file: string, text: string): Problem | null {
  if (text.length > MAX_TEXT_LENGTH) return tooLong(file);
  const odd = unprintable(text);
  if (odd === null) return null;
  return problem(
    "control-character",
    msg`rules.control-character: this is not plain text: it contains the character ${odd.name}`,
    {
      place: createPlaceLocator(file, text)(odd.offset),
      hint: msg`rules.control-character-hint: save the file as UTF-8 text`,
    },
  );
}

/** The problem of a text that is nested too deeply for a recursive parser. */
export function tooDeep(place: Place): Problem {
  const message = msg`rules.too-deep: lists and maps are nested more than ${MAX_NESTING} levels deep here`;
  return problem("too-deep", message, { place });
}

/** The problem of a repeated key. @param first the place of its first occurrence */
export function repeatedKey(key: string, place: Place, first: Place): Problem {
  const related = [relatedPlace(msg`rules.first-place: the first one is here`, first)];
  const said = { place, related, hint: msg`rules.keep-one-hint: keep one of them` };
  const message = msg`rules.repeated-key: the key \`${shorten(key)}\` is given twice`;
  return problem("duplicate-key", message, said);
}
