import { expect, test } from "vitest";
import { checkSheet } from "../../../src/check/check-sheet.ts";
import { findingsOf, problemsOf, scores, sheetFrom } from "../../support/sheet-files.ts";

const FULL =
  "ones: 5, twos: 10, threes: 15, fours: 20, fives: 25, sixes: 30, three: 30, four: 30, full_house: 25, small: 30, large: 40, five: 50, chance: 30";
const block = (ink: string, repeats: number) => scores("yahtzee-block", `${ink}, repeats: ${repeats}`);
const reason = (text: string) => checkSheet(sheetFrom(text)).findings.map(({ facts }) => facts.reason);

test("accepts extra points that the boxes can hold", () => {
  expect(findingsOf(block(FULL, 0))).toEqual([]);
  expect(findingsOf(block(FULL, 50))).toEqual([]);
  expect(findingsOf(block(FULL, 600))).toEqual([]);
  expect(findingsOf(block("five: 50, chance: 30", 50))).toEqual([]);
});

test("finds extra points that are no multiple", () => {
  expect(findingsOf(block(FULL, 70))).toEqual(["repeats A/repeats"]);
  expect(reason(block(FULL, 70))).toEqual(["multiple"]);
  expect(checkSheet(sheetFrom(block(FULL, 70))).findings[0]?.expected).toEqual([50, 100]);
});

test("finds less than nothing, multiple or not", () => {
  expect(reason(block(FULL, -50))).toEqual(["negative"]);
  expect(reason(block("chance: 30", -20))).toEqual(["negative"]);
  expect(checkSheet(sheetFrom(block(FULL, -50))).findings[0]?.expected).toEqual([0]);
});

test("finds more than there are boxes for", () => {
  expect(findingsOf(block(FULL, 650))).toEqual(["repeats A/repeats"]);
  expect(reason(block(FULL, 650))).toEqual(["too-many"]);
  expect(reason(block("five: 50, chance: 30", 100))).toEqual(["too-many"]);
});

test("finds extra points that no box can hold", () => {
  expect(reason(block("five: 50", 50))).toEqual(["none"]);
  // A joker is forced into the box of its number, which is open: nothing else can hold a further Yahtzee.
  const forced = (ink: string) => scores("yahtzee", `five: 50, ${ink}, repeats: 100`);
  expect(reason(forced("full_house: 25"))).toEqual(["none"]);
  expect(reason(forced("full_house: 0, ones: 2"))).toEqual(["none"]);
  expect(reason(forced("full_house: 25, ones: 2"))).toEqual([]);
  expect(reason(`options: {joker: free}\n${forced("full_house: 25")}`)).toEqual([]);
});

test("finds extra points beside a first one that was struck, or is missing", () => {
  expect(reason(block(FULL.replace("five: 50", "five: X"), 50))).toEqual(["scored"]);
  expect(reason(block("chance: 30, ones: 5", 50))).toEqual(["scored"]);
});

test("counts boxes only that such a roll can have been entered in", () => {
  expect(findingsOf(block("five: 50, ones: 3, chance: 13", 50))).toEqual(["repeats A/repeats"]);
  expect(findingsOf(block("five: 50, ones: 3, chance: 25", 50))).toEqual([]);
});

test("knows the other reading, where any earlier one is enough", () => {
  const text = `options: {repeat_gate: any_previous}\n${block("five: X, chance: 30, sixes: 30", 50)}`;
  expect(findingsOf(text)).toEqual([]);
  expect(findingsOf(text.replace("repeats: 50", "repeats: 150"))).toEqual(["repeats A/repeats"]);
});

test("has no line in a game without extra points", () => {
  expect(problemsOf(scores("edencity-yatzy", "five: 50, repeats: 50"))).toEqual(["unknown-row 3:34"]);
});

test("allows for a box that was left out, in a column with an order", () => {
  const rows = "three: 20, four: 20, full_house: 25, small: 30, large: 40, chance: 20, ones: 5";
  const sheet = scores("kniffel", `${rows}, repeats: 50`);
  const options = "options: {order: lower_first, further_kniffels: both}\n";
  expect(findingsOf(options + sheet)).toEqual(["out-of-order A/main/ones"]);
});

test("looks at the boxes of the number in every column", () => {
  const sheet = (double: string) =>
    `variant: triple-yahtzee\nplayers:\n  - name: A\n    columns:\n      single: {five: 50, ones: 1, small: 30}\n      double: {five: 0, ${double}}\n      triple: {five: 50, ones: 3}\n    repeats: 100\n`;
  expect(reason(sheet("ones: "))).toEqual(["none"]);
  expect(reason(sheet("ones: 2"))).toEqual([]);
});
