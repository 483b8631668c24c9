import { Worker } from "node:worker_threads";
import { type Logo, readLogo } from "../../print/pad/logo.ts";
import type { Result } from "../../rules/problem/problem.ts";
import { decodePhoto, loadDecoder } from "../../scan/image/decode.ts";
import type { Photo } from "../../scan/image/picture.ts";

// This module is a process of its own; `picture-process.ts` starts it.

/** A request to the process; it answers with the result of the engine's function. */
export type PictureTask = {
  readonly bytes: Uint8Array;
  readonly file: string;
  readonly limits: TaskLimits;
} & ({ readonly kind: "photo" } | { readonly kind: "logo"; readonly inColour: boolean });

/** What a task may take in addition to what the process uses anyway. */
export interface TaskLimits {
  /** Processor time, which a busy machine does not lengthen. */
  readonly maxMs: number;
  readonly maxBytes: number;
}

/** Time between two checks of time and memory; a decoder fills some ten megabytes meanwhile. */
const INTERVAL_MS = 10;

/** Limits begin a task, and null ends it. Only the end of the process stops native code at once. */
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
 * A thread that ends this process when a task exceeds its limits: it can still act while a decoder blocks the main thread. Its code is a
 * text, so that it needs no file of its own.
 */
const watch = new Worker(WATCH, { eval: true });

process.on("message", async (task: PictureTask) => {
  watch.postMessage(task.limits);
  const answer = await runTask(task);
  watch.postMessage(null);
  process.send?.(answer);
});
// The decoder loads while the first photo is on its way.
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
