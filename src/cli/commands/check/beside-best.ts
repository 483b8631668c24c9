import type { CheckedSheet } from "../../../check/evening.ts";
import { type BestPlay, shareBelow } from "../../../season/league/best-play.ts";
import { rulesHash } from "../../../season/sheet-to-keep.ts";
import { bestPlayOf } from "../odds/best-play.ts";

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
    if (!known.has(rules)) known.set(rules, await bestPlayOf(game));
    // A total over several games is none of either.
    const best = columnsAreGames ? null : (known.get(rules) ?? null);
    const played = one.report.players.filter(({ left, won }) => !left && !won);
    beside.set(one, best && new Map(played.map(({ name, computed }) => [name, shareBelow(best, computed)])));
  }
  return beside;
}
