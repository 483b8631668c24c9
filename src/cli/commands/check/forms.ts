import { msg } from "../../../rules/problem/message.ts";
import { openForm } from "../../../check/form/open-form.ts";
import { findForms } from "../../../check/form/find-forms.ts";
import { formSheets } from "../../../check/form/form-sheets.ts";
import type { Games } from "../../../check/read/read-sheet.ts";
import type { PagesOfFields } from "../../../check/form/read-fields.ts";
import type { Language } from "../../../i18n/language.ts";
import { rulesDigest } from "../../../print/form/form-script.ts";
import { failure, type Problem, refusal } from "../../../rules/problem/problem.ts";
import { shorten } from "../../../rules/problem/wording.ts";
import { pdfThread } from "../../threads/pdf-thread.ts";
import { readPdf } from "../../../files/read-file.ts";
import { type Checked, checkedSheet } from "./job.ts";
import { misnamed } from "./misnamed.ts";
import { pageName, scannedPages, unreadPage } from "./pdf-pages.ts";
import type { PhotoSource } from "./photo-sources.ts";

/** A form is read in a fraction of a second, or a few on a busy machine, and takes far less memory. */
const FORM_LIMITS = { maxMs: 20_000, maxBytes: 512 * 1024 * 1024 } as const;

/** What a PDF turned out to be. */
export interface PdfInput {
  readonly file: string;
  /** Its scanned pages, each a photo. */
  readonly pages: readonly PhotoSource[];
  /** Checks all the rest: every sheet of a form that somebody wrote on; and tells which pages and fields can't be read. */
  readonly check: (games: Games, language: Language) => Checked[];
}

/** Opens PDFs page by page: forms by their fields, scans by the pictures that cover a page. A file may hold several of both. */
export async function openPdfs(files: readonly string[]): Promise<PdfInput[]> {
  const reader = pdfThread("fields", FORM_LIMITS);
  const opened: PdfInput[] = [];
  for (const file of files) {
    const bytes = readPdf(file, "form", msg("check.one-our-pads")`is it one of our pads?`);
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
    if (typeof fields !== "string") opened.push(await openPages(file, bytes.value, fields));
    else {
      const check = (games: Games, language: Language) =>
        checkedForm(file, openForm(file, fields, games, rulesDigest), language);
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
  const nameOf = (page: number) => (isOne ? file : pageName(file, page, pages.length));
  const check = (games: Games, language: Language): Checked[] => {
    if (forms.length + photos.length === 0 && faults.length === 0) {
      const all = new Map(pages.flatMap((fields) => [...(fields ?? [])]));
      return checkedForm(file, openForm(file, all, games, rulesDigest), language);
    }
    const checked = forms.flatMap(({ page, fields, copyOf }) => {
      if (copyOf !== null) return copiedFields(nameOf(page), copyOf);
      return checkedForm(nameOf(page), openForm(nameOf(page), fields, games, rulesDigest), language);
    });
    const isFilled = checked.some(({ result }) => result.ok || !isUnused(result.problems));
    const unread = [
      ...stray.map(({ page, names }) => strayFields(pageName(file, page, pages.length), names)),
      ...faults,
      ...drawn.map(unreadPage),
    ];
    // Blank forms are told only where nothing else was filled in.
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

const ONE_BY_ONE = msg(
  "cli.if-put-together",
)`if it was put together from several files, give these one by one`;

function copiedFields(file: string, page: number): Checked {
  const message = msg(
    "cli.has-same-fields",
  )`${file} has the same fields as page ${page}: what was written on one of the two was lost when they were put together`;
  return { file, result: refusal("same-fields", message, ONE_BY_ONE) };
}

function strayFields(file: string, names: readonly string[]): Checked {
  const message = msg(
    "cli.has-fields-belong",
  )`${file} has fields that belong to no sheet, such as ${shorten(names[0] ?? "")}: ${names.length} of them are filled in`;
  return { file, result: refusal("stray-fields", message, ONE_BY_ONE) };
}

function checkedForm(file: string, form: ReturnType<typeof openForm>, language: Language): Checked[] {
  if (!form.ok) return [{ file, result: form }];
  const { fields, game, identity } = form.value;
  const sheets = formSheets(file, fields, game, language);
  const unused = refusal(
    "nothing-written",
    msg("cli.nothing-written")`nothing is written on ${file}`,
    msg("cli.fill-save")`fill it in and save it`,
  );
  if (sheets.length === 0) return [{ file, result: unused }];
  const first = identity.firstNumber > 0 ? identity.firstNumber : 1;
  const isNumbered = identity.firstNumber > 0 || sheets.length > 1;
  return sheets.map(({ at, sheet }) =>
    checkedSheet(file, sheet, [language], isNumbered ? first + at - 1 : 0),
  );
}
