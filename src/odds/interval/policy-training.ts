import { fitCorrection, type ValueCorrection } from "./td-learning.ts";
import { Player, type RelaxedSolution } from "./policy.ts";
import type { SheetRules } from "./sheet-rules.ts";
import { simulateGames, type TurnLimits } from "./simulate.ts";
import type { TurnTables } from "./turn-tables.ts";

const ROUNDS = 5;
/** How many games are played first, as a share of those for the lower end; in each round, how many to see how good the player is. */
const PILOT = 0.08;
const TRIAL = 0.08;
/** In each round, how many games are played to learn from. */
const SAMPLES = 0.24;
/** How often a player that learns fills any box in the place of the best one. */
const EXPLORATION_RATE = 0.1;

/** How many games are played before a player has learned all it can, as a share of those for the lower end. */
export const TRAINING_SHARE = PILOT + (ROUNDS + 1) * TRIAL + ROUNDS * SAMPLES;

/**
 * The best of some players, each of which has learned from games of the one before. The first one plays as the bound does, the second
 * knows what its boxes came to hold.
 *
 * @param games as many as will be played for the lower end: the more, the more is learned
 * @param onProgress hears how much is done, from 0 to 1
 */
export function trainPolicy(
  rules: SheetRules,
  tables: TurnTables,
  relaxed: RelaxedSolution,
  limits: TurnLimits,
  games: number,
  onProgress: (done: number) => void,
): Player {
  const pilots = Math.ceil(games * PILOT);
  const trials = Math.ceil(games * TRIAL);
  const { written } = simulateGames(new Player(rules, tables, relaxed, null), limits, pilots, 1);
  let lessons: ValueCorrection | null = null;
  let best: { player: Player; mean: number } | null = null;
  for (let round = 0; ; round++) {
    const player = new Player(rules, tables, relaxed, written, lessons);
    const { mean } = estimateMean(simulateGames(player, limits, trials, TRIAL_SEED + round).estimates);
    if (best === null || mean > best.mean) best = { player, mean };
    onProgress((round + 1) / (ROUNDS + 1));
    // What turns of several layers surprise with says nothing about single boxes.
    if (round === ROUNDS || limits.layers > 1) return best.player;
    const { lessons: found } = simulateGames(
      player,
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

// Where series of dice begin: each is thrown once.
const TRIAL_SEED = 50;
const SAMPLE_SEED = 10;

/** The mean of games, with its standard error. */
export function estimateMean(totals: readonly number[]): { mean: number; error: number } {
  const mean = totals.reduce((sum, one) => sum + one, 0) / totals.length;
  const spread = totals.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (totals.length - 1);
  return { mean, error: Math.sqrt(spread / totals.length) };
}
