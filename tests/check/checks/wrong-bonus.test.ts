import { expect, test } from "vitest";
import { columns, findingsOf, scores } from "../../support/sheet-files.ts";

const YAZZO: Readonly<Record<number, string>> = {
  59: "ones: 3, twos: 6, threes: 6, fours: 16, fives: 10, sixes: 18",
  60: "ones: 4, twos: 6, threes: 6, fours: 16, fives: 10, sixes: 18",
  69: "ones: 3, twos: 6, threes: 6, fours: 16, fives: 20, sixes: 18",
  70: "ones: 4, twos: 6, threes: 6, fours: 16, fives: 20, sixes: 18",
};

test.each([
  [59, 0],
  [60, 60],
  [69, 60],
  [70, 70],
])("an upper sum of %i earns %i in three columns", (sum, bonus) => {
  const ink = (written: number) => columns("yazzo", { mixed: `${YAZZO[sum]}, upper.bonus: ${written}` });
  expect(findingsOf(ink(bonus))).toEqual([]);
  for (const other of [0, 60, 70, 130].filter((b) => b !== bonus))
    expect(findingsOf(ink(other))).toEqual(["wrong-bonus A/mixed/upper.bonus"]);
});

test("adds up all steps that were reached, where the players chose that", () => {
  const ink = (bonus: number) =>
    `options: {bonus_tiers: both}\n${columns("yazzo", { mixed: `${YAZZO[70]}, upper.bonus: ${bonus}` })}`;
  expect(findingsOf(ink(130))).toEqual([]);
  expect(findingsOf(ink(70))).toEqual(["wrong-bonus A/mixed/upper.bonus"]);
});

test.each([
  ["doppel-yatzy", "twos: 8, threes: 6, fours: 8, fives: 10, sixes: 30", 62, 0],
  ["doppel-yatzy", "ones: 1, twos: 8, threes: 6, fours: 8, fives: 10, sixes: 30", 63, 50],
  ["yatzy-deluxe", "ones: 5, threes: 9, fours: 16, fives: 20, sixes: 36", 86, 50],
  ["yatzy-deluxe", "ones: 4, threes: 9, fours: 16, fives: 20, sixes: 36", 85, 50],
  ["yatzy-deluxe", "ones: 3, threes: 9, fours: 16, fives: 20, sixes: 36", 84, 50],
  ["yatzy-deluxe", "ones: 2, threes: 9, fours: 16, fives: 20, sixes: 36", 83, 0],
])("%s: %s makes %i and earns %i", (game, ink, sum, bonus) => {
  const even = game === "doppel-yatzy" && ink.split(",").length % 2 === 1 ? `${ink}, chance: X` : ink;
  const lines = (written: number) => scores(game, `${even}, upper.sum: ${sum}, upper.bonus: ${written}`);
  expect(findingsOf(lines(bonus))).toEqual([]);
  expect(findingsOf(lines(50 - bonus))).toEqual(["wrong-bonus A/main/upper.bonus"]);
});

test("takes a dash for no bonus, and a bonus before it is earned for a mistake", () => {
  expect(findingsOf(scores("yatzy", "sixes: 18, upper.bonus: /"))).toEqual([]);
  expect(findingsOf(scores("yatzy", "sixes: 18, upper.bonus: 50"))).toEqual([
    "wrong-bonus A/main/upper.bonus",
  ]);
});

test("is not found again in the totals, whether it was carried on or not", () => {
  const sheet = (total: number, grand: number) =>
    scores(
      "yatzy",
      `sixes: 18, upper.sum: 18, upper.bonus: 50, upper.total: ${total}, grand.total: ${grand}`,
    );
  const once = ["wrong-bonus A/main/upper.bonus"];
  expect(findingsOf(sheet(68, 68))).toEqual(once);
  expect(findingsOf(sheet(18, 18))).toEqual(once);
  expect(findingsOf(sheet(68, 18))).toEqual(once);
});
