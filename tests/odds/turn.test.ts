import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  distributionMean,
  percentile,
  percentileRanks,
  standardDeviation,
} from "../../src/odds/forwards/spread.ts";
import { Model } from "../../src/odds/model.ts";
import {
  distributeRolls,
  heldWays,
  Random,
  rollRest,
  subHolds,
  waysToHold,
} from "../../src/odds/turn/held-ways.ts";
import { Kernels, MAX_LANES, type OfferTable } from "../../src/odds/turn/kernel.ts";
import { firstStop, playBackwards } from "../../src/odds/turn/play-turn.ts";
import type { Die } from "../../src/rules/dice/dice.ts";
import { orderAllows } from "../../src/rules/game/order.ts";
import { columnGame, ORDERS } from "./small-columns.ts";

const DICE: readonly [string, readonly Die[]][] = [
  ["one coin", [{ low: 0, high: 1 }]],
  ["three dice of four sides", Array<Die>(3).fill({ low: 1, high: 4 })],
  [
    "two kinds of dice",
    [
      { low: 1, high: 3 },
      { low: 1, high: 3 },
      { low: 0, high: 2 },
    ],
  ],
];

/** Every roll of these dice, in order of the dice; each is equally likely. */
const allRolls = (dice: readonly Die[]) =>
  dice.reduce<number[][]>(
    (rolls, { low, high }) =>
      rolls.flatMap((roll) => Array.from({ length: high - low + 1 }, (_, side) => [...roll, low + side])),
    [[]],
  );
const key = (roll: readonly number[]) => roll.toSorted((a, b) => a - b).join();

describe("ways to hold dice", () => {
  it.each(DICE)("are as many as are counted, with the chances of all rolls: %s", (_, dice) => {
    const ways = heldWays(dice);
    expect(ways.count).toBe(waysToHold(dice));
    expect(ways.chances.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 12);
    const rolls = allRolls(dice);
    const counts = new Map<string, number>();
    for (const roll of rolls) counts.set(key(roll), (counts.get(key(roll)) ?? 0) + 1);
    const found = new Map<string, number>();
    ways.chances.forEach((chance, roll) => {
      const faces = key(ways.faces[ways.firstRoll + roll] ?? []);
      found.set(faces, (found.get(faces) ?? 0) + chance);
    });
    expect(found.size).toBe(counts.size);
    for (const [faces, count] of counts) expect(found.get(faces)).toBeCloseTo(count / rolls.length, 12);
  });

  it.each(DICE)("lead to the rolls that the dice allow, with their chances: %s", (_, dice) => {
    const ways = heldWays(dice);
    const chances = new Float64Array(ways.count);
    chances[0] = 1;
    distributeRolls(ways, chances);
    for (let way = 0; way < ways.count; way++)
      expect(chances[way]).toBeCloseTo(
        way < ways.firstRoll ? 0 : (ways.chances[way - ways.firstRoll] ?? 0),
        12,
      );
    const random = new Random(4);
    for (let i = 0; i < 50; i++) {
      const roll = rollRest(ways, 0, random);
      expect(roll).toBeGreaterThanOrEqual(ways.firstRoll);
      for (const part of subHolds(ways, roll))
        expect(rollRest(ways, part, random)).toBeGreaterThanOrEqual(ways.firstRoll);
      expect(subHolds(ways, roll)[0]).toBe(roll);
    }
  });
});

