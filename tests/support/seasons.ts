import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { deserialize } from "node:v8";
import { PGlite } from "@electric-sql/pglite";
import { Kysely, PostgresDialect, sql } from "kysely";
import { EMPTY_STORE, unpackFolder } from "../../src/files/season/folder-store.ts";
import { embeddedPool } from "../../src/files/season/embedded.ts";
import { writeFileList } from "../../src/files/season/store-files.ts";
import { need } from "../../src/rules/problem/problem.ts";
import type { ResultToKeep, SheetToKeep } from "../../src/season/sheet-to-keep.ts";
import { keepSheets } from "../../src/season/store/keep.ts";
import { migrateStore } from "../../src/season/store/migrations.ts";
import type { Tables } from "../../src/season/store/tables.ts";
import {
  toSeasonSheet,
  mergePlayerNames,
  transferHead,
  transferSheets,
} from "../../src/season/store/transfer.ts";
import { parseTransferHead, transferSheet } from "../../src/season/transfer-file.ts";
import { emptyFolder } from "./command-line.ts";

/** One embedded PostgreSQL for all tests of this process. */
let database: Promise<PGlite> | null = null;
/** The tables of the last season as they were made. */
let made: string | undefined;
let schemas = 0;

/**
 * An empty season in memory. Only the last one that was made is in use: its rows are removed for the next one, which takes a tenth of the
 * time of making tables. If a test has changed the tables themselves, new ones are made.
 */
export async function emptySeason(): Promise<Kysely<Tables>> {
  database ??= PGlite.create(join(seasonFolder(), "store"), { relaxedDurability: true });
  const pool = embeddedPool(await database);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  if (made !== undefined && made === (await describeTables(db))) {
    await removeRows(db);
    return db;
  }
  const schema = `season_${++schemas}`;
  await sql`create schema ${sql.id(schema)}`.execute(db);
  await sql`set search_path to ${sql.id(schema)}`.execute(db);
  need(await migrateStore(db, true));
  made = await describeTables(db);
  return db;
}

/** Changes with every table, column, index and constraint, and with the migrations that were run; undefined if there is nothing. */
async function describeTables(db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ lines: string }>`
    with tables as (select * from pg_class where relnamespace = current_schema()::regnamespace)
    select string_agg(line, ';' order by line) as lines from (
      select concat_ws(' ', relname, attname, atttypid, attnotnull, attnum) as line
        from pg_attribute join tables t on attrelid = t.oid
      union all select conname from pg_constraint join tables t on conrelid = t.oid
      union all select name from kysely_migration
    ) described`.execute(db);
  return rows[0]?.lines;
}

