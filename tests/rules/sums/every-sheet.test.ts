import { english } from "../../../src/rules/problem/message.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseBoxFormula } from "../../../src/rules/dice/formula.ts";
import type {
  Bonus,
  Category,
  Column,
  Constraint,
  Game,
  Repeats,
  Section,
  Tier,
} from "../../../src/rules/game/game.ts";
import { repeatValues } from "../../../src/rules/game/repeats.ts";
import { largestTotal, highestPoints, highestTotal, lowestTotal } from "../../../src/rules/sums/totals.ts";
import { applyRule, sumGraph } from "../../../src/rules/sums/sum-graph.ts";
import { gameFrom } from "../../support/games.ts";

/*
 * Games so small that all their full sheets can be filled one by one and added up in plain code. Rows, sections, columns,
 * bonuses, constraints and further rolls are put together at random.
 */

const BASE = gameFrom(`id: tiny
name: {de: T, en: T}
dice: {count: 2, sides: 2}
turn: {rolls: 3, stop_early: true, set_aside: reusable}
players: {min: 1, sheet: own}
categories:
  ones: {label: {de: A, en: A}, pattern: {face: 1}, score: hit}
  pair: {label: {de: B, en: B}, pattern: {groups: [2]}, score: hit}
  top: {label: {de: C, en: C}, pattern: {groups: [2]}, score: 5}
  chance: {label: {de: D, en: D}, pattern: any, score: sum}
  loss: {label: {de: E, en: E}, pattern: any, score: -sum, strike: never}
  gift: {label: {de: F, en: F}, pattern: any, score: 7, strike: never}
sections: {all: {label: {de: S, en: S}, rows: [ones, pair, top, chance, loss, gift]}}
columns: {main: {label: {de: M, en: M}, order: free}}
strike: {marks: ["0"], voluntary: true}
ranking: {order: highest, tie: shared}
`);
const CATEGORIES = BASE.sections.flatMap(({ categories }) => categories);

/** The content of one box: its score, and whether a further roll of the top category was entered there. */
interface Entry {
  readonly column: Column;
  readonly row: string;
  readonly score: number;
  readonly extra: number;
}

function product<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>((all, list) => all.flatMap((one) => list.map((next) => [...one, next])), [[]]);
}

function entriesOf(game: Game, column: Column, category: Category): Entry[] {
  const { id: row, legal, strike } = category;
  const plain = (strike === "never" ? legal : [0, ...legal]).map((score) => ({
    column,
    row,
    score,
    extra: 0,
  }));
  const { repeats } = game;
  if (repeats === null || repeats.of === row) return plain;
  const extra = repeats.bonus * (repeats.multiplied ? column.multiplier : 1);
  const further = repeatValues(game, category);
  return [...plain, ...plain.filter(({ score }) => further.has(score)).map((one) => ({ ...one, extra }))];
}

function isLegal(game: Game, sheet: readonly Entry[]): boolean {
  return game.columns.every((column) => {
    const at = (row: string) => scoreAt(sheet, column, row);
    const inRelation = ({ left, comparison, right, between }: Constraint) => {
      if (between === "scored" && (at(left) === 0 || at(right) === 0)) return true;
      if (comparison === "<") return at(left) < at(right);
      if (comparison === "<=") return at(left) <= at(right);
      return comparison === ">" ? at(left) > at(right) : at(left) >= at(right);
    };
    const categories = game.sections.flatMap((section) => section.categories);
    return (
      game.constraints.every(inRelation) &&
      categories.every(
        ({ id, requires }) =>
          at(id) === 0 || requires.every(({ category, is }) => is === "filled" || at(category) !== 0),
      )
    );
  });
}

function scoreAt(sheet: readonly Entry[], column: Column, row: string): number {
  return sheet.find((entry) => entry.column === column && entry.row === row)?.score ?? Number.NaN;
}

