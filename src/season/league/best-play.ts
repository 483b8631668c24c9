import { type Kysely, sql } from "kysely";
import type { Text } from "../../rules/game/game.ts";
import { toSqlTable } from "../store/tables.ts";
import type { Tables } from "../store/tables.ts";
import type { League } from "./league-file.ts";
import { buildCountsCondition } from "./standings.ts";

/** What best play comes to in a game. */
export interface BestPlay {
  readonly mean: number;
  readonly deviation: number;
  /** Totals that 5, 25, 50, 75 and 95 per cent of its games end at or below. */
  readonly percentiles: Readonly<Record<"p5" | "p25" | "p50" | "p75" | "p95", number>>;
  /** For each total from `from` on, which share of its games ends below, 0 to 1; those that end on it are counted half. */
  readonly from: number;
  readonly below: readonly number[];
}

/** A game of which results count in a league, with its rules. */
export interface PlayedGame {
  /** See `rulesHash`. */
  readonly rules: string;
  readonly variant: string;
  /** As `packGame` packs it; null if nobody kept it. */
  readonly packed: string | null;
}

/** The same without them, and how many results of it count. */
export interface LeagueGame extends Omit<PlayedGame, "packed"> {
  readonly name: Text;
  readonly results: number;
}

/** How the totals of a player stand beside best play. */
export interface PlayerBesideBest {
  /** In how many games: those of which best play is known, and which were played to the end. */
  readonly games: number;
  /** Which share of the games of best play ends below the totals of the player, on average and for the best of them, 0 to 1. */
  readonly mean: number;
  readonly best: number;
  /** The total of which that is the share. */
  readonly bestTotal: number;
}

/** What is played in a league. Nothing is counted: a season may hold a million results. */
export async function playedGames(db: Kysely<Tables>, league: League): Promise<PlayedGame[]> {
  const { rows } = await sql<PlayedGame>`
    select g.rules, g.variant, g.packed from games g
    where exists (select from results r where r.game_id = g.id and ${buildCountsCondition(league)}) order by g.id`.execute(
    db,
  );
  return rows;
}

/** The games of a league, those that were played most first. */
export async function leagueGames(db: Kysely<Tables>, league: League): Promise<LeagueGame[]> {
  const { rows } = await sql<LeagueGame>`
    select g.rules, g.variant, g.name, count(*)::integer as results
    from results r join games g on g.id = r.game_id where ${buildCountsCondition(league)}
    group by g.id order by results desc, g.id`.execute(db);
  return rows;
}

/** The players beside best play. Who left early, and whom a roll won the game before its end, did not play for the total. @param best by the rules of the games */
export async function playersBesideBest(
  db: Kysely<Tables>,
  league: League,
  best: ReadonlyMap<string, BestPlay>,
): Promise<ReadonlyMap<number, PlayerBesideBest>> {
  const known = toSqlTable(
    [...best].map(([rules, { from, below }]) => ({ rules, start: from, below })),
    { rules: "text", start: "integer", below: "double precision[]" },
  );
  const { rows } = await sql<PlayerBesideBest & { player: number }>`
    with beside as (
      select r.player_id as player, r.total, b.below[greatest(1, least(cardinality(b.below), r.total - b.start + 1))] as share
      from results r join games g on g.id = r.game_id join ${known} b using (rules)
      where ${buildCountsCondition(league)} and not r.left_early and not r.won_at_once
    )
    select player, count(*)::integer as games, avg(share) as mean, max(share) as best,
      (array_agg(total order by share desc, total desc))[1] as "bestTotal" from beside group by player`.execute(
    db,
  );
  return new Map(rows.map(({ player, ...own }) => [player, own]));
}

/** Which share of the games of best play ends below a total, 0 to 1. */
export function shareBelow({ from, below }: Pick<BestPlay, "from" | "below">, total: number): number {
  const at = Math.min(below.length - 1, Math.max(0, total - from));
  return below[at] ?? 0;
}
