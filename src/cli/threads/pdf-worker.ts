import type { FormFault, PagesOfFields } from "../../check/form/read-fields.ts";
import { pdfDecoders } from "../../files/package.ts";
import type { PdfFault, Preflight } from "../../print/preflight/preflight.ts";
import type { Asked } from "../../print/preflight/requirements.ts";
import type { ScannedPage } from "../../scan/image/pdf-pages.ts";

// What the PDF libraries print is meant for their own developers.
for (const stream of [process.stdout, process.stderr]) stream.write = () => true;

/** Reads the fields of forms, page by page. */
export async function fields(bytes: Uint8Array): Promise<PagesOfFields | FormFault> {
  return (await import("../../check/form/read-fields.ts")).readFields(bytes);
}

/** How much work the largest image of each page is; see `imageWork`. */
export async function images(bytes: Uint8Array): Promise<number[]> {
  return (await import("../../print/preflight/image-work.ts")).imageWork(bytes);
}

/** Reads a page of a scan, counted from 1; or says that it can't be read. */
export async function scan(request: { bytes: Uint8Array; number: number }): Promise<ScannedPage | PdfFault> {
  const { scannedPage } = await import("../../scan/image/pdf-pages.ts");
  return scannedPage(request.bytes, request.number, pdfDecoders()).catch(() => "broken-pdf" as const);
}

/** Checks a file as a print shop does. */
export async function preflight(request: { bytes: Uint8Array; asked: Asked }): Promise<Preflight | PdfFault> {
  const { preflight } = await import("../../print/preflight/preflight.ts");
  return preflight(request.bytes, request.asked);
}
