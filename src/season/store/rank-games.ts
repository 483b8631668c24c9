import { type Kysely, type Transaction, sql } from "kysely";
import { rank } from "../../check/check-sheet.ts";
import { pairPlayers } from "../../check/evening.ts";
import { getElement } from "../../rules/arrays.ts";
import type { Game } from "../../rules/game/game.ts";
import { type RankingRules, columnPoints } from "../../rules/game/payout.ts";
import { columnTotals, gameOfRules, keptRanking } from "../sheet-to-keep.ts";
import { asOnlyWriter } from "./changes.ts";
import { type KeptRanking, type Tables, toSqlTable } from "./tables.ts";

/** A game on an evening, where players with a sheet each may play each other. */
export type GamePlace = readonly [game: number, evening: number];

/** Places per query. */
const BATCH = 200;

/**
 * Ranks players who have a sheet each, and computes their payouts; `pairPlayers` decides who plays whom. Must run after every change of
 * sheets, players and evenings. Sheets of several players are ranked when they are checked.
 */
export async function rankGames(store: Kysely<Tables>, places: readonly GamePlace[]): Promise<void> {
  const distinct = [...new Map(places.map((place) => [place.join(" "), place])).values()];
  for (let at = 0; at < distinct.length; at += BATCH) await rankPlaces(store, distinct.slice(at, at + BATCH));
}

/** Ranks all evenings on which one of the players had a sheet alone: merged or split players change which sheets form a game. */
export async function rankGamesOfPlayers(store: Kysely<Tables>, players: readonly number[]): Promise<void> {
  const { rows } = await sql<{ game: number; evening: number }>`
    select distinct r.game_id as game, r.evening_id as evening from results r
    join sheets s on s.id = r.sheet_id and s.seats = 1 where r.player_id = any(${[...players]}::integer[])`.execute(
    store,
  );
  await rankGames(
    store,
    rows.map(({ game, evening }) => [game, evening] as const),
  );
}

/** The columns that ranking sets. */
const RANKED_COLUMNS = {
  id: "integer",
  counts: "boolean",
  decides: "double precision",
  match_id: "integer",
  rank: "integer",
  players: "integer",
  beaten: "integer",
  payout: "double precision",
} as const;

type RankedResult = Readonly<
  Record<"id" | "decides" | "match_id" | "rank" | "players" | "beaten", number>
> & {
  readonly counts: boolean;
  readonly payout: number | null;
};

/** A result of a player who has a sheet alone. */
interface OwnResult extends RankedResult {
  readonly game_id: number;
  readonly evening_id: number;
  readonly sheet_id: number;
  readonly player_id: number;
  readonly total: number;
  readonly columns: readonly number[] | null;
  readonly won: boolean;
  readonly left: boolean;
  readonly number: number;
  readonly complete: boolean;
}

async function rankPlaces(store: Kysely<Tables>, places: readonly GamePlace[]): Promise<void> {
  const given = toSqlTable(
    places.map(([game_id, evening_id]) => ({ game_id, evening_id })),
    { game_id: "integer", evening_id: "integer" },
  );
  const { rows } = await sql<OwnResult>`
    select r.id, r.game_id, r.evening_id, r.sheet_id, r.player_id, r.counts, r.total, r.decides, r.columns, r.match_id, r.rank,
      r.players, r.beaten, r.payout, r.won_at_once as won, r.left_early as left, s.number, s.complete
    from ${given} g join sheets s using (game_id, evening_id) join results r on r.sheet_id = s.id
    where s.seats = 1 and s.state = 'settled' order by coalesce(s.came_in, s.id)`.execute(store);
  const rulesById = await loadRankingRules(store, places);
  const byPlace = new Map<string, OwnResult[]>();
  for (const row of rows) {
    const key = `${row.game_id} ${row.evening_id}`;
    const own = byPlace.get(key) ?? [];
    own.push(row);
    byPlace.set(key, own);
  }
  const ranked = [...byPlace.values()].flatMap((own) =>
    rankPlace(own, rulesById.get(own[0]?.game_id ?? 0) ?? null),
  );
  const before = new Map(rows.map((row) => [row.id, row]));
  const keys = Object.keys(RANKED_COLUMNS) as (keyof RankedResult)[];
  const changed = ranked.filter((one) => keys.some((key) => before.get(one.id)?.[key] !== one[key]));
  if (changed.length === 0) return;
  const set = sql.raw(keys.map((key) => `${key} = g.${key}`).join(", "));
  await sql`update results r set ${set} from ${toSqlTable(changed, RANKED_COLUMNS)} g where g.id = r.id`.execute(
    store,
  );
}

