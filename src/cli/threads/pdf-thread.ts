import { extname } from "node:path";
import { Tinypool } from "tinypool";
import type * as Tasks from "./pdf-worker.ts";

const INTERVAL_MS = 50;

// The worker is next to this module and has the same extension, built or not.
const WORKER = new URL(`./pdf-worker${extname(import.meta.url)}`, import.meta.url).href;

/**
 * Runs a task of `pdf-worker.ts` in a thread of its own, on files from unknown sources. Such a file may keep a library busy forever or
 * unpack to gigabytes: then the thread is ended, and the next file gets a new one. Time and unpacked bytes are watched here, because
 * the heap limit of the pool leaves out buffers.
 */
export function pdfThread<Name extends keyof typeof Tasks>(
  name: Name,
  { maxMs, maxBytes }: Readonly<Record<"maxMs" | "maxBytes", number>>,
) {
  type Task = (typeof Tasks)[Name];
  const resourceLimits = { maxOldGenerationSizeMb: maxBytes / (1024 * 1024) };
  const pool = new Tinypool({ filename: WORKER, minThreads: 0, maxThreads: 1, resourceLimits });
  /** Resolves to the result of the task, or to a fault if the thread crashed or was ended over its limits of time or memory. */
  const run = async (request: Parameters<Task>[0]): Promise<Outcome<Task>> => {
    const limit = new AbortController();
    const start = Date.now();
    const usual = process.memoryUsage.rss();
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() - usual > maxBytes || Date.now() - start > maxMs) limit.abort();
    }, INTERVAL_MS);
    try {
      return await pool.run(request, { name, signal: limit.signal });
    } catch {
      return limit.signal.aborted ? "endless-pdf" : "broken-pdf";
    } finally {
      clearInterval(watch);
    }
  };
  return { run, close: () => pool.destroy() };
}

type Outcome<Task extends (request: never) => unknown> =
  | Awaited<ReturnType<Task>>
  | "broken-pdf"
  | "endless-pdf";
