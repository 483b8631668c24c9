import { handsOf, type Roll } from "../dice/dice.ts";
import { scoresOfHand } from "../dice/scores.ts";
import { listColumnCategories, findCategory, listCategories } from "./rows.ts";
import { getElement } from "../arrays.ts";
import type { Category, Column, Game, RepeatGate, Repeats } from "./game.ts";
import { orderAllows } from "./order.ts";
import { memoize } from "../memoize.ts";

/**
 * Repeats: rolls of the top category after the first. A sheet doesn't record in which turn a box was filled, so this is about
 * possibility: a box "holds" a repeat if one can have been entered there, with that value, and have earned the extra points.
 */

/** One way to enter a repeat so that it earns its extra points. */
interface RepeatEntry {
  /** The entered value; 0 for a strike. */
  readonly value: number;
  /** Whether it is entered as a joker, so that the joker's gate applies. */
  readonly isJoker: boolean;
  /** Categories whose boxes must be filled first in every column. */
  readonly after: readonly string[];
  /** Categories whose boxes have priority: they must be filled first in this column, and in every column that was open to the roll. */
  readonly behind: readonly string[];
}

/** The values (0 for a strike) of a box that can hold a repeat. @param category as it is in its column */
export function repeatValues(game: Game, category: Category): ReadonlySet<number> {
  return entriesByCategory(game)(category).values;
}

/** Whether a box with this value (0 for a strike) can hold a repeat. */
export function holdsRepeat(game: Game, category: Category, value: number): boolean {
  return repeatValues(game, category).has(value);
}

/** By object identity, since a category may have other scores in another column. */
const entriesByCategory = memoize((game: Game) => {
  const { dice, repeats } = game;
  const top = repeats === null ? undefined : findCategory(game, repeats.of);
  const rolls = top && handsOf(dice).filter((hand) => scoresOfHand(dice, top, hand).length > 0);
  return memoize((category: Category) => {
    if (repeats === null || repeats.bonus === 0 || rolls === undefined)
      return { entries: [], values: new Set<number>() };
    const entries = dropMoreDemanding(
      rolls.flatMap((roll) => listRepeatEntries(game, repeats, category, roll)),
    );
    return { entries, values: new Set(entries.map(({ value }) => value)) };
  });
});

/** The extra points of a repeat in this column. */
export function repeatBonus(repeats: Repeats, { multiplier }: Pick<Column, "multiplier">): number {
  return repeats.multiplied ? repeats.bonus * multiplier : repeats.bonus;
}

/** How a repeat with this roll can be entered so that its extra points count. A joker never adds new scores to a box. */
function listRepeatEntries(game: Game, repeats: Repeats, category: Category, roll: Roll): RepeatEntry[] {
  const { gate, joker } = repeats;
  const plain = { isJoker: false, after: [], behind: [] };
  const { own, scoring } = boxesByUse(game, repeats, category, roll);
  const isOwn = own.includes(category.id);
  const natural = scoresOfHand(game.dice, category, roll);
  if (gate.ownNumber === "free") return isOwn ? natural.map((value) => ({ ...plain, value })) : [];
  if (gate.ownNumber === "filled" && isOwn) return [];
  const isForced = joker?.upperFirst === true && isImplied(joker.gate, gate);
  const ownFirst = isOwn ? [] : own;
  const after = gate.ownNumber === "filled" ? ownFirst : [];
  const behind = isForced ? ownFirst : [];
  const claims = legalClaims(game, repeats, category, roll);
  const joining = {
    after: joker?.gate.ownNumber === "filled" ? ownFirst : after,
    behind: joker?.upperFirst ? ownFirst : [],
  };
  const mayStrike =
    gate.ownNumber === null &&
    (category.strike !== "never" || category.miss !== null) &&
    // If jokers are forced, or strikes aren't voluntary, a roll that scores in a box can't be a strike there.
    ((game.strike.voluntary && !isForced) || !scoring.includes(category.id));
  return [
    ...natural.map((value) => ({ ...plain, value, after, behind })),
    ...claims.map((value) => ({ value, isJoker: true, ...joining })),
    ...(mayStrike
      ? [{ ...plain, value: category.miss ?? 0, after, behind: isForced ? [...ownFirst, ...scoring] : [] }]
      : []),
  ];
}

/** Whether one condition is true whenever another one is. */
function isImplied(condition: RepeatGate, by: RepeatGate): boolean {
  const isBoxReady = condition.box === null || condition.box === by.box || by.box === "scored";
  const isNumberReady = condition.ownNumber === null || condition.ownNumber === by.ownNumber;
  return isBoxReady && isNumberReady && (!condition.thrownBefore || by.thrownBefore);
}

/** The boxes of a column that are relevant to a roll: its own number boxes, and those where it scores, as rolled or as a joker. */
function boxesByUse(game: Game, repeats: Repeats, category: Category, roll: Roll) {
  const column =
    game.columns.find((one) => listColumnCategories(game, one).includes(category)) ?? game.columns[0];
  const boxes = column === undefined ? [] : listColumnCategories(game, column);
  const scores = (box: Category) => scoresOfHand(game.dice, box, roll).length > 0;
  const own = boxes.filter((box) => box.pattern.kind === "face" && scores(box));
  // A box that requires others may not be ready.
  const scoring = boxes.filter(
    (box) => box.requires.length === 0 && (scores(box) || legalClaims(game, repeats, box, roll).length > 0),
  );
  return { own: own.map(({ id }) => id), scoring: scoring.map(({ id }) => id) };
}

