import { basename, resolve } from "node:path";
import { Kysely, PostgresDialect, sql } from "kysely";
import type { Pool, PoolConfig } from "pg";
import { msg } from "../../rules/problem/message.ts";
import { refusal, type Result, success } from "../../rules/problem/problem.ts";
import { migrateStore } from "../../season/store/migrations.ts";
import type { Tables } from "../../season/store/tables.ts";
import { version } from "../package.ts";
import { errorCode } from "../read/read-file.ts";
import { openFolderStore } from "./folder-store.ts";
import type { SeasonAddress, ServerAddress } from "./season-address.ts";
import {
  brokenSeason,
  DAMAGED,
  folderReason,
  isDamage,
  refusedStore,
  refuseTakenSeason,
} from "./store-problems.ts";

export interface SeasonStore {
  readonly db: Kysely<Tables>;
  /** For display: a folder, or a URL without its password. */
  readonly place: string;
  /** Null for a server. */
  readonly folder: string | null;
  close(): Promise<void>;
}

interface Opening {
  /** Whether to begin a season if there is none. */
  readonly isNew: boolean;
  /** The timeout for connecting to a server, in ms; ten seconds by default. */
  readonly connectMs?: number;
}

/** Opens the store of a season: PostgreSQL on a server, with a schema for each season, or embedded in a folder. */
export async function openSeason(season: SeasonAddress, how: Opening): Promise<Result<SeasonStore>> {
  return season.kind === "server" ? openServer(season, how) : openFolder(season.folder, how);
}

/**
 * Runs work with the store of a season, and closes it afterwards. Failures of the store, such as a full disk or a lost server, become
 * problems; transactions that were committed before are kept.
 */
export async function withSeason<T>(
  season: SeasonAddress,
  how: Opening,
  work: (store: SeasonStore) => Promise<T>,
): Promise<Result<T>> {
  const store = await openSeason(season, how);
  if (!store.ok) return store;
  try {
    return success(await work(store.value));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return failedStore(store.value, error);
  } finally {
    await store.value.close();
  }
}

/** The problem of a store that failed during work. */
function failedStore({ place, folder }: SeasonStore, error: unknown): Result<never> {
  if (errorCode(error) === "ELOCK") return refuseTakenSeason(place);
  if (isDamage(error) && folder !== null) return brokenSeason(place, null);
  if (isDamage(error))
    return refusal(
      "broken-season",
      msg`files.cant-open: ${place} can’t be opened: ${DAMAGED}`,
      msg`files.restore-backup-hint: restore a backup of the database, or start a new season and load an export with \`season import\``,
    );
  const why = folder === null ? serverReason(error) : folderReason(error);
  const message = msg`files.store-failed: ${place} can’t be used any more: ${why}`;
  const hint = msg`files.step-not-saved-hint: this step was not saved; run the command again`;
  return refusal("season-failed", message, hint);
}

/** Whether an error comes from the store: it has an SQL state, a system error code, or is about a lost connection. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    /^(?:[0-9A-Z]{5}|E[A-Z]{3,})$/.test(errorCode(error)) ||
    /^Connection terminated|timeout exceeded|is not queryable$/.test(error.message)
  );
}

async function beginSeason(
  store: SeasonStore,
  name: string,
  { isNew }: Opening,
): Promise<Result<SeasonStore>> {
  const ready = await migrateStore(store.db, isNew);
  if (!ready.ok) {
    await store.close();
    return ready;
  }
  if (isNew)
    await sql`
      insert into season (id, name, program) values (1, ${name}, ${version()})
      on conflict do nothing`.execute(store.db);
  return success(store);
}

/** Timeout of a connection. */
const CONNECT_MS = 10_000;

async function openServer(address: ServerAddress, how: Opening): Promise<Result<SeasonStore>> {
  const { place, schema: named } = address;
  const schema = named ?? "augenblock";
  const { connectMs: connectionTimeoutMillis = CONNECT_MS } = how;
  const pool = await openPool(address, schema, { connectionTimeoutMillis, max: 4 });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await sql`select 1`.execute(db);
    if (how.isNew)
      await db.transaction().execute(async (store) => {
        // If several processes create a season at once, one makes the schema.
        await sql`select pg_advisory_xact_lock(hashtext('augenblock schema'))`.execute(store);
        await sql`create schema if not exists ${sql.id(schema)}`.execute(store);
      });
    return await beginSeason({ db, place, folder: null, close: () => db.destroy() }, schema, how);
  } catch (error) {
    await db.destroy();
    return refuseServer(place, error);
  }
}

/** Opens a connection pool for a schema of a server. */
export async function openPool(
  address: ServerAddress,
  schema: string,
  config: Omit<PoolConfig, "connectionString" | "options">,
): Promise<Pool> {
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({
    connectionString: address.url(),
    options: `-c search_path=${schema}`,
    application_name: "augenblock",
    ...config,
  });
  // Broken idle connections are replaced by the pool.
  pool.on("error", () => undefined);
  // A connection that breaks in use makes its query fail.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** The problem of a server that can't be used. */
export function refuseServer(place: string, error: unknown): Result<never> {
  const message = msg`files.cant-open: ${place} can’t be opened: ${serverReason(error)}`;
  const hint = msg`files.check-server-hint: check the URL and that the server is running`;
  return refusal("no-server", message, hint);
}

/** The reason why a server failed, by the error code of the system or of PostgreSQL. */
export function serverReason(error: unknown) {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const message = error instanceof Error ? error.message : "";
  if (code === "ECONNREFUSED") return msg`files.server-no-answer: the server does not answer`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return msg`files.unknown-host: unknown host`;
  if (code === "28P01" || code === "28000") return msg`files.wrong-login: wrong name or password`;
  if (code === "3D000") return msg`files.no-such-database: there is no such database`;
  if (code === "42501") return msg`files.user-not-allowed: this user may not do that`;
  if (code === "53100") return msg`files.server-disk-full: the server’s disk is full`;
  if (/timeout/.test(message))
    return msg`files.server-timeout: the server does not answer within ${CONNECT_MS / 1000} seconds`;
  return msg`files.server-refused: the server refused it`;
}

async function openFolder(folder: string, how: Opening): Promise<Result<SeasonStore>> {
  const opened = await openFolderStore(folder, how.isNew);
  if (!opened.ok) return opened;
  const { pool } = opened.value;
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const close = async () => {
    // Kysely closes a pool only once it has been used.
    await db.destroy();
    await pool.end();
  };
  try {
    return await beginSeason({ db, place: folder, folder, close }, basename(resolve(folder)), how);
  } catch (error) {
    await close();
    return refusedStore(folder, error);
  }
}
