import { InvalidArgumentError } from "commander";
import { hintFor } from "../rules/problem/wording.ts";

/** The highest number that a sheet can bear; see `layout/sheet-code.ts`, which is too heavy to load at every start. */
const MAX_SHEETS = 359_999;

/** A parser for one of a few words. */
export function oneOf(...words: readonly string[]): (value: string) => string {
  return (value) => {
    if (words.includes(value)) return value;
    throw new InvalidArgumentError(`\`${value}\` is not possible; ${hintFor(value, words)}`);
  };
}

/** A parser for whole numbers in bounds. */
export function count(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`expected a whole number from ${least} to ${most}, not \`${value}\``);
  };
}

/** A parser for the first and last number of a block. */
export function span(value: string): { from: number; to: number } {
  const [from = 0, to = 0] = (/^(\d{1,6})-(\d{1,6})$/.exec(value) ?? []).slice(1).map(Number);
  if (from >= 1 && to >= from && to <= MAX_SHEETS) return { from, to };
  throw new InvalidArgumentError(
    `expected the first and the last number, such as 1-50, up to ${MAX_SHEETS}; not \`${value}\``,
  );
}

/** A parser for an offset in mm, such as `1.5,-0.5`. */
export function offset(value: string): { xMm: number; yMm: number } {
  const [, x, y] = /^(-?\d{1,2}(?:\.\d{1,2})?),(-?\d{1,2}(?:\.\d{1,2})?)$/.exec(value) ?? [];
  if (x !== undefined && y !== undefined) return { xMm: Number(x), yMm: Number(y) };
  throw new InvalidArgumentError(`expected mm to the right and down, such as 1.5,-0.5; not \`${value}\``);
}

/** Collects `option=choice`; a later choice for the same option wins. */
export function choice(value: string, before: Readonly<Record<string, string>>): Record<string, string> {
  const [, option, chosen] = /^([\w-]+)=(.+)$/s.exec(value) ?? [];
  if (option === undefined || chosen === undefined) {
    throw new InvalidArgumentError(`expected \`option=choice\`, not \`${value}\``);
  }
  // A map without prototype, since option names come from outside.
  return Object.assign(Object.create(null), before, { [option]: chosen });
}
