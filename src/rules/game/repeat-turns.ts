import { getElement } from "../arrays.ts";
import type { Category, Column, Game, RepeatGate, Repeats } from "./game.ts";
import { orderAllows } from "./order.ts";
import { repeatBonus, repeatEntries, repeatValues } from "./repeats.ts";
import { listCategories } from "./rows.ts";
import { memoize } from "../remembered.ts";

/**
 * How many further rolls of the top category a sheet can hold: there must be a sequence of turns in which each of them came when it
 * earned extra points and was entered where the rules send it.
 *
 * What a further roll waits for is always that other boxes are filled. So a box that is filled as soon as it can be never harms, and
 * only where nothing more can be filled as it should, one of the boxes has to be filled by an ordinary roll.
 */

/** A box that is not empty. */
export interface FilledBox {
  readonly column: Pick<Column, "id" | "multiplier" | "order" | "after" | "entry">;
  /** As it is in the column. */
  readonly category: Category;
  /** 0 for a strike; null where nobody knows, which gets the benefit of the doubt. */
  readonly value: number | null;
}

/**
 * The most further rolls of the top category that a player's filled boxes can hold. Where any earlier one is enough, one of the boxes
 * holds the first.
 *
 * @param filled the boxes of one player, of all columns
 * @returns 0 in a game without extra points for further rolls
 */
export function mostRepeats(game: Game, filled: readonly FilledBox[]): number {
  const most = Math.max(0, ...holdings(game, filled).map(({ length }) => length));
  return game.repeats?.gate.thrownBefore ? Math.max(0, most - 1) : most;
}

/** Whether a player's filled boxes can hold any further roll that earns something: answered by the first way that is found. */
export function canHoldRepeats(game: Game, filled: readonly FilledBox[]): boolean {
  const least = game.repeats?.gate.thrownBefore ? 2 : 1;
  return holdings(game, filled, least).some(({ length }) => length >= least);
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
  /** The places of the boxes of its column. */
  readonly mates: readonly number[];
  /** Whether the order of its column says when it may be filled. A column that was filled against its order says nothing. */
  readonly isOrdered: boolean;
  /** The places of all boxes of the column that its own one waits for; none where that one was left too early, which says nothing. */
  readonly before: readonly number[];
}

/** So many ways are tried out; beyond that every box counts as able to hold what its value allows. */
const MOST_TRIED = 2000;

/**
 * The sets of boxes that can hold further rolls at the same time, without those that another one contains.
 *
 * @param enough no others are looked for once one with so many boxes is found
 */
function holdings(game: Game, filled: readonly FilledBox[], enough = Infinity): FilledBox[][] {
  const turns = buildTurns(game, filled);
  const rows = listCategories(game).map(({ id }) => id);
  const best = new Map<string, number[][]>();
  let tried = 0;
  let isEnough = false;
  const go = (start: ReadonlySet<number>, held: readonly number[]): void => {
    const { done, holding } = fillAll(rows, turns, start, held);
    const key = [...done].sort((a, b) => a - b).join();
    const known = best.get(key) ?? [];
    if (known.some((one) => holding.every((at) => one.includes(at)))) return;
    best.set(key, [...known.filter((one) => !one.every((at) => holding.includes(at))), holding]);
    tried += 1;
    isEnough ||= done.size === turns.length && holding.length >= enough;
    for (const at of turns.keys())
      if (tried <= MOST_TRIED && !isEnough && !done.has(at) && isNext(rows, turns, at, done))
        go(new Set([...done, at]), holding);
  };
  go(new Set(), []);
  if (tried > MOST_TRIED) return [turns.filter(({ waits }) => waits.length > 0)];
  const all = [...turns.keys()].join();
  return (best.get(all) ?? []).map((holding) => holding.map((at) => getElement(turns, at)));
}

/** Fills boxes until each that is left could hold a further roll, and waits for one of the others. */
function fillAll(
  rows: readonly string[],
  turns: readonly Turn[],
  start: ReadonlySet<number>,
  held: readonly number[],
) {
  const done = new Set(start);
  const holding = [...held];
  const canFill = (at: number) => {
    const { waits } = getElement(turns, at);
    if (done.has(at) || !isNext(rows, turns, at, done)) return false;
    return waits.length === 0 || waits.some((boxes) => boxes.every((box) => done.has(box)));
  };
  for (;;) {
    const at = turns.findIndex((_, at) => canFill(at));
    if (at === -1) return { done, holding };
    done.add(at);
    if (getElement(turns, at).waits.length > 0) holding.push(at);
  }
}

