import { CST, Lexer } from "yaml";
import { lazyPlaces, type Place, problem, type Problem } from "../problem/problem.ts";
import { MAX_NESTING, MAX_TEXT_LENGTH, MAX_TEXT_LENGTH_WORDS, MAX_TOKENS } from "./node.ts";

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

/**
 * What keeps a text from being read at all: it is too large, or not text.
 *
 * @returns one problem, or null if the text is harmless
 */
export function guardText(file: string, text: string): Problem | null {
  if (text.length > MAX_TEXT_LENGTH) {
    const message = `\`${file}\` is larger than ${MAX_TEXT_LENGTH_WORDS}; no file for this program is`;
    return problem("file-too-large", message);
  }
  const odd = unprintable(text);
  if (odd === null) return null;
  return problem("control-character", `the character ${odd.name} stands here; this is not plain text`, {
    place: lazyPlaces(file, text)(odd.offset),
    hint: "save the file as UTF-8 text",
  });
}

/**
 * As `guardText`; and nothing in the text brings a YAML parser to its knees: nesting that a recursive parser has no stack
 * for, more tokens than can be told of in reasonable time, directives that change what words mean.
 */
export function guardYaml(file: string, text: string): Problem | null {
  return guardText(file, text) ?? tokenProblem(file, text);
}

/** Tokens that open a level of block nesting when they stand further right than the one before. */
const NODE_STARTS: ReadonlySet<string> = new Set([
  "seq-item-ind",
  "explicit-key-ind",
  "scalar",
  "single-quoted-scalar",
  "double-quoted-scalar",
]);

/** Marks of the lexer that stand for no characters. */
const WITHOUT_WIDTH: ReadonlySet<string> = new Set(["doc-mode", "scalar", "flow-error-end"]);

/** What tokens alone give away, without recursion. */
function tokenProblem(file: string, text: string): Problem | null {
  const places = lazyPlaces(file, text);
  const nesting = new Nesting();
  let [offset, column, tokens] = [0, 0, 0];
  for (const token of new Lexer().lex(text)) {
    const type = CST.tokenType(token) ?? "text";
    if (type === "directive-line") return directive(places(offset, token.length));
    if (nesting.after(type, column) > MAX_NESTING) return tooDeep(places(offset));
    if (++tokens > MAX_TOKENS) {
      const message = `there is far more in \`${file}\` than this program has a use for`;
      return problem("file-too-large", message, { place: places(offset) });
    }
    if (WITHOUT_WIDTH.has(type)) continue;
    offset += token.length;
    const lineBreak = token.lastIndexOf("\n");
    column = lineBreak === -1 ? column + token.length : token.length - lineBreak - 1;
  }
  return null;
}

/** How deep one is among lists and maps, judged by tokens. */
class Nesting {
  /** Columns of the block maps and lists that are open. */
  readonly #columns: number[] = [];
  #flow = 0;

  /** The depth after a token. */
  after(type: string, column: number): number {
    if (type === "flow-seq-start" || type === "flow-map-start") this.#flow++;
    else if (type === "flow-seq-end" || type === "flow-map-end") this.#flow = Math.max(0, this.#flow - 1);
    else if (this.#flow === 0 && NODE_STARTS.has(type)) {
      while ((this.#columns.at(-1) ?? -1) >= column) this.#columns.pop();
      this.#columns.push(column);
    }
    return this.#columns.length + this.#flow;
  }
}

/** The problem of a text whose lists and maps are nested so deeply that no recursive parser should see it. */
export function tooDeep(place: Place): Problem {
  return problem("too-deep", `lists and maps are nested more than ${MAX_NESTING} deep here`, { place });
}

function directive(place: Place): Problem {
  return problem("yaml-directive", "directives (`%…`) cannot be used here", { place, hint: "leave it out" });
}
