/** What a formula may speak of: the dice that were scored, and the hit, the dice that make up the pattern. */
export const FORMULA_NAMES = ["sum", "hit", "count", "high", "low"] as const;
type FormulaName = (typeof FORMULA_NAMES)[number];

/** A whole-number expression: `40 + sum`, `-sum`, `2 * hit`. Its names are those of dice, unless something else is said. */
export type Formula<N extends string = FormulaName> =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "name"; readonly name: N }
  | { readonly kind: "minus"; readonly of: Formula<N> }
  | {
      readonly kind: "binary";
      readonly op: "+" | "-" | "*";
      readonly left: Formula<N>;
      readonly right: Formula<N>;
    };

/** What a hit is worth. With `by_roll` it depends on the throw: the first value for the first throw, and so on. */
export type Score =
  | { readonly kind: "formula"; readonly formula: Formula }
  | { readonly kind: "by_roll"; readonly values: readonly number[] };

/** A formula that was read, or the stretch of text that stopped the reading. */
export type ParsedFormula<N extends string = FormulaName> =
  | { readonly ok: true; readonly formula: Formula<N> }
  | {
      readonly ok: false;
      /** Where in the text it went wrong, counted from 0, and how many characters are to blame. */
      readonly offset: number;
      readonly length: number;
      readonly message: string;
      /** The word that was not known, for a near miss; null if something else is wrong. */
      readonly unknown: string | null;
    };

/** No sensible score is longer, and a bound keeps nested parentheses off the call stack. */
const MAX_FORMULA_LENGTH = 200;
const MAX_NUMBER = 10_000;

interface Token {
  readonly kind: "number" | "name" | "sign" | "end" | "stray";
  readonly text: string;
  readonly offset: number;
}

/** Thrown only inside this file, to leave the descent; never seen outside. */
class Stop extends Error {
  readonly token: Token;
  constructor(token: Token, message: string) {
    super(message);
    this.token = token;
  }
}

/**
 * Reads a formula about dice.
 *
 *     sum     = product { ("+" | "-") product }
 *     product = factor { "*" factor }
 *     factor  = "-" factor | number | name | "(" sum ")"
 */
export function parseFormula(text: string): ParsedFormula {
  return parse(text, DICE_NAMES);
}

/** Reads a formula about boxes: its names are ids of any kind. */
export function parseBoxFormula(text: string): ParsedFormula<string> {
  return parse(text, BOX_NAMES);
}

/** The names that a formula may have. */
interface Names<N> {
  /** What the name in a token means; stops the reading where it means nothing. */
  readonly meaning: (token: Token) => N;
  readonly expected: string;
}
const DICE_NAMES: Names<FormulaName> = { meaning: diceName, expected: `one of ${FORMULA_NAMES.join(", ")}` };
const BOX_NAMES: Names<string> = { meaning: ({ text }) => text, expected: "the id of a box" };

function parse<N extends string>(text: string, names: Names<N>): ParsedFormula<N> {
  if (text.length > MAX_FORMULA_LENGTH) {
    const message = `a formula has at most ${MAX_FORMULA_LENGTH} characters`;
    return { ok: false, offset: 0, length: 1, message, unknown: null };
  }
  const tokens = tokensOf(text);
  try {
    return { ok: true, formula: new Descent(tokens, names).whole() };
  } catch (stop) {
    if (!(stop instanceof Stop)) throw stop;
    const { token } = stop;
    const length = Math.max(1, token.text.length);
    const unknown = token.kind === "name" ? token.text : null;
    return { ok: false, offset: token.offset, length, message: stop.message, unknown };
  }
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(/\s+|(\d+)|([A-Za-z_]\w*)|([-+*()])|(.)/gsu)) {
    const [whole, number, name, sign] = match;
    if (whole.trim() === "") continue;
    const kind = number ? "number" : name ? "name" : sign ? "sign" : "stray";
    tokens.push({ kind, text: whole, offset: match.index });
  }
  tokens.push({ kind: "end", text: "", offset: text.trimEnd().length });
  return tokens;
}

/** Recursive descent over the tokens; one method for each line of the grammar. */
class Descent<N extends string> {
  private readonly tokens: readonly Token[];
  private readonly names: Names<N>;
  private at = 0;

  constructor(tokens: readonly Token[], names: Names<N>) {
    this.tokens = tokens;
    this.names = names;
  }

  whole(): Formula<N> {
    const formula = this.sum();
    const rest = this.next();
    if (rest.kind !== "end") throw new Stop(rest, `expected \`+\`, \`-\` or \`*\` before \`${rest.text}\``);
    return formula;
  }

