import { LOST_FIELDS } from "../../../check/form/open-form.ts";
import { type Message, msg } from "../../../rules/problem/message.ts";
import { refusal } from "../../../rules/problem/problem.ts";
import { pdfThread } from "../../threads/pdf-thread.ts";
import type { Checked } from "./job.ts";
import type { PhotoSource } from "./photo-sources.ts";

/** A scanned page is decoded whole: 600 dots per inch in colour take 140 MB, and copies of it. Its time is what a slow machine may need. */
const PAGE_LIMITS = { maxMs: 20_000, maxBytes: 900 * 1024 * 1024 } as const;
const LOOK_LIMITS = { maxMs: 20_000, maxBytes: 512 * 1024 * 1024 } as const;
/** So many pages may go beyond that; then the others are left. */
const MAX_ENDLESS = 2;

const MEGA = 1_000_000;
/** No image of a page is more work, in pixels: see `imageWork`. */
const MAX_IMAGE_WORK = 120 * MEGA;
/** All images of a file, in pixels: enough for scans of handwriting however they are packed, and for some white pages, which hardly take a byte. */
const FILE_WORK = { least: 150 * MEGA, perByte: 1000 } as const;

/** What the pages of a PDF turned out to be that hold no form. */
export interface ScannedPages {
  readonly photos: readonly PhotoSource[];
  /** Pages that can't be read, each with the reason. */
  readonly faults: readonly Checked[];
  /** Pages with something else on them, by their names. */
  readonly drawn: readonly string[];
}

/** The name of a page, counted from 1, also for messages: that of the file where there is no other. */
export function pageName(file: string, page: number, pages: number): string {
  return pages === 1 ? file : `${file}#page=${page}`;
}

/** Reads scans page by page, so that a bad page hides no other. @param numbers the pages that may be scans, counted from 1 */
export async function scannedPages(
  file: string,
  bytes: Uint8Array,
  numbers: readonly number[],
  pages: number,
): Promise<ScannedPages> {
  const found = { photos: [] as PhotoSource[], faults: [] as Checked[], drawn: [] as string[] };
  if (numbers.length === 0) return found;
  const work = await imageWork(bytes);
  const reader = pdfThread("scan", PAGE_LIMITS);
  const fault = (page: number, code: string, message: Message, hint: Message) =>
    found.faults.push({ file: pageName(file, page, pages), result: refusal(code, message, hint) });
  let left: number = FILE_WORK.least + FILE_WORK.perByte * bytes.length;
  let endless = 0;
  for (const page of numbers) {
    const name = pageName(file, page, pages);
    const largest = work[page - 1] ?? 0;
    if (largest > MAX_IMAGE_WORK) {
      fault(
        page,
        "page-too-large",
        msg("cli.image-has-too")`an image on ${name} has too many pixels to be read`,
        SCAN_COARSER,
      );
      continue;
    }
    if (left < 0 || endless === MAX_ENDLESS) {
      const all = msg(
        "cli.pages-after-were",
      )`${name} and the pages after it were not read: the images of this file take too long`;
      fault(page, "too-many-pixels", all, SPLIT);
      break;
    }
    const read = await reader.run({ bytes, number: page });
    if (typeof read === "string") {
      left -= largest;
      if (read === "endless-pdf") endless++;
      const isEndless = read === "endless-pdf";
      const message = isEndless
        ? msg("cli.takes-far-more")`${name} takes far more time or memory than a page should`
        : msg("cli.cant-read-page")`${name} can’t be read: the page is broken`;
      fault(page, isEndless ? "endless-page" : "broken-page", message, SCAN_AGAIN);
      continue;
    }
    left -= Math.max(largest, read.pixels);
    if (read.jpeg !== null) found.photos.push({ file: name, bytes: read.jpeg });
    else if (!read.isBlank) found.drawn.push(name);
  }
  await reader.close();
  return found;
}

/** The problem of a page that is neither a form nor a scan, beside others that are. */
export function unreadPage(name: string): Checked {
  const message = msg("cli.has-neither-fields")`${name} has neither fields nor a scan, so it was not read`;
  return { file: name, result: refusal("unread-page", message, LOST_FIELDS) };
}

const SCAN_COARSER = msg(
  "cli.scan-most-600",
)`scan it with at most 600 dots per inch, or save the page as a JPEG`;
const SCAN_AGAIN = msg("cli.scan-sheet-again")`scan the sheet again, or save the page as a JPEG`;
const SPLIT = msg("cli.split-file-save")`split the file, or save its pages as JPEG`;

/** How much work the largest image of each page is, where that can be told. */
async function imageWork(bytes: Uint8Array): Promise<readonly number[]> {
  const reader = pdfThread("images", LOOK_LIMITS);
  const work = await reader.run(bytes);
  await reader.close();
  return typeof work === "string" ? [] : work;
}
