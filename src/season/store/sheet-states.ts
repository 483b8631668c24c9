import { type Transaction, sql } from "kysely";
import { audit } from "./changes.ts";
import type { GamePlace } from "./rank-games.ts";
import type { Tables } from "./tables.ts";

/**
 * Replaces an entry by another one, so that it no longer counts or waits. Photos that belonged to it now belong to the other one.
 *
 * @returns the places where it counted, to be ranked again
 */
export async function replaceEntry(
  store: Transaction<Tables>,
  id: number,
  other: number,
): Promise<GamePlace[]> {
  await store.updateTable("sheets").set({ replaced_by: other }).where("id", "=", id).execute();
  await store.updateTable("sheets").set({ replaced_by: other }).where("replaced_by", "=", id).execute();
  return clearSheetEntry(store, id, "replaced");
}

/** Deletes the content of an entry; its photos are still recognised. @returns the places where it counted, to be ranked again */
export async function clearSheetEntry(
  store: Transaction<Tables>,
  id: number,
  state: "replaced" | "left",
): Promise<GamePlace[]> {
  await store
    .updateTable("sheets")
    .set({ state, waits: null, packed: null, claimed_by: null, claimed_until: null })
    .where("id", "=", id)
    .execute();
  await store.deleteFrom("pictures").where("sheet_id", "=", id).execute();
  const gone = await store
    .deleteFrom("results")
    .where("sheet_id", "=", id)
    .returning(["game_id", "evening_id"])
    .execute();
  return gone.map(({ game_id, evening_id }) => [game_id, evening_id] as const);
}

/**
 * Replaces one entry by another, which takes its place in the order of the evening; the audit keeps the old content.
 *
 * @returns the places where the old entry counted, to be ranked again
 */
export async function replaceSheet(
  store: Transaction<Tables>,
  old: number,
  by_id: number,
  by: string,
): Promise<GamePlace[]> {
  const { rows } = await sql<{ before: object }>`
    select json_build_object('file', s.file, 'hash', s.hash, 'verdict', s.verdict, 'results', coalesce((
      select json_agg(json_build_object('player', coalesce(a.name, ''), 'total', r.total, 'boxes', r.boxes, 'struck', r.struck)
        order by r.seat)
      from results r left join aliases a on a.id = r.alias_id where r.sheet_id = s.id), '[]')) as before
    from sheets s where s.id = ${old}`.execute(store);
  await sql`
    update sheets s set came_in = coalesce(o.came_in, o.id) from sheets o where o.id = ${old} and s.id = ${by_id}`.execute(
    store,
  );
  const places = await replaceEntry(store, old, by_id);
  await audit(store, {
    by,
    kind: "replaced",
    sheet_id: old,
    before: rows[0]?.before ?? {},
    after: { by: by_id },
  });
  return places;
}

/** Whether two names on the sheet `s` belong to the same player. */
const HAS_NAMESAKES = sql`exists (select from results r join results o using (sheet_id, player_id)
  where r.sheet_id = s.id and r.seat < o.seat and r.alias_id is not null)`;

/**
 * Puts sheets on hold if two of their names belong to one player, because nobody can play against themselves. Their results are kept.
 *
 * @returns the ids of the sheets on hold
 */
export async function holdNamesakes(
  store: Transaction<Tables>,
  sheets: Iterable<number>,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    update sheets s set state = 'open', waits = 'players'
    where s.id = any(${[...sheets]}::integer[]) and s.state = 'settled' and ${HAS_NAMESAKES} returning s.id`.execute(
    store,
  );
  const held = rows.map(({ id }) => id);
  if (held.length > 0)
    await sql`update results set counts = false where sheet_id = any(${held}::integer[])`.execute(store);
  return new Set(held);
}

/** Releases sheets on hold if their names now belong to different players. */
export async function releaseNamesakes(store: Transaction<Tables>): Promise<void> {
  await sql`
    with free as (
      update sheets s set state = 'settled', waits = null
      where s.state = 'open' and s.waits = 'players' and not ${HAS_NAMESAKES} returning s.id, s.complete
    )
    update results r set counts = free.complete from free where free.id = r.sheet_id`.execute(store);
}
