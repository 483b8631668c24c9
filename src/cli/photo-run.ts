import { extname } from "node:path";
import { SingleBar } from "cli-progress";
import { Tinypool } from "tinypool";
import type { DigitReader } from "../scan/digits/reader.ts";
import { problem } from "../rules/problem/problem.ts";
import type { Language } from "../i18n/language.ts";
import type { PhotoRequest } from "./photo-job.ts";
import { openNumbers, type PhotoResult, readSeen, type SheetOnPhoto } from "./photo-reading.ts";
import type { SeenPhoto } from "./photo-seeing.ts";
import { openSeeing } from "./photo-worker.ts";

/** From the name of a photo to what there is to see on it. */
interface Seeing {
  see(request: PhotoRequest): Promise<SeenPhoto>;
  close(): Promise<void>;
}

/**
 * Reads photos, some at the same time: finding and straightening the sheets, which takes longest, is done by other threads, numbers
 * are read here. A photo on which the program itself fails is told as a problem and stops no other.
 *
 * @param jobs how many photos are looked at at the same time
 * @returns what came of each, in the order given
 */
export async function readPhotos(
  requests: readonly PhotoRequest[],
  jobs: number,
  language: Language,
): Promise<PhotoResult<SheetOnPhoto>[]> {
  const threads = Math.min(jobs, requests.length);
  const seeing = threads > 1 ? pooled(threads) : await openSeeing();
  const reader = await openNumbers();
  const progress = progressBar(requests.length, language);
  const results: PhotoResult<SheetOnPhoto>[] = [];
  const waiting = [...requests.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, request] = next;
      results[at] = await readOne(request, seeing, reader);
      progress.increment();
    }
  };
  try {
    await Promise.all(Array.from({ length: threads }, work));
  } finally {
    progress.stop();
    await Promise.all([seeing.close(), reader.close()]);
  }
  return results;
}

async function readOne(
  request: PhotoRequest,
  seeing: Seeing,
  reader: DigitReader,
): Promise<PhotoResult<SheetOnPhoto>> {
  try {
    return await readSeen(await seeing.see(request), request, reader);
  } catch (error) {
    if (process.env.AUGENBLOCK_DEBUG) throw error;
    const { file } = request;
    const message = `${file} can't be read: augenblock itself is at fault here, sorry`;
    const hint = "set AUGENBLOCK_DEBUG=1, check this photo alone and report what it prints";
    return { file, sheets: [], problems: [problem("photo-failed", message, { hint })] };
  }
}

/** Threads that each load what they need once. */
function pooled(threads: number): Seeing {
  // The same ending as this module: the worker stands beside it, built or not.
  const filename = new URL(`./photo-worker${extname(import.meta.url)}`, import.meta.url).href;
  const pool = new Tinypool({ filename, minThreads: threads, maxThreads: threads });
  return {
    see: async (request) => (await pool.run(request)) as SeenPhoto,
    close: () => pool.destroy(),
  };
}

/** How far it is, where somebody watches; nothing elsewhere. */
function progressBar(photos: number, language: Language): { increment(): void; stop(): void } {
  if (photos < 2 || process.stderr.isTTY !== true)
    return { increment: () => undefined, stop: () => undefined };
  const words = language.translate("photo.progress", { done: "{value}", all: "{total}" });
  const bar = new SingleBar({
    format: `{bar} ${words}`,
    stream: process.stderr,
    clearOnComplete: true,
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: 30,
  });
  bar.start(photos, 0);
  return bar;
}
