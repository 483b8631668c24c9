import type { Metadata, Sharp } from "sharp";
import { failure, problem, type Problem, type Result, success } from "../../rules/problem/problem.ts";
import { partColours } from "./chroma.ts";
import { contentOf, isCutOff, type PictureFormat } from "./formats.ts";
import { decodeHeic, type RawPicture } from "./heic.ts";
import type { Photo } from "./picture.ts";
import { sharp } from "./vips.ts";

/** Larger photos are scaled down to this: more is not needed to read a sheet. */
const MAX_PIXELS_GIVEN = 16_000_000;

/** Sizes in pixels as stored, before the picture is turned upright. */
interface Stored {
  readonly width: number;
  readonly height: number;
  /** How it has to be turned and mirrored to stand upright, 1 to 8 as in Exif. */
  readonly orientation: number;
}

/**
 * Decodes a photo: JPEG, PNG, WebP, TIFF, AVIF, HEIC, or the first picture of a GIF or of an animation.
 *
 * It comes upright, in eight bits, without colour profiles, transparent parts white, at most 16 megapixels (scaled down beyond).
 * Grey is the luma of Rec. 601. Colours come at half the size.
 *
 * @param file its name, for problems
 * @returns the photo, or one problem: `not-a-picture`, `picture-too-large`, `picture-too-small`, `picture-broken` or
 *   `several-pictures`
 */
export async function decodePhoto(bytes: Uint8Array, file: string): Promise<Result<Photo>> {
  const content = contentOf(bytes);
  if (content.picture === null) return failure([notAPicture(file, content.what)]);
  const tooLong = bytesProblem(file, bytes.length);
  if (tooLong) return failure([tooLong]);
  try {
    return await decodeFormat(bytes, content.picture, file);
  } catch {
    return failure([broken(file)]);
  }
}

async function decodeFormat(bytes: Uint8Array, format: PictureFormat, file: string): Promise<Result<Photo>> {
  if ((format === "heic" || format === "avif") && isCutOff(bytes)) return failure([broken(file)]);
  const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
  const { width, height } = metadata;
  const mostPixels = mostPixelsOf(format, metadata);
  const refused = sizeProblem(file, metadata, mostPixels);
  if (refused) return failure([refused]);
  if (format === "tiff" && (await hasSecondPage(bytes, metadata)))
    return failure([severalPictures(file, metadata.pages ?? 2)]);
  const stored = { width, height, orientation: metadata.orientation ?? 1 };
  return format === "heic"
    ? await decodeHeld(bytes, mostPixels, file)
    : success(await decodeStored(bytes, stored));
}

/**
 * Takes a picture as long as all of it is there. Decoders complain of much that does no harm, above all in the files of some
 * phones, so only what they say of an end that comes too early counts.
 */
async function decodeStored(bytes: Uint8Array, stored: Stored): Promise<Photo> {
  const reading = (failOn: "warning" | "truncated") =>
    // Colours need not be exact, and profiles take as long as decoding.
    sharp(bytes, { failOn, ignoreIcc: true, limitInputPixels: stored.width * stored.height });
  try {
    return await photoFrom(reading("warning"), stored);
  } catch (error) {
    if (/premature end/i.test(String(error))) throw error;
    return await photoFrom(reading("truncated"), stored);
  }
}

async function decodeHeld(bytes: Uint8Array, mostPixels: number, file: string): Promise<Result<Photo>> {
  const raw = await decodeHeic(bytes, ({ width, height }) => width * height <= mostPixels);
  if (raw === null) return failure([broken(file)]);
  return success(await photoFrom(fromRaw(raw), { ...raw, orientation: 1 }));
}

function fromRaw({ pixels, width, height, channels }: RawPicture) {
  return sharp(pixels, { raw: { width, height, channels } });
}

async function photoFrom(picture: Sharp, { width, height, orientation }: Stored): Promise<Photo> {
  const scale = Math.sqrt(MAX_PIXELS_GIVEN / (width * height));
  const fitted =
    scale < 1
      ? picture.resize(Math.floor(width * scale) || 1, Math.floor(height * scale) || 1, { fit: "fill" })
      : picture;
  return partColours(await plainPixels(fitted), orientation);
}

