import type { Category, Column, Game } from "../../src/game/game.ts";
import { bonusFor } from "../../src/game/lines.ts";
import { orderAllows } from "../../src/game/order.ts";
import { mostRepeats } from "../../src/game/repeats.ts";
import { categoriesOf, constraintHolds } from "../../src/game/rows.ts";
import type { Entry, PlayerSheet, Sheet } from "../../src/sheet/sheet.ts";

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
}

/** A correct sheet: possible scores and strikes, in order, within the constraints, and sums that agree with them. */
export function correctSheet(game: Game, random: Random, plan: SheetPlan): Sheet {
  const players = Array.from({ length: plan.players }, (_, at) => {
    const boxes = fillBoxes(game, random, plan.turns);
    return withLines(game, emptyPlayer(game, `Player ${at + 1}`, boxes), random, plan.lines);
  });
  return { file: "sheet.yaml", game, complete: plan.turns === null ? true : null, players };
}

type Boxes = Map<string, Map<string, Entry>>;

function emptyPlayer(game: Game, name: string, boxes: Boxes): PlayerSheet {
  const columnLines = new Map(game.columns.map((column) => [column.id, new Map<string, number>()]));
  return { name, left: false, boxes, columnLines, sheetLines: new Map() };
}

function pick<T>(from: readonly T[], random: Random): T {
  const picked = from[Math.floor(random() * from.length)];
  if (picked === undefined) throw new Error("nothing to pick from");
  return picked;
}

function emptyBoxes(game: Game): Boxes {
  const empty: Entry = { kind: "empty" };
  const column = () => new Map(categoriesOf(game).map((category) => [category.id, empty]));
  return new Map(game.columns.map(({ id }) => [id, column()]));
}

function fillBoxes(game: Game, random: Random, turns: number | null): Boxes {
  const boxes = emptyBoxes(game);
  const all = categoriesOf(game).length * game.columns.length;
  const wanted = turns === null ? all : Math.min(all, turns * game.turn.entries);
  for (let filled = 0; filled < wanted; filled++) {
    const { column, category } = pick(openBoxes(game, boxes), random);
    boxes.get(column.id)?.set(category.id, randomEntry(game, boxes.get(column.id), category, random));
  }
  return boxes;
}

/** The boxes that may be filled next. */
function openBoxes(game: Game, boxes: Boxes): { column: Column; category: Category }[] {
  const rows = categoriesOf(game);
  const ids = rows.map(({ id }) => id);
  return game.columns.flatMap((column) => {
    const entries = boxes.get(column.id);
    const filled = ids.filter((id) => entries?.get(id)?.kind !== "empty");
    return rows
      .filter(({ id }) => !filled.includes(id) && orderAllows(column.order, ids, new Set([...filled, id])))
      .map((category) => ({ column, category }));
  });
}

function randomEntry(
  game: Game,
  column: ReadonlyMap<string, Entry> | undefined,
  category: Category,
  random: Random,
): Entry {
  const fitting = possible(category).filter((value) => fits(game, column, category.id, value));
  const scores = fitting.filter((value) => value !== 0);
  const strikes = scores.length === 0 || (fitting.includes(0) && random() < 0.15);
  if (!strikes) return { kind: "score", value: pick(scores, random) };
  const mark = pick([...game.strike.marks, "X", "/", "–"], random);
  return mark === "0" ? { kind: "score", value: 0 } : { kind: "strike", mark };
}

function possible(category: Category): number[] {
  return category.strike === "never" ? [...category.legal] : [0, ...category.legal];
}

/** Whether a value breaks no constraint, and leaves some value for the other box of each if that is still empty. */
function fits(
  game: Game,
  column: ReadonlyMap<string, Entry> | undefined,
  id: string,
  value: number,
): boolean {
  return game.constraints.every((bond) => {
    if (bond.left !== id && bond.right !== id) return true;
    const other = bond.left === id ? bond.right : bond.left;
    const written = scoreOf(column?.get(other));
    const category = categoriesOf(game).find((c) => c.id === other);
    const others = written !== null || category === undefined ? [written] : possible(category);
    return others.some((o) =>
      bond.left === id ? constraintHolds(bond, value, o) : constraintHolds(bond, o, value),
    );
  });
}

/** What an entry counts; null for an empty box. */
export function scoreOf(entry: Entry | undefined): number | null {
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
  const columnLines = new Map<string, Map<string, number>>();
  const offAt = (column: string | null, line: string) =>
    slip !== null && slip.column === column && slip.line === line ? slip.off : 0;
  let total = 0;
  for (const column of game.columns) {
    const { lines, sum } = linesOfColumn(game, player, column, (line) => offAt(column.id, line));
    columnLines.set(column.id, new Map([...lines].filter(isWritten)));
    total += sum;
  }
  const sheetLines = new Map<string, number>();
  const extra = player.sheetLines.get("repeats") ?? randomRepeats(game, player, random);
  if (extra !== 0) sheetLines.set("repeats", extra);
  if (isWritten()) sheetLines.set("grand.total", total + extra + offAt(null, "grand.total"));
  return { ...player, columnLines, sheetLines };
}

function linesOfColumn(game: Game, player: PlayerSheet, column: Column, offAt: (line: string) => number) {
  const lines = new Map<string, number>();
  const write = (line: string, value: number) => {
    lines.set(line, value + offAt(line));
    return value + offAt(line);
  };
  let total = 0;
  for (const section of game.sections) {
    const scores = section.categories.map(({ id }) => scoreOf(player.boxes.get(column.id)?.get(id)) ?? 0);
    const sum = write(
      `${section.id}.sum`,
      scores.reduce((a, b) => a + b, 0),
    );
    if (section.tiers.length === 0) {
      total += sum;
      continue;
    }
    const bonus = write(`${section.id}.bonus`, bonusFor(section, sum));
    total += write(`${section.id}.total`, sum + bonus);
  }
  const worth = total * column.multiplier;
  return { lines, sum: game.columns.length > 1 ? write("column.total", worth) : worth };
}

function randomRepeats(game: Game, player: PlayerSheet, random: Random): number {
  if (game.repeats === null || game.repeats.bonus === 0) return 0;
  const filled = [...player.boxes.values()].flatMap((column) =>
    categoriesOf(game).flatMap((category) => {
      const value = scoreOf(column.get(category.id));
      return value === null ? [] : [{ category, value }];
    }),
  );
  return Math.floor(random() * (mostRepeats(game, filled) + 1)) * game.repeats.bonus;
}
