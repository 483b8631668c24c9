import type { Place } from "../problem/problem.ts";

/**
 * Text that was read but not yet understood: keys, lists and values that know where they stand.
 *
 * The same tree comes out of YAML, JSON and spreadsheets, so that whoever gives it a meaning need not know which it was.
 * Keys stay in a list, in the order of the file: a key written twice is still there to be reported, and no key, whatever
 * its name, can touch anything but the list.
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

/** Lists and maps within lists and maps; no file that people write comes near it. */
export const MAX_NESTING = 40;

/** Words, signs and spaces in a file; the largest that people write stays far below. */
export const MAX_TOKENS = 50_000;

/** Largest text that is read at all, in characters (and in bytes, for whoever reads the disk). */
export const MAX_TEXT_LENGTH = 1_000_000;
export const MAX_TEXT_LENGTH_WORDS = "1 MB";
