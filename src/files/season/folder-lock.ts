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
import { refusal, type Result, success } from "../../rules/problem/problem.ts";
import { LOCK } from "./season-address.ts";
import { refusedFolder } from "./store-problems.ts";

// A season folder is open in one process at a time: two would overwrite each other's pages. The process that has it open keeps a file named
// `lock` in it, and updates its time each second. Clocks of machines differ, so others only watch whether the file changes. A process id
// says something in one case only: where the boot id and the namespace of process ids are those of the process that looks.

/** The lock of a folder, as long as it isn't released. */
export interface FolderLock {
  /** Whether no other process took the folder over, which happens to a process that was asleep for longer than others wait. */
  isHeld(): Promise<boolean>;
  /** Lets others have the folder. */
  release(): Promise<void>;
}

/** How long others are waited for, in looks. */
interface LockPatience {
  readonly stepMs: number;
  /** A command that has a folder open for a moment is waited for. */
  readonly steps: number;
  /** A lock that doesn't change in this many checks is stale. */
  readonly staleSteps: number;
}

const PATIENCE: LockPatience = { stepMs: 100, steps: 200, staleSteps: 100 };

/** The interval in which a lock's time is updated; a tenth of the time after which it counts as stale. */
const BEAT_MS = 1000;

/** A thread beats even while a long query keeps the process from everything else. It sets the time of the open file, never that of a path, which may lead to another one by then. */
const BEATING = `
  const { workerData } = require("node:worker_threads");
  const { futimesSync } = require("node:fs");
  setInterval(() => {
    try {
      const now = new Date();
      futimesSync(workerData, now, now);
    } catch {
      // A network drive may be away for a moment: the next beat tries again.
    }
  }, ${BEAT_MS});
`;

/** More than a lock holds. */
const MAX_LOCK_BYTES = 4096;

/** What a lock says about the process that holds it. */
interface Holder {
  readonly id: string;
  readonly pid: number;
  readonly host: string;
  /** Boot id and namespace of process ids; null where the system gives none. */
  readonly system: string | null;
  /** When the process began, in ticks since the boot: a later one may have the same number. */
  readonly start: string | null;
}

/** A lock as it was seen. */
interface SeenLock {
  readonly kind: "file" | "link" | "other";
  readonly text: string;
  /** Changes with each beat. */
  readonly sign: string;
}

/**
 * Keeps a folder for this process, and waits for others that have it. A stale lock delays others for at most
 * `staleSteps`.
 *
 * @returns the lock; or `season-busy` if another process is still at work, or why no file can be made there
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
    const now = look(lock);
    if (now?.kind === "other") return inTheWay(folder, lock);
    unchanged = seen !== null && seen.sign === now?.sign ? unchanged + 1 : 0;
    seen = now;
    if (now !== null && (isHolderGone(now.text) ?? unchanged >= patience.staleSteps)) takeAway(lock, now);
    else if (step >= patience.steps) return busy(folder, lock, now?.text ?? "");
    else await wait(patience.stepMs);
  }
}

/** Makes the lock where there is none. @returns null if there is one @throws what the system refuses */
function makeLock(lock: string): FolderLock | null {
  let file: number;
  try {
    // Made only if nothing has that name; what a link leads to is left alone.
    file = openSync(lock, "wx", 0o644);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return null;
    throw error;
  }
  const id = randomUUID();
  const holder: Holder = {
    id,
    pid,
    host: hostname(),
    system: systemId(),
    start: readProcessStart(pid)?.start ?? null,
  };
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
  const beat = new Worker(BEATING, { eval: true, workerData: file, execArgv: [] });
  beat.unref();
  // Without the thread, `isHeld` notices a process that takes the folder over.
  beat.on("error", () => undefined);
  const isOwn = () => parseLockHolder(look(lock)?.text ?? "")?.id === id;
  let isReleased = false;
  return {
    async isHeld() {
      // A process that took it for a stale one puts it back at once.
      for (let looks = 1; looks < 5; looks++) {
        if (isOwn()) return true;
        await wait(10);
      }
      return isOwn();
    },
    async release() {
      if (isReleased) return;
      isReleased = true;
      // The number of a closed file may be another file's soon.
      await beat.terminate();
      closeSync(file);
      if (isOwn()) rmSync(lock, { force: true });
    },
  };
}

/** The lock at a path; null if there is none. */
function look(lock: string): SeenLock | null {
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

/** What a lock says; null if it says nothing that this program writes. */
function parseLockHolder(text: string): Holder | null {
  try {
    const value: Partial<Holder> | null = JSON.parse(text);
    const { id, pid, host, system = null, start = null } = value ?? {};
    if (typeof id !== "string" || typeof host !== "string") return null;
    return Number.isSafeInteger(pid) && Number(pid) > 0
      ? { id, pid: Number(pid), host, system, start }
      : null;
  } catch {
    return null;
  }
}

/** Whether the process that holds a lock has ended; null if only its beats show that. */
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

/** Boot id and namespace, within which process ids are unique; null where the system gives none. */
function systemId(): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return null;
  }
}

/** When a process began, and whether it is a zombie; null where the system gives no information. */
function readProcessStart(process: number): { readonly start: string; readonly hasEnded: boolean } | null {
  try {
    // The second field is the name of the program, which may hold anything.
    const [state = "", ...rest] = readFileSync(`/proc/${process}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return { start: rest[18] ?? "", hasEnded: /^[ZX]/.test(state) };
  } catch {
    return null;
  }
}

/** Takes away a lock that was left behind; that of another process, which was quicker, is put back. */
function takeAway(lock: string, judged: SeenLock): void {
  const aside = `${lock}.${randomUUID()}`;
  try {
    renameSync(lock, aside);
    const taken = look(aside);
    if (taken?.kind !== judged.kind || taken.sign !== judged.sign) linkSync(aside, lock);
  } catch {
    // Another process took it away.
  }
  rmSync(aside, { force: true });
}

function inTheWay(folder: string, lock: string): Result<never> {
  const message = msg("files.lock-not-a-file")`${folder} can’t be written to: ${lock} must be a file`;
  return refusal("unwritable", message, msg("files.move-lock-hint")`move it to another place`);
}

function busy(folder: string, lock: string, text: string): Result<never> {
  const holder = parseLockHolder(text);
  const message =
    holder === null
      ? msg("files.folder-in-use")`another augenblock has ${folder} open`
      : msg(
          "files.folder-in-use-by",
        )`another augenblock has ${folder} open (process ${holder.pid} on ${holder.host})`;
  const hint = msg(
    "files.folder-in-use-hint",
  )`wait until it is done; if it is no longer running, delete ${lock}; if several people work at once, keep the season on a PostgreSQL server`;
  return refusal("season-busy", message, hint);
}
