import { type Message, msg } from "../rules/problem/message.ts";
import { suggestWord } from "../rules/problem/wording.ts";
import { failure, type Problem, problem, type Result, success } from "../rules/problem/problem.ts";
import { getElement, sum } from "../rules/arrays.ts";
import { memoize } from "../rules/memoize.ts";
import type { Language } from "./language.ts";
import { isCall, type ParsedTemplate, parseTemplate, formatNode } from "./parse-template.ts";
import {
  asText,
  CallMistake,
  FUNCTIONS,
  isList,
  isMap,
  isSafe,
  ownProperty,
  type Value,
} from "./template-functions.ts";

/** A template file. */
export interface TemplateSource {
  readonly file: string;
  readonly text: string;
}
/** A partial, which other templates include by its name. */
export interface PartialSource extends TemplateSource {
  readonly name: string;
}

/** The templates of a page in one language. */
export interface PageTemplates {
  readonly main: TemplateSource;
  readonly partials: readonly PartialSource[];
}

/** A page or partial in a folder of templates. */
export interface PlacedTemplate extends PartialSource {
  /** Null for all languages. */
  readonly language: string | null;
}

export interface TemplateOptions {
  readonly language: Language;
  /** Applied to every text that `{{…}}` inserts, so that it is shown literally; the template's own text is not escaped. */
  readonly escape: (text: string) => string;
  /** The limit of characters and steps together. */
  readonly most?: number;
}

/** The default limit; no real page needs as many. */
const MAX_ON_PAGE = 2_000_000;
/** The limit for paper: several times what the longest rule sheet takes. */
export const MAX_ON_PAPER = 100_000;
/** The greatest depth of nested partials; only recursion exceeds it. */
const MAX_PARTIALS = 40;

/**
 * Renders a Handlebars template: `{{name}}`, `{{{name}}}`, `if`, `unless`, `each`, `with`, `else`, partials, and calls in parentheses.
 * Unlike in Handlebars, an unknown name is a problem, with its file and place. A template can only access the given values and partials.
 *
 * @param context the data of the page: plain objects, lists, texts and numbers
 * @returns the text, or every problem once
 */
export function renderTemplate(
  main: TemplateSource,
  partials: readonly PartialSource[],
  context: unknown,
  options: TemplateOptions,
): Result<string> {
  const names = partials.map(({ name }) => name);
  const parsed = [main, ...partials].map(parserWith(partials));
  const problems = parsed.flatMap((one) => (one.ok ? [] : one.problems));
  const [page, ...others] = parsed.flatMap((one) => (one.ok ? [one.value] : []));
  if (page === undefined || problems.length > 0) return failure(problems);
  const run = new Run(page, new Map(others.map((other, at) => [names[at] ?? "", other])), options);
  return run.page(context as Value);
}

/** Parses templates with these partials; cached, because the same page is often rendered for many games and languages. */
const parserWith = memoize((partials: readonly PartialSource[]) => {
  const names = partials.map(({ name }) => name);
  return memoize((source: TemplateSource) => parseTemplate(source, names));
});

/** Ends a run that exceeds its limits. */
class Halt extends Error {}

/** Where the names of a statement are looked up. */
interface Scope {
  /** The value of `this`. */
  readonly context: Value;
  /** The scope of `..`; null at the top of a template. */
  readonly outer: Scope | null;
  /** The variables with `@`. */
  readonly data: LoopData;
  /** The names given by `as |row|`. */
  readonly given: ReadonlyMap<string, Value>;
}

interface LoopData {
  readonly values: Readonly<Record<string, Value>>;
  readonly outer: LoopData | null;
}

/** One run of a template. The value `undefined` means that a problem was already reported. */
class Run {
  /** The current template or partial. */
  #template: ParsedTemplate;
  readonly #partials: ReadonlyMap<string, ParsedTemplate>;
  readonly #options: TemplateOptions;
  /** By code and place, because a loop passes the same place many times. */
  readonly #problems = new Map<string, Problem>();
  #depth = 0;
  #spent = 0;

  constructor(page: ParsedTemplate, partials: ReadonlyMap<string, ParsedTemplate>, options: TemplateOptions) {
    this.#template = page;
    this.#partials = partials;
    this.#options = options;
  }

  page(context: Value): Result<string> {
    const data = { values: { root: context }, outer: null };
    let text = "";
    try {
      text = this.#program(this.#template.tree, { context, outer: null, data, given: new Map() });
    } catch (error) {
      if (!(error instanceof Halt)) throw error;
    }
    return this.#problems.size > 0 ? failure([...this.#problems.values()]) : success(text);
  }

