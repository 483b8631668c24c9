import type { Metadata } from "sharp";
import { type Problem, problem } from "../../rules/problem/problem.ts";
import type { PictureFormat } from "./formats.ts";

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
export function mostPixelsOf(format: PictureFormat, { isProgressive, channels, depth }: Metadata): number {
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
export function sizeProblem(
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
export function bytesProblem(file: string, length: number): Problem | null {
  if (length <= MAX_BYTES) return null;
  return problem("picture-too-large", `${file} is larger than ${MAX_BYTES / 1024 / 1024} MB`, {
    hint: "save it as a JPEG, or photograph the sheet again",
  });
}
