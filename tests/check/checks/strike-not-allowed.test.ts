import { expect, test } from "vitest";
import { checkSheet } from "../../../src/check/check-sheet.ts";
import { gameFrom } from "../../support/games.ts";
import { findingsOf, scores, sheetOf, spot } from "../../support/sheet-files.ts";

test.each(["0", "X", "'-'", "–"])("finds a box that can't be struck, struck with %s", (mark) => {
  expect(findingsOf(scores("doppel-yatzy", `extra: ${mark}, chance: X`))).toEqual([
    "strike-not-allowed A/main/extra",
  ]);
});

test("lets boxes be struck that can be", () => {
  expect(findingsOf(scores("doppel-yatzy", "ones: 0, chance: X"))).toEqual([]);
  expect(findingsOf(`options: {extra: chance}\n${scores("doppel-yatzy", "extra: X, chance: X")}`)).toEqual(
    [],
  );
});

test.each([
  ["strike: never", "strike: {marks: ['/']}"],
  ["strike: allowed", "strike: {marks: ['/'], voluntary: false}"],
])("lets dice earn a 0 in a box that can't be struck: %s", (rule, strikes) => {
  const choice = `categories: {choice: {score: "max(sum - 20, 0)", ${rule}}}`;
  const game = gameFrom(`id: test\nextends: yacht\nname: {de: T, en: T}\n${choice}\n${strikes}\n`);
  const check = (ink: string) =>
    checkSheet(sheetOf(game, `variant: test\nplayers: [{name: A, scores: {choice: ${ink}}}]\n`)).findings;
  expect(check("0")).toEqual([]);
  expect(check("/").map(spot)).toEqual(["strike-not-allowed A/main/choice"]);
  expect(check("/")[0]?.facts).toMatchObject({ low: 0, high: 10 });
  expect(check("11")[0]?.expected).toEqual([10]);
});
