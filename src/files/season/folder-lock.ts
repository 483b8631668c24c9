import { randomUUID } from "node:crypto";
import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  linkSync,
  rmSync,
  writeSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { kill, pid } from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { msg } from "../../rules/problem/message.ts";
import { refusal, type Result, success, tryOr } from "../../rules/problem/problem.ts";
import { LOCK } from "./season-address.ts";
import { refusedFolder } from "./store-problems.ts";

// A season folder is open in one process at a time, because two would overwrite each other's pages. That process keeps a file named `lock`
// in the folder and updates its time every second. Clocks of machines differ, so other processes only watch whether the file changes. They
// use the process id only if boot id and process id namespace are the same as their own.

export interface FolderLock {
  /** False if another process took the folder over, because this one was suspended for too long. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** How long to wait for other processes: at most `steps` checks; a lock that doesn't change in `staleSteps` of them is stale. */
const PATIENCE = { stepMs: 100, steps: 200, staleSteps: 100 };

/** The interval of updates of a lock's time; a tenth of the time after which it counts as stale. */
const HEARTBEAT_MS = 1000;

/** Runs in a thread, so that a long query can't block it. It sets the time of the open file, because the path may lead to another file by then. */
const HEARTBEAT = `
  const { workerData } = require("node:worker_threads");
  const { futimesSync } = require("node:fs");
  setInterval(() => {
    try {
      const now = new Date();
      futimesSync(workerData, now, now);
    } catch {
      // A network drive may be away for a moment: the next beat tries again.
    }
  }, ${HEARTBEAT_MS});
`;

/** No lock is larger. */
const MAX_LOCK_BYTES = 4096;

/** The process that holds a lock. */
interface Holder {
  readonly id: string;
  readonly pid: number;
  readonly host: string;
  /** Boot id and process id namespace; null if the system has none. */
  readonly system: string | null;
  /** The start of the process, in ticks since the boot, because process ids are reused. */
  readonly start: string | null;
}

/** A lock on disk. */
interface SeenLock {
  readonly kind: "file" | "link" | "other";
  readonly text: string;
  /** Changes with each beat. */
  readonly sign: string;
}

/**
 * Locks a folder for this process, and waits for other processes that hold it. A stale lock is removed after at most `staleSteps`.
 *
 * @returns the lock; or `season-busy` if another process is still at work, or why the lock can't be created
 */
export async function lockFolder(folder: string, patience = PATIENCE): Promise<Result<FolderLock>> {
  const lock = join(folder, LOCK);
  let seen: SeenLock | null = null;
  for (let step = 0, unchanged = 0; ; step++) {
    try {
      const made = makeLock(lock);
      if (made !== null) return success(made);
    } catch (error) {
      return refusedFolder(folder, error);
    }
    const now = readLock(lock);
    if (now?.kind === "other") return lockNotAFile(folder, lock);
    unchanged = seen !== null && seen.sign === now?.sign ? unchanged + 1 : 0;
    seen = now;
    if (now !== null && (isHolderGone(now.text) ?? unchanged >= patience.staleSteps))
      removeStaleLock(lock, now);
    else if (step >= patience.steps) return folderBusy(folder, lock, now?.text ?? "");
    else await wait(patience.stepMs);
  }
}

/** Creates the lock. @returns null if there is one already @throws system errors */
function makeLock(lock: string): FolderLock | null {
  let file: number;
  try {
    // Fails if anything has that name, even a link.
    file = openSync(lock, "wx", 0o644);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return null;
    throw error;
  }
  const id = randomUUID();
  const start = readProcessStart(pid)?.start ?? null;
  const holder: Holder = { id, pid, host: hostname(), system: systemId(), start };
  try {
    writeSync(file, `${JSON.stringify(holder)}\n`);
    return heldLock(lock, id, file);
  } catch (error) {
    closeSync(file);
    rmSync(lock, { force: true });
    throw error;
  }
}

function heldLock(lock: string, id: string, file: number): FolderLock {
  const beat = new Worker(HEARTBEAT, { eval: true, workerData: file, execArgv: [] });
  beat.unref();
  // If the thread fails, `isHeld` still notices a process that takes the folder over.
  beat.on("error", () => undefined);
  const isOwn = () => parseLockHolder(readLock(lock)?.text ?? "")?.id === id;
  let isReleased = false;
  return {
    async isHeld() {
      // A process that removed the lock by mistake puts it back at once.
      for (let looks = 1; looks < 5; looks++) {
        if (isOwn()) return true;
        await wait(10);
      }
      return isOwn();
    },
    async release() {
      if (isReleased) return;
      isReleased = true;
      // The thread must end first, because the descriptor of a closed file may soon be reused.
      await beat.terminate();
      closeSync(file);
      if (isOwn()) rmSync(lock, { force: true });
    },
  };
}

/** The lock at a path; null if there is none. */
function readLock(lock: string): SeenLock | null {
  try {
    const there = lstatSync(lock);
    const sign = `${there.ino} ${there.mtimeMs} ${there.size}`;
    if (there.isSymbolicLink()) return { kind: "link", text: "", sign };
    return there.isFile() ? readLockFile(lock, sign) : { kind: "other", text: "", sign };
  } catch {
    return null;
  }
}

function readLockFile(lock: string, sign: string): SeenLock {
  try {
    // Opening a file makes network drives refresh its times.
    const file = openSync(lock, "r");
    try {
      const { ino, mtimeMs, size } = fstatSync(file);
      const text = size > MAX_LOCK_BYTES ? "" : readFileSync(file, "utf8");
      return { kind: "file", text, sign: `${ino} ${mtimeMs} ${size}` };
    } finally {
      closeSync(file);
    }
  } catch {
    // A file of another user without read permission.
    return { kind: "file", text: "", sign };
  }
}

/** The holder in a lock's text; null if this program didn't write it. */
function parseLockHolder(text: string): Holder | null {
  const value: Partial<Holder> | null = tryOr(null, () => JSON.parse(text));
  const { id, pid, host, system = null, start = null } = value ?? {};
  if (typeof id !== "string" || typeof host !== "string") return null;
  return Number.isSafeInteger(pid) && Number(pid) > 0 ? { id, pid: Number(pid), host, system, start } : null;
}

/** Whether the process that holds a lock has ended; null if only its heartbeat can show that. */
function isHolderGone(text: string): boolean | null {
  const holder = parseLockHolder(text);
  if (holder === null || holder.system === null || holder.system !== systemId()) return null;
  try {
    kill(holder.pid, 0);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return true;
  }
  const process = readProcessStart(holder.pid);
  if (process === null || holder.start === null) return null;
  return process.hasEnded || process.start !== holder.start;
}

/** Boot id and namespace, within which process ids are unique; null if the system has none. */
function systemId(): string | null {
  return tryOr(null, () => {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot} ${readlinkSync("/proc/self/ns/pid")}`;
  });
}

/** The start of a process, and whether it is a zombie; null if the system gives no information. */
function readProcessStart(process: number): { readonly start: string; readonly hasEnded: boolean } | null {
  const stat = tryOr(null, () => readFileSync(`/proc/${process}/stat`, "utf8"));
  if (stat === null) return null;
  // The second field, the name of the program, may contain spaces and parentheses.
  const [state = "", ...rest] = stat.replace(/^.*\) /s, "").split(" ");
  return { start: rest[18] ?? "", hasEnded: /^[ZX]/.test(state) };
}

/** Removes a stale lock. If another process was quicker and made a new one, that is put back. */
function removeStaleLock(lock: string, judged: SeenLock): void {
  const aside = `${lock}.${randomUUID()}`;
  try {
    renameSync(lock, aside);
    const taken = readLock(aside);
    if (taken?.kind !== judged.kind || taken.sign !== judged.sign) linkSync(aside, lock);
  } catch {
    // Another process removed it.
  }
  rmSync(aside, { force: true });
}

function lockNotAFile(folder: string, lock: string): Result<never> {
  const message = msg`files.lock-not-a-file: ${folder} can’t be written to: ${lock} must be a file`;
  return refusal("unwritable", message, msg`files.move-lock-hint: move it to another place`);
}

function folderBusy(folder: string, lock: string, text: string): Result<never> {
  const holder = parseLockHolder(text);
  const message =
    holder === null
      ? msg`files.folder-in-use: another augenblock has ${folder} open`
      : msg`files.folder-in-use-by: another augenblock has ${folder} open (process ${holder.pid} on ${holder.host})`;
  const hint = msg`files.folder-in-use-hint: wait until it is done; if it is no longer running, delete ${lock}; if several people work at once, keep the season on a PostgreSQL server`;
  return refusal("season-busy", message, hint);
}
