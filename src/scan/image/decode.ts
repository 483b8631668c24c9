import { msg } from "../../rules/problem/message.ts";
import { platform } from "../../platform/node.ts";
import type { ImageInfo, ImageSize, RawImage } from "../../platform/platform.ts";
import { refusal, type Result, success } from "../../rules/problem/problem.ts";
import { splitChroma } from "./chroma.ts";
import { detectImageContent, isCutOff, type PictureFormat } from "./formats.ts";
import type { Photo } from "./picture.ts";

const MEGA = 1_000_000;
/** Larger photos are scaled down to this: reading a sheet needs no more. */
const MAX_PIXELS_KEPT = 16 * MEGA;
/** Limits of a photo before it is decoded. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_PIXELS = 120 * MEGA;
const MAX_SIDE = 30_000;
const MIN_SIDE = 300;
/** The memory that a picture may take while it is decoded. */
const MAX_BYTES_HELD = 600 * MEGA;

/** Loads the usual decoder ahead of the first photo, which reports if loading fails. */
export async function loadDecoder(): Promise<void> {
  const dot = { pixels: new Uint8Array(1), width: 1, height: 1, channels: 1 } as const;
  await platform.images.encodePng(dot, 0).catch(() => undefined);
}

/**
 * Decodes a photo: JPEG, PNG, WebP, TIFF, AVIF, HEIC, or the first picture of a GIF or of an animation. It comes upright, in eight bits,
 * without colour profiles, transparent parts white, with at most 16 megapixels (scaled down beyond that).
 *
 * @param file its name, for problems
 * @returns the photo, or one problem: `not-a-picture`, `picture-too-large`, `picture-too-small`, `picture-broken`,
 *   `several-pictures` or `no-picture-reader`
 */
export async function decodePhoto(bytes: Uint8Array, file: string): Promise<Result<Photo>> {
  const content = detectImageContent(bytes, file);
  if (content.picture === null) return refusal("not-a-picture", content.message, content.hint);
  if (bytes.length > MAX_BYTES) {
    const hint = msg`scan.save-as-jpeg-hint: save it as a JPEG, or take another photo`;
    return refusal(
      "picture-too-large",
      msg`print.file-too-large: ${file} is larger than ${MAX_BYTES / 1024 / 1024} MB`,
      hint,
    );
  }
  try {
    const isOfBoxes = content.picture === "heic" || content.picture === "avif";
    if (isOfBoxes && isCutOff(bytes)) throw new Error("the file ends early");
    const info = await platform.images.info(bytes);
    const { width, height } = info;
    const pixels = `${width} × ${height}`;
    const maxPixels = Math.min(MAX_PIXELS, MAX_BYTES_HELD / bytesPerPixel(content.picture, info));
    if (width * height > maxPixels || Math.max(width, height) > MAX_SIDE) {
      const most = Math.floor(maxPixels / MEGA);
      const message = msg`scan.too-many-pixels: ${file} is too large: ${pixels} pixels; the limit is ${most} million, and ${MAX_SIDE} along a side`;
      const hint = msg`scan.shrink-photo-hint: make it smaller, or take another photo`;
      return refusal("picture-too-large", message, hint);
    }
    if (Math.max(width, height) < MIN_SIDE) {
      const hint = msg`scan.full-size-hint: use the full-size photo, not its preview`;
      return refusal(
        "picture-too-small",
        msg`scan.too-few-pixels: ${file} has only ${pixels} pixels, too few to read a sheet`,
        hint,
      );
    }
    // Pages that are smaller than the first are previews of it.
    const second = content.picture === "tiff" && info.pages > 1 ? await platform.images.info(bytes, 1) : null;
    if (second !== null && second.width > 0.9 * width && second.height > 0.9 * height) {
      const message = msg`scan.several-pages: ${file} has ${info.pages} pages; a picture file may have only one`;
      return refusal(
        "several-pictures",
        message,
        msg`scan.one-file-per-page-hint: save each page as a separate file`,
      );
    }
    if (content.picture !== "heic") {
      const options = { ignoreProfile: true, maxPixels: width * height, tolerant: true } as const;
      const size = { ...keptSize(info), fit: "fill" } as const;
      const stored = await platform.images.decode(bytes, { colours: "rgb", size, ...options });
      const photo = splitChroma(stored, info.orientation);
      platform.images.forget(stored);
      return success(photo);
    }
    const decoded = await decodeHeic(bytes, maxPixels);
    return success(splitChroma(await platform.images.resize(decoded, keptSize(decoded)), 1));
  } catch (error) {
    // Portable copies leave out what decodes pictures on Node.
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")
      return refusal(
        "no-picture-reader",
        msg`scan.no-picture-reader: this copy of augenblock can’t read pictures on the command line`,
        msg`scan.no-picture-reader-hint: open them in the studio: \`augenblock studio\``,
      );
    const hint = msg`scan.damaged-photo-hint: copy the file again; if that does not help, take another photo`;
    return refusal("picture-broken", msg`print.file-broken: ${file} is incomplete or damaged`, hint);
  }
}

