import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Text } from "../../rules/game/game.ts";
import type { KeptBox, Tables } from "../store/tables.ts";
import { fewestPointsWin, type League, type PlayedLeague } from "./league-file.ts";
import type { SeasonRecord } from "./standings.ts";

/** Details of one player for the page of a league. */
export interface PlayerDetails {
  readonly player: number;
  /** By evening; evenings without a game are left out. */
  readonly curve: readonly CurvePoint[];
  /** The box in which the player is furthest ahead of the average of all, and furthest behind; null after too few games. */
  readonly bestBox: BoxMean | null;
  readonly worstBox: BoxMean | null;
  /** The most frequent opponents, at most three. */
  readonly rivals: readonly Rival[];
}

interface CurvePoint {
  readonly evening: number;
  readonly games: number;
  /** The mean of the totals of that evening. */
  readonly mean: number;
  /** The league's points for that evening. */
  readonly points: number;
}

export interface BoxMean {
  readonly game: Text;
  readonly box: KeptBox;
  /** The player's mean in this box, and the mean of all players. */
  readonly mean: number;
  readonly of: number;
  /** Whether the lowest total wins in that game. */
  readonly lowestWins: boolean;
}

interface Rival {
  readonly player: number;
  readonly name: string;
  /** Games that both played. */
  readonly games: number;
  /** The number of these in which the player ranked before the rival, and after. */
  readonly ahead: number;
  readonly behind: number;
}

/** Results needed before the mean of a box says much about a player. */
const MIN_FILLED = 3;
const MAX_RIVALS = 3;

/** The points of a result as SQL for a row `r` of results. If the lowest total wins, points for the total are subtracted. */
export function buildPointsSql(league: PlayedLeague): RawBuilder<number> {
  const { played, win, ranks, beaten } = league.points;
  const isTakenOff = league.lowestWins && !fewestPointsWin(league);
  const total = isTakenOff ? -Math.abs(league.points.total) : league.points.total;
  const places = ranks.map((worth, at) => sql`when ${sql.lit(at + 1)} then ${number(worth)}`);
  const byRank = places.length === 0 ? sql`0` : sql`case r.rank ${sql.join(places, sql` `)} else 0 end`;
  return sql<number>`(${number(played)}
    + case when r.rank = 1 and r.players > 1 then ${number(win)} else 0 end
    + ${byRank}
    + ${number(beaten)} * r.beaten
    + ${number(total)} * r.total)`;
}

/** A number as a literal in a statement, since parameters have no type there. It comes from a validated file. */
function number(value: number): RawBuilder<number> {
  return sql`${sql.lit(value)}::double precision`;
}

/** The results that count in a league, as a condition about rows `r`. */
export function buildCountsCondition({ games }: League): RawBuilder<boolean> {
  if (games === null) return sql<boolean>`r.counts`;
  return sql<boolean>`r.counts and r.game_id in (select id from games where variant in (${sql.join(games)}))`;
}

/** The details of some players, in the order given. */
export async function playerDetails(
  db: Kysely<Tables>,
  league: PlayedLeague,
  players: readonly number[],
): Promise<PlayerDetails[]> {
  if (players.length === 0) return [];
  const curves = await queryCurves(db, league, players);
  const boxes = await queryBoxMeans(db, league, players);
  const rivals = await queryRivals(db, league, players);
  return players.map((player) => {
    const own = boxes.filter((one) => one.player === player);
    const byLead = own.toSorted((a, b) => computeLead(b) - computeLead(a));
    const [best, worst] = [byLead[0] ?? null, byLead.at(-1) ?? null];
    return {
      player,
      curve: curves.filter((one) => one.player === player).map(({ player: _, ...point }) => point),
      bestBox: best !== null && computeLead(best) > 0 ? best : null,
      worstBox: worst !== null && computeLead(worst) < 0 ? worst : null,
      rivals: rivals
        .filter((one) => one.of === player)
        .slice(0, MAX_RIVALS)
        .map(({ of: _, ...rival }) => rival),
    };
  });
}

/** How far a player is ahead of the average in a box. */
function computeLead({ mean, of, lowestWins }: BoxMean): number {
  return lowestWins ? of - mean : mean - of;
}

async function queryCurves(db: Kysely<Tables>, league: PlayedLeague, players: readonly number[]) {
  const { rows } = await sql<CurvePoint & { player: number }>`
    select r.player_id as player, r.evening_id as evening, count(*)::integer as games,
      avg(r.total)::double precision as mean, sum(${buildPointsSql(league)}) as points
    from results r join evenings e on e.id = r.evening_id
    where ${buildCountsCondition(league)} and r.player_id in (${sql.join(players)})
    group by r.player_id, r.evening_id, e.date, e.place, e.name
    order by e.date, e.place, e.name, r.evening_id`.execute(db);
  return rows;
}

