import { formatNumber } from "../../../i18n/format.ts";
import type { Language } from "../../../i18n/language.ts";
import type { Model } from "../../../odds/model.ts";
import { MAX_STATES, oddsCost } from "../../../odds/odds.ts";
import type { Game } from "../../../rules/game/game.ts";
import { msg } from "../../../rules/problem/message.ts";
import { fail } from "../../console/failure.ts";
import { failAsNotSolved } from "./not-solved.ts";

/** A game as states that can be solved. Ends the command where it has too many, or rules that are not known there. */
export function needModel(game: Game, language: Language): Model {
  const cost = oddsCost(game);
  if (cost.kind === "too-large")
    fail(
      "too-much",
      msg`${game.id} has about ${formatNumber(language, cost.states)} states, too many to solve`,
      msg`at most ${formatNumber(language, MAX_STATES)} are solved; fewer columns or boxes have far fewer`,
    );
  if (cost.kind === "unsolvable")
    failAsNotSolved(cost.rules, (rule) => msg`${game.id} can’t be solved exactly: ${rule}`);
  return cost.model;
}
