import { type Message, msg } from "../rules/problem/message.ts";
import Handlebars from "handlebars";
import { failure, type Place, problem } from "../rules/problem/problem.ts";
import { type Problem, type Result, success } from "../rules/problem/problem.ts";
import { suggestWord } from "../rules/problem/wording.ts";
import { createPlaceLocator } from "../rules/source/text.ts";
import { FUNCTION_NAMES } from "./template-functions.ts";

/** A template parsed by Handlebars, with standalone white space removed, and the places of its nodes. */
export interface ParsedTemplate {
  readonly tree: hbs.AST.Program;
  readonly place: (node: hbs.AST.Node) => Place;
}

/** The greatest nesting of blocks or calls. */
const MAX_LEVELS = 100;
const TOO_DEEP = msg`i18n.nested-too-deep: blocks or calls are nested too deeply here`;

/** Parses and validates a template. @param partials the names of the available partials */
export function parseTemplate(
  source: { readonly file: string; readonly text: string },
  partials: readonly string[],
): Result<ParsedTemplate> {
  const text = source.text.replaceAll("\r\n", "\n");
  const at = createPlaceLocator(source.file, text);
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  const offset = ({ line, column }: hbs.AST.Position) => (starts[line - 1] ?? 0) + column;
  const tooDeep = findExcessDepth(text, MAX_LEVELS);
  if (tooDeep !== null) return failure([problem("template-form", TOO_DEEP, { place: at(tooDeep) })]);
  const place = ({ loc }: hbs.AST.Node) => at(offset(loc.start), offset(loc.end) - offset(loc.start));
  try {
    const tree = Handlebars.parse(text);
    const check = new FormCheck(place, partials);
    check.accept(tree);
    return check.problems.length > 0 ? failure(check.problems) : success({ tree, place });
  } catch (error) {
    return failure([syntaxProblem(error, at(offset(errorPosition(error))))]);
  }
}

function syntaxProblem(error: unknown, place: Place): Problem {
  const mismatch = /^(\S+) doesn't match (\S+)/.exec(error instanceof Error ? error.message : "");
  if (mismatch !== null) {
    const [, opened = "", closed = ""] = mismatch;
    const message = msg`i18n.mismatched-block: {{#${opened}}} is closed by {{/${closed}}}`;
    return problem("template-syntax", message, { place });
  }
  const hint = msg`i18n.template-syntax-hint: every {{ needs a }}, every {{#block}} a {{/block}}`;
  return problem("template-syntax", msg`i18n.template-syntax: this is not a valid template`, {
    place,
    hint,
  });
}

/** The position of a syntax error: some errors have line and column; for others the lexer still has it. */
function errorPosition(error: unknown): hbs.AST.Position {
  const { lineNumber, column } = error as { lineNumber?: number; column?: number };
  if (lineNumber !== undefined && column !== undefined) return { line: lineNumber, column };
  const { yylloc } = (Handlebars as unknown as { Parser: { lexer: { yylloc: LexerPlace } } }).Parser.lexer;
  return { line: yylloc.first_line, column: yylloc.first_column };
}

type LexerPlace = Readonly<Record<"first_line" | "first_column", number>>;

