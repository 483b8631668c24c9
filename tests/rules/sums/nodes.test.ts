import { describe, expect, it, test } from "vitest";
import { showFormula } from "../../../src/rules/dice/formula.ts";
import type { Game } from "../../../src/rules/game/game.ts";
import {
  applyRule,
  listSheetLines,
  bonusMeasure,
  type SumNode,
  sumGraph,
  canBeNegative,
  categoryOfBox,
  type Range,
  computeNodeRange,
} from "../../../src/rules/sums/sum-graph.ts";
import { shippedGame } from "../../support/games.ts";
import { oneDieGame } from "../../support/one-die.ts";

const PLAIN = oneDieGame("tiers: [{from: 8, add: 5}]", "columns: {main: {LABEL, order: free}}");

/** A game with every kind of number. */
const RICH = oneDieGame(
  "total: (a - b) * 2, floor: 0, tiers: [{from: 8, add: 5}, {from: 9, add: 7}], tier_mode: sum",
  `columns:
  one: {LABEL, order: free}
  two: {LABEL, order: free, multiplier: 2}
bonuses:
  row: {LABEL, scope: row, row: c, tiers: [{from: 8, add: 10}]}
  hits: {LABEL, scope: row, row: a, of: scored, tiers: [{from: 2, add: 3}]}
  column: {LABEL, scope: column, tiers: [{from: 10, add: 20}]}
  strikes: {LABEL, scope: column, of: struck, tiers: [{from: 1, add: -5}]}
  sheet: {LABEL, scope: sheet, tiers: [{from: 50, add: 9}]}
  filled: {LABEL, scope: sheet, of: scored, tiers: [{from: 6, add: 6}], to: points}
  points: {LABEL, scope: column, tiers: [{from: 30, add: 1}], to: points}
repeats: {of: c, bonus: 50, joker: none}`,
);

/** Built anew: graphs are kept by game. */
function graphOf(game: Game) {
  return sumGraph({ ...game });
}

function toldRule({ rule }: SumNode): string {
  if (rule.kind === "formula") return showFormula(rule.formula);
  if (rule.kind === "count") return `count of ${rule.of}`;
  if (rule.kind === "times") return `times ${rule.factor}`;
  if (rule.kind === "at-least") return `at least ${rule.floor}`;
  if (rule.kind !== "tiers") return rule.kind;
  return `${rule.tierMode} of ${rule.tiers.map(({ from, add }) => `${add} from ${from}`).join(" and ")}`;
}

/** A node on a line: its id and kind, what it belongs to, its rule, and its inputs. */
function told(node: SumNode): string {
  const of = node.of === null ? "" : ` of ${node.of}`;
  const inputs = node.inputs.length === 0 ? "" : `: ${node.inputs.map(({ id }) => id).join(" ")}`;
  return `${node.id}, ${node.kind}${of}, ${toldRule(node)}${inputs}`;
}