async function queryBoxMeans(db: Kysely<Tables>, league: League, players: readonly number[]) {
  const { rows } = await sql<BoxMean & { player: number }>`
    with scores as (
      select r.player_id, r.game_id, b.place, b.score
      from results r, unnest(r.boxes) with ordinality as b(score, place)
      where ${buildCountsCondition(league)} and b.score is not null
    ), all_means as (
      select game_id, place, avg(score)::double precision as mean from scores group by game_id, place
    )
    select s.player_id as player, g.name as game, g.boxes -> (s.place - 1)::integer as box,
      avg(s.score)::double precision as mean, m.mean as of, g.lowest_wins as "lowestWins"
    from scores s join all_means m using (game_id, place) join games g on g.id = s.game_id
    where s.player_id in (${sql.join(players)})
    group by s.player_id, s.game_id, s.place, g.name, g.boxes, g.lowest_wins, m.mean
    having count(*) >= ${MIN_FILLED}
    order by s.player_id, s.game_id, s.place`.execute(db);
  return rows;
}

async function queryRivals(db: Kysely<Tables>, league: League, players: readonly number[]) {
  const { rows } = await sql<Rival & { of: number }>`
    with met as (
      select r.player_id as of, o.player_id as player, r.rank, o.rank as other_rank
      from results r
        join results o using (evening_id, game_id, match_id)
      where ${buildCountsCondition(league)} and o.counts and o.player_id <> r.player_id and r.player_id in (${sql.join(players)})
    )
    select met.of, met.player, p.name, count(*)::integer as games,
      count(*) filter (where rank < other_rank)::integer as ahead,
      count(*) filter (where rank > other_rank)::integer as behind
    from met join players p on p.id = met.player
    group by met.of, met.player, p.name
    order by met.of, games desc,
      abs(count(*) filter (where rank < other_rank) - count(*) filter (where rank > other_rank)), p.name`.execute(
    db,
  );
  return rows;
}

/** The records of a season, those of single games first; of equal ones, the earliest counts. */
export async function seasonRecords(db: Kysely<Tables>, league: PlayedLeague): Promise<SeasonRecord[]> {
  const { rows } = await sql<SeasonRecord>`
    with played as (
      select r.game_id, r.evening_id, r.match_id, r.rank, r.total, r.decides, r.won_at_once, r.id,
        r.strikes, r.player_id, ${buildPointsSql(league)} as points
      from results r where ${buildCountsCondition(league)} and not r.left_early
    ), held as (
      -- People who have left hold no record, but were opponents.
      select played.* from played join players on players.id = played.player_id
    ), wins as (
      select w.game_id, w.evening_id, w.player_id, w.id, w.decides - max(o.decides) as lead
      from held w join played o on o.match_id = w.match_id and o.rank > 1
      where w.rank = 1 and not w.won_at_once group by w.game_id, w.evening_id, w.player_id, w.id, w.decides
    ), nights as (
      select evening_id, player_id, min(id) as id, sum(points) as points from held group by evening_id, player_id
    ), records as (
      (select distinct on (game_id) 1 as place, 'highest' as kind, game_id, evening_id, player_id, total::double precision as value
        from held order by game_id, total desc, id)
      union all (select distinct on (game_id) 2, 'lowest', game_id, evening_id, player_id, total from held order by game_id, total, id)
      union all (select distinct on (game_id) 3, 'closest', game_id, evening_id, player_id, lead from wins order by game_id, lead, id)
      union all (select distinct on (game_id) 4, 'clearest', game_id, evening_id, player_id, lead from wins order by game_id, lead desc, id)
      union all (select distinct on (game_id) 5, 'strikes', game_id, evening_id, player_id, strikes
        from held where strikes > 0 order by game_id, strikes desc, id)
      union all (select 6, 'evening', null, evening_id, player_id, points from nights
        where points > 0 and not ${sql.lit(fewestPointsWin(league))} order by points desc, id limit 1)
    )
    select x.kind, g.name as game, g.rules, p.name, x.value, nullif(e.date, '') as date, e.place
    from records x join evenings e on e.id = x.evening_id join players p on p.id = x.player_id
      left join games g on g.id = x.game_id
    order by x.game_id nulls last, x.place`.execute(db);
  return rows;
}
