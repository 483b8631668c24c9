import {
  constants,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { PostgresPool } from "kysely";
import { type Message, msg } from "../../rules/problem/message.ts";
import { type Result, failure, refusal, success, tryOr } from "../../rules/problem/problem.ts";
import { readBuildCache } from "../package/prepared.ts";
import { makeFolder } from "../read/make-folder.ts";
import { reason } from "../read/read-file.ts";
import { DatabaseError, type EmbeddedDatabase, embeddedPool, openDatabase } from "./embedded.ts";
import { type FolderLock, lockFolder } from "./folder-lock.ts";
import { NEW_STORE, STORE, folderFault, hasStore, parseCloudPlaceholder } from "./season-address.ts";
import {
  type StoreFiles,
  type StoreLook,
  TABLE_FILE,
  inspectStore,
  makeEmptyFolders,
  writeFileList,
  sizeFault,
} from "./store-files.ts";
import { OTHER_FOLDER, brokenSeason, onlyInCloud, refusedFolder, refusedStore } from "./store-problems.ts";

/** An open and locked store in the folder of a season. */
export interface FolderStore {
  readonly pool: PostgresPool;
  /** Closes the store and releases the lock. */
  close(): Promise<void>;
}

/** Locks a folder and opens its store. An incomplete store is not opened and stays unchanged. @param isNew whether to create a store if there is none */
export async function openFolderStore(folder: string, isNew: boolean): Promise<Result<FolderStore>> {
  const fault = folderFault(folder);
  if (fault !== null && (isNew || fault.code !== "not-a-season")) return failure([fault]);
  if (!isNew && !hasStore(folder)) return noSeason(folder);
  try {
    await makeFolder(folder);
  } catch (error) {
    const message = msg`files.cant-create: ${folder} can’t be created: ${reason(error)}`;
    return refusal("unwritable", message, OTHER_FOLDER);
  }
  const store = resolveStorePath(folder);
  if (!store.ok) return store;
  const lock = await lockFolder(dirname(store.value));
  if (!lock.ok) return lock;
  try {
    const opened = await openLocked(folder, store.value, isNew, lock.value);
    if (!opened.ok) await lock.value.release();
    return opened;
  } catch (error) {
    await lock.value.release();
    throw error;
  }
}

function noSeason(folder: string): Result<never> {
  const message = msg`files.no-season: there is no season in ${folder}`;
  const hint = msg`season.start-season-hint: \`augenblock check … --into\` starts a season`;
  return refusal("no-season", message, hint);
}

/** The real path of the store: links of several seasons may lead to one. */
function resolveStorePath(folder: string): Result<string> {
  const store = join(folder, STORE);
  const real = tryOr(null, () => (readdirSync(folder).includes(STORE) ? realpathSync(store) : store));
  if (real !== null) return success(real);
  return brokenSeason(folder, msg`files.broken-link: ${STORE} is a broken link`);
}

async function openLocked(
  folder: string,
  store: string,
  isNew: boolean,
  lock: FolderLock,
): Promise<Result<FolderStore>> {
  const ready = hasStore(folder) ? await checkStore(folder, store) : await newStore(folder, isNew);
  if (!ready.ok) return ready;
  const guard = async () => {
    if (!(await lock.isHeld())) throw new DatabaseError("ELOCK", "the lock is another process’s");
  };
  try {
    makeEmptyFolders(store);
    writeFileList(store, "open");
  } catch (error) {
    return refusedFolder(store, error);
  }
  try {
    await guard();
    const database = await openDatabase(store);
    const close = () => closeStore(store, database, lock);
    return success({ pool: embeddedPool({ ...database, close }, guard), close });
  } catch (error) {
    return refusedStore(folder, error);
  }
}

/** Checks that an existing store is complete. */
async function checkStore(folder: string, store: string): Promise<Result<null>> {
  const names = readdirSync(folder);
  const absent = names.map(parseCloudPlaceholder).find((name) => name !== null && !names.includes(name));
  if (absent !== undefined && absent !== null) return onlyInCloud(folder, absent);
  const look = inspectStore(folder, store);
  if (!look.ok) return look;
  return look.value.isProved ? success(null) : checkCopy(folder, store, look.value);
}

/** Creates a store under another name first, so that a killed process leaves no incomplete one. */
async function newStore(folder: string, isNew: boolean): Promise<Result<null>> {
  if (!isNew) return noSeason(folder);
  const fault = folderFault(folder);
  if (fault !== null) return failure([fault]);
  const draft = join(folder, NEW_STORE);
  try {
    rmSync(draft, { recursive: true, force: true });
    if (!unpackEmptyStore(draft)) await (await openDatabase(draft)).close();
    renameSync(draft, join(folder, STORE));
    return success(null);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    return refusedStore(folder, error);
  }
}

async function closeStore(store: string, database: EmbeddedDatabase, lock: FolderLock): Promise<void> {
  try {
    // If another process took the folder over, it writes there now.
    if (await lock.isHeld()) {
      await database.close();
      writeFileList(store, "closed");
    }
  } catch {
    // The data is in the journal; the next process finds that the store was not closed properly, and checks a copy.
  } finally {
    await lock.release();
  }
}

/** The name under which the build prepares an empty store: PostgreSQL takes seconds to make one. */
export const EMPTY_STORE = "season";

/** The content of a folder: paths of folders, parents first, and files with indices of their contents, where equal bytes are stored once. */
interface PackedFolder {
  readonly folders: readonly string[];
  readonly files: readonly (readonly [path: string, content: number])[];
  readonly contents: readonly Uint8Array[];
}

/** Packs a folder into a compressed value. */
export function packFolder(folder: string): Uint8Array {
  const all = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .map((path) => ({ path, isFolder: statSync(join(folder, path)).isDirectory() }));
  const contents = new Map<string, number>();
  const files = all
    .filter(({ isFolder }) => !isFolder)
    .map(({ path }) => {
      const content = readFileSync(join(folder, path), "latin1");
      const at = contents.get(content) ?? contents.size;
      contents.set(content, at);
      return [path.replaceAll("\\", "/"), at] as const;
    });
  const packed: PackedFolder = {
    folders: all.filter(({ isFolder }) => isFolder).map(({ path }) => path.replaceAll("\\", "/")),
    files,
    contents: [...contents.keys()].map((content) => Buffer.from(content, "latin1")),
  };
  return deflateRawSync(serialize(packed));
}

/** Restores a packed folder, readable only by its owner. */
export function unpackFolder(packed: Uint8Array, folder: string): void {
  const { folders, files, contents }: PackedFolder = deserialize(inflateRawSync(packed));
  for (const path of ["", ...folders]) mkdirSync(join(folder, path), { recursive: true, mode: 0o700 });
  for (const [path, at] of files) writeFileSync(join(folder, path), contents[at] ?? "", { mode: 0o600 });
}

/** Creates an empty store from the build cache. @returns false if there is none in it */
function unpackEmptyStore(folder: string): boolean {
  const packed = readBuildCache(EMPTY_STORE, () => null);
  if (!(packed instanceof Uint8Array)) return false;
  unpackFolder(packed, folder);
  return true;
}

/** A table, index or sequence of a store. */
interface Relation {
  /** In the files of the store. */
  readonly path: string;
  readonly kind: "r" | "i" | "t" | "S" | "m";
  /** Pages at the last count; tables grow beyond that. */
  readonly pages: number;
  readonly name: string;
  readonly isOurs: boolean;
}

/**
 * Opens a copy of a store that may be incomplete, as after a process was killed, and reads all of it. This finds files that PostgreSQL
 * recreates because they are missing; the store itself stays unchanged.
 *
 * @returns `broken-season` if anything is missing; `unreadable` or `unwritable` if the copy can't be made
 */
async function checkCopy(season: string, store: string, look: StoreLook): Promise<Result<null>> {
  let scratch: string | null = null;
  try {
    scratch = mkdtempSync(join(tmpdir(), "augenblock-season-"));
    copyFiles(store, scratch, look.files);
  } catch (error) {
    if (scratch !== null) rmSync(scratch, { recursive: true, force: true });
    const message = msg`files.trial-copy-failed: ${season} was not closed properly, and no copy can be made in ${tmpdir()} to check it: ${reason(error)}`;
    return refusal(
      "unwritable",
      message,
      msg`files.free-space-or-tmpdir-hint: free some space there, or name another folder in \`TMPDIR\``,
    );
  }
  try {
    const database = await openDatabase(scratch);
    const fault = await missingRelation(database, look).finally(() => database.close());
    return fault === null ? success(null) : brokenSeason(season, fault);
  } catch (error) {
    return refusedStore(season, error);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function copyFiles(store: string, scratch: string, files: StoreFiles): void {
  makeEmptyFolders(scratch);
  for (const path of files.keys()) {
    mkdirSync(join(scratch, dirname(path)), { recursive: true });
    copyFileSync(join(store, path), join(scratch, path), constants.COPYFILE_FICLONE);
  }
}

/** The problem of the first table or index whose file was missing or truncated before the copy was opened; null if there is none. */
async function missingRelation(
  database: EmbeddedDatabase,
  { files, listed }: StoreLook,
): Promise<Message | null> {
  const { rows: relations } = await database.query<Relation>(
    `select pg_relation_filepath(c.oid) as path, c.relkind as kind, c.relpages as pages,
      format('%I.%I', n.nspname, c.relname) as name, n.nspname = 'public' as "isOurs"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where pg_relation_filepath(c.oid) is not null`,
    [],
  );
  const parts = [...listed].filter(([path]) => TABLE_FILE.test(path));
  for (const relation of relations) {
    const { path, kind, pages } = relation;
    // Even empty indexes and sequences have a first page.
    const least = pages > 0 || kind === "i" || kind === "S" ? 1 : 0;
    const asListed = parts.filter(([part]) => part === path || part.startsWith(`${path}.`));
    for (const [part, size] of [[path, least] as const, ...asListed]) {
      const fault = sizeFault(part, files.get(part), size);
      if (fault !== null) return fault;
    }
    if (kind === "r" || kind === "t") await readTable(database, relation);
  }
  return null;
}

/** Reads a table sequentially and by an index. @throws if they disagree about its rows */
async function readTable(database: EmbeddedDatabase, { name, kind, isOurs }: Relation): Promise<void> {
  const count = async (isByIndex: boolean) => {
    for (const way of ["seqscan", "bitmapscan"])
      await database.query(`set enable_${way} = ${way === "seqscan" && !isByIndex ? "on" : "off"}`, []);
    for (const way of ["indexscan", "indexonlyscan"])
      await database.query(`set enable_${way} = ${isByIndex ? "on" : "off"}`, []);
    const { rows } = await database.query<{ n: string }>(`select count(*)::text as n from ${name}`, []);
    return rows[0]?.n;
  };
  if ((await count(true)) !== (await count(false)))
    throw new DatabaseError("EDAMAGED", `rows of ${name} are missing`);
  // Long values are stored in a separate table, which this reads as well.
  if (isOurs && kind === "r")
    await database.query(`select sum(length(t::text)) as length from ${name} t`, []);
}
