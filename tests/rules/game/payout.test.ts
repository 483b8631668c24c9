import { describe, expect, it } from "vitest";
import { type Outcome, rank, standingsOf } from "../../../src/check/check-sheet.ts";
import { columnPoints, settleAmongPlayers } from "../../../src/rules/game/payout.ts";
import { gameFrom, shippedGame } from "../../support/games.ts";

const escalero = shippedGame("escalero");

/** Outcomes from the totals of three columns; a name in brackets has left. */
function outcomes(columns: Readonly<Record<string, readonly number[]>>): Outcome[] {
  return Object.entries(columns).map(([name, totals]) => ({
    name,
    total: totals.reduce((sum, one) => sum + one, 0),
    points: 0,
    columns: totals,
    left: name.startsWith("("),
  }));
}
const won = (columns: Readonly<Record<string, readonly number[]>>, game = escalero) =>
  columnPoints(game, outcomes(columns));

describe("columns that are won one by one", () => {
  it("are worth 1, 2 and 4, each to whoever has most in it", () => {
    expect(won({ A: [9, 1, 1], B: [1, 9, 1], C: [1, 1, 9] })).toEqual([1, 2, 4]);
    expect(won({ A: [9, 9, 1], B: [1, 1, 9] })).toEqual([3, 4]);
  });

  it("are nobody's where several have most, and 3 more where somebody wins them all", () => {
    expect(won({ A: [9, 5, 5], B: [9, 6, 5], C: [1, 1, 1] })).toEqual([0, 2, 0]);
    expect(won({ A: [9, 9, 9], B: [8, 8, 8] })).toEqual([10, 0]);
    expect(won({ A: [9, 9, 9], B: [8, 8, 8] }, shippedGame("escalero", { sweep: "none" }))).toEqual([7, 0]);
  });

  it("are not won by those who left, nor by anybody alone", () => {
    expect(won({ "(A)": [9, 9, 9], B: [1, 2, 3], C: [3, 2, 1] })).toEqual([0, 4, 1]);
    expect(won({ A: [9, 9, 9] })).toEqual([0]);
  });

  it("are worth 1 each where nothing is said", () => {
    const text =
      "id: test\nextends: yazzo\nname: {de: T, en: T}\nranking: {by: columns, order: lowest}\nconstraints: null\n";
    expect(won({ A: [9, 1, 1], B: [1, 9, 9] }, gameFrom(text))).toEqual([2, 1]);
  });
});

describe("who is ahead", () => {
  const ranked = (columns: Readonly<Record<string, readonly number[]>>, isOver = true) =>
    rank(escalero, standingsOf(escalero, outcomes(columns)), isOver);

  it("goes by the columns won and not by the total, and everybody pays the difference", () => {
    const ranking = ranked({ A: [100, 1, 1], B: [1, 2, 1], C: [1, 1, 2] });
    expect(ranking.map(({ name, rank, points, payout }) => [name, rank, points, payout])).toEqual([
      ["C", 1, 4, 5],
      ["B", 2, 2, -1],
      ["A", 3, 1, -4],
    ]);
  });

  it("pays nothing before the game is over", () => {
    expect(ranked({ A: [9, 1, 1], B: [1, 2, 1] }, false).map(({ payout }) => payout)).toEqual([null, null]);
  });

  it("goes by victory points where the game says so", () => {
    const balut = shippedGame("balut");
    const players = [
      { name: "A", total: 500, points: 7, columns: [], left: false },
      { name: "B", total: 400, points: 9, columns: [], left: false },
    ];
    const names = (choices: Record<string, string>) => {
      const game = shippedGame("balut", choices);
      return rank(game, standingsOf(game, players), true).map(({ name, points }) => [name, points]);
    };
    expect(balut.ranking.by).toBe("points");
    expect(names({})).toEqual([
      ["B", 9],
      ["A", 7],
    ]);
    expect(names({ winner: "total" })).toEqual([
      ["A", null],
      ["B", null],
    ]);
  });

  it("leaves nothing over when players settle among themselves", () => {
    for (const points of [
      [3, 0],
      [1, 2, 4],
      [10, 0, 0, 0],
      [5, 5],
    ]) {
      const paid = settleAmongPlayers(points);
      expect(paid.reduce((sum, one) => sum + one, 0)).toBe(0);
    }
  });
});
