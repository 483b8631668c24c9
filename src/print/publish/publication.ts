import { zipSync, deflateSync, Inflate } from "fflate";
import type { Language } from "../../i18n/language.ts";
import { base64, fromBase64, concatBytes } from "../../rules/bytes.ts";
import { msg } from "../../rules/problem/message.ts";
import { refusal, type Result, success } from "../../rules/problem/problem.ts";
import { MAX_TEXT_LENGTH } from "../../rules/source/text.ts";

/** A file by its path below the folder that is published, with `/` between. */
export interface FolderFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A file of a published game. */
export interface PublishedFile extends FolderFile {
  readonly kind: "page" | "pad" | "rules" | "variant" | "studio" | "site";
  /** BCP 47 code; null for what is the same in every language. */
  readonly language: string | null;
  /** The name of the paper; null for what is not printed. */
  readonly paper: string | null;
}

/** A file of a published game. @param content a text is written in UTF-8. @param language and `paper` are null where there is none */
export function publishedFile(
  kind: PublishedFile["kind"],
  path: string,
  content: string | Uint8Array,
  language: string | null = null,
  paper: string | null = null,
): PublishedFile {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return { path, kind, language, paper, bytes };
}

/** The file that marks a folder as a publication of ours. */
export const MANIFEST = "augenblock.json";

/** The files of a publication as they are listed, each with its size. */
export function manifestEntries(files: readonly PublishedFile[]) {
  return files.map(({ bytes: { length: bytes }, path, kind, language, paper }) => {
    return { path, kind, language, paper, bytes };
  });
}

/** The manifest of a publication, or of a site (`variant` is null). It comes first in a ZIP, so that the first bytes identify it. */
export function manifestFile(variant: string | null, files: readonly PublishedFile[]): FolderFile {
  const manifest = { madeBy: "augenblock", variant, files: manifestEntries(files) };
  return { path: MANIFEST, bytes: new TextEncoder().encode(`${JSON.stringify(manifest, null, 1)}\n`) };
}

/** The paths of the files in a manifest; null if it isn't one of ours. */
export function listManifestPaths(manifest: string): string[] | null {
  try {
    const read = JSON.parse(manifest) as { madeBy?: unknown; files?: { path?: unknown }[] } | null;
    if (read?.madeBy !== "augenblock" || !Array.isArray(read.files)) return null;
    return [MANIFEST, ...read.files.flatMap((file) => (typeof file?.path === "string" ? [file.path] : []))];
  } catch {
    return null;
  }
}

const BYTES_IN_KB = 1000;

/** How large a file is, as people read it: 24 kB. */
export function sizeWords({ length }: Pick<Uint8Array, "length">, { code }: Pick<Language, "code">): string {
  const kilobytes = Math.max(1, Math.round(length / BYTES_IN_KB));
  return new Intl.NumberFormat(code, { style: "unit", unit: "kilobyte" }).format(kilobytes);
}

/** Files as a ZIP (APPNOTE 6.3) that unpacks to one folder. The date is the earliest possible, so the same files give the same bytes. */
export function packZip(folder: string, files: readonly FolderFile[]): Uint8Array {
  const entries = files.map(({ path, bytes }) => [`${folder}/${path}`, bytes] as const);
  return zipSync(Object.fromEntries(entries), { level: 9, mtime: new Date(1980, 0, 1) });
}

/** Signature of a file's entry, and the offsets of the length of its name and of the name (APPNOTE 4.3.7). */
const ENTRY = [0x50, 0x4b, 0x03, 0x04] as const;
const NAME_LENGTH_AT = 26;
const NAME_AT = 30;

/** The name of the first file in a ZIP, from its first bytes; null if it isn't a ZIP. */
export function firstEntry(beginning: Uint8Array): string | null {
  if (beginning.length < NAME_AT || ENTRY.some((byte, at) => beginning[at] !== byte)) return null;
  const length = new DataView(beginning.buffer, beginning.byteOffset).getUint16(NAME_LENGTH_AT, true);
  return new TextDecoder().decode(beginning.subarray(NAME_AT, NAME_AT + length));
}

