import type { PDFDict } from "@cantoo/pdf-lib";
import { type GlueEdge, type PROFILE_NAMES, PROFILES } from "../imposition/imposition.ts";
import { asDict, bytesOf, dictAt, listAt, nameAt, objectAt, streamAt } from "./objects.ts";

/** What a file can be made for. */
export type Purpose = (typeof PROFILE_NAMES)[number];

/** What a file must keep to. Embedded fonts, nested boxes and lines of some thickness are required of every file. */
export type Requirements = Readonly<typeof PRINTED>;

const PRINTED = {
  /** Whether each page must say where it is cut. */
  trimBox: false,
  /** Whether everything must be grey, so that one plate prints it. */
  grey: true,
  /** What may lie over the page for the screen. */
  annotations: "none" as "none" | "fields",
  /** Whether it must keep to PDF/A. */
  archived: false,
  /** No text may stand nearer to the cut than this, which may be off by two or three millimetres. */
  safetyMm: 4,
  /** The edge where the block is glued; no text may stand there. */
  glueEdge: "none" as GlueEdge,
  glueMm: PROFILES.printshop.glueMm as number,
};

const REQUIREMENTS: Readonly<Record<Purpose, Requirements>> = {
  printshop: { ...PRINTED, trimBox: true, glueEdge: PROFILES.printshop.glueEdge },
  copyshop: PRINTED,
  home: PRINTED,
  "large-print": PRINTED,
  archive: { ...PRINTED, archived: true },
  fillable: { ...PRINTED, annotations: "fields" },
};

/** What the caller says about a file; whatever is left out follows from its purpose. */
export interface Asked extends Partial<Pick<Requirements, "glueEdge" | "glueMm" | "safetyMm">> {
  readonly purpose?: Purpose;
  /** Whether colour is wanted after all. */
  readonly colour?: boolean;
}

/** What a file must keep to, or any without a purpose. Unless the caller names it, glue is not assumed and colour is no fault. */
export function requirementsFor(asked: Asked, purpose: Purpose | null): Requirements {
  const required = purpose === null ? PRINTED : REQUIREMENTS[purpose];
  const isAsked = asked.purpose !== undefined;
  return {
    ...required,
    grey: isAsked && asked.colour !== true,
    glueEdge: asked.glueEdge ?? (isAsked ? required.glueEdge : "none"),
    glueMm: asked.glueMm ?? required.glueMm,
    safetyMm: asked.safetyMm ?? required.safetyMm,
  };
}

/** What a file claims to be made for, if anything: for a print shop if it is PDF/X, or if its first page says where it is cut. @internal */
export function claimedPurpose(catalogue: PDFDict, firstPage: PDFDict | null): Purpose | null {
  if (hasFields(catalogue)) return "fillable";
  if (isArchived(catalogue)) return "archive";
  const intents = listAt(catalogue, "OutputIntents").map(asDict);
  const isForPrint = intents.some((intent) => nameAt(intent, "S")?.startsWith("GTS_PDFX") === true);
  return isForPrint || objectAt(firstPage, "TrimBox") !== null ? "printshop" : null;
}

/** Whether there is anything to fill in. @internal */
export function hasFields(catalogue: PDFDict): boolean {
  return listAt(dictAt(catalogue, "AcroForm"), "Fields").length > 0;
}

/** Whether the metadata of a file claims that it keeps to PDF/A (ISO 19005-2, 6.6.4). @internal */
export function isArchived(catalogue: PDFDict): boolean {
  const metadata = streamAt(catalogue, "Metadata");
  const bytes = metadata === null ? null : bytesOf(metadata);
  return bytes !== null && new TextDecoder().decode(bytes).includes("pdfaid:part");
}