/** Red, green and blue in eight bits each, whatever the picture was. */
async function plainPixels(picture: Sharp): Promise<RawPicture> {
  const { data, info } = await picture
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new Error(`three channels were asked for, ${info.channels} came`);
  const pixels = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return { pixels, width: info.width, height: info.height, channels: 3 };
}

/** Whether a second page follows that is as large as the first; smaller ones are previews of it. */
async function hasSecondPage(bytes: Uint8Array, first: Metadata): Promise<boolean> {
  if ((first.pages ?? 1) < 2) return false;
  const second = await sharp(bytes, { page: 1, limitInputPixels: false }).metadata();
  return second.width > 0.9 * first.width && second.height > 0.9 * first.height;
}

function notAPicture(file: string, what: string): Problem {
  const hint =
    what === "empty" ? "copy the file again" : "give a photo as JPEG, PNG, WebP, TIFF, AVIF or HEIC";
  return problem("not-a-picture", `${file} is ${what}`, { hint });
}

function severalPictures(file: string, pages: number): Problem {
  return problem("several-pictures", `${file} holds ${pages} pages; only one can be read from a file`, {
    hint: "save each page as a file of its own",
  });
}

function broken(file: string): Problem {
  return problem("picture-broken", `${file} ends early or is damaged`, {
    hint: "copy the file again; if that does not help, photograph the sheet again",
  });
}

const MEGA = 1_000_000;
/** What a photo may have before it is decoded. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_PIXELS = 120 * MEGA;
/** What a picture may take when it has to be held whole while it is decoded. */
const MAX_BYTES_HELD = 200 * MEGA;
const MAX_SIDE = 30_000;
const MIN_SIDE = 300;
/** How many bytes a pixel takes in the HEIC decoder, and how many a sample takes elsewhere. */
const HEIC_BYTES = 4;
const SAMPLE_BYTES = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  complex: 8,
  double: 8,
  dpcomplex: 16,
};

/**
 * How many pixels a picture may have to be decoded. Only JPEG and PNG come row by row, and only as long as they are not stored in
 * several passes; a JPEG with passes is held as coefficients of two bytes.
 */
function mostPixelsOf(format: PictureFormat, { isProgressive, channels, depth }: Metadata): number {
  if ((format === "jpeg" || format === "png") && !isProgressive) return MAX_PIXELS;
  if (format === "heic") return MAX_BYTES_HELD / HEIC_BYTES;
  const sample = format === "jpeg" ? 2 : SAMPLE_BYTES[depth];
  return Math.min(MAX_PIXELS, MAX_BYTES_HELD / (channels * sample));
}

/**
 * What is wrong with the size of a picture, by what its file says of itself.
 *
 * @param file its name
 * @param mostPixels how many it may have
 */
function sizeProblem(
  file: string,
  size: Pick<Metadata, "width" | "height">,
  mostPixels: number,
): Problem | null {
  const { width, height } = size;
  const found = `${file} has ${width} × ${height} pixels`;
  if (width * height > mostPixels || Math.max(width, height) > MAX_SIDE) {
    const limits = `at most ${Math.floor(mostPixels / MEGA)} million, and ${MAX_SIDE} along a side, can be read`;
    return problem("picture-too-large", `${found}; ${limits}`, {
      hint: "make it smaller, or photograph the sheet again",
    });
  }
  if (Math.max(width, height) < MIN_SIDE)
    return problem("picture-too-small", `${found}; no sheet can be read from so few`, {
      hint: "give the photo in its full size, not its preview",
    });
  return null;
}

/** Whether a file is longer than any photo. */
function bytesProblem(file: string, length: number): Problem | null {
  if (length <= MAX_BYTES) return null;
  return problem("picture-too-large", `${file} is larger than ${MAX_BYTES / 1024 / 1024} MB`, {
    hint: "save it as a JPEG, or photograph the sheet again",
  });
}
