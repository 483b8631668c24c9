import { planStrategy } from "../../../odds/find.ts";
import type { Strategy } from "../../../odds/strategy/strategy.ts";
import type { Game } from "../../../rules/game/game.ts";
import { need } from "../../../rules/problem/problem.ts";
import { knownStrategy } from "./known-odds.ts";

/** The strategy card of a game. Ends the command where there is none. */
export function needStrategy(game: Game): Promise<Strategy> {
  return knownStrategy(game, () => {
    const work = need(planStrategy(game));
    return (tell) => need(work(tell));
  });
}
