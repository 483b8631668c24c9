import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { msg } from "../../rules/problem/message.ts";
import { type Problem, problem } from "../../rules/problem/problem.ts";
import { unreadable, whatIsAt } from "../read-file.ts";

// What can be said of the place of a season before its store is opened, which loads much.

/** Where the embedded store lies in the folder of a season. */
export const STORE = "store";

/** The way out where a folder can't be written to. */
export const OTHER_FOLDER = msg`name another folder, or get the right to write there`;

/** Whether a season is named by the URL of a PostgreSQL server rather than by a folder. */
export function isServer(season: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(season);
}

/** Whether a season lies in a folder. */
export function hasStore(folder: string): boolean {
  return existsSync(join(folder, STORE));
}

/** Why a season neither lies in a folder nor can be begun there; null if nothing that is there keeps it from that. */
export function folderFault(folder: string): Problem | null {
  const there = whatIsAt(folder);
  if (there === null || hasStore(folder)) return null;
  if (!there.isDirectory()) {
    const message = msg`${folder} is a file, and a season is a folder or the URL of a server`;
    return problem("no-season", message, { hint: msg`name a folder in place of it` });
  }
  try {
    const isOther = (name: string) => !name.startsWith(".") && !/^league\.ya?ml$|^lock$/.test(name);
    if (!readdirSync(folder).some(isOther)) return null;
  } catch (error) {
    return unreadable(folder, error);
  }
  const message = msg`the folder ${folder} holds other things than a season`;
  return problem("not-a-season", message, { hint: msg`name a folder that is empty or not there yet` });
}
