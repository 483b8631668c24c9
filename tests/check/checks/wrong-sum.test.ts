import { expect, test } from "vitest";
import { checkSheet } from "../../../src/check/check-sheet.ts";
import { columns, findingsOf, scores, sheetFrom } from "../../support/sheet-files.ts";

test("finds a section sum that is not the sum of its boxes", () => {
  const text = columns("yazzo", { mixed: "ones: 3, sixes: 18, upper.sum: 20, straight: 30, lower.sum: 30" });
  expect(findingsOf(text)).toEqual(["wrong-sum A/mixed/upper.sum"]);
  expect(checkSheet(sheetFrom(text)).findings[0]).toMatchObject({ written: 20, expected: 21 });
});

test("counts strikes as 0 and blank sums not at all", () => {
  expect(findingsOf(scores("yatzy", "ones: X, sixes: 18, upper.sum: 18"))).toEqual([]);
  expect(findingsOf(scores("yatzy", "ones: X, sixes: 18, upper.sum: "))).toEqual([]);
  expect(findingsOf(scores("yatzy", "ones: X, upper.sum: X"))).toEqual([]);
});

test("knows negative boxes", () => {
  expect(findingsOf(scores("doppel-yatzy", "chance: 20, extra: -8, lower.sum: 12"))).toEqual([]);
  expect(findingsOf(scores("doppel-yatzy", "chance: 20, extra: -8, lower.sum: 28"))).toEqual([
    "wrong-sum A/main/lower.sum",
  ]);
});

test("is not found again below, whether it was carried on or not", () => {
  const sheet = (bonus: number, total: number, grand: number) =>
    scores(
      "yahtzee-block",
      `threes: 9, fours: 12, fives: 15, sixes: 24, chance: 20, upper.sum: 63, upper.bonus: ${bonus}, upper.total: ${total}, lower.sum: 20, grand.total: ${grand}`,
    );
  const once = ["wrong-sum A/main/upper.sum"];
  expect(findingsOf(sheet(35, 98, 118))).toEqual(once);
  expect(findingsOf(sheet(0, 60, 80))).toEqual(once);
  expect(findingsOf(sheet(0, 63, 83))).toEqual(once);
  expect(findingsOf(sheet(35, 98, 80))).toEqual(once);
  expect(findingsOf(sheet(35, 97, 117))).toEqual([...once, "wrong-total A/main/upper.total"]);
});

test("is excused by a box that is reported itself, as far as that box can explain it", () => {
  const sheet = (sum: number) =>
    columns("yazzo", { mixed: `full_house: 50, straight: 30, lower.sum: ${sum}` });
  expect(findingsOf(sheet(80))).toEqual(["illegal-score A/mixed/full_house"]);
  expect(findingsOf(sheet(81))).toEqual(["illegal-score A/mixed/full_house"]);
  expect(findingsOf(sheet(30))).toEqual(["illegal-score A/mixed/full_house"]);
  expect(findingsOf(sheet(130))).toEqual(["illegal-score A/mixed/full_house", "wrong-sum A/mixed/lower.sum"]);
});
