import { type Kysely, sql, type Transaction } from "kysely";
import type { Game } from "../../rules/game/game.ts";
import { keptRanking } from "../kept-ranking.ts";
import { columnTotals, gameOfRules } from "../sheet-to-keep.ts";
import { asOnlyWriter } from "./only-writer.ts";
import { rankGames } from "./rank-games.ts";
import { tableOf } from "./table-of.ts";
import type { Tables } from "./tables.ts";

/** Ranks what a version of the program with other rules has ranked. */
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

/** Notes how games are ranked and paid whose rules were kept as a whole. */
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

/** Notes the totals of columns that are won one by one, worked out from the boxes. */
async function keepColumns(store: Transaction<Tables>, id: number, game: Game): Promise<void> {
  const results = await store
    .selectFrom("results")
    .select(["id", "boxes", "struck"])
    .where("game_id", "=", id)
    .where("alias_id", "is not", null)
    .execute();
  const rows = results.map((one) => ({ id: one.id, columns: columnTotals(game, one) }));
  const given = tableOf(rows, { id: "integer", columns: "integer[]" });
  await sql`update results r set columns = g.columns from ${given} g where g.id = r.id`.execute(store);
}
