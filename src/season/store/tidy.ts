import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * Brings the tables in order after many sheets came in, so that standings read nothing but their index. A server does so by itself after some
 * minutes, an embedded store never does.
 */
export async function tidy(db: Kysely<Tables>): Promise<void> {
  await sql`vacuum (analyze) results, sheets, aliases, players, evenings`.execute(db);
}

/**
 * Overwrites what was taken out: until then, the files of a store go on holding rows that are no longer in any table.
 *
 * @param isEmbedded whether nobody else uses the store, so that its journal can be begun anew, too; that of a server belongs to whoever runs it
 */
export async function vacuumStore(db: Kysely<Tables>, isEmbedded: boolean): Promise<void> {
  await sql`vacuum (full, analyze) results, sheets, aliases, players, evenings, games, pictures, answers, audit`.execute(
    db,
  );
  if (!isEmbedded) return;
  // It holds the most common values of columns.
  await sql`vacuum full pg_statistic`.execute(db);
  await sql`set wal_recycle = off`.execute(db);
  await sql`select pg_switch_wal()`.execute(db);
  await sql`checkpoint`.execute(db);
}
