import { type Kysely, type Migration, Migrator, sql } from "kysely";

/**
 * Brings the tables of the current schema to the last of some steps, each step whole or not at all. Of programs that start at once one does
 * it, and the others wait.
 *
 * @param isNew makes the tables where there are none
 * @returns `none` if there are none and none were made, `newer` if a newer program made them
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  steps: Readonly<Record<string, Migration>>,
  isNew: boolean,
): Promise<"done" | "none" | "newer"> {
  const done = await doneSteps(db);
  if (done.length === 0 && !isNew) return "none";
  if (done.some((name) => !Object.hasOwn(steps, name))) return "newer";
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...steps }) },
    migrationTableSchema: rows[0]?.schema ?? "public",
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return "done";
}

async function doneSteps<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const { rows: there } = await sql<{ found: boolean }>`
    select exists (select from information_schema.tables
      where table_schema = current_schema() and table_name = 'kysely_migration') as found`.execute(db);
  if (there[0]?.found !== true) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}
