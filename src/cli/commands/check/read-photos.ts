import { extname } from "node:path";
import { Tinypool } from "tinypool";
import { openDigits, openDigitsWith } from "../../../files/scanner.ts";
import { knownSheets } from "../../../files/sheet-sources.ts";
import type { Language } from "../../../i18n/language.ts";
import { msg } from "../../../rules/problem/message.ts";
import { refusal } from "../../../rules/problem/problem.ts";
import { readViews, type SheetOnPhoto, type Viewed } from "../../../scan/scan.ts";
import type { Scan } from "../../../scan/view/view-sheets.ts";
import { progressBar } from "../../console/output.ts";
import type { Beside } from "./beside.ts";
import viewPhoto, {
  openViewer,
  type PhotoSettings,
  type PhotoSource,
  type ViewRequest,
} from "./photo-sources.ts";

/**
 * Reads photos: decoded by processes of their own, some are viewed at once in other threads, which takes longest, and read here. If the
 * program itself fails on a photo, that is a problem of this photo only. @returns what came of each, in the order given
 */
export async function readPhotos(
  sources: readonly PhotoSource[],
  beside: Beside,
  settings: PhotoSettings,
  language: Language,
): Promise<Scan<SheetOnPhoto>[]> {
  const { threads } = beside;
  const pool = threads > 1 ? viewThreads(threads, settings) : null;
  const done = { done: "{value}", all: "{total}" };
  const progress = await progressBar(`{bar} ${language.translate("photo.progress", done)}`);
  try {
    const known = await (pool === null
      ? openViewer(settings).then((opened) => opened.known)
      : knownSheets(settings));
    const digits = beside.network === null ? openDigits() : openDigitsWith(beside.network);
    const results: Scan<SheetOnPhoto>[] = [];
    const waiting = sources.entries();
    let finished = 0;
    const view = async (at: number, source: PhotoSource): Promise<Scan<Viewed>> => {
      const { file } = source;
      const photo = await beside.photo(at);
      if (!photo.ok) return { file, sheets: [photo] };
      const request = { file, photo: photo.value, settings };
      return pool === null ? viewPhoto(request) : pool.view(request);
    };
    const work = async () => {
      for (const [at, source] of waiting) {
        const read = async () => readViews(await view(at, source), known, await digits);
        results[at] = await read().catch((error) => failed(source.file, error));
        progress.update(++finished, sources.length);
      }
    };
    // A network that can't be loaded ends the command, whatever has been viewed by then.
    await Promise.all([digits, ...Array.from({ length: threads }, work)]);
    return results;
  } finally {
    progress.stop();
    await beside.close();
    await pool?.close();
  }
}

const PREPARE = "prepare" satisfies keyof typeof import("./photo-sources.ts");

/** Threads that view photos. Each loads what it needs once. */
function viewThreads(threads: number, settings: PhotoSettings) {
  // Their module is next to this one and has the same ending, built or not.
  const filename = new URL(`./photo-sources${extname(import.meta.url)}`, import.meta.url).href;
  const pool = new Tinypool({ filename, minThreads: threads, maxThreads: threads });
  // What is wrong there comes up again with the first photo.
  for (let one = 0; one < threads; one++) void pool.run(settings, { name: PREPARE }).catch(() => undefined);
  return {
    view(request: ViewRequest): Promise<Scan<Viewed>> {
      const { grey, chroma } = request.photo;
      // They may lie in one buffer. Handed over, they are not held twice.
      const buffers = new Set([grey.pixels.buffer, chroma.pixels.buffer] as ArrayBuffer[]);
      return pool.run(request, { transferList: [...buffers] });
    },
    close: () => pool.destroy(),
  };
}

function failed(file: string, error: unknown): Scan<SheetOnPhoto> {
  if (process.env.AUGENBLOCK_DEBUG) throw error;
  const message = msg(
    "check.cant-read-fault",
  )`${file} can’t be read: this is a fault in augenblock itself, sorry`;
  const hint = msg(
    "cli.set-augenblock-debug",
  )`set AUGENBLOCK_DEBUG=1, check this photo alone and report what it prints`;
  return { file, sheets: [refusal("photo-failed", message, hint)] };
}
