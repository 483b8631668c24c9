import { describe, expect, it } from "vitest";
import { findTotalComponents, RunningTotals } from "../../../src/rules/sums/running-totals.ts";
import { highestPoints, highestTotal, lowestTotal } from "../../../src/rules/sums/totals.ts";
import { oneDieGame } from "../../support/one-die.ts";

const ONE = "columns: {main: {LABEL, order: free}}";
const TWO = "columns: {one: {LABEL, order: free}, two: {LABEL, order: free, multiplier: 2}}";

describe("the running totals of a game", () => {
  const bonus = (id: string, rest: string) => `${id}: {LABEL, ${rest}, tiers: [{from: 8, add: 5}]}`;
  const game = oneDieGame(
    "floor: 0, tiers: [{from: 8, add: 5}]",
    `${TWO}
bonuses: {${bonus("row", "scope: row, row: c")}, ${bonus("sheet", "scope: sheet")}, ${bonus("points", "scope: column, to: points")}}
repeats: {of: c, bonus: 50, joker: none}`,
  );
  const ids = (nodes: Iterable<{ readonly id: string }>) => [...nodes].map(({ id }) => id);

  it("are those that a floor or a bonus looks at, and all else just adds up", () => {
    const totals = new RunningTotals(game, "total");
    expect(ids(totals.all)).toEqual([
      ...["one.upper-boxes", "one.upper-sum", "two.upper-boxes", "two.upper-sum"],
      ...["sheet.bonus-row-measure", "sheet.grand-total-before"],
    ]);
    expect(ids(totals.repeats)).toEqual(["sheet.repeats"]);
    expect(new RunningTotals(oneDieGame("tiers: []", ONE), "total").all).toEqual([]);
  });

  it("are others for victory points", () => {
    const points = new RunningTotals(game, "points");
    expect(ids(points.all)).toEqual([
      ...["one.upper-boxes", "one.upper-sum", "one.column-total"],
      ...["two.upper-boxes", "two.upper-sum", "two.column-total"],
    ]);
    expect(points.repeats).toEqual([]);
    expect(new RunningTotals(oneDieGame("tiers: [{from: 8, add: 5}]", ONE), "points").all).toEqual([]);
  });

  it("are next to each other where one is added to the other", () => {
    const totals = new RunningTotals(game, "total");
    const [boxes, sum, , , measure, before] = totals.all;
    if (!boxes || !sum || !measure || !before) throw new Error("too few running totals");
    expect(ids(totals.nextAfter([boxes]))).toEqual(["one.upper-sum"]);
    expect(ids(totals.nextAfter([sum, measure]))).toEqual(["sheet.grand-total-before"]);
    expect(ids(totals.nextAfter(totals.repeats))).toEqual(["sheet.grand-total-before"]);
    expect(ids(totals.listDependentTotals([boxes]))).toEqual(["one.upper-sum", "sheet.grand-total-before"]);
    expect(ids(totals.after([before]))).toEqual(["sheet.bonus-sheet", "sheet.grand-total"]);
  });

  it.each<[string, string, boolean]>([
    ["a bonus", "tiers: [{from: 8, add: 5}]", true],
    ["a bonus of nothing", "tiers: [{from: 8, add: 0}]", true],
    ["a penalty", "tiers: [{from: 8, add: -1}]", false],
    ["a step up", "tiers: [{from: 8, add: 5}, {from: 9, add: 6}]", true],
    ["a step on the level", "tiers: [{from: 8, add: 5}, {from: 9, add: 5}]", true],
    ["a step down", "tiers: [{from: 8, add: 5}, {from: 9, add: 4}]", false],
    ["a penalty that everybody has at first", "tiers: [{from: 0, add: -9}, {from: 8, add: 0}]", true],
    ["one that nobody has at first", "tiers: [{from: 1, add: -9}, {from: 8, add: 0}]", false],
    ["a formula that can be negative", "total: a - b, tiers: [{from: 0, add: -9}, {from: 8, add: 0}]", false],
    ["all steps together", "tier_mode: sum, tiers: [{from: 8, add: 5}, {from: 9, add: 0}]", true],
    [
      "a step that takes something away",
      "tier_mode: sum, tiers: [{from: 8, add: 5}, {from: 9, add: -1}]",
      false,
    ],
  ])("with %s, more never brings less: %j (%j)", (_, upper, climbs) => {
    const { climbing } = new RunningTotals(oneDieGame(upper, ONE), "total");
    expect(ids(climbing)).toEqual(climbs ? ["main.upper-sum"] : []);
  });

  it("climb only if those do that they are added to", () => {
    const falling = "tiers: [{from: 8, add: 5}, {from: 9, add: 0}]";
    const sheet = `bonuses: {x: {LABEL, scope: sheet, ${falling}}}`;
    const { climbing } = new RunningTotals(
      oneDieGame("tiers: [{from: 8, add: 5}]", `${ONE}\n${sheet}`),
      "total",
    );
    expect(ids(climbing)).toEqual([]);
  });
});

describe("the order in which groups of boxes are filled", () => {
  /** Groups that share running totals are on one line, each with what is complete after it. */
  const orderOf = (rest: string) => {
    const game = oneDieGame("tiers: []", `${TWO}\n${rest}`);
    return findTotalComponents(game, new RunningTotals(game, "total")).map((component) =>
      component.map(({ group, complete }) =>
        [group.map(({ id }) => id).join("+"), ...complete.map(({ id }) => id.replace("sheet.", ""))].join(
          " > ",
        ),
      ),
    );
  };
  const bonus = (id: string, rest: string) => `${id}: {LABEL, ${rest}, tiers: [{from: 8, add: 5}]}`;
  const byColumn = ["one.a", "one.b", "one.c", "two.a", "two.b"];

  it("is one by one where all just adds up, and jointly where boxes are tied", () => {
    expect(orderOf("constraints: {k: {expr: a < c}}")).toEqual([
      ["one.a+one.c"],
      ["one.b"],
      ["two.a+two.c"],
      ["two.b"],
    ]);
  });

  it("is column by column for a sum or a count over the sheet", () => {
    expect(orderOf(`bonuses: {${bonus("x", "scope: sheet")}}`)).toEqual([
      [...byColumn, "two.c > grand-total-before"],
    ]);
    expect(orderOf(`bonuses: {${bonus("x", "scope: sheet, of: scored")}}`)).toEqual([
      [...byColumn, "two.c > bonus-x-measure"],
    ]);
  });

  it("is row by row where a bonus looks at one, so that its sum is complete soon", () => {
    expect(orderOf(`bonuses: {${bonus("x", "scope: row, row: b")}, ${bonus("y", "scope: sheet")}}`)).toEqual([
      ["one.a", "two.a", "one.b", "two.b > bonus-x-measure", "one.c", "two.c > grand-total-before"],
    ]);
  });
});

describe("a game whose boxes can't all be filled", () => {
  it("has totals of nothing", () => {
    const game = oneDieGame("tiers: []", `${ONE}\nconstraints: {k: {expr: a < b}, l: {expr: b < c}}`);
    const sections = game.sections.map((section) => ({
      ...section,
      categories: section.categories.map((one) => ({ ...one, strike: "never" as const, legal: [3, 4] })),
    }));
    const never = { ...game, sections };
    expect([highestTotal(never), lowestTotal(never), highestPoints(never)]).toEqual([0, 0, 0]);
    expect(highestTotal({ ...never, constraints: [] })).toBe(12);
  });
});
