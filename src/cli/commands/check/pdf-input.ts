import { findForms, formSheets, LOST_FIELDS, openForm } from "../../../check/form/form-sheets.ts";
import type { PagesOfFields } from "../../../check/form/read-fields.ts";
import type { Games } from "../../../check/read/read-sheet.ts";
import { readPdf } from "../../../files/read/read-file.ts";
import type { Language } from "../../../i18n/language.ts";
import { rulesDigest } from "../../../print/form/form-script.ts";
import { type Message, msg } from "../../../rules/problem/message.ts";
import { failure, type Problem, refusal } from "../../../rules/problem/problem.ts";
import { shorten } from "../../../rules/problem/wording.ts";
import { pageName, wrongExtension } from "../../file-kinds.ts";
import { pdfThread } from "../../threads/pdf-thread.ts";
import type { PhotoSource } from "../../threads/view-worker.ts";
import { type Checked, checkTypedSheet } from "./checked.ts";

/** A form is read in a fraction of a second, or a few on a busy machine, and takes far less memory. */
const FORM_LIMITS = { maxMs: 20_000, maxBytes: 512 * 1024 * 1024 } as const;

/** A scanned page is decoded whole: 600 dots per inch in colour take 140 MB, and copies of it. Its time is what a slow machine may need. */
const PAGE_LIMITS = { maxMs: 20_000, maxBytes: 900 * 1024 * 1024 } as const;
const LOOK_LIMITS = { maxMs: 20_000, maxBytes: 512 * 1024 * 1024 } as const;
/** After this many pages over the limit, the rest are skipped. */
const MAX_ENDLESS = 2;

const MEGA = 1_000_000;
/** The most work for an image of a page, in pixels: see `imageWork`. */
const MAX_IMAGE_WORK = 120 * MEGA;
/** All images of a file, in pixels: enough for scans of handwriting however they are packed, and for some white pages, which hardly take a byte. */
const FILE_WORK = { least: 150 * MEGA, perByte: 1000 } as const;

/** The sheets of a PDF. */
export interface PdfInput {
  readonly file: string;
  /** Its scanned pages, each a photo. */
  readonly pages: readonly PhotoSource[];
  /** Checks the filled-in sheets of forms, and reports pages and fields that can't be read. */
  readonly check: (games: Games, language: Language) => Checked[];
}

/** Opens PDFs page by page: forms by their fields, scans by the pictures that cover a page. A file may hold several of both. */
export async function openPdfs(files: readonly string[]): Promise<PdfInput[]> {
  const reader = pdfThread("fields", FORM_LIMITS);
  const opened: PdfInput[] = [];
  for (const file of files) {
    const hint = msg`check.endless-pdf-hint: check that it is a pad made by augenblock, and save it again`;
    const read = readPdf(file, "form", hint);
    const fault = read.ok ? wrongExtension(file, read.value) : null;
    const bytes = fault === null ? read : failure<Uint8Array>([fault]);
    if (!bytes.ok) {
      opened.push({ file, pages: [], check: () => [{ file, result: bytes }] });
      continue;
    }
    const fields = await reader.run(bytes.value);
    if (typeof fields !== "string") opened.push(await openPages(file, bytes.value, fields));
    else {
      const check = (games: Games, language: Language) =>
        checkForm(file, openForm(file, fields, games, rulesDigest), language);
      opened.push({ file, pages: [], check });
    }
  }
  await reader.close();
  return opened;
}

async function openPages(file: string, bytes: Uint8Array, pages: PagesOfFields): Promise<PdfInput> {
  const { forms, stray, others } = findForms(pages);
  const { photos, faults, drawn } = await scannedPages(file, bytes, others, pages.length);
  const isOne = forms.length + photos.length === 1;
  const formatPageName = (page: number) => (isOne ? file : pageName(file, page, pages.length));
  const check = (games: Games, language: Language): Checked[] => {
    if (forms.length + photos.length === 0 && faults.length === 0) {
      const all = new Map(pages.flatMap((fields) => [...(fields ?? [])]));
      return checkForm(file, openForm(file, all, games, rulesDigest), language);
    }
    const checked = forms.flatMap(({ page, fields, copyOf }) => {
      if (copyOf !== null) return copiedFields(formatPageName(page), copyOf);
      const name = formatPageName(page);
      return checkForm(name, openForm(name, fields, games, rulesDigest), language);
    });
    const isFilled = checked.some(({ result }) => result.ok || !isUnused(result.problems));
    const unread = [
      ...stray.map(({ page, names }) => strayFields(pageName(file, page, pages.length), names)),
      ...faults,
      ...drawn.map(unreadPage),
    ];
    // Blank forms are reported only if nothing else was filled in.
    const isElsewhere = isFilled || photos.length + unread.length > 0;
    return [
      ...checked.filter(({ result }) => !isElsewhere || result.ok || !isUnused(result.problems)),
      ...unread,
    ];
  };
  return { file, pages: photos, check };
}

