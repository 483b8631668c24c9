import { getDocument, type PDFDocumentProxy, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";

/** The texts of the fields of a PDF form, by their full names; blank fields have empty text. */
export type FieldTexts = ReadonlyMap<string, string>;

/** Why a PDF can't be read as a form. */
export type FormFault = "not-a-pdf" | "locked-pdf" | "broken-pdf" | "too-many-pages";

/** A few bytes may come before the signature of a PDF. */
const LATEST_SIGNATURE = 1024;

/** The fields of each page of a PDF, none on a page without; null for a page that can't be opened. */
export type PagesOfFields = readonly (FieldTexts | null)[];

/** Bounds the time for a file; no evening needs more pages. */
const MAX_PAGES = 500;

/**
 * Reads the fields of a PDF page by page. A field of the document that is on no page counts for the first one. After a merge, pages can
 * have fields that the document doesn't list.
 */
export async function readFields(bytes: Uint8Array): Promise<PagesOfFields | FormFault> {
  const beginning = new TextDecoder("latin1").decode(bytes.subarray(0, LATEST_SIGNATURE));
  if (!beginning.includes("%PDF-")) return "not-a-pdf";
  const task = getDocument({
    // pdf.js transfers the bytes to its worker, so it gets a copy.
    data: bytes.slice(),
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    useSystemFonts: false,
    stopAtErrors: false,
  });
  // Nobody can be asked for a password.
  task.onPassword = () => void task.destroy();
  try {
    const document = await task.promise;
    if (document.numPages > MAX_PAGES) return "too-many-pages";
    const listed = collectTexts(
      Object.entries((await document.getFieldObjects()) ?? {}).flatMap(([name, widgets]) =>
        [widgets].flat().map((widget): Field => [name, (widget as { value?: unknown } | null)?.value]),
      ),
    );
    const pages: (Map<string, string> | null)[] = [];
    for (let number = 1; number <= document.numPages; number++)
      pages.push(await pageFields(document, number).catch(() => null));
    const placed = new Set(pages.flatMap((fields) => [...(fields ?? new Map<string, string>()).keys()]));
    const [first] = pages;
    for (const [name, text] of listed) if (!placed.has(name)) first?.set(name, text);
    return pages;
  } catch (error) {
    const isLocked = error instanceof Error && error.name === "PasswordException";
    return isLocked ? "locked-pdf" : "broken-pdf";
  } finally {
    await task.destroy();
  }
}

type Field = readonly [name: string, text: unknown];

async function pageFields(document: PDFDocumentProxy, number: number): Promise<Map<string, string>> {
  const page = await document.getPage(number);
  const annotations: readonly { fieldName?: unknown; fieldValue?: unknown }[] = await page.getAnnotations();
  return collectTexts(
    annotations.flatMap(({ fieldName, fieldValue }): Field[] =>
      typeof fieldName === "string" && fieldName !== "" ? [[fieldName, fieldValue]] : [],
    ),
  );
}

/** Of fields with the same name, the first one with text counts. */
function collectTexts(fields: readonly Field[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [name, text] of fields) {
    if (typeof text === "string" && !texts.get(name)) texts.set(name, text);
  }
  return texts;
}
