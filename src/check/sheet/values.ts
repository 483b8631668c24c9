import type { Category, Game } from "../../rules/game/game.ts";
import type { Reference } from "./reference.ts";
import { type Entry, isStruck, type PlayerSheet } from "./sheet.ts";

/** What an entry adds to a sum: its score, 0 for a strike; null for an empty box. */
export function scoreIn(entry: Entry | undefined): number | null {
  if (entry === undefined || entry.kind === "empty") return null;
  return entry.kind === "score" ? entry.value : 0;
}

/** What stands in a box, as a finding reports it. */
export function writtenIn(entry: Entry | undefined): number | string | null {
  return entry?.kind === "strike" ? entry.mark : scoreIn(entry);
}

/** The entry of a box. */
export function entryAt(player: PlayerSheet, column: string, category: string): Entry | undefined {
  return player.boxes.get(column)?.get(category);
}

/** How many boxes of a player are not empty. */
export function filledBoxes(player: PlayerSheet): number {
  let filled = 0;
  for (const boxes of player.boxes.values()) {
    for (const entry of boxes.values()) if (entry.kind !== "empty") filled++;
  }
  return filled;
}

export type BoxFault = "illegal-score" | "strike-not-allowed" | "missing-box";

/**
 * What is wrong with one box by itself; null if nothing is.
 *
 * @param category as it is in the column of the box
 * @param mustBeFull whether an empty box is a mistake
 */
export function faultOf(
  entry: Entry | undefined,
  category: Category,
  reference: Reference,
  mustBeFull: boolean,
): BoxFault | null {
  if (entry === undefined || entry.kind === "empty") return mustBeFull ? "missing-box" : null;
  if (isStruck(entry, category.legal)) return category.strike === "never" ? "strike-not-allowed" : null;
  if (entry.kind !== "score" || reference.legal.get(category)?.has(entry.value)) return null;
  return "illegal-score";
}

/** Every value that may stand in a box: what dice can earn, and 0 where it may be struck. */
export function possibleValues(category: Category): readonly number[] {
  return category.strike === "never" ? category.legal : [0, ...category.legal];
}

/** One box of one player. */
export interface BoxAt {
  readonly column: string;
  readonly category: Category;
  readonly entry: Entry | undefined;
}

/** All boxes of a player, column by column from top to bottom. */
export function* boxesOfPlayer(game: Game, reference: Reference, player: PlayerSheet): Generator<BoxAt> {
  for (const column of game.columns) {
    const boxes = player.boxes.get(column.id);
    for (const category of reference.inColumn.get(column.id) ?? [])
      yield { column: column.id, category, entry: boxes?.get(category.id) };
  }
}
