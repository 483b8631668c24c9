import { type Kysely, sql } from "kysely";
import type { Text } from "../../rules/game/game.ts";
import { type Tables, toSqlTable } from "../store/tables.ts";
import { type PlayerDetails, type SeasonRecord, playerDetails, seasonRecords } from "./details.ts";
import type { League, PlayedLeague } from "./league-file.ts";
import {
  type EveningPlayed,
  type Standing,
  buildCountsCondition,
  eveningsPlayed,
  resolveLeague,
  standings,
  waitingSheets,
} from "./standings.ts";

/** The standings of a season with details, records and more. */
export interface LeagueReport {
  readonly league: PlayedLeague;
  /** The name of the season, for a league without a name. */
  readonly season: string;
  /** The number of sheets of its games that do not count yet. */
  readonly waiting: number;
  /** Everybody, from first to last. */
  readonly standings: readonly Standing[];
  readonly evenings: readonly EveningPlayed[];
  /** For the first players only; a thousand curves are unreadable. */
  readonly details: readonly PlayerDetails[];
  readonly records: readonly SeasonRecord[];
  /** Optimal play, and how the totals of the players compare to it; null if not asked for. */
  readonly bestPlay: OptimalPlayComparison | null;
}

/** The games of a league with their optimal play. */
interface OptimalPlayComparison {
  /** `best` is null if optimal play isn't known exactly. */
  readonly games: readonly (LeagueGame & { readonly best: BestPlay | null })[];
  /** By player; players without such games are left out. */
  readonly players: ReadonlyMap<number, PlayerComparison>;
}

/** The number of players with curves, boxes and rivals. */
const MAX_DETAILED = 40;

/**
 * Computes the standings of a season from one snapshot of its store.
 *
 * @param isDetailed whether to include curves, boxes, rivals and records
 * @param best optimal play by rules hash, as far as it is known; null if not wanted
 */
export function leagueReport(
  db: Kysely<Tables>,
  rules: League,
  isDetailed: boolean,
  best: ReadonlyMap<string, BestPlay> | null = null,
): Promise<LeagueReport> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (store) => {
      // Servers usually allow only a few megabytes for sums, which is too little for a hundred thousand players. The lower page cost makes
      // them read the index in order.
      await sql`set local work_mem = '96MB'`.execute(store);
      await sql`set local random_page_cost = 1.1`.execute(store);
      await sql`set local jit = off`.execute(store);
      const season = (await store.selectFrom("season").select("name").executeTakeFirst())?.name ?? "";
      const league = await resolveLeague(store, rules);
      const waiting = await waitingSheets(store, league);
      const all = await standings(store, league);
      const evenings = await eveningsPlayed(store, league);
      const shown = isDetailed ? all.slice(0, MAX_DETAILED).map(({ player }) => player) : [];
      const details = await playerDetails(store, league, shown);
      const records = isDetailed ? await seasonRecords(store, league) : [];
      const bestPlay = best === null ? null : await compareToBestPlay(store, league, best);
      return { league, season, waiting, standings: all, evenings, details, records, bestPlay };
    });
}

async function compareToBestPlay(
  store: Kysely<Tables>,
  league: League,
  best: ReadonlyMap<string, BestPlay>,
): Promise<OptimalPlayComparison> {
  const games = await leagueGames(store, league);
  return {
    games: games.map((game) => ({ ...game, best: best.get(game.rules) ?? null })),
    players: await comparePlayers(store, league, best),
  };
}

