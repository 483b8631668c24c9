import { loadGame } from "../../../files/games.ts";
import { shippedIds } from "../../../files/variants.ts";
import { percentileRanks } from "../../../odds/distribution.ts";
import { oddsCost } from "../../../odds/odds.ts";
import type { Game } from "../../../rules/game/game.ts";
import type { BestPlay, PlayedGame } from "../../../season/league/best-play.ts";
import { gameOfRules, rulesHash } from "../../../season/sheet-to-keep.ts";
import { needOdds } from "./need-odds.ts";

/** What best play comes to in a game; null where that can't be worked out exactly. Says first what it costs. */
export async function bestPlayOf(game: Game): Promise<BestPlay | null> {
  if (oddsCost(game).kind !== "exact") return null;
  const { mean, deviation, percentiles, totals } = (await needOdds(game)).odds;
  return { mean, deviation, percentiles, from: totals.from, below: percentileRanks(totals.chances) };
}

/** What best play comes to in the games of a league, by their rules; those of which it is not known are left out. */
export async function bestPlayByRules(games: readonly PlayedGame[]): Promise<ReadonlyMap<string, BestPlay>> {
  const known = new Map<string, BestPlay>();
  for (const one of games) {
    const game = await gameOf(one);
    const best = game === null ? null : await bestPlayOf(game);
    if (best !== null) known.set(one.rules, best);
  }
  return known;
}

/** The game of a league with all its rules; null if they were not kept, and it is no shipped game with the usual ones. */
async function gameOf({ rules, variant, packed }: PlayedGame): Promise<Game | null> {
  const shipped = shippedIds().includes(variant) ? await loadGame(variant) : null;
  if (shipped?.ok && rulesHash(shipped.value) === rules) return shipped.value;
  return packed === null ? null : gameOfRules(packed, rules);
}
