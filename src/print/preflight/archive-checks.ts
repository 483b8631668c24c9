import { PDFArray, type PDFDict, PDFHexString, PDFName, PDFRawStream, PDFString } from "@cantoo/pdf-lib";
import { type Message, msg } from "../../rules/problem/message.ts";
import type { PageCheck, Fault } from "./finding.ts";
import { asDict, lookUpDict, lookUpList, lookUpName, lookUpObject } from "./objects.ts";
import { isArchived, type XmpName, readXmp, xmpValue } from "./requirements.ts";

// The clauses of PDF/A-2 (ISO 19005-2) that can be told from a file without the programs that draw its fonts and images.

/** What is wrong with a file that is to be kept, as a whole. @internal */
export function archiveFaults(catalogue: PDFDict): Fault[] {
  const xmp = readXmp(catalogue);
  const claim = (message: Message, hint: Message): Fault[] => [
    { code: "not-archived", message: () => message, hint },
  ];
  const claims = isArchived(catalogue)
    ? []
    : claim(
        msg("print.file-does-not")`the file does not say that it keeps to PDF/A`,
        msg("print.export-pdf-2")`export it as PDF/A-2`,
      );
  return [...claims, ...fileId(catalogue), ...infoFaults(catalogue, xmp), ...forbiddenThings(catalogue)];
}

/** A file has an identifier (6.1.3). */
function fileId({ context }: PDFDict): Fault[] {
  const id = context.lookup(context.trailerInfo.ID);
  if (id instanceof PDFArray && id.size() === 2) return [];
  const message = () => msg("print.file-has-no")`the file has no identifier`;
  return [
    {
      code: "no-file-id",
      message,
      hint: msg("print.export-once-more")`export it once more: programs add one`,
    },
  ];
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

/** What the information of a file says stands in its metadata, too. */
function infoFaults({ context }: PDFDict, xmp: string): Fault[] {
  const info = asDict(context.lookup(context.trailerInfo.Info));
  return REPEATED.flatMap(([key, name]): Fault[] => {
    const written = readText(info, key);
    const repeated = xmpValue(xmp, name);
    if (written === null || (repeated !== null && isSame(key, written, repeated))) return [];
    const message = () =>
      msg(
        "print.files-information-not",
      )`${key} of the file’s information is not what its metadata say (${name})`;
    return [
      {
        code: "info-differs",
        about: key,
        message,
        hint: msg("print.export-pdf-2-once")`export it as PDF/A-2 once more`,
      },
    ];
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

/** What a file that is to be kept must not have (6.1.7, 6.4, 6.5, 6.8): what runs, what is not there for good, what few can unpack. */
function forbiddenThings(catalogue: PDFDict): Fault[] {
  const names = lookUpDict(catalogue, "Names");
  const form = lookUpDict(catalogue, "AcroForm");
  const action = lookUpName(lookUpDict(catalogue, "OpenAction"), "S");
  const found: readonly (readonly [isThere: boolean, what: Message])[] = [
    [lookUpDict(names, "JavaScript") !== null || action === "JavaScript", msg("print.scripts")`scripts`],
    [
      lookUpObject(catalogue, "AA") !== null,
      msg("print.actions-start-themselves")`actions that start by themselves`,
    ],
    [
      action !== null && !["GoTo", "URI", "Named", "JavaScript"].includes(action),
      msg("print.action-opening")`an action on opening`,
    ],
    [
      lookUpDict(names, "EmbeddedFiles") !== null,
      msg("print.attached-files-which")`attached files, which would have to be PDF/A themselves`,
    ],
    [lookUpObject(form, "XFA") !== null, msg("print.form-xml")`a form of XML`],
    [
      String(lookUpObject(form, "NeedAppearances")) === "true",
      msg("print.fields-viewer-has")`fields that a viewer has to draw`,
    ],
    [hasFilter(catalogue, "LZWDecode"), msg("print.streams-packed-lzw")`streams packed by LZW`],
  ];
  return found.flatMap(([isThere, what]): Fault[] => {
    const message = () => msg("print.file-holds")`the file holds ${what}`;
    const hint = msg("print.export-pdf-2-which")`export it as PDF/A-2, which leaves that out`;
    return isThere ? [{ code: "not-for-archives", about: what.text, message, hint }] : [];
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

/** A page says what its colours look like (6.2.4.3): any intent tells that of grey, others only that of their own space. */
const definedColours: PageCheck = ({ devices }, { archived, intended }) => {
  const vague = [...devices].filter(
    (device) => intended === null || (device !== "DeviceGray" && device !== intended),
  );
  return (archived ? vague : []).map((device) => ({
    code: "undefined-colour",
    about: device,
    message: () => msg("print.no-output-intent")`no output intent says what colours of ${device} look like`,
    hint: msg("print.export-pdf-2-profile")`export it as PDF/A-2, with a profile of its colours`,
  }));
};

/** Pages and forms name what they draw with themselves (6.2.2). */
const ownResources: PageCheck = ({ inheritsResources, resources, ownsResources }, { archived }) => {
  if (!archived || (ownsResources && !(inheritsResources && resources !== null))) return [];
  const message = () => msg("print.what-drawn-has")`what is drawn has its resources from elsewhere`;
  return [
    {
      code: "inherited-resources",
      message,
      hint: msg("print.export-pdf-2-once")`export it as PDF/A-2 once more`,
    },
  ];
};

/** What a page that is to be kept is checked for. @internal */
export const ARCHIVE_CHECKS: readonly PageCheck[] = [definedColours, ownResources];
