import type { Formula } from "../dice/formula.ts";

/** From the least to the most that something can come to. */
export type Range = readonly [least: number, most: number];

/** What a box can count, 0 for a strike included. */
export function rangeOfBox({ legal }: { readonly legal: readonly number[] }): Range {
  return [Math.min(0, legal[0] ?? 0), Math.max(0, legal.at(-1) ?? 0)];
}

export function sumOfRanges(ranges: readonly Range[]): Range {
  return ranges.reduce<Range>(([least, most], range) => [least + range[0], most + range[1]], [0, 0]);
}

/** The range of a formula, roughly and never narrower than it is. */
export function rangeOfFormula(formula: Formula<string>, rangeOf: (name: string) => Range): Range {
  switch (formula.kind) {
    case "number":
      return [formula.value, formula.value];
    case "name":
      return rangeOf(formula.name);
    case "minus":
      return negated(rangeOfFormula(formula.of, rangeOf));
    case "binary": {
      const left = rangeOfFormula(formula.left, rangeOf);
      const right = rangeOfFormula(formula.right, rangeOf);
      if (formula.op === "+") return sumOfRanges([left, right]);
      if (formula.op === "-") return sumOfRanges([left, negated(right)]);
      const products = left.flatMap((a) => right.map((b) => a * b));
      return [Math.min(...products), Math.max(...products)];
    }
  }
}

function negated([least, most]: Range): Range {
  return [-most, -least];
}
