import { describe, expect, it } from "vitest";
import { type Advice, advise, type WrittenScores } from "../../src/odds/advise.ts";
import { Model } from "../../src/odds/model.ts";
import { bestMean, computeOdds } from "../../src/odds/odds.ts";
import { Random } from "../../src/odds/turn/held-ways.ts";
import { listCategories, possibleValues } from "../../src/rules/game/rows.ts";
import { columnGame, type ColumnRules, ORDERS } from "./small-columns.ts";
import { type SmallGameChanges, smallGame } from "./small-game.ts";

const mean = (rules: ColumnRules) => bestMean(new Model(columnGame(rules)));
const smallMean = (changes: SmallGameChanges) => bestMean(new Model(smallGame(changes)));
const BONUS = "tiers: [{from: 9, add: 4}, {from: 14, add: 7}]";

describe("a looser rule never lowers the best expected total", () => {
  it.each(ORDERS.slice(1))("any order instead of %s", (order) => {
    const other = "order: free, multiplier: 2";
    const ordered = mean({ columns: [`order: ${order}`, other], section: BONUS, rolls: 1 });
    const free = mean({ columns: ["order: free", other], section: BONUS, rolls: 1 });
    expect(free).toBeGreaterThan(ordered + 1e-6);
  });

  it.each<[string, SmallGameChanges, SmallGameChanges]>([
    ["one more roll", {}, { turn: "{rolls: 3, stop_early: true, set_aside: reusable}" }],
    [
      "dice that may be rolled again",
      { turn: "{rolls: 3, stop_early: true, set_aside: final}" },
      { turn: "{rolls: 3, stop_early: true, set_aside: reusable}" },
    ],
    ["stopping early", { turn: "{rolls: 2, stop_early: false, set_aside: reusable}" }, {}],
    ["strikes by choice", { strike: '{marks: ["/"], voluntary: false}' }, {}],
    ["no constraint", { more: "constraints: {c: {expr: chance < pair}}" }, {}],
    ["a wild face", {}, { dice: "{count: 2, sides: 3, wild: {faces: [2]}}" }],
    ["a third die", { dice: "{count: 2, sides: 3}" }, { dice: "{count: 3, sides: 3, keep: 2}" }],
    [
      "columns at the same time",
      {
        columns:
          "{a: {label: {de: X, en: X}, order: free}, b: {label: {de: Y, en: Y}, order: free, after: a}}",
      },
      { columns: "{a: {label: {de: X, en: X}, order: free}, b: {label: {de: Y, en: Y}, order: free}}" },
    ],
    ["any roll instead of a served one", { columns: "{main: {order: free, entry: single_throw}}" }, {}],
    [
      "the second roll instead of the first",
      { columns: "{main: {order: free, entry: {max_roll: 1}}}" },
      { columns: "{main: {order: free, entry: {max_roll: 2}}}" },
    ],
  ])("%s", (_, strict, loose) => {
    expect(smallMean(loose)).toBeGreaterThanOrEqual(smallMean(strict) - 1e-9);
  });

  it("a bonus adds between nothing and all of it", () => {
    const without = smallMean({});
    for (const add of [1, 5, 20]) {
      const upper = `{label: {de: O, en: U}, rows: [ones, threes], tiers: [{from: 4, add: ${add}}]}`;
      const gain = smallMean({ upper }) - without;
      expect(gain).toBeGreaterThan(0);
      expect(gain).toBeLessThan(add);
    }
  });
});

describe("more boxes", () => {
  it("never lower the best expected total", () => {
    const rows = ["threes", "pair", "chance", "twos"];
    const means = rows.map((_, at) => mean({ columns: ["order: free"], rows: rows.slice(0, at + 1) }));
    for (const [at, one] of means.slice(1).entries()) expect(one).toBeGreaterThan(means[at] ?? 0);
    // Another column adds at most a game of its own with all turns to choose from.
    const columns = ["order: free", "order: down", "order: up"];
    const wider = columns.map((_, at) =>
      mean({ columns: columns.slice(0, at + 1), rows: ["threes", "pair"] }),
    );
    for (const [at, one] of wider.slice(1).entries()) expect(one).toBeGreaterThan(wider[at] ?? 0);
  });

  it("of a column that waits for another add exactly a game of their own", () => {
    for (const [first, second] of [
      ["free", "down"],
      ["inward", "free"],
    ] as const)
      expect(mean({ columns: [`order: ${first}`, `order: ${second}, after: c0`], rolls: 1 })).toBeCloseTo(
        mean({ columns: [`order: ${first}`], rolls: 1 }) + mean({ columns: [`order: ${second}`], rolls: 1 }),
        9,
      );
  });

  it("count as often as their column: every multiplier times two doubles the total", () => {
    const once = mean({ columns: ["order: free", "order: down, multiplier: 2"] });
    const twice = mean({ columns: ["order: free, multiplier: 2", "order: down, multiplier: 4"] });
    expect(twice).toBeCloseTo(2 * once, 9);
  });
});

