import type { Scalar } from "./node.ts";

const WORDS: ReadonlyMap<string, Scalar> = new Map<string, Scalar>([
  ["", null],
  ["~", null],
  ["null", null],
  ["Null", null],
  ["NULL", null],
  ["true", true],
  ["True", true],
  ["TRUE", true],
  ["false", false],
  ["False", false],
  ["FALSE", false],
]);

const DECIMAL = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const PREFIXED = /^0(?:o[0-7]+|x[0-9a-fA-F]+)$/;
const INFINITE = /^[-+]?\.(?:inf|Inf|INF)$/;
const NO_NUMBER = /^\.(?:nan|NaN|NAN)$/;

/** What an unquoted YAML word stands for under the core schema of YAML 1.2 (so `no` and `24:00` stay words). */
export function plainScalar(source: string): Scalar {
  const word = WORDS.get(source);
  if (word !== undefined) return word;
  const first = source.charCodeAt(0);
  // Only figures and + - . can start a number; most words are done here.
  if (first > 57 || first < 43) return source;
  if (DECIMAL.test(source) || PREFIXED.test(source)) return Number(source);
  if (INFINITE.test(source)) return source.startsWith("-") ? -Infinity : Infinity;
  return NO_NUMBER.test(source) ? Number.NaN : source;
}
