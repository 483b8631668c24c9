import { constants, copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Message, msg } from "../../rules/problem/message.ts";
import { refusal, type Result, success } from "../../rules/problem/problem.ts";
import { reason } from "../read/read-file.ts";
import { type EmbeddedDatabase, DatabaseError, openDatabase } from "./embedded.ts";
import { brokenSeason, refusedStore } from "./store-problems.ts";
import { makeEmptyFolders, sizeFault, type StoreFiles, type StoreLook, TABLE_FILE } from "./store-files.ts";

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
 * Opens a copy of a store whose files aren't proved to be whole, as after a process was killed, and reads all of it. What PostgreSQL made
 * anew because it was missing is then found; the store itself is as it was.
 *
 * @returns `broken-season` if anything is missing; `unreadable` or `unwritable` if the copy can't be made
 */
export async function tryStore(season: string, store: string, look: StoreLook): Promise<Result<null>> {
  let scratch: string | null = null;
  try {
    scratch = mkdtempSync(join(tmpdir(), "augenblock-season-"));
    copyFiles(store, scratch, look.files);
  } catch (error) {
    if (scratch !== null) rmSync(scratch, { recursive: true, force: true });
    const message = msg(
      "files.not-closed-good",
    )`${season} was not closed properly, and no copy can be made in ${tmpdir()} to check it: ${reason(error)}`;
    return refusal(
      "unwritable",
      message,
      msg("files.make-room-there-name")`free some space there, or name another folder in \`TMPDIR\``,
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

/** What is wrong with the first table or index whose file was missing or cut off before the copy was opened; null if none is. */
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
    // Indexes and sequences have a first page even if nothing is in them.
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

/** Reads a table by its rows and by an index. @throws if one of them knows rows that the other doesn't */
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
  // Long values lie in a table of their own.
  if (isOurs && kind === "r")
    await database.query(`select sum(length(t::text)) as length from ${name} t`, []);
}