/** Whether a box may be the next one. @param rows the categories from top to bottom */
function isNext(
  rows: readonly string[],
  turns: readonly Turn[],
  at: number,
  done: ReadonlySet<number>,
): boolean {
  const { column, category, mates, isOrdered, before } = getElement(turns, at);
  if (!before.every((place) => done.has(place))) return false;
  if (!isOrdered) return true;
  const filled = mates
    .filter((place) => done.has(place))
    .map((place) => getElement(turns, place).category.id);
  return orderAllows(column.order, rows, new Set([...filled, category.id]));
}

/** The filled boxes with what a further roll in each of them waits for; nothing where it can't have been entered. */
function buildTurns(game: Game, filled: readonly FilledBox[]): Turn[] {
  const { repeats } = game;
  const opening = memoize((gate: Pick<RepeatGate, "box">) => openingBoxes(game, filled, gate));
  const rows = listCategories(game).map(({ id }) => id);
  const findPlaces = memoize((column: FilledBox["column"]) => listColumnIndices(filled, column.id));
  const isInOrder = memoize((column: FilledBox["column"]) => {
    const ids = findPlaces(column).map((place) => getElement(filled, place).category.id);
    return orderAllows(column.order, rows, new Set(ids));
  });
  return filled.map((box) => {
    const { column } = box;
    const before = column.after === null ? [] : listColumnIndices(filled, column.after);
    return {
      ...box,
      waits: repeats === null ? [] : listPrerequisites(game, repeats, filled, box, opening),
      mates: findPlaces(column),
      isOrdered: column.order.kind !== "free" && isInOrder(column),
      before: before.length < rows.length ? [] : before,
    };
  });
}

/** The places of the filled boxes of a column. */
function listColumnIndices(filled: readonly FilledBox[], id: string): number[] {
  return [...filled.keys()].filter((at) => filled[at]?.column.id === id);
}

/** What a further roll in a box would have waited for. */
function listPrerequisites(
  game: Game,
  { of, gate, joker }: Repeats,
  filled: readonly FilledBox[],
  { column, category, value }: FilledBox,
  opening: (gate: RepeatGate) => readonly number[] | null,
): Turn["waits"] {
  const tops = opening(gate);
  if (tops === null || (category.id === of && !gate.thrownBefore)) return [];
  if (value === null) return repeatValues(game, category).size > 0 ? [tops] : [];
  const placesOfRow = (row: string, columns: readonly Pick<Column, "id">[]) =>
    columns.map(({ id }) => filled.findIndex((one) => one.column.id === id && one.category.id === row));
  const alternatives = game.columns.filter((other) => other.id === column.id || isAlwaysOpen(other));
  return repeatEntries(game, category, value).flatMap(({ isJoker, after, behind }) => {
    const jokerTops = isJoker && joker !== null ? opening(joker.gate) : [];
    if (jokerTops === null) return [];
    const first = column.entry.kind === "announced" ? [] : behind;
    const boxes = [
      ...tops,
      ...jokerTops,
      ...after.flatMap((row) => placesOfRow(row, game.columns)),
      ...first.flatMap((row) => placesOfRow(row, alternatives)),
    ];
    return boxes.includes(-1) ? [] : [boxes];
  });
}

/** Whether any roll can be entered in any open box of a column at any time. */
function isAlwaysOpen({ order, entry, after }: Column): boolean {
  return order.kind === "free" && entry.kind === "any" && after === null;
}

/** The places of the boxes that must be filled before a condition holds: those of the first one, in every column. Null if one of them isn't as it must be. */
function openingBoxes(
  game: Game,
  filled: readonly FilledBox[],
  { box }: Pick<RepeatGate, "box">,
): number[] | null {
  if (box === null) return [];
  const tops = [...filled.keys()].filter((at) => filled[at]?.category.id === game.repeats?.of);
  const isOpening = box === "filled" || tops.every((at) => filled[at]?.value !== 0);
  return isOpening && tops.length >= game.columns.length ? tops : null;
}
