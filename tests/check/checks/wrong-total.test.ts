import { expect, test } from "vitest";
import { checkSheet } from "../../../src/check/check-sheet.ts";
import { columns, findingsOf, scores, sheetFrom } from "../../support/sheet-files.ts";

const UPPER = "threes: 9, fours: 12, fives: 15, sixes: 30";

test("finds section, column and grand totals that don't add up", () => {
  const text = `${columns("yazzo", {
    mixed: `${UPPER}, upper.sum: 66, upper.bonus: 60, upper.total: 127, straight: 30, column.total: 157`,
    up: "yazzo: 55, column.total: 50",
  })}    grand.total: 212\n`;
  expect(findingsOf(text)).toEqual(["wrong-total A/mixed/upper.total", "wrong-total A/up/column.total"]);
  const grand = `${columns("yazzo", { up: "yazzo: 55, column.total: 55" })}    grand.total: 56\n`;
  expect(findingsOf(grand)).toEqual(["wrong-total A/grand.total"]);
  expect(checkSheet(sheetFrom(grand)).findings[0]).toMatchObject({ written: 56, expected: 55, column: null });
});

test("finds a bonus that was earned, not written and left out, once, where it is missing", () => {
  expect(
    findingsOf(scores("yahtzee-block", `${UPPER}, upper.sum: 66, upper.total: 66, grand.total: 66`)),
  ).toEqual(["wrong-total A/main/upper.total"]);
  expect(findingsOf(scores("yahtzee-block", `${UPPER}, grand.total: 66`))).toEqual([
    "wrong-total A/grand.total",
  ]);
  expect(findingsOf(scores("yahtzee-block", `${UPPER}, grand.total: 101`))).toEqual([]);
});

test("adds extra points as they are written", () => {
  const sheet = (total: number) =>
    scores("yahtzee-block", `five: 50, chance: 30, repeats: 50, grand.total: ${total}`);
  expect(findingsOf(sheet(130))).toEqual([]);
  expect(findingsOf(sheet(80))).toEqual(["wrong-total A/grand.total"]);
});

test("gives two findings for two mistakes", () => {
  const text = `${columns("yazzo", {
    mixed: "ones: 3, upper.sum: 4, upper.total: 3, straight: 30, lower.sum: 30, column.total: 33",
    up: "yazzo: 55, lower.sum: 65, column.total: 65",
  })}    grand.total: 99\n`;
  expect(findingsOf(text)).toEqual([
    "wrong-sum A/mixed/upper.sum",
    "wrong-sum A/up/lower.sum",
    "wrong-total A/grand.total",
  ]);
  expect(findingsOf(text.replace("grand.total: 99", "grand.total: 98"))).toHaveLength(2);
  expect(findingsOf(text.replace("grand.total: 99", "grand.total: 88"))).toHaveLength(2);
});

test("does not report a total again because of the sum above it", () => {
  expect(findingsOf(scores("yatzy", "sixes: 18, chance: 20, upper.sum: 28, grand.total: 48"))).toEqual([
    "wrong-sum A/main/upper.sum",
  ]);
  expect(findingsOf(scores("yatzy", "sixes: 18, chance: 20, upper.sum: 28, grand.total: 38"))).toEqual([
    "wrong-sum A/main/upper.sum",
  ]);
});
