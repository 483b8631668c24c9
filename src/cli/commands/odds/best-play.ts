import type { CheckedSheet } from "../../../check/evening.ts";
import { loadGame } from "../../../files/package/games.ts";
import { shippedIds } from "../../../files/package/variants.ts";
import { percentileRanks } from "../../../odds/distribution.ts";
import { oddsCost } from "../../../odds/odds.ts";
import type { Game } from "../../../rules/game/game.ts";
import { type BestPlay, type PlayedGame, shareBelow } from "../../../season/league/best-play.ts";
import { gameOfRules, rulesHash } from "../../../season/sheet-to-keep.ts";
import { needOdds } from "./need-odds.ts";

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
