import { type Message, msg } from "../../rules/problem/message.ts";
import { formatList } from "../../rules/problem/wording.ts";

export type PictureFormat = "jpeg" | "png" | "webp" | "tiff" | "avif" | "heic" | "gif";

/** The kinds of pictures that are read, with the extensions of their files, the usual one first. */
export const PICTURES: Readonly<
  Record<PictureFormat, { readonly name: string; readonly extensions: readonly [string, ...string[]] }>
> = {
  jpeg: { name: "JPEG", extensions: [".jpg", ".jpeg"] },
  png: { name: "PNG", extensions: [".png"] },
  webp: { name: "WebP", extensions: [".webp"] },
  tiff: { name: "TIFF", extensions: [".tif", ".tiff"] },
  avif: { name: "AVIF", extensions: [".avif"] },
  heic: { name: "HEIC", extensions: [".heic", ".heif"] },
  gif: { name: "GIF", extensions: [".gif"] },
};

export const PHOTO_EXTENSIONS: readonly string[] = Object.values(PICTURES).flatMap(
  ({ extensions }) => extensions,
);

/** What the first bytes of a file say about it. */
export type ImageContent =
  | { readonly picture: PictureFormat }
  /** Something else; the hint is the way to have it read, if there is one. */
  | { readonly picture: null; readonly message: Message; readonly hint: Message };

/** Files of boxes (ISO 14496-12) begin with the brands that they follow; `mif1` alone says nothing of the coding. */
const BRANDS = {
  avif: ["avif", "avis"],
  heic: ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"],
};
const GIVE_A_PHOTO = msg`scan.photo-formats-hint: give a photo as ${formatList(
  Object.values(PICTURES).map(({ name }) => name),
  "or",
)}`;
/** How many bytes of a file decide whether it is text. */
const LOOKED_AT = 1000;

/** Detects by the first bytes what a file is. @param file its name, for messages only */
export function detectImageContent(bytes: Uint8Array, file: string): ImageContent {
  const no = (message: Message, hint = GIVE_A_PHOTO) => ({ picture: null, message, hint });
  if (bytes.length === 0)
    return no(msg`scan.empty-file: ${file} is empty`, msg`scan.copy-again-hint: copy the file again`);
  const start = latin(bytes, 0, LOOKED_AT);
  if (start.startsWith("\xff\xd8\xff")) return { picture: "jpeg" };
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return { picture: "png" };
  if (start.startsWith("RIFF") && start.slice(8, 12) === "WEBP") return { picture: "webp" };
  if (/^(II[*+]\0|MM\0[*+])/.test(start)) return { picture: "tiff" };
  if (/^GIF8[79]a/.test(start)) return { picture: "gif" };
  if (start.slice(4, 8) === "ftyp") {
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
    const brands = start.slice(8, length).match(/.{4}/gs) ?? [];
    if (brands.some((brand) => BRANDS.avif.includes(brand))) return { picture: "avif" };
    if (brands.some((brand) => BRANDS.heic.includes(brand))) return { picture: "heic" };
    return no(msg`scan.video-or-sound: ${file} is a video or a sound file, not a photo`);
  }
  if (start.startsWith("%PDF-"))
    return no(
      msg`scan.pdf-not-photo: ${file} is a PDF, not a photo`,
      msg`scan.rename-to-pdf-hint: if it is a scan or a fillable PDF, give it the extension .pdf`,
    );
  if (/<svg[\s>]/i.test(start)) return no(msg`scan.svg-not-photo: ${file} is an SVG drawing, not a photo`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters distinguish bytes from text
  const isText = !/[\x00-\x08\x0e-\x1f]/.test(start);
  if (!isText)
    return no(msg`scan.not-a-picture: ${file} is not a picture, or its file type is not supported`);
  const hint = msg`scan.rename-typed-sheet-hint: if it is a typed sheet, give it the extension .yaml, .json or .csv`;
  return no(msg`scan.text-not-photo: ${file} is a text file, not a photo`, hint);
}

/**
 * Whether the boxes of a file (ISO 14496-12), one after the other, go beyond its end. A box begins with its length in four bytes and its
 * name in four; 0 is "up to the end", 1 says that eight bytes after the name hold it. What some phones append does not matter.
 */
export function isCutOff(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at + 8 <= bytes.length) {
    const short = view.getUint32(at);
    if (short === 0 || !/^[ -~]{4}$/.test(latin(bytes, at + 4, at + 8))) return false;
    const isLong = short === 1;
    if (isLong && at + 16 > bytes.length) return true;
    const length = isLong ? Number(view.getBigUint64(at + 8)) : short;
    if (length < (isLong ? 16 : 8)) return false;
    at += length;
  }
  return at > bytes.length;
}

function latin(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}
