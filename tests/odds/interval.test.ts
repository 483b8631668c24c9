import { distributionMean } from "../../src/odds/forwards/spread.ts";
import { type Effort, IntervalWork } from "../../src/odds/interval/interval.ts";
import { boundSum, relaxGame, boundFormula, boundConstraint } from "../../src/odds/interval/relaxation.ts";
import { TurnTables } from "../../src/odds/interval/turn-tables.ts";
import { Model } from "../../src/odds/model.ts";
import { bestMean } from "../../src/odds/odds.ts";
import { constraintHolds } from "../../src/rules/game/rows.ts";
import { someOf } from "../support/cases.ts";
import { shippedGame } from "../support/games.ts";
import { bestOfLayers } from "./layered-enumeration.ts";
import { smallGame, type SmallGameChanges } from "./small-game.ts";
import { describe, expect, it } from "vitest";

const STEPS = "{label: {de: O, en: U}, rows: [ones, threes], tiers: [{from: 4, add: 3}, {from: 7, add: 9}]}";
const COLUMNS =
  "{one: {label: {de: E, en: One}, order: free}, two: {label: {de: Z, en: Two}, order: down}, three: {label: {de: D, en: Three}, order: free, multiplier: 2}}";
const LITTLE: Effort = { seconds: 0.05, games: 240 };

describe("an interval", () => {
  it.each(
    someOf<[string, SmallGameChanges, number]>(
      [
        ["no bonus: both ends are the exact total", {}, 0],
        ["a bonus of two steps", { upper: STEPS }, 0.2],
        ["a box under another", { more: "constraints: {c: {expr: chance < pair}}" }, 0.2],
        [
          "dice set aside stay so",
          { turn: "{rolls: 3, stop_early: true, set_aside: final}", upper: STEPS },
          0.2,
        ],
        ["three columns", { columns: COLUMNS, upper: STEPS }, 0.2],
        [
          "a section by formula",
          { lower: "{label: {de: O, en: L}, rows: [pair, chance], total: (pair - chance) * ones, floor: 0}" },
          0.7,
        ],
      ],
      2,
    ),
  )("holds what the exact solver finds: %s", (_, changes, gap) => {
    const game = smallGame(changes);
    const exact = bestMean(new Model(game));
    const { low, high, played } = new IntervalWork(game, LITTLE).find();
    expect(high).toBeGreaterThanOrEqual(exact - 1e-9);
    // One of forty such ends may be too high; these games are always the same.
    expect(low).toBeLessThanOrEqual(exact + 1e-9);
    expect((high - low) / high).toBeLessThanOrEqual(gap + 1e-9);
    expect(played.boxes.length).toBe(game.columns.length * 4);
  });

  it("holds it where boxes are not tracked but priced", () => {
    const game = smallGame({ columns: COLUMNS });
    const exact = bestMean(new Model(game));
    const work = new IntervalWork(game, { seconds: 1e-3, games: 160 });
    expect(work.plan.states).toBeLessThan(16 * 5 * 16);
    const { low, high } = work.find();
    expect(high).toBeGreaterThanOrEqual(exact - 1e-9);
    expect(low).toBeLessThanOrEqual(exact);
  });

  it.each([
    ["chips", "{rolls: 2, stop_early: true, set_aside: reusable, chips: {count: 2, per_turn: 1}}"],
    ["saved throws", "{rolls: 2, stop_early: true, set_aside: reusable, bank_unused_rolls: true}"],
  ])("is above a game without them, and below one with so many throws in each turn: %s", (_, turn) => {
    const least = bestMean(new Model(smallGame()));
    const most = bestMean(
      new Model(smallGame({ turn: "{rolls: 5, stop_early: true, set_aside: reusable}" })),
    );
    const { low, high } = new IntervalWork(smallGame({ turn }), LITTLE).find();
    expect(low).toBeGreaterThan(least);
    expect(high).toBeLessThan(most);
  });
});

describe("double dice", () => {
  const LAYERS = "layers: {inner: {de: innen, en: inner}, outer: {de: außen, en: outer}}";
  it.each(
    someOf<[string, SmallGameChanges]>(
      [
        ["no bonus", {}],
        ["a bonus of two steps", { upper: STEPS }],
        ["minus points", { chance: "{label: {de: D, en: D}, pattern: any, score: -sum}" }],
      ],
      2,
    ),
  )("have an interval that holds what every play tried comes to: %s", (_, changes) => {
    const game = smallGame({ dice: `{count: 2, sides: 3, ${LAYERS}}`, ...changes });
    const exact = bestOfLayers(game);
    const { low, high, played } = new IntervalWork(game, LITTLE).find();
    expect(high).toBeGreaterThan(exact);
    expect(low).toBeLessThan(exact);
    expect((high - low) / high).toBeLessThan(0.35);
    expect(played.mean).toBeGreaterThan(0.9 * exact);
    // Two boxes are filled in each of two turns.
    expect(played.boxes.map(({ turns }) => turns.length)).toEqual([2, 2, 2, 2]);
  });
});

it("boxes that are tracked bring the upper end of double dice down, but not below every play tried", () => {
  const layers = "layers: {inner: {de: innen, en: inner}, outer: {de: außen, en: outer}}";
  const game = smallGame({ dice: `{count: 2, sides: 3, ${layers}}`, upper: STEPS });
  const ends = [0, 1].map((seconds) => new IntervalWork(game, { seconds, games: 16 }).find().high);
  const [relaxed = 0, tracked = 0] = ends;
  expect(tracked).toBeLessThan(relaxed - 0.1);
  expect(tracked).toBeGreaterThan(bestOfLayers(game));
});

