import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../store/tables.ts";
import type { League, TieRule } from "./league-file.ts";

/** A player in the standings of a season. */
export interface Standing {
  readonly player: number;
  readonly name: string;
  /** 1 for the best; level players share a rank. Null for who has played too little to be ranked. */
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
  readonly best: number;
  readonly worst: number;
  /** What the league gives, rounded to hundredths. */
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
  /** Null where nobody said. */
  readonly date: string | null;
  readonly place: string;
  readonly name: string;
  /** How many games were played: a table with one sheet each plays one game. */
  readonly games: number;
}

/** What a game is worth to a player, as SQL about a row \`r\` of results. */
export function pointsOf({ points }: League): RawBuilder<number> {
  const { played, win, ranks, beaten, total } = points;
  const places = ranks.map((worth, at) => sql`when ${sql.lit(at + 1)} then ${number(worth)}`);
  const byRank = places.length === 0 ? sql`0` : sql`case r.rank ${sql.join(places, sql` `)} else 0 end`;
  return sql<number>`(${number(played)}
    + case when r.rank = 1 and r.players > 1 then ${number(win)} else 0 end
    + ${byRank}
    + ${number(beaten)} * r.beaten
    + ${number(total)} * r.total)`;
}

/** A number in a statement. Parameters have no type there, and these come from a checked file. */
function number(value: number): RawBuilder<number> {
  return sql`${sql.lit(value)}::double precision`;
}

/** The results that count in a league, as a condition about rows \`r\`. */
export function countsIn({ games }: League): RawBuilder<boolean> {
  if (games === null) return sql<boolean>`r.counts`;
  return sql<boolean>`r.counts and r.game_id in (select id from games where variant in (${sql.join(games)}))`;
}

interface Sums extends Omit<Standing, "rank" | "payout" | "points"> {
  points: number;
  readonly units: number;
}

/** Everybody who has played, from first to last; who has played too little comes last. */
export async function standings(db: Kysely<Tables>, league: League): Promise<Standing[]> {
  const { rows } = await sql<Sums>`${standingsQuery(league)}`.execute(db);
  const order: readonly (TieRule | "points")[] = ["points", ...league.ties];
  const isRanked = ({ units }: Sums) => units >= league.least;
  // This runs two million times for a hundred thousand players.
  const compare = (a: Sums, b: Sums) => {
    if (isRanked(a) !== isRanked(b)) return isRanked(a) ? -1 : 1;
    for (const key of order) if (a[key] !== b[key]) return b[key] - a[key];
    return 0;
  };
  for (const row of rows) row.points = rounded(row.points);
  const sorted = rows.sort((a, b) => compare(a, b) || (a.name < b.name ? -1 : 1));
  const ranks: (number | null)[] = [];
  for (const [at, one] of sorted.entries()) {
    const before = sorted[at - 1];
    const isLevel = before !== undefined && compare(before, one) === 0;
    ranks.push(!isRanked(one) ? null : isLevel ? (ranks[at - 1] ?? null) : at + 1);
  }
  const paid = payouts(league, ranks, sorted);
  return sorted.map((one, at): Standing => {
    const { player, name, games, evenings, wins, total, mean, spread, best, worst, points, strikes } = one;
    const figures = { games, evenings, wins, total, mean, spread, best, worst, points, strikes };
    const { bonusRate } = one;
    return { player, name, rank: ranks[at] ?? null, ...figures, bonusRate, payout: paid?.[at] ?? null };
  });
}

