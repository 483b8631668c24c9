import { type Kysely, sql } from "kysely";
import type { Tables } from "../store/tables.ts";
import {
  type BestPlay,
  type LeagueGame,
  leagueGames,
  type PlayerBesideBest,
  playersBesideBest,
} from "./best-play.ts";
import { type PlayerDetails, playerDetails, type SeasonRecord, seasonRecords } from "./details.ts";
import type { League, PlayedLeague } from "./league-file.ts";
import {
  type EveningPlayed,
  eveningsPlayed,
  resolveLeague,
  type Standing,
  standings,
  waitingSheets,
} from "./standings.ts";

/** The standings of a season with all that is shown beside them. */
export interface LeagueReport {
  readonly league: PlayedLeague;
  /** What the season is called where the league has no name. */
  readonly season: string;
  /** How many sheets of its games do not count yet. */
  readonly waiting: number;
  /** Everybody, from first to last. */
  readonly standings: readonly Standing[];
  readonly evenings: readonly EveningPlayed[];
  /** Of the first players only: nobody reads a thousand curves. */
  readonly details: readonly PlayerDetails[];
  readonly records: readonly SeasonRecord[];
  /** What best play comes to, and how the totals of the players stand beside it; null where nobody asked. */
  readonly bestPlay: LeagueBesideBest | null;
}

/** The games of a league with what best play comes to in them. */
interface LeagueBesideBest {
  /** Null where that is not known exactly. */
  readonly games: readonly (LeagueGame & { readonly best: BestPlay | null })[];
  /** By player; who played nothing of which it is known is left out. */
  readonly players: ReadonlyMap<number, PlayerBesideBest>;
}

/** So many players are shown with curves, boxes and rivals. */
const MAX_DETAILED = 40;

/**
 * Works out the standings of a season, all from one state of its store.
 *
 * @param isDetailed whether curves, boxes, rivals and records are wanted
 * @param best what best play comes to by the rules of the games, as far as that is known; null if nobody asked
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
      // Sums of a hundred thousand players are worked out in memory; servers usually allow a few megabytes. They come from an index in the
      // order in which it stands, which a server that reckons with the disks of thirty years ago would rather not read.
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
      const bestPlay = best === null ? null : await besideBest(store, league, best);
      return { league, season, waiting, standings: all, evenings, details, records, bestPlay };
    });
}

async function besideBest(
  store: Kysely<Tables>,
  league: League,
  best: ReadonlyMap<string, BestPlay>,
): Promise<LeagueBesideBest> {
  const games = await leagueGames(store, league);
  return {
    games: games.map((game) => ({ ...game, best: best.get(game.rules) ?? null })),
    players: await playersBesideBest(store, league, best),
  };
}

/** The stable JSON shape of a league. */
export function leagueJson({ standings: all, evenings, waiting, bestPlay }: LeagueReport): object {
  const besideJson = (player: number) => {
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
          ...besideJson(player),
        };
      },
    ),
    evenings: evenings.map(({ date, place, name, games }) => ({ date, place, evening: name, games })),
    waiting,
    ...(bestPlay && { bestPlay: bestPlay.games.map(bestPlayJson) }),
  };
}

function bestPlayJson({ rules, variant, results, best }: LeagueBesideBest["games"][number]): object {
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

/** Finer figures mean nothing. */
function roundFigure(value: number): number {
  return Math.round(value * 1000) / 1000;
}
