import { describe, expect, it } from "vitest";
import { sampleTurn } from "../../src/odds/casual-play.ts";
import type { Roll } from "../../src/rules/dice/dice.ts";
import { scoresOfRoll } from "../../src/rules/dice/scores.ts";
import { workedTurn } from "../../src/rules/game/examples.ts";
import type { Category, Game } from "../../src/rules/game/game.ts";
import { SHIPPED, shippedGame } from "../support/games.ts";

const isPart = (part: Roll, whole: Roll) => {
  const rest = [...whole];
  return part.every((face) => {
    const at = rest.indexOf(face);
    if (at !== -1) rest.splice(at, 1);
    return at !== -1;
  });
};

/** The share of all ways to roll the other dice again that make the pattern, counted one by one. */
function countChance({ dice }: Game, category: Category, kept: Roll): number {
  const [die] = dice.dice;
  const faces = Array.from(
    { length: (die?.high ?? 0) - (die?.low ?? 0) + 1 },
    (_, at) => (die?.low ?? 0) + at,
  );
  let rolls: Roll[] = [kept];
  while ((rolls[0]?.length ?? 0) < dice.dice.length)
    rolls = rolls.flatMap((roll) => faces.map((face) => [...roll, face]));
  const good = rolls.filter((roll) => scoresOfRoll(dice, { ...category, served: null }, roll).length > 0);
  return good.length / rolls.length;
}

describe("a turn that ends with certain dice", () => {
  const turns = SHIPPED.flatMap((id) => {
    const game = shippedGame(id);
    const [final, ...others] = workedTurn(game)?.rolls ?? [];
    if (final === undefined || others.length > 0) return [];
    const made = (workedTurn(game)?.boxes ?? []).filter(
      ({ category: { pattern } }) => pattern.kind !== "any" && pattern.kind !== "face",
    );
    return made.flatMap(({ category }) => {
      const rolls = sampleTurn(game, category, final);
      return rolls === null ? [] : [{ game, category, final, rolls }];
    });
  });

  it("keeps dice that stay to the end, more with each roll", () => {
    expect(new Set(turns.map(({ game }) => game.id)).size).toBeGreaterThan(12);
    for (const { game, final, rolls } of turns) {
      expect(rolls).toHaveLength(game.turn.rolls - 1);
      for (const [at, { roll, kept }] of rolls.entries()) {
        const next = rolls[at + 1];
        expect(kept.length).toBeGreaterThan(0);
        expect(isPart(kept, roll)).toBe(true);
        expect(isPart(kept, next?.roll ?? final)).toBe(true);
        expect(kept.length).toBeLessThan((next?.kept ?? final).length);
        if (next !== undefined) expect(isPart(kept, next.kept)).toBe(true);
      }
    }
  });

  it("names the chance before the last roll as counted one by one", () => {
    for (const { game, category, rolls } of turns) {
      const last = rolls.at(-1);
      expect(last?.chance).toBeCloseTo(countChance(game, category, last?.kept ?? []), 9);
    }
  });

  it("is not told of dice of several kinds, of parts of a roll, or of a single roll", () => {
    const game = shippedGame("yatzy");
    const house = game.sections
      .flatMap(({ categories }) => categories)
      .find(({ id }) => id === "full_house") as Category;
    expect(sampleTurn(game, house, [3, 3, 3, 6, 6])).not.toBeNull();
    expect(sampleTurn(game, house, [3, 3, 3, 6])).toBeNull();
    expect(sampleTurn({ ...game, turn: { ...game.turn, rolls: 1 } }, house, [3, 3, 3, 6, 6])).toBeNull();
    const [die] = game.dice.dice;
    const mixed = { ...game.dice, dice: [...game.dice.dice.slice(1), { low: 0, high: die?.high ?? 6 }] };
    expect(sampleTurn({ ...game, dice: mixed }, house, [3, 3, 3, 6, 6])).toBeNull();
  });
});
