import { describe, expect, it } from "vitest";
import type { Roll } from "../../../src/rules/dice/dice.ts";
import type { Category, Example, Game } from "../../../src/rules/game/game.ts";
import { workedTurn } from "../../../src/rules/game/examples.ts";
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

  it.each(["inner_first", "outer_first", "free"])(
    "shows each layer the same dice, with layers %s",
    (layers) => {
      const game = shippedGame("doppel-yatzy", { layers });
      const shown = game.layers.map(({ id }, at) => [id, workedTurn(game)?.rolls[at]]);
      expect(Object.fromEntries(shown)).toEqual({ inner: [5, 4, 3, 2, 2, 1], outer: [6, 6, 4, 3, 3, 3] });
    },
  );

  it("counts patterns only, not the boxes that many rolls fill, and knows a roll however its dice lie", () => {
    // Five number boxes, which its author likes, against three alike.
    const numbers = ["chance", "ones", "twos"].map((id) => example([6, 4, 3, 2, 1], id));
    expect(turnOf([...numbers, example([5, 5, 5, 1, 2])])?.rolls).toEqual([[5, 5, 5, 1, 2]]);
    const twice = [example([3, 3, 4, 5, 6]), example([6, 5, 4, 2, 2]), example([2, 6, 2, 5, 4], "pair")];
    expect(turnOf(twice)?.rolls).toEqual([[2, 6, 2, 5, 4]]);
  });

  it("of several rolls shows the one that makes most patterns last", () => {
    const [full, pair, none] = [
      [5, 5, 5, 2, 2],
      [3, 3, 4, 5, 6],
      [6, 4, 3, 2, 1],
    ];
    const examples = [none, full, pair].map((roll) => example(roll));
    expect(workedTurn({ ...yatzy, hands: 2, examples })?.rolls).toEqual([pair, full]);
    expect(workedTurn({ ...yatzy, hands: 4, examples })).toBeNull();
  });

  it("leaves out boxes that no dice fill, and those that wait for another one", () => {
    const extra = { ...shippedGame("doppel-yatzy", { extra: "strike" }), examples: [] };
    const rolls = workedTurn(extra)?.rolls ?? [];
    expect(rolls.flat().filter((face) => !Number.isInteger(face))).toEqual([]);
    const waiting = (one: Category) =>
      one.id === "pair" ? { ...one, requires: [{ category: "three" }] } : one;
    const sections = yatzy.sections.map((one) => ({ ...one, categories: one.categories.map(waiting) }));
    const game = { ...yatzy, sections, examples: [example([5, 5, 5, 2, 2])] } as Game;
    const ids = workedTurn(game)?.boxes.map(({ category }) => category.id);
    expect(ids).toContain("three");
    expect(ids).not.toContain("pair");
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

  it("names the lower of two scores where the lowest total wins", () => {
    const examples = [example([5, 5, 5, 2, 2])];
    const pairs = (["highest", "lowest"] as const).map((order) => {
      const turn = workedTurn({ ...yatzy, ranking: { ...yatzy.ranking, order }, examples });
      return turn?.boxes.find(({ category }) => category.id === "pair")?.scores;
    });
    expect(pairs).toEqual([[[10]], [[4]]]);
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
