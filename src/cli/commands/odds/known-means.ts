import { bestMean, type OddsCost, oddsCost } from "../../../odds/odds.ts";
import type { Game } from "../../../rules/game/game.ts";
import { meansThread } from "../../threads/odds-thread.ts";
import { keepMean, keptMean, keptMethod } from "./known-odds.ts";

/** Best expected totals that are being worked out. */
export interface StartedMeans {
  /** One for each game; null for those that can't be solved exactly, or in which a turn can come in which no box may be filled. */
  finish(): Promise<readonly (number | null)[]>;
}

/** Games that take less than this, in seconds, are solved at once. */
const QUICK = 0.3;

/** Whether a game is solved exactly. */
export function isSolved(game: Game): boolean {
  return (keptMethod(game) ?? oddsCost(game).kind) === "exact";
}

interface Unsolved {
  readonly game: Game;
  readonly cost: Extract<OddsCost, { kind: "exact" }>;
}

/** The best expected totals of games, as they were found before by the same version for the same rules, or worked out in a thread. */
export async function startMeans(games: readonly Game[]): Promise<StartedMeans> {
  const known = games.map((game) => ({ game, mean: keptMean(game) }));
  const missing = known.flatMap(({ game, mean }): Unsolved[] => {
    const cost = mean === null ? oddsCost(game) : null;
    return cost?.kind === "exact" ? [{ game, cost }] : [];
  });
  const solve = await startSolving(missing);
  return {
    finish: async () => {
      const solved = await solve();
      const found = new Map(missing.map(({ game }, at) => [game, finite(solved[at])]));
      for (const [game, mean] of found) if (mean !== null) keepMean(game, mean);
      return known.map(({ game, mean }) => mean ?? found.get(game) ?? null);
    },
  };
}

function finite(mean: number | undefined): number | null {
  return mean === undefined || !Number.isFinite(mean) ? null : mean;
}

/** Starts to solve games. @returns waits for what they come to */
async function startSolving(games: readonly Unsolved[]): Promise<() => Promise<readonly number[]>> {
  const here = async () => games.map(({ cost }) => bestMean(cost.model));
  if (games.reduce((sum, { cost }) => sum + cost.meanSeconds, 0) < QUICK) return here;
  const thread = await meansThread(games.map(({ game }) => game));
  // Where no thread can be had, games are solved here, once somebody waits for them.
  const means = thread.means.catch(() => null);
  return async () => {
    const found = await means;
    await thread.close();
    return found ?? here();
  };
}
