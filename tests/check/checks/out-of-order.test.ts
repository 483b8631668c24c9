import { expect, test } from "vitest";
import { checkSheet } from "../../../src/check/check-sheet.ts";
import { describeFinding } from "../../../src/check/checks.ts";
import { language } from "../../support/languages.ts";
import { oneDieGame } from "../../support/one-die.ts";
import { columns, findingsOf, sheetFrom, sheetOf } from "../../support/sheet-files.ts";

test("finds a gap in a column that is filled downwards, once", () => {
  const text = columns("yazzo", { down: "ones: 3, twos: 2, fours: 4, sixes: 6" });
  expect(findingsOf(text)).toEqual(["out-of-order A/down/fours"]);
  expect(checkSheet(sheetFrom(text)).findings[0]?.facts).toEqual({ first: "threes" });
});

test("accepts a column that is filled upwards from its foot", () => {
  expect(findingsOf(columns("yazzo", { up: "yazzo: 55, straight: 30" }))).toEqual([]);
  expect(findingsOf(columns("yazzo", { up: "straight: 30, full_house: X" }))).toEqual([
    "out-of-order A/up/straight",
  ]);
});

test("counts struck boxes as filled", () => {
  expect(findingsOf(columns("yazzo", { down: "ones: /, twos: 0, threes: 3" }))).toEqual([]);
});

test("asks nothing of a column in any order", () => {
  expect(findingsOf(columns("yazzo", { mixed: "yazzo: 55, threes: 3" }))).toEqual([]);
});

test("leaves a hole on a sheet that is called complete to whoever looks for missing boxes", () => {
  const findings = findingsOf(columns("yazzo", { down: "twos: 2" }, "yes"));
  expect(findings).toHaveLength(32);
  expect(findings.every((finding) => finding.startsWith("missing-box"))).toBe(true);
});

test("lets a column be begun only once the one that it waits for is full", () => {
  const game = oneDieGame(
    "",
    "columns: {one: {LABEL, order: free}, two: {LABEL, order: down, after: one}, three: {LABEL, order: free, after: two}}",
  );
  const check = (one: string, two: string) => {
    const text = `variant: test\nplayers: [{name: A, columns: {one: {${one}}, two: {${two}}}}]\n`;
    return checkSheet(sheetOf(game, text)).findings;
  };
  expect(check("a: 1, b: /, c: 6", "a: 2")).toEqual([]);
  expect(check("a: 1, c: 6", "")).toEqual([]);
  const [early, ...others] = check("a: 1, c: 6", "a: 2, b: 3");
  expect(others).toEqual([]);
  expect(early).toMatchObject({
    code: "out-of-order",
    column: "two",
    category: "a",
    facts: { first: "b", before: "one" },
  });
  if (early === undefined) return;
  expect(describeFinding(early, game, language("en"))).toBe(
    "A, X7, X1: filled too early; the next box in order is X6, X2.",
  );
  // A gap in the column itself is reported, too.
  expect(check("a: 1", "b: 3").map(({ code, facts }) => [code, facts.first, facts.before])).toEqual([
    ["out-of-order", "a", undefined],
    ["out-of-order", "b", "one"],
  ]);
});
