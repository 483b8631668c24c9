import { describe, expect, it } from "vitest";
import { type Advice, advise, type WrittenScores } from "../../src/odds/advise.ts";
import { Model } from "../../src/odds/model.ts";
import { bestMean, computeOdds } from "../../src/odds/odds.ts";
import { Solver } from "../../src/odds/solve.ts";
import { CardPlayer, type StrategyCard } from "../../src/odds/strategy/card.ts";
import { CardTable } from "../../src/odds/strategy/card-table.ts";
import { CardTurn, cardWorth } from "../../src/odds/strategy/card-worth.ts";
import { computeStrategy } from "../../src/odds/strategy/strategy.ts";
import { Random, rollRest } from "../../src/odds/turn/held-ways.ts";
import type { Game } from "../../src/rules/game/game.ts";
import { Rolls } from "../support/exact-solver.ts";
import { columnGame, ORDERS } from "./small-columns.ts";
import { type SmallGameChanges, smallGame } from "./small-game.ts";

const STEP_BONUS = "{label: {de: O, en: U}, rows: [ones, threes], tiers: [{from: 4, add: 7}]}";
const JOKER = "{if: {box: filled}, upper: none, upper_first: false, lower: any, lower_value: max}";
const GAMES: readonly [string, Game][] = [
  ["a bonus", smallGame({ upper: STEP_BONUS })],
  ["a constraint", smallGame({ more: "constraints: {c: {expr: chance < pair}}" })],
  ["no strike by choice", smallGame({ strike: '{marks: ["/"], voluntary: false}' })],
  [
    "repeated pairs and jokers",
    smallGame({ more: `repeats: {of: pair, bonus: 7, bonus_if: {box: filled}, joker: ${JOKER}}` }),
  ],
  [
    "minus points",
    smallGame({ chance: "{label: {de: D, en: D}, pattern: any, score: -sum, strike: never}" }),
  ],
  ...ORDERS.map((order): [string, Game] => [
    `columns in order: ${order}`,
    columnGame({
      columns: [`order: ${order}`, "order: free, multiplier: 2"],
      rows: ["threes", "pair", "chance"],
    }),
  ]),
];

type Sheet = ReadonlyMap<string, number>;

/** Advice for a sheet that play leads to. */
function adviceFor(
  model: Model,
  sheet: Sheet,
  roll: readonly number[],
  rollsLeft: number,
): readonly Advice[] {
  const written: WrittenScores = (column, category) => sheet.get(`${column} ${category}`) ?? null;
  const found = advise(model, written, roll, rollsLeft);
  if (typeof found === "string") throw new Error(`${found} with ${JSON.stringify([...sheet])}`);
  return found;
}

const bestWorth = (...asked: Parameters<typeof adviceFor>) => adviceFor(...asked)[0]?.worth ?? Number.NaN;

describe("advice is consistent: each worth is the mean of the best that can follow", () => {
  it.each(GAMES)("from the empty sheet on, which is worth the best expected total: %s", (_, game) => {
    const model = new Model(game);
    const { rolls } = game.turn;
    const first = new Rolls(game).mean([], (roll) => bestWorth(model, new Map(), roll, rolls - 1));
    expect(first).toBeCloseTo(bestMean(model), 9);
  });

  it.each(GAMES)("for holds and boxes of sheets that play leads to: %s", (_, game) => {
    const model = new Model(game);
    const rolls = new Rolls(game);
    const random = new Random(21);
    const boxes =
      game.columns.length * (model.boxes.length / new Set(model.boxes.map(({ column }) => column)).size);
    let [holds, entries] = [0, 0];
    for (let sheet = new Map<string, number>(); sheet.size < boxes; ) {
      const roll = [1 + random.below(3), 1 + random.below(3)];
      for (const { keep, worth } of adviceFor(model, sheet, roll, 1)) {
        if (keep === null) continue;
        const next = rolls.mean(keep, (after) => bestWorth(model, sheet, after, 0));
        expect(worth).toBeCloseTo(next, 9);
        holds++;
      }
      const found = adviceFor(model, sheet, roll, 0);
      const { column, category, score, worth } = found[random.below(found.length)] as Advice;
      const after = new Map(sheet).set(`${column} ${category}`, score ?? 0);
      // Extra points for repeated rolls are not on the sheet, so only games without them are compared.
      if (after.size < boxes && game.repeats === null) {
        const next = rolls.mean([], (then) => bestWorth(model, after, then, 1));
        expect(worth).toBeCloseTo(next, 9);
        entries++;
      }
      sheet = after;
    }
    expect(holds).toBeGreaterThan(boxes);
    if (game.repeats === null) expect(entries).toBe(boxes - 1);
  });

  it.each(ORDERS.slice(1))("no advice for a sheet against the order: %s", (order) => {
    const game = columnGame({ columns: [`order: ${order}`, "order: free, after: c0"] });
    const model = new Model(game);
    const rows = ["threes", "pair", "chance"];
    const open = new Set(adviceFor(model, new Map(), [1, 2], 0).map(({ category }) => category));
    const closed = rows.filter((row) => !open.has(row));
    for (const row of closed)
      expect(advise(model, (column, id) => (column === "c0" && id === row ? 0 : null), [1, 2], 0)).toBe(
        "impossible-sheet",
      );
    expect(advise(model, (column) => (column === "c1" ? 0 : null), [1, 2], 0)).toBe("impossible-sheet");
    expect(closed.length).toBeGreaterThan(0);
  });
});

