import { describe, expect, it } from "vitest";
import { sampleGames, scoreShares } from "../../../src/odds/casual-play.ts";
import { finishedSheet } from "../../../src/print/rulebook/view/worked.ts";
import type { Game } from "../../../src/rules/game/game.ts";
import { listCategories } from "../../../src/rules/game/rows.ts";
import { gameFrom, SHIPPED, shippedGame } from "../../support/games.ts";

const lowest = (game: Game): Game => ({ ...game, ranking: { ...game.ranking, order: "lowest" } });

/** The mean score of each box that simulated players fill, strikes apart. */
const means = (game: Game) =>
  new Map(
    [...scoreShares(game)].map(([id, { scores }]) => [
      id,
      [...scores].reduce((sum, [score, share]) => sum + score * share, 0),
    ]),
  );

/** Fewer rolls are better in each box but the last; `turn` is that of the game. */
const golf = (turn: string) =>
  gameFrom(`id: golf
name: {de: Golf, en: Golf}
dice: {count: 5, sides: 6}
turn: ${turn}
players: {min: 1, sheet: own}
start: {method: free}
columns: {main: {order: free}}
strike: {marks: ["/"]}
ranking: {order: lowest, tie: shared}
categories:
  sixes: {label: {de: Sechser, en: Sixes}, pattern: {face: 6, min: 2}, score: {by_roll: [1, 2, 3, 4, 5, 6]}, miss: 9}
  pair: {label: {de: Paar, en: Pair}, pattern: {groups: [2]}, score: {by_roll: [1, 2, 3, 4, 5, 6]}, miss: 9}
  three: {label: {de: Dreier, en: Three}, pattern: {groups: [3]}, score: {by_roll: [1, 2, 3, 4, 5, 6]}, miss: 9}
  chance: {label: {de: Chance, en: Chance}, pattern: any, score: sum, strike: never}
sections: {all: {label: {de: Alles, en: All}, rows: [sixes, pair, three, chance]}}
`);

describe("a finished sheet where the lowest total wins", () => {
  it.each(["kniffel", "yatzy", "maxi-yatzy", "yazzo", "crag"])(
    "has a total below that of the same game where the highest wins: %s",
    (id) => {
      const game = shippedGame(id);
      const [high, low] = [game, lowest(game)].map((one) => finishedSheet(one).across("grand.total"));
      expect(low).toBeLessThan(high ?? 0);
    },
  );

  it("holds low dice in the boxes that take any", () => {
    const game = shippedGame("yatzy");
    const [high, low] = [game, lowest(game)].map((one) => means(one).get("chance") ?? 0);
    // Five dice show 17.5 on average.
    expect(high).toBeGreaterThan(17.5);
    expect(low).toBeGreaterThan(0);
    expect(low).toBeLessThan(17.5);
    expect(finishedSheet(lowest(game)).inColumn("main", "chance")).toBeLessThan(17.5);
  });

  it("has no box that was struck while the roll fitted an open one", () => {
    // A chance takes every roll: other boxes may be struck only after it is filled.
    const columns = sampleGames(lowest(shippedGame("yatzy")), 60).flatMap((game) => [...game.values()]);
    const strikes = columns.flatMap((filled) => {
      const turns = [...filled];
      const chance = turns.findIndex(([id]) => id === "chance");
      return turns.flatMap(([, score], turn) => (score === 0 ? [turn > chance] : []));
    });
    expect(strikes.length).toBeGreaterThan(60);
    expect(new Set(strikes)).toEqual(new Set([true]));
  });

  it("ends a turn as soon as the dice are good, where later rolls count more", () => {
    const game = golf("{rolls: 6, stop_early: true}");
    const of = means(game);
    expect(of.size).toBe(4);
    // A pair comes with nine in ten rolls, and three alike take longer.
    expect(of.get("pair")).toBeLessThan(2.5);
    expect(of.get("three")).toBeGreaterThan(of.get("pair") ?? 9);
    const sheet = finishedSheet(game);
    for (const { id, legal } of listCategories(game)) expect(legal).toContain(sheet.inColumn("main", id));
    expect(new Set(scoreShares(game).get("three")?.scores.keys()).size).toBeGreaterThan(2);
  });

  it("has good scores with dice that no simulated players have", () => {
    const die = { low: 1, high: 6 };
    const game = shippedGame("yatzy");
    const mixed = { ...game, dice: { ...game.dice, dice: [die, die, die, die, { low: 0, high: 5 }] } };
    expect(scoreShares(mixed).size).toBe(0);
    const [high, low] = [mixed, lowest(mixed)].map((one) => finishedSheet(one).inColumn("main", "chance"));
    expect(low).toBeLessThan(high ?? 0);
  });
});

describe("a finished sheet of a game that rewards repeats of its best roll", () => {
  const rewarding = SHIPPED.map((id) => shippedGame(id)).filter(
    ({ repeats, columns }) => (repeats?.bonus ?? 0) > 0 && columns.length === 1,
  );

  it("shows one, with its extra points, a box struck and every bonus", () => {
    expect(rewarding.length).toBeGreaterThan(2);
    for (const game of rewarding) {
      const sheet = finishedSheet(game);
      const { of, bonus } = game.repeats ?? { of: "", bonus: 0 };
      const scores = listCategories(game).map(({ id }) => sheet.inColumn("main", id));
      expect(sheet.inColumn("main", of)).toBeGreaterThan(0);
      expect(sheet.across("repeats") % bonus).toBe(0);
      expect(sheet.across("repeats")).toBeGreaterThan(0);
      // The repeat itself is in the box of its number: five dice of one number.
      expect([5, 10, 15, 20, 25, 30].some((n, at) => scores[at] === n)).toBe(true);
      expect(scores).toContain(0);
      expect(sheet.inColumn("main", "upper.bonus")).toBeGreaterThan(0);
    }
  });
});
