import { fitCorrection, type ValueCorrection } from "./td-learning.ts";
import { Policy, type RelaxedSolution } from "./policy.ts";
import type { SheetRules } from "./sheet-rules.ts";
import { simulateGames, type TurnLimits } from "./simulate.ts";
import type { TurnTables } from "./turn-tables.ts";

const ROUNDS = 5;
/** Games of the first policy, and of each trial, as shares of those for the lower bound. */
const PILOT = 0.08;
const TRIAL = 0.08;
/** Games to learn from in each round, as the same share. */
const SAMPLES = 0.24;
/** How often training tries a random box. */
const EXPLORATION_RATE = 0.1;

/** Games for the training of a policy, as a share of those for the lower bound. */
export const TRAINING_SHARE = PILOT + (ROUNDS + 1) * TRIAL + ROUNDS * SAMPLES;

/**
 * The best of several policies, each trained on games of the one before. The first follows the relaxation, the second uses the scores
 * of its games.
 *
 * @param games the number for the lower bound, which sets the amount of training
 * @param onProgress receives the share that is done, from 0 to 1
 */
export function trainPolicy(
  rules: SheetRules,
  tables: TurnTables,
  relaxed: RelaxedSolution,
  limits: TurnLimits,
  games: number,
  onProgress: (done: number) => void,
): Policy {
  const pilots = Math.ceil(games * PILOT);
  const trials = Math.ceil(games * TRIAL);
  const { written } = simulateGames(new Policy(rules, tables, relaxed, null), limits, pilots, 1);
  let lessons: ValueCorrection | null = null;
  let best: { policy: Policy; mean: number } | null = null;
  for (let round = 0; ; round++) {
    const policy = new Policy(rules, tables, relaxed, written, lessons);
    const { mean } = estimateMean(simulateGames(policy, limits, trials, TRIAL_SEED + round).estimates);
    if (best === null || mean > best.mean) best = { policy, mean };
    onProgress((round + 1) / (ROUNDS + 1));
    // With several layers, the error of a turn says nothing about single boxes.
    if (round === ROUNDS || limits.layers > 1) return best.policy;
    const { lessons: found } = simulateGames(
      policy,
      limits,
      Math.ceil(games * SAMPLES),
      SAMPLE_SEED + round,
      {
        explorationRate: EXPLORATION_RATE,
      },
    );
    lessons = fitCorrection(tables.boxes, found).after(lessons);
  }
}

// Seeds: each series of dice is used once.
const TRIAL_SEED = 50;
const SAMPLE_SEED = 10;

/** The mean of games, with its standard error. */
export function estimateMean(totals: readonly number[]): { mean: number; error: number } {
  const mean = totals.reduce((sum, one) => sum + one, 0) / totals.length;
  const spread = totals.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (totals.length - 1);
  return { mean, error: Math.sqrt(spread / totals.length) };
}
