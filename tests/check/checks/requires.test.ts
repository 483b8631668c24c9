import { expect, test } from "vitest";
import { checkSheet } from "../../../src/check/check-sheet.ts";
import { describeFinding } from "../../../src/check/checks.ts";
import { gameFrom } from "../../support/games.ts";
import { language } from "../../support/languages.ts";
import { findingsOf, scores, sheetFrom } from "../../support/sheet-files.ts";

const generala = (ink: string, complete = "no") =>
  `options: {double_generala: "yes"}\ncomplete: ${complete}\n${scores("generala", ink)}`;

test("finds points in a box whose other box is struck or still empty", () => {
  expect(findingsOf(generala("generala: 50, double: 100"))).toEqual([]);
  expect(findingsOf(generala("generala: X, double: 100"))).toEqual(["requires A/main/double"]);
  expect(findingsOf(generala("double: 100"))).toEqual(["requires A/main/double"]);
});

test("lets the waiting box be struck at any time", () => {
  expect(findingsOf(generala("double: X"))).toEqual([]);
  expect(findingsOf(generala("generala: X, double: 0"))).toEqual([]);
});

test("says nothing of a box that is wrong or missing by itself", () => {
  expect(findingsOf(generala("generala: X, double: 99"))).toEqual(["illegal-score A/main/double"]);
  const full =
    "ones: 1, twos: 2, threes: 3, fours: 4, fives: 5, sixes: 6, straight: 20, full_house: 30, four: 40";
  expect(findingsOf(generala(`${full}, double: 100`, "yes"))).toEqual(["missing-box A/main/generala"]);
});

test("lets sums agree with the entry that was meant", () => {
  expect(findingsOf(generala("generala: X, double: 100, lower.sum: 150"))).toEqual([
    "requires A/main/double",
  ]);
  expect(findingsOf(generala("generala: X, double: 100, lower.sum: 77"))).toEqual([
    "requires A/main/double",
    "wrong-sum A/main/lower.sum",
  ]);
});

test("tells which box comes first", () => {
  const sheet = sheetFrom(generala("generala: X, double: 100"));
  const [finding] = checkSheet(sheet).findings;
  if (finding === undefined) throw new Error("no finding");
  expect(finding).toMatchObject({ written: 100, facts: { reason: "scored", first: "generala" } });
  expect(describeFinding(finding, sheet.game, language("de"))).toBe(
    "A, Doppelte Generala: 100 zählt nur, wenn bei Generala Punkte stehen.",
  );
});

test("is content with any entry where the game asks for no more", () => {
  const game = gameFrom(
    "id: test\nextends: kniffel-core\nname: {de: Test, en: Test}\ncategories: {chance: {requires: {five: filled}}}\n",
  );
  const sheet = sheetFrom(scores("edencity-yatzy", "five: X, chance: 20"));
  expect(checkSheet({ ...sheet, game }).findings).toEqual([]);
  const early = sheetFrom(scores("edencity-yatzy", "chance: 20"));
  expect(checkSheet({ ...early, game }).findings[0]).toMatchObject({
    code: "requires",
    facts: { reason: "filled" },
  });
});
