import type { Category, Game } from "../../rules/game/game.ts";
import { possibleExtras, repeatValues } from "../../rules/game/repeats.ts";
import { doubtfulBoxes } from "./breaches.ts";
import type { Reference } from "./reference.ts";
import type { PlayerSheet } from "./sheet.ts";
import { boxesOfPlayer, scoreIn } from "./values.ts";

/** The line where extra points for further rolls of the top category are written. */
export const REPEATS = "repeats";

/** Why the extra points that were written cannot be right. */
export interface RepeatFault {
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
