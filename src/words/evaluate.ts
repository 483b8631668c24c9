import { hintFor, nearest } from "../problem/near.ts";
import { type Place, type Problem, problem } from "../problem/problem.ts";
import type { Language } from "./language.ts";
import { CallMistake, callFunction, plain } from "./template-functions.ts";
import type { Body, Call, Expression, Path, Piece, Template } from "./template-tree.ts";
import { holds, isList, isRecord, Raw, type Value } from "./template-value.ts";

/** What an evaluation needs besides the template. */
export interface Surroundings {
  readonly language: Language;
  readonly escape: (text: string) => string;
  readonly partials: ReadonlyMap<string, Template>;
  readonly problems: Problem[];
}

/** Where an expression stands: the value that `this` names, the names around it, and the scopes further out. */
interface Scope {
  readonly self: Value;
  /** Names given by `as |row|` here, and the arguments of a partial. */
  readonly names: ReadonlyMap<string, Value>;
  /** `@index`, `@first`, `@last`, `@key`. */
  readonly loop: ReadonlyMap<string, Value>;
  readonly outer: Scope | null;
  readonly root: Value;
}

/** Partials within partials; more can only be a circle. */
const DEEPEST = 40;

/** Writes a template out. Everything that goes wrong is added to the problems, as often as it is passed. */
export function evaluate(template: Template, context: Value, around: Surroundings): string {
  const nothing: ReadonlyMap<string, Value> = new Map();
  const scope: Scope = { self: context, names: nothing, loop: nothing, outer: null, root: context };
  return write(template.body, scope, around, 0);
}

function write(body: Body, scope: Scope, around: Surroundings, depth: number): string {
  return body.pieces.map((piece) => writePiece(piece, scope, around, depth)).join("");
}

function writePiece(piece: Piece, scope: Scope, around: Surroundings, depth: number): string {
  switch (piece.kind) {
    case "content":
      return piece.text;
    case "output":
      return output(piece, scope, around);
    case "block":
      return block(piece, scope, around, depth);
    case "partial":
      return partial(piece, scope, around, depth);
  }
}

function output(piece: Extract<Piece, { kind: "output" }>, scope: Scope, around: Surroundings): string {
  const value = evaluateExpression(piece.value, scope, around);
  if (value instanceof Raw) return value.text;
  if (isList(value) || isRecord(value)) {
    const what = isList(value) ? "a list" : "a group of values";
    complain(around, "not-a-text", `\`${shown(piece.value)}\` is ${what}, not a text`, piece.value.place);
    return "";
  }
  return piece.raw || typeof value === "number" ? plain(value) : around.escape(plain(value));
}

function block(
  piece: Extract<Piece, { kind: "block" }>,
  scope: Scope,
  around: Surroundings,
  depth: number,
): string {
  const over = evaluateExpression(piece.over, scope, around);
  const otherwise = () => write(piece.otherwise, scope, around, depth);
  if (piece.name === "each") return each(piece, over, scope, around, depth) ?? otherwise();
  if (holds(over) === (piece.name === "unless")) return otherwise();
  const inside = piece.name === "with" ? within(over, piece.body, [over], new Map(), scope) : scope;
  return write(piece.body, inside, around, depth);
}

/** Writes the body once for each element; null where there is none. */
function each(
  piece: Extract<Piece, { kind: "block" }>,
  over: Value,
  scope: Scope,
  around: Surroundings,
  depth: number,
): string | null {
  if (!isList(over) && !isRecord(over)) {
    if (over !== null)
      complain(around, "not-a-list", `\`${shown(piece.over)}\` is not a list`, piece.over.place);
    return null;
  }
  const elements: [string | number, Value][] = isList(over)
    ? over.map((v, i) => [i, v])
    : Object.entries(over);
  if (elements.length === 0) return null;
  const written = elements.map(([key, value], index) => {
    const loop = new Map<string, Value>([
      ["index", index],
      ["key", key],
      ["first", index === 0],
      ["last", index === elements.length - 1],
    ]);
    return write(piece.body, within(value, piece.body, [value, key], loop, scope), around, depth);
  });
  return written.join("");
}

function within(
  self: Value,
  body: Body,
  given: readonly Value[],
  loop: ReadonlyMap<string, Value>,
  outer: Scope,
): Scope {
  const names = new Map(body.names.map((name, i) => [name, given[i] ?? null]));
  return { self, names, loop, outer, root: outer.root };
}

