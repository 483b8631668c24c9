import { describe, expect, it } from "vitest";
import {
  checkSheet,
  type ReportedPlayer,
  rank,
  type PlayerResult,
  playerResults,
} from "../../../src/check/check-sheet.ts";
import type { Settlement } from "../../../src/rules/game/game.ts";
import {
  columnPoints,
  computePrize,
  settle,
  settleAmongPlayers,
  columnWorth,
} from "../../../src/rules/game/payout.ts";
import { gameFrom, shippedGame } from "../../support/games.ts";
import { sheetFrom } from "../../support/sheet-files.ts";

const escalero = shippedGame("escalero");

/** A player with these lines. */
function reported(
  name: string,
  total: number,
  lines: readonly (readonly [string, number])[],
): ReportedPlayer {
  return {
    name,
    computed: total,
    written: null,
    left: name.startsWith("("),
    won: false,
    lines: lines.map(([line, computed]) => ({ line, column: null, computed, written: null })),
  };
}

/** Players from the totals of three columns; a name in brackets has left. */
function outcomes(columns: Readonly<Record<string, readonly number[]>>) {
  return Object.entries(columns).map(([name, totals]) => {
    const total = totals.reduce((sum, one) => sum + one, 0);
    const lines = totals.map((one) => ["column.total", one] as const);
    return { ...reported(name, total, lines), columns: totals };
  });
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
    expect(won({ A: [1, 1, 1], B: [9, 9, 9] }, gameFrom(text))).toEqual([3, 0]);
  });
});

describe("what a column is worth", () => {
  it("is what the game says, and else 1", () => {
    expect(escalero.columns.map(({ id }) => columnWorth(escalero, id))).toEqual([1, 2, 4]);
    expect(columnWorth({ prizes: { worth: new Map([["down", 7]]), sweep: 0 } }, "up")).toBe(1);
    expect(columnWorth({ prizes: null }, "up")).toBe(1);
  });
});