describe("the nodes of a game", () => {
  it("are those of the example in the comment", () => {
    expect(graphOf(PLAIN).nodes.map(told)).toEqual([
      "main.a, box, written",
      "main.b, box, written",
      "main.c, box, written",
      "main.upper-sum, sum of upper, sum: main.a main.b",
      "main.upper-bonus, bonus of upper, highest of 5 from 8: main.upper-sum",
      "main.upper-total, total of upper, sum: main.upper-sum main.upper-bonus",
      "main.lower-sum, sum of lower, sum: main.c",
      "main.column-worth, part, sum: main.upper-total main.lower-sum",
      "sheet.grand-total, grand-total, sum: main.column-worth",
    ]);
  });

  const column = (id: string) => [
    `${id}.upper-boxes, part of upper, (a - b) * 2: ${id}.a ${id}.b`,
    `${id}.upper-sum, sum of upper, at least 0: ${id}.upper-boxes`,
    `${id}.upper-bonus, bonus of upper, sum of 5 from 8 and 7 from 9: ${id}.upper-sum`,
    `${id}.upper-total, total of upper, sum: ${id}.upper-sum ${id}.upper-bonus`,
    `${id}.lower-sum, sum of lower, sum: ${id}.c`,
  ];
  const columnBonuses = (id: string) => [
    `${id}.bonus-column, column-bonus of column, highest of 20 from 10: ${id}.column-total-before`,
    `${id}.bonus-strikes-measure, part of strikes, count of struck: ${id}.a ${id}.b ${id}.c`,
    `${id}.bonus-strikes, column-bonus of strikes, highest of -5 from 1: ${id}.bonus-strikes-measure`,
    `${id}.column-total, column-total, sum: ${id}.column-total-before ${id}.bonus-column ${id}.bonus-strikes`,
  ];

  it("measure each bonus before it is added, and victory points last", () => {
    expect(graphOf(RICH).nodes.map(told)).toEqual([
      ...["one", "two"].flatMap((id) => ["a", "b", "c"].map((row) => `${id}.${row}, box, written`)),
      ...column("one"),
      "one.column-total-before, part, sum: one.upper-total one.lower-sum",
      ...columnBonuses("one"),
      ...column("two"),
      "two.column-sum, part, sum: two.upper-total two.lower-sum",
      "two.column-total-before, part, times 2: two.column-sum",
      ...columnBonuses("two"),
      "sheet.bonus-row-measure, part of row, sum: one.c two.c",
      "sheet.bonus-row, row-bonus of row, highest of 10 from 8: sheet.bonus-row-measure",
      "sheet.bonus-hits-measure, part of hits, count of scored: one.a two.a",
      "sheet.bonus-hits, row-bonus of hits, highest of 3 from 2: sheet.bonus-hits-measure",
      "sheet.repeats, repeats, written",
      "sheet.grand-total-before, part, sum: one.column-total two.column-total sheet.repeats sheet.bonus-row sheet.bonus-hits",
      "sheet.bonus-sheet, sheet-bonus of sheet, highest of 9 from 50: sheet.grand-total-before",
      "sheet.grand-total, grand-total, sum: sheet.grand-total-before sheet.bonus-sheet",
      "sheet.bonus-filled-measure, part of filled, count of scored: one.a one.b one.c two.a two.b two.c",
      "sheet.bonus-filled, sheet-bonus of filled, highest of 6 from 6: sheet.bonus-filled-measure",
      "one.bonus-points, column-bonus of points, highest of 1 from 30: one.column-total",
      "two.bonus-points, column-bonus of points, highest of 1 from 30: two.column-total",
      "sheet.points-total, points-total, sum: sheet.bonus-filled one.bonus-points two.bonus-points",
    ]);
    expect(graphOf(RICH).nodes.map(({ at }) => at)).toEqual([...graphOf(RICH).nodes.keys()]);
    expect(graphOf(RICH).total.id).toBe("sheet.grand-total");
    expect(graphOf(RICH).points?.id).toBe("sheet.points-total");
    expect(graphOf(PLAIN).points).toBe(null);
  });

  it("stand on lines, with the section or bonus that they belong to", () => {
    const lines = listSheetLines({ ...RICH }).map(({ id, kind, section, bonus, scope }) =>
      [id, kind, section?.id ?? "-", bonus?.id ?? "-", scope].join(" "),
    );
    expect(lines).toEqual([
      "upper.sum sum upper - column",
      "upper.bonus bonus upper - column",
      "upper.total total upper - column",
      "lower.sum sum lower - column",
      "bonus.column column-bonus - column column",
      "bonus.strikes column-bonus - strikes column",
      "column.total column-total - - column",
      "bonus.row row-bonus - row sheet",
      "bonus.hits row-bonus - hits sheet",
      "repeats repeats - - sheet",
      "bonus.sheet sheet-bonus - sheet sheet",
      "grand.total grand-total - - sheet",
      "bonus.filled sheet-bonus - filled sheet",
      "bonus.points column-bonus - points column",
      "points.total points-total - - sheet",
    ]);
  });
});

function nodeOf(id: string): SumNode {
  const node = graphOf(RICH).nodes.find((one) => one.id === id);
  if (node === undefined) throw new Error(id);
  return node;
}

