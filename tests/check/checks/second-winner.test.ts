import { expect, test } from "vitest";
import { checkSheet } from "../../../src/check/check-sheet.ts";
import { describeFinding } from "../../../src/check/checks.ts";
import type { Game } from "../../../src/rules/game/game.ts";
import { gameFrom } from "../../support/games.ts";
import { language } from "../../support/languages.ts";
import { sheetOf, spot } from "../../support/sheet-files.ts";

const HEAD = "id: test\nextends: yacht\nname: {de: T, en: T}\n";
const scored = gameFrom(`${HEAD}categories: {yacht: {wins: scored}, little: {wins: scored}}\n`);

const check = (game: Game, ...players: readonly string[]) =>
  checkSheet(
    sheetOf(
      game,
      `variant: test\nplayers:\n${players.map((one, at) => `  - {name: ${"ABC"[at]}, ${one}}\n`).join("")}`,
    ),
  );
const spots = (game: Game, ...players: readonly string[]) => check(game, ...players).findings.map(spot);

test("finds whoever won at once when somebody else had", () => {
  const both = ["scores: {ones: 1, yacht: 50}", "scores: {ones: 1, yacht: 50}"] as const;
  expect(spots(scored, ...both)).toEqual(["second-winner B/main/yacht"]);
  expect(spots(scored, ...both, "scores: {ones: 1, little: 30}")).toEqual([
    "second-winner B/main/yacht",
    "second-winner C/main/little",
  ]);
  expect(check(scored, ...both).verdict).toBe("mistakes");
  expect(spots(scored, both[0], "scores: {ones: 1, yacht: X}")).toEqual([]);
});

test("finds a second win of the same player, unless one turn brings both", () => {
  expect(spots(scored, "scores: {little: 30, yacht: 50}")).toEqual(["second-winner A/main/yacht"]);
  const inPairs = { ...scored, turn: { ...scored.turn, entries: 2 } };
  expect(spots(inPairs, "scores: {little: 30, yacht: 50}")).toEqual([]);
  expect(spots(inPairs, "scores: {little: 30, yacht: 50}", "scores: {ones: 1, yacht: 50}")).toEqual([
    "second-winner B/main/yacht",
  ]);
});

test("lets every game of a sheet have its winner", () => {
  const sheet = sheetOf(
    scored,
    "variant: test\nplayers: [{name: A, scores: {yacht: 50}}, {name: B, scores: {yacht: 50}}]\n",
  );
  expect(checkSheet({ ...sheet, columnsAreGames: true }).findings).toEqual([]);
});

test("leaves out a win that can't be right by itself", () => {
  const after = gameFrom(
    `${HEAD}categories: {yacht: {wins: scored, requires: {choice: scored}}, little: {wins: scored}}\n`,
  );
  expect(spots(after, "scores: {little: 30}", "scores: {yacht: 50}")).toEqual(["requires B/main/yacht"]);
});

test("knows a served win by its points, or by a column that takes nothing else", () => {
  const served = "categories: {big: {wins: served, served: 60}, yacht: {wins: served}}\n";
  const game = gameFrom(
    `${HEAD}${served}columns: {main: {label: {de: A, en: A}}, quick: {label: {de: B, en: B}, order: free, entry: single_throw}}\n`,
  );
  const inMain = (ink: string) => `columns: {main: {ones: 1, ${ink}}}`;
  const inQuick = (ink: string) => `columns: {quick: {ones: 1, ${ink}}}`;
  expect(spots(game, inMain("big: 60"), inMain("big: 60"))).toEqual(["second-winner B/main/big"]);
  expect(spots(game, inMain("big: 60"), inMain("big: 30"))).toEqual([]);
  expect(spots(game, inMain("big: 60"), inMain("yacht: 50"))).toEqual([]);
  expect(spots(game, inMain("big: 60"), inQuick("yacht: 50"))).toEqual(["second-winner B/quick/yacht"]);
});

test("says who won before, and where", () => {
  const { findings } = check(scored, "scores: {ones: 1, yacht: 50}", "scores: {ones: 1, yacht: 50}");
  const told = (code: "de" | "en") =>
    findings.map((finding) => describeFinding(finding, scored, language(code)));
  expect(told("en")).toEqual([
    "B, Yacht: 50 wins at once, but A has also won with Yacht; only one of the two can be right.",
  ]);
  expect(told("de")).toEqual([
    "B, Yacht: 50 gewinnt sofort, aber auch A hat schon mit Yacht gewonnen; nur eins von beiden kann stimmen.",
  ]);
  const [twice] = check(scored, "scores: {little: 30, yacht: 50}").findings;
  expect(twice && describeFinding(twice, scored, language("en"))).toBe(
    "A, Yacht: 50 wins at once, but the game was already won with Little straight; only one of the two can be right.",
  );
});
