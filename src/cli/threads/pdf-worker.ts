import type { FieldTexts, FormFault } from "../../check/form/read-fields.ts";
import { pdfDecoders } from "../../files/pdf-decoders.ts";
import type { PdfFault, Preflight } from "../../print/preflight/preflight.ts";
import type { Asked } from "../../print/preflight/requirements.ts";
import type { ScannedPage } from "../../scan/pdf-pages.ts";

// What the PDF libraries print is meant for their own developers.
for (const stream of [process.stdout, process.stderr]) stream.write = () => true;

/** Reads the fields of a form. */
export async function fields(bytes: Uint8Array): Promise<FieldTexts | FormFault> {
  return (await import("../../check/form/read-fields.ts")).readFields(bytes);
}

/** Reads a page of a scan, counted from 1; or says that it can't be read. */
export async function scan(request: { bytes: Uint8Array; number: number }): Promise<ScannedPage | PdfFault> {
  const { scannedPage } = await import("../../scan/pdf-pages.ts");
  return scannedPage(request.bytes, request.number, pdfDecoders()).catch(() => "broken-pdf" as const);
}

/** Checks a file as a print shop does. */
export async function preflight(request: { bytes: Uint8Array; asked: Asked }): Promise<Preflight | PdfFault> {
  const { preflight } = await import("../../print/preflight/preflight.ts");
  return preflight(request.bytes, request.asked);
}
