import type { Transaction } from "kysely";
import type { SheetToKeep } from "../sheet-to-keep.ts";
import { audit } from "./audit.ts";
import { placeIds } from "./ids.ts";
import { insertResults } from "./insert-sheets.ts";
import { holdNamesakes } from "./namesakes.ts";
import { rankGames } from "./rank-games.ts";
import type { Tables } from "./tables.ts";

/** Settles a sheet that waited. @returns whether it is; it waits on if two of its names stand for one player */
export async function settleSheet(
  store: Transaction<Tables>,
  id: number,
  sheet: SheetToKeep,
  by: string,
): Promise<boolean> {
  const before = await store
    .selectFrom("sheets")
    .select(["waits", "questions", "verdict", "engine"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const places = await placeIds(store, [sheet]);
  const { verdict, complete, filled, seats, engine } = sheet;
  const game_id = places.game(sheet);
  const evening_id = places.evening(sheet);
  const settled = { state: "settled", waits: null, questions: 0, packed: null } as const;
  const unclaimed = { claimed_by: null, claimed_until: null };
  await store
    .updateTable("sheets")
    .set({ ...settled, ...unclaimed, verdict, complete, filled, seats, engine, game_id, evening_id })
    .where("id", "=", id)
    .execute();
  await store.deleteFrom("results").where("sheet_id", "=", id).execute();
  await insertResults(store, [{ id, sheet }], places, true);
  const held = await holdNamesakes(store, [id]);
  await store.deleteFrom("pictures").where("sheet_id", "=", id).execute();
  if (seats === 1) await rankGames(store, [[game_id, evening_id]]);
  await audit(store, { by, kind: "settled", sheet_id: id, before, after: { verdict } });
  return held.size === 0;
}
