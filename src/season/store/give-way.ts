import { sql, type Transaction } from "kysely";
import { audit } from "./audit.ts";
import type { Tables } from "./tables.ts";

/** Lets an entry give way to another one: it counts and waits no more. The photos that had given way to it give way to the other one, too. */
export async function giveWay(store: Transaction<Tables>, id: number, other: number): Promise<void> {
  await store
    .updateTable("sheets")
    .set({
      state: "replaced",
      waits: null,
      packed: null,
      replaced_by: other,
      claimed_by: null,
      claimed_until: null,
    })
    .where("id", "=", id)
    .execute();
  await store.updateTable("sheets").set({ replaced_by: other }).where("replaced_by", "=", id).execute();
  await store.deleteFrom("results").where("sheet_id", "=", id).execute();
  await store.deleteFrom("pictures").where("sheet_id", "=", id).execute();
}

/** Lets one entry take the place of another; what the other said stays in the record. */
export async function replaceSheet(
  store: Transaction<Tables>,
  old: number,
  by_id: number,
  by: string,
): Promise<void> {
  const { rows } = await sql<{ before: object }>`
    select json_build_object('file', s.file, 'hash', s.hash, 'verdict', s.verdict, 'results', coalesce((
      select json_agg(json_build_object('player', a.name, 'total', r.total, 'boxes', r.boxes, 'struck', r.struck) order by r.seat)
      from results r join aliases a on a.id = r.alias_id where r.sheet_id = s.id), '[]')) as before
    from sheets s where s.id = ${old}`.execute(store);
  await giveWay(store, old, by_id);
  await audit(store, {
    by,
    kind: "replaced",
    sheet_id: old,
    before: rows[0]?.before ?? {},
    after: { by: by_id },
  });
}
