import { spawn } from "node:child_process";
import { constants } from "node:os";

/**
 * How the C library of Linux is to handle memory: one pool, and what is large is given back at once. As it comes, it keeps a pool for
 * every thread that has ever held pixels, which is more than all that photos need. Other C libraries don't know these names.
 */
export const LOW_MEMORY_SETTINGS = {
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: String(256 * 1024),
} as const;

/** So many photos are read before it makes a difference; starting anew takes a moment. */
export const MAX_PHOTOS_AS_STARTED = 4;

/** Signals that end a program. */
const ENDINGS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Whether this process was started thrifty, or would be no other if it were. Whoever chose settings of their own keeps them. */
export function hasLowMemorySettings(): boolean {
  return process.platform !== "linux" || Object.keys(LOW_MEMORY_SETTINGS).some((name) => name in process.env);
}

/**
 * Runs the same command once more in a thrifty process, as the C library looks at its settings only when a process starts. That process
 * has the same terminal and files; this one waits, and ends as that one did.
 */
export async function respawnLowMemory(): Promise<void> {
  const env = { ...process.env, ...LOW_MEMORY_SETTINGS };
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    env,
    stdio: "inherit",
  });
  for (const signal of ENDINGS) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? "SIGTERM"]));
  });
}
