import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * Brings the tables in order after many sheets came in, so that standings read nothing but their index. A server does so by itself after some
 * minutes, an embedded store never does.
 */
export async function tidy(db: Kysely<Tables>): Promise<void> {
  await sql`vacuum (analyze) results, sheets, aliases, players, evenings`.execute(db);
}