/** Longer addresses are cut off by programs that pass them on. */
const MAX_PACKED_LENGTH = 30_000;

/** So much is unpacked at a time; a byte becomes a thousand at most. */
const STEP_BYTES = 256;

/** A text packed for an address: deflated (RFC 1951), in base64url (RFC 4648). Or why it can't be. */
export function packText(text: string): Result<string> {
  const packed = base64(deflateSync(new TextEncoder().encode(text), { level: 9 }));
  const hint = msg`print.game-too-large-hint: send the file instead`;
  if (packed.length > MAX_PACKED_LENGTH)
    return refusal("too-large", msg`print.game-too-large: this game is too large for a link`, hint);
  return success(packed.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""));
}

/** What a short game begins with, for the compression of codes. Codes are on paper: this text never changes. */
const CODE_DICTIONARY = new TextEncoder().encode(
  [
    '"dice":{"count":6,"sides":6,"wild":{"faces":[1]}},"turn":{"rolls":3},"start":{"method":"free"},"order":"up","order":"down"',
    '"options":{"label":{"de":"","en":"","sv":""},"default":"","choices":{"plain":{"label":{"de":"","en":"","sv":""},"set":{"',
    '"columns":{"label":{"de":"","en":"","sv":""}},"factor":2,"order":"any","rows":[',
    '"categories":{"label":{"de":"","en":"","sv":""},"pattern":{"run":5,"from":1},"pattern":"any","pattern":{"groups":[3,2],"distinct":true}',
    '"pattern":{"face":1,"min":3},"score":"sum"},"score":{"base":"add":"strike":"never"},"score":25},"bonus":{"score":50},',
    '"sections":{"lower":{"rows":[],"upper":{"tiers":[{"from":60,"add":60},{"from":63,"add":35}]}},{"from":63,"add":50}]}}}',
    '{"id":"our-","extends":"","name":{"de":"Unser ","en":"Our ","sv":"Vårt "},"sections":{"upper":{"tiers":[{"from":63,"add":',
  ].join(""),
);

/** What the part of an address that comes from a code begins with. */
const IN_CODE = "qr/";

/** A text packed for the address in a QR code: deflated, as one decimal number, because QR codes pack digits most tightly. */
export function packForCode(text: string): string {
  const bytes = deflateSync(new TextEncoder().encode(text), { level: 9, dictionary: CODE_DICTIONARY });
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  // The leading 1 keeps zeros in front.
  return IN_CODE + BigInt(`0x1${hex}`).toString();
}

/** The bytes of a packed text, and what they were packed with. */
function packedBytes(packed: string) {
  if (!packed.startsWith(IN_CODE))
    return { bytes: fromBase64(packed.replaceAll("-", "+").replaceAll("_", "/")), options: {} };
  const [, ...digits] = BigInt(packed.slice(IN_CODE.length)).toString(16);
  const pairs = digits.join("").match(/../g) ?? [];
  return {
    bytes: Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16)),
    options: { dictionary: CODE_DICTIONARY },
  };
}

/** The text in an address. Anything else is refused before it takes time or memory. */
export function unpackText(packed: string): Result<string> {
  const hint = msg`print.no-game-in-link-hint: ask for the link again, or for the file`;
  const refused = refusal("no-variant", msg`print.no-game-in-link: this link contains no game`, hint);
  if (packed.length > MAX_PACKED_LENGTH || !/^(?:[\w-]+|qr\/\d{1,9999})$/.test(packed)) return refused;
  try {
    return success(new TextDecoder("utf-8", { fatal: true }).decode(inflateBytes(packedBytes(packed))));
  } catch {
    return refused;
  }
}

/** @throws if that is more than any variant has, or not packed */
function inflateBytes({ bytes, options }: ReturnType<typeof packedBytes>): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  const inflate = new Inflate(options, (part) => {
    length += part.length;
    if (length > MAX_TEXT_LENGTH) throw new RangeError("that is too much");
    parts.push(part);
  });
  for (let at = 0; at < bytes.length; at += STEP_BYTES)
    inflate.push(bytes.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= bytes.length);
  return concatBytes(parts);
}
