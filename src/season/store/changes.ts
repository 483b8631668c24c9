import { type Kysely, type Transaction, sql } from "kysely";
import type { AuditKind, Tables } from "./tables.ts";

/** A change for the audit. */
interface Change {
  readonly by: string;
  readonly kind: AuditKind;
  readonly sheet_id?: number;
  readonly player_id?: number;
  readonly before?: object;
  readonly after?: object;
}

/** Records a change; the time is that of the store. */
export async function audit(store: Kysely<Tables>, change: Change): Promise<void> {
  const { by, kind, sheet_id = null, player_id = null, before, after } = change;
  const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value)) as never;
  await store
    .insertInto("audit")
    .values({ by, kind, sheet_id, player_id, before: json(before), after: json(after) })
    .execute();
}

/** Runs a change of the season in a transaction. Concurrent changes wait for each other. */
export function writeExclusively<T>(
  db: Kysely<Tables>,
  change: (store: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (store) => {
    await sql`select pg_advisory_xact_lock(hashtext('augenblock ' || current_schema()))`.execute(store);
    return change(store);
  });
}

/**
 * Vacuums the tables after many sheets were added, so that standings read only their index. A server does so by itself after some minutes;
 * an embedded store never does.
 */
export async function vacuumChanged(db: Kysely<Tables>): Promise<void> {
  await sql`vacuum (analyze) results, sheets, aliases, players, evenings`.execute(db);
}

/**
 * Rewrites the tables, because the files of a store still hold deleted rows.
 *
 * @param isEmbedded whether the store is in a folder; its journal is then restarted as well, which on a server is up to its administrator
 */
export async function vacuumStore(db: Kysely<Tables>, isEmbedded: boolean): Promise<void> {
  const tables = sql.raw("results, sheets, aliases, players, evenings, games, pictures, answers, audit");
  await sql`vacuum (full, analyze) ${tables}`.execute(db);
  if (!isEmbedded) return;
  // The statistics hold the most common values of columns.
  await sql`vacuum full pg_statistic`.execute(db);
  await sql`set wal_recycle = off`.execute(db);
  await sql`select pg_switch_wal()`.execute(db);
  await sql`checkpoint`.execute(db);
}
