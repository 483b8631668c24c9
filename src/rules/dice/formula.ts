import { type Message, msg } from "../problem/message.ts";
import { getElement } from "../arrays.ts";

/** Names in score formulas: of the scored dice, and of the hit, the dice that make the pattern. */
export const FORMULA_NAMES = ["sum", "hit", "count", "high", "low"] as const;
type FormulaName = (typeof FORMULA_NAMES)[number];

/** A whole-number expression: `40 + sum`, `-sum`, `2 * hit`, `max(sum - 20, 0)`, `sum / 2`. */
export type Formula<N extends string = FormulaName> = Readonly<
  | { kind: "number"; value: number }
  | { kind: "name"; name: N }
  | { kind: "minus"; of: Formula<N> }
  | { kind: "binary"; op: FormulaOperation; left: Formula<N>; right: Formula<N> }
>;
/** `/` divides by a number above 0 and rounds down. */
export type FormulaOperation = "+" | "-" | "*" | "/" | (typeof PICKS)[number];
const PICKS = ["min", "max"] as const;

/** What a hit is worth; with `by_roll` one value for each roll of the turn. */
export type Score =
  | { readonly kind: "formula"; readonly formula: Formula }
  | { readonly kind: "by_roll"; readonly values: readonly number[] }
  /** One formula for each pattern of `one_of`, in their order. */
  | { readonly kind: "by_pattern"; readonly formulas: readonly Formula[] };

/** A formula, or where and why parsing failed. */
export type ParsedFormula<N extends string = FormulaName> =
  | { readonly ok: true; readonly formula: Formula<N> }
  | {
      readonly ok: false;
      /** The offset of the error in the text, from 0, and its length in characters. */
      readonly offset: number;
      readonly length: number;
      readonly message: Message;
      /** The unknown word, for a near miss; null for other errors. */
      readonly unknown: string | null;
    };

/** Longer than any sensible score; bounds the recursion of nested parentheses. */
export const MAX_FORMULA_LENGTH = 200;
const MAX_NUMBER = 10_000;

interface Token {
  readonly kind: "number" | "name" | "sign" | "end";
  readonly text: string;
  readonly offset: number;
}

/** Ends the descent; caught in this file. */
class Stop extends Error {
  readonly token: Token;
  readonly words: Message;
  /** The unknown name, if the token is one. */
  readonly unknown: string | null;
  constructor(token: Token, words: Message, unknown: string | null) {
    super();
    this.token = token;
    this.words = words;
    this.unknown = unknown;
  }
}

function stop(token: Token, words: Message, unknown: string | null = null): never {
  throw new Stop(token, words, unknown);
}

/**
 * Reads a formula about dice.
 *
 *     sum     = product { ("+" | "-") product }
 *     product = factor { "*" factor | "/" number above 0, which may have parentheses }
 *     factor  = "-" factor | number | name | "(" sum ")" | ("min" | "max") "(" sum { "," sum } ")"
 */
export function parseFormula(text: string): ParsedFormula {
  return parse(text, FORMULA_NAMES);
}

/** A number of at most `MAX_NUMBER`, with leading zeros allowed. */
const NUMBER = "0*(?:10000|\\d{1,4})";
const ABOVE_ZERO = "0*(?:10000|[1-9]\\d{0,3})";

/**
 * A regular expression for editors that matches every valid formula. Of formulas without parentheses it matches only valid ones; it can't
 * balance parentheses.
 *
 * @param known the names that the formula may use; null for any, and then at least one
 */
export function formulaPattern(known: readonly string[] | null): RegExp {
  const opening = `(?:\\(|(?:${PICKS.join("|")})\\s*\\()\\s*`;
  const atom = `(?:${NUMBER}|${known?.join("|") ?? "[A-Za-z_]\\w*"})`;
  const closing = "(?:\\s*\\))*";
  const factor = `(?:-\\s*|${opening})*${atom}${closing}`;
  const divisor = `(?:${opening})*${ABOVE_ZERO}${closing}`;
  const ordered = "(?![^(]*[,)])(?![\\s\\S]*[(,][^)]*$)";
  const named = known === null ? "(?=[\\s\\S]*[A-Za-z_])" : "";
  return new RegExp(`^${ordered}${named}\\s*${factor}(?:\\s*(?:[+*,-]\\s*${factor}|/\\s*${divisor}))*\\s*$`);
}

