import { extname } from "node:path";
import { Tinypool } from "tinypool";
import type * as Tasks from "./pdf-worker.ts";

/** How often memory is looked at. */
const INTERVAL_MS = 50;

// The worker is next to this module and has the same ending, built or not.
const WORKER = new URL(`./pdf-worker${extname(import.meta.url)}`, import.meta.url).href;

/**
 * Runs one of the tasks of `pdf-worker.ts` in a thread of its own, on files from unknown sources. Such a file may keep a library
 * busy forever or unpack to gigabytes: then the thread is ended, and the next file gets a new one.
 *
 * The pool ends a busy thread when a signal aborts, and limits its JavaScript heap. Time and unpacked bytes are watched here,
 * because the heap limit leaves out buffers.
 */
export class PdfThread<Name extends keyof typeof Tasks> {
  readonly #name: Name;
  readonly #limits: { readonly maxMs: number; readonly maxBytes: number };
  readonly #pool: Tinypool;

  constructor(name: Name, limits: { readonly maxMs: number; readonly maxBytes: number }) {
    this.#name = name;
    this.#limits = limits;
    const resourceLimits = { maxOldGenerationSizeMb: limits.maxBytes / (1024 * 1024) };
    this.#pool = new Tinypool({ filename: WORKER, minThreads: 0, maxThreads: 1, resourceLimits });
  }

  /** Gives what the task gives; or that the thread broke down, or was ended because it took too much time or memory. */
  async run(
    request: Parameters<(typeof Tasks)[Name]>[0],
  ): Promise<Awaited<ReturnType<(typeof Tasks)[Name]>> | "broken-pdf" | "endless-pdf"> {
    const { maxMs, maxBytes } = this.#limits;
    const limit = new AbortController();
    const start = Date.now();
    const usual = process.memoryUsage.rss();
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() - usual > maxBytes || Date.now() - start > maxMs) limit.abort();
    }, INTERVAL_MS);
    try {
      return await this.#pool.run(request, { name: this.#name, signal: limit.signal });
    } catch {
      return limit.signal.aborted ? "endless-pdf" : "broken-pdf";
    } finally {
      clearInterval(watch);
    }
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}
