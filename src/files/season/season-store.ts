import { readFileSync, renameSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { Kysely, PostgresDialect, type PostgresPool, type PostgresQueryResult, sql } from "kysely";
import { msg } from "../../rules/problem/message.ts";
import { failure, refusal, type Result, success } from "../../rules/problem/problem.ts";
import { migrated } from "../../season/store/migrations.ts";
import type { Tables } from "../../season/store/tables.ts";
import { putEmptyStore } from "./empty-store.ts";
import { lockFolder } from "./folder-lock.ts";
import { version } from "../package.ts";
import { makeFolder } from "../make-folder.ts";
import { reason } from "../read-file.ts";
import { folderFault, hasStore, isServer, OTHER_FOLDER, STORE } from "./season-folder.ts";

/** The store of a season, open. */
export interface SeasonStore {
  readonly db: Kysely<Tables>;
  /** As people may read it: a folder, or a URL without its password. */
  readonly place: string;
  /** The folder that it lies in; null for a server. */
  readonly folder: string | null;
  close(): Promise<void>;
}

/** How a store is opened. */
interface Opening {
  /** Whether a season is begun where there is none. */
  readonly isNew: boolean;
  /** How long a server may take to answer, in ms; ten seconds if left out. */
  readonly connectMs?: number;
}

/**
 * Opens the store of a season: PostgreSQL on a server by its URL, or embedded in a folder. The fragment of a URL names the season where a
 * server holds several (`postgres://host/club#winter`); each has a schema of its own.
 */
export async function openSeason(season: string, how: Opening): Promise<Result<SeasonStore>> {
  return isServer(season) ? openServer(season, how) : openFolder(season, how);
}

/**
 * Does work with the store of a season, which is closed afterwards. What the store refuses meanwhile, because its disk is full or its server
 * is gone, is a problem; what had been finished by then is kept.
 */
export async function withSeason<T>(
  season: string,
  how: Opening,
  work: (store: SeasonStore) => Promise<T>,
): Promise<Result<T>> {
  const store = await openSeason(season, how);
  if (!store.ok) return store;
  try {
    return success(await work(store.value));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (isDamage(error)) return damaged(store.value.place, store.value.folder !== null);
    return refusal(
      "season-failed",
      msg`${store.value.place} can’t go on: ${serverReason(error)}`,
      msg`nothing of this step was kept; run the command again`,
    );
  } finally {
    await store.value.close();
  }
}

/** Whether an error is the store's: they have the five characters of an SQL state, or the code of a system error; or the connection is gone. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isOurs = "code" in error && /^(?:[0-9A-Z]{5}|E[A-Z]{3,})$/.test(String(error.code));
  return isOurs || /^Connection terminated|timeout exceeded|is not queryable$/.test(error.message);
}

/** Whether an error says that files of the database can't be right, or that it lost its footing in them. */
function isDamage(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^XX00[012]$/.test(String(error.code));
}

function damaged(place: string, isFolder: boolean): Result<never> {
  const message = msg`${place} can’t be opened: its files are damaged`;
  return refusal(
    "broken-season",
    message,
    isFolder
      ? msg`put back a copy of the folder, or begin a new season and \`season import\` an export`
      : msg`put back a backup of the database, or begin a new season and \`season import\` an export`,
  );
}

async function begun(store: SeasonStore, name: string, { isNew }: Opening): Promise<Result<SeasonStore>> {
  const ready = await migrated(store.db, isNew);
  if (!ready.ok) {
    await store.close();
    return ready;
  }
  if (isNew)
    await store.db
      .insertInto("season")
      .values({ id: 1, name, program: version() })
      .onConflict((there) => there.doNothing())
      .execute();
  return success(store);
}

/** A server that does not answer is not waited for longer. */
const CONNECT_MS = 10_000;
const SCHEMA = /^[a-z_][a-z0-9_]{0,40}$/;

async function openServer(season: string, how: Opening): Promise<Result<SeasonStore>> {
  const [url = "", schema = "augenblock"] = season.split("#");
  const place = plainUrl(season);
  if (!URL.canParse(url) || place === null)
    return refusal(
      "bad-url",
      msg`this is not the URL of a PostgreSQL server`,
      msg`write it like this: postgres://name:password@host/database`,
    );
  if (!SCHEMA.test(schema))
    return refusal(
      "bad-url",
      msg`\`${schema}\` can’t be the name of a season on a server`,
      msg`use up to 40 small letters, digits and underscores`,
    );
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: how.connectMs ?? CONNECT_MS,
    options: `-c search_path=${schema}`,
    application_name: "augenblock",
    max: 4,
  });
  // A connection that breaks while nobody uses it is opened anew.
  pool.on("error", () => undefined);
  // One that breaks while it is used fails what uses it.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await sql`select 1`.execute(db);
    if (how.isNew)
      await db.transaction().execute(async (store) => {
        // Of several that begin a season at once, one makes the schema.
        await sql`select pg_advisory_xact_lock(hashtext('augenblock schema'))`.execute(store);
        await sql`create schema if not exists ${sql.id(schema)}`.execute(store);
      });
    return await begun({ db, place, folder: null, close: () => db.destroy() }, schema, how);
  } catch (error) {
    await db.destroy();
    return refusal(
      "no-server",
      msg`${place} can’t be opened: ${serverReason(error)}`,
      msg`check the URL, and whether the server runs`,
    );
  }
}