/** The size to which a picture is scaled down; its own if it is small enough. */
function keptSize({ width, height }: ImageSize): ImageSize {
  const scale = Math.min(1, Math.sqrt(MAX_PIXELS_KEPT / (width * height)));
  return { width: Math.floor(width * scale) || 1, height: Math.floor(height * scale) || 1 };
}

/** The memory that decoders take for each pixel, as measured, rounded up: they hold planes, copies of them, and what they give. */
function bytesPerPixel(
  format: PictureFormat,
  { isProgressive, channels, bytesPerSample }: ImageInfo,
): number {
  switch (format) {
    // Row by row, unless it is stored in passes; a JPEG is then held as coefficients of two bytes.
    case "jpeg":
      return isProgressive ? 2 * channels + 1 : 1;
    case "png":
      return isProgressive ? channels * bytesPerSample + 1 : 2;
    // Strips and tiles may be as large as the picture.
    case "tiff":
      return channels * bytesPerSample + 1;
    case "webp":
    case "gif":
      return 5;
    case "avif":
      return bytesPerSample === 1 ? 18 : 25;
    case "heic":
      return 12;
    default:
      return format satisfies never;
  }
}

/**
 * Decodes the first picture of a HEIC file, with opacity. The decoder carries out the turns and mirrorings of the file itself (`irot`,
 * `imir`). The orientation in its Exif repeats them and must not be applied again.
 *
 * @throws if the file is broken, or before any pixel is decoded if there are more than `maxPixels`
 */
async function decodeHeic(bytes: Uint8Array, maxPixels: number): Promise<RawImage> {
  // Loaded only when needed: it takes 8 MB and few photos are of this kind. Its own `HeifDecoder` writes to the console when a file
  // is broken, so the lower-level functions are used instead.
  const { default: heif } = await import("libheif-js/wasm-bundle.js");
  const context = heif.heif_context_alloc();
  const made: (() => void)[] = [() => heif.heif_context_free(context)];
  try {
    const { code } = heif.heif_context_read_from_memory(context, bytes);
    if (code !== heif.heif_error_code.heif_error_Ok) throw new Error("libheif can't read the file");
    const [id = 0] = intact(heif.heif_js_context_get_list_of_top_level_image_IDs(context));
    const handle = intact(heif.heif_js_context_get_image_handle(context, id));
    made.push(() => heif.heif_image_handle_release(handle));
    const width = heif.heif_image_handle_get_width(handle);
    const height = heif.heif_image_handle_get_height(handle);
    if (width * height > maxPixels) throw new RangeError("the picture has too many pixels");
    const { heif_colorspace_RGB: rgb } = heif.heif_colorspace;
    const { heif_chroma_interleaved_RGBA: rgba } = heif.heif_chroma;
    const decoded = intact(heif.heif_js_decode_image2(handle, rgb, rgba));
    made.push(() => heif.heif_image_release(decoded.image));
    const [plane] = decoded.channels;
    if (plane?.width !== width || plane.height !== height) throw new Error("libheif gave no whole picture");
    const pixels = new Uint8Array(4 * width * height);
    for (let y = 0; y < height; y++) {
      const from = y * plane.stride;
      pixels.set(plane.data.subarray(from, from + 4 * width), 4 * y * width);
    }
    return { pixels, width, height, channels: 4 };
  } finally {
    for (const free of made.reverse()) free();
  }
}

/** What libheif gave. @throws if it gave an error instead, which has a code */
function intact<T extends object>(given: T | { readonly code: unknown }): T {
  if (given === null || "code" in given) throw new Error("libheif can't decode the file");
  return given;
}
