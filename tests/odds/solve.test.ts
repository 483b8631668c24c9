import { describe, expect, it } from "vitest";
import { standardDeviation, distributionMean, percentile } from "../../src/odds/forwards/spread.ts";
import { BatchTurnEnds, SingleTurnEnds, type TurnEnds } from "../../src/odds/forwards/turn-ends.ts";
import { MAX_LANES } from "../../src/odds/turn/kernel.ts";
import { gameOdds } from "../../src/odds/odds.ts";
import { Model } from "../../src/odds/model.ts";
import { Solver } from "../../src/odds/solve.ts";
import type { Game } from "../../src/rules/game/game.ts";
import { someOf } from "../support/cases.ts";
import { gameFrom, shippedGame } from "../support/games.ts";
import { bestByEnumeration } from "./enumeration.ts";
import { type SmallGameChanges, smallGame } from "./small-game.ts";

function solved(game: Game) {
  const model = new Model(game);
  const solver = new Solver(model);
  const values = new Float64Array(model.layout.states);
  solver.solve(values);
  return { model, solver, values, mean: (values[0] ?? 0) + model.start };
}

/** Every way to end a turn, with its probability. @param i the place in the block */
function endsOf(turn: TurnEnds, i: number): Map<string, number> {
  const ends = new Map<string, number>();
  turn.ends(i, ({ move, next }, value, entry, lane, gain, chance) => {
    const end = [move.boxes.join("+"), value, entry, next, lane, gain].join();
    ends.set(end, (ends.get(end) ?? 0) + chance);
  });
  return ends;
}

/** What ends as `endsOf` gives them are worth, with the rest of the game. */
function expectedWorth({ layout }: Model, values: Float64Array, ends: ReadonlyMap<string, number>): number {
  return [...ends].reduce((sum, [end, chance]) => {
    const [next = 0, lane = 0, gain = 0] = end.split(",").slice(-3).map(Number);
    return sum + chance * (gain + (values[(layout.starts[next] ?? 0) + lane] ?? 0));
  }, 0);
}

/** Dice of two kinds that stay aside: each order of the kinds. */
const UNLIKE_FINAL = ["[1, 3], [0, 3]", "[0, 3], [1, 3]", "[1, 3], [1, 3], [0, 2]"].map(
  (set): [string, SmallGameChanges] => [
    `unlike dice set aside for good: ${set}`,
    {
      dice: `{set: [${set}]}`,
      turn: "{rolls: 3, stop_early: true, set_aside: final}",
      chance: "{label: {de: D, en: D}, pattern: {face: 2}, score: hit}",
    },
  ],
);

it.each(UNLIKE_FINAL)("the distribution has the mean that was solved: %s", (_, changes) => {
  const { solver, values, mean } = solved(smallGame(changes));
  expect(distributionMean(gameOdds(solver, values).totals)).toBeCloseTo(mean, 6);
});

describe("small games, against every play tried", () => {
  it.each(
    someOf<[string, SmallGameChanges]>(
      [
        ["no bonus", {}],
        [
          "a bonus of two steps",
          {
            upper:
              "{label: {de: O, en: U}, rows: [ones, threes], tiers: [{from: 4, add: 3}, {from: 8, add: 9}]}",
          },
        ],
        [
          "a box for two patterns, of which one is worth more",
          {
            chance:
              "{label: {de: D, en: D}, pattern: {one_of: [{face: 2}, {groups: [2]}]}, score: {by_pattern: [hit, 7]}}",
          },
        ],
        [
          "a bonus on one section",
          {
            more: "bonuses: {b: {label: {de: B, en: X}, scope: sheet, section: upper, tiers: [{from: 4, add: 5}]}}",
          },
        ],
        ["dice set aside stay so", { turn: "{rolls: 3, stop_early: true, set_aside: final}" }],
        [
          "a miss that costs points",
          { chance: "{label: {de: D, en: D}, pattern: {sum: {min: 5}}, score: sum, miss: -4}" },
        ],
        ["a wild face", { dice: "{count: 2, sides: 3, wild: {faces: [2]}}" }],
        ["top down", { columns: "{main: {order: down}}" }],
        ["a box under another", { more: "constraints: {c: {expr: chance < pair}}" }],
        ["minus points", { chance: "{label: {de: D, en: D}, pattern: any, score: -sum, strike: never}" }],
        [
          "a section by formula",
          { lower: "{label: {de: O, en: L}, rows: [pair, chance], total: (pair - chance) * ones, floor: 0}" },
        ],
        ["three dice, of which two count", { dice: "{count: 3, sides: 3, keep: 2}" }],
        ["unlike dice", { dice: "{set: [[1, 3], [0, 3]]}" }],
        ...UNLIKE_FINAL,
      ],
      2,
    ),
  )("%s", (_, changes) => {
    const game = smallGame(changes);
    expect(solved(game).mean).toBeCloseTo(bestByEnumeration(game), 9);
  });
});

it("columns one after the other are games one after the other", () => {
  const free = "order: free";
  const second = "b: {label: {de: Y, en: Y}, order: free";
  const both = (after: string) =>
    solved(smallGame({ columns: `{a: {label: {de: X, en: X}, ${free}}, ${second}${after}}}` })).mean;
  expect(both(", after: a")).toBeCloseTo(2 * solved(smallGame()).mean, 9);
  expect(both("")).toBeGreaterThan(both(", after: a") + 0.1);
});