function standingsQuery(league: League): RawBuilder<Sums> {
  // Evening by evening first: to count distinct evenings of a million rows would sort them all.
  const perEvening = sql`
    select a.player_id, r.evening_id, count(*) as games, sum(${pointsOf(league)}) as points,
      count(*) filter (where r.rank = 1 and r.players > 1) as wins,
      sum(r.total) as total, sum(r.total::double precision * r.total) as squares,
      max(r.total) as best, min(r.total) as worst,
      sum(cardinality(r.struck)) as strikes, sum(r.bonuses) as bonuses, sum(r.bonus_lines) as bonus_lines
    from results r join aliases a on a.id = r.alias_id
    where ${countsIn(league)} group by a.player_id, r.evening_id`;
  return sql<Sums>`
    with evening as (${perEvening}),
    counted as (${unitsQuery(league)}),
    season as (
      select player_id, count(*) as evenings, sum(games) as games, sum(wins) as wins, sum(total) as total,
        sum(squares) as squares, max(best) as best, min(worst) as worst, sum(strikes) as strikes,
        sum(bonuses) as bonuses, sum(bonus_lines) as bonus_lines
      from evening group by player_id
    )
    select p.id as player, p.name, s.games::integer as games, s.evenings::integer as evenings,
      s.wins::integer as wins, s.total::double precision as total, s.best, s.worst,
      s.total::double precision / s.games::double precision as mean,
      case when s.games > 1 then sqrt(greatest(0,
        (s.squares - s.total::double precision * s.total::double precision / s.games::double precision)
        / (s.games - 1)::double precision)) end as spread,
      c.points, c.units::integer as units, s.strikes::integer as strikes,
      case when s.bonus_lines > 0 then s.bonuses::double precision / s.bonus_lines::double precision end as "bonusRate"
    from season s join counted c using (player_id) join players p on p.id = s.player_id`;
}

/** What counts of each player: points, and how many games or evenings there are to count. */
function unitsQuery(league: League): RawBuilder<unknown> {
  const { of, best, score } = league;
  const fold = score === "sum" ? sql`sum` : sql`avg`;
  const units =
    of === "evenings"
      ? sql`select player_id, points from evening`
      : sql`select a.player_id, ${pointsOf(league)} as points
        from results r join aliases a on a.id = r.alias_id where ${countsIn(league)}`;
  if (best !== null)
    return sql`
      select player_id, ${fold}(points) filter (where place <= ${sql.lit(best)}) as points, count(*) as units
      from (select player_id, points, row_number() over (partition by player_id order by points desc) as place
        from (${units}) unit) placed
      group by player_id`;
  // Sums of games are sums of evenings, too.
  if (of === "games")
    return sql`select player_id, ${score === "sum" ? sql`sum(points)` : sql`sum(points) / sum(games)::double precision`} as points,
      sum(games) as units from evening group by player_id`;
  return sql`select player_id, ${fold}(points) as points, count(*) as units from evening group by player_id`;
}

/** Rounds off what adding up fractions brings in. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** What each player gets of the pot; level players share what their ranks get together. Null without a payout. */
function payouts(
  { payout }: League,
  ranks: readonly (number | null)[],
  players: readonly { readonly evenings: number }[],
): number[] | null {
  if (payout === null) return null;
  const pot = payout.stake * players.reduce((sum, { evenings }) => sum + evenings, 0);
  const counts = new Map<number | null, number>();
  for (const rank of ranks) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  return ranks.map((rank) => {
    if (rank === null) return 0;
    const level = counts.get(rank) ?? 1;
    const shares = payout.shares.slice(rank - 1, rank - 1 + level).reduce((sum, share) => sum + share, 0);
    // Fractions of a hundredth stay in the pot.
    return Math.floor((pot * shares) / level + 1e-9) / 100;
  });
}

/** The evenings on which something counted, in their order. */
export async function eveningsPlayed(db: Kysely<Tables>, league: League): Promise<EveningPlayed[]> {
  const { rows } = await sql<EveningPlayed>`
    select e.id, nullif(e.date, '') as date, e.place, e.name, count(*)::integer as games
    from (select r.evening_id, r.match_id from results r where ${countsIn(league)} group by 1, 2) game
      join evenings e on e.id = game.evening_id
    group by e.id order by e.date, e.place, e.name, e.id`.execute(db);
  return rows;
}
