import type { PDFDict } from "@cantoo/pdf-lib";
import { asDict, bytesOf, dictAt, listAt, nameAt, objectAt, streamAt } from "./objects.ts";
import type { Purpose } from "./promise.ts";

/** What the metadata of a PDF/A file name (ISO 19005-2, 6.6.4). */
const ARCHIVED = /pdfaid:part/;

/** Whether a file says that it keeps to PDF/A. */
export function isArchived(catalogue: PDFDict | null): boolean {
  const metadata = streamAt(catalogue, "Metadata");
  const bytes = metadata === null ? null : bytesOf(metadata);
  return bytes !== null && ARCHIVED.test(new TextDecoder().decode(bytes));
}

/** Whether there is anything to fill in. */
export function hasFields(catalogue: PDFDict | null): boolean {
  return listAt(dictAt(catalogue, "AcroForm"), "Fields").length > 0;
}

/**
 * What a file says that it is made for: to be filled in, to be kept, or for a print shop (PDF/X, or a first page that says where it is
 * cut).
 *
 * @returns null if it does not say
 */
export function claimedPurpose(catalogue: PDFDict | null, firstPage: PDFDict | null): Purpose | null {
  if (hasFields(catalogue)) return "fillable";
  if (isArchived(catalogue)) return "archive";
  const intents = listAt(catalogue, "OutputIntents").map(asDict);
  const isForPrint = intents.some((intent) => nameAt(intent, "S")?.startsWith("GTS_PDFX") === true);
  return isForPrint || objectAt(firstPage, "TrimBox") !== null ? "printshop" : null;
}
