import { describe, expect, it } from "vitest";
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
});