/** The stable JSON shape of a league. */
export function leagueJson({ standings: all, evenings, waiting, bestPlay }: LeagueReport): object {
  const comparisonJson = (player: number) => {
    const own = bestPlay?.players.get(player) ?? null;
    return (
      bestPlay && {
        bestPlay: own && { games: own.games, below: roundFigure(own.mean), best: roundFigure(own.best) },
      }
    );
  };
  return {
    players: all.map(
      ({ player, name, games, evenings: nights, wins, total, mean, best, points, ...more }) => {
        const { rank, spread, worst, strikes, bonusRate, payout } = more;
        const plain = { name, games, evenings: nights, wins, total, mean: roundFigure(mean), best, points };
        return {
          ...plain,
          rank,
          spread: spread && roundFigure(spread),
          worst,
          strikes,
          bonusRate: bonusRate && roundFigure(bonusRate),
          payout,
          ...comparisonJson(player),
        };
      },
    ),
    evenings: evenings.map(({ date, place, name, games }) => ({ date, place, evening: name, games })),
    waiting,
    ...(bestPlay && { bestPlay: bestPlay.games.map(bestPlayJson) }),
  };
}

function bestPlayJson({ rules, variant, results, best }: OptimalPlayComparison["games"][number]): object {
  const { mean = null, deviation = null, percentiles = null } = best ?? {};
  return {
    variant,
    rules,
    results,
    method: best === null ? "unknown" : "exact",
    mean,
    deviation,
    percentiles,
  };
}

/** Rounds to a meaningful precision. */
function roundFigure(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** The distribution of totals under optimal play. */
export interface BestPlay {
  readonly mean: number;
  readonly deviation: number;
  /** Totals that 5, 25, 50, 75 and 95 per cent of its games end at or below. */
  readonly percentiles: Readonly<Record<"p5" | "p25" | "p50" | "p75" | "p95", number>>;
  /** For each total from `from` on, the share of games that end below it, 0 to 1; games that end on it count half. */
  readonly from: number;
  readonly below: readonly number[];
}

/** A game with results that count in a league. */
export interface PlayedGame {
  /** See `rulesHash`. */
  readonly rules: string;
  readonly variant: string;
  /** As `packGame` packs it; null if unknown. */
  readonly packed: string | null;
}

/** A game with the number of results that count. */
interface LeagueGame extends Omit<PlayedGame, "packed"> {
  readonly name: Text;
  readonly results: number;
}

/** The totals of a player compared to optimal play. */
interface PlayerComparison {
  /** The number of games that were played to the end and whose optimal play is known. */
  readonly games: number;
  /** Share of games of optimal play that end below the totals of the player, on average and for the best of them, 0 to 1. */
  readonly mean: number;
  readonly best: number;
  /** The total with that share. */
  readonly bestTotal: number;
}

/** The games of a league. Results are not counted, since a season may hold a million of them. */
export async function playedGames(db: Kysely<Tables>, league: League): Promise<PlayedGame[]> {
  const { rows } = await sql<PlayedGame>`
    select g.rules, g.variant, g.packed from games g
    where exists (select from results r where r.game_id = g.id and ${buildCountsCondition(league)}) order by g.id`.execute(
    db,
  );
  return rows;
}

/** The games of a league with the number of results, the most played first. */
async function leagueGames(db: Kysely<Tables>, league: League): Promise<LeagueGame[]> {
  const { rows } = await sql<LeagueGame>`
    select g.rules, g.variant, g.name, count(*)::integer as results
    from results r join games g on g.id = r.game_id where ${buildCountsCondition(league)}
    group by g.id order by results desc, g.id`.execute(db);
  return rows;
}

/** Compares players to optimal play. Games that were left or won early are excluded, since they weren't played for the total. */
async function comparePlayers(
  db: Kysely<Tables>,
  league: League,
  best: ReadonlyMap<string, BestPlay>,
): Promise<ReadonlyMap<number, PlayerComparison>> {
  const known = toSqlTable(
    [...best].map(([rules, { from, below }]) => ({ rules, start: from, below })),
    { rules: "text", start: "integer", below: "double precision[]" },
  );
  const { rows } = await sql<PlayerComparison & { player: number }>`
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

/** The share of games of optimal play that end below a total, 0 to 1. */
export function shareBelow({ from, below }: Pick<BestPlay, "from" | "below">, total: number): number {
  const at = Math.min(below.length - 1, Math.max(0, total - from));
  return below[at] ?? 0;
}
