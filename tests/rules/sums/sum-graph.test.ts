import { describe, expect, it } from "vitest";
import type { Game } from "../../../src/rules/game/game.ts";
import { applyRule, computeBonus, listSheetLines, sumGraph } from "../../../src/rules/sums/sum-graph.ts";
import { highestPoints, highestTotal } from "../../../src/rules/sums/totals.ts";
import { gameFrom, shippedGame } from "../../support/games.ts";
import { oneDieGame } from "../../support/one-die.ts";

/** The lines of a copy, whose graph is built anew. */
const ids = (game: Game) => listSheetLines({ ...game }).map(({ id }) => id);

/** A game with the six numbers, in two columns of which the second counts twice, and some bonuses. */
const withBonuses = (bonuses: string, more = "") =>
  gameFrom(`id: test
extends: numbers5
name: {de: T, en: T}
columns:
  main: null
  a: {label: {de: A, en: A}, order: free}
  b: {label: {de: B, en: B}, order: free, multiplier: 2}
bonuses: {${bonuses}}
${more}`);
const bonus = (rest: string, label = "X") => `{label: {de: ${label}, en: ${label}}, ${rest}}`;

describe("the lines of a sheet", () => {
  it("have none for the only section of a game, whose sum is the column's or the grand total", () => {
    expect(ids(shippedGame("escalero"))).toEqual(["column.total", "grand.total"]);
    expect(ids(gameFrom("id: test\nextends: numbers5\nname: {de: T, en: T}\n"))).toEqual(["grand.total"]);
    // Where a column counts twice, its total is not what the section adds up to.
    expect(ids(withBonuses(""))).toEqual(["upper.sum", "column.total", "grand.total"]);
  });

  it("put bonuses where they are added, and victory points below the grand total", () => {
    const game = withBonuses(
      [
        `s: ${bonus("scope: sheet, tiers: [{from: 100, add: 5}], to: points", "S")}`,
        `c: ${bonus("scope: column, tiers: [{from: 100, add: 5}]", "C")}`,
        `r: ${bonus("scope: row, row: ones, tiers: [{from: 5, add: 5}]", "R")}`,
        `t: ${bonus("scope: column, of: scored, tiers: [{from: 6, add: 1}], to: points", "T")}`,
      ].join(", "),
    );
    expect(ids(game)).toEqual([
      "upper.sum",
      "bonus.c",
      "column.total",
      "bonus.r",
      "grand.total",
      "bonus.s",
      "bonus.t",
      "points.total",
    ]);
    expect(listSheetLines(game).map(({ scope }) => scope)).toEqual([
      ...["column", "column", "column"],
      ...["sheet", "sheet", "sheet"],
      ...["column", "sheet"],
    ]);
  });
});

describe("what a section comes to", () => {
  const sum = (scores: Record<string, number>) => {
    const { nodes } = sumGraph(shippedGame("yamb"));
    const values = new Map(nodes.map(({ id, row }) => [id, scores[row] ?? null]));
    for (const node of nodes.filter(({ rule }) => rule.kind !== "written")) {
      const inputs = node.inputs.map(({ id }) => values.get(id) ?? null);
      values.set(node.id, applyRule(node, inputs));
    }
    return values.get("free.middle-sum");
  };

  it("is what its formula says, and nothing as long as a box is empty", () => {
    expect(sum({ max: 28, min: 7, ones: 4 })).toBe(84);
    expect(sum({ max: 28, min: 7, ones: 0 })).toBe(0);
    expect(sum({ max: 28, min: 7 })).toBe(0);
    expect(sum({ max: 28, ones: 5 })).toBe(0);
  });

  it("never falls below its floor", () => {
    expect(sum({ max: 7, min: 28, ones: 4 })).toBe(0);
  });
});

/*
 * By hand: five alike in each row are 105, in the second column 210; together 315.
 */
