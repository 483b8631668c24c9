import { describe, expect, it } from "vitest";
import { findDualPrices, makePrices } from "../../src/odds/interval/dual-prices.ts";
import { IntervalWork } from "../../src/odds/interval/interval.ts";
import { boundSum, relaxGame } from "../../src/odds/interval/relaxation.ts";
import { fitCorrection, type TdSample } from "../../src/odds/interval/td-learning.ts";
import { TrackedBoxes } from "../../src/odds/interval/tracked-boxes.ts";
import { TurnTables } from "../../src/odds/interval/turn-tables.ts";
import { positionsBySize, solveRelaxed, upperBound } from "../../src/odds/interval/upper-bound.ts";
import { Model } from "../../src/odds/model.ts";
import { bestMean } from "../../src/odds/odds.ts";
import { Random } from "../../src/odds/turn/held-ways.ts";
import { someOf } from "../support/cases.ts";
import { solveExactly } from "../support/exact-solver.ts";
import { columnGame, ORDERS } from "./small-columns.ts";

const BONUS = "tiers: [{from: 9, add: 4}, {from: 14, add: 7}]";

describe("a policy that is simulated", () => {
  it.each(someOf(ORDERS, 2))("comes to totals between the bounds, and loses little: %s", (order) => {
    const game = columnGame({
      columns: [`order: ${order}`, "order: free, multiplier: 2"],
      section: BONUS,
      rolls: 1,
    });
    const exact = bestMean(new Model(game));
    const { low, high, played, games, confidence } = new IntervalWork(game, {
      seconds: 0.05,
      games: 640,
    }).find();
    expect(games).toBe(640);
    expect(confidence).toBe(0.975);
    const { from, chances } = played.totals;
    const simulated = chances.reduce((sum, chance, at) => sum + (from + at) * chance, 0);
    // Plain totals scatter more than the estimates; four standard errors of theirs.
    const error = played.deviation / Math.sqrt(games);
    expect(simulated).toBeGreaterThan(low - 4 * error);
    expect(simulated).toBeLessThan(high + 4 * error);
    expect(Math.abs(simulated - played.mean)).toBeLessThan(4 * error);
    expect(low).toBeLessThan(played.mean);
    expect(played.mean).toBeGreaterThan(0.97 * exact);
  });

  it("is the same each time, also after work that was cancelled", () => {
    const game = columnGame({ columns: ["order: free", "order: down"], section: BONUS, rolls: 1 });
    const effort = { seconds: 0.02, games: 48 };
    const reports: number[] = [];
    const fresh = new IntervalWork(game, effort).find((done) => reports.push(done));
    for (const from of [0, 0.5, 0.95]) {
      const work = new IntervalWork(game, effort);
      const cancel = (done: number) => {
        if (done >= from) throw new Error("cancelled");
      };
      expect(() => work.find(cancel)).toThrow("cancelled");
      expect(work.find()).toEqual(fresh);
    }
    expect(reports.length).toBeGreaterThan(5);
    expect(reports.every((done) => done >= 0 && done <= 1 + 1e-9)).toBe(true);
    expect(reports).toEqual(reports.toSorted((a, b) => a - b));
  });
});

