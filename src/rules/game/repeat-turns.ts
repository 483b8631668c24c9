import { elementAt } from "../arrays.ts";
import type { Category, Column, Game } from "./game.ts";
import { orderAllows } from "./order.ts";
import { repeatBonus, repeatEntries, repeatValues } from "./repeats.ts";
import { categoriesOf } from "./rows.ts";

/**
 * How many further rolls of the top category a sheet can hold: there must be a sequence of turns in which each of them came when it
 * earned extra points and was entered where the rules send it.
 *
 * What a further roll waits for is always that other boxes are filled. So a box that is filled as soon as it can be never harms, and
 * only where nothing more can be filled as it should, one of the boxes has to be filled by an ordinary roll.
 */

/** A box that is not empty. */
export interface FilledBox {
  readonly column: Pick<Column, "id" | "multiplier" | "order" | "after">;
  /** As it is in the column. */
  readonly category: Category;
  /** 0 for a strike; null where nobody knows, which gets the benefit of the doubt. */
  readonly value: number | null;
}

/** The most further rolls that a player's filled boxes can hold. Where any earlier one is enough, one of the boxes holds the first. */
export function mostRepeats(game: Game, filled: readonly FilledBox[]): number {
  const most = Math.max(0, ...holdings(game, filled).map(({ length }) => length));
  return game.repeats?.gate.thrownBefore ? Math.max(0, most - 1) : most;
}

/** All extra points that a player with these filled boxes can have, ascending, 0 included. */
export function possibleExtras(game: Game, filled: readonly FilledBox[]): number[] {
  const { repeats } = game;
  if (repeats === null) return [0];
  const extras = holdings(game, filled).flatMap((boxes) => {
    const bonuses = boxes.map(({ column }) => repeatBonus(repeats, column));
    const sums = new Set([0]);
    for (const bonus of bonuses) for (const sum of [...sums]) sums.add(sum + bonus);
    // One of the boxes holds the first one, so that not all of them can have earned something.
    if (repeats.gate.thrownBefore && bonuses.length > 0)
      sums.delete(bonuses.reduce((sum, bonus) => sum + bonus, 0));
    return [...sums];
  });
  return [...new Set([0, ...extras])].sort((a, b) => a - b);
}

/** A filled box with what a further roll in it would have waited for: one of these sets of boxes, by their places in the list. */
interface Turn extends FilledBox {
  readonly waits: readonly (readonly number[])[];
}

/** So many ways are tried out; beyond that every box counts as able to hold what its value allows. */
const MOST_TRIED = 2000;

/** The sets of boxes that can hold further rolls at the same time, without those that another one contains. */
function holdings(game: Game, filled: readonly FilledBox[]): FilledBox[][] {
  const turns = turnsFor(game, filled);
  const best = new Map<string, number[][]>();
  let tried = 0;
  const go = (start: ReadonlySet<number>, held: readonly number[]): void => {
    const { done, holding } = fillAll(game, turns, start, held);
    const key = [...done].sort((a, b) => a - b).join();
    const known = best.get(key) ?? [];
    if (known.some((one) => holding.every((at) => one.includes(at)))) return;
    best.set(key, [...known.filter((one) => !one.every((at) => holding.includes(at))), holding]);
    tried += 1;
    for (const at of turns.keys())
      if (tried <= MOST_TRIED && !done.has(at) && isNext(game, turns, at, done))
        go(new Set([...done, at]), holding);
  };
  go(new Set(), []);
  if (tried > MOST_TRIED) return [turns.filter(({ waits }) => waits.length > 0)];
  const all = [...turns.keys()].join();
  return (best.get(all) ?? []).map((holding) => holding.map((at) => elementAt(turns, at)));
}

/** Fills boxes until each that is left could hold a further roll, and waits for one of the others. */
function fillAll(game: Game, turns: readonly Turn[], start: ReadonlySet<number>, held: readonly number[]) {
  const done = new Set(start);
  const holding = [...held];
  const canFill = (at: number) => {
    const { waits } = elementAt(turns, at);
    if (done.has(at) || !isNext(game, turns, at, done)) return false;
    return waits.length === 0 || waits.some((boxes) => boxes.every((box) => done.has(box)));
  };
  for (;;) {
    const at = turns.findIndex((_, at) => canFill(at));
    if (at === -1) return { done, holding };
    done.add(at);
    if (elementAt(turns, at).waits.length > 0) holding.push(at);
  }
}

/** Whether the order of its column lets a box be the next one. A column that was filled against its order says nothing. */
function isNext(game: Game, turns: readonly Turn[], at: number, done: ReadonlySet<number>): boolean {
  const { column, category } = elementAt(turns, at);
  const isBegun = column.after === null || isFullBefore(game, turns, column.after, done);
  if (!isBegun) return false;
  if (column.order.kind === "free") return true;
  const rows = categoriesOf(game).map(({ id }) => id);
  const inColumn = turns.filter((turn) => turn.column.id === column.id);
  if (!orderAllows(column.order, rows, new Set(inColumn.map((turn) => turn.category.id)))) return true;
  const before = inColumn.filter((turn) => done.has(turns.indexOf(turn))).map((turn) => turn.category.id);
  return orderAllows(column.order, rows, new Set([...before, category.id]));
}

/** Whether all boxes of a column come before. One with empty boxes was left too early, and says nothing. */
function isFullBefore(game: Game, turns: readonly Turn[], id: string, done: ReadonlySet<number>): boolean {
  const inColumn = [...turns.keys()].filter((at) => turns[at]?.column.id === id);
  return inColumn.length < categoriesOf(game).length || inColumn.every((at) => done.has(at));
}

/** The filled boxes with what a further roll in each of them waits for; nothing where it can't have been entered. */
function turnsFor(game: Game, filled: readonly FilledBox[]): Turn[] {
  const tops = openingBoxes(game, filled);
  const placeOf = (columnId: string, row: string) =>
    filled.findIndex(({ column, category }) => column.id === columnId && category.id === row);
  return filled.map((box) => {
    if (tops === null || (box.category.id === game.repeats?.of && !game.repeats.gate.thrownBefore))
      return { ...box, waits: [] };
    const { category, value } = box;
    if (value === null) return { ...box, waits: repeatValues(game, category).size > 0 ? [tops] : [] };
    const waits = repeatEntries(game, category, value).map(({ after }) => [
      ...tops,
      ...after.map((row) => placeOf(box.column.id, row)),
    ]);
    return { ...box, waits: waits.filter((boxes) => !boxes.includes(-1)) };
  });
}

/** The places of the boxes that must be filled before anything counts: those of the first one, in every column. Null if one of them isn't as it must be. */
function openingBoxes(game: Game, filled: readonly FilledBox[]): number[] | null {
  if (game.repeats === null) return null;
  const { of, gate } = game.repeats;
  if (gate.box === null) return [];
  const tops = [...filled.keys()].filter((at) => filled[at]?.category.id === of);
  const isOpening = gate.box === "filled" || tops.every((at) => filled[at]?.value !== 0);
  return isOpening && tops.length >= game.columns.length ? tops : null;
}
