import type { CheckedSheet } from "../../../check/evening.ts";
import { loadGame } from "../../../files/package/games.ts";
import { shippedIds } from "../../../files/package/variants.ts";
import { percentileRanks } from "../../../odds/distribution.ts";
import { type FoundOdds, type OddsWork, planOdds, planStrategy } from "../../../odds/find.ts";
import { bestMean, type OddsCost, oddsCost } from "../../../odds/odds.ts";
import type { Strategy } from "../../../odds/strategy/strategy.ts";
import type { Game } from "../../../rules/game/game.ts";
import { need } from "../../../rules/problem/problem.ts";
import { type BestPlay, type PlayedGame, shareBelow } from "../../../season/league/report.ts";
import { gameOfRules, rulesHash } from "../../../season/sheet-to-keep.ts";
import { t } from "../../console/language.ts";
import { printError } from "../../console/output.ts";
import { meansThread } from "../../threads/odds-thread.ts";
import { keepMean, keptMean, keptMethod, knownOdds, knownStrategy, type TimedOdds } from "./odds-cache.ts";

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
  printError(t("cli.odds-cost")`${thousands} thousand states, ${megabytes} MB, about ${wait} s`);
}

/** The strategy card of a game. Ends the command where there is none. */
export function needStrategy(game: Game): Promise<Strategy> {
  return knownStrategy(game, () => {
    const work = need(planStrategy(game));
    return (tell) => need(work(tell));
  });
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

/**
 * Starts to find the best expected totals of games: from the cache, or in a thread.
 *
 * @returns waits for them; null for a game that can’t be solved exactly, or that can reach a turn without a box to fill
 */
export async function startMeans(games: readonly Game[]): Promise<() => Promise<readonly (number | null)[]>> {
  const known = games.map((game) => ({ game, mean: keptMean(game) }));
  const missing = known.flatMap(({ game, mean }): Unsolved[] => {
    const cost = mean === null ? oddsCost(game) : null;
    return cost?.kind === "exact" ? [{ game, cost }] : [];
  });
  const solve = await startSolving(missing);
  return async () => {
    const solved = await solve();
    const found = new Map(missing.map(({ game }, at) => [game, finite(solved[at])]));
    for (const [game, mean] of found) if (mean !== null) keepMean(game, mean);
    return known.map(({ game, mean }) => mean ?? found.get(game) ?? null);
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

/** What best play comes to in a game; null where that can't be worked out exactly. Says first what it costs. */
export async function computeOptimalPlay(game: Game): Promise<BestPlay | null> {
  if (oddsCost(game).kind !== "exact") return null;
  const { mean, deviation, percentiles, totals } = (await needOdds(game)).odds;
  return { mean, deviation, percentiles, from: totals.from, below: percentileRanks(totals.chances) };
}

/** What best play comes to in the games of a league, by their rules; those of which it is not known are left out. */
export async function bestPlayByRules(games: readonly PlayedGame[]): Promise<ReadonlyMap<string, BestPlay>> {
  const known = new Map<string, BestPlay>();
  for (const one of games) {
    const game = await loadPlayedGame(one);
    const best = game === null ? null : await computeOptimalPlay(game);
    if (best !== null) known.set(one.rules, best);
  }
  return known;
}

/** The game of a league with all its rules; null if they were not kept, and it is no shipped game with the usual ones. */
async function loadPlayedGame({ rules, variant, packed }: PlayedGame): Promise<Game | null> {
  const shipped = shippedIds().includes(variant) ? await loadGame(variant) : null;
  if (shipped?.ok && rulesHash(shipped.value) === rules) return shipped.value;
  return packed === null ? null : gameOfRules(packed, rules);
}

/** How the totals of a finished sheet stand beside best play, by player; null where best play is not known exactly. */
export type BesideBest = ReadonlyMap<string, number> | null;

/**
 * Which share of the games of best play ends below each total, 0 to 1, for the sheets whose game is over. Who left early, and whom a roll
 * won the game before its end, did not play for the total.
 */
export async function sheetsBesideBest(
  sheets: readonly CheckedSheet[],
): Promise<ReadonlyMap<CheckedSheet, BesideBest>> {
  const known = new Map<string, BestPlay | null>();
  const beside = new Map<CheckedSheet, BesideBest>();
  for (const one of sheets.filter(({ report }) => report.complete)) {
    const { game, columnsAreGames = false } = one.sheet;
    const rules = rulesHash(game);
    if (!known.has(rules)) known.set(rules, await computeOptimalPlay(game));
    // A total over several games is none of either.
    const best = columnsAreGames ? null : (known.get(rules) ?? null);
    const played = one.report.players.filter(({ left, won }) => !left && !won);
    beside.set(one, best && new Map(played.map(({ name, computed }) => [name, shareBelow(best, computed)])));
  }
  return beside;
}
