import { EncryptedPDFError, PDFDict, PDFDocument } from "@cantoo/pdf-lib";
import { annotations } from "./checks/annotations.ts";
import { colours } from "./checks/colours.ts";
import { embeddedFieldFonts, embeddedFonts } from "./checks/embedded-fonts.ts";
import { lineWeights } from "./checks/line-weights.ts";
import { pageBoxes } from "./checks/page-boxes.ts";
import { textZones } from "./checks/text-zones.ts";
import { wholePage } from "./checks/whole-page.ts";
import {
  type Check,
  collectFindings,
  type Fault,
  type FaultOnPage,
  type Finding,
  type SeenPage,
} from "./finding.ts";
import { leavesOf, openPage, type Page } from "./page.ts";
import { type KnownContent, paintPage } from "./paint-page.ts";
import {
  type Asked,
  claimedPurpose,
  hasFields,
  isArchived,
  type Purpose,
  type Requirements,
  requirementsFor,
} from "./requirements.ts";
import { openTexts, type TextReader } from "./texts.ts";

/** Everything that a page is checked for, in the order in which it is reported. */
const CHECKS: readonly Check[] = [
  wholePage,
  pageBoxes,
  embeddedFonts,
  lineWeights,
  textZones,
  colours,
  annotations,
];

/** Why a file can't be looked at. */
const PDF_FAULTS = ["not-a-pdf", "locked-pdf", "broken-pdf"] as const;
export type PdfFault = (typeof PDF_FAULTS)[number];

/** What preflight finds out about a file. */
export interface Preflight {
  /** What it was checked for: as asked, or as it claims; null for what any print shop requires. */
  readonly purpose: Purpose | null;
  readonly pages: number;
  /** How many of them were checked. */
  readonly looked: number;
  readonly findings: readonly Finding[];
}

export type PreflightResult =
  | { readonly ok: true; readonly value: Preflight }
  | { readonly ok: false; readonly fault: PdfFault };

/** A PDF begins with this, though other bytes may precede it. */
const SIGNATURE = "%PDF-";
const MAX_SIGNATURE_OFFSET = 1024;

/** Of a file with more pages, the first, the last and evenly spread ones between are checked. */
const MAX_PAGES = 120;

/**
 * Checks a PDF as a print shop does.
 *
 *     bytes --openFile--> catalogue, pages --seePage--> boxes, lines, texts, colours --CHECKS--> faults --collectFindings--> findings
 */
export async function preflight(bytes: Uint8Array, asked: Asked): Promise<PreflightResult> {
  const opened = await openFile(bytes);
  if (!opened.ok) return opened;
  const { catalogue } = opened;
  const leaves = leavesOf(catalogue);
  const claimed = claimedPurpose(catalogue, leaves[0]?.dict ?? null);
  const requirements = requirementsFor(asked, claimed);
  const numbers = sample(leaves.length);
  const found: FaultOnPage[] = checkFile(catalogue, leaves.length, requirements).map((fault) => ({
    fault,
    page: null,
  }));
  const texts = await openTexts(bytes);
  const known: KnownContent = new Map();
  for (const number of numbers) {
    const leaf = leaves[number - 1];
    if (leaf === undefined) continue;
    const page = await seePage(openPage(leaf, number), texts, known);
    for (const check of CHECKS)
      found.push(...check(page, requirements).map((fault) => ({ fault, page: number })));
  }
  await texts?.close();
  const purpose = asked.purpose ?? claimed;
  return {
    ok: true,
    value: { purpose, pages: leaves.length, looked: numbers.length, findings: collectFindings(found) },
  };
}

type OpenedFile =
  | { readonly ok: true; readonly catalogue: PDFDict }
  | { readonly ok: false; readonly fault: PdfFault };

async function openFile(bytes: Uint8Array): Promise<OpenedFile> {
  const beginning = new TextDecoder("latin1").decode(bytes.subarray(0, MAX_SIGNATURE_OFFSET));
  if (!beginning.includes(SIGNATURE)) return { ok: false, fault: "not-a-pdf" };
  try {
    const { catalog } = await PDFDocument.load(bytes, {
      updateMetadata: false,
      parseSpeed: Number.POSITIVE_INFINITY,
      warnOnInvalidObjects: false,
    });
    return catalog instanceof PDFDict ? { ok: true, catalogue: catalog } : { ok: false, fault: "broken-pdf" };
  } catch (error) {
    return { ok: false, fault: error instanceof EncryptedPDFError ? "locked-pdf" : "broken-pdf" };
  }
}

/** Which pages are checked, counted from 1. */
function sample(pages: number): number[] {
  const count = Math.min(pages, MAX_PAGES);
  const step = count > 1 ? (pages - 1) / (count - 1) : 0;
  return Array.from({ length: count }, (_, at) => 1 + Math.round(at * step));
}

async function seePage(page: Page, texts: TextReader | null, known: KnownContent): Promise<SeenPage> {
  const painted = paintPage(page, known);
  const read = (await texts?.read(page.number, page.toMm)) ?? null;
  return {
    ...page,
    ...painted,
    isWhole: painted.isWhole && read !== null,
    texts: read ?? [],
  };
}

/** What is wrong with the file as a whole. */
function checkFile(catalogue: PDFDict, pages: number, { archived, annotations }: Requirements): Fault[] {
  const faults: Fault[] = [];
  const add = (code: Fault["code"], message: string, hint: string) =>
    faults.push({ code, about: message, times: 1, message: () => message, hint, area: null });
  if (pages === 0) add("no-pages", "the file has no pages", "export it once more");
  if (archived && !isArchived(catalogue))
    add("not-archived", "the file does not say that it keeps to PDF/A", "export it as PDF/A-2");
  if (annotations === "fields" && !hasFields(catalogue))
    add("no-fields", "there is nothing to fill in", "`augenblock pad --profile fillable` makes a form");
  return [...faults, ...embeddedFieldFonts(catalogue)];
}
