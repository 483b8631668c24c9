import type { PDFDict } from "@cantoo/pdf-lib";
import { decodeStream, lookUpStream } from "./objects.ts";

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

/** The metadata of a file, an XMP packet; empty without any that can be read. */
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