describe("known numbers", () => {
  it.each([
    ["forced-yatzy", {}, 122.558527],
    ["edencity-yatzy", {}, 245.870775],
  ])("%s", (id, choices, mean) => {
    expect(solved(shippedGame(id, choices)).mean).toBeCloseTo(mean, 6);
  });

  it("five alike in one turn", () => {
    const game = gameFrom(`id: five
extends: numbers5
name: {de: Fünf, en: Five}
start: {method: free}
categories:
  ones: null
  twos: null
  threes: null
  fours: null
  fives: null
  sixes: null
  five: {label: {de: F, en: F}, pattern: {groups: [5]}, score: 1}
sections: {upper: null, lower: {label: {de: U, en: L}, rows: [five]}}
`);
    expect(solved(game).mean).toBeCloseTo(347897 / 7558272, 12);
  });
});

/** Rules for rolls of the top category, in a game that is short enough for tests. */
const WITH_JOKERS = gameFrom(`id: jokers
extends: kniffel
name: {de: Joker, en: Jokers}
categories: {three: null, four: null, small: null, large: null, full_house: null}
sections:
  upper: {label: {de: O, en: U}, rows: [ones, twos, threes, fours, fives, sixes], tiers: [{from: 40, add: 30}]}
  lower: {label: {de: U, en: L}, rows: [five, chance]}
`);

describe("what becomes of a game", () => {
  it.each([
    ["with jokers", WITH_JOKERS],
    [
      "with served rolls",
      smallGame({
        turn: "{rolls: 3, stop_early: true, served: any_throw}",
        pair: "{label: {de: C, en: C}, pattern: {groups: [2]}, score: 5 + sum, served: 12}",
      }),
    ],
    [
      "with points by throw",
      smallGame({
        chance: "{label: {de: D, en: D}, pattern: any, score: {by_roll: [9, 6, 2]}}",
        turn: "{rolls: 3, stop_early: true}",
      }),
    ],
    ["without strikes by choice", smallGame({ strike: "{marks: ['/'], voluntary: false}" })],
    [
      "with a constraint",
      smallGame({ more: "constraints: {c: {expr: chance < pair}}", turn: "{rolls: 4, stop_early: true}" }),
    ],
    ["without a stop before the last throw", smallGame({ turn: "{rolls: 3, stop_early: false}" })],
    ["with one throw", smallGame({ turn: "{rolls: 1}" })],
  ])("is the same for states together and one by one: a game %s", (_, game) => {
    const { model, solver, values } = solved(game);
    const turns = [new BatchTurnEnds(solver, values), new SingleTurnEnds(solver, values)];
    let [different, missing, lost] = [0, 0, 0];
    // Of large games, some positions are enough.
    const step = model.positions.count > 100 ? 5 : 1;
    for (let position = 0; position < model.positions.count - 1; position += step) {
      const shape = model.positionShape(position);
      const open = solver.openMoves(position, shape);
      const lanes = Int32Array.from({ length: Math.min(MAX_LANES, shape.lanes) }, (_, lane) => lane);
      const [together, byOne] = turns.map((turn) => {
        turn.load({ position, shape, open, lanes });
        return [...lanes].map((_, i) => endsOf(turn, i));
      });
      lanes.forEach((_, i) => {
        const [mine, theirs] = [together?.[i] ?? new Map(), byOne?.[i] ?? new Map()];
        for (const end of new Set([...mine.keys(), ...theirs.keys()]))
          different = Math.max(different, Math.abs((mine.get(end) ?? 0) - (theirs.get(end) ?? 0)));
        const worths = [mine, theirs].map((ends) => expectedWorth(model, values, ends));
        const worth = values[(model.layout.starts[position] ?? 0) + (lanes[i] ?? 0)] ?? 0;
        lost = Math.max(lost, ...worths.map((one) => Math.abs(one - worth)));
        missing = Math.max(
          missing,
          Math.abs(1 - [...mine.values()].reduce((sum, chance) => sum + chance, 0)),
        );
      });
    }
    expect(different).toBeLessThan(1e-12);
    expect(missing).toBeLessThan(1e-9);
    expect(lost).toBeLessThan(1e-9);
  });

  it("counts extra points and jokers in the totals", () => {
    const { solver, values, mean } = solved(WITH_JOKERS);
    const odds = gameOdds(solver, values);
    expect(odds.neglected).toBeLessThan(1e-6);
    expect(distributionMean(odds.totals)).toBeCloseTo(mean, 4);
  });

  it("leaves more out where there is less room, and says how much", () => {
    const { solver, values, mean } = solved(shippedGame("crag"));
    const [all, less] = [1e6, 30_000].map((room) => gameOdds(solver, values, undefined, room));
    expect(all?.neglected).toBe(0);
    expect(less?.neglected).toBeGreaterThan(0.01);
    expect(less?.neglected).toBeLessThan(0.3);
    const left = less?.totals.chances.reduce((sum, one) => sum + one, 0) ?? 0;
    expect(left + (less?.neglected ?? 0)).toBeCloseTo(1, 9);
    expect(less === undefined ? 0 : distributionMean(less.totals)).toBeGreaterThan(0.97 * mean);
  });

  it("has the mean that was solved, and boxes that add up to it", () => {
    const { solver, values, mean } = solved(shippedGame("crag"));
    const odds = gameOdds(solver, values);
    expect(distributionMean(odds.totals)).toBeCloseTo(mean, 3);
    expect(odds.boxes.reduce((sum, box) => sum + box.mean, 0)).toBeCloseTo(mean, 3);
    for (const { turns } of odds.boxes) expect(turns.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 4);
    expect(odds.neglected).toBeLessThan(1e-3);
    expect(standardDeviation(odds.totals)).toBeCloseTo(33.6165, 2);
    expect(percentile(odds.totals, 0.5)).toBe(152);
  });
});
