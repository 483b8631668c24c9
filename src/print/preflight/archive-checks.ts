import { PDFArray, type PDFDict, PDFHexString, PDFName, PDFRawStream, PDFString } from "@cantoo/pdf-lib";
import { type Message, msg } from "../../rules/problem/message.ts";
import { type Fault, type PageCheck, singleFault } from "./finding.ts";
import { asDict, lookUpDict, lookUpList, lookUpName, lookUpObject } from "./objects.ts";
import { isArchived, type XmpName, readXmp, xmpValue } from "./requirements.ts";

// The clauses of PDF/A-2 (ISO 19005-2) that can be checked without decoding fonts and images.

/** The faults of an archived file as a whole. @internal */
export function archiveFaults(catalogue: PDFDict): Fault[] {
  const xmp = readXmp(catalogue);
  const message = msg`print.no-pdfa-claim: the file is not marked as PDF/A`;
  const hint = msg`print.export-pdfa-hint: export it as PDF/A-2`;
  const claims = isArchived(catalogue) ? [] : [singleFault("not-archived", message, hint)];
  return [...claims, ...fileId(catalogue), ...infoFaults(catalogue, xmp), ...forbiddenThings(catalogue)];
}

/** A file has an identifier (6.1.3). */
function fileId({ context }: PDFDict): Fault[] {
  const id = context.lookup(context.trailerInfo.ID);
  if (id instanceof PDFArray && id.size() === 2) return [];
  const hint = msg`print.no-file-id-hint: export it again: most programs add one`;
  return [singleFault("no-file-id", msg`print.no-file-id: the file has no ID`, hint)];
}

/** Entries of the information that the metadata repeat (6.6.3), by their names there. */
const REPEATED: readonly (readonly [key: string, name: XmpName])[] = [
  ["Title", "dc:title"],
  ["Author", "dc:creator"],
  ["Subject", "dc:description"],
  ["Keywords", "pdf:Keywords"],
  ["Creator", "xmp:CreatorTool"],
  ["Producer", "pdf:Producer"],
  ["CreationDate", "xmp:CreateDate"],
  ["ModDate", "xmp:ModifyDate"],
];

/** The metadata repeat the document information. */
function infoFaults({ context }: PDFDict, xmp: string): Fault[] {
  const info = asDict(context.lookup(context.trailerInfo.Info));
  return REPEATED.flatMap(([key, name]): Fault[] => {
    const written = readText(info, key);
    const repeated = xmpValue(xmp, name);
    if (written === null || (repeated !== null && isSame(key, written, repeated))) return [];
    const message = msg`print.info-differs: ${key} in the document information does not match the metadata (${name})`;
    const hint = msg`print.export-pdfa-again-hint: export it as PDF/A-2 again`;
    return [singleFault("info-differs", message, hint, { about: key })];
  });
}

function readText(dict: PDFDict | null, key: string): string | null {
  const found = lookUpObject(dict, key);
  return found instanceof PDFString || found instanceof PDFHexString ? found.decodeText() : null;
}

function isSame(key: string, written: string, repeated: string): boolean {
  if (!key.endsWith("Date")) return written.trim() === repeated;
  return parsePdfDate(written) === Date.parse(repeated);
}

/** The time of `D:20261122183000+01'00'` (ISO 32000-1, 7.9.4). */
function parsePdfDate(date: string): number {
  const [, digits = "", sign = "Z", hours = "00", minutes = "00"] =
    /^D:(\d{4,14})(?:([Z+-])(?:(\d\d)'?(\d\d)?'?)?)?/.exec(date) ?? [];
  const [year, month, day, hour, minute, second] = [
    digits.slice(0, 4),
    ...[4, 6].map((at) => digits.slice(at, at + 2) || "01"),
    ...[8, 10, 12].map((at) => digits.slice(at, at + 2) || "00"),
  ];
  const zone = sign === "Z" ? "Z" : `${sign}${hours}:${minutes}`;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
}

/** What an archived file must not contain (6.1.7, 6.4, 6.5, 6.8): scripts, temporary content, rare compression. */
function forbiddenThings(catalogue: PDFDict): Fault[] {
  const names = lookUpDict(catalogue, "Names");
  const form = lookUpDict(catalogue, "AcroForm");
  const action = lookUpName(lookUpDict(catalogue, "OpenAction"), "S");
  const found: readonly (readonly [isThere: boolean, what: Message])[] = [
    [lookUpDict(names, "JavaScript") !== null || action === "JavaScript", msg`print.pdf-scripts: scripts`],
    [
      lookUpObject(catalogue, "AA") !== null,
      msg`print.pdf-automatic-actions: actions that run automatically`,
    ],
    [
      action !== null && !["GoTo", "URI", "Named", "JavaScript"].includes(action),
      msg`print.pdf-open-action: an action that runs when the file is opened`,
    ],
    [
      lookUpDict(names, "EmbeddedFiles") !== null,
      msg`print.pdf-attachments: attached files, which must be PDF/A too`,
    ],
    [lookUpObject(form, "XFA") !== null, msg`print.pdf-xfa-form: an XFA form`],
    [
      String(lookUpObject(form, "NeedAppearances")) === "true",
      msg`print.pdf-undrawn-fields: form fields that the viewer must draw`,
    ],
    [hasFilter(catalogue, "LZWDecode"), msg`print.pdf-lzw: data compressed with LZW`],
  ];
  return found.flatMap(([isThere, what]): Fault[] => {
    const message = msg`print.not-for-archives: the file contains ${what}`;
    const hint = msg`print.not-for-archives-hint: export it as PDF/A-2, which leaves this out`;
    return isThere ? [singleFault("not-for-archives", message, hint, { about: what.text })] : [];
  });
}

function hasFilter({ context }: PDFDict, filter: string): boolean {
  return context
    .enumerateIndirectObjects()
    .some(
      ([, object]) =>
        object instanceof PDFRawStream &&
        lookUpList(object.dict, "Filter").some((one) => one === PDFName.of(filter)),
    );
}

/** The output intent defines the colours of a page (6.2.4.3): each intent that of grey, and that of its own space. */
const definedColours: PageCheck = ({ devices }, { archived, intended }) => {
  const vague = [...devices].filter(
    (device) => intended === null || (device !== "DeviceGray" && device !== intended),
  );
  const hint = msg`print.undefined-colour-hint: export it as PDF/A-2 with a colour profile`;
  return (archived ? vague : []).map((device) => {
    const message = msg`print.undefined-colour: no output intent defines how ${device} colours look`;
    return singleFault("undefined-colour", message, hint, { about: device });
  });
};

/** Pages and forms name what they draw with themselves (6.2.2). */
const ownResources: PageCheck = ({ inheritsResources, resources, ownsResources }, { archived }) => {
  if (!archived || (ownsResources && !(inheritsResources && resources !== null))) return [];
  const message = msg`print.inherited-resources: the page uses resources that it does not list itself`;
  const hint = msg`print.export-pdfa-again-hint: export it as PDF/A-2 again`;
  return [singleFault("inherited-resources", message, hint)];
};

/** The checks of a page of an archived file. @internal */
export const ARCHIVE_CHECKS: readonly PageCheck[] = [definedColours, ownResources];
