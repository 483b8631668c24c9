import { Worker } from "node:worker_threads";
import { type Logo, readLogo } from "../../print/pad/logo.ts";
import type { Result } from "../../rules/problem/problem.ts";
import { decodePhoto, loadDecoder } from "../../scan/image/decode.ts";
import type { Photo } from "../../scan/image/picture.ts";

// The entry point of the process that `picture-process.ts` starts.

/** A request to the process; it answers with the result of the engine's function. */
export type PictureTask = {
  readonly bytes: Uint8Array;
  readonly file: string;
  readonly limits: TaskLimits;
} & ({ readonly kind: "photo" } | { readonly kind: "logo"; readonly inColour: boolean });

/** The limits of a task, in addition to the usage of the idle process. */
export interface TaskLimits {
  /** CPU time, which doesn't depend on the load of the machine. */
  readonly maxMs: number;
  readonly maxBytes: number;
}

/** Time between two checks; a decoder allocates about ten megabytes meanwhile. */
const INTERVAL_MS = 10;

/** A message with limits begins a task, and null ends it. Killing the process is the only way to stop native code. */
const WATCH = `
  let timer;
  const parent = process.ppid;
  const spentMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000;
  require("node:worker_threads").parentPort.on("message", (limits) => {
    clearInterval(timer);
    if (limits === null) return;
    const usual = { bytes: process.memoryUsage.rss(), ms: spentMs() };
    timer = setInterval(() => {
      const bytes = process.memoryUsage.rss() - usual.bytes;
      const isTooMuch = bytes > limits.maxBytes || spentMs() - usual.ms > limits.maxMs;
      // While a decoder is busy, the process gets no event when its parent ends.
      if (isTooMuch || process.ppid !== parent) process.kill(process.pid, "SIGKILL");
    }, ${INTERVAL_MS});
  });
`;

/**
 * A thread that kills this process when a task exceeds its limits, even while a decoder blocks the main thread. Its code is a string, so
 * that it needs no file.
 */
const watch = new Worker(WATCH, { eval: true });

process.on("message", async (task: PictureTask) => {
  watch.postMessage(task.limits);
  const answer = await runTask(task);
  watch.postMessage(null);
  process.send?.(answer);
});
// Loads the decoder while the first photo is sent.
void loadDecoder();
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

async function runTask(task: PictureTask): Promise<Result<Photo | Logo>> {
  switch (task.kind) {
    case "photo":
      return await decodePhoto(task.bytes, task.file);
    case "logo":
      return await readLogo(task.file, task.bytes, task.inColour);
    default:
      return task satisfies never;
  }
}
