import { extname } from "node:path";
import { SingleBar } from "cli-progress";
import { Tinypool } from "tinypool";
import type { Language } from "../../../i18n/language.ts";
import { problem } from "../../../rules/problem/problem.ts";
import { readViews, type Scan, type SheetOnPhoto, type ViewedSheet } from "../../../scan/scan.ts";
import { knownSheets, openDigits, type PhotoSettings } from "./photo-sources.ts";
import viewPhoto, { type PhotoRequest } from "./photo-worker.ts";

/** Finds and straightens the sheets of a photo, wherever that is done. */
interface Viewer {
  view(request: PhotoRequest): Promise<Scan<ViewedSheet>>;
  close(): Promise<void>;
}

/**
 * Reads photos, several at a time: sheets are found and straightened, which takes longest, in other threads, and read here. If the program
 * itself fails on a photo, that is a problem of this photo only.
 *
 * @param jobs how many photos are viewed at the same time
 * @returns what came of each, in the order given
 */
export async function readPhotos(
  files: readonly string[],
  settings: PhotoSettings,
  jobs: number,
  language: Language,
): Promise<Scan<SheetOnPhoto>[]> {
  const [known, digits] = [knownSheets(settings), await openDigits()];
  const threads = Math.min(jobs, files.length);
  const viewer = threads > 1 ? pooledViewer(threads) : { view: viewPhoto, close: async () => undefined };
  const progress = progressBar(files.length, language);
  const results: Scan<SheetOnPhoto>[] = [];
  const waiting = files.entries();
  const work = async () => {
    for (const [at, file] of waiting) {
      const read = async () => readViews(await viewer.view({ file, settings }), known, digits);
      results[at] = await read().catch((error) => failed(file, error));
      progress.increment();
    }
  };
  try {
    await Promise.all(Array.from({ length: threads }, work));
  } finally {
    progress.stop();
    await Promise.all([viewer.close(), digits.close()]);
  }
  return results;
}

function failed(file: string, error: unknown): Scan<SheetOnPhoto> {
  if (process.env.AUGENBLOCK_DEBUG) throw error;
  const message = `${file} can't be read: augenblock itself is at fault here, sorry`;
  const hint = "set AUGENBLOCK_DEBUG=1, check this photo alone and report what it prints";
  return { file, sheets: [], problems: [problem("photo-failed", message, { hint })] };
}

/** Threads that each load what they need once. */
function pooledViewer(threads: number): Viewer {
  // The same ending as this module: the worker stands beside it, built or not.
  const filename = new URL(`./photo-worker${extname(import.meta.url)}`, import.meta.url).href;
  const pool = new Tinypool({ filename, minThreads: threads, maxThreads: threads });
  return { view: (request) => pool.run(request), close: () => pool.destroy() };
}

/** Shows how far it is, where somebody watches. */
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
