import type { Roll } from "../rules/dice/dice.ts";
import type { Game } from "../rules/game/game.ts";
import { type Message, msg } from "../rules/problem/message.ts";
import { failure, type Problem, problem, refusal, type Result, success } from "../rules/problem/problem.ts";
import { type Advice, advise, type WrittenScores } from "./advise.ts";
import { type Interval, IntervalWork } from "./interval/interval.ts";
import type { Model } from "./model.ts";
import { MAX_STATES, type Odds, oddsCost, computeOdds } from "./odds.ts";
import { unsupportedRules, StuckError } from "./solvable.ts";
import { computePartTips, computeStrategy, gamePart, hasCard, type Strategy } from "./strategy/strategy.ts";

/** Bounds of the best expected total, with the confidence of the lower one and the number of games behind it. */
export type OddsInterval = Pick<Interval, "low" | "high" | "confidence" | "games">;

/** The odds under optimal play: exact, or those of a simulated player with bounds. */
export interface FoundOdds {
  readonly odds: Odds;
  /** Null where the odds are exact. */
  readonly interval: OddsInterval | null;
}

/** Receives the share that is done, from 0 to 1. */
type Progress = (done: number) => void;

/** A computation of odds, with a rough estimate of its cost. */
export interface OddsWork {
  /** On one processor. */
  readonly seconds: number;
  readonly megabytes: number;
  /** @returns a problem if no box may be filled in some turn */
  readonly find: (onProgress?: Progress) => Result<FoundOdds>;
}

/** Plans the odds of a game: exact where possible, else bounds. Fails with every rule that prevents both. */
export function planOdds(game: Game): Result<OddsWork> {
  const cost = oddsCost(game);
  if (cost.kind === "exact") {
    const { model, seconds, megabytes } = cost;
    const find = (onProgress?: Progress) =>
      catchStuck(game, () => ({ odds: computeOdds(model, onProgress), interval: null }));
    return success({ seconds, megabytes, find });
  }
  const rules = unsupportedRules(game, "interval");
  if (rules.length > 0)
    return refuseRules(
      rules,
      (rule) => msg`odds.no-interval: neither odds nor bounds can be computed for ${game.id}: ${rule}`,
    );
  const work = new IntervalWork(game);
  const find = (onProgress?: Progress) =>
    catchStuck(game, () => {
      const { played, low, high, confidence, games } = work.find(onProgress);
      return { odds: played, interval: { low, high, confidence, games } };
    });
  return success({ ...work.plan, find });
}

/**
 * The odds of a game for one player who maximizes the expected total. Takes seconds to minutes; `planOdds` estimates the time.
 *
 * @param onProgress receives the share that is done, from 0 to 1
 * @returns exact odds where there are few enough states, else bounds; or every rule that prevents both
 */
export function findOdds(game: Game, onProgress?: Progress): Result<FoundOdds> {
  const work = planOdds(game);
  return work.ok ? work.value.find(onProgress) : work;
}

/** Turns a `StuckError` into a problem. */
function catchStuck<T>(game: Game, find: () => T): Result<T> {
  try {
    return success(find());
  } catch (error) {
    if (error instanceof StuckError) return stuck(game);
    throw error;
  }
}

function stuck(game: Game): Result<never> {
  return refusal(
    "stuck",
    msg`odds.stuck: ${game.id} has turns in which no box may be filled, so it has no expected total`,
    msg`odds.stuck-hint: allow strikes in every box, or add a box that any roll fits`,
  );
}

/** The states of a game; fails where it can't be solved exactly. */
function exactModel(game: Game): Result<Model> {
  const cost = oddsCost(game);
  switch (cost.kind) {
    case "exact":
      return success(cost.model);
    case "too-large": {
      const [millions, most] = [Math.round(cost.states / 1e6), Math.round(MAX_STATES / 1e6)];
      const hint = msg`odds.too-large-hint: the limit is ${most} million; \`augenblock odds\` gives bounds instead`;
      return refusal(
        "too-much",
        msg`odds.too-large: ${game.id} has about ${millions} million states, too many to solve`,
        hint,
      );
    }
    case "unsolvable":
      return refuseRules(
        cost.rules,
        (rule) => msg`odds.not-exact: ${game.id} can’t be solved exactly: ${rule}`,
      );
    default:
      return cost satisfies never;
  }
}

/**
 * The choices for a roll, best first: dice to hold and boxes to fill, with the total that is then expected.
 *
 * @param written the scores on the sheet
 * @param rollsLeft how many rolls are left in this turn
 * @returns a problem where the game can't be solved exactly, the roll is impossible, or the sheet is full or can't be reached
 */
export function findAdvice(
  game: Game,
  written: WrittenScores,
  roll: Roll,
  rollsLeft: number,
): Result<readonly Advice[]> {
  if (rollsLeft >= game.turn.rolls)
    return refusal(
      "bad-value",
      msg`odds.too-many-rolls-left: rolls left after the first one: at most ${game.turn.rolls - 1} in ${game.id}`,
    );
  const model = exactModel(game);
  if (!model.ok) return model;
  const advice = advise(model.value, written, roll, rollsLeft);
  switch (advice) {
    case "full":
      return refusal(
        "no-open-box",
        msg`odds.full-sheet: the sheet is full`,
        msg`odds.full-sheet-hint: there is nothing left to play`,
      );
    case "no-such-roll":
      return refusal("no-such-roll", msg`odds.no-such-roll: no roll can show these faces together`);
    case "stuck":
      return stuck(game);
    case "impossible-sheet": {
      const hint = msg`odds.impossible-sheet-hint: run \`augenblock check\` to find the mistake`;
      const message = msg`odds.impossible-sheet: no game of ${game.id} leads to this sheet`;
      return refusal("impossible-sheet", message, hint);
    }
    default:
      return success(advice);
  }
}

/** Plans a strategy card, or tips for a part of a game that is too large; fails where the game can have neither. */
export function planStrategy(game: Game): Result<(onProgress?: Progress) => Result<Strategy>> {
  const cost = oddsCost(game);
  const alone = cost.kind === "exact" ? null : gamePart(game);
  const aloneCost = alone === null ? null : oddsCost(alone.game);
  if (alone !== null && aloneCost?.kind === "exact") {
    const { model } = aloneCost;
    return success((onProgress) => catchStuck(game, () => computePartTips(model, alone.part, onProgress)));
  }
  if (!hasCard(game)) {
    const message = msg`odds.no-card: there is no strategy card for ${game.id}: a turn fills ${game.turn.entries} boxes`;
    const hint = msg`odds.no-card-hint: strategy cards are only for games in which a turn fills one box`;
    return refusal("no-card", message, hint);
  }
  const model = exactModel(game);
  if (!model.ok) return model;
  return success((onProgress) => catchStuck(game, () => computeStrategy(model.value, onProgress)));
}

/**
 * A strategy card, and the expected total of a player who follows it to the letter. Takes seconds to minutes.
 *
 * @param onProgress receives the share that is done, from 0 to 1
 * @returns where the game is too large, tips for a part of it; a problem where a turn fills two boxes, or no part can be solved exactly
 */
export function findStrategy(game: Game, onProgress?: Progress): Result<Strategy> {
  const work = planStrategy(game);
  return work.ok ? work.value(onProgress) : work;
}

/** A problem for each rule. @param say the sentence about a rule */
function refuseRules(rules: readonly Message[], say: (rule: Message) => Message): Result<never> {
  const hint = msg`odds.not-solved-hint: leave this rule out in a variant of your own to see what the rest is worth`;
  return failure(rules.map((rule): Problem => problem("not-solved", say(rule), { hint })));
}