/** Reads a formula about boxes, whose names can be any ids. */
export function parseBoxFormula(text: string): ParsedFormula<string> {
  return parse<string>(text, null);
}

/** @param known the names that the formula may use; null for any */
function parse<N extends string>(text: string, known: readonly N[] | null): ParsedFormula<N> {
  if (text.length > MAX_FORMULA_LENGTH) {
    const message = msg`rules.formula-too-long: a formula has at most ${MAX_FORMULA_LENGTH} characters`;
    return { ok: false, offset: 0, length: 1, message, unknown: null };
  }
  try {
    return { ok: true, formula: descend(tokenizeFormula(text), known) };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    const { token, words, unknown } = error;
    const length = Math.max(1, token.text.length);
    return { ok: false, offset: token.offset, length, message: words, unknown };
  }
}

function tokenizeFormula(text: string): Token[] {
  const tokens = [...text.matchAll(/(\d+)|([A-Za-z_]\w*)|\S/gu)].map((match): Token => {
    const [whole, number, name] = match;
    const kind = number ? "number" : name ? "name" : "sign";
    return { kind, text: whole, offset: match.index };
  });
  return [...tokens, { kind: "end", text: "", offset: text.trimEnd().length }];
}

/** Recursive descent, one function per rule of the grammar. */
function descend<N extends string>(tokens: readonly Token[], known: readonly N[] | null): Formula<N> {
  let at = 0;
  /** The next token. The end token always ends the descent, so nothing is read after it. */
  const next = () => getElement(tokens, at++);
  const take = <S extends string>(...signs: S[]): S | undefined => {
    const sign = signs.find((one) => one === getElement(tokens, at).text);
    if (sign !== undefined) at++;
    return sign;
  };
  const operations = (operand: () => Formula<N>, ...signs: ("+" | "-")[]): Formula<N> => {
    let left = operand();
    for (let op = take(...signs); op !== undefined; op = take(...signs))
      left = { kind: "binary", op, left, right: operand() };
    return left;
  };
  const sum = () => operations(product, "+", "-");
  const product = () => {
    let left = factor();
    for (let op = take("*", "/"); op !== undefined; op = take("*", "/")) {
      const divisor = getElement(tokens, at);
      left = { kind: "binary", op, left, right: factor() };
      const message = msg`rules.formula-divisor: a formula can only divide by a number above 0; it rounds down`;
      if (op === "/" && !(left.right.kind === "number" && left.right.value > 0)) stop(divisor, message);
    }
    return left;
  };
  const closeParenthesis = (inner: Formula<N>) =>
    take(")") ? inner : stop(next(), msg`rules.formula-open-parenthesis: a \`)\` is missing here`);
  const factor = (): Formula<N> => {
    if (take("-")) return { kind: "minus", of: factor() };
    if (take("(")) return closeParenthesis(sum());
    // A box can have the id `min` or `max`, too.
    const pick = tokens[at + 1]?.text === "(" ? take(...PICKS) : undefined;
    if (pick !== undefined) {
      take("(");
      let picked = sum();
      while (take(",")) picked = { kind: "binary", op: pick, left: picked, right: sum() };
      return closeParenthesis(picked);
    }
    const token = next();
    const names = known?.join(", ") ?? "";
    if (token.kind === "number") {
      const value = Number(token.text);
      if (value <= MAX_NUMBER) return { kind: "number", value };
      stop(token, msg`rules.formula-number-too-large: a number in a formula is at most ${MAX_NUMBER}`);
    }
    if (token.kind === "name") {
      const name = known === null ? (token.text as N) : known.find((one) => one === token.text);
      if (name !== undefined) return { kind: "name", name };
      const unknown = msg`rules.formula-unknown-name: a formula has no \`${token.text}\`; it can use ${names}`;
      stop(token, unknown, token.text);
    }
    const what =
      token.kind === "end"
        ? msg`rules.formula-ends-early: the formula ends too early`
        : msg`rules.formula-stray-sign: \`${token.text}\` does not belong here`;
    return stop(
      token,
      known === null
        ? msg`rules.formula-expected-box: ${what}; expected a number or the id of a box`
        : msg`rules.formula-expected-name: ${what}; expected a number or one of ${names}`,
    );
  };
  const formula = sum();
  const rest = next();
  if (rest.kind === "end") return formula;
  const message = msg`rules.formula-expected-operator: expected \`+\`, \`-\`, \`*\` or \`/\` before \`${rest.text}\``;
  return stop(rest, message);
}