it("bonuses that are kept together are exact if all are, further above one at a time, and further still if none is kept", () => {
  const game = smallGame({ columns: COLUMNS, upper: STEPS });
  const exact = bestMean(new Model(game));
  const highs = [1e-3, 0.009, 1].map((seconds) => new IntervalWork(game, { seconds, games: 16 }).find().high);
  const [none = 0, single = 0, together = 0] = highs;
  expect(together).toBeCloseTo(exact, 9);
  expect(single).toBeGreaterThan(together);
  expect(none).toBeGreaterThan(single);
});

describe("a player that is simulated", () => {
  const repeats = (joker: string) =>
    `repeats: {of: pair, bonus: 7, bonus_if: {box: filled}, joker: ${joker}}`;
  const JOKER = "{if: {box: filled}, upper: none, upper_first: false, lower: any, lower_value: max}";
  it.each(
    someOf<[string, SmallGameChanges]>(
      [
        ["further rolls", { more: repeats("none") }],
        ["jokers", { more: repeats(JOKER) }],
        [
          "announced boxes",
          {
            columns:
              "{one: {label: {de: E, en: One}, order: free}, two: {label: {de: Z, en: Two}, order: free, entry: announced}}",
          },
        ],
        [
          "chips",
          { turn: "{rolls: 2, stop_early: true, set_aside: reusable, chips: {count: 2, per_turn: 1}}" },
        ],
        [
          "saved throws",
          { turn: "{rolls: 2, stop_early: true, set_aside: reusable, bank_unused_rolls: true}" },
        ],
        ["a box under another", { more: "constraints: {c: {expr: chance < pair}}", upper: STEPS }],
      ],
      2,
    ),
  )("comes to the totals that it expects: %s", (_, changes) => {
    const game = smallGame(changes);
    const { played } = new IntervalWork(game, { seconds: 0.05, games: 1000 }).find();
    // The bound is that of two thousand games; half as many, always the same ones, are within it.
    const error = played.deviation / Math.sqrt(2000);
    expect(
      Math.abs(
        distributionMean({ ...played.totals, chances: Float64Array.from(played.totals.chances) }) -
          played.mean,
      ),
    ).toBeLessThan(4 * error);
  });

  it("earns more by further rolls, and more again where they are jokers below, and above as well", () => {
    const anywhere = JOKER.replace("upper: none", "upper: any, upper_value: max");
    const games = ["", repeats("none"), repeats(JOKER), repeats(anywhere)].map((more) => smallGame({ more }));
    const means = games.map((game) => new IntervalWork(game, LITTLE).find().played.mean);
    for (const [at, game] of games.entries()) expect(means[at]).toBeCloseTo(bestMean(new Model(game)), 9);
    for (const [at, mean] of means.slice(1).entries()) expect(mean).toBeGreaterThan((means[at] ?? 0) + 0.5);
  });
});

describe("points for single entries", () => {
  it("are never less than a bonus, and somewhere equal to it", () => {
    const tables = new TurnTables(relaxGame(shippedGame("yazzo")).game, 3);
    const [extra] = tables.totalParts.extras;
    if (extra?.kind !== "sum") throw new Error("no bonus");
    const line = boundSum(extra, tables.boxes);
    for (const slope of [0, 0.5, 1, 1.4]) {
      const { constant } = line.constant([slope]);
      const beyond = Array.from({ length: 106 }, (_, sum) => constant + slope * sum - extra.pays(sum));
      expect(Math.min(...beyond)).toBeCloseTo(0, 9);
    }
  });

  it("are never less than a formula", () => {
    const tables = new TurnTables(relaxGame(shippedGame("yamb")).game, 3);
    const extra = tables.totalParts.extras.find(({ kind }) => kind === "formula");
    if (extra?.kind !== "formula") throw new Error("no formula");
    const plane = boundFormula(extra, tables.boxes);
    const { constant } = plane.constant([2, -3, 15]);
    const line = (values: readonly number[]) =>
      values.reduce((sum, value, i) => sum + value * ([2, -3, 15][i] ?? 0), constant);
    for (const values of [
      [30, 5, 5],
      [30, 5, 0],
      [5, 30, 5],
      [20, 10, 3],
      [0, 0, 0],
    ])
      expect(line(values)).toBeGreaterThanOrEqual(extra.pays(values) - 1e-9);
  });

  it("leave as much to two boxes under a constraint as they hold", () => {
    const game = shippedGame("yazzo");
    const [constraint] = game.constraints;
    const tables = new TurnTables(relaxGame(game).game, 3);
    const column = tables.boxes.filter(({ columnGroup }) => columnGroup === 0);
    const shift = constraint === undefined ? null : boundConstraint(constraint, column);
    const [low, high] = shift?.boxes.map((box) => tables.boxes[box]) ?? [];
    if (constraint === undefined || !shift || !low || !high) throw new Error("no constraint");
    let pairs = 0;
    for (const a of low.values)
      for (const b of high.values) {
        if (!constraintHolds(constraint, a, b)) continue;
        pairs++;
        expect(shift.gain(0, low.at, a) + shift.gain(0, high.at, b)).toBeGreaterThanOrEqual(0);
      }
    expect(pairs).toBeGreaterThan(300);
  });
});
