import Handlebars from "handlebars";
import { hintFor } from "../rules/problem/wording.ts";
import { type Place, type Problem, problem } from "../rules/problem/problem.ts";
import { type ParsedTemplate, TOO_DEEP } from "./parse-template.ts";
import { FUNCTION_NAMES } from "./template-functions.ts";

/** A place in a template where something may go wrong, and what is written there. */
export interface Spot {
  readonly place: Place;
  readonly written: string;
}

/** What a prepared template calls besides the functions that a template may name. No template can spell these. */
export const STEP = {
  find: "#find",
  escaped: "#escaped",
  plain: "#plain",
  elements: "#elements",
  test: "#test",
  enter: "#enter",
} as const;

/** The blocks of Handlebars that a template may use, and how many names `as |…|` may give in each. */
const BLOCKS: Readonly<Record<string, number>> = { if: 0, unless: 0, each: 2, with: 1 };
const BLOCK_NAMES = Object.keys(BLOCKS);

/** Blocks within blocks, calls within calls; with some thousands Handlebars runs out of room. */
const DEEPEST = 200;

/**
 * Makes a parsed template ready to be compiled, and finds what cannot be carried out before anything is written.
 *
 * By itself Handlebars escapes for HTML only, takes an unknown name in an argument for nothing and, where two blocks are
 * alike, tells the place of the first for both. So whatever looks something up or puts something in becomes a call, whose
 * first argument is the number of its spot: `{{row.id}}` turns into `{{{#escaped 8 (#find 7 row "id")}}}`. The template's
 * own words go the same way, so that all that is written passes one gate.
 *
 * @param parsed the template; its tree is changed
 * @param partials the names of the partials that there are
 * @param spots takes up the spots of this template
 * @returns everything that is wrong with the template
 */
export function prepareTemplate(
  parsed: ParsedTemplate,
  partials: readonly string[],
  spots: Spot[],
): readonly Problem[] {
  const preparation = new Preparation({ place: parsed.place, partials, spots });
  preparation.accept(parsed.tree);
  return preparation.problems;
}

interface Source {
  readonly place: ParsedTemplate["place"];
  readonly partials: readonly string[];
  readonly spots: Spot[];
}

/** What a method returns stands in for the node that it was given; `false` takes the node out. */
class Preparation extends Handlebars.Visitor {
  readonly mutating = true;
  declare readonly parents: readonly hbs.AST.Node[];
  readonly problems: Problem[] = [];
  readonly #source: Source;
  /** The names given by `as |row|` around the node that is being visited. */
  readonly #given: string[][] = [];

  constructor(source: Source) {
    super();
    this.#source = source;
  }

