import { describe, expect, test } from "vitest";
import { checkSheet, rank, type PlayerResult } from "../../src/check/check-sheet.ts";
import type { Game } from "../../src/rules/game/game.ts";
import { shippedGame } from "../support/games.ts";
import { sheetFrom } from "../support/sheet-files.ts";

const yatzy = shippedGame("yatzy");
const lowestWins: Game = { ...yatzy, ranking: { ...yatzy.ranking, order: "lowest" } };

/** Players by name with what they have come to; `*` behind the number of those who left, `!` of those who won at once. */
function standings(players: Readonly<Record<string, string>>): PlayerResult[] {
  return Object.entries(players).map(([name, words]) => {
    const [total = 0, points = null] = words.replace(/[*!]/, "").split("/").map(Number);
    return { name, total, points, left: words.endsWith("*"), won: words.endsWith("!") };
  });
}
const ranked = (game: Game, players: Readonly<Record<string, string>>) =>
  rank(game, standings(players), false).map(({ name, rank }) => `${rank} ${name}`);

describe("the players from first to last", () => {
  test.each<[what: string, game: Game, players: Readonly<Record<string, string>>, places: readonly string[]]>(
    [
      ["by the highest total", yatzy, { A: "10", B: "30", C: "20" }, ["1 B", "2 C", "3 A"]],
      ["by the lowest total", lowestWins, { A: "10", B: "30", C: "20" }, ["1 A", "2 C", "3 B"]],
      [
        "who are level share a rank",
        yatzy,
        { A: "10", B: "30", C: "30", D: "5" },
        ["1 B", "1 C", "3 A", "4 D"],
      ],
      ["who left come last", yatzy, { A: "90*", B: "30", C: "20", D: "10*" }, ["1 B", "2 C", "3 A", "4 D"]],
      ["who left come last where few points win", lowestWins, { A: "9*", B: "30" }, ["1 B", "2 A"]],
      ["by what decides before the total", yatzy, { A: "10/5", B: "30/4", C: "20/5" }, ["1 A", "1 C", "3 B"]],
      ["alone", yatzy, { A: "0" }, ["1 A"]],
    ],
  )("%s", (_, game, players, places) => {
    expect(ranked(game, players)).toEqual(places);
  });

  test("are none where nobody plays", () => {
    expect(ranked(yatzy, {})).toEqual([]);
  });
});

/** A finished game with one box in each column that holds points, from what is there. */
function finished(
  game: string,
  row: string,
  inks: Readonly<Record<string, readonly number[]>>,
  options = "",
) {
  const { columns, sections } = shippedGame(game);
  const rows = sections.flatMap(({ categories }) => categories.map(({ id }) => id));
  const column = (score: number) => rows.map((id) => `${id}: ${id === row ? score : "X"}`).join(", ");
  const players = Object.entries(inks).map(([name, scores]) => {
    const filled = columns.map(({ id }, at) => `${id}: {${column(scores[at] ?? 0)}}`);
    return `  - name: ${name}\n    columns: {${filled.join(", ")}}\n`;
  });
  return checkSheet(sheetFrom(`variant: ${game}\n${options}players:\n${players.join("")}`));
}

describe("a game of columns that are won one by one", () => {
  test("is won by what the columns are worth, which the others pay", () => {
    const { ranking, verdict } = finished("escalero", "nines", { A: [3, 1, 1], B: [1, 1, 2], C: [1, 3, 1] });
    expect(verdict).toBe("correct");
    expect(ranking).toEqual([
      { name: "B", rank: 1, total: 4, points: 4, payout: 5 },
      { name: "C", rank: 2, total: 5, points: 2, payout: -1 },
      { name: "A", rank: 3, total: 5, points: 1, payout: -4 },
    ]);
  });

  test("pays something on top for all of them, unless it was agreed otherwise", () => {
    const all = { A: [2, 2, 2], B: [1, 1, 1] };
    const points = (options: string) =>
      finished("escalero", "nines", all, options).ranking.map((one) => [one.points, one.payout]);
    expect(points("")).toEqual([
      [10, 10],
      [0, -10],
    ]);
    expect(points("options: {sweep: none}\n")).toEqual([
      [7, 7],
      [0, -7],
    ]);
  });

  test("pays nothing as long as it goes on, and provisionally on a sheet with mistakes", () => {
    const night = (score: number) => finished("escalero", "nines", { A: [score, 1, 1], B: [1, 1, 2] });
    expect(night(3).payoutIsProvisional).toBe(false);
    expect(night(9)).toMatchObject({ verdict: "mistakes", payoutIsProvisional: true });
    expect(night(9).ranking.map(({ payout }) => payout)).toEqual([3, -3]);
    const { ranking } = checkSheet(sheetFrom("variant: escalero\nplayers: [{name: A}, {name: B}]\n"));
    expect(ranking.map(({ points, payout }) => [points, payout])).toEqual([
      [0, null],
      [0, null],
    ]);
  });

  test("is won by the higher worth also where the lower total wins a column", () => {
    const sheet = sheetFrom(
      "variant: escalero\nplayers:\n  - {name: A, columns: {first: {nines: 1}}}\n  - {name: B, columns: {first: {nines: 2}, second: {nines: 1}, third: {nines: 1}}}\n",
    );
    const game = { ...sheet.game, ranking: { ...sheet.game.ranking, order: "lowest" as const } };
    expect(checkSheet({ ...sheet, game, complete: null }).ranking).toMatchObject([
      { name: "A", rank: 1, points: 10 },
      { name: "B", rank: 2, points: 0 },
    ]);
  });
});

describe("a game of victory points", () => {
  // Four Baluts of ones earn 8 points, and 2 are taken off for a total of 100.
  const night = (options: string) =>
    finished("balut", "balut", { A: [25, 25, 25, 25], B: [0, 0, 0, 0] }, options).ranking;

  test("is won by them", () => {
    expect(night("")).toEqual([
      { name: "A", rank: 1, total: 100, points: 6, payout: null },
      { name: "B", rank: 2, total: 0, points: -2, payout: null },
    ]);
  });

  test("is won by the total where that was agreed", () => {
    expect(night("options: {winner: total}\n")).toMatchObject([
      { name: "A", total: 100, points: null },
      { name: "B", total: 0, points: null },
    ]);
  });
});