describe("who is ahead", () => {
  const ranked = (columns: Readonly<Record<string, readonly number[]>>, isOver = true) =>
    rank(escalero, playerResults(escalero, outcomes(columns)), isOver);

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
    const players = [reported("A", 500, [["points.total", 7]]), reported("B", 400, [["points.total", 9]])];
    const names = (choices: Record<string, string>) => {
      const game = shippedGame("balut", choices);
      return rank(game, playerResults(game, players), true).map(({ name, points }) => [name, points]);
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

const players = (totals: readonly (number | "left")[]): PlayerResult[] =>
  totals.map((total, at) => ({
    name: `P${at + 1}`,
    total: total === "left" ? 999 : total,
    points: null,
    left: total === "left",
    won: false,
  }));

/** Payouts in the order of the players. */
function payouts(options: Record<string, string>, totals: readonly (number | "left")[]): (number | null)[] {
  const ranked = rank(shippedGame("edencity-yatzy", options), players(totals), true);
  return players(totals).map(({ name }) => ranked.find((r) => r.name === name)?.payout ?? null);
}

describe("the ranking", () => {
  const ranks = (totals: readonly (number | "left")[], id = "yatzy") =>
    rank(shippedGame(id), players(totals), false).map(({ name, rank }) => `${name} ${rank}`);

  it("gives players with equal totals the same rank and leaves out the next", () => {
    expect(ranks([200, 250, 250, 100])).toEqual(["P2 1", "P3 1", "P1 3", "P4 4"]);
  });

  it("puts whoever left the table last", () => {
    expect(ranks([100, "left", 90])).toEqual(["P1 1", "P3 2", "P2 3"]);
  });

  it("puts the lowest first where the game says so", () => {
    const game = shippedGame("yatzy");
    const lowest = { ...game, ranking: { ...game.ranking, order: "lowest" as const } };
    expect(rank(lowest, players([30, 10, 20]), false).map(({ name }) => name)).toEqual(["P2", "P3", "P1"]);
  });

  it("pays nothing without stakes", () => {
    expect(rank(shippedGame("yatzy"), players([1, 2]), true).map(({ payout }) => payout)).toEqual([
      null,
      null,
    ]);
  });
});

describe("stakes of 2.50 of which nine tenths are paid out", () => {
  const settlement: Settlement = {
    ...{ stakes: [250], stake: 250, currency: {}, share: 90 },
    ...{ base: "pot", rest: "house", leaver: "forfeits" },
  };
  const table = (...ranks: (number | "left")[]) =>
    ranks.map((rank) => ({ left: rank === "left", rank: rank === "left" ? 1 : rank }));

  it.each<[string, Partial<Settlement>, (number | "left")[], number[]]>([
    ["go to the winner", {}, [1, 2, 3], [675, 0, 0]],
    ["are shared, and a hundredth stays", {}, [1, 1, 3], [337, 337, 0]],
    ["are shared, and a hundredth goes to the first", { rest: "players" }, [3, 1, 1], [0, 338, 337]],
    [
      "leave two hundredths to the first two of four",
      { rest: "players", share: 93, stake: 100 },
      [1, 1, 1, 1],
      [93, 93, 93, 93],
    ],
    [
      "leave two hundredths to the first two of three",
      { rest: "players", share: 100, stake: 67 },
      [1, 1, 1],
      [67, 67, 67],
    ],
    [
      "leave a hundredth to the first of three",
      { rest: "players", share: 50, stake: 67 },
      [1, 1, 1],
      [34, 33, 33],
    ],
    ["keep those of who left", {}, ["left", 1, 2], [0, 675, 0]],
    ["give back those of who left", { leaver: "refunded" }, ["left", 1, 2], [250, 450, 0]],
    ["stay where all left", {}, ["left", "left"], [0, 0]],
    ["are given back where all left", { leaver: "refunded" }, ["left", "left"], [250, 250]],
    ["are those of one player", { base: "stake" }, [1, 2, 3], [225, 0, 0]],
  ])("%s", (_, rules, ranks, paid) => {
    expect(settle({ ...settlement, ...rules }, table(...ranks))).toEqual(paid);
  });

  it("are rounded down", () => {
    expect(computePrize({ ...settlement, stake: 333 }, 1)).toBe(299);
    expect(computePrize({ ...settlement, stake: 333 }, 3)).toBe(899);
    expect(computePrize({ ...settlement, stake: 333, base: "stake" }, 3)).toBe(299);
  });

  it("are settled among players by the differences of their points", () => {
    expect(settleAmongPlayers([1, 2, 4])).toEqual([-4, -1, 5]);
    expect(settleAmongPlayers([3, 0])).toEqual([3, -3]);
  });
});

describe("the payout", () => {
  const others = (n: number) => Array.from({ length: n - 1 }, (_, at) => at + 1);

  it.each([
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

  it("is split between players who are level, rounded down to the hundredth", () => {
    expect(payouts({}, [200, 200, 10])).toEqual([3.37, 3.37, 0]);
    expect(payouts({}, [200, 10, 200, 20, 30])).toEqual([5.62, 0, 5.62, 0, 0]);
    expect(payouts({}, [200, 200])).toEqual([2.25, 2.25]);
    expect(payouts({ stake: "5.00" }, [7, 7, 7])).toEqual([4.5, 4.5, 4.5]);
  });

  it("leaves the rest to the house, or a hundredth each to the first", () => {
    expect(payouts({ rest: "house" }, [1, 9, 9])).toEqual([0, 3.37, 3.37]);
    expect(payouts({ rest: "players" }, [1, 9, 9])).toEqual([0, 3.38, 3.37]);
    expect(payouts({ rest: "players" }, [9, 9])).toEqual([2.25, 2.25]);
  });

  it("is a share of a single stake in the other reading", () => {
    expect(payouts({ payout_base: "stake" }, [9, 1, 2])).toEqual([2.25, 0, 0]);
    expect(payouts({ payout_base: "stake", stake: "5.00" }, [9, 1, 2])).toEqual([4.5, 0, 0]);
  });

  it("takes the stake of whoever left, and never pays them", () => {
    expect(payouts({}, ["left", 5, 6])).toEqual([0, 0, 6.75]);
    expect(payouts({}, ["left", 5, "left"])).toEqual([0, 6.75, 0]);
    expect(payouts({}, ["left", "left"])).toEqual([0, 0]);
  });

  it("hands the stake back to whoever left, where the game says so", () => {
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

  it("is made when the sheet is complete, and not before", () => {
    const paid = (complete: string) => {
      const text = `variant: edencity-yatzy\n${complete}players: [{name: A, scores: {ones: 5}}, {name: B, scores: {ones: 3}}]\n`;
      return checkSheet(sheetFrom(text)).ranking.map(({ payout }) => payout);
    };
    expect(paid("")).toEqual([null, null]);
    expect(paid("complete: no\n")).toEqual([null, null]);
    expect(paid("complete: yes\n")).toEqual([4.5, 0]);
  });
});
