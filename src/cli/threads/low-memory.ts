import { spawn } from "node:child_process";
import { constants } from "node:os";

/**
 * Settings for the C library of Linux: one memory pool, and large blocks are returned at once. By default, its pools for every thread
 * that held pixels add up to more than the photos need. Other C libraries ignore them.
 */
export const LOW_MEMORY_SETTINGS = {
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: String(256 * 1024),
} as const;

/** Room for new objects, in MB, in each thread: eight times as much by default, which is 25 MB a thread, and no faster here. */
const NEW_OBJECTS = "--max-semi-space-size=2";

/**
 * Settings of Node for many photos: machine code is made in the thread that runs it, and memory is collected there only when there is much
 * to collect. Each collection throws away the code of closures, and of methods of which no object is left, which then has to be made anew.
 *
 * @param objectsMb how many MB of objects may grow old before they are first collected
 */
export function keepingCode(objectsMb: number): string[] {
  return ["--single-threaded", `--initial-old-space-size=${objectsMb}`];
}

/** The environment of Node for many photos. */
export const MANY_PHOTOS_FLAGS: readonly string[] = [NEW_OBJECTS, ...keepingCode(128)];

/** Up to this many photos, a new process costs more than it saves. */
export const MAX_PHOTOS_AS_STARTED = 4;

/** Whether a new process would make no difference: the settings are there, or the user's own, or the system has none. */
export function hasLowMemorySettings(): boolean {
  return process.platform !== "linux" || Object.keys(LOW_MEMORY_SETTINGS).some((name) => name in process.env);
}

/** The environment variable with the id of the process that started this one again. */
const PARENT = "AUGENBLOCK_PARENT";

/** Ends this process with the one that started it again, which would otherwise forward signals. */
export function endWithParent(): void {
  if (process.env[PARENT] !== String(process.ppid)) return;
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
  process.channel?.unref();
}

/** Runs the same command in a new process and ends as that one did: the C library reads its settings only when a process starts. */
export async function respawnLowMemory(): Promise<void> {
  const env = { ...process.env, ...LOW_MEMORY_SETTINGS, [PARENT]: String(process.pid) };
  const args = [...MANY_PHOTOS_FLAGS, ...process.execArgv, ...process.argv.slice(1)];
  const child = spawn(process.execPath, args, { env, stdio: ["inherit", "inherit", "inherit", "ipc"] });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? "SIGTERM"]));
  });
}
