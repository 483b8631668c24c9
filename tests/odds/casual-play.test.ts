import { type HeldDice, heldDice, optimalBoxPlay, scoreShares } from "../../src/odds/casual-play.ts";
import { listCategories, findCategory } from "../../src/rules/game/rows.ts";
import { shippedGame } from "../support/games.ts";
import { describe, expect, test } from "vitest";

const die = { low: 1, high: 6 };
const diceOf = (count: number) => ({
  dice: Array(count).fill(die),
  scored: count,
  colours: null,
  wild: null,
});

function held(count: number): HeldDice {
  const ways = heldDice(diceOf(count));
  if (ways === null) throw new Error("too many dice");
  return ways;
}

describe("dice that are held", () => {
  test("five dice can be held in 462 ways, and lie on the table in 252", () => {
    const { ways, parts } = held(5);
    const { faces, firstRoll } = ways;
    expect(faces).toHaveLength(462);
    expect(faces.length - firstRoll).toBe(252);
    const threes = faces.findIndex((one) => one.join() === "1,3,3,3,6");
    expect((parts.get(threes) ?? []).map((at) => faces[at]?.join()).sort()).toHaveLength(16);
  });

  test("one die more falls as any face", () => {
    const { faces, grown } = held(3).ways;
    const pair = faces.findIndex((one) => one.join() === "2,5");
    expect(
      [...grown.entries.subarray(grown.starts[pair], grown.starts[pair + 1])].map((at) => faces[at]?.join()),
    ).toEqual(["1,2,5", "2,2,5", "2,3,5", "2,4,5", "2,5,5", "2,5,6"]);
  });

  test("dice of several kinds and too many dice are left alone", () => {
    expect(heldDice({ ...diceOf(5), dice: [die, { low: 0, high: 9 }] })).toBeNull();
    expect(heldDice(diceOf(12))).toBeNull();
  });
});

describe("aiming at one box", () => {
  const game = shippedGame("kniffel");
  const aim = (id: string) => {
    const category = findCategory(game, id);
    if (category === undefined) throw new Error(`no ${id}`);
    return optimalBoxPlay(category, game, held(5), 3);
  };

  test("brings what the books say on average", () => {
    // Each of five dice shows a 1 within three throws or does not.
    expect(aim("ones").expected).toBeCloseTo(5 * (1 - (5 / 6) ** 3), 9);
    expect(aim("sixes").expected).toBeCloseTo(30 * (1 - (5 / 6) ** 3), 9);
    // Five alike come in 4.6029 % of turns.
    expect(aim("five").expected / 50).toBeCloseTo(0.046029, 6);
    // The sum of five dice with two throws more: a 4 or less is thrown again, with one throw left a 3 or less.
    expect(aim("chance").expected).toBeCloseTo(5 * (14 / 3), 9);
  });

  test("holds what helps: with two pairs three alike come from a pair, a full house from both", () => {
    const { faces } = held(5).ways;
    const roll = faces.findIndex((one) => one.join() === "2,2,5,5,6");
    expect(faces[aim("full_house").best[1]?.[roll] ?? -1]).toEqual([2, 2, 5, 5]);
    expect(faces[aim("fives").best[2]?.[roll] ?? -1]).toEqual([5, 5]);
  });
});

describe("the shares of scores", () => {
  const SIMULATED = ["kniffel", "yatzy", "doppel-yatzy", "yazzo", "balut", "escalero"];

  test.each(SIMULATED)("of %s are shares of what dice can earn", (id) => {
    const game = shippedGame(id);
    const shares = scoreShares(game);
    for (const { id, legal } of listCategories(game)) {
      const { struck, scores } = shares.get(id) ?? { struck: -1, scores: new Map() };
      expect(struck).toBeGreaterThanOrEqual(0);
      expect(struck).toBeLessThan(1);
      expect([...scores.keys()].filter((score) => !legal.includes(score))).toEqual([]);
      expect([...scores.values()].reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
    }
  });

  test("are those of people who play with some sense", () => {
    const shares = scoreShares(shippedGame("kniffel"));
    const of = (id: string, score: number) => shares.get(id)?.scores.get(score) ?? 0;
    expect(of("sixes", 18)).toBeGreaterThan(of("sixes", 6));
    expect(of("sixes", 18)).toBeGreaterThan(of("sixes", 30));
    expect(of("chance", 24)).toBeGreaterThan(of("chance", 8));
    expect(shares.get("five")?.struck).toBeGreaterThan(shares.get("sixes")?.struck ?? 1);
  });

  test("come out the same every time", () => {
    expect(scoreShares({ ...shippedGame("yatzy") })).toEqual(scoreShares({ ...shippedGame("yatzy") }));
  });

  test("are none where the dice are too many", () => {
    expect(scoreShares({ ...shippedGame("yatzy"), dice: diceOf(12) }).size).toBe(0);
  });
});
