import type { Column, Constraint, Game } from "../game/game.ts";
import { type OutOfOrder, outOfOrder } from "../game/order.ts";
import { constraintHolds } from "../game/rows.ts";
import type { Reference } from "./reference.ts";
import type { PlayerSheet } from "./sheet.ts";
import { entryAt, faultOf, scoreIn } from "./values.ts";

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

function isSound(player: PlayerSheet, column: string, id: string, reference: Reference): boolean {
  const category = reference.categories.get(id);
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
  for (const category of reference.rows) {
    if (faultOf(boxes?.get(category.id), category, reference, mustBeFull) !== null) doubtful.add(category.id);
  }
  for (const { left, right } of brokenConstraints(game, column.id, player, reference))
    doubtful.add(left).add(right);
  const breach = mustBeFull ? null : orderBreach(column, player, reference);
  if (breach !== null) doubtful.add(breach.first);
  return doubtful;
}
