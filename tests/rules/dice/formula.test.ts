import { english } from "../../../src/rules/problem/message.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  evaluate,
  FORMULA_NAMES,
  type Formula,
  foldFormula,
  formulaPattern,
  listFormulaNames,
  parseBoxFormula,
  parseFormula,
  showFormula,
  showScore,
} from "../../../src/rules/dice/formula.ts";

type FormulaName = (typeof FORMULA_NAMES)[number];

const VALUES = { sum: 17, hit: 9, count: 3, high: 6, low: 2 };

function worth(text: string): number {
  const parsed = parseFormula(text);
  if (!parsed.ok) throw new Error(`${text}: ${english(parsed.message)}`);
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
    ["sum / 2", 8],
    ["-sum / 2", -9],
    ["sum / 2 * 3", 24],
    ["max(0, sum - 20)", 0],
    ["min(sum, 10, 12) + 1", 11],
    ["max(min(sum, 3), hit / 2)", VALUES.hit > 7 ? Math.floor(VALUES.hit / 2) : 3],
  ])("%s is worth %i", (text, expected) => {
    expect(worth(text)).toBe(expected);
  });

  const KNOWN = "sum, hit, count, high, low";
  it.each([
    ["", 0, 1, `the formula ends too early; expected a number or one of ${KNOWN}`],
    ["40 +  ", 4, 1, `the formula ends too early; expected a number or one of ${KNOWN}`],
    ["40 + summ", 5, 4, `a formula has no \`summ\`; it can use ${KNOWN}`],
    ["40 sum", 3, 3, "expected `+`, `-`, `*` or `/` before `sum`"],
    ["(40 + sum", 9, 1, "a `)` is missing here"],
    ["(40 + sum 2)", 10, 1, "a `)` is missing here"],
    ["40 % 2", 3, 1, "expected `+`, `-`, `*` or `/` before `%`"],
    ["sum / 0", 6, 1, "a formula can only divide by a number above 0; it rounds down"],
    ["40 / hit", 5, 3, "a formula can only divide by a number above 0; it rounds down"],
    ["max(1, 2", 8, 1, "a `)` is missing here"],
    ["max", 0, 3, `a formula has no \`max\`; it can use ${KNOWN}`],
    ["10001", 0, 5, "a number in a formula is at most 10000"],
    ["2 + )", 4, 1, `\`)\` does not belong here; expected a number or one of ${KNOWN}`],
    ["2 * 🎲", 4, 2, `\`🎲\` does not belong here; expected a number or one of ${KNOWN}`],
    [`1${" ".repeat(200)}`, 0, 1, "a formula has at most 200 characters"],
  ])("%j goes wrong at %i for %i", (text, offset, length, message) => {
    const unknown = /^a formula has no `(\w+)`/.exec(message)?.[1] ?? null;
    const parsed = parseFormula(text);
    const told = parsed.ok ? parsed : { ...parsed, message: english(parsed.message) };
    expect(told).toEqual({ ok: false, offset, length, message, unknown });
  });

  it("may be as long and hold numbers as large as the limits say", () => {
    expect(worth(`1${" ".repeat(199)}`)).toBe(1);
    expect(worth("10000")).toBe(10_000);
  });

  it("refuses text long enough to exhaust the stack", () => {
    expect(parseFormula("(".repeat(100_000))).toMatchObject({ ok: false });
  });

  const formulas: fc.Arbitrary<Formula> = fc.letrec<{ formula: Formula }>((tie) => ({
    formula: fc.oneof(
      { maxDepth: 4 },
      fc.nat(999).map((value): Formula => ({ kind: "number", value })),
      fc.constantFrom(...FORMULA_NAMES).map((name): Formula => ({ kind: "name", name })),
      tie("formula").map((of): Formula => ({ kind: "minus", of })),
      fc
        .tuple(fc.constantFrom("+" as const, "-" as const, "*" as const), tie("formula"), tie("formula"))
        .map(([op, left, right]): Formula => ({ kind: "binary", op, left, right })),
      fc
        .tuple(fc.constantFrom("min" as const, "max" as const), tie("formula"), tie("formula"))
        .map(([op, left, right]): Formula => ({ kind: "binary", op, left, right })),
      fc
        .tuple(tie("formula"), fc.integer({ min: 1, max: 99 }))
        .map(
          ([left, by]): Formula => ({ kind: "binary", op: "/", left, right: { kind: "number", value: by } }),
        ),
    ),
  })).formula;

  it("reads back to the same tree what it shows", () => {
    fc.assert(
      fc.property(formulas, (formula) => {
        const text = showFormula(formula);
        fc.pre(text.length <= 200);
        expect(parseFormula(text)).toEqual({ ok: true, formula });
      }),
    );
  });

  describe.each([
    ["about dice", parseFormula, formulaPattern(FORMULA_NAMES), FORMULA_NAMES],
    ["about boxes", parseBoxFormula, formulaPattern(null), ["ones", "min", "_a2"]],
  ] as const)("%s has a pattern for editors", (_, parse, pattern, names) => {
    const flagged = new RegExp(pattern.source, "u");
    const signs = ["+", "-", "*", "/", "(", ")", ",", "min(", "max (", "0", "2", "007", "10000", "10001"];
    const tokens = fc.constantFrom(...signs, ...names, "summ", "1x", "%");
    const blanks = fc.constantFrom("", " ", "\n");
    const texts = fc.array(fc.tuple(tokens, blanks), { maxLength: 9 }).map((parts) => parts.flat().join(""));
    /** Texts from the grammar as it is written down, so that many of them can be read. */
    const grammatical = fc.letrec<Record<"sum" | "product" | "factor", string>>((tie) => ({
      sum: fc.array(tie("product"), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(" - ")),
      product: fc
        .tuple(tie("factor"), fc.constantFrom("", "*2", " / (3)", " / 10"))
        .map((parts) => parts.join("")),
      factor: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom("7", ...names),
        tie("factor").map((of) => `-${of}`),
        tie("sum").map((of) => `( ${of})`),
        fc.array(tie("sum"), { minLength: 1, maxLength: 3 }).map((of) => `max (${of.join(",")})`),
      ),
    })).sum;

    it("that matches whatever can be read", () => {
      let read = 0;
      const isSeen = (text: string) => {
        if (!parse(text).ok) return;
        const isNamed = parse !== parseBoxFormula || /[a-z]/.test(text);
        read += 1;
        expect([text, flagged.test(text)]).toEqual([text, isNamed]);
      };
      fc.assert(fc.property(texts, isSeen), { numRuns: 2000 });
      fc.assert(fc.property(grammatical, isSeen), { numRuns: 400 });
      expect(read).toBeGreaterThan(300);
    });

    it("that matches nothing else where there are no parentheses", () => {
      const plain = texts.filter((text) => !/[()]/.test(text));
      fc.assert(
        fc.property(plain, (text) => {
          const isNamed = parse !== parseBoxFormula || /[a-z]/.test(text);
          expect([text, flagged.test(text)]).toEqual([text, parse(text).ok && isNamed]);
        }),
        { numRuns: 2000 },
      );
    });

    it("that sees parentheses at the wrong end, and no number behind a line", () => {
      const name = names[0];
      for (const text of [
        `)${name}(`,
        `${name})`,
        `(${name}`,
        `${name} / ${name}`,
        `${name}, 2`,
        "max()",
        "()",
      ])
        expect([text, parse(text).ok, flagged.test(text)]).toEqual([text, false, false]);
    });
  });

  it.each([
    ["((1)) + (2 * 3)", "1 + 2 * 3"],
    ["(1 + 2) * (3 - sum)", "(1 + 2) * (3 - sum)"],
    ["1 - (2 + 3) - 4", "1 - (2 + 3) - 4"],
    ["(2 * 3) * 4 * (5 * 6)", "2 * 3 * 4 * (5 * 6)"],
    ["-(2 * 3) + -(-(4))", "-(2 * 3) + --4"],
  ])("%s is shown with no more brackets than it needs: %s", (text, shown) => {
    const parsed = parseFormula(text);
    expect(parsed.ok && showFormula(parsed.formula)).toBe(shown);
  });

  it("is told from its leaves up, with a minus taken from 0", () => {
    const parsed = parseFormula("-sum * 2 + high");
    if (!parsed.ok) throw new Error(english(parsed.message));
    const told = foldFormula<FormulaName, string>(parsed.formula, {
      number: (value) => String(value),
      name: (name) => name,
      binary: (op, left, right) => `(${left} ${op} ${right})`,
    });
    expect(told).toBe("(((0 - sum) * 2) + high)");
  });

  it("names each of its names once, in the order of the text", () => {
    const parsed = parseFormula("sum + 2 * -(high - sum)");
    expect(parsed.ok && listFormulaNames(parsed.formula)).toEqual(["sum", "high"]);
  });
});