function partial(
  piece: Extract<Piece, { kind: "partial" }>,
  scope: Scope,
  around: Surroundings,
  depth: number,
): string {
  const name = plain(evaluateExpression(piece.name, scope, around));
  const template = around.partials.get(name);
  if (template === undefined) {
    const hint = hintFor(name, [...around.partials.keys()]);
    complain(around, "unknown-partial", `there is no partial \`${name}\``, piece.place, hint);
    return "";
  }
  if (depth >= DEEPEST) {
    complain(
      around,
      "endless-partial",
      `the partial \`${name}\` comes back to itself without end`,
      piece.place,
    );
    return "";
  }
  const self = piece.context === null ? scope.self : evaluateExpression(piece.context, scope, around);
  const names = new Map(scope.names);
  for (const [key, value] of piece.named) names.set(key, evaluateExpression(value, scope, around));
  // A partial given a value of its own starts afresh; otherwise it stands in for its text and sees what is around it.
  const inside: Scope = { ...scope, self, names };
  return indented(write(template.body, inside, around, depth + 1), piece.indent);
}

function indented(text: string, indent: string): string {
  return indent === "" ? text : text.replace(/^(?=.)/gm, indent);
}

function evaluateExpression(expression: Expression, scope: Scope, around: Surroundings): Value {
  switch (expression.kind) {
    case "literal":
      return expression.value;
    case "path":
      return follow(expression, scope, around);
    case "call":
      return call(expression, scope, around);
  }
}

function call(expression: Call, scope: Scope, around: Surroundings): Value {
  const before = around.problems.length;
  const args = expression.args.map((arg) => evaluateExpression(arg, scope, around));
  const named = new Map([...expression.named].map(([k, v]) => [k, evaluateExpression(v, scope, around)]));
  if (around.problems.length > before) return "";
  const value = callFunction(expression.name, args, named, around.language);
  if (!(value instanceof CallMistake)) return value;
  const { candidates } = value;
  const near = candidates === null ? null : nearest(candidates.word, candidates.among);
  complain(
    around,
    "template-call",
    value.message,
    expression.place,
    near === null ? null : `did you mean \`${near}\`?`,
  );
  return "";
}

function follow(path: Path, scope: Scope, around: Surroundings): Value {
  const start = startOf(path, scope, around);
  if (start === null) return null;
  let value = start.value;
  for (const part of path.parts.slice(start.used)) {
    if (isList(value) && part === "length") {
      value = value.length;
      continue;
    }
    if (!isRecord(value) || !Object.hasOwn(value, part)) {
      const known = isRecord(value) ? Object.keys(value) : [];
      unknownName(path, part, known, around);
      return null;
    }
    value = value[part] ?? null;
  }
  return value;
}

/** The value that a path starts from, and how many of its parts that took. */
function startOf(path: Path, scope: Scope, around: Surroundings): { value: Value; used: number } | null {
  const [first] = path.parts;
  let at: Scope | null = scope;
  for (let up = 0; up < path.up && at !== null; up++) at = at.outer;
  if (at === null) {
    complain(around, "unknown-name", `\`${path.written}\` leads out of the template`, path.place);
    return null;
  }
  if (path.loop) return loopValue(path, first ?? "", at, around);
  if (first === undefined || path.up > 0) return { value: at.self, used: 0 };
  if (/^(this\b|\.\/)/.test(path.written)) return { value: at.self, used: 0 };
  // The nearest wins: names given here, then what `this` holds, then names given further out.
  const own = at.names.get(first);
  if (own !== undefined) return { value: own, used: 1 };
  if (isRecord(at.self) && Object.hasOwn(at.self, first)) return { value: at.self, used: 0 };
  for (let s = at.outer; s !== null; s = s.outer) {
    const named = s.names.get(first);
    if (named !== undefined) return { value: named, used: 1 };
  }
  return { value: at.self, used: 0 };
}

function loopValue(path: Path, first: string, scope: Scope, around: Surroundings) {
  if (first === "root") return { value: scope.root, used: 1 };
  for (let s: Scope | null = scope; s !== null; s = s.outer) {
    const value = s.loop.get(first);
    if (value !== undefined) return { value, used: 1 };
  }
  unknownName(path, `@${first}`, ["@root", ...[...scope.loop.keys()].map((name) => `@${name}`)], around);
  return null;
}

function unknownName(path: Path, part: string, known: readonly string[], around: Surroundings): void {
  const message =
    part === path.written
      ? `the page tells nothing by the name \`${part}\``
      : `the page tells nothing by the name \`${part}\` (in \`${path.written}\`)`;
  complain(around, "unknown-name", message, path.place, hintFor(part, known));
}

function shown(expression: Expression): string {
  if (expression.kind === "path") return expression.written;
  return expression.kind === "call" ? expression.name : String(expression.value);
}

function complain(
  around: Surroundings,
  code: string,
  message: string,
  place: Place,
  hint: string | null = null,
): void {
  around.problems.push(problem(code, message, { place, hint }));
}