  private sum(): Formula<N> {
    let left = this.product();
    for (let op = this.take("+", "-"); op !== null; op = this.take("+", "-")) {
      left = { kind: "binary", op: op as "+" | "-", left, right: this.product() };
    }
    return left;
  }

  private product(): Formula<N> {
    let left = this.factor();
    while (this.take("*") !== null) left = { kind: "binary", op: "*", left, right: this.factor() };
    return left;
  }

  private factor(): Formula<N> {
    if (this.take("-") !== null) return { kind: "minus", of: this.factor() };
    if (this.take("(") !== null) {
      const inner = this.sum();
      if (this.take(")") === null) throw new Stop(this.next(), "a `)` is missing here");
      return inner;
    }
    const token = this.next();
    if (token.kind === "number") return numberFrom(token);
    if (token.kind === "name") return { kind: "name", name: this.names.meaning(token) };
    const what =
      token.kind === "end" ? "the formula ends too early" : `\`${token.text}\` does not belong here`;
    throw new Stop(token, `${what}; expected a number or ${this.names.expected}`);
  }

  private take(...signs: string[]): string | null {
    const token = this.tokens[this.at];
    if (token?.kind !== "sign" || !signs.includes(token.text)) return null;
    this.at++;
    return token.text;
  }

  /** The next token; the end is never passed. */
  private next(): Token {
    const token = this.tokens[this.at] ?? { kind: "end", text: "", offset: 0 };
    if (token.kind !== "end") this.at++;
    return token;
  }
}

function numberFrom(token: Token): Formula<never> {
  const value = Number(token.text);
  if (value > MAX_NUMBER) throw new Stop(token, `a number in a formula is at most ${MAX_NUMBER}`);
  return { kind: "number", value };
}

function diceName(token: Token): FormulaName {
  const name = FORMULA_NAMES.find((known) => known === token.text);
  if (name === undefined) {
    throw new Stop(
      token,
      `\`${token.text}\` is not known in a formula; known are ${FORMULA_NAMES.join(", ")}`,
    );
  }
  return name;
}

/** What the parts of a formula mean to somebody who reads it. */
interface FormulaMeaning<N extends string, T> {
  readonly number: (value: number) => T;
  readonly name: (name: N) => T;
  readonly binary: (op: "+" | "-" | "*", left: T, right: T) => T;
}

/** Reads a formula from its leaves up; a minus in front of something takes it from 0. */
export function foldFormula<N extends string, T>(formula: Formula<N>, meaning: FormulaMeaning<N, T>): T {
  switch (formula.kind) {
    case "number":
      return meaning.number(formula.value);
    case "name":
      return meaning.name(formula.name);
    case "minus":
      return meaning.binary("-", meaning.number(0), foldFormula(formula.of, meaning));
    case "binary":
      return meaning.binary(
        formula.op,
        foldFormula(formula.left, meaning),
        foldFormula(formula.right, meaning),
      );
    default:
      return formula satisfies never;
  }
}

/** The value of a formula, for one hit or whatever else its names stand for. */
export function evaluate<N extends string>(formula: Formula<N>, values: Readonly<Record<N, number>>): number {
  return foldFormula(formula, { number: (value) => value, name: (name) => values[name], binary: operate });
}

/** The result of an operation on two numbers. */
export function operate(op: "+" | "-" | "*", left: number, right: number): number {
  if (op === "*") return left * right;
  return op === "+" ? left + right : left - right;
}

/** Writes a formula as it would stand in a file; `parseFormula` reads it back to the same tree. */
export function showFormula(formula: Formula<string>): string {
  switch (formula.kind) {
    case "number":
      return String(formula.value);
    case "name":
      return formula.name;
    case "minus":
      return `-${inFactor(formula.of)}`;
    case "binary": {
      const { op, left, right } = formula;
      if (op === "*") return `${leftOfTimes(left)} * ${inFactor(right)}`;
      return `${showFormula(left)} ${op} ${rightOfPlus(right)}`;
    }
    default:
      return formula satisfies never;
  }
}

function inFactor(formula: Formula<string>): string {
  return formula.kind === "binary" ? `(${showFormula(formula)})` : showFormula(formula);
}

function leftOfTimes(formula: Formula<string>): string {
  return formula.kind === "binary" && formula.op === "*" ? showFormula(formula) : inFactor(formula);
}

function rightOfPlus(formula: Formula<string>): string {
  return formula.kind === "binary" && formula.op !== "*" ? `(${showFormula(formula)})` : showFormula(formula);
}

/** Every name in a formula, each once. */
export function namesIn<N extends string>(formula: Formula<N>): N[] {
  return foldFormula<N, N[]>(formula, {
    number: () => [],
    name: (name) => [name],
    binary: (_, left, right) => [...new Set([...left, ...right])],
  });
}
