import { MAX_NESTING, type TextEntry, type TextNode } from "./node.ts";
import { plainScalar } from "./scalar.ts";

/**
 * Reads the YAML that most people write: maps and lists in lines and indentation, one-line values with or without
 * quotation marks, comments.
 *
 * It is here for speed alone: the full parser takes some thirty times as long, which is felt where thousands of sheets are
 * read. Anything else (braces, block texts, escapes, values over several lines, tabs, mistakes) is not for this reader: it
 * gives up, and the full parser has its say. Where it does not give up, it reads the same values at the same places as the
 * full parser; tests hold the two against each other over thousands of texts, tidy and wild.
 *
 * @returns the root node, or null if the text is not that plain
 */
export function readPlainYaml(text: string): TextNode | null {
  const reader = new PlainReader(text);
  const root = reader.block(0, 0);
  return reader.gaveUp || root === null || !reader.atEnd ? null : root;
}

const TAB = 9;
const LINE_FEED = 10;
const RETURN = 13;
const SPACE = 32;
const DOUBLE_QUOTE = 34;
const HASH = 35;
const SINGLE_QUOTE = 39;
const DASH = 45;
const COLON = 58;
const BACKSLASH = 92;
const BYTE_ORDER_MARK = 0xfeff;

/** YAML itself takes longer keys for none. */
const MAX_KEY_LENGTH = 1000;

/** Characters that may mean something to YAML, wherever they stand: whoever uses them gets the full parser. */
const TELLING = new Set([..."\"'#[]{},&*!|>%@`?:\\=<"].map((c) => c.charCodeAt(0)));

class PlainReader {
  gaveUp = false;
  readonly #text: string;
  /** The start of the current line's content, or the end of the text. */
  #at = 0;
  /** How far the current line's content is indented. */
  #column = 0;

  constructor(text: string) {
    this.#text = text;
    const start = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
    this.#nextLine(start, start);
  }

  get atEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** The map or list whose first line is the current one, if it is indented at least this far. */
  block(indent: number, depth: number): TextNode | null {
    if (this.atEnd || this.#column < indent) return null;
    if (depth >= MAX_NESTING) return this.#giveUp();
    return this.#startsItem() ? this.#list(this.#column, depth) : this.#map(this.#column, depth);
  }

  #list(column: number, depth: number): TextNode | null {
    const from = this.#at;
    const items: TextNode[] = [];
    while (!this.atEnd && this.#column === column && this.#startsItem()) {
      const item = this.#item(depth);
      if (item === null) return this.#giveUp();
      items.push(item);
    }
    if (!this.atEnd && this.#column > column) return this.#giveUp();
    return { kind: "list", items, from, to: items.at(-1)?.to ?? from };
  }

  #item(depth: number): TextNode | null {
    let start = this.#at + 1;
    while (this.#text.charCodeAt(start) === SPACE) start++;
    const code = this.#text.charCodeAt(start);
    // An empty item, or one that starts below: rare enough for the full parser.
    if (Number.isNaN(code) || code === LINE_FEED || code === RETURN || code === HASH) return null;
    const dashColumn = this.#column;
    this.#column += start - this.#at;
    this.#at = start;
    if (this.#startsItem()) return null;
    const value = this.#keyEnd(start) === -1 ? this.#scalar(start) : this.#map(this.#column, depth + 1);
    if (!this.atEnd && this.#column > dashColumn) return null;
    return value;
  }

  #map(column: number, depth: number): TextNode | null {
    const from = this.#at;
    const entries: TextEntry[] = [];
    while (!this.atEnd && this.#column === column && !this.#startsItem()) {
      const entry = this.#entry(depth);
      if (entry === null) return this.#giveUp();
      entries.push(entry);
    }
    if (!this.atEnd && this.#column > column) return this.#giveUp();
    return { kind: "map", entries, from, to: entries.at(-1)?.value.to ?? from };
  }

  #entry(depth: number): TextEntry | null {
    const from = this.#at;
    const column = this.#column;
    const quote = this.#text.charCodeAt(from);
    const isQuoted = quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE;
    const keyEnd = isQuoted ? this.#quotedKeyEnd(from, quote) : this.#keyEnd(from);
    if (keyEnd === -1) return null;
    const keySpan = { from, to: keyEnd };
    const key = isQuoted ? this.#text.slice(from + 1, keyEnd - 1) : this.#text.slice(from, keyEnd);
    let start = keyEnd + 1;
    while (this.#text.charCodeAt(start) === SPACE) start++;
    const code = this.#text.charCodeAt(start);
    if (!Number.isNaN(code) && code !== LINE_FEED && code !== RETURN && code !== HASH) {
      const value = this.#scalar(start);
      return value === null ? null : { key, keySpan, value };
    }
    if (!this.#nextLine(start)) return null;
    const value = this.#below(column, depth);
    if (this.gaveUp) return null;
    const nothing = { kind: "scalar", value: null, source: "", from: keyEnd, to: keyEnd } as const;
    return { key, keySpan, value: value ?? nothing };
  }

  /** What stands below a key: a block further in, or a list at the same depth. */
  #below(column: number, depth: number): TextNode | null {
    if (!this.atEnd && this.#column === column && this.#startsItem()) return this.#list(column, depth + 1);
    return this.block(column + 1, depth + 1);
  }

  /** The offset of the colon that ends a plain key, or -1. */
  #keyEnd(from: number): number {
    const text = this.#text;
    for (let at = from; ; at++) {
      const code = text.charCodeAt(at);
      if (code === COLON) {
        const next = text.charCodeAt(at + 1);
        const ends = Number.isNaN(next) || next === SPACE || next === LINE_FEED || next === RETURN;
        const word = at > from && text.charCodeAt(at - 1) !== SPACE && text.charCodeAt(from) !== DASH;
        return ends && word ? at : -1;
      }
      if (!(code >= SPACE) || TELLING.has(code)) return -1;
    }
  }

  /** The offset of the colon that ends a key in quotation marks, or -1; `"<<"` and what is as long as no key are not for us. */
  #quotedKeyEnd(from: number, quote: number): number {
    const text = this.#text;
    const end = this.#quoteEnd(from, quote);
    if (end === -1 || end === from + 1 || end - from > MAX_KEY_LENGTH || text.startsWith("<<", from + 1))
      return -1;
    const next = text.charCodeAt(end + 2);
    const ends = Number.isNaN(next) || next === SPACE || next === LINE_FEED || next === RETURN;
    return text.charCodeAt(end + 1) === COLON && ends ? end + 1 : -1;
  }

  /** The offset of the closing quotation mark on the same line, or -1. */
  #quoteEnd(from: number, quote: number): number {
    const text = this.#text;
    for (let at = from + 1; ; at++) {
      const code = text.charCodeAt(at);
      if (code === quote) return at;
      if (!(code >= SPACE) || code === BACKSLASH) return -1;
    }
  }

  /** A value on one line, and on to the next line. */
  #scalar(from: number): TextNode | null {
    const quote = this.#text.charCodeAt(from);
    if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) return this.#quoted(from, quote);
    const text = this.#text;
    let end = from;
    let at = from;
    for (; ; at++) {
      const code = text.charCodeAt(at);
      if (code === SPACE) continue;
      if (Number.isNaN(code) || code === LINE_FEED || code === RETURN) break;
      if (code === HASH && text.charCodeAt(at - 1) === SPACE) break;
      if (!(code > SPACE) || TELLING.has(code)) return null;
      end = at + 1;
    }
    const dash = text.charCodeAt(from) === DASH && end - from > 1;
    // `- x` inside a value, or `---`: not for us. `-5` is fine.
    if (dash && !/[0-9]/.test(text.charAt(from + 1))) return null;
    const source = text.slice(from, end);
    if (!this.#nextLine(at)) return null;
    return { kind: "scalar", value: plainScalar(source), source, from, to: end };
  }