  #program(program: hbs.AST.Program | undefined, scope: Scope): string {
    return program?.body.map((statement) => this.#statement(statement, scope)).join("") ?? "";
  }

  #statement(statement: hbs.AST.Statement, scope: Scope): string {
    switch (statement.type) {
      case "ContentStatement": {
        const { value } = statement as hbs.AST.ContentStatement;
        return this.#put(statement, value.replaceAll("~", "\u00a0"), asText);
      }
      case "MustacheStatement": {
        const mustache = statement as hbs.AST.MustacheStatement;
        const shown = isCall(mustache) ? { ...mustache, type: "SubExpression" } : mustache.path;
        return this.#put(shown, this.#value(shown, scope), mustache.escaped ? this.#options.escape : asText);
      }
      case "BlockStatement":
        return this.#block(statement as hbs.AST.BlockStatement, scope);
      case "PartialStatement":
        return this.#partial(statement as hbs.AST.PartialStatement, scope);
      default:
        return "";
    }
  }

  #put(node: hbs.AST.Node, value: Value, shown: (text: string) => string): string {
    if (isList(value) || isMap(value)) {
      const message = isList(value)
        ? msg`i18n.list-for-text: \`${formatNode(node)}\` is a list, not a text`
        : msg`i18n.group-for-text: \`${formatNode(node)}\` is a group of values, not a text`;
      return this.#complain(node, "not-a-text", message) ?? "";
    }
    const text = isSafe(value) || typeof value === "number" ? asText(value) : shown(asText(value));
    this.#spend(node, text.length);
    return text;
  }

  /** Empty and undefined values lead to `else`. */
  #block(block: hbs.AST.BlockStatement, scope: Scope): string {
    const { program, inverse } = block;
    const over = getElement(block.params, 0);
    const value = this.#value(over, scope);
    const kind = formatNode(block);
    const inside = (values: LoopData["values"], given: readonly Value[]) =>
      this.#program(program, innerScope(scope, values, given, program.blockParams ?? []));
    if (kind === "each") {
      const elements = this.#elements(over, value);
      const written = elements.map(([key, element], index) => {
        const place = { key, index, first: index === 0, last: index === elements.length - 1 };
        return inside({ ...scope.data.values, ...place }, [element, key]);
      });
      return written.length > 0 ? written.join("") : this.#program(inverse, scope);
    }
    this.#spend(over, 0);
    const isEmpty = isList(value) ? value.length === 0 : !value;
    if (kind !== "with") return this.#program(isEmpty === (kind === "if") ? inverse : program, scope);
    return isEmpty && value !== 0 ? this.#program(inverse, scope) : inside(scope.data.values, [value]);
  }

  /** The elements of a list or map, each with its `@key`. */
  #elements(over: hbs.AST.Node, value: Value): readonly (readonly [string | number, Value])[] {
    if (value === undefined || value === null) return [];
    if (!isList(value) && !isMap(value))
      return (
        this.#complain(
          over,
          "not-a-list",
          msg`i18n.value-not-a-list: \`${formatNode(over)}\` is not a list`,
        ) ?? []
      );
    const elements = isList(value) ? [...value.entries()] : Object.entries(value);
    this.#spend(over, elements.length);
    return elements;
  }

  #partial(partial: hbs.AST.PartialStatement, scope: Scope): string {
    const name = formatNode(partial);
    const [given] = partial.params;
    const value = given === undefined ? scope.context : this.#value(given, scope);
    this.#spend(partial, 1);
    if (this.#depth >= MAX_PARTIALS) {
      const message = msg`i18n.endless-partial: the partial \`${name}\` includes itself recursively`;
      this.#halt(partial, "endless-partial", message);
    }
    const named = this.#evaluateNamed(partial.hash, scope);
    const context = partial.hash === undefined ? value : { ...(value as object), ...named };
    const caller = this.#template;
    this.#template = this.#partials.get(name) ?? caller;
    this.#depth += 1;
    const text = this.#program(this.#template.tree, { ...scope, context, outer: null, given: new Map() });
    this.#depth -= 1;
    this.#template = caller;
    if (!partial.indent) return text;
    const lines = text.split("\n").map((line) => partial.indent + line);
    return text.endsWith("\n") ? `${lines.slice(0, -1).join("\n")}\n` : lines.join("\n");
  }

  #value(node: hbs.AST.Expression, scope: Scope): Value {
    if (node.type === "PathExpression") return this.#find(node as hbs.AST.PathExpression, scope);
    if (node.type === "SubExpression") return this.#call(node as hbs.AST.SubExpression, scope);
    return (node as hbs.AST.StringLiteral).value ?? null;
  }

  #evaluateNamed(hash: hbs.AST.Hash | undefined, scope: Scope): Readonly<Record<string, Value>> {
    return Object.fromEntries((hash?.pairs ?? []).map(({ key, value }) => [key, this.#value(value, scope)]));
  }

  /** Looks up a path in the loop variables, the given names, or `this` and the contexts around it. */
  #find(path: hbs.AST.PathExpression, scope: Scope): Value {
    this.#spend(path, 0);
    const { parts, depth, data, original } = path;
    const [first = "", ...rest] = parts;
    if (data) {
      const values = ancestorScope(scope.data, depth)?.values ?? {};
      if (Object.hasOwn(values, first)) return this.#follow(path, values[first], rest);
      const known = Object.keys(scope.data.values).map((name) => `@${name}`);
      return this.#unknown(path, `@${first}`, known);
    }
    const isScoped = depth > 0 || /^(?:\.|this\b)/.test(original);
    if (!isScoped && scope.given.has(first)) return this.#follow(path, scope.given.get(first), rest);
    const from = ancestorScope(scope, depth);
    if (from !== null) return this.#follow(path, from.context, parts);
    const message = msg`i18n.path-outside-template: \`${original}\` leads outside the template`;
    return this.#complain(path, "unknown-name", message);
  }

  #follow(path: hbs.AST.PathExpression, from: Value, parts: readonly string[]): Value {
    let value = from;
    for (const part of from === undefined ? [] : parts) {
      const next = ownProperty(value, part);
      if (next === undefined) return this.#unknown(path, part, isMap(value) ? Object.keys(value) : []);
      value = next;
    }
    return value;
  }

  #unknown(path: hbs.AST.PathExpression, name: string, known: readonly string[]): undefined {
    const message =
      name === path.original
        ? msg`i18n.unknown-name: this page has no \`${name}\``
        : msg`i18n.unknown-name-in-path: this page has no \`${name}\` (in \`${path.original}\`)`;
    return this.#complain(path, "unknown-name", message, suggestWord(name, known));
  }

  #call(call: hbs.AST.SubExpression, scope: Scope): Value {
    const args = call.params.map((param) => this.#value(param, scope));
    const named = this.#evaluateNamed(call.hash, scope);
    const work = FUNCTIONS[formatNode(call)];
    if (work === undefined || [...args, ...Object.values(named)].includes(undefined)) return undefined;
    this.#spend(call, measureArguments(args, Object.values(named)));
    const value = work(args, named, this.#options.language);
    if (value instanceof CallMistake) return this.#complain(call, "template-call", value.message, value.hint);
    this.#spend(call, measureTotalLength([value]));
    return value;
  }

  #spend(node: hbs.AST.Node, amount: number): void {
    this.#spent += 1 + amount;
    if (this.#spent > (this.#options.most ?? MAX_ON_PAGE))
      this.#halt(node, "too-much", msg`i18n.too-much-text: the template writes more than fits on a page`);
  }

  #halt(node: hbs.AST.Node, code: string, message: Message): never {
    this.#complain(node, code, message);
    throw new Halt();
  }

  #complain(node: hbs.AST.Node, code: string, message: Message, hint: Message | null = null): undefined {
    const place = this.#template.place(node);
    this.#problems.set(
      `${code} ${place.file}:${place.line}:${place.col}`,
      problem(code, message, { place, hint }),
    );
  }
}

/** The scope inside a block. As in Handlebars, a block with the same context is no step for `..`. */
function innerScope(
  scope: Scope,
  values: LoopData["values"],
  given: readonly Value[],
  names: readonly string[],
): Scope {
  const [context] = given;
  return {
    context,
    outer: context === scope.context ? scope.outer : scope,
    data: { values, outer: scope.data },
    given: new Map([...scope.given, ...names.map((name, at) => [name, given[at]] as const)]),
  };
}

/** The scope this many steps out; null beyond the outermost. */
function ancestorScope<T extends { readonly outer: T | null }>(from: T, steps: number): T | null {
  let found: T | null = from;
  for (let step = 0; step < steps && found !== null; step++) found = found.outer;
  return found;
}

/** The length of a function's input: every text, and a separator for each element of a list. */
function measureArguments(args: readonly Value[], named: readonly Value[]): number {
  const between = measureTotalLength(named);
  const lists = args.filter(isList);
  const lengths = lists.map((list) => measureTotalLength(list) + list.length * between);
  return measureTotalLength(args) + between + sum(lengths);
}

function measureTotalLength(values: readonly Value[]): number {
  return values.reduce<number>((sum, value) => sum + asText(value).length, 0);
}
