import { describe, expect, it } from "vitest";
import { IntervalWork } from "../../src/odds/interval/interval.ts";
import { Model } from "../../src/odds/model.ts";
import { bestMean, computeOdds } from "../../src/odds/odds.ts";
import { someOf } from "../support/cases.ts";
import { solveExactly } from "../support/exact-solver.ts";
import { columnGame, type ColumnRules, ORDERS } from "./small-columns.ts";

const BONUS = "tiers: [{from: 9, add: 4}, {from: 14, add: 7}]";
const PAIRS = ORDERS.flatMap((first, at) => ORDERS.slice(at).map((second) => [first, second] as const));

describe("bounds of two columns with a bonus each enclose the exact value", () => {
  it("for every pair of the six orders", () => {
    expect(PAIRS).toHaveLength(21);
  });

  it.each(someOf(PAIRS, 7))("%s and %s", (first, second) => {
    const game = columnGame({
      columns: [`order: ${first}`, `order: ${second}, multiplier: 2`],
      rolls: 1,
      section: BONUS,
    });
    const exact = solveExactly(game);
    expect(bestMean(new Model(game))).toBeCloseTo(exact, 9);
    const { low, high, played } = new IntervalWork(game, { seconds: 0.02, games: 96 }).find();
    expect(high).toBeGreaterThanOrEqual(exact - 1e-9);
    expect(high).toBeLessThan(1.15 * exact);
    // One low end in forty may be too high; these games are always the same.
    expect(low).toBeLessThanOrEqual(exact + 1e-9);
    expect(played.mean).toBeGreaterThan(0.95 * exact);
    expect(played.mean).toBeLessThan(high);
  });
});

describe("bounds of columns in a row enclose the exact value", () => {
  it.each(someOf(ORDERS, 3))("%s, then the other way round", (order) => {
    const other = ORDERS[(ORDERS.indexOf(order) + 3) % ORDERS.length];
    const game = columnGame({
      columns: [`order: ${order}`, `order: ${other}, after: c0, multiplier: 3`],
      rows: ["threes", "pair", "chance"],
      section: BONUS,
    });
    const exact = solveExactly(game);
    expect(bestMean(new Model(game))).toBeCloseTo(exact, 9);
    const { low, high } = new IntervalWork(game, { seconds: 0.02, games: 96 }).find();
    expect(low).toBeLessThanOrEqual(exact + 1e-9);
    expect(high).toBeGreaterThanOrEqual(exact - 1e-9);
  });
});

describe("games of other dice and rules have the exact value inside their bounds", () => {
  const FREE = "order: free";
  it.each<[string, ColumnRules]>([
    [
      "three dice of three sides",
      { columns: [FREE, "order: down"], dice: "{count: 3, sides: 3}", rows: ["threes", "pair"] },
    ],
    [
      "two dice of four sides",
      {
        columns: [FREE, "order: up"],
        dice: "{count: 2, sides: 4}",
        rows: ["threes", "pair"],
        section: BONUS,
      },
    ],
    [
      "dice set aside for good",
      { columns: [FREE, "order: inward"], turn: "set_aside: final", rolls: 3, rows: ["twos", "pair"] },
    ],
    [
      "a constraint in each column",
      { columns: [FREE, "order: up"], rolls: 1, more: "constraints: {c: {expr: chance < pair}}" },
    ],
    [
      "a bonus and a constraint",
      {
        columns: ["order: down", FREE],
        rolls: 1,
        section: BONUS,
        more: "constraints: {c: {expr: chance < pair}}",
      },
    ],
    [
      "chips and two orders",
      {
        columns: ["order: down", "order: up"],
        turn: "set_aside: reusable, chips: {count: 2, per_turn: 1}",
        rolls: 1,
      },
    ],
    [
      "chips and a bonus",
      {
        columns: [FREE, "order: down"],
        turn: "set_aside: reusable, chips: {count: 1}",
        rolls: 1,
        rows: ["threes", "pair"],
        section: BONUS,
      },
    ],
    [
      "saved rolls",
      {
        columns: [FREE, "order: down"],
        turn: "set_aside: reusable, bank_unused_rolls: true",
        rows: ["threes", "pair"],
      },
    ],
    [
      "an announced column with a bonus",
      { columns: [FREE, "order: free, entry: announced"], rows: ["threes", "pair"], section: BONUS },
    ],
    [
      "repeated pairs",
      {
        columns: [FREE, "order: up"],
        rolls: 1,
        more: "repeats: {of: pair, bonus: 5, bonus_if: {box: scored}, joker: none}",
      },
    ],
  ])("%s", (_, rules) => {
    const game = columnGame(rules);
    const exact = solveExactly(game);
    const { low, high, played } = new IntervalWork(game, { seconds: 0.05, games: 160 }).find();
    expect(high).toBeGreaterThanOrEqual(exact - 1e-9);
    expect(low).toBeLessThanOrEqual(exact + 1e-9);
    expect(played.mean).toBeGreaterThan(0.9 * exact);
    expect(high).toBeLessThan(1.4 * exact);
  });
});

describe("the distribution of totals of two columns", () => {
  it.each(someOf(ORDERS, 3))("has the exact value as its mean, and boxes that add up to it: %s", (order) => {
    const game = columnGame({ columns: [`order: ${order}`, `order: ${order}, multiplier: 2`], rolls: 1 });
    const odds = computeOdds(new Model(game));
    const exact = solveExactly(game);
    const { from, chances } = odds.totals;
    expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 9);
    expect(chances.reduce((sum, chance, at) => sum + (from + at) * chance, 0)).toBeCloseTo(exact, 9);
    const weights = new Map(game.columns.map(({ id, multiplier }) => [id, multiplier]));
    const boxes = odds.boxes.reduce((sum, { column, mean }) => sum + mean * (weights.get(column) ?? 0), 0);
    expect(boxes).toBeCloseTo(exact, 9);
    // Every box is filled in exactly one of the six turns.
    expect(odds.boxes).toHaveLength(6);
    for (const { turns } of odds.boxes) expect(turns.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 9);
    for (let turn = 0; turn < 6; turn++)
      expect(odds.boxes.reduce((sum, { turns }) => sum + (turns[turn] ?? 0), 0)).toBeCloseTo(1, 9);
  });
});