  #quoted(from: number, quote: number): TextNode | null {
    const text = this.#text;
    const end = this.#quoteEnd(from, quote);
    if (end === -1) return null;
    const source = text.slice(from + 1, end);
    // Two single quotation marks in a row stand for one: the full parser knows.
    const next = text.charCodeAt(end + 1);
    if (!Number.isNaN(next) && next !== SPACE && next !== LINE_FEED && next !== RETURN) return null;
    if (!this.#nextLine(end + 1)) return null;
    return { kind: "scalar", value: source, source, from, to: end + 1 };
  }

  #startsItem(): boolean {
    if (this.#text.charCodeAt(this.#at) !== DASH) return false;
    const next = this.#text.charCodeAt(this.#at + 1);
    return Number.isNaN(next) || next === SPACE || next === LINE_FEED || next === RETURN;
  }

  /**
   * Goes on to the next line with content.
   *
   * @param at where the content of the current line has ended; a comment may follow
   * @param lineStart where the line starts, if nothing of it has been read yet
   * @returns whether nothing unexpected stood in between
   */
  #nextLine(at: number, lineStart = -1): boolean {
    const text = this.#text;
    for (let i = at; ; i++) {
      const code = text.charCodeAt(i);
      if (code === LINE_FEED) lineStart = i + 1;
      else if (code === HASH && (i === lineStart || text.charCodeAt(i - 1) === SPACE))
        i = this.#lineEnd(i) - 1;
      else if (Number.isNaN(code)) {
        this.#at = text.length;
        return true;
      } else if (code !== SPACE && !(code === RETURN && text.charCodeAt(i + 1) === LINE_FEED)) {
        if (code === TAB || code === RETURN || lineStart === -1) return this.#giveUp() !== null;
        this.#at = i;
        this.#column = i - lineStart;
        return true;
      }
    }
  }

  #lineEnd(from: number): number {
    const end = this.#text.indexOf("\n", from);
    return end === -1 ? this.#text.length : end;
  }

  #giveUp(): null {
    this.gaveUp = true;
    this.#at = this.#text.length;
    return null;
  }
}
