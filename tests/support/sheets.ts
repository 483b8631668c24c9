import { gameReference, type BoxEntry, type PlayerSheet, type Sheet } from "../../src/check/sheet.ts";
import {
  listColumnCategories,
  listCategories,
  findCategory,
  constraintHolds,
} from "../../src/rules/game/rows.ts";
import type { Bonus, BoxState, Category, Column, Game, Section } from "../../src/rules/game/game.ts";
import { orderAllows } from "../../src/rules/game/order.ts";
import { possibleExtras } from "../../src/rules/game/repeats.ts";
import { computeBonus, listSheetLines, bonusMeasure } from "../../src/rules/sums/sum-graph.ts";
import { evaluate, listFormulaNames } from "../../src/rules/dice/formula.ts";
import type { SharesByCategory } from "../../src/odds/casual-play.ts";

/** A source of numbers from 0 up to, not including, 1. */
export type Random = () => number;

/** The same numbers for the same seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface SheetPlan {
  /** At least 1. */
  readonly players: number;
  /** Turns that everybody has played; null for a game that is over. */
  readonly turns: number | null;
  /** How many of the lines are written, from 0 to 1. */
  readonly lines: number;
  /** How frequent scores and strikes are, by category; each score is as frequent as the other if left out. */
  readonly shares?: SharesByCategory;
}

/** A correct sheet: possible scores and strikes, in order, within the constraints, and sums that agree with them. */
export function correctSheet(game: Game, random: Random, plan: SheetPlan): Sheet {
  const players = Array.from({ length: plan.players }, (_, at) => {
    const boxes = fillBoxes(game, random, plan);
    return withLines(game, emptyPlayer(game, `Player ${at + 1}`, boxes), random, plan.lines);
  });
  return { file: "sheet.yaml", game, complete: plan.turns === null ? true : null, players };
}

type Boxes = Map<string, Map<string, BoxEntry>>;

function emptyPlayer(game: Game, name: string, boxes: Boxes): PlayerSheet {
  const columnLines = new Map(game.columns.map((column) => [column.id, new Map<string, number>()]));
  return { name, left: false, boxes, columnLines, sheetLines: new Map() };
}

export function pick<T>(from: readonly T[], random: Random): T {
  const picked = from[Math.floor(random() * from.length)];
  if (picked === undefined) throw new Error("nothing to pick from");
  return picked;
}

function emptyBoxes(game: Game): Boxes {
  const empty: BoxEntry = { kind: "empty" };
  const column = () => new Map(listCategories(game).map((category) => [category.id, empty]));
  return new Map(game.columns.map(({ id }) => [id, column()]));
}

function fillBoxes(game: Game, random: Random, { turns, shares }: SheetPlan): Boxes {
  const boxes = emptyBoxes(game);
  const all = listCategories(game).length * game.columns.length;
  const wanted = turns === null ? all : Math.min(all, turns * game.turn.entries);
  const rows = new Map(game.columns.map((column) => [column, listColumnCategories(game, column)] as const));
  const openIn = (column: Column) => openBoxes(column, rows.get(column) ?? [], boxes.get(column.id));
  // Only the column that a box was filled in has others open than before.
  const open = new Map(game.columns.map((column) => [column, openIn(column)] as const));
  for (let filled = 0; filled < wanted; filled++) {
    const { column, category } = pick([...open.values()].flat(), random);
    boxes.get(column.id)?.set(category.id, randomEntry(game, boxes.get(column.id), category, random, shares));
    open.set(column, openIn(column));
  }
  return boxes;
}

/** The boxes of a column that may be filled next. */
function openBoxes(
  column: Column,
  rows: readonly Category[],
  entries: ReadonlyMap<string, BoxEntry> | undefined,
): { column: Column; category: Category }[] {
  const ids = rows.map(({ id }) => id);
  const filled = new Set(ids.filter((id) => entries?.get(id)?.kind !== "empty"));
  const isNext = (id: string) =>
    column.order.kind === "free" || orderAllows(column.order, ids, new Set([...filled, id]));
  return rows.filter(({ id }) => !filled.has(id) && isNext(id)).map((category) => ({ column, category }));
}

function randomEntry(
  game: Game,
  column: ReadonlyMap<string, BoxEntry> | undefined,
  category: Category,
  random: Random,
  shares?: SharesByCategory,
): BoxEntry {
  const waits = category.requires.some((wanted) => !isThere(column?.get(wanted.category), wanted.is));
  const allowed = possible(category).filter((value) => value === 0 || !waits);
  const values = fitting(game, column, category, allowed);
  const scores = values.filter((value) => value !== 0);
  const { struck = 0.15, scores: usual = null } = shares?.get(category.id) ?? {};
  const strikes = scores.length === 0 || (values.includes(0) && random() < struck);
  if (!strikes) return { kind: "score", value: pickUsual(scores, usual, random) };
  const mark = pick([...game.strike.marks, "X", "/", "–"], random);
  return mark === "0" ? { kind: "score", value: 0 } : { kind: "strike", mark };
}

