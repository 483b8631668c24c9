import { extname } from "node:path";
import type { SheetFormat } from "../check/read/read-sheet.ts";
import { latin1Text } from "../rules/bytes.ts";
import { msg } from "../rules/problem/message.ts";
import { type Problem, problem } from "../rules/problem/problem.ts";
import { detectImageContent, PHOTO_EXTENSIONS, PICTURES } from "../scan/image/formats.ts";

// Kinds of sheet files, by extension.

/** Compares file names, the same in every language; digits count as numbers. */
export const byFileName = new Intl.Collator("en", { numeric: true }).compare;

export function isPhoto(file: string): boolean {
  return PHOTO_EXTENSIONS.includes(extname(file).toLowerCase());
}

/** A PDF is a form that was filled in on a screen, or a scan. */
export function isPdf(file: string): boolean {
  return extname(file).toLowerCase() === ".pdf";
}

/** The suffix of a page's name after the name of its PDF. */
const PAGE_SUFFIX = /(?<=\.pdf)#page=(\d+)$/i;

/** The name of a page, counted from 1; the name of the file if it is the only one. */
export function pageName(file: string, page: number, pages: number): string {
  return pages === 1 ? file : `${file}#page=${page}`;
}

/** The number in the name of a page, counted from 1; 0 for a whole file. */
export function pageNumber(file: string): number {
  return Number(PAGE_SUFFIX.exec(file)?.[1] ?? 0);
}

/** The name of a file without that of its page. */
export function withoutPage(file: string): string {
  return file.replace(PAGE_SUFFIX, "");
}

/** Spreadsheets write `.txt` and `.tsv`. */
const FORMATS: Readonly<Record<string, SheetFormat>> = {
  ".yaml": "yaml",
  ".yml": "yaml",
  ".json": "json",
  ".csv": "csv",
  ".tsv": "csv",
  ".txt": "csv",
};

/** The format of a typed sheet; null for other files. */
export function sheetFormat(file: string): SheetFormat | null {
  return FORMATS[extname(file).toLowerCase()] ?? null;
}

/** Whether spreadsheet programs save such a file by default. */
export function isWorkbook(file: string): boolean {
  return [".xlsx", ".xls", ".ods", ".numbers"].includes(extname(file).toLowerCase());
}

const LOOKED_AT = 1000;

/** The problem of a file that is empty, or a photo or PDF with another extension; null for others. */
export function wrongExtension(file: string, bytes: Uint8Array): Problem | null {
  const start = latin1Text(bytes.subarray(0, LOOKED_AT));
  if (bytes.length <= LOOKED_AT && start.replace("\xef\xbb\xbf", "").trim() === "")
    return problem("empty-file", msg`scan.empty-file: ${file} is empty`, {
      hint: msg`scan.copy-again-hint: copy the file again`,
    });
  const { picture } = detectImageContent(bytes, file);
  const isPdfInside = start.startsWith("%PDF-");
  if (picture === null && !isPdfInside) return null;
  const { name, extensions } = picture === null ? { name: "PDF", extensions: [".pdf"] } : PICTURES[picture];
  if (extensions.includes(extname(file).toLowerCase())) return null;
  const message = isPdfInside
    ? msg`cli.wrong-extension-pdf: ${file} is a PDF with the wrong file extension`
    : msg`cli.wrong-extension-photo: ${file} is a photo (${name}) with the wrong file extension`;
  return problem("wrong-ending", message, {
    hint: msg`cli.wrong-extension-hint: rename it so that it ends in ${extensions[0] ?? ""}`,
  });
}