describe("the highest total with bonuses of all kinds", () => {
  it.each<[string, string, number]>([
    ["for a row", bonus("scope: row, row: sixes, tiers: [{from: 60, add: 40}]"), 355],
    ["for a row that can't be had", bonus("scope: row, row: sixes, tiers: [{from: 61, add: 40}]"), 315],
    [
      "for all boxes of a row",
      bonus("scope: row, row: ones, of: scored, tiers: [{from: 1, add: 1}, {from: 2, add: 7}]"),
      322,
    ],
    ["for each column, once and not twice", bonus("scope: column, tiers: [{from: 105, add: 10}]"), 335],
    ["for the column that comes to so much", bonus("scope: column, tiers: [{from: 106, add: 10}]"), 325],
    [
      "for the whole sheet",
      bonus("scope: sheet, tiers: [{from: 300, add: 100}, {from: 315, add: 200}]"),
      515,
    ],
    [
      "for strikes that pay: all ones struck, 3 × 5 less",
      bonus("scope: row, row: ones, of: struck, tiers: [{from: 2, add: 100}]"),
      400,
    ],
    [
      "for a strike that pays: the ones of the single column",
      bonus("scope: row, row: ones, of: struck, tiers: [{from: 1, add: 100}]"),
      410,
    ],
    [
      "that falls: 104 in the first column is best",
      bonus("scope: column, tiers: [{from: 1, add: 50}, {from: 105, add: 0}]"),
      364,
    ],
  ])("%s", (_, rule, highest) => {
    expect(highestTotal(withBonuses(`x: ${rule}`))).toBe(highest);
  });

  it("is right where a formula can be negative, so that a first step at 0 is not always reached", () => {
    // Twice the difference of two dice is 12 at most, which costs 20; -2 costs nothing. The third box holds 6.
    const tiers = "tiers: [{from: 0, add: -20}, {from: 14, add: 0}]";
    const game = oneDieGame(`total: (a - b) * 2, ${tiers}`, "columns: {main: {LABEL, order: free}}");
    expect(highestTotal(game)).toBe(-2 + 6);
  });

  it("counts victory points apart", () => {
    const points = "scope: sheet, tiers: [{from: 0, add: -1}, {from: 315, add: 9}], to: points";
    const game = withBonuses(
      `x: ${bonus(points)}, y: ${bonus("scope: row, row: ones, of: struck, tiers: [{from: 1, add: 3}], to: points", "Y")}`,
    );
    expect(highestTotal(game)).toBe(315);
    // A struck one brings 3, but then the total stays below 315, which brings 9.
    expect(highestPoints(game)).toBe(9);
    expect(highestPoints(shippedGame("yatzy"))).toBe(0);
  });

  it("measures a sheet with the bonuses of rows and columns in it", () => {
    const row = `r: ${bonus("scope: row, row: ones, tiers: [{from: 10, add: 40}]", "R")}`;
    const sheet = `s: ${bonus("scope: sheet, tiers: [{from: 355, add: 1000}]", "S")}`;
    expect(highestTotal(withBonuses(`${row}, ${sheet}`))).toBe(1355);
    expect(highestTotal(withBonuses(sheet))).toBe(315);
  });
});

describe("steps", () => {
  it("may start below nothing, and the last one reached counts", () => {
    const tiers = [
      { from: 0, add: -2 },
      { from: 300, add: -1 },
      { from: 350, add: 0 },
    ];
    const of = (sum: number) => computeBonus({ tiers, tierMode: "highest" }, sum);
    expect([-1, 0, 299, 300, 349, 350].map(of)).toEqual([0, -2, -2, -1, -1, 0]);
  });
});

describe("the graph of a game", () => {
  const text = `id: test
name: {de: T, en: T}
extends: numbers5
columns: {main: {label: {de: M, en: M}, order: free}}
bonuses:
  c: {label: {de: C, en: C}, scope: column, of: scored, tiers: [{from: 6, add: 5}]}
`;
  const shown = (game: Game) =>
    sumGraph(game)
      .nodes.filter(({ kind }) => kind !== "box")
      .map(({ id, kind, rule, inputs }) => [id, kind, rule.kind, inputs.map((input) => input.id).join(" ")]);
  const numbers = "main.ones main.twos main.threes main.fours main.fives main.sixes";

  it("names what each number is made of, inputs first", () => {
    expect(shown(gameFrom(text))).toEqual([
      ["main.upper-sum", "sum", "sum", numbers],
      ["main.bonus-c-measure", "part", "count", numbers],
      ["main.bonus-c", "column-bonus", "tiers", "main.bonus-c-measure"],
      ["main.column-worth", "part", "sum", "main.upper-sum main.bonus-c"],
      ["sheet.grand-total", "grand-total", "sum", "main.column-worth"],
    ]);
    for (const { at, inputs } of sumGraph(shippedGame("yamb")).nodes)
      expect(inputs.every((input) => input.at < at)).toBe(true);
  });

  it("measures victory points for a column on its total with all other bonuses", () => {
    const bonuses = text
      .replace("tiers: [{from: 6", "tiers: [{from: 1")
      .concat("  p: {label: {de: P, en: P}, scope: column, tiers: [{from: 110, add: 1}], to: points}\n");
    expect(shown(gameFrom(bonuses)).slice(-2)).toEqual([
      ["main.bonus-p", "column-bonus", "tiers", "main.column-worth"],
      ["sheet.points-total", "points-total", "sum", "main.bonus-p"],
    ]);
    // 105 with five alike in each row, and 5 for a box that is scored.
    expect(highestPoints(gameFrom(bonuses))).toBe(1);
  });
});
