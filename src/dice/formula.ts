/** What a formula may speak of: the dice that were scored, and the hit, the dice that make up the pattern. */
export const FORMULA_NAMES = ["sum", "hit", "count", "high", "low"] as const;
export type FormulaName = (typeof FORMULA_NAMES)[number];

/** A whole-number expression: `40 + sum`, `-sum`, `2 * hit`. */
export type Formula =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "name"; readonly name: FormulaName }
  | { readonly kind: "minus"; readonly of: Formula }
  | {
      readonly kind: "binary";
      readonly op: "+" | "-" | "*";
      readonly left: Formula;
      readonly right: Formula;
    };

/**
 * What a hit is worth. With `byThrow`, the worth depends on the throw it was made in: the first entry for the first throw.
 */
export type Score =
  | { readonly kind: "formula"; readonly formula: Formula }
  | { readonly kind: "by-throw"; readonly values: readonly number[] };
