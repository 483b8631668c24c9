import { EncryptedPDFError, PDFDict, PDFDocument } from "@cantoo/pdf-lib";
import { annotationsOn } from "./annotations.ts";
import { CHECKS } from "./checks.ts";
import { claimedPurpose, hasFields, isArchived } from "./file-claims.ts";
import { collected, type Fault, type Finding } from "./finding.ts";
import { fieldFonts, fontName, isEmbedded } from "./fonts.ts";
import { leavesOf, openPage, type Page } from "./pages.ts";
import { type KnownContent, paintPage } from "./paint-page.ts";
import { type Asked, type Promises, type Purpose, promisesOf } from "./promise.ts";
import type { SeenPage } from "./seen-page.ts";
import { openTexts, type TextReader } from "./texts.ts";

/** Why a file can't be looked at. */
const PDF_FAULTS = ["not-a-pdf", "locked-pdf", "broken-pdf"] as const;
export type PdfFault = (typeof PDF_FAULTS)[number];

/** What preflight has to say about a file. */
export interface Preflight {
  /** What it was looked at for: as asked, or as it says of itself; null for what any print shop asks. */
  readonly purpose: Purpose | null;
  readonly pages: number;
  /** How many of them were looked at. */
  readonly looked: number;
  readonly findings: readonly Finding[];
}

export type PreflightResult =
  | { readonly ok: true; readonly value: Preflight }
  | { readonly ok: false; readonly fault: PdfFault };

/** A PDF begins with this, though something may stand before it. */
const SIGNATURE = "%PDF-";
const LATEST_SIGNATURE = 1024;

/** Of a file with more pages the first ones and the last are looked at, and as many in between, evenly spread. */
const MAX_PAGES = 120;

/**
 * Looks at a PDF as a print shop does.
 *
 *     bytes --openFile--> catalogue, pages --seePage--> boxes, lines, texts, colours --CHECKS--> faults --collected--> findings
 */
export async function preflight(bytes: Uint8Array, asked: Asked): Promise<PreflightResult> {
  const opened = await openFile(bytes);
  if (!opened.ok) return opened;
  const { catalogue } = opened;
  const leaves = leavesOf(catalogue);
  const claimed = claimedPurpose(catalogue, leaves[0]?.dict ?? null);
  const promises = promisesOf(asked, claimed);
  const numbers = sample(leaves.length);
  const found = wholeFile(catalogue, leaves.length, promises).map((fault) => ({
    fault,
    page: null as number | null,
  }));
  const texts = await openTexts(bytes);
  const known: KnownContent = new Map();
  for (const number of numbers) {
    const leaf = leaves[number - 1];
    if (leaf === undefined) continue;
    const page = await seePage(openPage(leaf, number), texts, known);
    for (const check of CHECKS)
      found.push(...check(page, promises).map((fault) => ({ fault, page: number })));
  }
  await texts?.close();
  const purpose = asked.purpose ?? claimed;
  return {
    ok: true,
    value: { purpose, pages: leaves.length, looked: numbers.length, findings: collected(found) },
  };
}

type OpenedFile =
  | { readonly ok: true; readonly catalogue: PDFDict }
  | { readonly ok: false; readonly fault: PdfFault };

async function openFile(bytes: Uint8Array): Promise<OpenedFile> {
  const beginning = new TextDecoder("latin1").decode(bytes.subarray(0, LATEST_SIGNATURE));
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

/** Which pages are looked at, counted from 1. */
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
    annotations: annotationsOn(page),
  };
}

/** What is wrong with a file and not with one of its pages. */
function wholeFile(catalogue: PDFDict, pages: number, { archived, annotations }: Promises): Fault[] {
  const faults: Fault[] = [];
  const add = (code: Fault["code"], message: string, hint: string) =>
    faults.push({ code, about: message, times: 1, tell: () => message, hint, area: null });
  if (pages === 0) add("no-pages", "the file has no pages", "export it once more");
  if (archived && !isArchived(catalogue))
    add("not-archived", "the file does not say that it keeps to PDF/A", "export it as PDF/A-2");
  if (annotations === "fields" && !hasFields(catalogue))
    add("no-fields", "there is nothing to fill in", "`augenblock pad --profile fillable` makes a form");
  for (const font of fieldFonts(catalogue).filter((font) => !isEmbedded(font)))
    add(
      "font-not-embedded",
      `fields are filled in with the font ${fontName(font)}, which is not embedded`,
      "export with all fonts embedded: a viewer that lacks it takes another one",
    );
  return faults;
}
