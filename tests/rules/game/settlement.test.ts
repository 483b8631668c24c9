import { describe, expect, test } from "vitest";
import { checkSheet, rank, type Standing } from "../../../src/check/check-sheet.ts";
import { shippedGame } from "../../support/games.ts";
import { sheetFrom } from "../../support/sheet-files.ts";

const players = (totals: readonly (number | "left")[]): Standing[] =>
  totals.map((total, at) => ({
    name: `P${at + 1}`,
    total: total === "left" ? 999 : total,
    points: null,
    left: total === "left",
  }));

/** Payouts in the order of the players. */
function payouts(options: Record<string, string>, totals: readonly (number | "left")[]): (number | null)[] {
  const ranked = rank(shippedGame("edencity-yatzy", options), players(totals), true);
  return players(totals).map(({ name }) => ranked.find((r) => r.name === name)?.payout ?? null);
}

describe("the ranking", () => {
  const ranks = (totals: readonly (number | "left")[], id = "yatzy") =>
    rank(shippedGame(id), players(totals), false).map(({ name, rank }) => `${name} ${rank}`);

  test("gives players with equal totals the same rank and leaves out the next", () => {
    expect(ranks([200, 250, 250, 100])).toEqual(["P2 1", "P3 1", "P1 3", "P4 4"]);
  });

  test("puts whoever left the table last", () => {
    expect(ranks([100, "left", 90])).toEqual(["P1 1", "P3 2", "P2 3"]);
  });

  test("puts the lowest first where the game says so", () => {
    const game = shippedGame("yatzy");
    const lowest = { ...game, ranking: { ...game.ranking, order: "lowest" as const } };
    expect(rank(lowest, players([30, 10, 20]), false).map(({ name }) => name)).toEqual(["P2", "P3", "P1"]);
  });

  test("pays nothing without stakes", () => {
    expect(rank(shippedGame("yatzy"), players([1, 2]), true).map(({ payout }) => payout)).toEqual([
      null,
      null,
    ]);
  });
});

describe("the payout", () => {
  const others = (n: number) => Array.from({ length: n - 1 }, (_, at) => at + 1);

  test.each([
    [2, 4.5, 9],
    [3, 6.75, 13.5],
    [4, 9, 18],
    [5, 11.25, 22.5],
    [6, 13.5, 27],
  ])("for %i players is nine tenths of the pot: %f at the low stake, %f at the high one", (n, low, high) => {
    const losers = others(n).map(() => 0);
    expect(payouts({ stake: "2.50" }, [100, ...others(n)])).toEqual([low, ...losers]);
    expect(payouts({ stake: "5.00" }, [100, ...others(n)])).toEqual([high, ...losers]);
  });

  test("is split between players who are level, rounded down to the hundredth", () => {
    expect(payouts({}, [200, 200, 10])).toEqual([3.37, 3.37, 0]);
    expect(payouts({}, [200, 10, 200, 20, 30])).toEqual([5.62, 0, 5.62, 0, 0]);
    expect(payouts({}, [200, 200])).toEqual([2.25, 2.25]);
    expect(payouts({ stake: "5.00" }, [7, 7, 7])).toEqual([4.5, 4.5, 4.5]);
  });

  test("leaves the rest to the house, or a hundredth each to the first", () => {
    expect(payouts({ rest: "house" }, [1, 9, 9])).toEqual([0, 3.37, 3.37]);
    expect(payouts({ rest: "players" }, [1, 9, 9])).toEqual([0, 3.38, 3.37]);
    expect(payouts({ rest: "players" }, [9, 9])).toEqual([2.25, 2.25]);
  });

  test("is a share of a single stake in the other reading", () => {
    expect(payouts({ payout_base: "stake" }, [9, 1, 2])).toEqual([2.25, 0, 0]);
    expect(payouts({ payout_base: "stake", stake: "5.00" }, [9, 1, 2])).toEqual([4.5, 0, 0]);
  });

  test("takes the stake of whoever left, and never pays them", () => {
    expect(payouts({}, ["left", 5, 6])).toEqual([0, 0, 6.75]);
    expect(payouts({}, ["left", 5, "left"])).toEqual([0, 6.75, 0]);
    expect(payouts({}, ["left", "left"])).toEqual([0, 0]);
  });

  test("hands the stake back to whoever left, where the game says so", () => {
    const game = shippedGame("edencity-yatzy");
    const { settlement } = game;
    if (settlement === null) throw new Error("no stakes");
    const refunding = { ...game, settlement: { ...settlement, leaver: "refunded" as const } };
    const paid = rank(refunding, players(["left", 5, 6]), true).map(({ name, payout }) => [name, payout]);
    expect(paid).toEqual([
      ["P3", 4.5],
      ["P2", 0],
      ["P1", 2.5],
    ]);
  });

  test("is made when the sheet is complete, and not before", () => {
    const paid = (complete: string) => {
      const text = `variant: edencity-yatzy\n${complete}players: [{name: A, scores: {ones: 5}}, {name: B, scores: {ones: 3}}]\n`;
      return checkSheet(sheetFrom(text)).ranking.map(({ payout }) => payout);
    };
    expect(paid("")).toEqual([null, null]);
    expect(paid("complete: no\n")).toEqual([null, null]);
    expect(paid("complete: yes\n")).toEqual([4.5, 0]);
  });
});
