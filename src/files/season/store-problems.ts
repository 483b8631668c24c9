import { type Message, msg } from "../../rules/problem/message.ts";
import { refusal, type Result } from "../../rules/problem/problem.ts";
import { errorCode, reason } from "../read/read-file.ts";
import { DatabaseError, systemError } from "./embedded.ts";

// The problems of a store in a folder, with their causes.

/** The hint for a folder that can't be written to. */
export const OTHER_FOLDER = msg`files.other-folder-hint: name another folder, or get permission to write there`;
/** The reason for a store whose content is invalid. */
export const DAMAGED = msg`files.store-damaged: its files are damaged`;
const RIGHTS = msg`files.write-permission-hint: get permission to write there, or copy the season’s folder to a place where you have it`;
const FREE_SPACE = msg`files.free-space-hint: free some space there, and run the command again`;
const LIMITS = msg`files.raise-limit-hint: raise that limit, and run the command again`;

/** Hints by the system's error code. */
const WAYS_OUT: Readonly<Record<string, Message>> = {
  EACCES: RIGHTS,
  EPERM: RIGHTS,
  EROFS: RIGHTS,
  ENOSPC: FREE_SPACE,
  EDQUOT: FREE_SPACE,
  EFBIG: LIMITS,
  EMFILE: LIMITS,
  ENOMEM: LIMITS,
  EIO: msg`files.copy-season-hint: copy the folder of the season to another disk, and name the copy`,
};

/** The problem of a folder, or a file in it, that can't be written to. */
export function refusedFolder(path: string, error: unknown): Result<never> {
  const message = msg`files.cant-write: ${path} can’t be written to: ${reason(error)}`;
  return refusal("unwritable", message, WAYS_OUT[errorCode(error)] ?? OTHER_FOLDER);
}

/** The problem of a store that can't be opened, by the error: damage or a system error. @throws the error if it is neither */
export function refusedStore(season: string, error: unknown): Result<never> {
  const code = errorCode(error);
  if (code === "ELOCK") return refuseTakenSeason(season);
  if (isDamage(error)) return brokenSeason(season, null);
  if (!/^E[A-Z]+$/.test(code)) throw error;
  const message = msg`files.cant-open: ${season} can’t be opened: ${reason(error)}`;
  return refusal("unwritable", message, WAYS_OUT[code] ?? OTHER_FOLDER);
}

/** The reason why a store in a folder failed. */
export function folderReason(error: unknown): Message {
  const text = error instanceof Error ? error.message : "";
  return reason(new DatabaseError(systemError(text) ?? errorCode(error), text));
}

/** Whether an error means that files of the database are invalid, or that the database crashed on them. */
export function isDamage(error: unknown): boolean {
  return /^(?:XX00[012]|58P01|EDAMAGED)$/.test(errorCode(error));
}

/** The problem of a season that another process took over. */
export function refuseTakenSeason(season: string): Result<never> {
  return refusal(
    "season-busy",
    msg`files.folder-taken-over: another augenblock took over ${season} while this one was paused`,
    msg`files.step-not-saved-hint: this step was not saved; run the command again`,
  );
}

/** The problem of a season with invalid files. @param fault the file and what is wrong with it; null if unknown */
export function brokenSeason(season: string, fault: Message | null): Result<never> {
  const message = msg`files.cant-open: ${season} can’t be opened: ${fault ?? DAMAGED}`;
  const hint =
    fault === null
      ? msg`files.restore-copy-hint: restore a copy of the folder, or start a new season and load an export with \`season import\``
      : msg`files.restore-files-hint: nothing was changed; restore the missing files, or copy the whole folder again`;
  return refusal("broken-season", message, hint);
}

/** The problem of a season that is partly only in the cloud. @param absent the name of the missing part */
export function onlyInCloud(season: string, absent: string): Result<never> {
  const message = msg`files.only-in-cloud: ${season} can’t be opened: its part ${absent} is only in the cloud, not on this disk`;
  const hint = msg`files.download-folder-hint: nothing was changed; download the whole folder to this disk, then try again`;
  return refusal("broken-season", message, hint);
}
