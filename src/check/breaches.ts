import type { Category, Column, Constraint, Game, Requirement } from "../rules/game/game.ts";
import { outOfOrder, type OutOfOrder } from "../rules/game/order.ts";
import { possibleExtras, repeatValues } from "../rules/game/repeats.ts";
import { constraintHolds } from "../rules/game/rows.ts";
import { boxesOfPlayer, entryAt, faultOf, type PlayerSheet, type Reference, scoreIn } from "./sheet.ts";

/** Where a column was filled against its order; null if nowhere. */
export function orderBreach(column: Column, player: PlayerSheet, reference: Reference): OutOfOrder | null {
  if (column.order.kind === "free") return null;
  const isFilled = (id: string) => (entryAt(player, column.id, id)?.kind ?? "empty") !== "empty";
  return outOfOrder(column.order, reference.rowIds, new Set(reference.rowIds.filter(isFilled)));
}

/** The constraints that two boxes of this column break. A box that is wrong by itself says nothing about the other. */
export function brokenConstraints(
  game: Game,
  column: string,
  player: PlayerSheet,
  reference: Reference,
): Constraint[] {
  return game.constraints.filter((constraint) => {
    const left = entryAt(player, column, constraint.left);
    const right = entryAt(player, column, constraint.right);
    if (constraintHolds(constraint, scoreIn(left), scoreIn(right))) return false;
    return (
      isSound(player, column, constraint.left, reference) &&
      isSound(player, column, constraint.right, reference)
    );
  });
}

/**
 * What a box that holds points should have waited for in its column; null where nothing is amiss. A box that is wrong by
 * itself says nothing, and neither does one that is reported as missing.
 */
export function unmetRequirement(
  category: Category,
  column: string,
  player: PlayerSheet,
  reference: Reference,
  mustBeFull: boolean,
): Requirement | null {
  const { id, requires } = category;
  const score = scoreIn(entryAt(player, column, id));
  if (requires.length === 0 || score === null || score === 0) return null;
  if (!isSound(player, column, id, reference)) return null;
  const unmet = requires.find((wanted) => {
    const other = scoreIn(entryAt(player, column, wanted.category));
    if (other === null) return !mustBeFull;
    return other === 0 && wanted.is === "scored";
  });
  return unmet ?? null;
}

function isSound(player: PlayerSheet, column: string, id: string, reference: Reference): boolean {
  const category = reference.inColumn.get(column)?.find((box) => box.id === id);
  return category !== undefined && faultOf(entryAt(player, column, id), category, reference, false) === null;
}

/**
 * The boxes of a column that are reported themselves, or that a reported one speaks of: nobody knows what should stand there.
 */
export function doubtfulBoxes(
  game: Game,
  column: Column,
  player: PlayerSheet,
  reference: Reference,
  mustBeFull: boolean,
): ReadonlySet<string> {
  const doubtful = new Set<string>();
  const boxes = player.boxes.get(column.id);
  const rows = reference.inColumn.get(column.id) ?? [];
  for (const category of rows) {
    if (faultOf(boxes?.get(category.id), category, reference, mustBeFull) !== null) doubtful.add(category.id);
  }
  for (const { left, right } of brokenConstraints(game, column.id, player, reference))
    doubtful.add(left).add(right);
  for (const category of rows) {
    const unmet = unmetRequirement(category, column.id, player, reference, mustBeFull);
    if (unmet !== null) doubtful.add(category.id).add(unmet.category);
  }
  const breach = mustBeFull ? null : orderBreach(column, player, reference);
  if (breach !== null) doubtful.add(breach.first);
  return doubtful;
}

/** The line where extra points for further rolls of the top category are written. */
export const REPEATS = "repeats";

/** Why the extra points that were written cannot be right. */
interface RepeatFault {
  /**
   * Less than nothing; the box of the first one must hold points, or at least be filled; no whole number of rolls; more than
   * the boxes can hold; not to be had in the columns where boxes can hold one.
   */
  readonly reason: "negative" | "scored" | "filled" | "multiple" | "too-many" | "columns";
  /** All extra points that the boxes allow, ascending, 0 included. */
  readonly possible: readonly number[];
}

/**
 * What is wrong with the extra points of a player; null if they can be right, or if the line is blank or does not exist.
 */
export function repeatFault(
  game: Game,
  reference: Reference,
  player: PlayerSheet,
  mustBeFull: boolean,
): RepeatFault | null {
  const written = player.sheetLines.get(REPEATS) ?? 0;
  const { repeats } = game;
  if (repeats === null || repeats.bonus === 0 || written === 0) return null;
  const columns = new Map(game.columns.map((column) => [column.id, column]));
  const doubtful = new Map(
    game.columns.map((column) => [column.id, doubtfulBoxes(game, column, player, reference, mustBeFull)]),
  );
  const filled = [...boxesOfPlayer(game, reference, player)].flatMap(({ column: id, category, entry }) => {
    // A box that is reported itself, as wrong or missing, gets the benefit of the doubt here.
    const isInDoubt = doubtful.get(id)?.has(category.id) === true;
    const value = isInDoubt ? bestForRepeats(game, category) : scoreIn(entry);
    const column = columns.get(id);
    return value === null || column === undefined ? [] : [{ column, category, value }];
  });
  const possible = possibleExtras(game, filled);
  if (possible.includes(written)) return null;
  if (written < 0) return { reason: "negative", possible };
  const { box } = repeats.gate;
  const tops = filled.filter(({ category }) => category.id === repeats.of);
  if (box !== null && tops.length < game.columns.length) return { reason: box, possible };
  if (box === "scored" && tops.some(({ value }) => value === 0)) return { reason: box, possible };
  if (written % repeats.bonus !== 0) return { reason: "multiple", possible };
  return { reason: written > Math.max(...possible) ? "too-many" : "columns", possible };
}

function bestForRepeats(game: Game, category: Category): number {
  const values = category.id === game.repeats?.of ? category.legal : [...repeatValues(game, category)];
  return values.at(-1) ?? 0;
}