/** Plays games by a card with dice, and checks each entry. @returns what the games came to */
function playByCard(model: Model, card: StrategyCard, games: number): number[] {
  const { ways, game, positions, layout } = model;
  const solver = new Solver(model);
  const table = new CardTable(model);
  const player = new CardPlayer(table, card);
  const random = new Random(31);
  return Array.from({ length: games }, () => {
    let [position, lane, total] = [0, 0, model.start];
    while (!positions.isFull(position)) {
      const turn = new CardTurn(solver, table, player, position);
      let held = 0;
      for (let rollNumber = 1; ; rollNumber++) {
        const isServed = held === 0;
        const way = rollRest(ways, held, random);
        const roll = way - ways.firstRoll;
        const rollsLeft = game.turn.rolls - rollNumber;
        const aside = game.turn.setAside === "final" ? held : 0;
        const choice = rollsLeft === 0 ? way : player.hold(turn.isOpen, { roll, rollsLeft, isServed }, aside);
        if (choice < ways.firstRoll) {
          held = choice;
          continue;
        }
        const entry = turn.write(choice - ways.firstRoll, solver.timingIndex({ rollNumber, isServed }), lane);
        const to = entry === null ? null : turn.follow(lane, entry);
        if (entry === null || to === null) throw new Error("the card leaves nothing to write");
        expect(turn.isOpen[entry.open.move.boxes[0] ?? -1]).toBe(1);
        position = entry.open.next;
        lane = to.lane;
        expect((layout.starts[position] ?? 0) + lane).toBe(to.state);
        total += to.gain;
        break;
      }
    }
    return total;
  });
}

describe("a strategy card over the sheets that its games lead to", () => {
  it.each(GAMES)("always finds an open box, and its games come to what it is worth: %s", (_, game) => {
    const model = new Model(game);
    const { card, mean, best } = computeStrategy(model, undefined, { lines: 6, games: 40, rounds: 2 });
    const totals = playByCard(model, card, 600);
    const simulated = totals.reduce((sum, total) => sum + total, 0) / totals.length;
    const variance = totals.reduce((sum, total) => sum + (total - simulated) ** 2, 0) / (totals.length - 1);
    // Four standard errors: the dice are the same each time.
    expect(Math.abs(simulated - mean)).toBeLessThan(4 * Math.sqrt(variance / totals.length));
    expect(mean).toBeLessThanOrEqual(best + 1e-9);
  });

  it("with no line at all is worth what its boxes bring in their order", () => {
    // Without lines, no die is held and every box is filled in turn: the mean of the last of two full rolls.
    const model = new Model(columnGame({ columns: ["order: free"], rows: ["threes", "chance"], rolls: 2 }));
    const table = new CardTable(model);
    const player = new CardPlayer(table, { holds: [], writes: [], others: ["chance", "threes"] });
    expect(cardWorth(new Solver(model), table, player)).toBeCloseTo(4 + 2, 12);
  });
});

describe("work that is cancelled", () => {
  const CANCEL = new Error("cancelled");
  const cancel = (from: number) => (done: number) => {
    if (done >= from) throw CANCEL;
  };
  const game = columnGame({
    columns: ["order: free", "order: free, multiplier: 2"],
    rows: ["threes", "pair", "chance", "twos"],
    rolls: 1,
  });

  it.each([0, 0.3, 0.9])(
    "leaves the model as it was, so that the next run has the same odds: at %d",
    (from) => {
      const model = new Model(game);
      expect(() => computeOdds(model, cancel(from))).toThrow(CANCEL);
      expect(computeOdds(model)).toEqual(computeOdds(new Model(game)));
    },
  );

  it("goes on where a solver stopped, to the same values", () => {
    const model = new Model(game);
    const whole = new Float64Array(model.layout.states);
    new Solver(model).solve(whole);
    const values = new Float64Array(model.layout.states);
    const half = model.positions.count >> 1;
    new Solver(model).solve(values, undefined, half);
    expect(values[0]).toBe(0);
    const solver = new Solver(model);
    for (let position = half - 1; position >= 0; position--) solver.solvePosition(position, values);
    expect(values).toEqual(whole);
  });

  it("leaves a strategy to be made anew, the same as before", () => {
    const small = smallGame({ upper: STEP_BONUS } satisfies SmallGameChanges);
    const effort = { lines: 4, games: 20, rounds: 2 };
    const model = new Model(small);
    expect(() => computeStrategy(model, cancel(0.5), effort)).toThrow(CANCEL);
    expect(computeStrategy(model, undefined, effort)).toEqual(
      computeStrategy(new Model(small), undefined, effort),
    );
  });
});
