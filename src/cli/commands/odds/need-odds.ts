import type { CheckedSheet } from "../../../check/evening.ts";
import { loadGame } from "../../../files/package/games.ts";
import { shippedIds } from "../../../files/package/variants.ts";
import { percentileRanks } from "../../../odds/forwards/spread.ts";
import { type FoundOdds, type OddsWork, planOdds, planStrategy } from "../../../odds/find.ts";
import { bestMean, type OddsCost, oddsCost } from "../../../odds/odds.ts";
import type { Strategy } from "../../../odds/strategy/strategy.ts";
import type { Game } from "../../../rules/game/game.ts";
import { need } from "../../../rules/problem/problem.ts";
import type { PlayedGame } from "../../../season/league/report.ts";
import { type BestPlay, shareBelow } from "../../../season/league/standings.ts";
import { gameOfRules, rulesHash } from "../../../season/sheet-to-keep.ts";
import { t } from "../../console/language.ts";
import { printError, progressBar } from "../../console/output.ts";
import { meansThread } from "../../threads/odds-thread.ts";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { version } from "../../../files/package.ts";
import { userFolder } from "../../user.ts";

/** The odds of a game: exact if possible, else within bounds. Announces long computations; ends the command if neither is possible. */
export function needOdds(game: Game): Promise<TimedOdds> {
  return knownOdds(game, () => {
    const work = need(planOdds(game));
    sayCost(work);
    return (onProgress): FoundOdds => need(work.find(onProgress));
  });
}

function sayCost({ megabytes, seconds }: OddsWork): void {
  if (seconds < 2) return;
  printError(t`cli.odds-cost: working out the odds takes about ${Math.ceil(seconds)} s and ${megabytes} MB`);
}

/** The strategy card of a game. Ends the command if there is none. */
export function needStrategy(game: Game): Promise<Strategy> {
  return knownStrategy(game, () => {
    const work = need(planStrategy(game));
    return (onProgress) => need(work(onProgress));
  });
}

/** Below this time in seconds, a thread costs more than it saves. */
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
    const found = new Map<Game, number>();
    for (const [at, { game }] of missing.entries()) {
      const mean = solved[at];
      if (mean === undefined || !Number.isFinite(mean)) continue;
      found.set(game, mean);
      keepMean(game, mean);
    }
    return known.map(({ game, mean }) => mean ?? found.get(game) ?? null);
  };
}

/** Starts to solve games. @returns waits for their totals */
async function startSolving(games: readonly Unsolved[]): Promise<() => Promise<readonly number[]>> {
  const here = async () => games.map(({ cost }) => bestMean(cost.model));
  if (games.reduce((sum, { cost }) => sum + cost.meanSeconds, 0) < QUICK) return here;
  const thread = await meansThread(games.map(({ game }) => game));
  // Without a thread, games are solved here on demand.
  const means = thread.means.catch(() => null);
  return async () => {
    const found = await means;
    await thread.close();
    return found ?? here();
  };
}

/** Optimal play of a game; null if it can’t be computed exactly. Announces long computations. */
export async function computeOptimalPlay(game: Game): Promise<BestPlay | null> {
  if (oddsCost(game).kind !== "exact") return null;
  const { mean, deviation, percentiles, totals } = (await needOdds(game)).odds;
  return { mean, deviation, percentiles, from: totals.from, below: percentileRanks(totals.chances) };
}

/** Optimal play in the games of a league, by their rules; games without exact odds are left out. */
export async function optimalPlayByRules(
  games: readonly PlayedGame[],
): Promise<ReadonlyMap<string, BestPlay>> {
  const known = new Map<string, BestPlay>();
  for (const one of games) {
    const game = await loadPlayedGame(one);
    const best = game === null ? null : await computeOptimalPlay(game);
    if (best !== null) known.set(one.rules, best);
  }
  return known;
}

/** A game of a league with the rules it was played by; null if they are neither kept nor those of a shipped game. */
async function loadPlayedGame({ rules, variant, packed }: PlayedGame): Promise<Game | null> {
  const shipped = shippedIds().includes(variant) ? await loadGame(variant) : null;
  if (shipped?.ok && rulesHash(shipped.value) === rules) return shipped.value;
  return packed === null ? null : gameOfRules(packed, rules);
}

/** For each player, the share of optimal games with a lower total, 0 to 1; null without exact odds. */
export type OptimalPlayRanks = ReadonlyMap<string, number> | null;

/**
 * Ranks the totals of finished sheets among optimal games. Players who left early, or won at once by a roll, did not play for the total
 * and have no rank.
 */
export async function rankAgainstOptimalPlay(
  sheets: readonly CheckedSheet[],
): Promise<ReadonlyMap<CheckedSheet, OptimalPlayRanks>> {
  const known = new Map<string, BestPlay | null>();
  const ranks = new Map<CheckedSheet, OptimalPlayRanks>();
  for (const one of sheets.filter(({ report }) => report.complete)) {
    const { game, columnsAreGames = false } = one.sheet;
    const rules = rulesHash(game);
    if (!known.has(rules)) known.set(rules, await computeOptimalPlay(game));
    // A total over several games belongs to none of them.
    const best = columnsAreGames ? null : (known.get(rules) ?? null);
    const played = one.report.players.filter(({ left, won }) => !left && !won);
    ranks.set(one, best && new Map(played.map(({ name, computed }) => [name, shareBelow(best, computed)])));
  }
  return ranks;
}

