import { msg } from "../problem/message.ts";
import { LineCounter } from "yaml";
import { type Place, problem, type Problem } from "../problem/problem.ts";

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

/** Turns offsets (and how many characters to underline) into places. Lines are found when first needed: most files have no problem. */
export function placesIn(file: string, text: string): (offset: number, length?: number) => Place {
  let lines: LineCounter | null = null;
  return (offset, length = 1) => {
    if (lines === null) {
      lines = new LineCounter();
      lines.addNewLine(0);
      for (const { index } of text.matchAll(/\n/g)) lines.addNewLine(index + 1);
    }
    const at = Math.max(0, Math.min(offset, text.length));
    const { line, col } = lines.linePos(at);
    const [lineText = ""] = text.slice(at - col + 1).split("\n", 1);
    return { file, line, col, length: Math.max(1, length), text: lineText.replace(/\r$/, "") };
  };
}

/** Lists and maps within lists and maps; no file that people write comes near it. */
export const MAX_NESTING = 40;

/** Words, signs and spaces in a YAML file: a thousand lines have about 7 000. Results in bulk come as JSON or CSV. */
export const MAX_TOKENS = 50_000;

/** The largest text that is read, in characters (and in bytes, for code that reads files). */
export const MAX_TEXT_LENGTH = 1_000_000;
const MAX_TEXT_LENGTH_WORDS = "1 MB";

/** Control characters and halves of characters, which no text has; tab, line feed and carriage return are fine. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|\p{Surrogate}/u;

/** The first character of a text that cannot be printed, with its name (`U+0000`) and offset; null if all can. */
export function unprintable(text: string): { offset: number; name: string } | null {
  const match = UNPRINTABLE.exec(text);
  if (match === null) return null;
  const code = match[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return { offset: match.index, name: `U+${code}` };
}

/** The way out of a file that holds more than is read. */
export const SPLIT_IT = msg`split it into several files; or name another one, if this is not what was meant`;

/** The problem of a file with more text than is read. */
export function tooLong(file: string): Problem {
  const message = msg`${file} is larger than ${MAX_TEXT_LENGTH_WORDS}, which is the most that is read`;
  return problem("file-too-large", message, { hint: SPLIT_IT });
}

/** What keeps a text from being read at all: it is too large, or not text. Null if the text is harmless. */
export function guardText(file: string, text: string): Problem | null {
  if (text.length > MAX_TEXT_LENGTH) {
    return tooLong(file);
  }
  const odd = unprintable(text);
  if (odd === null) return null;
  return problem("control-character", msg`the character ${odd.name} stands here; this is not plain text`, {
    place: placesIn(file, text)(odd.offset),
    hint: msg`save the file as UTF-8 text`,
  });
}

/** The problem of a text whose lists and maps are nested so deeply that no recursive parser should see it. */
export function tooDeep(place: Place): Problem {
  return problem("too-deep", msg`lists and maps are nested more than ${MAX_NESTING} deep here`, { place });
}
