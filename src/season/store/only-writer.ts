import { type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "./tables.ts";

/** Changes what counts in a transaction, all or nothing. Processes that do so at once wait for each other. */
export function asOnlyWriter<T>(
  db: Kysely<Tables>,
  change: (store: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (store) => {
    await sql`select pg_advisory_xact_lock(hashtext('augenblock ' || current_schema()))`.execute(store);
    return change(store);
  });
}
