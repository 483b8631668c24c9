import { type Kysely, type RawBuilder, sql } from "kysely";
import { isWaiting } from "../store/open-sheets.ts";
import type { Tables } from "../store/tables.ts";
import { fewestPointsWin, type League, type PlayedLeague, playedLeague } from "./league-file.ts";

/** A player in the standings of a season. */
export interface Standing {
  readonly player: number;
  readonly name: string;
  /** 1 for the best; level players share a rank. Null if the player has played too little to be ranked. */
  readonly rank: number | null;
  readonly games: number;
  readonly evenings: number;
  /** First places among at least two players, shared ones too. */
  readonly wins: number;
  /** The totals of all games together. */
  readonly total: number;
  readonly mean: number;
  /** The standard deviation of the totals; null for a single game. */
  readonly spread: number | null;
  /** The best and the worst total; the best is the lowest if the lowest total wins. */
  readonly best: number;
  readonly worst: number;
  /** The league's points, rounded to hundredths. */
  readonly points: number;
  /** Struck boxes in all games. */
  readonly strikes: number;
  /** The share of bonuses that were reached, 0 to 1; null in games without any. */
  readonly bonusRate: number | null;
  /** In units of the currency; null without a payout. */
  readonly payout: number | null;
}

/** An evening of a season. */
export interface EveningPlayed {
  readonly id: number;
  /** Null if unknown. */
  readonly date: string | null;
  readonly place: string;
  readonly name: string;
  /** The number of games; players with a sheet each play one game together. */
  readonly games: number;
}

/** Completes a league by its games in the season, which decide whether the lowest total wins. */
export async function resolveLeague(db: Kysely<Tables>, league: League): Promise<PlayedLeague> {
  const { rows } = await sql<{ lowest: boolean | null }>`
    select bool_and(g.lowest_wins) as lowest from games g
    where exists (select from results r where r.game_id = g.id and ${buildCountsCondition(league)})`.execute(
    db,
  );
  return playedLeague(league, rows[0]?.lowest ?? false);
}

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

/** Sums per player, in parallel lists. */
interface Sums {
  readonly player: readonly number[];
  readonly name: readonly string[];
  readonly games: readonly number[];
  readonly evenings: readonly number[];
  readonly wins: readonly number[];
  readonly total: readonly number[];
  /** The squares of the totals, added up. */
  readonly squares: readonly number[];
  readonly highest: readonly number[];
  readonly lowest: readonly number[];
  readonly points: readonly number[];
  readonly strikes: readonly number[];
  /** Bonuses reached, and bonuses possible. */
  readonly reached: readonly number[];
  readonly bonuses: readonly number[];
  /** Evenings of all players together, including those who have left: the number of stakes paid. */
  readonly stakes: number;
}

/** The standings of all players; those who have played too little come last. */
export async function standings(db: Kysely<Tables>, league: PlayedLeague): Promise<Standing[]> {
  // Each column is loaded as one JSON value, because for a hundred thousand players the driver would take longer than the query.
  const { rows } = await sql<Sums>`${standingsQuery(league)}`.execute(db);
  const sums = rows[0];
  if (sums === undefined) return [];
  const found = sums.player.map((player, at) => buildUnrankedRow(sums, player, at, league.lowestWins));
  const isRanked = (one: Standing) => one[league.of] >= league.least;
  const keys = ["points", ...league.ties] as const;
  const columns = [
    Float64Array.from(found, (one) => Number(isRanked(one))),
    ...keys.map((key) => {
      const sign = isLowerBetter(key, league) ? -1 : 1;
      return Float64Array.from(found, (one) => sign * one[key]);
    }),
  ];
  const names = found.map(({ name }) => name);
  // This runs two million times for a hundred thousand players.
  const compare = (a: number, b: number) => {
    for (const column of columns) {
      const lead = (column[b] ?? 0) - (column[a] ?? 0);
      if (lead !== 0) return lead;
    }
    return (names[a] ?? "") < (names[b] ?? "") ? -1 : 1;
  };
  const order = Uint32Array.from(found.keys()).sort(compare);
  const all = Array.from(order, (at) => found[at]).filter((one) => one !== undefined);
  for (const [at, one] of all.entries()) {
    const before = all[at - 1];
    const isLevel = before !== undefined && keys.every((key) => one[key] === before[key]);
    if (isRanked(one)) one.rank = isLevel ? before.rank : at + 1;
  }
  const paid = payouts(league, all, sums.stakes);
  if (paid !== null) for (const [at, one] of all.entries()) one.payout = paid[at] ?? 0;
  return all;
}

/** Whether less of something is better. */
function isLowerBetter(key: "points" | League["ties"][number], league: PlayedLeague): boolean {
  switch (key) {
    case "points":
      return fewestPointsWin(league);
    case "mean":
    case "best":
    case "total":
      return league.lowestWins;
    case "wins":
    case "games":
    case "evenings":
      return false;
    default:
      return key satisfies never;
  }
}

type Unranked = Omit<Standing, "rank" | "payout"> & { rank: number | null; payout: number | null };

function buildUnrankedRow(sums: Sums, player: number, at: number, lowestWins: boolean): Unranked {
  const of = (list: readonly number[]) => list[at] ?? 0;
  const [games, total, bonuses] = [of(sums.games), of(sums.total), of(sums.bonuses)];
  const [highest, lowest] = [of(sums.highest), of(sums.lowest)];
  const variance = (of(sums.squares) - (total * total) / games) / (games - 1);
  return {
    player,
    name: sums.name[at] ?? "",
    rank: null,
    games,
    evenings: of(sums.evenings),
    wins: of(sums.wins),
    total,
    mean: total / games,
    spread: games > 1 ? Math.sqrt(Math.max(0, variance)) : null,
    best: lowestWins ? lowest : highest,
    worst: lowestWins ? highest : lowest,
    points: roundSum(of(sums.points)),
    strikes: of(sums.strikes),
    bonusRate: bonuses > 0 ? of(sums.reached) / bonuses : null,
    payout: null,
  };
}

function standingsQuery(league: PlayedLeague): RawBuilder<Sums> {
  const columns = [
    "player",
    "name",
    "games",
    "evenings",
    "wins",
    "total",
    "squares",
    "highest",
    "lowest",
  ].concat(["points", "strikes", "reached", "bonuses"]);
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
function pointsQuery(league: PlayedLeague): {
  readonly counted: RawBuilder<unknown>;
  readonly points: RawBuilder<number>;
} {
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

/** Removes rounding errors of sums of fractions. */
function roundSum(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The payout of each player; level players share the payouts of their ranks. Null without a payout. */
function payouts(
  { payout }: League,
  players: readonly { readonly rank: number | null }[],
  stakes: number,
): number[] | null {
  if (payout === null) return null;
  const pot = payout.stake * stakes;
  const counts = new Map<number | null, number>();
  for (const { rank } of players) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  return players.map(({ rank }) => {
    if (rank === null) return 0;
    const level = counts.get(rank) ?? 1;
    const shares = payout.shares.slice(rank - 1, rank - 1 + level).reduce((sum, share) => sum + share, 0);
    // Fractions of a hundredth stay in the pot.
    return Math.floor((pot * shares) / level + 1e-9) / 100;
  });
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
export async function waitingSheets(db: Kysely<Tables>, { games }: League): Promise<number> {
  const isGame =
    games === null
      ? sql`true`
      : sql`s.game_id in (select id from games where variant in (${sql.join(games)}))`;
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from sheets s where ${isWaiting} and ${isGame}`.execute(db);
  return rows[0]?.waiting ?? 0;
}
