import { CST, Lexer } from "yaml";
import { placesIn } from "../problem/place.ts";
import { type Problem, problem } from "../problem/problem.ts";
import { DEEPEST_NESTING, LARGEST_FILE, LARGEST_FILE_WORDS } from "./limits.ts";

/** Control characters that no text file has; tab, line feed and carriage return are fine. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u0080-\u0084\u0086-\u009f\ufffe\uffff]/;

/**
 * What is wrong with a text before a YAML parser should see it: too large, binary, empty, or nested so deeply that a
 * recursive parser would run out of stack.
 *
 * @returns one problem, or null if the text is harmless
 */
export function guard(file: string, text: string): Problem | null {
  if (text.length > LARGEST_FILE) {
    return problem(
      "file-too-large",
      `\`${file}\` is larger than ${LARGEST_FILE_WORDS}, no variant needs that`,
    );
  }
  const control = CONTROL.exec(text);
  if (control !== null) {
    const code = control[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    return problem(
      "control-character",
      `a control character (U+${code}) stands here; this is not plain text`,
      {
        place: placesIn(file, text)(control.index),
        hint: "save the file as UTF-8 text",
      },
    );
  }
  const deep = tooDeep(text);
  if (deep === null) return null;
  return problem("too-deep", `lists and maps are nested more than ${DEEPEST_NESTING} deep here`, {
    place: placesIn(file, text)(deep),
  });
}

/** Tokens that open a level of block nesting when they stand further right than the one before. */
const NODE_STARTS: ReadonlySet<string> = new Set([
  "seq-item-ind",
  "explicit-key-ind",
  "scalar",
  "single-quoted-scalar",
  "double-quoted-scalar",
]);

/** The offset at which nesting gets too deep; judged by tokens alone, without recursion. */
function tooDeep(text: string): number | null {
  const columns: number[] = [];
  let offset = 0;
  let column = 0;
  let flow = 0;
  for (const token of new Lexer().lex(text)) {
    const type = CST.tokenType(token);
    if (type === "flow-seq-start" || type === "flow-map-start") flow++;
    else if (type === "flow-seq-end" || type === "flow-map-end") flow = Math.max(0, flow - 1);
    else if (type !== null && NODE_STARTS.has(type)) {
      while ((columns.at(-1) ?? -1) >= column) columns.pop();
      if (flow === 0) columns.push(column);
    }
    if (columns.length + flow > DEEPEST_NESTING) return offset;
    if (type === "doc-mode" || type === "scalar" || type === "flow-error-end") continue;
    offset += token.length;
    column = type === "newline" ? 0 : column + token.length;
  }
  return null;
}
