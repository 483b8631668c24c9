import { Worker } from "node:worker_threads";

/** What a task may take beyond what the process has anyway. */
export interface TaskLimits {
  /** Processor time, which a busy machine does not lengthen. */
  readonly maxMs: number;
  readonly maxBytes: number;
}

/** How often time and memory are looked at: a decoder fills some ten megabytes between two looks. */
const INTERVAL_MS = 10;

/** Limits begin a task, and null ends it. Only the end of the process stops code of other languages at once. */
const CODE = `
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
      // While a decoder is busy, the process can't hear that nobody waits for its answer any more.
      if (isTooMuch || process.ppid !== parent) process.kill(process.pid, "SIGKILL");
    }, ${INTERVAL_MS});
  });
`;

/**
 * Starts a thread that ends this process when a task goes beyond its limits: it can still act while a decoder keeps the process from
 * doing anything else. Its code is a text, so that it needs no file of its own.
 *
 * @returns watches the task that begins now; null when it is done
 */
export function startWatch(): (limits: TaskLimits | null) => void {
  const thread = new Worker(CODE, { eval: true });
  return (limits) => thread.postMessage(limits);
}
