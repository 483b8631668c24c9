import { describe, expect, it } from "vitest";
import type { Roll } from "../../../src/rules/dice/dice.ts";
import type { Example } from "../../../src/rules/game/game.ts";
import { workedTurn } from "../../../src/rules/game/worked-turn.ts";
import { SHIPPED, shippedGame } from "../../support/games.ts";

describe("a worked turn", () => {
  it.each(SHIPPED)("of %s without examples of its own shows one roll for each layer or hand", (id) => {
    const game = { ...shippedGame(id), examples: [] };
    const turn = workedTurn(game);
    const sizes = turn?.rolls.map(({ length }) => length);
    const sets = Math.max(1, game.layers.length, game.hands);
    expect(sizes).toHaveLength(sets);
    for (const size of sizes ?? []) expect(size).toBeLessThanOrEqual(game.dice.dice.length);
    expect(turn?.boxes.length).toBeGreaterThan(2);
  });

  const yatzy = shippedGame("yatzy");
  const example = (roll: Roll, category = "chance", score: number | null = 1): Example => ({
    ...{ category, roll, score, drop: null },
  });
  const turnOf = (examples: readonly Example[]) => workedTurn({ ...yatzy, examples });

  it("shows the roll that makes most patterns, once", () => {
    const full = [5, 5, 5, 2, 2];
    expect(turnOf([example([6, 4, 3, 2, 1]), example(full), example([2, 2, 5, 5, 5])])?.rolls).toEqual([
      [2, 2, 5, 5, 5],
    ]);
    // One that its author used twice is taken before one that makes as many.
    const twice = [example([3, 3, 4, 5, 6]), example([2, 2, 4, 5, 6]), example([2, 2, 4, 5, 6], "pair")];
    expect(turnOf(twice)?.rolls).toEqual([[2, 2, 4, 5, 6]]);
  });

  it("takes no roll of equal dice, of some dice only, or that earns nothing", () => {
    const turn = turnOf([
      example([6, 6, 6, 6, 6]),
      example([6, 6, 6, 5]),
      example([5, 5, 5, 2, 2], "chance", null),
      example([6, 4, 3, 2, 1]),
    ]);
    expect(turn?.rolls).toEqual([[6, 4, 3, 2, 1]]);
    expect(turnOf([example([6, 6, 6, 6, 6])])).toBeNull();
  });

  it("names what the roll earns in each box that takes it", () => {
    const boxes = turnOf([example([5, 5, 5, 2, 2])])?.boxes.map(({ category, scores }) => [
      category.id,
      scores,
    ]);
    expect(Object.fromEntries(boxes ?? [])).toMatchObject({
      twos: [[4]],
      fives: [[15]],
      pair: [[10]],
      two_pairs: [[14]],
      three: [[15]],
      full_house: [[19]],
      chance: [[19]],
    });
    expect(boxes?.map(([id]) => id)).not.toContain("sixes");
  });
});