/** Empties all tables but those of the migrations; numbers begin with 1 again. */
async function removeRows(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = current_schema() and tablename not like 'kysely%'`.execute(db);
  // Without foreign keys, the order doesn't matter.
  await sql`set session_replication_role = replica`.execute(db);
  for (const { name } of rows) await sql`delete from ${sql.table(name)}`.execute(db);
  await sql`set session_replication_role = origin`.execute(db);
  await sql`
    select setval(oid, 1, false) from pg_class
    where relkind = 'S' and relnamespace = current_schema()::regnamespace`.execute(db);
}

/** A folder for a season, with the empty store that the build has prepared: what runs from its sources would take seconds to make one. */
export function seasonFolder(parent = emptyFolder()): string {
  const folder = join(parent, "season");
  const built = readFileSync(new URL(`../../dist/prepared/${EMPTY_STORE}`, import.meta.url));
  const store = join(folder, "store");
  unpackFolder(deserialize(built).value, store);
  writeFileList(store, "closed");
  return folder;
}

/** A made-up game of four boxes in one column. */
const GAME = {
  rules: "0123456789abcdef",
  variant: "four-boxes",
  name: { en: "Four boxes", de: "Vier Felder" },
  boxes: ["ones", "twos", "pair", "yatzy"].map((category) => ({
    column: "main",
    category,
    label: { en: category },
    columnLabel: null,
  })),
  lowestWins: false,
  packed: null,
  ranking: null,
};

/** A settled typed sheet of players with their scores; a player's total is their sum. */
export function madeUpSheet(
  hash: string,
  scores: Readonly<Record<string, readonly (number | null)[]>>,
  more: Partial<SheetToKeep> = {},
): SheetToKeep {
  const total = (of: readonly (number | null)[]) => of.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  const all = Object.entries(scores);
  const results = all.map(
    ([name, boxes], at): ResultToKeep => ({
      seat: at + 1,
      name,
      nobody: null,
      total: total(boxes),
      decides: total(boxes),
      columns: null,
      wonAtOnce: false,
      leftEarly: false,
      rank: 1 + all.filter(([, other]) => total(other) > total(boxes)).length,
      players: all.length,
      beaten: all.filter(([, other]) => total(other) < total(boxes)).length,
      payout: null,
      boxes,
      struck: [],
      bonuses: 0,
      bonusLines: 1,
    }),
  );
  return {
    source: "typed",
    hash,
    part: 0,
    also: [],
    file: `${hash}.yaml`,
    identity: null,
    number: 0,
    engine: "test",
    game: GAME,
    evening: { date: "2026-01-09", place: "", name: "" },
    verdict: "correct",
    complete: true,
    waits: null,
    open: null,
    results,
    seats: all.length,
    filled: all.flatMap(([, boxes]) => boxes.filter((score) => score !== null)).length,
    ...more,
  };
}

/** Changes with every byte that is written into a folder, and with every file that is made or removed. */
export function folderState(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return paths.map((path) => {
    const { size, mtimeMs, ino } = statSync(join(folder, path));
    return statSync(join(folder, path)).isFile() ? `${path} ${size} ${mtimeMs} ${ino}` : path;
  });
}

/** A season as it is exported: its head, and its sheets. */
interface Exported {
  readonly head: string;
  readonly sheets: string;
}

/** A season as `season export` writes it. */
export async function writeExport(db: Kysely<Tables>): Promise<Exported> {
  const head = JSON.stringify(await transferHead(db, "test"));
  const pages: unknown[] = [];
  for await (const page of transferSheets(db)) pages.push(...page);
  return { head, sheets: JSON.stringify(pages) };
}

/** Takes an exported season in as `season import` does. */
export async function takeExport(db: Kysely<Tables>, exported: Exported): Promise<void> {
  const head = parseTransferHead(JSON.parse(exported.head));
  if (head === null) throw new Error("the head of an exported season is read again");
  const sheets = (JSON.parse(exported.sheets) as unknown[]).flatMap((one) => {
    const sheet = transferSheet(one);
    if (typeof sheet === "string") throw new Error(`an exported sheet is read again, but for ${sheet}`);
    return toSeasonSheet(head, sheet) ?? [];
  });
  await keepSheets(db, sheets, "Zoe", true);
  await mergePlayerNames(db, head.players, "Zoe");
}

/** What counts in a season: name, total, rank and players of each result, in the order of their coming in. */
export async function counted(db: Kysely<Tables>) {
  return db
    .selectFrom("results as r")
    .innerJoin("aliases as a", "a.id", "r.alias_id")
    .innerJoin("players as p", "p.id", "a.player_id")
    .select(["p.name", "r.total", "r.rank", "r.players"])
    .where("r.counts", "=", true)
    .orderBy("r.id")
    .execute();
}

/** Makes the tables of a store what they were before the step `004-games`; ranks and payouts stay. */
export async function takeBackGames(db: Kysely<Tables>): Promise<void> {
  for (const statement of [
    sql`delete from kysely_migration where name >= '004-games'`,
    sql`drop table leavers, unranked`,
    sql`drop index sheets_alone, sheets_in_order`,
    sql`alter table games drop column ranking`,
    sql`alter table sheets drop column came_in`,
    sql`alter table results drop column columns, alter column alias_id set not null`,
  ])
    await statement.execute(db);
}
