import Handlebars from "handlebars";
import {
  failure,
  type Place,
  problem,
  type Problem,
  type Result,
  success,
} from "../rules/problem/problem.ts";
import { placesIn } from "../rules/source/text.ts";

/** A template as Handlebars reads it, white space around blocks settled, and where its nodes stand. */
export interface ParsedTemplate {
  readonly tree: hbs.AST.Program;
  readonly place: (node: hbs.AST.Node) => Place;
}

/** Blocks within blocks, calls within calls; how many of them can be carried out is told once they are known. */
const MAX_LEVELS = 250;
export const TOO_DEEP = "this stands too deep within other blocks or calls";

/** Parses one template file. */
export function parseTemplate(source: {
  readonly file: string;
  readonly text: string;
}): Result<ParsedTemplate> {
  const text = source.text.replaceAll("\r\n", "\n");
  const at = placesIn(source.file, text);
  const starts = lineStarts(text);
  const offset = (p: hbs.AST.Position) => (starts[p.line - 1] ?? 0) + p.column;
  const tooDeep = tooDeepAt(text, MAX_LEVELS);
  if (tooDeep !== null) return failure([problem("template-form", TOO_DEEP, { place: at(tooDeep) })]);
  try {
    return success({
      tree: Handlebars.parse(text),
      place: ({ loc }) => at(offset(loc.start), Math.max(1, offset(loc.end) - offset(loc.start))),
    });
  } catch (error) {
    return failure([syntaxProblem(error, at(parseErrorOffset(error, text, starts)))]);
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function syntaxProblem(error: unknown, place: Place): Problem {
  const mismatch = /^(\S+) doesn't match (\S+)/.exec(error instanceof Error ? error.message : "");
  if (mismatch !== null) {
    const [, opened, closed] = mismatch;
    return problem("template-syntax", `{{#${opened}}} is closed by {{/${closed}}}`, { place });
  }
  return problem("template-syntax", "this is not a valid template", {
    place,
    hint: "every {{ needs its }}, every {{#block}} its {{/block}}",
  });
}

/** A tag of a template that opens a block, goes on with `else`, or closes a block. */
const TAG = /^\{\{~?(?:(?<opens>#|\^\s*[^\s~}])|(?<goesOn>else\s+[^\s~}])|(?<closes>\/))/;

/**
 * Where blocks within blocks, or calls within calls, go deeper than that: the offset of what is too much; null if nothing is.
 * It only looks at brackets, and looks at each once: Handlebars takes the square of the depth, and so has to be kept from trying.
 *
 * @param most more than any template may be nested, by a good margin
 */
export function tooDeepAt(text: string, most: number): number | null {
  /** How deep each open block is: `else if` puts a further block into the one that it goes on. */
  const blocks: number[] = [];
  let depth = 0;
  for (let at = text.indexOf("{{"); at !== -1; ) {
    const end = text.indexOf("}}", at);
    const tag = text.slice(at, end === -1 ? undefined : end);
    const { opens, goesOn, closes } = TAG.exec(tag)?.groups ?? {};
    if (opens !== undefined) blocks.push(1);
    else if (goesOn !== undefined) blocks.push((blocks.pop() ?? 0) + 1);
    if (opens !== undefined || goesOn !== undefined) depth += 1;
    if (closes !== undefined) depth -= blocks.pop() ?? 0;
    if (depth > most || callDepth(tag) > most) return at;
    at = end === -1 ? -1 : text.indexOf("{{", end);
  }
  return null;
}

/** How many calls within calls stand in a tag. */
function callDepth(tag: string): number {
  let [depth, deepest] = [0, 0];
  for (const char of tag) {
    if (char === "(") depth += 1;
    if (char === ")") depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/**
 * Where Handlebars gave up, as an offset into the text.
 *
 * Some of its errors carry line and column. The others say the line and draw a caret below an excerpt from which the line
 * breaks were taken out; the place is where the text before the caret fits.
 */
function parseErrorOffset(error: unknown, text: string, lineStarts: readonly number[]): number {
  const at = error as { lineNumber?: unknown; column?: unknown; message?: unknown };
  if (typeof at.lineNumber === "number" && typeof at.column === "number") {
    return (lineStarts[at.lineNumber - 1] ?? 0) + at.column;
  }
  const [head = "", shown = "", caret = ""] = String(at.message).split("\n");
  const line = Number(/on line (\d+)/.exec(head)?.[1] ?? 1);
  const before = shown.slice(0, Math.max(0, caret.indexOf("^"))).replace(/^\.\.\./, "");
  const from = lineStarts[Math.max(0, line - 2)] ?? 0;
  return offsetAfter(before, text, from) ?? lineStarts[line - 1] ?? 0;
}

function offsetAfter(before: string, text: string, from: number): number | null {
  for (let offset = from; offset <= text.length; offset++) {
    const stretch = text.slice(Math.max(0, offset - 2 * before.length - 80), offset).replaceAll("\n", "");
    // What Handlebars stumbled over is a word of its own, so that it begins after a line break, not with one.
    if (before !== "" && stretch.endsWith(before)) return text.slice(offset).search(/[^\n]|$/) + offset;
  }
  return null;
}
