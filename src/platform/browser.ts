import { sha256 } from "@noble/hashes/sha2.js";
import { zlibSync } from "fflate";
import type { DecodeOptions, HyphenationPatterns, ImageSize, ImageTools } from "./platform.ts";
import type { Platform, RawImage } from "./platform.ts";

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
  readonly canvas: { convertToBlob(format: { type: string; quality?: number }): Promise<Blob> };
}

declare const OffscreenCanvas: new (
  width: number,
  height: number,
) => { getContext(kind: "2d"): Context | null };
declare const ImageData: new (pixels: Uint8ClampedArray, width: number, height: number) => unknown;
declare const Image: new () => { src: string; decode(): Promise<void> } & Bitmap;
/** An image of a file that can be drawn in any size. */
interface Opened extends ImageSize {
  source(size: ImageSize): Promise<Bitmap>;
}

/** Draws SVGs where there are elements of a page. */
export interface SvgDrawer {
  /** As large as the SVG says it is. */
  size(svg: Uint8Array): Promise<ImageSize>;
  draw(svg: Uint8Array, size: ImageSize): Promise<unknown>;
}

let svgDrawer: SvgDrawer | null = null;

/** Browsers open an SVG only as an element of a page: a worker needs its page for it. */
export function drawSvgsWith(drawer: SvgDrawer): void {
  svgDrawer = drawer;
}

/** What stands behind the source: the area of it, and how to open it. */
declare function createImageBitmap(source: unknown, ...rest: unknown[]): Promise<Bitmap>;

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
    return drawn(image, sizeOf(image, options), options.colours === "rgb" ? 3 : 1);
  },
  async resize(image, size) {
    return drawn(await bitmapOf(image), size, image.channels);
  },
  async trimWhite(image, threshold, box) {
    const { left, top, width, height } = inkedArea(image, 255 - threshold);
    const scale = Math.min(1, box.width / width, box.height / height);
    const inked = await createImageBitmap(imageData(image), left, top, width, height);
    return drawn(still(inked), scaled({ width, height }, scale), image.channels);
  },
  async overlaySvg(image, svg) {
    const context = contextOf(image);
    context.putImageData(imageData(image), 0, 0);
    const over = await opened(new TextEncoder().encode(svg), false);
    context.drawImage(await over.source(over), 0, 0, over.width, over.height);
    return read(context, image, image.channels);
  },
  encodePng: (image) => encoded(image, { type: "image/png" }),
  encodeJpeg: (image, quality) => encoded(image, { type: "image/jpeg", quality: quality / 100 }),
};

/** The image of a file. */
async function opened(file: Uint8Array, ignoreProfile: boolean): Promise<Opened> {
  const isSvg = new TextDecoder().decode(file.subarray(0, 256)).trimStart().startsWith("<");
  if (isSvg) return svgDrawer === null ? openedSvg(file) : remoteSvg(file, svgDrawer);
  const options = { colorSpaceConversion: ignoreProfile ? "none" : "default" };
  return still(await createImageBitmap(new Blob([new Uint8Array(file)]), options));
}

async function openedSvg(file: Uint8Array): Promise<Opened> {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([new Uint8Array(file)], { type: "image/svg+xml" }));
  await image.decode().finally(() => URL.revokeObjectURL(image.src));
  return still(image);
}

async function remoteSvg(file: Uint8Array, drawer: SvgDrawer): Promise<Opened> {
  const { width, height } = await drawer.size(file);
  return { width, height, source: async (size) => (await drawer.draw(file, size)) as Bitmap };
}

/** Pixels, or an SVG that browsers draw sharp in any size. */
function still(image: Bitmap): Opened {
  return { width: image.width, height: image.height, source: async () => image };
}

async function bitmapOf(image: RawImage): Promise<Opened> {
  return still(await createImageBitmap(imageData(image)));
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

/** An image on white, in another size; it is closed. */
async function drawn(opened: Opened, size: ImageSize, channels: RawImage["channels"]): Promise<RawImage> {
  const image = await opened.source(size);
  const { width, height } = size;
  const context = contextOf(size);
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  image.close?.();
  return read(context, size, channels);
}

function contextOf({ width, height }: ImageSize): Context {
  const context = new OffscreenCanvas(width, height).getContext("2d");
  if (context === null) throw new Error("this browser draws no images");
  return context;
}

/** As many rows are read at once: all of a large photo would stand in memory once more. */
const BAND_ROWS = 256;

/** What was drawn: grey if one channel is wanted, else red, green and blue. */
function read(context: Context, { width, height }: ImageSize, wanted: RawImage["channels"]): RawImage {
  const channels = wanted === 1 ? 1 : 3;
  const pixels = new Uint8Array(channels * width * height);
  for (let top = 0; top < height; top += BAND_ROWS) {
    const { data } = context.getImageData(0, top, width, Math.min(BAND_ROWS, height - top));
    const band = pixels.subarray(channels * width * top);
    if (channels === 1) takeGrey(data, band);
    else takeColours(data, band);
  }
  return { pixels, width, height, channels };
}

/** Grey is luma of Rec. 709, whose primaries browsers use. */
function takeGrey(rgba: Uint8ClampedArray, grey: Uint8Array): void {
  for (let at = 0, from = 0; from < rgba.length; at++, from += 4) {
    const [red, green, blue] = [rgba[from] as number, rgba[from + 1] as number, rgba[from + 2] as number];
    grey[at] = Math.round(0.2126 * red + 0.7152 * green + 0.0722 * blue);
  }
}

function takeColours(rgba: Uint8ClampedArray, colours: Uint8Array): void {
  for (let at = 0, from = 0; from < rgba.length; at += 3, from += 4) {
    colours[at] = rgba[from] as number;
    colours[at + 1] = rgba[from + 1] as number;
    colours[at + 2] = rgba[from + 2] as number;
  }
}

/** What browsers draw: four channels. */
function imageData({ pixels, width, height, channels }: RawImage): unknown {
  const rgba = new Uint8ClampedArray(4 * width * height).fill(255);
  // The second and the third colour of grey are the first.
  const [green, blue] = channels === 1 ? [0, 0] : [1, 2];
  for (let to = 0, at = 0; to < rgba.length; to += 4, at += channels) {
    rgba[to] = pixels[at] as number;
    rgba[to + 1] = pixels[at + green] as number;
    rgba[to + 2] = pixels[at + blue] as number;
  }
  return new ImageData(rgba, width, height);
}

/** Where an image has pixels darker than a level in any channel; all of it if it has none. */
function inkedArea({ pixels, width, height, channels }: RawImage, level: number) {
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

async function encoded(image: RawImage, format: { type: string; quality?: number }): Promise<Uint8Array> {
  const context = contextOf(image);
  context.putImageData(imageData(image), 0, 0);
  return new Uint8Array(await (await context.canvas.convertToBlob(format)).arrayBuffer());
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
  sha256,
  async hyphenation(code) {
    const load = HYPHENATION[code];
    if (load === undefined) throw new Error(`there are no hyphenation patterns for ${code}`);
    return (await load()).default;
  },
  images,
};
