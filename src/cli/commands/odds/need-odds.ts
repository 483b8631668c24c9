import { type FoundOdds, type OddsWork, planOdds } from "../../../odds/find.ts";
import type { Game } from "../../../rules/game/game.ts";
import { need } from "../../../rules/problem/problem.ts";
import { t } from "../../console/language.ts";
import { printError } from "../../console/output.ts";
import { knownOdds, type TimedOdds } from "./known-odds.ts";

/** The odds of a game, exact where they can be, else with an interval. Says first what that costs; ends the command where neither can be had. */
export function needOdds(game: Game): Promise<TimedOdds> {
  return knownOdds(game, () => {
    const work = need(planOdds(game));
    sayCost(work);
    return (tell): FoundOdds => need(work.find(tell));
  });
}

/** Whoever waits longer than a moment is told for what. */
function sayCost({ states, megabytes, seconds }: OddsWork): void {
  if (seconds < 2) return;
  const [thousands, wait] = [Math.ceil(states / 1000), Math.ceil(seconds)];
  printError(t("cli.thousand-states-mb")`${thousands} thousand states, ${megabytes} MB, about ${wait} s`);
}
