import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  evaluate,
  FORMULA_NAMES,
  type Formula,
  parseFormula,
  showFormula,
} from "../../../src/rules/dice/formula.ts";

const VALUES = { sum: 17, hit: 9, count: 3, high: 6, low: 2 };

function worth(text: string): number {
  const parsed = parseFormula(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.message}`);
  return evaluate(parsed.formula, VALUES);
}

describe("a formula", () => {
  it.each([
    ["25", 25],
    ["sum", 17],
    ["40 + sum", 57],
    ["-sum", -17],
    ["sum * 2 - 1", 33],
    ["1 + 2 * 3", 7],
    ["(1 + 2) * 3", 9],
    ["10 - 3 - 2", 5],
    ["10 - (3 - 2)", 9],
    ["2 * -hit", -18],
    ["count + high + low", 11],
  ])("%s is worth %i", (text, expected) => {
    expect(worth(text)).toBe(expected);
  });

  it.each([
    ["", 0, "ends too early"],
    ["40 + ", 4, "ends too early"],
    ["40 + summ", 5, "`summ` is not known"],
    ["40 sum", 3, "before `sum`"],
    ["(40 + sum", 9, "`)` is missing"],
    ["40 / 2", 3, "before `/`"],
    ["99999", 0, "at most 10000"],
    ["2 + )", 4, "`)` does not belong here"],
  ])("%j goes wrong at %i", (text, offset, message) => {
    const parsed = parseFormula(text);
    expect(parsed).toMatchObject({ ok: false, offset });
    if (!parsed.ok) expect(parsed.message).toContain(message);
  });

  it("names the unknown word, for a near miss", () => {
    expect(parseFormula("30 + hitt")).toMatchObject({ ok: false, unknown: "hitt", length: 4 });
  });

  it("refuses text long enough to exhaust the stack", () => {
    expect(parseFormula("(".repeat(100_000))).toMatchObject({ ok: false });
  });

  it("reads back what it shows", () => {
    const formulas: fc.Arbitrary<Formula> = fc.letrec<{ formula: Formula }>((tie) => ({
      formula: fc.oneof(
        { maxDepth: 4 },
        fc.nat(999).map((value): Formula => ({ kind: "number", value })),
        fc.constantFrom(...FORMULA_NAMES).map((name): Formula => ({ kind: "name", name })),
        tie("formula").map((of): Formula => ({ kind: "minus", of })),
        fc
          .tuple(fc.constantFrom("+" as const, "-" as const, "*" as const), tie("formula"), tie("formula"))
          .map(([op, left, right]): Formula => ({ kind: "binary", op, left, right })),
      ),
    })).formula;
    fc.assert(
      fc.property(formulas, (formula) => {
        const text = showFormula(formula);
        fc.pre(text.length <= 200);
        const back = parseFormula(text);
        expect(back.ok && evaluate(back.formula, VALUES)).toBe(evaluate(formula, VALUES));
      }),
    );
  });
});
