import { Model } from "../../odds/model.ts";
import { bestMean } from "../../odds/odds.ts";
import type { Game } from "../../rules/game/game.ts";

/** Loads what is needed to solve games. */
export function start(): boolean {
  return true;
}

/** The best expected totals of games that can be solved exactly. */
export function means(games: readonly Game[]): number[] {
  return games.map((game) => bestMean(new Model(game)));
}
