import { EncryptedPDFError, PDFDict, PDFDocument } from "@cantoo/pdf-lib";
import { getElement } from "../../rules/arrays.ts";
import { msg } from "../../rules/problem/message.ts";
import { archiveFaults } from "./archive-checks.ts";
import { embeddedFieldFonts, PREFLIGHT_CHECKS } from "./checks.ts";
import { type Fault, Findings, type PageText, type PreflightFinding, singleFault } from "./finding.ts";
import { listPageLeaves, openPage } from "./page.ts";
import { type KnownContent, paintPage } from "./paint-page.ts";
import {
  pressIntent,
  type Asked,
  type Purpose,
  type Requirements,
  claimedPurpose,
  hasFields,
  buildRequirements,
} from "./requirements.ts";
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import { computeBounds, concat, type Matrix, toMatrix, rectangleCorners } from "./matrix.ts";

/** Why a file can't be looked at. */
export type PdfFault = "not-a-pdf" | "locked-pdf" | "broken-pdf";

/** What preflight finds out about a file. */
export interface Preflight {
  /** What it was checked for: as asked, or as it claims; null for what any print shop requires. */
  readonly purpose: Purpose | null;
  readonly pages: number;
  /** How many of them were checked. */
  readonly looked: number;
  readonly findings: readonly PreflightFinding[];
}

/** A PDF begins with this, though other bytes may precede it. */
const SIGNATURE = "%PDF-";
const MAX_SIGNATURE_OFFSET = 1024;

/** Of a file with more pages, the first, the last and evenly spread ones between are checked. */
const MAX_PAGES = 120;

/**
 * Checks a PDF as a print shop does.
 *
 *     bytes --openFile--> catalogue, pages --openPage, paintPage, listPageTexts--> boxes, lines, texts, colours --CHECKS--> faults --Findings--> findings
 */
export async function preflight(bytes: Uint8Array, asked: Asked = {}): Promise<Preflight | PdfFault> {
  const catalogue = await openFile(bytes);
  if (typeof catalogue === "string") return catalogue;
  const leaves = listPageLeaves(catalogue);
  const purpose = asked.purpose ?? claimedPurpose(catalogue, leaves[0]?.dict ?? null);
  const requirements = buildRequirements(asked, purpose, catalogue);
  const found = new Findings();
  found.add(checkFile(catalogue, leaves.length, requirements), null);
  const texts = await openTexts(bytes);
  const known: KnownContent = new Map();
  const looked = Math.min(leaves.length, MAX_PAGES);
  for (let at = 0; at < looked; at++) {
    const index = Math.round(at * ((leaves.length - 1) / Math.max(1, looked - 1)));
    const page = openPage(getElement(leaves, index));
    const painted = paintPage(page, known);
    const read = texts && (await listPageTexts(texts, index + 1, page.toMm).catch(() => null));
    const seen = { ...page, ...painted, isWhole: painted.isWhole && read !== null, texts: read ?? [] };
    for (const check of PREFLIGHT_CHECKS) found.add(check(seen, requirements), index + 1);
  }
  await texts?.loadingTask.destroy();
  return { purpose, pages: leaves.length, looked, findings: found.all() };
}

/** The catalogue of a file, or why it can't be looked at. @internal */
export async function openFile(bytes: Uint8Array): Promise<PDFDict | PdfFault> {
  const beginning = new TextDecoder("latin1").decode(bytes.subarray(0, MAX_SIGNATURE_OFFSET));
  if (!beginning.includes(SIGNATURE)) return "not-a-pdf";
  try {
    const { catalog } = await PDFDocument.load(bytes, {
      updateMetadata: false,
      parseSpeed: Number.POSITIVE_INFINITY,
      warnOnInvalidObjects: false,
    });
    return catalog instanceof PDFDict ? catalog : "broken-pdf";
  } catch (error) {
    return error instanceof EncryptedPDFError ? "locked-pdf" : "broken-pdf";
  }
}

/** The faults of the file as a whole. */
function checkFile(catalogue: PDFDict, pages: number, required: Requirements): Fault[] {
  const faults: Fault[] = [];
  if (pages === 0) {
    const hint = msg`print.no-pages-hint: export it again`;
    faults.push(singleFault("no-pages", msg`print.no-pages: the file has no pages`, hint));
  }
  if (required.outputIntent && pressIntent(catalogue) === null) {
    const message = msg`print.no-output-intent: the file names no printing condition: it has no output intent`;
    const hint = msg`print.no-output-intent-hint: export it as PDF/X, as \`augenblock pad --profile printshop\` does`;
    faults.push(singleFault("no-output-intent", message, hint));
  }
  if (required.archived) faults.push(...archiveFaults(catalogue));
  if (required.annotations === "fields" && !hasFields(catalogue)) {
    const hint = msg`print.no-fields-hint: \`augenblock pad --profile fillable\` makes a fillable PDF`;
    faults.push(singleFault("no-fields", msg`print.no-fields: the file has no form fields`, hint));
  }
  return [...faults, ...embeddedFieldFonts(catalogue)];
}

/** How far letters reach above and below the baseline, as shares of the type size; accents and descenders included. */
const ABOVE = 0.75;
const BELOW = 0.22;

/** Opens a file to read its texts. @returns null if it can't be read @internal */
export async function openTexts(bytes: Uint8Array): Promise<PDFDocumentProxy | null> {
  const task = getDocument({
    // A copy: pdf.js transfers the bytes to its worker.
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
  });
  try {
    return await task.promise;
  } catch {
    await task.destroy();
    return null;
  }
}

/** The texts of a page. @param number counted from 1. @throws any error of the library if the page can't be read @internal */
export async function listPageTexts(
  document: PDFDocumentProxy,
  number: number,
  toMm: Matrix,
): Promise<PageText[]> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  return items.flatMap((item) => {
    if (!("str" in item) || item.str.trim() === "") return [];
    const matrix = toMatrix(item.transform as number[]);
    const [a, b, c, d] = matrix;
    const size = Math.hypot(c, d);
    if (size === 0) return [];
    // The width is measured on the page along the line, independent of the type size.
    const along = item.width / (Math.hypot(a, b) || 1);
    const area = computeBounds(rectangleCorners(concat(matrix, toMm), [0, -BELOW], [along, ABOVE]));
    return area === null ? [] : [{ text: item.str, area }];
  });
}