describe("columns and rows that change places", () => {
  const swapped = ORDERS.flatMap((a, at) => ORDERS.slice(at + 1).map((b) => [a, b] as const));
  it.each(swapped)("leave the total as it is: %s and %s", (a, b) => {
    const columns = [`order: ${a}`, `order: ${b}, multiplier: 2`];
    const [one, other] = [columns, columns.toReversed()].map((columns) =>
      mean({ columns, rolls: 1, section: BONUS }),
    );
    expect(one).toBeCloseTo(other ?? Number.NaN, 9);
  });

  it("leave it as it is where rows are turned upside down with their order", () => {
    const rows = ["threes", "pair", "chance"];
    expect(mean({ columns: ["order: down"], rows })).toBeCloseTo(
      mean({ columns: ["order: up"], rows: rows.toReversed() }),
      9,
    );
  });

  it("have the same odds in columns that are alike, merged or not", () => {
    const plain = computeOdds(new Model(columnGame({ columns: ["order: free", "order: free"] })));
    // A bonus that can't be reached keeps columns apart.
    const apart = computeOdds(
      new Model(
        columnGame({ columns: ["order: free", "order: free"], section: "tiers: [{from: 99, add: 1}]" }),
      ),
    );
    expect(apart.states).toBeGreaterThan(plain.states);
    expect(apart.mean).toBeCloseTo(plain.mean, 9);
    expect(apart.deviation).toBeCloseTo(plain.deviation, 6);
    for (const category of ["threes", "pair", "chance"]) {
      const sum = (odds: typeof plain, of: "mean" | "zero") =>
        odds.boxes.filter((box) => box.category === category).reduce((all, box) => all + box[of], 0);
      const [first, second] = plain.boxes.filter((box) => box.category === category);
      expect(first?.mean).toBe(second?.mean);
      expect(sum(apart, "mean")).toBeCloseTo(sum(plain, "mean"), 6);
    }
  });
});

describe("what is written on a sheet", () => {
  const game = columnGame({ columns: ["order: free", "order: down"], section: BONUS });
  const model = new Model(game);
  const rows = listCategories(game);

  /** A sheet that play leads to: some free boxes of the first column, the first ones of the second. */
  function randomSheet(random: Random): Map<string, number> {
    const sheet = new Map<string, number>();
    const down = random.below(3);
    rows.forEach((category, at) => {
      const values = possibleValues(category);
      if (random.next() < 0.5) sheet.set(`c0 ${category.id}`, values[random.below(values.length)] ?? 0);
      if (at < down) sheet.set(`c1 ${category.id}`, values[random.below(values.length)] ?? 0);
    });
    return sheet;
  }

  const best = (sheet: ReadonlyMap<string, number>, roll: readonly number[], rollsLeft: number) => {
    const written: WrittenScores = (column, category) => sheet.get(`${column} ${category}`) ?? null;
    const found = advise(model, written, roll, rollsLeft);
    if (typeof found === "string") throw new Error(found);
    return (found as readonly Advice[])[0]?.worth ?? Number.NaN;
  };

  it("a struck box never helps: with more points in any one box, no less is expected", () => {
    const random = new Random(11);
    let compared = 0;
    for (let round = 0; round < 40; round++) {
      const sheet = randomSheet(random);
      const [key, value] = [...sheet][random.below(sheet.size)] ?? [];
      if (key === undefined || value === undefined || value === 0) continue;
      const roll = [1 + random.below(3), 1 + random.below(3)];
      const struck = best(new Map(sheet).set(key, 0), roll, 1);
      // A bonus of steps pays no less for more, so the points themselves are the least that they add.
      expect(best(sheet, roll, 1)).toBeGreaterThanOrEqual(struck + value - 1e-9);
      compared++;
    }
    expect(compared).toBeGreaterThan(15);
  });

  it("an open box is worth no less than a struck one", () => {
    const random = new Random(12);
    let compared = 0;
    for (let round = 0; round < 60; round++) {
      const sheet = randomSheet(random);
      const open = rows.filter(({ id }) => !sheet.has(`c0 ${id}`));
      const box = open[random.below(open.length)];
      if (box === undefined || sheet.size === 5) continue;
      const roll = [1 + random.below(3), 1 + random.below(3)];
      const struck = best(new Map(sheet).set(`c0 ${box.id}`, 0), roll, 0);
      expect(best(sheet, roll, 0)).toBeGreaterThanOrEqual(struck - 1e-9);
      compared++;
    }
    expect(compared).toBeGreaterThan(25);
  });

  it("one more roll is worth no less than none", () => {
    const random = new Random(13);
    for (let round = 0; round < 25; round++) {
      const sheet = randomSheet(random);
      const roll = [1 + random.below(3), 1 + random.below(3)];
      expect(best(sheet, roll, 1)).toBeGreaterThanOrEqual(best(sheet, roll, 0) - 1e-9);
    }
  });
});