describe("a formula about boxes", () => {
  it("takes any word as the id of a box", () => {
    const parsed = parseBoxFormula("(max - min) * ones_2");
    if (!parsed.ok) throw new Error(english(parsed.message));
    expect(evaluate(parsed.formula, { max: 28, min: 7, ones_2: 4 })).toBe(84);
    expect(listFormulaNames(parsed.formula)).toEqual(["max", "min", "ones_2"]);
  });

  it("says what it expected", () => {
    const parsed = parseBoxFormula("max - ");
    expect(parsed).toMatchObject({ ok: false, offset: 5, length: 1, unknown: null });
    expect(!parsed.ok && english(parsed.message)).toBe(
      "the formula ends too early; expected a number or the id of a box",
    );
  });
});

describe("a score", () => {
  const formula = (text: string) => {
    const parsed = parseFormula(text);
    if (!parsed.ok) throw new Error(english(parsed.message));
    return parsed.formula;
  };

  it("is told as a file writes it, one value after the other", () => {
    expect(showScore({ kind: "formula", formula: formula("40 + sum") })).toBe("40 + sum");
    expect(showScore({ kind: "by_roll", values: [66, 55, 50] })).toBe("66 / 55 / 50");
    expect(showScore({ kind: "by_pattern", formulas: [formula("hit"), formula("25")] })).toBe("hit / 25");
  });
});
