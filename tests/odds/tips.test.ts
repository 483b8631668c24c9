import { describe, expect, it } from "vitest";
import { Model } from "../../src/odds/model.ts";
import { computeStrategy } from "../../src/odds/strategy/strategy.ts";
import { listCategories } from "../../src/rules/game/rows.ts";
import { shippedGame } from "../support/games.ts";
import { enumerate } from "./enumeration.ts";
import { smallGame } from "./small-game.ts";

const EFFORT = { lines: 2, games: 4, rounds: 1 };

describe.each([
  ["crag", () => shippedGame("crag")],
  ["a small game", () => smallGame({ turn: "{rolls: 3, stop_early: true, set_aside: reusable}" })],
])("the tips of %s", (_, build) => {
  const game = build();
  const { keep, write } = computeStrategy(new Model(game), undefined, EFFORT).tips;

  it("are a few, and each is worth something", () => {
    const all = [...keep, ...write];
    expect(all.length).toBeGreaterThan(0);
    expect(all.length).toBeLessThanOrEqual(7);
    for (const { roll, worth } of all) {
      expect(roll.length).toBe(game.dice.dice.length);
      expect(worth).toBeGreaterThanOrEqual(0.5);
      expect(worth).toBeLessThan(100);
    }
  });

  it("hold dice of their roll, other ones than the obvious choice", () => {
    const isPart = (part: readonly number[], roll: readonly number[]) =>
      part.every(
        (face) => part.filter((one) => one === face).length <= roll.filter((one) => one === face).length,
      );
    for (const { roll, held, instead } of keep) {
      expect([held, instead].map((part) => isPart(part, roll))).toEqual([true, true]);
      expect(held).not.toEqual(instead);
    }
  });

  it("enter a roll where it scores no more than elsewhere", () => {
    const ids = listCategories(game).map(({ id }) => id);
    for (const one of write) {
      expect(ids).toEqual(expect.arrayContaining([one.box, one.instead]));
      expect(one.box).not.toBe(one.instead);
      expect(one.points).toBeLessThanOrEqual(one.insteadPoints);
    }
  });
});

// Every play of these games was tried, which shares nothing with the solver.
describe.each([
  ["free order", {}],
  ["dice that stay aside", { turn: "{rolls: 3, stop_early: true, set_aside: final}" }],
  ["three rolls", { turn: "{rolls: 3, stop_early: true, set_aside: reusable}" }],
  ["three dice", { dice: "{count: 3, sides: 3}" }],
])("the tips of a small game with %s", (_, changes) => {
  it("are worth what an enumeration of all plays says", () => {
    const game = smallGame(changes);
    const { keep, write } = computeStrategy(new Model(game), undefined, EFFORT).tips;
    const plays = enumerate(game);
    expect(keep.length + write.length).toBeGreaterThan(0);
    for (const { roll, held, instead, worth } of keep)
      expect(plays.keeping(roll, held) - plays.keeping(roll, instead)).toBeCloseTo(worth, 9);
    for (const { box, points, instead, insteadPoints, worth } of write)
      expect(plays.entering(box, points) - plays.entering(instead, insteadPoints)).toBeCloseTo(worth, 9);
  });
});
