import { categoriesOf } from "../../../rules/game/rows.ts";
import { type Check, oddity } from "../oddity.ts";

/** Points by throw in a game where every turn takes all its throws, so that only the last value is ever paid. */
export const byRollIdle: Check = ({ game }) => {
  if (game.turn.stopEarly || game.turn.rolls === 1) return [];
  return categoriesOf(game).flatMap(({ id, score }) => {
    if (score.kind !== "by-throw") return [];
    const message = `\`${id}\` pays by throw, but nobody may stop early, so only the last value (${score.values.at(-1)}) is ever paid`;
    const hint = "write `turn: {stop_early: true}`, or a single `score`";
    return [oddity("by-roll-idle", [id], ["categories", id, "score"], { message, hint })];
  });
};
