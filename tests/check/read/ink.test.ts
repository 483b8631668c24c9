import { describe, expect, test } from "vitest";
import { readInk, strikeMarks } from "../../../src/check/read/ink.ts";
import type { Scalar } from "../../../src/rules/source/text.ts";

const marks = strikeMarks(["0", "Strich"]);
const ink = (value: Scalar) =>
  readInk({ kind: "scalar", value, source: String(value ?? ""), from: 0, to: 0 }, marks);

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

  test.each([
    [
      "not-a-score",
      ["drei", "1 2", "12a", "xx", "×3", "///", "３", "1e2", "0x10", "--", true, false, Number.NaN],
    ],
    ["not-whole", [2.5, "2,5", "2.5", "1.236", 0.1]],
    ["number-too-large", [1e9, "1000001", -1e9, Number.POSITIVE_INFINITY, "9".repeat(400)]],
  ] as const)("is neither, and says why: %s", (code, values) => {
    for (const value of values) expect(ink(value)).toMatchObject({ code });
  });
});