/** How to interpret the parts of a formula. */
interface FormulaMeaning<N extends string, T> {
  readonly number: (value: number) => T;
  readonly name: (name: N) => T;
  readonly binary: (op: FormulaOperation, left: T, right: T) => T;
}

/** Folds a formula from its leaves up; a unary minus becomes a subtraction from 0. */
export function foldFormula<N extends string, T>(formula: Formula<N>, meaning: FormulaMeaning<N, T>): T {
  switch (formula.kind) {
    case "number":
      return meaning.number(formula.value);
    case "name":
      return meaning.name(formula.name);
    case "minus":
      return meaning.binary("-", meaning.number(0), foldFormula(formula.of, meaning));
    case "binary": {
      const { op, left, right } = formula;
      return meaning.binary(op, foldFormula(left, meaning), foldFormula(right, meaning));
    }
    default:
      return formula satisfies never;
  }
}

/** The value of a formula for these values of its names. */
export function evaluate<N extends string>(formula: Formula<N>, values: Readonly<Record<N, number>>): number {
  return foldFormula(formula, { number: (value) => value, name: (name) => values[name], binary: operate });
}

/** Applies an operation to two integers; the result is an integer. */
export function operate(op: FormulaOperation, left: number, right: number): number {
  switch (op) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return Math.floor(left / right);
    case "min":
      return Math.min(left, right);
    case "max":
      return Math.max(left, right);
    default:
      return op satisfies never;
  }
}

/** Writes a formula for a file; `parseFormula` reads it back to the same tree. */
export function showFormula(formula: Formula<string>): string {
  switch (formula.kind) {
    case "number":
      return String(formula.value);
    case "name":
      return formula.name;
    case "minus":
      return `-${addParentheses(formula.of, SIGNS)}`;
    case "binary": {
      const { op, left, right } = formula;
      if (op === "min" || op === "max") return `${op}(${showFormula(left)}, ${showFormula(right)})`;
      if (op === "*" || op === "/")
        return `${addParentheses(left, SUMS)} ${op} ${addParentheses(right, SIGNS)}`;
      return `${showFormula(left)} ${op} ${addParentheses(right, SUMS)}`;
    }
    default:
      return formula satisfies never;
  }
}

/** A score as text, its values or formulas separated by slashes. */
export function showScore(score: Score): string {
  switch (score.kind) {
    case "formula":
      return showFormula(score.formula);
    case "by_roll":
      return score.values.join(" / ");
    case "by_pattern":
      return score.formulas.map(showFormula).join(" / ");
    default:
      return score satisfies never;
  }
}

const SUMS: readonly FormulaOperation[] = ["+", "-"];
const SIGNS: readonly FormulaOperation[] = ["+", "-", "*", "/"];

function addParentheses(formula: Formula<string>, operations: readonly FormulaOperation[]): string {
  const text = showFormula(formula);
  return formula.kind === "binary" && operations.includes(formula.op) ? `(${text})` : text;
}

/** The distinct names in a formula. */
export function listFormulaNames<N extends string>(formula: Formula<N>): N[] {
  return foldFormula<N, N[]>(formula, {
    number: () => [],
    name: (name) => [name],
    binary: (_, left, right) => [...new Set([...left, ...right])],
  });
}