describe("any prices give an upper bound", () => {
  const game = columnGame({
    columns: ["order: free", "order: down, multiplier: 2"],
    section: BONUS,
    rolls: 1,
  });
  const exact = solveExactly(game);
  const tables = new TurnTables(relaxGame(game).game, 1);
  const bounds = tables.totalParts.extras.flatMap((extra) =>
    extra.kind === "sum" ? [boundSum(extra, tables.boxes)] : [],
  );
  const bound = (isTracked: (box: number) => boolean, prices: Parameters<typeof upperBound>[2]) => {
    const tracked = new TrackedBoxes(
      tables,
      tables.boxes.map(({ at }) => isTracked(at)),
    );
    return upperBound(tables, solveRelaxed(tables, tracked, prices, null), prices, null);
  };

  it("with any slopes and any costs of boxes, tracked or not", () => {
    const random = new Random(17);
    expect(bounds).toHaveLength(2);
    for (let round = 0; round < 60; round++) {
      const slopes = bounds.map(() => [3 * random.next() - 0.5]);
      const boxes = Float64Array.from(tables.boxes, () => 8 * random.next() - 1);
      const prices = makePrices(tables, bounds, slopes, { boxes, rollPrice: 0 });
      const set = random.below(2 ** tables.boxes.length);
      expect(bound((box) => ((set >> box) & 1) === 1, prices)).toBeGreaterThanOrEqual(exact - 1e-9);
    }
  });

  it("and those that are found give a lower one than those of the start", () => {
    const { prices } = findDualPrices(tables, bounds, 6, null);
    const start = makePrices(
      tables,
      bounds,
      bounds.map(({ start }) => start),
      { boxes: new Float64Array(tables.boxes.length), rollPrice: 0 },
    );
    for (const isTracked of [() => true, () => false, (box: number) => box < 3])
      expect(bound(isTracked, prices)).toBeGreaterThanOrEqual(exact - 1e-9);
    // They are sought for a game in which no box is tracked.
    expect(bound(() => false, prices)).toBeLessThan(bound(() => false, start));
    // The more boxes are tracked, the lower the bound.
    const counts = [0, 2, 4, 6].map((count) => bound((box) => box < count, prices));
    for (const [at, one] of counts.slice(1).entries())
      expect(one).toBeLessThanOrEqual((counts[at] ?? 0) + 1e-9);
  });

  it("tracked boxes are filled in the order of their column, level by level", () => {
    const tracked = new TrackedBoxes(
      tables,
      tables.boxes.map(() => true),
    );
    const levels = positionsBySize(tracked);
    // Three free boxes, and three of which only the next may be filled.
    expect(levels.map(({ length }) => length)).toEqual([1, 4, 7, 8, 7, 4, 1]);
    for (const [size, level] of levels.entries())
      for (const position of level) {
        const next = tables.boxes.map(({ at }) => tracked.next(position, at)).filter((one) => one !== -1);
        for (const one of next) expect(tracked.size(one)).toBe(size + 1);
        expect(next.length > 0).toBe(size < 6);
      }
  });
});

describe("temporal-difference learning", () => {
  const { boxes } = new TurnTables(columnGame({ columns: ["order: free"] }), 1);

  it("finds the worth of boxes from the errors of a player that ignored it", () => {
    const worth = [4, -3, 1.5];
    const random = new Random(9);
    const samples: TdSample[] = [];
    const value = (open: Float64Array) => open.reduce((sum, one, at) => sum + one * (worth[at] ?? 0), 0);
    for (let round = 0; round < 3000; round++) {
      const open = Float64Array.from(boxes, () => random.below(2));
      const filled = random.below(boxes.length);
      if (open[filled] === 0) continue;
      const after = open.with(filled, 0);
      const turnsLeft = open.reduce((sum, one) => sum + one, 0);
      const seen = (open: Float64Array, turnsLeft: number) => ({ open, forecasts: [], stock: 0, turnsLeft });
      samples.push({
        before: seen(open, turnsLeft),
        after: turnsLeft === 1 ? null : seen(after, turnsLeft - 1),
        tdError: value(open) - value(after) + (random.next() - 0.5),
      });
    }
    const correction = fitCorrection(boxes, samples);
    for (const open of [
      [1, 0, 0],
      [0, 1, 1],
      [1, 1, 1],
    ])
      expect(correction.open(Float64Array.from(open), open.filter((one) => one === 1).length)).toBeCloseTo(
        value(Float64Array.from(open)),
        0,
      );
    // Learned again from the errors that are left, it changes little; two corrections add up.
    const twice = correction.after(correction);
    expect(twice.open(Float64Array.of(1, 0, 0), 1)).toBeCloseTo(
      2 * correction.open(Float64Array.of(1, 0, 0), 1),
      9,
    );
  });

  it("learns nothing where there is nothing to learn", () => {
    const seen = { open: Float64Array.of(1, 1, 1), forecasts: [], stock: 0, turnsLeft: 3 };
    const correction = fitCorrection(boxes, [{ before: seen, after: null, tdError: 0 }]);
    expect(correction.open(seen.open, 3)).toBeCloseTo(0, 12);
    expect(correction.stock(4, 2)).toBeCloseTo(0, 12);
  });
});

it("random numbers are even, and the same for the same seed", () => {
  const counts = new Array<number>(6).fill(0);
  const [one, other] = [new Random(3), new Random(3)];
  for (let i = 0; i < 60_000; i++) {
    const face = one.below(6);
    counts[face] = (counts[face] ?? 0) + 1;
    expect(other.below(6)).toBe(face);
  }
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(400);
});
