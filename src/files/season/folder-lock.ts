import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { kill, pid } from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { msg } from "../../rules/problem/message.ts";
import { refusal, type Result, success } from "../../rules/problem/problem.ts";
import { reason } from "../read-file.ts";
import { OTHER_FOLDER } from "./season-folder.ts";

/** A command that has a folder open for a moment is waited for. */
const PATIENCE_MS = 20_000;
const STEP_MS = 100;

/** The locks that this process has. */
const HELD = new Set<string>();

/**
 * Keeps a folder for this process: a file named `lock` in it says which one has it. One that is gone without giving it back holds nobody up.
 *
 * @returns what gives it back
 */
export async function lockFolder(folder: string, patienceMs = PATIENCE_MS): Promise<Result<() => void>> {
  const lock = join(folder, "lock");
  const own = `${pid} ${hostname()}`;
  const draft = `${lock}.${pid}`;
  for (let waitedMs = 0; ; waitedMs += STEP_MS) {
    try {
      writeFileSync(draft, own);
      // A link is made whole or not at all, and never over another.
      linkSync(draft, lock);
      HELD.add(lock);
      return success(() => {
        HELD.delete(lock);
        if (read(lock) === own) rmSync(lock, { force: true });
      });
    } catch (error) {
      const isTaken = error instanceof Error && "code" in error && error.code === "EEXIST";
      if (!isTaken)
        return refusal("unwritable", msg`${folder} can’t be written to: ${reason(error)}`, OTHER_FOLDER);
    } finally {
      rmSync(draft, { force: true });
    }
    const holder = read(lock);
    // In containers, a new process often has the number of the one before.
    if (holder !== null && (holder === own ? !HELD.has(lock) : isGone(holder))) takeAway(lock, holder);
    else if (waitedMs >= patienceMs) {
      const [other = ""] = (holder ?? "").split(" ");
      const hint = msg`wait until it is done; for several people at once keep the season on a PostgreSQL server`;
      return refusal("season-busy", msg`another augenblock has ${folder} open (process ${other})`, hint);
    } else await wait(STEP_MS);
  }
}

function read(lock: string): string | null {
  try {
    return readFileSync(lock, "utf8");
  } catch {
    return null;
  }
}

/** Whether the process that holds a lock has ended. Of processes of other machines nobody can tell. */
function isGone(holder: string): boolean {
  const [other = "", host] = holder.split(" ");
  if (host !== hostname()) return false;
  try {
    kill(Number(other), 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

/** Takes away the lock of a process that is gone; that of another one, which was quicker, is put back. */
function takeAway(lock: string, holder: string): void {
  const aside = `${lock}.${pid}.gone`;
  try {
    renameSync(lock, aside);
    if (read(aside) !== holder) linkSync(aside, lock);
  } catch {
    // Somebody else took it away.
  }
  rmSync(aside, { force: true });
}