/** One of these scores, each as often as its share says; any of them where none has a share. */
function pickUsual(scores: readonly number[], shares: ReadonlyMap<number, number> | null, random: Random) {
  const all = scores.reduce((sum, score) => sum + (shares?.get(score) ?? 0), 0);
  if (all === 0) return pick(scores, random);
  let left = random() * all;
  for (const score of scores) {
    left -= shares?.get(score) ?? 0;
    if (left < 0) return score;
  }
  return pick(scores, random);
}

/** Whether a box is filled, and holds points where it must. */
function isThere(entry: BoxEntry | undefined, is: BoxState): boolean {
  const score = scoreOf(entry);
  return score !== null && (is === "filled" || score !== 0);
}

function possible(category: Category): number[] {
  return category.strike === "never" ? [...category.legal] : [0, ...category.legal];
}

/** The values that break no constraint, and leave some value for the other box of each if that is still empty. */
function fitting(
  game: Game,
  column: ReadonlyMap<string, BoxEntry> | undefined,
  { id }: Category,
  values: readonly number[],
): number[] {
  const bonds = game.constraints.filter(({ left, right }) => left === id || right === id);
  return bonds.reduce(
    (left, bond) => {
      const other = bond.left === id ? bond.right : bond.left;
      const written = scoreOf(column?.get(other));
      const category = findCategory(game, other);
      const others = written !== null || category === undefined ? [written] : possible(category);
      return left.filter((value) =>
        others.some((o) =>
          bond.left === id ? constraintHolds(bond, value, o) : constraintHolds(bond, o, value),
        ),
      );
    },
    [...values],
  );
}

/** What an entry counts; null for an empty box. */
export function scoreOf(entry: BoxEntry | undefined): number | null {
  if (entry === undefined || entry.kind === "empty") return null;
  return entry.kind === "score" ? entry.value : 0;
}

/** A line that is written wrong and carried on: everything below is worked out with it. */
export interface Slip {
  /** Null for lines that span the columns. */
  readonly column: string | null;
  readonly line: string;
  /** How far it is off. */
  readonly off: number;
}

/** The lines of a player, each written with the given probability, all of them right but for the slip. */
export function withLines(
  game: Game,
  player: PlayerSheet,
  random: Random,
  share: number,
  slip: Slip | null = null,
): PlayerSheet {
  const isWritten = () => random() < share;
  const offAt = (column: string | null, line: string) =>
    slip !== null && slip.column === column && slip.line === line ? slip.off : 0;
  const columns = game.columns.map((column) => ({
    column,
    ...linesOfColumn(game, player, column, (line) => offAt(column.id, line)),
  }));
  const columnLines = new Map(
    columns.map(({ column, lines }) => [column.id, new Map([...lines].filter(isWritten))] as const),
  );
  const extra = player.sheetLines.get("repeats") ?? randomRepeats(game, player, random);
  const total = columns.reduce((all, { sum }) => all + sum, extra);
  const points = columns.reduce((all, column) => all + column.points, 0);
  const sheet = linesOfSheet(game, player, { total, points }, (line) => offAt(null, line));
  const sheetLines = new Map([...sheet].filter(isWritten));
  if (extra !== 0) sheetLines.set("repeats", extra);
  const all = { columns: columns.map(({ column, lines }) => [column.id, lines] as const), sheet, extra };
  for (const { id, of } of game.padSums ?? []) {
    const isInColumns = gameReference(game).lines.get(id)?.scope === "column";
    for (const column of isInColumns ? game.columns.map((one) => one.id) : [null]) {
      const lines = column === null ? sheetLines : columnLines.get(column);
      if (isWritten()) lines?.set(id, padSum(of, player, column, all) + offAt(column, id));
    }
  }
  return { ...player, columnLines, sheetLines };
}

/** A sum that only a store-bought pad has. @param column null for all columns, and for lines that span them */
function padSum(
  of: readonly string[],
  { boxes }: PlayerSheet,
  column: string | null,
  lines: {
    readonly columns: readonly (readonly [string, ReadonlyMap<string, number>])[];
    readonly sheet: ReadonlyMap<string, number>;
    readonly extra: number;
  },
): number {
  const isCounted = (id: string) => column === null || column === id;
  const inColumns = lines.columns.flatMap(([id, own]) =>
    isCounted(id) ? of.map((row) => scoreOf(boxes.get(id)?.get(row)) ?? own.get(row) ?? 0) : [],
  );
  const onSheet = column === null ? of.map((row) => lines.sheet.get(row) ?? 0) : [];
  const extra = column === null && of.includes("repeats") ? lines.extra : 0;
  return [...inColumns, ...onSheet].reduce((sum, one) => sum + one, extra);
}

