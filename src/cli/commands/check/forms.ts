import { msg } from "../../../rules/problem/message.ts";
import { openForm } from "../../../check/form/open-form.ts";
import { formSheets } from "../../../check/form/form-sheets.ts";
import type { Games } from "../../../check/read/read-sheet.ts";
import type { Language } from "../../../i18n/language.ts";
import { rulesDigest } from "../../../print/form/form-script.ts";
import { failure, refusal } from "../../../rules/problem/problem.ts";
import { pdfThread } from "../../threads/pdf-thread.ts";
import { readPdf } from "../../../files/read-file.ts";
import { type Checked, checkedSheet } from "./job.ts";
import { misnamed } from "./misnamed.ts";
import type { PhotoSource } from "./photo-sources.ts";

/** A form is read in a fraction of a second, or a few on a busy machine, and takes far less memory. */
const FORM_LIMITS = { maxMs: 20_000, maxBytes: 512 * 1024 * 1024 } as const;
/** A scanned page is decoded whole: 600 dots per inch in colour take 140 MB, and copies of it. */
const PAGE_LIMITS = { maxMs: 60_000, maxBytes: 900 * 1024 * 1024 } as const;

/** What a PDF turned out to be. */
export interface PdfInput {
  readonly file: string;
  /** The pages of a scan, each a photo; empty for a form, and for what can't be read. */
  readonly pages: readonly PhotoSource[];
  /** Checks it as a form that was filled in on a screen: every sheet that somebody wrote on, or what is wrong with it. */
  readonly check: (games: Games, language: Language) => Checked[];
}

/** Opens PDFs: forms by their fields; a file without any is a scan if pictures cover its pages. */
export async function openPdfs(files: readonly string[]): Promise<PdfInput[]> {
  const reader = pdfThread("fields", FORM_LIMITS);
  const opened: PdfInput[] = [];
  for (const file of files) {
    const bytes = readPdf(file, "form", msg`is it one of our pads?`);
    if (!bytes.ok) {
      opened.push({ file, pages: [], check: () => [{ file, result: bytes }] });
      continue;
    }
    const fault = misnamed(file, bytes.value);
    if (fault !== null) {
      opened.push({ file, pages: [], check: () => [{ file, result: failure([fault]) }] });
      continue;
    }
    const fields = await reader.run(bytes.value);
    const pages = typeof fields !== "string" && fields.size === 0 ? await pagesOf(file, bytes.value) : [];
    const check = (games: Games, language: Language) =>
      checkedForm(file, openForm(file, fields, games, rulesDigest), language);
    opened.push({ file, pages, check });
  }
  await reader.close();
  return opened;
}

/** The scanned pages of a PDF. One that breaks the reader or holds no scan is left to be refused as a form. */
async function pagesOf(file: string, bytes: Uint8Array): Promise<PhotoSource[]> {
  const reader = pdfThread("scan", PAGE_LIMITS);
  const pages: PhotoSource[] = [];
  for (let number = 1, last = 1; number <= last; number++) {
    const page = await reader.run({ bytes, number });
    if (typeof page !== "string") last = page.pages;
    const name = last === 1 ? file : `${file}#page=${number}`;
    // A page that can't be read is told as a photo that can't.
    if (typeof page === "string") pages.push({ file: name, bytes: new Uint8Array(0) });
    else if (page.jpeg !== null) pages.push({ file: name, bytes: page.jpeg });
  }
  await reader.close();
  return pages.some(({ bytes }) => bytes?.length !== 0) ? pages : [];
}

function checkedForm(file: string, form: ReturnType<typeof openForm>, language: Language): Checked[] {
  if (!form.ok) return [{ file, result: form }];
  const { fields, game, identity } = form.value;
  const sheets = formSheets(file, fields, game, language);
  const unused = refusal("nothing-written", msg`nothing is written on ${file}`, msg`fill it in and save it`);
  if (sheets.length === 0) return [{ file, result: unused }];
  const first = identity.firstNumber > 0 ? identity.firstNumber : 1;
  const isNumbered = identity.firstNumber > 0 || sheets.length > 1;
  return sheets.map(({ at, sheet }) =>
    checkedSheet(file, sheet, [language], isNumbered ? first + at - 1 : 0),
  );
}
