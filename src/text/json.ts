import { failure, problem, type Result, success } from "../problem/problem.ts";
import { guardText } from "./guard.ts";
import { DEEPEST_NESTING, type MapEntry, type ReadText, type ScalarNode, type TextNode } from "./node.ts";
import { lazyPlaces } from "./places.ts";

/**
 * Reads JSON (RFC 8259) to nodes that know where they stand. `JSON.parse` would forget the places and swallow keys that
 * stand there twice.
 *
 * @returns the nodes, or the one problem that ended the reading
 */
export function readJson(file: string, text: string): Result<ReadText> {
  const refused = guardText(file, text);
  if (refused !== null) return failure([refused]);
  const place = lazyPlaces(file, text);
  try {
    const root = new JsonReader(text).document();
    return success({ root, place: (at) => place(at.from, at.to - at.from) });
  } catch (fault) {
    if (!(fault instanceof JsonFault)) throw fault;
    return failure([problem(fault.code, fault.message, { place: place(fault.at), hint: fault.hint })]);
  }
}

/** Never leaves this file. */
class JsonFault extends Error {
  readonly code: string;
  readonly at: number;
  readonly hint: string | null;
  constructor(code: string, message: string, at: number, hint: string | null = null) {
    super(message);
    this.code = code;
    this.at = at;
    this.hint = hint;
  }
}

const QUOTE = 34;
const BACKSLASH = 92;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
const WORD = /[A-Za-z]+/y;
const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);

class JsonReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): TextNode {
    if (this.#text.charCodeAt(0) === 0xfeff) this.#at = 1;
    const root = this.#value(0);
    this.#skipSpace();
    if (this.#at < this.#text.length)
      throw new JsonFault("json-syntax", "the JSON ends before this", this.#at);
    return root;
  }

  #value(depth: number): TextNode {
    this.#skipSpace();
    if (depth > DEEPEST_NESTING)
      throw new JsonFault("too-deep", "lists and objects are nested too deeply here", this.#at);
    const char = this.#text[this.#at];
    if (char === "{") return this.#map(depth);
    if (char === "[") return this.#list(depth);
    if (char === '"') return this.#string();
    if (char === "-" || (char !== undefined && char >= "0" && char <= "9")) return this.#number();
    return this.#word();
  }

  #map(depth: number): TextNode {
    const from = this.#at++;
    const entries: MapEntry[] = [];
    this.#skipSpace();
    if (this.#takes("}")) return { kind: "map", entries, from, to: this.#at };
    do {
      this.#skipSpace();
      if (this.#text.charCodeAt(this.#at) !== QUOTE) throw this.#expected("a key in quotation marks");
      const key = this.#string();
      this.#skipSpace();
      if (!this.#takes(":")) throw this.#expected("a colon after the key");
      entries.push({ key: key.source, keySpan: key, value: this.#value(depth + 1) });
      this.#skipSpace();
    } while (this.#takes(","));
    if (!this.#takes("}")) throw this.#expected("a comma or }");
    return { kind: "map", entries, from, to: this.#at };
  }

  #list(depth: number): TextNode {
    const from = this.#at++;
    const items: TextNode[] = [];
    this.#skipSpace();
    if (this.#takes("]")) return { kind: "list", items, from, to: this.#at };
    do {
      items.push(this.#value(depth + 1));
      this.#skipSpace();
    } while (this.#takes(","));
    if (!this.#takes("]")) throw this.#expected("a comma or ]");
    return { kind: "list", items, from, to: this.#at };
  }

  #string(): ScalarNode {
    const from = this.#at;
    const text = this.#text;
    let end = from + 1;
    let escaped = false;
    for (let code = text.charCodeAt(end); code !== QUOTE; code = text.charCodeAt(end)) {
      if (!(code >= 32)) {
        const what = "this text has no closing quotation mark on its line";
        throw new JsonFault("json-syntax", what, from);
      }
      if (code === BACKSLASH) escaped = true;
      end += code === BACKSLASH ? 2 : 1;
    }
    this.#at = end + 1;
    const source = escaped ? this.#unescape(from, end + 1) : text.slice(from + 1, end);
    return { kind: "scalar", value: source, source, from, to: end + 1 };
  }

  #unescape(from: number, to: number): string {
    try {
      return String(JSON.parse(this.#text.slice(from, to)));
    } catch {
      throw new JsonFault("json-syntax", "there is a backslash in this text that JSON does not know", from);
    }
  }

  #number(): ScalarNode {
    const from = this.#at;
    NUMBER.lastIndex = from;
    const source = NUMBER.exec(this.#text)?.[0];
    if (source === undefined) throw this.#expected("a number");
    this.#at = from + source.length;
    return { kind: "scalar", value: Number(source), source, from, to: this.#at };
  }

  #word(): ScalarNode {
    const from = this.#at;
    WORD.lastIndex = from;
    const source = WORD.exec(this.#text)?.[0] ?? "";
    const value = WORDS.get(source);
    if (value === undefined) throw this.#expected("a value");
    this.#at = from + source.length;
    return { kind: "scalar", value, source, from, to: this.#at };
  }

  #takes(char: string): boolean {
    if (this.#text[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
      this.#at++;
    }
  }

  #expected(what: string): JsonFault {
    if (this.#at >= this.#text.length)
      return new JsonFault("json-syntax", `the file ends where JSON needs ${what}`, this.#at);
    const hint = this.#at === 0 ? "if the file is YAML, give it the ending .yaml" : null;
    return new JsonFault("json-syntax", `this is not JSON: ${what} should stand here`, this.#at, hint);
  }
}
