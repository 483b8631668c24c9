import {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join, posix } from "node:path";
import { crc32 } from "node:zlib";
import { type Message, msg } from "../../rules/problem/message.ts";
import { failure, refusal, type Result, success, tryOr } from "../../rules/problem/problem.ts";
import { errorCode, statPath, unreadable } from "../read/read-file.ts";
import { parseCloudPlaceholder, STORE } from "./season-address.ts";
import { brokenSeason, onlyInCloud, refusedFolder } from "./store-problems.ts";

// PostgreSQL opens a store with missing files and recreates some of them empty. So a store holds a list of its files. After a proper close,
// the list is exact. After a process was killed, or without a list, a copy is opened first to check it.

/** The major version of the embedded PostgreSQL; another one can't read its files. */
const POSTGRES = "18";

/** The list of files, in the store itself so that both are copied together. */
export const FILE_LIST = "augenblock.json";

/** The files of a store by their paths in it, with their sizes in bytes. */
export type StoreFiles = ReadonlyMap<string, number>;

/** A store whose files are complete, as far as can be seen without opening it. */
export interface StoreLook {
  readonly files: StoreFiles;
  /** Whether the files are proved to be unchanged since the store was closed. */
  readonly isProved: boolean;
  /** The files at the start of a process that didn't close the store; none if unknown. */
  readonly listed: StoreFiles;
}

interface FileList {
  readonly state: "open" | "closed";
  /** The checksum of the file that changes whenever PostgreSQL works in the store. */
  readonly control: number;
  readonly files: Readonly<Record<string, number>>;
}

const VERSION_FILE = "PG_VERSION";
const CONTROL_FILE = "global/pg_control";

/** Files that every store needs, although PostgreSQL doesn't always notice their absence. */
const ESSENTIAL = [
  ...["postgresql.conf", CONTROL_FILE, "global/pg_filenode.map", "base/5/pg_filenode.map"],
  ...["base/5/PG_VERSION", "pg_xact/0000", "pg_multixact/offsets/0000", "pg_multixact/members/0000"],
];

/** Folders of a store that are often empty, so that some programs don't copy them. */
const EMPTY_FOLDERS = [
  ...["pg_commit_ts", "pg_dynshmem", "pg_logical/mappings", "pg_logical/snapshots", "pg_notify"],
  ...["pg_replslot", "pg_serial", "pg_snapshots", "pg_stat", "pg_stat_tmp", "pg_subtrans", "pg_tblspc"],
  ...["pg_twophase", "pg_wal/archive_status", "pg_wal/summaries"],
];

/** Files of tables and indexes; they are removed when a table is rewritten. */
export const TABLE_FILE = /^(?:base\/\d+|global)\/\d+(?:\.\d+)?$/;
const JOURNAL_FILE = /^pg_wal\/([0-9A-F]{24})$/;
const JOURNAL_BYTES = 16 * 1024 * 1024;
/** Files that PostgreSQL recreates without loss. */
const DISPENSABLE =
  /(?:^|\/)(?:pg_internal\.init|postmaster\.\w+|\w+_(?:fsm|vm))$|^(?:base\/pgsql_tmp|pg_(?:dynshmem|logical|notify|replslot|serial|snapshots|stat|stat_tmp|subtrans|twophase|wal))\//;
/** Text files, whose line ends a copying program may have changed. */
const TEXT_FILE = /\.conf$|PG_VERSION$/;

/**
 * Inspects the files of a store without opening it. The caller holds the lock of its folder.
 *
 * @returns the files; or `broken-season` if one is missing, empty or too short, `other-store` if another version of PostgreSQL wrote them,
 *   `unwritable` or `unreadable` if the system refuses one
 */
export function inspectStore(season: string, store: string): Result<StoreLook> {
  if (statPath(store)?.isDirectory() === false)
    return brokenSeason(season, msg`files.store-not-a-folder: ${STORE} is not a folder`);
  try {
    return inspectFiles(season, store, listFiles(store));
  } catch (error) {
    const path = error instanceof Error && "path" in error ? String(error.path) : store;
    return failure([unreadable(path, error)]);
  }
}

function inspectFiles(season: string, store: string, files: StoreFiles): Result<StoreLook> {
  for (const path of files.keys()) {
    const name = parseCloudPlaceholder(basename(path));
    const absent = name === null ? null : posix.join(posix.dirname(path), name);
    // A placeholder next to its file is a leftover.
    if (absent !== null && !files.has(absent)) return onlyInCloud(season, absent);
  }
  const refused = refusedFile(store, files) ?? versionFault(season, store, files);
  if (refused !== null) return refused;
  const list = readList(store);
  const known = new Map(Object.entries(list?.files ?? {}));
  const isProved = list?.state === "closed" && list.control === controlSum(store);
  const listed = list?.state === "open" ? known : new Map<string, number>();
  const fault = isProved ? changedFile(files, known) : missingFile(store, files, listed);
  return fault === null ? success({ files, isProved, listed }) : brokenSeason(season, fault);
}

