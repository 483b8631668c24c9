import { readdirSync } from "node:fs";
import { msg } from "../../rules/problem/message.ts";
import { type Problem, problem } from "../../rules/problem/problem.ts";
import { unreadable, statPath } from "../read/read-file.ts";

// What can be said of the place of a season before its store is opened, which loads much.

/** Where the embedded store lies in the folder of a season. */
export const STORE = "store";

/** Where a store is made before it comes to its place. What a process that was killed has left there counts as nothing. */
export const NEW_STORE = `${STORE}.new`;

/** The file that says which process has the folder open. */
export const LOCK = "lock";

/** What may be in the folder of a season before it is begun: hidden files, points of a league, and what we left there ourselves. */
const COUNTS_AS_NOTHING = new RegExp(`^(?:\\..*|league\\.ya?ml|${LOCK}(?:\\..*)?|${NEW_STORE})$`);

/** The name of what a cloud keeps in place of a file or folder that isn't on this disk. */
const PLACEHOLDER = /^\.(.+)\.icloud$/;

/** What a placeholder of a cloud stands for, by its file name; null if it is none. */
export function parseCloudPlaceholder(name: string): string | null {
  return PLACEHOLDER.exec(name)?.[1] ?? null;
}

/** Whether a season lies in a folder, whole or not. */
export function hasStore(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name === STORE || parseCloudPlaceholder(name) === STORE);
  } catch {
    return false;
  }
}

/** Why a season neither lies in a folder nor can be begun there; null if nothing that is there keeps it from that. */
export function folderFault(folder: string): Problem | null {
  const there = statPath(folder);
  if (there === null || hasStore(folder)) return null;
  if (!there.isDirectory()) {
    const message = msg(
      "files.file-season-folder",
    )`${folder} is a file, but a season is a folder or the URL of a server`;
    return problem("no-season", message, {
      hint: msg("files.name-folder-place")`name a folder instead`,
    });
  }
  try {
    if (readdirSync(folder).every((name) => COUNTS_AS_NOTHING.test(name))) return null;
  } catch (error) {
    return unreadable(folder, error);
  }
  const message = msg(
    "files.folder-holds-other",
  )`the folder ${folder} contains something other than a season`;
  return problem("not-a-season", message, {
    hint: msg("files.name-folder-empty")`name an empty or new folder`,
  });
}
