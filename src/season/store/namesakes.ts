import { sql, type Transaction } from "kysely";
import type { Tables } from "./tables.ts";

/** Whether a result is one of two that the same player has on the sheet `s`. */
const HAS_NAMESAKES = sql`exists (select from results r join results o using (sheet_id, player_id)
  where r.sheet_id = s.id and r.seat < o.seat and r.alias_id is not null)`;

/**
 * Lets sheets wait on which two names stand for one player: nobody plays against herself. What is on them stays.
 *
 * @returns those that wait for that
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

/** Lets the sheets count whose names stand for different players again. */
export async function releaseNamesakes(store: Transaction<Tables>): Promise<void> {
  await sql`
    with free as (
      update sheets s set state = 'settled', waits = null
      where s.state = 'open' and s.waits = 'players' and not ${HAS_NAMESAKES} returning s.id, s.complete
    )
    update results r set counts = free.complete from free where free.id = r.sheet_id`.execute(store);
}