/** What a turn is worth by recursion over ordered dice. @param isFinal whether dice set aside stay so */
function worthByRecursion(
  dice: number,
  sides: number,
  rolls: number,
  isFinal: boolean,
  earn: (roll: readonly number[]) => number,
): number {
  const known = new Map<string, number>();
  const after = (roll: readonly number[], aside: number, left: number): number => {
    const id = `${roll.join()} ${aside} ${left}`;
    const value = known.get(id) ?? choose(roll, aside, left);
    known.set(id, value);
    return value;
  };
  const choose = (roll: readonly number[], aside: number, left: number): number => {
    let most = earn(roll);
    if (left === 0) return most;
    for (let held = 0; held < 2 ** dice - 1; held++)
      if ((held & aside) === aside) most = Math.max(most, rollOthers(roll, held, left - 1));
    return most;
  };
  const rollOthers = (roll: readonly number[], held: number, left: number): number => {
    const all = Array.from({ length: sides ** dice }, (_, n) =>
      roll.map((face, i) => ((held >> i) & 1 ? face : 1 + (Math.floor(n / sides ** i) % sides))),
    );
    return all.reduce((sum, next) => sum + after(next, isFinal ? held : 0, left), 0) / all.length;
  };
  return rollOthers(Array<number>(dice).fill(1), 0, rolls - 1);
}

describe("a turn that is played backwards", () => {
  const [count, sides] = [3, 3];
  const ways = heldWays(Array<Die>(count).fill({ low: 1, high: sides }));
  const rolls = ways.count - ways.firstRoll;
  it.each([
    [1, false],
    [2, false],
    [3, false],
    [3, true],
    [4, true],
  ])("is worth what trying every hold comes to, in every lane: %d rolls, final: %s", (maxRolls, isFinal) => {
    const table = Int32Array.from({ length: rolls }, (_, roll) => roll);
    const kernels = new Kernels(ways, [table], rolls, isFinal);
    const random = new Random(maxRolls);
    for (const lanes of [1, 3, MAX_LANES]) {
      const kernel = kernels.for(lanes);
      for (let at = 0; at < rolls * kernel.lanes; at++) kernel.offers[at] = random.below(40) - 5;
      const offers = kernel.offers.slice();
      const rules = { maxRolls, stopFrom: 1, isFinal, isTimed: false };
      playBackwards(kernel, ways.firstRoll, rules, { score: () => kernel.put(0 as OfferTable) });
      const lane = lanes - 1;
      const earn = (roll: readonly number[]) => {
        const at = ways.faces.findIndex((faces) => faces.join() === key(roll));
        return offers[(at - ways.firstRoll) * kernel.lanes + lane] ?? Number.NaN;
      };
      expect(kernel.expected[lane]).toBeCloseTo(worthByRecursion(count, sides, maxRolls, isFinal, earn), 9);
    }
  });

  it("may stop after the first roll, or after all of them only", () => {
    const turn = { ...columnGame({ columns: ["order: free"] }).turn, rolls: 3 };
    expect(firstStop({ ...turn, stopEarly: true })).toBe(1);
    expect(firstStop({ ...turn, stopEarly: false })).toBe(3);
  });
});

describe("positions", () => {
  it.each(ORDERS)("of a column are the sets of boxes that its order allows: %s", (order) => {
    const game = columnGame({
      columns: [`order: ${order}`],
      rows: ["twos", "threes", "pair", "chance"].filter(
        (row) => row !== "twos" || !order.startsWith("{stages"),
      ),
    });
    const { positions, boxes } = new Model(game);
    const rows = boxes.map(({ category }) => category.id);
    const column = game.columns[0];
    const sets = Array.from(
      { length: 2 ** rows.length },
      (_, set) => new Set(rows.filter((_, row) => (set >> row) & 1)),
    );
    const allowed = sets.filter((filled) => column !== undefined && orderAllows(column.order, rows, filled));
    expect(positions.count).toBe(allowed.length);
    for (let position = 0; position < positions.count; position++) {
      const filled = new Set(rows.filter((_, box) => positions.filledCount(position, box) === 1));
      expect(positions.size(position)).toBe(filled.size);
      rows.forEach((row, box) => {
        const next = positions.next(position, box);
        const isAllowed =
          !filled.has(row) &&
          column !== undefined &&
          orderAllows(column.order, rows, new Set([...filled, row]));
        expect(next !== -1).toBe(isAllowed);
        if (next === -1) return;
        expect(next).toBeGreaterThan(position);
        expect(positions.size(next)).toBe(filled.size + 1);
      });
    }
    expect(positions.isFull(positions.count - 1)).toBe(true);
  });

  it("of columns that are alike are counted once: (n + 1) ways for each row", () => {
    for (const n of [1, 2, 3]) {
      const { positions, boxes } = new Model(columnGame({ columns: Array<string>(n).fill("order: free") }));
      expect(positions.count).toBe((n + 1) ** 3);
      expect(boxes).toHaveLength(3);
    }
  });
});

