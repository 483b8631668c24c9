import { expect, test } from "vitest";
import { checkSheet } from "../../../src/check/check-sheet.ts";
import { columns, findingsOf, sheetFrom } from "../../support/sheet-files.ts";

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
