import { expect, test } from "vitest";
import { checkSheet } from "../../../src/check/check-sheet.ts";
import { columns, findingsOf, scores, sheetFrom } from "../../support/sheet-files.ts";

const nearest = (text: string) => checkSheet(sheetFrom(text)).findings.map(({ expected }) => expected);

test("finds scores that dice can't earn, with the nearest that they can", () => {
  expect(findingsOf(columns("yazzo", { mixed: "full_house: 50", down: "", up: "yazzo: 81" }))).toEqual([
    "illegal-score A/mixed/full_house",
    "illegal-score A/up/yazzo",
  ]);
  expect(nearest(columns("yazzo", { mixed: "full_house: 50" }))).toEqual([[49, 51]]);
  expect(nearest(columns("yazzo", { mixed: "full_house: 65" }))).toEqual([[64, 66]]);
  expect(nearest(columns("yazzo", { mixed: "full_house: 90" }))).toEqual([[68]]);
  expect(nearest(columns("yazzo", { mixed: "minimum: 4" }))).toEqual([[5]]);
  expect(nearest(scores("yahtzee-block", "small: 25"))).toEqual([[30]]);
});

test("lets stand what dice can earn", () => {
  expect(findingsOf(columns("yazzo", { mixed: "full_house: 49, straight: 30, yazzo: 55, ones: 5" }))).toEqual(
    [],
  );
  expect(findingsOf(scores("yatzy-deluxe", "straight5: 17, full_house: 40"))).toEqual([]);
});

test("takes a 0 for a strike", () => {
  expect(findingsOf(columns("yazzo", { mixed: "full_house: 0, minimum: 0" }))).toEqual([]);
});

test("knows boxes that are negative", () => {
  expect(findingsOf(scores("doppel-yatzy", "extra: 12, chance: 12"))).toEqual(["illegal-score A/main/extra"]);
  expect(findingsOf(scores("doppel-yatzy", "extra: -12, chance: 12"))).toEqual([]);
});

test("knows boxes where only a strike can stand", () => {
  const text = (extra: string) =>
    `options: {extra: strike}\n${scores("doppel-yatzy", `extra: ${extra}, chance: 12`)}`;
  expect(findingsOf(text("12"))).toEqual(["illegal-score A/main/extra"]);
  expect(nearest(text("12"))).toEqual([[0]]);
  expect(findingsOf(text("'-'"))).toEqual([]);
});
