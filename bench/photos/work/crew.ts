import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { LOW_MEMORY_SETTINGS, MANY_PHOTOS_FLAGS } from "../../../src/cli/threads/low-memory.ts";
import type { CodedMarks } from "../../../src/print/layout/marks.ts";
import type { DamageKind } from "../camera/damage.ts";
import type { PhoneName } from "../camera/phones.ts";
import type { Fold } from "../folds.ts";
import type { Writing } from "../hand/habit.ts";
import type { Difficulty } from "../sheets/truth.ts";

/** A photo to make or to read. */
export interface Task {
  readonly photo: number;
  readonly difficulty: Difficulty;
}

/** What a worker answers. */
export type Answer<T> =
  | { readonly kind: "done"; readonly value: T; readonly peakMb: number }
  | { readonly kind: "failed"; readonly reason: string };

/** What a worker has to know, handed over as JSON. */
export interface WorkerSetting {
  /** Whose ink and network. */
  readonly fold: Fold;
  readonly folder: string;
  readonly anyAge: boolean;
  readonly phone: PhoneName;
  readonly replay: boolean;
  /** What has happened to the sheets; nothing if left out. */
  readonly damage?: DamageKind | undefined;
  readonly writing?: Writing | undefined;
  /** What goes wrong on all sheets; drawn if left out. */
  readonly mistake?: string | undefined;
  /** A file with the shares of scores that sheets are filled with; each score as often as the other if left out. */
  readonly filled?: string | undefined;
  /** The style of the pads; plain if left out. */
  readonly style?: string | undefined;
  readonly marks?: CodedMarks | undefined;
  /** A file with the shares of scores that the reader expects; what the program expects if left out. */
  readonly expected?: string | undefined;
}

/**
 * Hands tasks out to processes of their own, so that memory is measured apart and a crash costs one photo.
 *
 * @param script the module whose `serve` does the work
 * @param tell called as each task is done
 */
export async function runCrew<T>(
  script: URL,
  tasks: readonly Task[],
  jobs: number,
  setting: WorkerSetting,
  tell: (task: Task, answer: Answer<T>) => void,
): Promise<void> {
  const queue = [...tasks];
  const work = async () => {
    let worker: ChildProcess | null = null;
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
      worker ??= start(script, setting);
      const answer: Answer<T> = await ask<T>(worker, task);
      tell(task, answer);
      if (worker.exitCode !== null || worker.signalCode !== null) worker = null;
    }
    worker?.disconnect();
  };
  await Promise.all(Array.from({ length: Math.min(jobs, tasks.length) }, work));
}

function start(script: URL, setting: WorkerSetting): ChildProcess {
  // As the command line runs itself.
  const env = { ...process.env, ...LOW_MEMORY_SETTINGS };
  const execArgv = [...process.execArgv, ...MANY_PHOTOS_FLAGS];
  return fork(fileURLToPath(script), [JSON.stringify(setting)], { env, execArgv });
}

function ask<T>(worker: ChildProcess, task: Task): Promise<Answer<T>> {
  return new Promise((resolve) => {
    const died = (code: number | null) => settle({ kind: "failed", reason: `the process ended (${code})` });
    const settle = (answer: Answer<T>) => {
      worker.off("exit", died);
      worker.off("message", settle);
      resolve(answer);
    };
    worker.on("message", settle);
    worker.on("exit", died);
    worker.send(task);
  });
}

/** The other end: does what it is asked, task by task. */
export async function serve<T>(
  open: (setting: WorkerSetting) => Promise<(task: Task) => Promise<T>>,
): Promise<void> {
  const setting = JSON.parse(process.argv[2] ?? "{}") as WorkerSetting;
  const opened = open(setting);
  process.on("message", async (task: Task) => {
    process.send?.(await answerTo(task, opened));
  });
}

async function answerTo<T>(task: Task, opened: Promise<(task: Task) => Promise<T>>): Promise<Answer<T>> {
  try {
    const value = await (await opened)(task);
    return { kind: "done", value, peakMb: process.resourceUsage().maxRSS / 1024 };
  } catch (error) {
    return {
      kind: "failed",
      reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}
