import { expect, test } from "vitest";
import { findingsOf } from "../../support/sheet-files.ts";

const FULL =
  "ones: 3, twos: 6, threes: 9, fours: 12, fives: 15, sixes: 18, three: 20, four: 20, full_house: 25, small: 30, large: 40, five: 50, chance: 20";
const sheet = (complete: string, first: string, second = FULL) =>
  `variant: yahtzee-block\n${complete}players:\n  - {name: A, scores: {${first}}}\n  - {name: B, scores: {${second}}}\n`;

test("finds every empty box on a sheet that is called complete", () => {
  expect(
    findingsOf(sheet("complete: yes\n", FULL.replace("ones: 3, ", "").replace("small: 30", "small: "))),
  ).toEqual(["missing-box A/main/ones", "missing-box A/main/small"]);
  expect(findingsOf(sheet("complete: yes\n", FULL))).toEqual([]);
});

test("lets boxes be empty while the game is on, and on the sheet of whoever left", () => {
  expect(findingsOf(sheet("", FULL.replace("ones: 3, ", "")))).toEqual([]);
  expect(findingsOf(sheet("complete: no\n", FULL.replace("ones: 3, ", "")))).toEqual([]);
  const left = sheet("complete: yes\n", "ones: 3").replace("name: A", "name: A, left: yes");
  expect(findingsOf(left)).toEqual([]);
});