/** Ranking rules by the ids of games; games without them are left out. */
async function loadRankingRules(
  store: Kysely<Tables>,
  places: readonly GamePlace[],
): Promise<ReadonlyMap<number, RankingRules>> {
  const ids = [...new Set(places.map(([game]) => game))];
  const games = await store.selectFrom("games").select(["id", "ranking"]).where("id", "in", ids).execute();
  return new Map(
    games.flatMap(({ id, ranking }) =>
      ranking === null ? [] : [[id, rankingRules(ranking as KeptRanking)] as const],
    ),
  );
}

function rankingRules({ by, order, columns, prizes, settlement }: KeptRanking): RankingRules {
  return {
    ranking: { by, order },
    columns: columns.map((id) => ({ id })),
    prizes: prizes && { worth: new Map(Object.entries(prizes.worth)), sweep: prizes.sweep },
    settlement,
  };
}

/** @param own the results of one evening in one game, in the order in which their sheets were added */
function rankPlace(own: readonly OwnResult[], rules: RankingRules | null): RankedResult[] {
  const sheets = own.map(({ number, player_id }) => {
    return { number, players: [player_id], columnsAreGames: false };
  });
  return pairPlayers(sheets).flatMap((seats) =>
    rankGame(
      seats.map(([at]) => getElement(own, at)),
      rules,
    ),
  );
}

/** Ranks one game. An unfinished sheet counts if a player has won the game at once; there are no payouts while a sheet is unfinished. */
function rankGame(all: readonly OwnResult[], rules: RankingRules | null): RankedResult[] {
  const isWon = all.some(({ won, complete }) => won && complete);
  const playing = all.filter(({ complete }) => complete || isWon);
  const isOver = isWon || playing.length === all.length;
  const match_id = Math.min(...all.map(({ sheet_id }) => sheet_id));
  const decides = decidingPoints(playing, rules);
  const standings = playing.map(({ id, total, left, won }, at) => {
    return { name: String(id), total, left, won, points: getElement(decides, at) };
  });
  const places = new Map(
    rank(toPointRules(rules), standings, isOver && rules !== null).map((one) => [one.name, one]),
  );
  const level = new Map<number, number>();
  for (const { rank } of places.values()) level.set(rank, (level.get(rank) ?? 0) + 1);
  return all.map((one) => {
    const place = places.get(String(one.id));
    if (place === undefined)
      return { ...one, match_id, counts: false, rank: 1, players: 1, beaten: 0, payout: null };
    const players = playing.length;
    const beaten = players - (place.rank - 1) - (level.get(place.rank) ?? 1);
    // Without known stakes, a single sheet keeps its payout.
    const payout = rules === null && all.length === 1 ? one.payout : place.payout;
    return {
      ...one,
      match_id,
      counts: true,
      decides: place.points ?? one.decides,
      rank: place.rank,
      players,
      beaten,
      payout,
    };
  });
}

/** The deciding points, higher is better: those stored with each sheet, or the columns won from the others. */
function decidingPoints(players: readonly OwnResult[], rules: RankingRules | null): readonly number[] {
  const columns = players.flatMap(({ columns, left }) => (columns === null ? [] : [{ columns, left }]));
  if (rules?.ranking.by === "columns" && columns.length === players.length)
    return columnPoints(rules, columns);
  return players.map(({ decides }) => decides);
}

/** The rules with a ranking by points, higher is better. */
function toPointRules(rules: RankingRules | null): RankingRules {
  const { columns, prizes, settlement } = rules ?? { columns: [], prizes: null, settlement: null };
  return { ranking: { by: "points", order: "highest" }, columns, prizes, settlement };
}

/** Ranks games again that another version of the program has ranked. */
export async function rankUnranked(db: Kysely<Tables>): Promise<void> {
  const [first] = await db.selectFrom("unranked").select("game_id").limit(1).execute();
  if (first === undefined) return;
  await asOnlyWriter(db, async (store) => {
    await keepRankings(store);
    const places = await store.deleteFrom("unranked").returning(["game_id", "evening_id"]).execute();
    await rankGames(
      store,
      places.map(({ game_id, evening_id }) => [game_id, evening_id] as const),
    );
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
