import { IntervalWork } from "../../../odds/interval/interval.ts";
import { oddsCost, oddsOf } from "../../../odds/odds.ts";
import { hindrances } from "../../../odds/solvable.ts";
import type { Game } from "../../../rules/game/game.ts";
import { msg } from "../../../rules/problem/message.ts";
import { t } from "../../console/language.ts";
import { printError } from "../../console/output.ts";
import { type FoundOdds, knownOdds } from "./known-odds.ts";
import { failAsNotSolved } from "./not-solved.ts";

/** The odds of a game, exact where they can be, else with an interval. Says first what that costs; ends the command where neither can be had. */
export function needOdds(game: Game): Promise<FoundOdds> {
  return knownOdds(game, () => {
    const cost = oddsCost(game);
    if (cost.kind === "exact") {
      sayCost(cost);
      return (tell) => ({ odds: oddsOf(cost.model, tell), interval: null });
    }
    const work = needInterval(game);
    sayCost(work.plan);
    return (tell) => {
      const { played, low, high, confidence, games } = work.find(tell);
      return { odds: played, interval: { low, high, confidence, games } };
    };
  });
}

function needInterval(game: Game): IntervalWork {
  const rules = hindrances(game, "interval");
  if (rules.length === 0) return new IntervalWork(game);
  return failAsNotSolved(
    rules,
    (rule) => msg`neither odds nor an interval can be worked out for ${game.id}: ${rule}`,
  );
}

interface Cost {
  readonly states: number;
  readonly megabytes: number;
  readonly seconds: number;
}

/** Whoever waits longer than a moment is told for what. */
function sayCost({ states, megabytes, seconds }: Cost): void {
  if (seconds < 2) return;
  const [thousands, wait] = [Math.ceil(states / 1000), Math.ceil(seconds)];
  printError(t`${thousands} thousand states, ${megabytes} MB, about ${wait} s`);
}
