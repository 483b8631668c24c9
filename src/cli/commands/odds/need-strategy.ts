import type { Language } from "../../../i18n/language.ts";
import { hasCard, type Strategy, strategyOf } from "../../../odds/strategy/strategy.ts";
import type { Game } from "../../../rules/game/game.ts";
import { msg } from "../../../rules/problem/message.ts";
import { fail } from "../../console/failure.ts";
import { knownStrategy } from "./known-odds.ts";
import { needModel } from "./need-model.ts";

/** The strategy card of a game. Ends the command where the game can't be solved exactly, or a card can't speak of its turns. */
export function needStrategy(game: Game, language: Language): Promise<Strategy> {
  return knownStrategy(game, () => {
    if (!hasCard(game))
      fail(
        "no-card",
        msg`there is no strategy card for ${game.id}, as a turn fills ${game.turn.entries} boxes`,
        msg`cards are for games in which a turn fills one box`,
      );
    const model = needModel(game, language);
    return (tell) => strategyOf(model, tell);
  });
}
