import { type Kysely, type RawBuilder, sql } from "kysely";
import type { KeptGame } from "../sheet-to-keep.ts";
import { isWaiting } from "../store/open-sheets.ts";
import { type Tables, toSqlTable } from "../store/tables.ts";
import {
  type PlayerDetails,
  buildCountsCondition,
  buildPointsSql,
  playerDetails,
  seasonRecords,
} from "./details.ts";
import { fewestPointsWin, type League, type PlayedLeague, playedLeague } from "./league-file.ts";
import {
  type BestPlay,
  type EveningPlayed,
  type Standing,
  type StandingsReport,
  type Sums,
  rankStandings,
} from "./standings.ts";

/** The standings of a season with details, records and more. */
export interface LeagueReport extends StandingsReport {
  /** The name of the season, for a league without a name. */
  readonly season: string;
  /** For the first players only; a thousand curves are unreadable. */
  readonly details: readonly PlayerDetails[];
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
        const plain = { name, games, evenings: nights, wins, total, mean: roundFigure(mean), best };
        return {
          ...plain,
          points: roundFigure(points),
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

/** A game with results that count in a league. */
export type PlayedGame = Pick<KeptGame, "rules" | "variant" | "packed">;

/** A game with the number of results that count. */
type LeagueGame = Pick<KeptGame, "rules" | "variant" | "name"> & { readonly results: number };

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
    where exists (select from results r where r.game_id = g.id and ${buildCountsCondition(league)})
    order by g.id`.execute(db);
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
      (array_agg(total order by share desc, total desc))[1] as "bestTotal"
    from beside group by player`.execute(db);
  return new Map(rows.map(({ player, ...own }) => [player, own]));
}

/** Completes a league by its games in the season, which decide whether the lowest total wins. */
export async function resolveLeague(db: Kysely<Tables>, league: League): Promise<PlayedLeague> {
  const { rows } = await sql<{ lowest: boolean | null }>`
    select bool_and(g.lowest_wins) as lowest from games g where exists
      (select from results r where r.game_id = g.id and ${buildCountsCondition(league)})`.execute(db);
  return playedLeague(league, rows[0]?.lowest ?? false);
}

/** The standings of all players; see {@link rankStandings}. */
export async function standings(db: Kysely<Tables>, league: PlayedLeague): Promise<Standing[]> {
  // Each column is loaded as one JSON value, because for a hundred thousand players the driver would take longer than the query.
  const { rows } = await sql<Sums>`${standingsQuery(league)}`.execute(db);
  return rows[0] === undefined ? [] : rankStandings(league, rows[0]);
}

function standingsQuery(league: PlayedLeague): RawBuilder<Sums> {
  const columns =
    "player name games evenings wins total squares highest lowest points strikes reached bonuses".split(" ");
  const lists = columns.map((name) => sql`coalesce(json_agg(${sql.ref(name)}), '[]') as ${sql.ref(name)}`);
  const { counted, points } = pointsQuery(league);
  return sql<Sums>`
    with sums as (
      select r.player_id, count(*) as games, count(distinct r.evening_id) as evenings,
        count(*) filter (where r.rank = 1 and r.players > 1) as wins,
        sum(r.total) as total, sum(r.total::double precision * r.total) as squares,
        max(r.total) as highest, min(r.total) as lowest, sum(${buildPointsSql(league)}) as all_points,
        sum(r.strikes) as strikes, sum(r.bonuses) as reached, sum(r.bonus_lines) as bonuses
      from results r where ${buildCountsCondition(league)} group by r.player_id
    )
    select ${sql.join(lists)}, (select coalesce(sum(evenings), 0)::integer from sums) as stakes from (
      select s.*, s.player_id as player, p.name, ${points} as points
      from sums s join players p on p.id = s.player_id ${counted}
    ) shown`;
}

/** A player's points as SQL for a row `s` of sums, and the join that it needs. */
function pointsQuery(league: PlayedLeague) {
  const { of, best, score } = league;
  const units = sql`${sql.ref(`s.${of}`)}`;
  if (best === null)
    return {
      counted: sql``,
      points: score === "sum" ? sql`s.all_points` : sql`s.all_points / ${units}::double precision`,
    };
  const unit =
    of === "evenings"
      ? sql`select r.player_id, sum(${buildPointsSql(league)}) as points
          from results r where ${buildCountsCondition(league)} group by r.player_id, r.evening_id`
      : sql`select r.player_id, ${buildPointsSql(league)} as points from results r where ${buildCountsCondition(league)}`;
  const direction = fewestPointsWin(league) ? sql`asc` : sql`desc`;
  const fold = score === "sum" ? sql`sum` : sql`avg`;
  return {
    counted: sql`join (
      select player_id, ${fold}(points) as points
      from (select player_id, points, row_number() over (partition by player_id order by points ${direction}) as place
        from (${unit}) unit) placed
      where place <= ${sql.lit(best)} group by player_id
    ) c on c.player_id = s.player_id`,
    points: sql`c.points`,
  };
}

/** The evenings with results that count, in order. */
export async function eveningsPlayed(db: Kysely<Tables>, league: League): Promise<EveningPlayed[]> {
  const { rows } = await sql<EveningPlayed>`
    select e.id, nullif(e.date, '') as date, e.place, e.name, count(*)::integer as games
    from (select distinct r.evening_id, r.game_id, r.match_id from results r where ${buildCountsCondition(league)}) game
      join evenings e on e.id = game.evening_id
    group by e.id order by e.date, e.place, e.name, e.id`.execute(db);
  return rows;
}

/** The number of sheets of a league that wait for a person or for the end of their game. */
async function waitingSheets(db: Kysely<Tables>, { games }: League): Promise<number> {
  const isGame =
    games === null
      ? sql`true`
      : sql`s.game_id in (select id from games where variant in (${sql.join(games)}))`;
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from sheets s where ${isWaiting} and ${isGame}`.execute(db);
  return rows[0]?.waiting ?? 0;
}