function fullSheets(game: Game): Entry[][] {
  const boxes = game.columns.flatMap((column) =>
    game.sections.flatMap(({ categories }) =>
      categories.map((category) => entriesOf(game, column, category)),
    ),
  );
  return product(boxes).filter((sheet) => isLegal(game, sheet));
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

function earned({ tiers, tierMode }: Pick<Section, "tiers" | "tierMode">, measure: number): number {
  const reached = tiers.filter(({ from }) => from <= measure).map(({ add }) => add);
  return tierMode === "sum" ? sumOf(reached) : (reached.at(-1) ?? 0);
}

/** What a bonus measures on these boxes, which come to so much. */
function measureOf({ of }: Bonus, boxes: readonly Entry[], total: number): number {
  if (of === "total") return total;
  return boxes.filter(({ score }) => (of === "struck") === (score === 0)).length;
}

/** The grand total of a full sheet and its victory points. */
function worth(game: Game, sheet: readonly Entry[]): { total: number; points: number } {
  const bonuses = (scope: Bonus["scope"], to: Bonus["to"]) =>
    game.bonuses.filter((bonus) => bonus.scope === scope && bonus.to === to);
  const add = (all: readonly Bonus[], boxes: readonly Entry[], total: number) =>
    sumOf(
      all.map((bonus) => {
        if (bonus.section === null) return earned(bonus, measureOf(bonus, boxes, total));
        const section = game.sections.find(({ id }) => id === bonus.section);
        if (section === undefined) throw new Error("no section");
        const inside = boxes.filter(({ row }) => section.categories.some(({ id }) => id === row));
        const sums = game.columns
          .map((column) => boxes.filter((entry) => entry.column === column))
          .filter((mine) => mine.length > 0)
          .map((mine) => sectionSum(section, mine));
        return earned(bonus, measureOf(bonus, inside, sumOf(sums)));
      }),
    );
  const columns = game.columns.map((column) => {
    const mine = sheet.filter((entry) => entry.column === column);
    const sections = game.sections.map((section) => sectionTotal(section, mine));
    const before = sumOf(sections) * column.multiplier;
    const total = before + add(bonuses("column", "total"), mine, before);
    return { total, points: add(bonuses("column", "points"), mine, total) };
  });
  const rows = (to: Bonus["to"]) =>
    sumOf(
      bonuses("row", to).map((bonus) => {
        const boxes = sheet.filter(({ row }) => row === bonus.row);
        return add([bonus], boxes, sumOf(boxes.map(({ score }) => score)));
      }),
    );
  const before =
    sumOf(columns.map(({ total }) => total)) + sumOf(sheet.map(({ extra }) => extra)) + rows("total");
  const total = before + add(bonuses("sheet", "total"), sheet, before);
  const points =
    sumOf(columns.map(({ points }) => points)) +
    rows("points") +
    add(bonuses("sheet", "points"), sheet, total);
  return { total, points };
}

/** @param boxes of one column */
function sectionTotal(section: Section, boxes: readonly Entry[]): number {
  const sum = sectionSum(section, boxes);
  return sum + earned(section, sum);
}

/** What a section comes to in one column, before its bonus. @param boxes of that column */
function sectionSum(section: Section, boxes: readonly Entry[]): number {
  const [first, second] = boxes.map(({ score }) => score);
  const ids = section.categories.map(({ id }) => id);
  const own = sumOf(boxes.filter(({ row }) => ids.includes(row)).map(({ score }) => score));
  const boxesTotal = section.total === null ? own : ((first ?? 0) - (second ?? 0)) * 2;
  return Math.max(boxesTotal, section.floor ?? boxesTotal);
}

/** What the graph of the game makes of a sheet. */
function graphed(game: Game, sheet: readonly Entry[]): { total: number; points: number } {
  const { nodes, total, points } = sumGraph(game);
  const extras = sumOf(sheet.map(({ extra }) => extra));
  const values = new Map<string, number>();
  for (const node of nodes) {
    const entry = sheet.find(({ column, row }) => column.id === node.column && row === node.row);
    const inputs = node.inputs.map(({ id }) => values.get(id) ?? null);
    values.set(node.id, node.kind === "repeats" ? extras : (entry?.score ?? applyRule(node, inputs)));
  }
  return { total: values.get(total.id) ?? 0, points: values.get(points?.id ?? "") ?? 0 };
}

const tiers = fc
  .uniqueArray(fc.integer({ min: -8, max: 14 }), { maxLength: 3 })
  .chain((froms): fc.Arbitrary<Tier[]> => {
    const adds = fc.array(fc.integer({ min: -9, max: 9 }), {
      minLength: froms.length,
      maxLength: froms.length,
    });
    return adds.map((all) => froms.sort((a, b) => a - b).map((from, at) => ({ from, add: all[at] ?? 0 })));
  });
const counted = fc.record({ tiers, tierMode: fc.constantFrom("highest" as const, "sum" as const) });
const label = {};

/** @param rows of the game, from top to bottom */
function sectionsOf(rows: readonly Category[]): fc.Arbitrary<Section[]> {
  const [first, second] = rows.map(({ id }) => id);
  const parsed = parseBoxFormula(`(${first} - ${second}) * 2`);
  if (!parsed.ok) throw new Error(english(parsed.message));
  const rest = {
    total: fc.option(fc.constant(parsed.formula), { freq: 3 }),
    floor: fc.option(fc.integer({ min: -3, max: 4 }), { freq: 2 }),
    counted,
  };
  return fc
    .tuple(fc.integer({ min: 0, max: rows.length - 1 }), fc.record(rest), fc.record(rest))
    .map(([cut, ...ways]) =>
      [rows.slice(0, cut), rows.slice(cut)].flatMap((categories, at) => {
        const { counted = { tiers: [], tierMode: "sum" as const }, ...way } = ways[at] ?? {
          total: null,
          floor: null,
        };
        return categories.length === 0 ? [] : [{ id: `s${at}`, label, categories, ...way, ...counted }];
      }),
    );
}

function bonusesOf(rows: readonly Category[]): fc.Arbitrary<Bonus[]> {
  const bonus = fc
    .record({
      scope: fc.constantFrom("row" as const, "column" as const, "sheet" as const),
      row: fc.constantFrom(...rows.map(({ id }) => id)),
      section: fc.option(fc.constantFrom("s0", "s1"), { freq: 2 }),
      of: fc.constantFrom("total" as const, "scored" as const, "struck" as const),
      to: fc.constantFrom("total" as const, "points" as const),
      counted,
    })
    .map(({ counted, ...bonus }) => ({
      ...bonus,
      ...counted,
      row: bonus.scope === "row" ? bonus.row : null,
      section: bonus.scope === "row" ? null : bonus.section,
    }));
  return fc
    .array(bonus, { maxLength: 2 })
    .map((all) => all.map((one, at): Bonus => ({ id: `b${at}`, label, ...one })));
}

function constraintsOf(rows: readonly Category[]): fc.Arbitrary<Constraint[]> {
  const [first, second] = rows.map(({ id }) => id);
  const constraint = fc.record({
    id: fc.constant("c"),
    left: fc.constant(first ?? ""),
    right: fc.constant(second ?? ""),
    comparison: fc.constantFrom("<" as const, "<=" as const, ">" as const, ">=" as const),
    between: fc.constantFrom("scored" as const, "all" as const),
  });
  return fc.option(constraint, { freq: 2 }).map((one) => (one === null ? [] : [one]));
}

const NO_GATE = { box: null, ownNumber: null, thrownBefore: false };
/** Further rolls of the hands that one of the rows takes. */
function repeatsOf(rows: readonly Category[]): fc.Arbitrary<Repeats | null> {
  const repeats = fc.record({
    of: fc.constantFrom(...rows.map(({ id }) => id)),
    bonus: fc.constantFrom(0, 3, 20),
    multiplied: fc.boolean(),
    gate: fc.constant(NO_GATE),
    joker: fc.constant(null),
    noteOn: fc.constant("sheet" as const),
  });
  return fc.option(repeats, { freq: 2 });
}

/** Two rows in two columns, or three in one; some boxes wait for the first. */
const rowsAndColumns = fc
  .tuple(
    fc.shuffledSubarray(CATEGORIES, { minLength: 3, maxLength: 3 }),
    fc.constantFrom(1, 2),
    fc.integer({ min: 1, max: 3 }),
  )
  .chain(([three, columns, multiplier]) => {
    const rows = three.slice(0, columns === 1 ? 3 : 2);
    const requires = fc
      .constantFrom(null, "scored" as const, "filled" as const)
      .map((is) =>
        rows.map((row, at) =>
          at === 0 || is === null ? row : { ...row, requires: [{ category: rows[0]?.id ?? "", is }] },
        ),
      );
    const [main] = BASE.columns;
    if (main === undefined) throw new Error("no column");
    const all = [main, { ...main, id: "second", multiplier }].slice(-columns);
    return requires.map((rows) => ({ rows, columns: all }));
  });

const games: fc.Arbitrary<Game> = rowsAndColumns.chain(({ rows, columns }) =>
  fc
    .record({
      sections: sectionsOf(rows),
      bonuses: bonusesOf(rows),
      constraints: constraintsOf(rows),
      repeats: repeatsOf(rows),
    })
    .map(({ bonuses, ...rest }) => {
      const isThere = (id: string | null) => rest.sections.some((section) => section.id === id);
      const fitting = bonuses.map((one) => ({ ...one, section: isThere(one.section) ? one.section : null }));
      return { ...BASE, columns, ...rest, bonuses: fitting };
    }),
);

describe("small games", () => {
  it("have the totals of all full sheets, filled one by one, and graphs that add up each of them", () => {
    fc.assert(
      fc.property(games, (game) => {
        const sheets = fullSheets(game);
        // Boxes that can't all be filled have a test of their own.
        fc.pre(sheets.length > 0);
        const all = sheets.map((sheet) => worth(game, sheet));
        const totals = all.map(({ total }) => total);
        const points = all.map(({ points }) => points);
        expect(highestTotal(game)).toBe(Math.max(...totals));
        expect(lowestTotal(game)).toBe(Math.min(...totals));
        expect(highestPoints(game)).toBe(Math.max(...points));
        if (game.repeats === null)
          expect(largestTotal(game)).toBeGreaterThanOrEqual(Math.max(...totals.map(Math.abs)));
        sheets.forEach((sheet, at) => {
          if (at % 11 === 0) expect(graphed(game, sheet)).toEqual(all[at]);
        });
      }),
      { numRuns: 120 },
    );
  });
});