/** A tag that opens a block, continues one with `else`, or closes one. */
const TAG = /^\{\{~?(?:(?<opens>#|\^\s*[^\s~}])|(?<continues>else\s+[^\s~}])|(?<closes>\/))/;

/**
 * The offset at which blocks or calls are nested deeper than `most`; null if there is none. Checked before parsing, because Handlebars
 * takes quadratic time in the depth.
 */
export function findExcessDepth(text: string, most: number): number | null {
  // The depth of each open block: `else if` nests another block in the one that it continues.
  const blocks: number[] = [];
  let depth = 0;
  for (let at = text.indexOf("{{"); at !== -1; ) {
    const end = text.indexOf("}}", at);
    const tag = text.slice(at, end === -1 ? undefined : end);
    const { opens, continues, closes } = TAG.exec(tag)?.groups ?? {};
    if (opens !== undefined) blocks.push(1);
    else if (continues !== undefined) blocks.push((blocks.pop() ?? 0) + 1);
    if (opens !== undefined || continues !== undefined) depth += 1;
    if (closes !== undefined) depth -= blocks.pop() ?? 0;
    if (depth > most || callDepth(tag) > most) return at;
    at = end === -1 ? -1 : text.indexOf("{{", end);
  }
  return null;
}

function callDepth(tag: string): number {
  let [depth, deepest] = [0, 0];
  for (const char of tag) {
    if (char === "(") depth += 1;
    if (char === ")") depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** Syntax of Handlebars that is not supported. */
const UNSUPPORTED = ["PartialBlockStatement", "Decorator", "DecoratorBlock"];

/** The supported blocks, with the greatest number of names in `as |…|`. */
const BLOCKS: Readonly<Record<string, number>> = { if: 0, unless: 0, each: 2, with: 1 };
const BLOCK_NAMES = Object.keys(BLOCKS);

/** Visits a parsed template and collects unsupported or invalid parts. */
class FormCheck extends Handlebars.Visitor {
  readonly problems: Problem[] = [];
  readonly #place: ParsedTemplate["place"];
  readonly #partials: readonly string[];

  constructor(place: ParsedTemplate["place"], partials: readonly string[]) {
    super();
    this.#place = place;
    this.#partials = partials;
  }

  override accept(node: hbs.AST.Node | undefined) {
    if (node === undefined) return;
    if (!UNSUPPORTED.includes(node.type)) super.accept(node);
    else this.#refuse(node, msg`i18n.unsupported-syntax: templates do not support this syntax`);
  }

  override MustacheStatement(mustache: hbs.AST.MustacheStatement) {
    if (isCall(mustache)) this.SubExpression(mustache as hbs.AST.Node as hbs.AST.SubExpression);
  }

  override SubExpression(call: hbs.AST.SubExpression) {
    const name = formatNode(call);
    if (!FUNCTION_NAMES.includes(name)) {
      const message = msg`i18n.no-such-function: there is no template function \`${name}\``;
      this.#refuse(call.path, message, suggestWord(name, FUNCTION_NAMES));
    }
    this.acceptArray(call.params);
    this.acceptKey(call, "hash");
  }

  override BlockStatement(block: hbs.AST.BlockStatement) {
    const name = formatNode(block);
    if (!BLOCK_NAMES.includes(name)) {
      const message = msg`i18n.no-such-block: there is no block \`${name}\``;
      this.#refuse(block.path, message, suggestWord(name, BLOCK_NAMES));
    } else if (block.params.length !== 1 || block.hash !== undefined) {
      this.#refuse(block, msg`i18n.block-takes-one-value: {{#${name}}} takes exactly one value`);
    } else {
      this.#checkGiven(block, block.program, BLOCKS[name] ?? 0);
      this.#checkGiven(block, block.inverse, 0);
    }
    super.BlockStatement(block);
  }

  /** Names of block parameters may not hide a function or block, and there may not be more than the block supports. */
  #checkGiven(block: hbs.AST.BlockStatement, body: hbs.AST.Program | undefined, most: number): void {
    const wrong = body?.blockParams?.find(
      (name, at) => at >= most || FUNCTION_NAMES.includes(name) || BLOCK_NAMES.includes(name),
    );
    if (wrong === undefined) return;
    const hint = msg`i18n.bad-block-name-hint: names that {{#${formatNode(block)}}} can give: ${most}; those of functions and blocks are reserved`;
    this.#refuse(block, msg`i18n.bad-block-name: the name \`${wrong}\` is not possible here`, hint);
  }

  override PartialStatement(partial: hbs.AST.PartialStatement) {
    if (partial.name.type === "SubExpression")
      return this.#refuse(partial, msg`i18n.partial-needs-name: a partial must be called by its name`);
    if (partial.params.length > 1)
      this.#refuse(partial, msg`i18n.partial-takes-one-value: a partial takes at most one unnamed value`);
    const name = formatNode(partial);
    if (!this.#partials.includes(name)) {
      const message = msg`i18n.no-such-partial: there is no partial \`${name}\``;
      this.#refuse(partial, message, suggestWord(name, this.#partials), "unknown-partial");
    }
    super.PartialStatement(partial);
  }

  #refuse(node: hbs.AST.Node, message: Message, hint: Message | null = null, code = "template-form"): void {
    this.problems.push(problem(code, message, { place: this.#place(node), hint }));
  }
}

/** A name with arguments calls a function; a name alone is always looked up in the data of the page. */
export function isCall({ params, hash }: Pick<hbs.AST.MustacheStatement, "params" | "hash">): boolean {
  return params.length > 0 || hash !== undefined;
}

/** The source text of a node: a path, the name of a function or partial, a literal. */
export function formatNode(node: hbs.AST.Node): string {
  type Named = { readonly original?: unknown };
  const { path, name, original } = node as hbs.AST.Node & Named & { path?: Named; name?: Named };
  return String((path ?? name)?.original ?? original ?? "");
}
