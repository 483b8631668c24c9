import type { PDFDict } from "@cantoo/pdf-lib";
import { GLUE_EDGES, type GlueEdge, PROFILES, type ProfileName } from "../imposition/imposition.ts";
import type { DeviceSpace } from "./colour.ts";
import {
  lookUpDict,
  lookUpList,
  lookUpObject,
  decodeStream,
  lookUpStream,
  asDict,
  lookUpName,
} from "./objects.ts";

export type Purpose = ProfileName;

/** What a file must meet. Embedded fonts, nested boxes and a minimum line width are required of every file. */
export type Requirements = Readonly<typeof PRINTED>;

/** The requirements of any file for paper. */
const PRINTED = {
  /** Whether each page must say where it is cut. */
  trimBox: false,
  /** Whether the file must say what printing it was made for (PDF/X). */
  outputIntent: false,
  /** The colours it may use: any, those of printing inks, or only grey, which takes one plate. */
  colours: "any" as "any" | "inks" | "grey",
  /** Whether it must be fit for a press: opaque, fine, and beyond the cut where it reaches the cut. */
  press: false,
  /** The annotations that it may have. */
  annotations: "none" as "none" | "fields",
  /** Whether it must keep to PDF/A. */
  archived: false,
  /** The colour space that the file's output intent defines. */
  intended: null as DeviceSpace | null,
  /** Text keeps this distance from the cut, which may be off by two or three millimetres. */
  safetyMm: 4,
  /** The edge where the block is glued, which must be free of text. */
  glueEdge: "none" as GlueEdge,
  glueMm: PROFILES.printshop.glueMm as number,
};

const REQUIREMENTS: Readonly<Record<Purpose, Requirements>> = {
  printshop: { ...PRINTED, trimBox: true, outputIntent: true, colours: "inks", press: true },
  copyshop: PRINTED,
  home: PRINTED,
  "large-print": PRINTED,
  receipt: { ...PRINTED, colours: "grey" },
  archive: { ...PRINTED, archived: true },
  fillable: { ...PRINTED, annotations: "fields" },
};

/** What the caller says about a file; the rest follows from its purpose. */
export interface Asked extends Partial<Pick<Requirements, "glueEdge" | "glueMm" | "safetyMm">> {
  readonly purpose?: Purpose;
  /** Whether everything must be grey, so that one plate prints it. */
  readonly grey?: boolean;
}

/** The requirements of a purpose; without one, those of any print shop. The caller or the file itself says where it is glued. @internal */
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

/** The purpose that a file claims: a print shop if it is PDF/X, or if its first page has a TrimBox. Null without a claim. @internal */
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

/** The namespaces of the properties that are looked at (ISO 16684-1, 8). */
const NAMESPACES = {
  dc: "http://purl.org/dc/elements/1.1/",
  pdf: "http://ns.adobe.com/pdf/1.3/",
  xmp: "http://ns.adobe.com/xap/1.0/",
  pdfaid: "http://www.aiim.org/pdfa/ns/id/",
  augenblock: "urn:augenblock:pad#",
} as const;

/** A property of the metadata, by the usual prefix of its namespace. */
export type XmpName = `${keyof typeof NAMESPACES}:${string}`;

/** The metadata of a file, an XMP packet; empty without any that can be read. @internal */
export function readXmp(catalogue: PDFDict): string {
  const metadata = lookUpStream(catalogue, "Metadata");
  const bytes = metadata === null ? null : decodeStream(metadata);
  return bytes === null ? "" : new TextDecoder().decode(bytes);
}

/** The value of a property, the first of several; null if it is not there. */
export function xmpValue(packet: string, name: XmpName): string | null {
  const [usual, local] = name.split(":") as [keyof typeof NAMESPACES, string];
  const uri = NAMESPACES[usual].replace(/[.#]/g, "\\$&");
  for (const [, prefix] of packet.matchAll(new RegExp(`xmlns:([\\w.-]+)\\s*=\\s*["']${uri}["']`, "g"))) {
    const key = `${prefix}:${local}`;
    const [, written] = new RegExp(`\\s${key}\\s*=\\s*"([^"]*)"`).exec(packet) ?? [];
    const [, inside] = new RegExp(`<${key}(?:\\s[^>]*)?>(.*?)</${key}>`, "s").exec(packet) ?? [];
    const item = inside === undefined ? undefined : (/<rdf:li[^>]*>([^<]*)</.exec(inside)?.[1] ?? inside);
    const value = item ?? written;
    if (value !== undefined) return decodeEntities(value.trim());
  }
  return null;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    return ENTITIES[name] ?? (code <= 0x10ffff ? String.fromCodePoint(code) : whole);
  });
}

/** Whether the metadata of a file claims that it keeps to PDF/A (ISO 19005-2, 6.6.4). @internal */
export function isArchived(catalogue: PDFDict): boolean {
  return xmpValue(readXmp(catalogue), "pdfaid:part") !== null;
}

/** The output intent for a press (PDF/X); null without one. @internal */
export function pressIntent(catalogue: PDFDict): PDFDict | null {
  const intents = lookUpList(catalogue, "OutputIntents").map(asDict);
  return intents.find((intent) => lookUpName(intent, "S")?.startsWith("GTS_PDFX") === true) ?? null;
}

/** The bytes of a profile with its colour space and its signature (ICC.1, 7.2). */
const PROFILE = { colours: [16, 20], signature: [36, 40] } as const;
const PROFILE_SPACES: Readonly<Record<string, DeviceSpace>> = {
  GRAY: "DeviceGray",
  "RGB ": "DeviceRGB",
  CMYK: "DeviceCMYK",
};

/** The colour space of the output intent for archives (ISO 19005-2, 6.2.3); null without one. */
function archiveSpace(catalogue: PDFDict): DeviceSpace | null {
  const intents = lookUpList(catalogue, "OutputIntents").map(asDict);
  const intent = intents.find((one) => lookUpName(one, "S") === "GTS_PDFA1") ?? null;
  const stream = lookUpStream(intent, "DestOutputProfile");
  const bytes = stream === null ? null : decodeStream(stream);
  const word = ([from, to]: readonly [number, number]) =>
    new TextDecoder("latin1").decode(bytes?.subarray(from, to));
  return word(PROFILE.signature) === "acsp" ? (PROFILE_SPACES[word(PROFILE.colours)] ?? null) : null;
}