  override Program(program: hbs.AST.Program) {
    if (this.#isTooDeep(program)) return;
    this.#given.push(program.blockParams ?? []);
    super.Program(program);
    this.#given.pop();
  }

  override ContentStatement(content: hbs.AST.ContentStatement) {
    const text = content.value.replaceAll("~", "\u00a0");
    return text === "" ? false : output(this.#call(STEP.plain, content, literal(text, content)));
  }

  override CommentStatement() {
    return false;
  }

  /** A name with arguments calls a function; a name alone is always looked up in what the page tells. */
  override MustacheStatement(mustache: hbs.AST.MustacheStatement) {
    const isCall = mustache.params.length > 0 || mustache.hash !== undefined;
    const shown = isCall ? { ...mustache, type: "SubExpression" } : mustache.path;
    return output(this.#call(mustache.escaped ? STEP.escaped : STEP.plain, shown, ...this.#visited([shown])));
  }

  override SubExpression(call: hbs.AST.SubExpression) {
    if (this.#isTooDeep(call)) return;
    const name = wording(call);
    if (!FUNCTION_NAMES.includes(name)) {
      this.#refuse(call.path, `there is no template function \`${name}\``, hintFor(name, FUNCTION_NAMES));
    }
    const params = this.#visited(call.params);
    this.acceptKey(call, "hash");
    return { ...this.#call(name, call, ...params), hash: call.hash };
  }

  override PathExpression(path: hbs.AST.PathExpression) {
    const [first = ""] = path.parts;
    const isScoped = path.depth > 0 || /^\.|this\b/.test(path.original);
    const known = path.data || (!isScoped && this.#given.flat().includes(first)) ? 1 : 0;
    const start = { ...path, parts: path.parts.slice(0, known) };
    return this.#call(STEP.find, path, start, ...path.parts.slice(known).map((part) => literal(part, path)));
  }

  override UndefinedLiteral(node?: hbs.AST.Node) {
    return { ...node, type: "NullLiteral" };
  }

  override BlockStatement(block: hbs.AST.BlockStatement) {
    const name = wording(block);
    if (!BLOCK_NAMES.includes(name)) {
      this.#refuse(block.path, `there is no block \`${name}\``, hintFor(name, BLOCK_NAMES));
    } else if (block.params.length !== 1 || block.hash !== undefined) {
      this.#refuse(block, `{{#${name}}} takes exactly one value`);
    } else {
      this.#checkGiven(block, block.program, BLOCKS[name] ?? 0);
      this.#checkGiven(block, block.inverse, 0);
    }
    const [over] = block.params;
    block.params = this.#visited(block.params);
    if (over !== undefined) {
      block.params = [this.#call(name === "each" ? STEP.elements : STEP.test, over, ...block.params)];
    }
    this.acceptKey(block, "program");
    this.acceptKey(block, "inverse");
  }

  /** Handlebars lets a given name hide the function of that name, and breaks on a name that the block does not give. */
  #checkGiven(block: hbs.AST.BlockStatement, body: hbs.AST.Program | undefined, most: number): void {
    const wrong = body?.blockParams?.find(
      (name, at) => at >= most || FUNCTION_NAMES.includes(name) || BLOCK_NAMES.includes(name),
    );
    if (wrong === undefined) return;
    const hint = `{{#${wording(block)}}} can give ${most} names, which must not be those of functions or blocks`;
    this.#refuse(block, `the name \`${wrong}\` cannot be given here`, hint);
  }

  override PartialStatement(partial: hbs.AST.PartialStatement) {
    const { name, params } = partial;
    if (name.type === "SubExpression") return this.#refuse(partial, "a partial is called by its name");
    if (params.length > 1) this.#refuse(partial, "a partial takes at most one value besides its named ones");
    const called = wording(partial);
    if (!this.#source.partials.includes(called)) {
      const hint = hintFor(called, this.#source.partials);
      this.#refuse(partial, `there is no partial \`${called}\``, hint, "unknown-partial");
    }
    const context = this.#visited(params.length > 0 ? params : [path([], partial)]);
    partial.params = [this.#call(STEP.enter, partial, ...context)];
    this.acceptKey(partial, "hash");
  }

  override PartialBlockStatement(node: hbs.AST.PartialBlockStatement) {
    this.#refuse(node, UNSUPPORTED);
  }

  override Decorator(node: hbs.AST.Decorator) {
    this.#refuse(node, UNSUPPORTED);
  }

  override DecoratorBlock(node: hbs.AST.DecoratorBlock) {
    this.#refuse(node, UNSUPPORTED);
  }

  #isTooDeep(node: hbs.AST.Node): boolean {
    if (this.parents.length < DEEPEST) return false;
    this.#refuse(node, TOO_DEEP);
    return true;
  }

  #visited(expressions: readonly hbs.AST.Expression[]): hbs.AST.Expression[] {
    const visited = [...expressions];
    this.acceptArray(visited);
    return visited;
  }

  #call(name: string, node: hbs.AST.Node, ...params: hbs.AST.Expression[]) {
    const spot = this.#source.spots.push({ place: this.#source.place(node), written: wording(node) }) - 1;
    return {
      type: "SubExpression" as const,
      loc: node.loc,
      path: path([name], node),
      params: [literal(spot, node), ...params],
    };
  }

  #refuse(node: hbs.AST.Node, message: string, hint: string | null = null, code = "template-form"): void {
    this.problems.push(problem(code, message, { place: this.#source.place(node), hint }));
  }
}

const UNSUPPORTED = "this form is not supported in templates here";

interface Wording {
  readonly original?: unknown;
}

/** What is written at a node: a path, the name of what is called, a literal. */
function wording(node: hbs.AST.Node): string {
  const { path, name, original } = node as hbs.AST.Node & Wording & { path?: Wording; name?: Wording };
  return String((path ?? name)?.original ?? original ?? "");
}

function path(parts: string[], { loc }: hbs.AST.Node): hbs.AST.PathExpression {
  return { type: "PathExpression", loc, data: false, depth: 0, parts, original: parts.join(".") };
}

function literal(value: string | number, { loc }: hbs.AST.Node) {
  return { type: typeof value === "string" ? "StringLiteral" : "NumberLiteral", loc, value, original: value };
}

function output(call: { readonly path: hbs.AST.PathExpression; readonly params: hbs.AST.Expression[] }) {
  return { ...call, type: "MustacheStatement", escaped: false };
}