function isUnused(problems: readonly Problem[]): boolean {
  return problems.every(({ code }) => code === "nothing-written");
}

const ONE_BY_ONE = msg`cli.combined-pdf-hint: if several files were combined into it, check them one by one`;

function copiedFields(file: string, page: number): Checked {
  const message = msg`cli.same-fields: ${file} has the same fields as page ${page}: combining them lost the entries of one of the two`;
  return { file, result: refusal("same-fields", message, ONE_BY_ONE) };
}

function strayFields(file: string, names: readonly string[]): Checked {
  const message = msg`cli.stray-fields: ${file} has fields that belong to no sheet, such as ${shorten(names[0] ?? "")}; filled in: ${names.length}`;
  return { file, result: refusal("stray-fields", message, ONE_BY_ONE) };
}

function checkForm(file: string, form: ReturnType<typeof openForm>, language: Language): Checked[] {
  if (!form.ok) return [{ file, result: form }];
  const { fields, game, identity } = form.value;
  const sheets = formSheets(file, fields, game, language, identity.columnsAreGames);
  const message = msg`cli.blank-form: ${file} is not filled in`;
  const hint = msg`cli.blank-form-hint: fill it in and save it`;
  const unused = refusal("nothing-written", message, hint);
  if (sheets.length === 0) return [{ file, result: unused }];
  const first = identity.firstNumber > 0 ? identity.firstNumber : 1;
  const isNumbered = identity.firstNumber > 0 || sheets.length > 1;
  return sheets.map(({ at, sheet }) =>
    checkTypedSheet(file, sheet, [language], isNumbered ? first + at - 1 : 0),
  );
}

/** The pages of a PDF that hold no form. */
interface ScannedPages {
  readonly photos: readonly PhotoSource[];
  /** Pages that can't be read, each with the reason. */
  readonly faults: readonly Checked[];
  /** The names of pages that show something else. */
  readonly drawn: readonly string[];
}

/** Reads scans page by page, so that a bad page hides no other. @param numbers the pages that may be scans, counted from 1 */
async function scannedPages(
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
      const message = msg`cli.image-too-large: an image on ${name} has too many pixels`;
      fault(page, "page-too-large", message, SCAN_COARSER);
      continue;
    }
    if (left < 0 || endless === MAX_ENDLESS) {
      const all = msg`cli.images-too-slow: ${name} and the pages after it were not read: the images in this file take too long`;
      fault(page, "too-many-pixels", all, SPLIT);
      break;
    }
    const read = await reader.run({ bytes, number: page });
    if (typeof read === "string") {
      left -= largest;
      if (read === "endless-pdf") endless++;
      const isEndless = read === "endless-pdf";
      const message = isEndless
        ? msg`cli.page-too-slow: ${name} needs too much time or memory`
        : msg`cli.broken-page: ${name} can’t be read: the page is damaged`;
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

/** The problem of a page that is neither a form nor a scan, in a file that has either. */
function unreadPage(name: string): Checked {
  const message = msg`cli.unread-page: ${name} was not read: it has neither form fields nor a scan`;
  return { file: name, result: refusal("unread-page", message, LOST_FIELDS) };
}

const SCAN_COARSER = msg`cli.image-too-large-hint: scan it with at most 600 dots per inch, or save the page as a JPEG`;
const SCAN_AGAIN = msg`cli.broken-page-hint: scan the sheet again, or save the page as a JPEG`;
const SPLIT = msg`cli.images-too-slow-hint: split the file, or save its pages as JPEG`;

/** How much work the largest image of each page is; empty if that is unknown. */
async function imageWork(bytes: Uint8Array): Promise<readonly number[]> {
  const reader = pdfThread("images", LOOK_LIMITS);
  const work = await reader.run(bytes);
  await reader.close();
  return typeof work === "string" ? [] : work;
}