/** The lines that span the columns, but for the extra points. */
function linesOfSheet(
  game: Game,
  player: PlayerSheet,
  soFar: { readonly total: number; readonly points: number },
  offAt: (line: string) => number,
) {
  const lines = new Map<string, number>();
  const write = (line: string, value: number) => {
    lines.set(line, value + offAt(line));
    return value + offAt(line);
  };
  const bonusesTo = (scope: Bonus["scope"], to: Bonus["to"], measure: number) =>
    game.bonuses
      .filter((bonus) => bonus.scope === scope && bonus.to === to)
      .map((bonus) => {
        const isOfBoxes = scope === "row" || bonus.of !== "total";
        const value = isOfBoxes ? measuredIn(game, player, game.columns, bonus) : measure;
        return write(`bonus.${bonus.id}`, computeBonus(bonus, value));
      })
      .reduce((a, b) => a + b, 0);
  const before = soFar.total + bonusesTo("row", "total", 0);
  const total = write("grand.total", before + bonusesTo("sheet", "total", before));
  const points = soFar.points + bonusesTo("row", "points", 0) + bonusesTo("sheet", "points", total);
  if (game.bonuses.some(({ to }) => to === "points")) write("points.total", points);
  return lines;
}

/** What a bonus measures in the boxes of some columns. */
function measuredIn(game: Game, player: PlayerSheet, columns: readonly Column[], bonus: Bonus): number {
  const rows = listCategories(game).filter(({ id }) => bonus.row === null || bonus.row === id);
  return columns
    .flatMap((column) =>
      rows.map(({ id }) => bonusMeasure(bonus, scoreOf(player.boxes.get(column.id)?.get(id)))),
    )
    .reduce((a, b) => a + b, 0);
}

function linesOfColumn(game: Game, player: PlayerSheet, column: Column, offAt: (line: string) => number) {
  const lines = new Map<string, number>();
  const known = listSheetLines(game).map(({ id }) => id);
  const write = (line: string, value: number) => {
    if (!known.includes(line)) return value;
    lines.set(line, value + offAt(line));
    return value + offAt(line);
  };
  let total = 0;
  for (const section of game.sections) {
    const score = (id: string) => scoreOf(player.boxes.get(column.id)?.get(id));
    const sum = write(`${section.id}.sum`, sectionSum(section, score));
    if (section.tiers.length === 0) {
      total += sum;
      continue;
    }
    const bonus = write(`${section.id}.bonus`, computeBonus(section, sum));
    total += write(`${section.id}.total`, sum + bonus);
  }
  const worth = total * column.multiplier;
  const bonusesTo = (to: Bonus["to"]) =>
    game.bonuses
      .filter((bonus) => bonus.scope === "column" && bonus.to === to)
      .map((bonus) => {
        const value = bonus.of === "total" ? worth : measuredIn(game, player, [column], bonus);
        return write(`bonus.${bonus.id}`, computeBonus(bonus, value));
      })
      .reduce((a, b) => a + b, 0);
  const sum = worth + bonusesTo("total");
  const written = game.columns.length > 1 ? write("column.total", sum) : sum;
  return { lines, sum: written, points: bonusesTo("points") };
}

function randomRepeats(game: Game, player: PlayerSheet, random: Random): number {
  if (game.repeats === null || game.repeats.bonus === 0) return 0;
  const filled = game.columns.flatMap((column) =>
    listCategories(game).flatMap((category) => {
      const value = scoreOf(player.boxes.get(column.id)?.get(category.id));
      return value === null ? [] : [{ column, category, value }];
    }),
  );
  return pick(possibleExtras(game, filled), random);
}

/**
 * What a section comes to before its bonus, from the boxes of its column. A formula counts nothing as long as one of its boxes is
 * empty.
 */
function sectionSum(
  { categories, total, floor }: Pick<Section, "categories" | "total" | "floor">,
  scoreOf: (category: string) => number | null,
): number {
  const rows = total === null ? categories.map(({ id }) => id) : listFormulaNames(total);
  const scores = rows.map((id) => [id, scoreOf(id)] as const);
  const values = Object.fromEntries(scores.map(([id, score]) => [id, score ?? 0]));
  const isOpen = total !== null && scores.some(([, score]) => score === null);
  const sum = total === null ? Object.values(values).reduce((a, b) => a + b, 0) : evaluate(total, values);
  return Math.max(isOpen ? 0 : sum, floor ?? Number.NEGATIVE_INFINITY);
}
