import { zlibSync } from "fflate";
import type {
  DecodeOptions,
  HyphenationPatterns,
  ImageSize,
  ImageTools,
  Platform,
  RawImage,
} from "./platform.ts";

/** As much of the browser's own types as is used here: those of Node know neither canvas nor image. */
interface Bitmap extends ImageSize {
  close?(): void;
}

interface Context {
  fillStyle: string;
  fillRect(x: number, y: number, width: number, height: number): void;
  drawImage(image: unknown, x: number, y: number, width: number, height: number): void;
  getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray };
  putImageData(pixels: unknown, x: number, y: number): void;
}

declare const OffscreenCanvas: new (
  width: number,
  height: number,
) => {
  getContext(kind: "2d"): Context | null;
  convertToBlob(format: { readonly type: string; readonly quality?: number }): Promise<Blob>;
};
declare const ImageData: new (pixels: Uint8ClampedArray, width: number, height: number) => unknown;
declare const Image: new () => { src: string; decode(): Promise<void> } & Bitmap;
declare function createImageBitmap(
  source: unknown,
  options?: { readonly colorSpaceConversion: "none" | "default" },
): Promise<Bitmap>;

const images: ImageTools = {
  async info(file) {
    const { width, height } = await opened(file, false);
    // Browsers turn images upright themselves, give four bytes a pixel, and tell nothing else.
    return { width, height, orientation: 1, pages: 1, channels: 4, bytesPerSample: 1, isProgressive: false };
  },
  async decode(file, options) {
    const image = await opened(file, options.ignoreProfile === true);
    if (image.width * image.height > (options.maxPixels ?? Number.POSITIVE_INFINITY))
      throw new RangeError("the image has too many pixels");
    const pixels = drawn(image, sizeOf(image, options));
    image.close?.();
    return options.colours === "rgb" ? rgbOf(pixels) : greyOf(pixels);
  },
  async resize(image, size) {
    const bitmap = await createImageBitmap(imageData(image));
    return withChannels(drawn(bitmap, size), image.channels);
  },
  async trimWhite(image, threshold, box) {
    const inked = cropped(image, inkedArea(image, 255 - threshold));
    const scale = Math.min(1, box.width / inked.width, box.height / inked.height);
    return scale === 1 ? inked : images.resize(inked, scaled(inked, scale));
  },
  async overlaySvg(image, svg) {
    const context = contextOf(image);
    context.putImageData(imageData(image), 0, 0);
    const over = await opened(new TextEncoder().encode(svg), false);
    context.drawImage(over, 0, 0, over.width, over.height);
    return withChannels(read(context, image), image.channels);
  },
  encodePng: (image) => encoded(image, { type: "image/png" }),
  encodeJpeg: (image, quality) => encoded(image, { type: "image/jpeg", quality: quality / 100 }),
};

/** The image of a file; browsers open an SVG only as an element of a page. */
async function opened(file: Uint8Array, ignoreProfile: boolean): Promise<Bitmap> {
  const isSvg = new TextDecoder().decode(file.subarray(0, 256)).trimStart().startsWith("<");
  if (!isSvg) {
    const colorSpaceConversion = ignoreProfile ? "none" : "default";
    return createImageBitmap(new Blob([new Uint8Array(file)]), { colorSpaceConversion });
  }
  const url = URL.createObjectURL(new Blob([new Uint8Array(file)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** How large an image is drawn. */
function sizeOf(image: ImageSize, { size, svgScale = 1 }: DecodeOptions): ImageSize {
  if (size?.fit === "fill") return size;
  const whole = scaled(image, svgScale);
  if (size === undefined) return whole;
  return scaled(whole, Math.min(1, size.width / whole.width, size.height / whole.height));
}

function scaled({ width, height }: ImageSize, scale: number): ImageSize {
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Red, green, blue and opacity of an image on white. */
function drawn(image: unknown, size: ImageSize): RawImage {
  const { width, height } = size;
  const context = contextOf(size);
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  return read(context, size);
}

function contextOf({ width, height }: ImageSize): Context {
  const context = new OffscreenCanvas(width, height).getContext("2d");
  if (context === null) throw new Error("this browser draws no images");
  return context;
}

function read(context: Context, { width, height }: ImageSize): RawImage {
  const { data } = context.getImageData(0, 0, width, height);
  return { pixels: new Uint8Array(data.buffer), width, height, channels: 4 };
}

function withChannels(image: RawImage, channels: RawImage["channels"]): RawImage {
  if (channels === 4) return image;
  return channels === 3 ? rgbOf(image) : greyOf(image);
}

function rgbOf({ pixels, width, height }: RawImage): RawImage {
  const rgb = pixels.filter((_, at) => (at & 3) !== 3);
  return { pixels: rgb, width, height, channels: 3 };
}

/** Luma of Rec. 709, whose primaries browsers use. */
function greyOf({ pixels, width, height }: RawImage): RawImage {
  const rgba = new DataView(pixels.buffer, pixels.byteOffset);
  const level = (at: number) =>
    0.2126 * rgba.getUint8(at) + 0.7152 * rgba.getUint8(at + 1) + 0.0722 * rgba.getUint8(at + 2);
  const grey = new Uint8Array(width * height).map((_, at) => Math.round(level(4 * at)));
  return { pixels: grey, width, height, channels: 1 };
}

/** What browsers draw: four channels. */
function imageData({ pixels, width, height, channels }: RawImage): unknown {
  const rgba = new Uint8ClampedArray(4 * width * height).fill(255);
  const colours = Math.min(3, channels);
  rgba.forEach((_, at) => {
    const channel = at & 3;
    if (channel < 3) rgba[at] = pixels[(at >> 2) * channels + Math.min(channel, colours - 1)] ?? 255;
  });
  return new ImageData(rgba, width, height);
}

interface Area extends ImageSize {
  readonly left: number;
  readonly top: number;
}

/** Where an image has pixels darker than a level in any channel; all of it if it has none. */
function inkedArea({ pixels, width, height, channels }: RawImage, level: number): Area {
  let [left, top, right, bottom] = [width, height, -1, -1];
  pixels.forEach((value, at) => {
    if (value >= level) return;
    const pixel = Math.floor(at / channels);
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  });
  if (right < 0) return { left: 0, top: 0, width, height };
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

function cropped({ pixels, width, channels }: RawImage, area: Area): RawImage {
  const rowBytes = area.width * channels;
  const part = new Uint8Array(rowBytes * area.height);
  for (let row = 0; row < area.height; row++) {
    const from = ((area.top + row) * width + area.left) * channels;
    part.set(pixels.subarray(from, from + rowBytes), row * rowBytes);
  }
  return { pixels: part, width: area.width, height: area.height, channels };
}

async function encoded(image: RawImage, format: { type: string; quality?: number }): Promise<Uint8Array> {
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext("2d")?.putImageData(imageData(image), 0, 0);
  return new Uint8Array(await (await canvas.convertToBlob(format)).arrayBuffer());
}

/** Languages whose words are broken at line ends; bundlers put each into a file of its own. */
const HYPHENATION: Readonly<Record<string, () => Promise<{ readonly default: HyphenationPatterns }>>> = {
  de: () => import("hyphen/de/index.js"),
  en: () => import("hyphen/en/index.js"),
  sv: () => import("hyphen/sv/index.js"),
};

/** See `Platform`. */
export const platform: Platform = {
  deflate: (bytes) => zlibSync(bytes),
  async hyphenation(code) {
    const load = HYPHENATION[code];
    if (load === undefined) throw new Error(`there are no hyphenation patterns for ${code}`);
    return (await load()).default;
  },
  images,
};
