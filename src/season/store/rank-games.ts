import { type Kysely, type Transaction, sql } from "kysely";
import { groupByKey } from "../../rules/arrays.ts";
import type { Game } from "../../rules/game/game.ts";
import type { RankingRules } from "../../rules/game/payout.ts";
import {
  type OwnResult,
  columnTotals,
  gameOfRules,
  keptRanking,
  rankOwnSheets,
  rankingRules,
} from "../sheet-to-keep.ts";
import { writeExclusively } from "./changes.ts";
import { type KeptRanking, type Tables, toSqlTable, toTableRows } from "./tables.ts";

/** A game on an evening, where players with a sheet each may play each other. */
export type GamePlace = Readonly<Record<"game_id" | "evening_id", number>>;

/** Places per query. */
const BATCH = 200;

/**
 * Ranks players who have a sheet each, and computes their payouts; `pairPlayers` decides who plays whom. Must run after every change of
 * sheets, players and evenings. Sheets of several players are ranked when they are checked.
 */
export async function rankGames(store: Kysely<Tables>, places: readonly GamePlace[]): Promise<void> {
  const distinct = [...new Map(places.map((place) => [placeKey(place), place])).values()];
  for (let at = 0; at < distinct.length; at += BATCH) await rankPlaces(store, distinct.slice(at, at + BATCH));
}

function placeKey({ game_id, evening_id }: GamePlace): string {
  return `${game_id} ${evening_id}`;
}

/** Ranks all evenings on which one of the players had a sheet alone: merged or split players change which sheets form a game. */
export async function rankGamesOfPlayers(store: Kysely<Tables>, players: readonly number[]): Promise<void> {
  const { rows } = await sql<GamePlace>`
    select distinct r.game_id, r.evening_id from results r
    join sheets s on s.id = r.sheet_id and s.seats = 1
    where r.player_id = any(${[...players]}::integer[])`.execute(store);
  await rankGames(store, rows);
}

/** The columns that ranking sets. */
const RANKED_COLUMNS = ["counts", "decides", "match_id", "rank", "players", "beaten", "payout"] as const;

async function rankPlaces(store: Kysely<Tables>, places: readonly GamePlace[]): Promise<void> {
  const { rows } = await sql<OwnResult & GamePlace>`
    select r.id, r.game_id, r.evening_id, r.sheet_id, r.player_id, r.counts, r.total, r.decides, r.columns, r.match_id, r.rank,
      r.players, r.beaten, r.payout, r.won_at_once as won, r.left_early as left, s.number, s.complete
    from ${toTableRows("unranked", places)} g join sheets s using (game_id, evening_id) join results r on r.sheet_id = s.id
    where s.seats = 1 and s.state = 'settled' order by coalesce(s.came_in, s.id)`.execute(store);
  const rulesById = await loadRankingRules(store, places);
  const ranked = [...groupByKey(rows, placeKey).values()].flatMap((own) =>
    rankOwnSheets(own, rulesById.get(own[0]?.game_id ?? 0) ?? null),
  );
  const before = new Map(rows.map((row) => [row.id, row]));
  const changed = ranked.filter((one) =>
    RANKED_COLUMNS.some((key) => before.get(one.id)?.[key] !== one[key]),
  );
  if (changed.length === 0) return;
  const set = sql.raw(RANKED_COLUMNS.map((key) => `${key} = g.${key}`).join(", "));
  const given = toTableRows("results", changed);
  await sql`update results r set ${set} from ${given} g where g.id = r.id`.execute(store);
}

/** Ranking rules by the ids of games; games without them are left out. */
async function loadRankingRules(
  store: Kysely<Tables>,
  places: readonly GamePlace[],
): Promise<ReadonlyMap<number, RankingRules>> {
  const ids = [...new Set(places.map(({ game_id }) => game_id))];
  const games = await store.selectFrom("games").select(["id", "ranking"]).where("id", "in", ids).execute();
  return new Map(
    games.flatMap(({ id, ranking }) =>
      ranking === null ? [] : [[id, rankingRules(ranking as KeptRanking)] as const],
    ),
  );
}

/** Ranks games again that another version of the program has ranked. */
export async function rankUnranked(db: Kysely<Tables>): Promise<void> {
  const [first] = await db.selectFrom("unranked").select("game_id").limit(1).execute();
  if (first === undefined) return;
  await writeExclusively(db, async (store) => {
    await keepRankings(store);
    const places = await store.deleteFrom("unranked").returning(["game_id", "evening_id"]).execute();
    await rankGames(store, places);
  });
}

/** Stores the ranking rules of games from their packed rules. */
async function keepRankings(store: Transaction<Tables>): Promise<void> {
  const games = await store
    .selectFrom("games")
    .select(["id", "rules", "packed"])
    .where("ranking", "is", null)
    .where("packed", "is not", null)
    .execute();
  for (const { id, rules, packed } of games) {
    const game = gameOfRules(packed ?? "", rules);
    if (game === null) continue;
    await store
      .updateTable("games")
      .set({ ranking: JSON.stringify(keptRanking(game)) })
      .where("id", "=", id)
      .execute();
    if (game.ranking.by === "columns") await keepColumns(store, id, game);
  }
}

/** Stores the totals of columns that are won one by one, computed from the boxes. */
async function keepColumns(store: Transaction<Tables>, id: number, game: Game): Promise<void> {
  const results = await store
    .selectFrom("results")
    .select(["id", "boxes", "struck"])
    .where("game_id", "=", id)
    .where("alias_id", "is not", null)
    .execute();
  const rows = results.map((one) => ({ id: one.id, columns: columnTotals(game, one) }));
  const given = toSqlTable(rows, { id: "integer", columns: "integer[]" });
  await sql`update results r set columns = g.columns from ${given} g where g.id = r.id`.execute(store);
}
