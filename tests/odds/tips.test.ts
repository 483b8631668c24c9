import { describe, expect, it } from "vitest";
import { Model } from "../../src/odds/model.ts";
import { oddsCost } from "../../src/odds/odds.ts";
import { computePartTips, computeStrategy, gamePart } from "../../src/odds/strategy/strategy.ts";
import { strategyFile } from "../../src/files/print/rules.ts";
import { getElement } from "../../src/rules/arrays.ts";
import { listCategories } from "../../src/rules/game/rows.ts";
import { shippedGame } from "../support/games.ts";
import { language } from "../support/languages.ts";
import { good } from "../support/results.ts";
import { enumerate } from "./enumeration.ts";
import { columnGame } from "./small-columns.ts";
import { smallGame } from "./small-game.ts";
import { rareTest } from "../support/cases.ts";

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
  rareTest("are worth what an enumeration of all plays says", () => {
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

describe("the tips for a game that is too large", () => {
  it("are those of one layer of double dice, with one box a turn", () => {
    const found = gamePart(shippedGame("doppel-yatzy"));
    expect(found?.part).toEqual({ kind: "layer" });
    expect(found?.game).toMatchObject({ layers: [], turn: { entries: 1 } });
    expect(oddsCost(found?.game ?? shippedGame("doppel-yatzy")).kind).toBe("exact");
  });

  it("are those of a column that takes any roll in any order, if there is one", () => {
    const column = (id: string) => gamePart(shippedGame(id))?.part;
    expect(column("yazzo")).toEqual({ kind: "column", id: "mixed" });
    expect(column("yamb")).toEqual({ kind: "column", id: "free" });
    expect(column("kniffel")).toBeUndefined();
    for (const id of ["yazzo", "yamb", "triple-yahtzee", "yam"]) {
      const game = gamePart(shippedGame(id))?.game;
      expect(
        game?.columns.map(({ multiplier }) => multiplier),
        id,
      ).toEqual([1]);
      if (game !== undefined) expect(oddsCost(game).kind, id).toBe("exact");
    }
  });

  it("are exactly those of the part, and say so instead of a list", async () => {
    const game = columnGame({ columns: ["order: down", "order: free"] });
    const found = gamePart(game);
    if (found === null) throw new Error("no part");
    const model = new Model(found.game);
    const strategy = computePartTips(model, found.part);
    const whole = computeStrategy(model, undefined, EFFORT);
    expect(strategy.best).toBeCloseTo(whole.best, 9);
    expect(strategy.tips).toEqual(whole.tips);
    for (const code of ["de", "en"]) {
      const words = language(code);
      const card = async (of: typeof strategy) => good(await strategyFile(game, words, of, { format: "md" }));
      const list = words.translate("strategy.heading.list");
      expect(await card(strategy)).toContain(words.text(getElement(game.columns, 1).label));
      expect(await card(strategy)).not.toContain(list);
      expect(await card(whole)).toContain(list);
    }
  });
});
