import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import type { Sharp } from "sharp";
import type { DecodeOptions, HyphenationPatterns, ImageTools, Platform, RawImage } from "./platform.ts";

/** For short streams: more memory takes longer to clear than to use. */
const SHORT = { chunkSize: 512, memLevel: 4, windowBits: 10 };
/** SVGs are drawn with 72 dots per inch at scale 1; librsvg takes densities in these limits. */
const SVG_DENSITY = { usual: 72, min: 1, max: 20_000 };
const BYTES_PER_SAMPLE = {
  ...{ uchar: 1, char: 1, ushort: 2, short: 2, uint: 4, int: 4, float: 4 },
  ...{ complex: 8, double: 8, dpcomplex: 16 },
};

const images: ImageTools = {
  async info(file, page = 0) {
    const sharp = await openSharp();
    const metadata = await sharp(file, { limitInputPixels: false, page }).metadata();
    const { width, height, channels, orientation = 1, pages = 1, depth, isProgressive } = metadata;
    const bytesPerSample = BYTES_PER_SAMPLE[depth];
    return { width, height, channels, orientation, pages, bytesPerSample, isProgressive };
  },
  async decode(file, options) {
    if (options.tolerant !== true) return decodeFile(file, options, "error");
    try {
      return await decodeFile(file, options, "warning");
    } catch (error) {
      // Decoders complain about much that does no harm, above all in the files of some phones.
      if (/premature end/i.test(String(error))) throw error;
      return decodeFile(file, options, "truncated");
    }
  },
  async resize(image, size, kernel = "lanczos3") {
    return readRawImage((await fromRaw(image)).resize({ ...size, kernel, fit: "fill" }));
  },
  async trimWhite(image, threshold, box) {
    const trimmed = (await fromRaw(image)).trim({ background: "#ffffff", threshold });
    return readRawImage(trimmed.resize({ ...box, fit: "inside", withoutEnlargement: true }));
  },
  async overlaySvg(image, svg) {
    return readRawImage((await fromRaw(image)).composite([{ input: Buffer.from(svg) }]).removeAlpha());
  },
  async encodePng(image, compression) {
    return plainBytes(await (await fromRaw(image)).png({ compressionLevel: compression }).toBuffer());
  },
  async encodeJpeg(image, quality) {
    return plainBytes(await (await fromRaw(image)).jpeg({ quality }).toBuffer());
  },
  // Photos are decoded in a process of its own, which ends.
  forget: () => undefined,
};

async function decodeFile(
  file: Uint8Array,
  { colours, size, upright = false, svgScale = 1, ignoreProfile = false, maxPixels }: DecodeOptions,
  failOn: "error" | "warning" | "truncated",
): Promise<RawImage> {
  const sharp = await openSharp();
  const density = Math.min(SVG_DENSITY.max, Math.max(SVG_DENSITY.min, SVG_DENSITY.usual * svgScale));
  let image = sharp(file, {
    failOn,
    density,
    ignoreIcc: ignoreProfile,
    limitInputPixels: maxPixels ?? false,
  });
  if (upright) image = image.autoOrient();
  if (size !== undefined) image = image.resize({ ...size, withoutEnlargement: size.fit === "inside" });
  return readRawImage(
    image.flatten({ background: "#ffffff" }).toColourspace(colours === "rgb" ? "srgb" : "b-w"),
  );
}

async function fromRaw({ pixels, width, height, channels }: RawImage): Promise<Sharp> {
  const image = (await openSharp())(pixels, { raw: { width, height, channels } });
  if (channels === 4) return image.flatten({ background: "#ffffff" });
  return channels === 1 ? image.toColourspace("b-w") : image;
}

async function readRawImage(image: Sharp): Promise<RawImage> {
  const { data, info } = await image.raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (channels === 2) throw new Error("grey with opacity is not expected here");
  return { pixels: plainBytes(data), width, height, channels };
}

/** Loaded with the first image: most commands need none. */
async function openSharp() {
  const { default: sharp } = await import("sharp");
  // Images are read one after the other and never twice: a cache would only hold memory, and more threads would only take cores
  // from other images that are read at the same time.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** The same bytes, not as a `Buffer`, whose methods differ from those of its parent. */
function plainBytes({ buffer, byteOffset, byteLength }: Buffer): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** See `Platform`. */
export const platform: Platform = {
  deflate: (bytes, length) => deflateSync(bytes, length === "short" ? SHORT : {}),
  sha256: (bytes) => createHash("sha256").update(bytes).digest(),
  async hyphenation(code) {
    const loaded: { default: HyphenationPatterns } = await import(`hyphen/${code}/index.js`);
    return loaded.default;
  },
  images,
};
