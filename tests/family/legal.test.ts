import { describe, expect, it } from "vitest";
import { listCategories } from "../../src/rules/game/rows.ts";
import { highestTotal } from "../../src/rules/sums/totals.ts";
import { shippedGame } from "../support/games.ts";
import { PLAIN } from "./games.ts";
import { best, expectEarned, legalOf } from "./plain.ts";

const CASES = PLAIN.map((plain) => [plain.id, plain.choices, plain] as const);

describe("in plain code", () => {
  it.each(CASES)("%s with %j has the same boxes with the same legal scores", (id, choices, plain) => {
    const legal = listCategories(shippedGame(id, choices)).map((c) => [c.id, c.legal]);
    const boxes = Object.entries({ ...plain.above, ...plain.below });
    expect(legal).toEqual(boxes.map(([box, pay]) => [box, legalOf(plain.rolls, pay)]));
  });

  it.each(CASES)("%s with %j has the same highest total", (id, choices, plain) => {
    const ways = (boxes: typeof plain.above) =>
      Object.values(boxes).map((pay) =>
        [0, ...legalOf(plain.rolls, pay)].map((score) => ({ score, extra: 0 })),
      );
    expect(best(ways(plain.above), ways(plain.below), plain.bonus)).toBe(plain.highest);
    const game = shippedGame(id, choices);
    expect(highestTotal({ ...game, repeats: null })).toBe(plain.highest);
  });

  it.each(CASES)("%s with %j earns in its worked examples what the dice are worth", (id, choices, plain) => {
    const { examples } = shippedGame(id, choices);
    expect(examples.length).toBeGreaterThan(6);
    expectEarned(examples, { ...plain.above, ...plain.below });
  });

  it("covers these games", () => {
    const covered = [
      "kniffel",
      "yahtzee",
      "forced-yatzy",
      "maxi-yatzy",
      "kismet",
      "generala",
      "yacht",
      "crag",
    ];
    expect([...new Set(PLAIN.map(({ id }) => id))]).toEqual([...covered, "kniffel-extreme"]);
  });
});
