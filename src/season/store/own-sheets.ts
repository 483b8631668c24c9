import { type Kysely, sql } from "kysely";
import { tableOf } from "./table-of.ts";
import type { Tables } from "./tables.ts";

/**
 * Ranks players who have a sheet each. The first sheets of everybody on an evening are one game, their second ones the next, in the order
 * of the numbers on them and then of their coming in: that is how a table of players plays. A sheet that several share is a game by itself.
 *
 * @param places the games and evenings to rank anew
 */
export async function rankOwnSheets(
  store: Kysely<Tables>,
  places: readonly (readonly [game: number, evening: number])[],
): Promise<void> {
  if (places.length === 0) return;
  const distinct = new Map(
    places.map(([game_id, evening_id]) => [`${game_id} ${evening_id}`, { game_id, evening_id }]),
  );
  const given = tableOf([...distinct.values()], { game_id: "integer", evening_id: "integer" });
  await sql`
    with alone as (
      select r.id, r.sheet_id, r.game_id, r.evening_id, r.left_early, r.won_at_once, r.decides,
        row_number() over (partition by r.game_id, r.evening_id, r.player_id order by s.number, s.id) as game
      from ${given} g
      join results r using (game_id, evening_id)
      join sheets s on s.id = r.sheet_id and s.seats = 1
      where r.counts
    ), ranked as (
      select id,
        rank() over (partition by game_id, evening_id, game order by left_early, won_at_once desc, decides desc) as rank,
        count(*) over (partition by game_id, evening_id, game) as players,
        -- With an order, all rows up to the last level one are counted.
        count(*) over (partition by game_id, evening_id, game)
          - count(*) over (partition by game_id, evening_id, game order by left_early, won_at_once desc, decides desc) as beaten,
        min(sheet_id) over (partition by game_id, evening_id, game) as match_id
      from alone
    )
    update results r set rank = ranked.rank, players = ranked.players, beaten = ranked.beaten, match_id = ranked.match_id
    from ranked where ranked.id = r.id
      and (r.rank, r.players, r.beaten, r.match_id) is distinct from (ranked.rank, ranked.players, ranked.beaten, ranked.match_id)`.execute(
    store,
  );
}