describe("what a node comes to", () => {
  it.each<[string, (number | null)[], number]>([
    ["one.upper-boxes", [6, 4], 4],
    ["one.upper-boxes", [6, null], 0],
    ["one.upper-boxes", [4, 6], -4],
    ["one.upper-sum", [-4], 0],
    ["one.upper-sum", [4], 4],
    ["one.upper-sum", [null], 0],
    ["one.upper-bonus", [7], 0],
    ["one.upper-bonus", [8], 5],
    ["one.upper-bonus", [9], 12],
    ["one.upper-bonus", [null], 0],
    ["two.column-total-before", [9], 18],
    ["two.column-total-before", [null], 0],
    ["sheet.bonus-row-measure", [6, null], 6],
    ["sheet.bonus-row-measure", [6, 5], 11],
    ["sheet.bonus-hits-measure", [3, 0], 1],
    ["sheet.bonus-hits-measure", [3, null], 1],
    ["one.bonus-strikes-measure", [0, 3, null], 1],
  ])("%s of %j is %i", (id, values, expected) => {
    expect(applyRule(nodeOf(id), values)).toBe(expected);
  });

  it("is not known where players write it", () => {
    expect(() => applyRule(nodeOf("one.a"), [])).toThrow(new TypeError("one.a is written, not computed"));
  });

  it.each([
    ["total", [5, 0, 0, -3]],
    ["scored", [1, 0, 0, 1]],
    ["struck", [0, 1, 0, 0]],
  ] as const)("is measured by its %s: of 5, a strike, an empty box and -3", (of, expected) => {
    expect([5, 0, null, -3].map((score) => bonusMeasure({ of }, score))).toEqual(expected);
  });
});

describe("the range of a node", () => {
  it.each<[string, Range]>([
    ["one.a", [0, 6]],
    ["one.upper-boxes", [-12, 12]],
    ["one.upper-sum", [0, 12]],
    ["one.upper-bonus", [0, 12]],
    ["one.upper-total", [0, 24]],
    ["two.column-sum", [0, 30]],
    ["two.column-total-before", [0, 60]],
    ["one.bonus-strikes-measure", [0, 3]],
    ["one.bonus-strikes", [-5, 0]],
    ["one.column-total", [-5, 50]],
    ["two.column-total", [-5, 80]],
    ["sheet.bonus-hits-measure", [0, 2]],
    ["sheet.repeats", [0, 0]],
    ["sheet.grand-total", [-10, 152]],
  ])("%s: %j", (id, range) => {
    expect(computeNodeRange(nodeOf(id), categoryOfBox(RICH))).toEqual(range);
  });

  it("holds 0 for a strike, below or above all scores", () => {
    const with_ = (legal: readonly number[]) => computeNodeRange(nodeOf("one.a"), () => ({ legal }));
    expect([with_([-6, -2]), with_([3, 7]), with_([])]).toEqual([
      [-6, 0],
      [0, 7],
      [0, 0],
    ]);
  });

  it("leaves out boxes that are said to be", () => {
    const withoutA = (node: SumNode) => (node.row === "a" ? undefined : { legal: [6] });
    expect(computeNodeRange(nodeOf("one.bonus-strikes-measure"), withoutA)).toEqual([0, 2]);
    expect(computeNodeRange(nodeOf("one.upper-boxes"), withoutA)).toEqual([-12, 0]);
  });

  it("takes a box for nothing that a draft lacks", () => {
    const { inputs, ...node } = nodeOf("one.upper-boxes");
    const draft = { ...node, inputs: inputs.filter(({ row }) => row !== "b") };
    expect(computeNodeRange(draft, categoryOfBox(RICH))).toEqual([0, 12]);
  });
});

test.each([
  ["yatzy", false],
  ["kniffel", false],
  // A bonus takes points away, a box counts as minus points, a formula subtracts.
  ["balut", true],
  ["doppel-yatzy", true],
  ["yamb", true],
])("numbers below 0 can stand on a sheet of %s: %s", (id, expected) => {
  expect(canBeNegative(shippedGame(id))).toBe(expected);
});