/** Writes the list of files before a store is opened, or after it was closed. @throws system errors */
export function writeFileList(store: string, state: FileList["state"]): void {
  const files = Object.fromEntries(listFiles(store));
  const list: FileList = { state, control: controlSum(store), files };
  const draft = join(store, `${FILE_LIST}.new`);
  try {
    rmSync(draft, { force: true });
    writeFileSync(draft, JSON.stringify(list), { flag: "wx", mode: 0o600 });
    renameSync(draft, join(store, FILE_LIST));
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Recreates empty folders that copying may have lost. @throws system errors */
export function makeEmptyFolders(store: string): void {
  for (const folder of EMPTY_FOLDERS) mkdirSync(join(store, folder), { recursive: true, mode: 0o700 });
}

/** The files of a store. Links are followed; broken ones are skipped. */
function listFiles(store: string): StoreFiles {
  const files = new Map<string, number>();
  const visit = (folder: string) => {
    for (const name of readdirSync(join(store, folder)).sort()) {
      const path = folder === "" ? name : `${folder}/${name}`;
      const there = statSync(join(store, path), { throwIfNoEntry: false });
      if (there?.isDirectory()) visit(path);
      else if (there !== undefined && !path.startsWith(FILE_LIST)) files.set(path, there.size);
    }
  };
  visit("");
  return files;
}

function readList(store: string): FileList | null {
  try {
    const value: Partial<FileList> | null = JSON.parse(readFileSync(join(store, FILE_LIST), "utf8"));
    const { state, control, files } = value ?? {};
    const isWhole = typeof control === "number" && typeof files === "object" && files !== null;
    return isWhole && (state === "open" || state === "closed") ? { state, control, files } : null;
  } catch (error) {
    // It may be missing, or cut off.
    if (errorCode(error) === "ENOENT" || error instanceof SyntaxError) return null;
    throw error;
  }
}

function controlSum(store: string): number {
  return tryOr(0, () => crc32(readFileSync(join(store, CONTROL_FILE))));
}

function versionFault(season: string, store: string, files: StoreFiles): Result<never> | null {
  const fault = sizeFault(VERSION_FILE, files.get(VERSION_FILE), 1);
  if (fault !== null) return brokenSeason(season, fault);
  const version = readFileSync(join(store, VERSION_FILE), "latin1").trim();
  if (version === POSTGRES) return null;
  if (!/^\d+(?:\.\d+)?$/.test(version)) return brokenSeason(season, null);
  const message = msg`files.postgres-version: ${season} was made with another version of PostgreSQL (${version}) than this program uses (${POSTGRES})`;
  const hint = msg`files.export-and-import-hint: export it with the version of augenblock that made it, and import it here`;
  return refusal("other-store", message, hint);
}

/** The problem of a file with a minimum size; null if there is none. */
export function sizeFault(path: string, size: number | undefined, least: number): Message | null {
  const shown = `${STORE}/${path}`;
  if (size === undefined) return msg`files.file-missing: ${shown} is missing`;
  if (size >= least) return null;
  return size === 0
    ? msg`scan.empty-file: ${shown} is empty`
    : msg`files.file-incomplete: ${shown} is incomplete`;
}

/** The problem of the first changed file. */
function changedFile(files: StoreFiles, known: StoreFiles): Message | null {
  for (const [path, least] of known) {
    const size = files.get(path);
    const isText = TEXT_FILE.test(path);
    const fault = sizeFault(path, size, isText ? Math.min(1, least) : least);
    if (fault !== null) return fault;
    if (!isText && size !== least)
      return msg`files.file-changed: ${`${STORE}/${path}`} has changed since it was last used`;
  }
  return null;
}

/** The problem of the first missing file that must exist even after a process was killed. */
function missingFile(store: string, files: StoreFiles, listed: StoreFiles): Message | null {
  const lasting = [...listed].filter(([path]) => !TABLE_FILE.test(path) && !DISPENSABLE.test(path));
  for (const [path, size] of [...ESSENTIAL.map((path) => [path, 1] as const), ...lasting]) {
    const fault = sizeFault(path, files.get(path), TEXT_FILE.test(path) ? Math.min(1, size) : size);
    if (fault !== null) return fault;
  }
  return journalFault(store, files, listed);
}

/** The problem of the first incomplete journal file that recovery needs. */
function journalFault(store: string, files: StoreFiles, listed: StoreFiles): Message | null {
  // The control file holds the position of the last checkpoint and, eight bytes later, that of its redo record.
  const redo = readFileSync(join(store, CONTROL_FILE)).readBigUInt64LE(40);
  const from = Number(redo / BigInt(JOURNAL_BYTES));
  const numbers = [...new Set([...files.keys(), ...listed.keys()])].flatMap((path) => {
    const name = JOURNAL_FILE.exec(path)?.[1];
    return name === undefined
      ? []
      : [Number.parseInt(name.slice(8, 16), 16) * JOURNALS_A_HALF + Number.parseInt(name.slice(16), 16)];
  });
  const last = Math.max(from, ...numbers);
  for (let number = from; number <= last; number++) {
    const path = `pg_wal/${journalName(number)}`;
    const fault = sizeFault(path, files.get(path), JOURNAL_BYTES);
    if (fault !== null) return fault;
  }
  return null;
}

/** Journal files are named by the timeline, here always the first, and the two halves of their number. */
const JOURNALS_A_HALF = 2 ** 32 / JOURNAL_BYTES;

function journalName(number: number): string {
  const hex = (part: number) => part.toString(16).toUpperCase().padStart(8, "0");
  return hex(1) + hex(Math.floor(number / JOURNALS_A_HALF)) + hex(number % JOURNALS_A_HALF);
}

/** The problem of the first file that can't be read and written; null if there is none. */
function refusedFile(store: string, files: StoreFiles): Result<never> | null {
  for (const path of files.keys())
    try {
      accessSync(join(store, path), constants.R_OK | constants.W_OK);
    } catch (error) {
      return refusedFolder(join(store, path), error);
    }
  return null;
}