/** Odds, and the seconds that their computation took. */
export interface TimedOdds extends FoundOdds {
  readonly seconds: number;
}

/** Raise this when the same rules give other numbers, or the shape of the files changes: old files are then ignored. */
const FORMAT = 4;

/** Computes something and reports its progress, 0 to 1. */
type Work<T> = (onProgress: (done: number) => void) => T;

/** The odds of a game, cached by version and rules. */
export function knownOdds(game: Game, prepare: () => Work<FoundOdds>): Promise<TimedOdds> {
  return loadOrCompute(findCacheFile(game, "odds"), isTimedOdds, t`cli.odds-progress: of the odds`, () => {
    const work = prepare();
    return (onProgress) => {
      const start = performance.now();
      return { ...work(onProgress), seconds: Math.round(performance.now() - start) / 1000 };
    };
  });
}

/** The strategy card of a game, cached by version and rules. */
export function knownStrategy(game: Game, prepare: () => Work<Strategy>): Promise<Strategy> {
  const file = findCacheFile(game, "strategy");
  return loadOrCompute(
    file,
    (found): found is Strategy =>
      has(found, "card", "tips", "part") && isMean(found) && hasNumbers(found, "best"),
    t`cli.strategy-progress: of the strategy`,
    prepare,
  );
}

/** Reads a cache file, or computes and writes it. @param what words next to the progress bar */
async function loadOrCompute<T extends object>(
  file: string | null,
  is: (found: unknown) => found is T,
  what: string,
  prepare: () => Work<T>,
): Promise<T> {
  const kept = readKept(file, is);
  if (kept !== null) return kept;
  const work = prepare();
  const bar = await progressBar(`{bar} {percentage} % ${what}`);
  const found = work((done) => bar.update(Math.round(done * 1000), 1000));
  bar.stop();
  keep(file, found);
  return found;
}

/** How the cached odds of a game were computed; null if there are none. */
export function keptMethod(game: Game): "exact" | "interval" | null {
  const kept = readKept(findCacheFile(game, "odds"), isTimedOdds);
  if (kept === null) return null;
  return kept.interval === null ? "exact" : "interval";
}

/** The cached best expected total of a game; null if there is none. */
export function keptMean(game: Game): number | null {
  return readKept(findCacheFile(game, "mean"), isMean)?.mean ?? null;
}

export function keepMean(game: Game, mean: number): void {
  keep(findCacheFile(game, "mean"), { mean });
}

/** The rules that odds depend on, as text, without words and money. */
export function rulesKey(game: Game): string {
  const { dice, hands, layers, turn, sections, columns, constraints, bonuses, repeats, strike } = game;
  const rules = { dice, hands, layers, turn, sections, columns, constraints, bonuses, repeats, strike };
  return JSON.stringify({ ...rules, order: game.ranking.order }, (key, value) => {
    if (key === "label") return undefined;
    return value instanceof Map ? [...value] : value;
  });
}

/** The cache file for a version and rules; null if the user has no cache folder. */
function findCacheFile(game: Game, what: "odds" | "strategy" | "mean"): string | null {
  const folder = userFolder("cache");
  const name = hashParts(version(), String(FORMAT), what, rulesKey(game)).slice(0, 32);
  return folder === null ? null : join(folder, "odds", `${name}.json`);
}

function hashParts(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("hex");
}

/** Covers content and file name, so that edited files and copies for other rules are ignored. */
function computeChecksum(file: string, found: unknown): string {
  return hashParts(basename(file), JSON.stringify(found));
}

/** The content of a cache file; null if it is missing or damaged. */
function readKept<T>(file: string | null, is: (found: unknown) => found is T): T | null {
  if (file === null) return null;
  try {
    const { checksum, found } = JSON.parse(readFileSync(file, "utf8"));
    return checksum === computeChecksum(file, found) && is(found) ? found : null;
  } catch {
    return null;
  }
}

/** Writes a cache file atomically. */
function keep(file: string | null, found: object): void {
  if (file === null) return;
  try {
    mkdirSync(dirname(file), { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, JSON.stringify({ checksum: computeChecksum(file, found), found }));
    renameSync(draft, file);
  } catch {
    // Without a writable cache, the next run computes again.
  }
}

function isTimedOdds(found: unknown): found is TimedOdds {
  return has(found, "odds", "interval") && isMean(found.odds) && hasNumbers(found, "seconds");
}

function isMean(found: unknown): found is { readonly mean: number } {
  return hasNumbers(found, "mean");
}

function hasNumbers(found: unknown, ...keys: readonly string[]): boolean {
  return has(found, ...keys) && keys.every((key) => Number.isFinite(found[key]));
}

function has<K extends string>(found: unknown, ...keys: readonly K[]): found is Record<K, unknown> {
  return typeof found === "object" && found !== null && keys.every((key) => key in found);
}
