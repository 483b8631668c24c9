import type { PDFDict } from "@cantoo/pdf-lib";
import { GLUE_EDGES, type GlueEdge, PROFILES, type ProfileName } from "../imposition/imposition.ts";
import type { DeviceSpace } from "./device-space.ts";
import { lookUpDict, lookUpList, lookUpObject } from "./objects.ts";
import { archiveSpace, pressIntent } from "./output-intents.ts";
import { isArchived, readXmp, xmpValue } from "./xmp.ts";

/** What a file can be made for. */
export type Purpose = ProfileName;

/** What a file must keep to. Embedded fonts, nested boxes and lines of some thickness are required of every file. */
export type Requirements = Readonly<typeof PRINTED>;

/** What is required of a file for paper that nobody said more about. */
const PRINTED = {
  /** Whether each page must say where it is cut. */
  trimBox: false,
  /** Whether the file must say what printing it was made for (PDF/X). */
  outputIntent: false,
  /** What it may be painted with: anything, what presses print with, or grey alone, which takes one plate. */
  colours: "any" as "any" | "inks" | "grey",
  /** Whether it must be fit for a press: opaque, fine, and beyond the cut where it reaches the cut. */
  press: false,
  /** What may lie over the page for the screen. */
  annotations: "none" as "none" | "fields",
  /** Whether it must keep to PDF/A. */
  archived: false,
  /** The space whose colours an archive knows from the file's output intent. */
  intended: null as DeviceSpace | null,
  /** No text may stand nearer to the cut than this, which may be off by two or three millimetres. */
  safetyMm: 4,
  /** The edge where the block is glued; no text may stand there. */
  glueEdge: "none" as GlueEdge,
  glueMm: PROFILES.printshop.glueMm as number,
};

const REQUIREMENTS: Readonly<Record<Purpose, Requirements>> = {
  printshop: { ...PRINTED, trimBox: true, outputIntent: true, colours: "inks", press: true },
  copyshop: PRINTED,
  home: PRINTED,
  "large-print": PRINTED,
  archive: { ...PRINTED, archived: true },
  fillable: { ...PRINTED, annotations: "fields" },
};

/** What the caller says about a file; whatever is left out follows from its purpose. */
export interface Asked extends Partial<Pick<Requirements, "glueEdge" | "glueMm" | "safetyMm">> {
  readonly purpose?: Purpose;
  /** Whether everything must be grey, so that one plate prints it. */
  readonly grey?: boolean;
}

/** What a file must keep to; one without a purpose what any print shop wants. Where it is glued is what the caller says, or the file itself. @internal */
export function buildRequirements(asked: Asked, purpose: Purpose | null, catalogue: PDFDict): Requirements {
  const required = purpose === null ? { ...PRINTED, press: true } : REQUIREMENTS[purpose];
  const glue = statedGlue(catalogue);
  return {
    ...required,
    ...(asked.grey === true && { colours: "grey" }),
    ...(required.archived && { intended: archiveSpace(catalogue) }),
    glueEdge: asked.glueEdge ?? glue?.glueEdge ?? required.glueEdge,
    glueMm: asked.glueMm ?? glue?.glueMm ?? required.glueMm,
    safetyMm: asked.safetyMm ?? required.safetyMm,
  };
}

/** Where our own files say that they are glued. */
function statedGlue(catalogue: PDFDict): Pick<Requirements, "glueEdge" | "glueMm"> | null {
  const [edge, mm] = xmpValue(readXmp(catalogue), "augenblock:Glue")?.split(" ") ?? [];
  const glueEdge = GLUE_EDGES.find((one) => one === edge);
  return glueEdge === undefined || !(Number(mm) <= MAX_GLUE_MM) ? null : { glueEdge, glueMm: Number(mm) };
}

/** Wider than any glue. */
const MAX_GLUE_MM = 40;

/** What a file claims to be made for, if anything: for a print shop if it is PDF/X, or if its first page says where it is cut. @internal */
export function claimedPurpose(catalogue: PDFDict, firstPage: PDFDict | null): Purpose | null {
  if (hasFields(catalogue)) return "fillable";
  if (isArchived(catalogue)) return "archive";
  const isForPrint = pressIntent(catalogue) !== null;
  return isForPrint || lookUpObject(firstPage, "TrimBox") !== null ? "printshop" : null;
}

/** Whether there is anything to fill in. @internal */
export function hasFields(catalogue: PDFDict): boolean {
  return lookUpList(lookUpDict(catalogue, "AcroForm"), "Fields").length > 0;
}
