import { describe, expect, test } from "vitest";
import { parseEntry, strikeMarks } from "../../../src/check/read/box-entry.ts";
import { english } from "../../../src/rules/problem/message.ts";
import type { Scalar } from "../../../src/rules/source/text.ts";

const marks = strikeMarks(["0", "Strich"]);
const ink = (value: Scalar) =>
  parseEntry({ kind: "scalar", value, source: String(value ?? ""), from: 0, to: 0 }, marks);

describe("what stands in a box", () => {
  test.each([
    [12, 12],
    [-5, -5],
    [-0, 0],
    ["12", 12],
    [" 12 ", 12],
    ["+12", 12],
    ["-12", -12],
    ["−12", -12],
    ["–12", -12],
    ["12,0", 12],
    ["12.00", 12],
    ["12,", 12],
    ["007", 7],
    ["-0", 0],
  ])("is a number: %j", (value, number) => {
    expect(ink(value)).toEqual({ kind: "score", value: number });
  });

  test.each([
    ...["X", "x", "×", "✗", "✘", "/", "//", "\\", "-", "–", "—", "−"],
    ...["Strich", "STRICH", " x "],
  ])("is a strike: %j", (mark) => {
    expect(ink(mark)).toEqual({ kind: "strike", mark: mark.trim() });
  });

  test.each([null, "", "   "])("is nothing: %j", (value) => {
    expect(ink(value)).toEqual({ kind: "empty" });
  });

  const SCORE = "write a whole number, a strike mark (X, /, –) or nothing";
  test.each([
    [
      "not-a-score",
      ["drei", "1 2", "12a", "a12", "xx", "×3", "///", "３", "1e2", "0x10", "--", true, false, Number.NaN],
      ["is neither a score nor a strike", SCORE],
    ],
    [
      "not-whole",
      [2.5, "2,5", "2.5", "1.236", "1.000", "1,000", "-2.000", "12.000", 0.1],
      ["is not a whole number", "scores are whole numbers, without separators"],
    ],
    [
      "number-too-large",
      [1e9, "1000001", -1e9, Number.POSITIVE_INFINITY, "9".repeat(40)],
      ["is more than any dice can score", "if the number is unknown, leave the box empty"],
    ],
  ] as const)("is neither, and says why: %s", (code, values, [what, hint]) => {
    for (const value of values) {
      const fault = ink(value);
      if (!("code" in fault)) throw new Error(`${value} is read`);
      expect([fault.code, english(fault.message), english(fault.hint)]).toEqual([
        code,
        `\`${value}\` ${what}`,
        hint,
      ]);
    }
  });

  test("is at most a million", () => {
    expect(ink("1000000")).toEqual({ kind: "score", value: 1_000_000 });
    expect(ink(-1_000_000)).toEqual({ kind: "score", value: -1_000_000 });
    expect(ink(1_000_001)).toMatchObject({ code: "number-too-large" });
  });
});