describe("the states of a bonus", () => {
  it("are classes of sums: those from which no entry leads to another bonus are one", () => {
    const section = "tiers: [{from: 9, add: 4}, {from: 14, add: 7}]";
    const model = new Model(columnGame({ columns: ["order: free"], section }));
    const pays = (sum: number) => (sum >= 14 ? 7 : sum >= 9 ? 4 : 0);
    const values = model.boxes.map((box) => box.values);
    for (let position = 0; position < model.positions.count; position++) {
      const sums = (boxes: readonly (readonly number[])[]) =>
        boxes.reduce<number[]>(
          (all, mine) => [...new Set(all.flatMap((sum) => mine.map((one) => sum + one)))],
          [0],
        );
      const isFilled = (box: number) => model.positions.filledCount(position, box) === 1;
      const rests = sums(values.filter((_, box) => !isFilled(box))).sort((a, b) => a - b);
      // Two sums are alike where every rest gives both the same bonus; a bonus that is certain is one class.
      const futures = new Set(
        sums(values.filter((_, box) => isFilled(box))).map((sum) => {
          const all = rests.map((rest) => pays(sum + rest));
          return new Set(all).size === 1 ? "certain" : all.join();
        }),
      );
      expect(model.positionShape(position).lanes).toBe(futures.size);
    }
    expect(model.layout.states).toBeGreaterThan(model.positions.count);
  });
});

describe("numbers about totals", () => {
  const distributions = fc.tuple(
    fc.integer({ min: -50, max: 400 }),
    fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 30 })
      .filter((counts) => counts.some((count) => count > 0)),
  );

  it("are those of the list of all totals", () => {
    fc.assert(
      fc.property(distributions, fc.integer({ min: 1, max: 99 }), ([from, counts], percent) => {
        const totals = counts.flatMap((count, at) => Array<number>(count).fill(from + at));
        const distribution = { from, chances: Float64Array.from(counts, (count) => count / totals.length) };
        const mean = totals.reduce((sum, one) => sum + one, 0) / totals.length;
        expect(distributionMean(distribution)).toBeCloseTo(mean, 9);
        const variance = totals.reduce((sum, one) => sum + (one - mean) ** 2, 0) / totals.length;
        expect(standardDeviation(distribution)).toBeCloseTo(Math.sqrt(variance), 9);
        const found = percentile(distribution, percent / 100);
        const reach = (total: number) => totals.filter((one) => one <= total).length / totals.length;
        expect(reach(found)).toBeGreaterThanOrEqual(percent / 100 - 1e-9);
        expect(reach(found - 1)).toBeLessThan(percent / 100 + 1e-9);
      }),
      { numRuns: 100, seed: 7 },
    );
  });

  it("percentile ranks rise, and are a half on average", () => {
    fc.assert(
      fc.property(distributions, ([, counts]) => {
        const ranks = percentileRanks(counts);
        const all = counts.reduce((sum, one) => sum + one, 0);
        ranks.slice(1).forEach((rank, at) => {
          expect(rank).toBeGreaterThanOrEqual(ranks[at] ?? 0);
        });
        expect(ranks.reduce((sum, rank, at) => sum + rank * ((counts[at] ?? 0) / all), 0)).toBeCloseTo(
          0.5,
          9,
        );
      }),
      { numRuns: 100, seed: 8 },
    );
  });
});
