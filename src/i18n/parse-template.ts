import Handlebars from "handlebars";
import {
  placesIn,
  failure,
  type Place,
  type Problem,
  problem,
  type Result,
  success,
} from "../rules/problem/problem.ts";
import { tooDeepAt } from "./nesting.ts";
import { parseErrorOffset } from "./parse-error.ts";

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