/** A URL without its password; null if it is none. */
export function plainUrl(season: string): string | null {
  if (!URL.canParse(season)) return null;
  const url = new URL(season);
  url.password = "";
  url.search = "";
  return url.href;
}

/** Why a server refuses, by the error code of the system or of PostgreSQL. */
export function serverReason(error: unknown) {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const told = error instanceof Error ? error.message : "";
  if (code === "ECONNREFUSED") return msg`nobody answers there`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return msg`there is no such host`;
  if (code === "28P01" || code === "28000") return msg`name or password are wrong`;
  if (code === "3D000") return msg`there is no such database`;
  if (code === "42501") return msg`this user may not do that`;
  if (code === "53100") return msg`the disk is full there`;
  if (/timeout/.test(told)) return msg`nobody answers there within ${CONNECT_MS / 1000} seconds`;
  return msg`the server refused it`;
}

async function openFolder(folder: string, how: Opening): Promise<Result<SeasonStore>> {
  const store = join(folder, STORE);
  const fault = folderFault(folder);
  if (fault !== null && (how.isNew || fault.code !== "not-a-season")) return failure([fault]);
  const isThere = hasStore(folder);
  if (!isThere && !how.isNew)
    return refusal(
      "no-season",
      msg`there is no season in ${folder}`,
      msg`\`augenblock check … --into\` keeps the first sheets of one`,
    );
  try {
    await makeFolder(folder);
  } catch (error) {
    return refusal("unwritable", msg`${folder} can’t be made: ${reason(error)}`, OTHER_FOLDER);
  }
  const lock = await lockFolder(folder);
  if (!lock.ok) return lock;
  try {
    const pool = isThere ? await embedded(store) : await newEmbedded(store);
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    const close = async () => {
      // Kysely closes a pool only once it has been used.
      await db.destroy();
      await pool.end();
      lock.value();
    };
    const opened = { db, place: folder, folder, close };
    return await begun(opened, basename(resolve(folder)), how).catch(async (error) => {
      await close();
      throw error;
    });
  } catch {
    lock.value();
    const wanted = readVersion(store);
    if (wanted !== null && wanted !== POSTGRES)
      return refusal(
        "other-store",
        msg`${folder} was kept by another version of PostgreSQL (${wanted}) than this program brings (${POSTGRES})`,
        msg`export it with the version of augenblock that kept it, and import it here`,
      );
    return damaged(folder, true);
  }
}

/** The major version of the embedded PostgreSQL; another one can't read its files. */
const POSTGRES = "18";

function readVersion(store: string): string | null {
  try {
    return readFileSync(join(store, "PG_VERSION"), "utf8").trim();
  } catch {
    return null;
  }
}

/** A store is made beside its place first: a process that is killed meanwhile leaves none that is half there. */
async function newEmbedded(store: string): Promise<PostgresPool> {
  const draft = `${store}.new`;
  rmSync(draft, { recursive: true, force: true });
  if (!putEmptyStore(draft)) await (await embedded(draft)).end();
  renameSync(draft, store);
  return embedded(store);
}

/** PostgreSQL in a folder. */
async function embedded(dataDir: string): Promise<PostgresPool> {
  const { PGlite } = await import("@electric-sql/pglite");
  return embeddedPool(await PGlite.create({ dataDir }));
}

/** What is asked of an embedded PostgreSQL. */
interface Embedded {
  query<R>(
    statement: string,
    parameters: unknown[],
  ): Promise<{ readonly rows: R[]; readonly affectedRows?: number }>;
  close(): Promise<void>;
}

/** An embedded PostgreSQL as a pool of the one connection that it has. */
export function embeddedPool(database: Embedded): PostgresPool {
  let isOpen = true;
  let last: Promise<void> = Promise.resolve();
  return {
    async connect() {
      const before = last;
      let release = () => {};
      last = new Promise((done) => {
        release = done;
      });
      await before;
      return {
        async query<R>(statement: unknown, parameters: readonly unknown[] = []) {
          const { rows, affectedRows = 0 } = await database.query<R>(String(statement), [...parameters]);
          return { command: "SELECT", rowCount: affectedRows || rows.length, rows } as PostgresQueryResult<R>;
        },
        release,
      } as Awaited<ReturnType<PostgresPool["connect"]>>;
    },
    async end() {
      if (!isOpen) return;
      isOpen = false;
      await database.close();
    },
  };
}
