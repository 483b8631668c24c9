import type { Category, Game } from "../game/game.ts";
import { mostRepeats, repeatValues } from "../game/repeats.ts";
import type { Reference } from "./reference.ts";
import type { PlayerSheet } from "./sheet.ts";
import { boxesOfPlayer, faultOf, scoreIn } from "./values.ts";

/** The line where extra points for further rolls of the top category are written. */
export const REPEATS = "repeats";

/** Why the extra points that were written cannot be right. */
export interface RepeatFault {
  /**
   * Less than nothing; the box of the first one must hold points, or at least be filled; no whole number of rolls; more than
   * the boxes can hold.
   */
  readonly reason: "negative" | "scored" | "filled" | "multiple" | "too-many";
  /** The most extra points that the boxes allow. */
  readonly most: number;
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
  const filled = [...boxesOfPlayer(game, reference, player)].flatMap(({ category, entry }) => {
    // A box that is wrong or missing is reported itself; it gets the benefit of the doubt here.
    const isInDoubt = faultOf(entry, category, reference, mustBeFull) !== null;
    const value = isInDoubt ? bestForRepeats(game, category) : scoreIn(entry);
    return value === null ? [] : [{ category, value }];
  });
  const most = mostRepeats(game, filled) * repeats.bonus;
  if (written < 0) return { reason: "negative", most };
  const { box } = repeats.gate;
  const tops = filled.filter(({ category }) => category.id === repeats.of);
  if (box !== null && tops.length < game.columns.length) return { reason: box, most };
  if (box === "scored" && tops.some(({ value }) => value === 0)) return { reason: box, most };
  if (written % repeats.bonus !== 0) return { reason: "multiple", most };
  return written > most ? { reason: "too-many", most } : null;
}

function bestForRepeats(game: Game, category: Category): number {
  const values = category.id === game.repeats?.of ? category.legal : [...repeatValues(game, category)];
  return values.at(-1) ?? 0;
}

/** All extra points that the boxes allow, 0 included. */
export function possibleRepeats(game: Game, { most }: RepeatFault): number[] {
  const bonus = game.repeats?.bonus ?? 0;
  if (bonus === 0) return [0];
  return Array.from({ length: most / bonus + 1 }, (_, rolls) => rolls * bonus);
}
