import { readdirSync, realpathSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PostgresPool } from "kysely";
import { msg } from "../../rules/problem/message.ts";
import { failure, refusal, type Result, success } from "../../rules/problem/problem.ts";
import { makeFolder } from "../read/make-folder.ts";
import { reason } from "../read/read-file.ts";
import { type EmbeddedDatabase, DatabaseError, embeddedPool, openDatabase } from "./embedded.ts";
import { putEmptyStore } from "./empty-store.ts";
import { type FolderLock, lockFolder } from "./folder-lock.ts";
import { folderFault, hasStore, NEW_STORE, parseCloudPlaceholder, STORE } from "./season-folder.ts";
import { lookAtStore, makeEmptyFolders, noteFiles } from "./store-files.ts";
import { brokenSeason, notHere, OTHER_FOLDER, refusedFolder, refusedStore } from "./store-problems.ts";
import { tryStore } from "./trial.ts";

/** The store in the folder of a season, open and locked. */
export interface FolderStore {
  readonly pool: PostgresPool;
  /** Ends the work and lets others have the folder. */
  close(): Promise<void>;
}

/**
 * Opens the store in a folder. It is looked at only once the folder is locked, and opened only if nothing of it is missing; if it can't be
 * opened it is as it was before.
 *
 * @param isNew whether one is made where there is none
 */
export async function openFolderStore(folder: string, isNew: boolean): Promise<Result<FolderStore>> {
  const fault = folderFault(folder);
  if (fault !== null && (isNew || fault.code !== "not-a-season")) return failure([fault]);
  if (!isNew && !hasStore(folder)) return noSeason(folder);
  try {
    await makeFolder(folder);
  } catch (error) {
    return refusal(
      "unwritable",
      msg("files.cant-made")`${folder} can’t be created: ${reason(error)}`,
      OTHER_FOLDER,
    );
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
  return refusal(
    "no-season",
    msg("files.there-no-season")`there is no season in ${folder}`,
    msg("season.augenblock-check-into")`\`augenblock check … --into\` starts a season`,
  );
}

/** Where the store lies, links followed: those of several seasons may lead to one. */
function resolveStorePath(folder: string): Result<string> {
  const store = join(folder, STORE);
  try {
    return success(readdirSync(folder).includes(STORE) ? realpathSync(store) : store);
  } catch {
    return brokenSeason(folder, msg("files.link-leads-nowhere")`${STORE} is a broken link`);
  }
}

async function openLocked(
  folder: string,
  store: string,
  isNew: boolean,
  lock: FolderLock,
): Promise<Result<FolderStore>> {
  const ready = hasStore(folder) ? await wholeStore(folder, store) : await newStore(folder, isNew);
  if (!ready.ok) return ready;
  const guard = async () => {
    if (!(await lock.isHeld())) throw new DatabaseError("ELOCK", "the lock is another process’s");
  };
  try {
    makeEmptyFolders(store);
    noteFiles(store, "open");
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

/** Whether the store that is there is whole. */
async function wholeStore(folder: string, store: string): Promise<Result<null>> {
  const names = readdirSync(folder);
  const absent = names.map(parseCloudPlaceholder).find((name) => name !== null && !names.includes(name));
  if (absent !== undefined && absent !== null) return notHere(folder, absent);
  const look = lookAtStore(folder, store);
  if (!look.ok) return look;
  return look.value.isProved ? success(null) : tryStore(folder, store, look.value);
}

/** Makes a store under another name first: a process that is killed meanwhile leaves none that is half there. */
async function newStore(folder: string, isNew: boolean): Promise<Result<null>> {
  if (!isNew) return noSeason(folder);
  const fault = folderFault(folder);
  if (fault !== null) return failure([fault]);
  const draft = join(folder, NEW_STORE);
  try {
    rmSync(draft, { recursive: true, force: true });
    if (!putEmptyStore(draft)) await (await openDatabase(draft)).close();
    renameSync(draft, join(folder, STORE));
    return success(null);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    return refusedStore(folder, error);
  }
}

async function closeStore(store: string, database: EmbeddedDatabase, lock: FolderLock): Promise<void> {
  try {
    // Whoever took the folder over writes there now.
    if (await lock.isHeld()) {
      await database.close();
      noteFiles(store, "closed");
    }
  } catch {
    // What was kept is in the journal; the next process finds that the store wasn't closed in good order, and looks through a copy.
  } finally {
    await lock.release();
  }
}