function legalClaims(game: Game, repeats: Repeats, category: Category, roll: Roll): number[] {
  return jokerClaims(game, repeats, category, roll).filter((value) => category.legal.includes(value));
}

/** Leaves out ways that require more than another one of the same value. */
function dropMoreDemanding(entries: readonly RepeatEntry[]): RepeatEntry[] {
  const kept: RepeatEntry[] = [];
  const demands = ({ isJoker, after, behind }: RepeatEntry) => Number(isJoker) + after.length + behind.length;
  for (const entry of entries.toSorted((a, b) => demands(a) - demands(b))) {
    const isNeedless = kept.some(
      ({ value, isJoker, after, behind }) =>
        value === entry.value &&
        (entry.isJoker || !isJoker) &&
        after.every((id) => entry.after.includes(id)) &&
        behind.every((id) => entry.behind.includes(id) || entry.after.includes(id)),
    );
    if (!isNeedless) kept.push(entry);
  }
  return kept;
}

/** The scores of a joker in this box, whether or not the box can have them. */
export function jokerClaims(game: Game, { joker }: Repeats, category: Category, roll: Roll): number[] {
  const highest = category.legal.at(-1);
  if (joker === null || highest === undefined) return [];
  if (category.pattern.kind === "face")
    return joker.upper === "any" && joker.upperValue === "max" ? [highest] : [];
  if (joker.lower === "none") return [];
  if (joker.lowerValue === "max") return [highest];
  // `as_if_matched`: the whole roll counts as the hit.
  return scoresOfHand(game.dice, { ...category, pattern: { kind: "any" } }, roll);
}

/**
 * How many repeats a sheet can hold: there must be a sequence of turns in which each came when it earned extra points, and was entered
 * where the rules allow it.
 *
 * A repeat only ever waits for other boxes to be filled. So filling a box as early as possible never harms, and an ordinary roll has to
 * fill a box only when no other box can be filled as a repeat.
 */

/** A box that is not empty. */
export interface FilledBox {
  readonly column: Pick<Column, "id" | "multiplier" | "order" | "after" | "entry">;
  /** As it is in its column. */
  readonly category: Category;
  /** 0 for a strike; null if unknown, which counts as any value. */
  readonly value: number | null;
}

/**
 * The most repeats that a player's filled boxes can hold. If any earlier roll is enough, one of the boxes holds the first.
 *
 * @param filled the boxes of one player, of all columns
 * @returns 0 in a game without extra points
 */
export function mostRepeats(game: Game, filled: readonly FilledBox[]): number {
  const most = Math.max(0, ...findRepeatSets(game, filled).map(({ length }) => length));
  return game.repeats?.gate.thrownBefore ? Math.max(0, most - 1) : most;
}

/** Whether a player's filled boxes can hold any repeat that earns extra points; stops at the first way. */
export function canHoldRepeats(game: Game, filled: readonly FilledBox[]): boolean {
  const least = game.repeats?.gate.thrownBefore ? 2 : 1;
  return findRepeatSets(game, filled, least).some(({ length }) => length >= least);
}

/** All possible extra points of a player with these filled boxes, ascending, 0 included. */
export function possibleExtras(game: Game, filled: readonly FilledBox[]): number[] {
  const { repeats } = game;
  if (repeats === null) return [0];
  const extras = findRepeatSets(game, filled).flatMap((boxes) => {
    const bonuses = boxes.map(({ column }) => repeatBonus(repeats, column));
    const sums = new Set([0]);
    for (const bonus of bonuses) for (const sum of [...sums]) sums.add(sum + bonus);
    // One of the boxes holds the first roll, so not all of them can have earned extra points.
    if (repeats.gate.thrownBefore && bonuses.length > 0)
      sums.delete(bonuses.reduce((sum, bonus) => sum + bonus, 0));
    return [...sums];
  });
  return [...new Set([0, ...extras])].sort((a, b) => a - b);
}

/** A filled box with the sets of boxes that a repeat in it waits for, by index; one full set is enough. */
interface Turn extends FilledBox {
  readonly waits: readonly (readonly number[])[];
  /** The indices of the boxes of its column. */
  readonly mates: readonly number[];
  /** Whether the order of its column restricts it. A column that was filled against its order doesn't. */
  readonly isOrdered: boolean;
  /** The indices of all boxes of the column that its own column waits for; none if that column isn't full. */
  readonly before: readonly number[];
}

/** The most ways to try; beyond that, every box counts as able to hold what its value allows. */
const MOST_TRIED = 2000;

/** The maximal sets of boxes that can hold repeats at the same time. @param enough stops at the first set of this size */
function findRepeatSets(game: Game, filled: readonly FilledBox[], enough = Infinity): FilledBox[][] {
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

/** Fills boxes greedily until each remaining one could hold a repeat, but waits for others. */
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

/** The filled boxes with what a repeat in each waits for; empty if it can't have been entered. */
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

function listColumnIndices(filled: readonly FilledBox[], id: string): number[] {
  return [...filled.keys()].filter((at) => filled[at]?.column.id === id);
}

/** The sets of boxes that a repeat in a box waits for. */
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
  return entriesByCategory(game)(category)
    .entries.filter((entry) => entry.value === value)
    .flatMap(({ isJoker, after, behind }) => {
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

/** The indices of the top category's boxes in every column, which a condition requires. Null if one isn't in the required state. */
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
