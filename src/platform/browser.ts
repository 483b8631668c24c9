import { sha256 } from "@noble/hashes/sha2.js";
import { zlibSync } from "fflate";
import { type JpegDecoder, jpegInfo } from "./jpeg-turbo.ts";
import type { DecodeOptions, HyphenationPatterns, ImageInfo, ImageSize, ImageTools } from "./platform.ts";
import type { Platform, RawImage } from "./platform.ts";

/** The browser's types that are used here: those of Node lack canvas and image. */
interface Bitmap extends ImageSize {
  close?(): void;
}

interface Context {
  fillStyle: string;
  fillRect(x: number, y: number, width: number, height: number): void;
  drawImage(image: unknown, x: number, y: number, width: number, height: number): void;
  getImageData(x: number, y: number, width: number, height: number): CanvasPixels;
  putImageData(pixels: unknown, x: number, y: number): void;
  readonly canvas: Canvas;
}

interface Canvas {
  width: number;
  convertToBlob(format: { type: string; quality?: number }): Promise<Blob>;
}

declare const OffscreenCanvas: new (
  width: number,
  height: number,
) => { getContext(kind: "2d", options: { readonly willReadFrequently: boolean }): Context | null };
interface CanvasPixels {
  readonly data: Uint8ClampedArray;
}

declare const ImageData: new (pixels: Uint8ClampedArray, width: number, height: number) => CanvasPixels;
declare const Image: new () => { src: string; decode(): Promise<void> } & Bitmap;
/** An image of a file that can be drawn in any size. */
interface Opened extends ImageSize {
  source(size: ImageSize): Promise<Bitmap>;
  /** Frees its memory. */
  close(): void;
}

/** Draws SVGs where there are elements of a page. */
export interface SvgDrawer {
  /** As large as the SVG says it is. */
  size(svg: Uint8Array): Promise<ImageSize>;
  draw(svg: Uint8Array, size: ImageSize): Promise<unknown>;
}

let svgDrawer: SvgDrawer | null = null;

/** Browsers open an SVG only as an element of a page: a worker needs its page for it. */
export function setSvgDrawer(drawer: SvgDrawer): void {
  svgDrawer = drawer;
}

let jpegDecoder: JpegDecoder | null = null;

/** Decodes photos of up to 16 megapixels with this from now on, to the same levels as on Node. */
export function setJpegDecoder(decoder: JpegDecoder): void {
  jpegDecoder = decoder;
}

/** Larger ones are scaled down while the browser draws them: decoded, they would take all the memory of a tab. */
const MAX_PIXELS_DECODED = 16_000_000;

/** What a JPEG that is decoded here says about itself; null for every other file. */
function ownJpeg(file: Uint8Array): ImageInfo | null {
  const info = jpegDecoder === null ? null : jpegInfo(file);
  return info !== null && info.width * info.height <= MAX_PIXELS_DECODED ? info : null;
}

/** The other arguments are the area of the source, or how to open it. */
declare function createImageBitmap(source: unknown, ...rest: unknown[]): Promise<Bitmap>;

const images: ImageTools = {
  async info(file) {
    const jpeg = ownJpeg(file);
    if (jpeg !== null) return jpeg;
    const { width, height } = await openAndCache(file);
    // Browsers turn images upright themselves, give four bytes a pixel, and report nothing else.
    return { width, height, orientation: 1, pages: 1, channels: 4, bytesPerSample: 1, isProgressive: false };
  },
  async decode(file, options) {
    const jpeg = options.colours === "rgb" && options.upright !== true ? ownJpeg(file) : null;
    if (jpeg !== null && jpegDecoder !== null) {
      const stored = jpegDecoder(file, jpeg);
      const size = computeDrawSize(stored, options);
      return isSame(stored, size) ? stored : resizeImage(await createBitmap(stored), size, 3);
    }
    const image = await openedOnce(file, options.ignoreProfile === true);
    if (image.width * image.height > (options.maxPixels ?? Number.POSITIVE_INFINITY)) {
      image.close();
      throw new RangeError("the image has too many pixels");
    }
    return resizeImage(image, computeDrawSize(image, options), options.colours === "rgb" ? 3 : 1);
  },
  async resize(image, size) {
    return resizeImage(await createBitmap(image), size, image.channels);
  },
  async trimWhite(image, threshold, box) {
    const { left, top, width, height } = inkedArea(image, 255 - threshold);
    const scale = Math.min(1, box.width / width, box.height / height);
    const inked = await createImageBitmap(imageData(image), left, top, width, height);
    return resizeImage(still(inked), scaleSize({ width, height }, scale), image.channels);
  },
  async overlaySvg(image, svg) {
    const context = createContext(image);
    context.putImageData(imageData(image), 0, 0);
    const over = await openImage(new TextEncoder().encode(svg), false);
    context.drawImage(await over.source(over), 0, 0, over.width, over.height);
    over.close();
    return read(context, image, image.channels);
  },
  encodePng: (image) => encodeImage(image, { type: "image/png" }),
  encodeJpeg: (image, quality) => encodeImage(image, { type: "image/jpeg", quality: quality / 100 }),
  forget: ({ pixels }) => discard(pixels),
};

/** The image of the last `info`, as it is stored: it is usually decoded next. */
let asked: { readonly file: Uint8Array; readonly image: Opened } | null = null;

async function openAndCache(file: Uint8Array): Promise<Opened> {
  asked?.image.close();
  asked = null;
  const image = await openImage(file, true);
  asked = { file, image };
  return image;
}

/** The image of a file, which is not decoded again if it was just asked about. */
async function openedOnce(file: Uint8Array, ignoreProfile: boolean): Promise<Opened> {
  const last = asked;
  asked = null;
  if (last?.file === file && ignoreProfile) return last.image;
  last?.image.close();
  return openImage(file, ignoreProfile);
}

async function openImage(file: Uint8Array, ignoreProfile: boolean): Promise<Opened> {
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
  return {
    ...{ width, height, close: () => undefined },
    source: async (size) => (await drawer.draw(file, size)) as Bitmap,
  };
}

/** Pixels, or an SVG that browsers draw sharp in any size. */
function still(image: Bitmap): Opened {
  const { width, height } = image;
  return { width, height, source: async () => image, close: () => image.close?.() };
}

async function createBitmap(image: RawImage): Promise<Opened> {
  const pixels = imageData(image);
  const bitmap = await createImageBitmap(pixels);
  discard(pixels.data);
  return still(bitmap);
}

/** How large an image is drawn. */
function computeDrawSize(image: ImageSize, { size, svgScale = 1 }: DecodeOptions): ImageSize {
  if (size?.fit === "fill") return size;
  const whole = scaleSize(image, svgScale);
  if (size === undefined) return whole;
  return scaleSize(whole, Math.min(1, size.width / whole.width, size.height / whole.height));
}

function isSame(one: ImageSize, other: ImageSize): boolean {
  return one.width === other.width && one.height === other.height;
}

function scaleSize({ width, height }: ImageSize, scale: number): ImageSize {
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Rows that are drawn and read at a time: a whole large photo would take three times its memory. */
const BAND_ROWS = 256;

/** An image on white, in another size; it is closed. */
async function resizeImage(
  opened: Opened,
  size: ImageSize,
  channels: RawImage["channels"],
): Promise<RawImage> {
  const image = await opened.source(size);
  const { width, height } = size;
  // What is scaled is scaled as a whole, so that no band shows.
  const isScaled = !isSame(image, size);
  const rows = isScaled ? height : Math.min(BAND_ROWS, height);
  const context = createContext({ width, height: rows });
  context.fillStyle = "#fff";
  const pixels = new Uint8Array(chooseChannelCount(channels) * width * height);
  for (let top = 0; top < height; top += rows) {
    context.fillRect(0, 0, width, rows);
    context.drawImage(image, 0, -top, width, height);
    copyCanvasRows(pixels, context, { top, width, rows: Math.min(rows, height - top) }, channels);
  }
  image.close?.();
  free(context);
  return { pixels, width, height, channels: chooseChannelCount(channels) };
}

function createContext({ width, height }: ImageSize): Context {
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("this browser draws no images");
  return context;
}

/** Canvases are freed late otherwise. */
function free({ canvas }: Context): void {
  canvas.width = 0;
}

/** Grey if one channel is wanted, else red, green and blue. */
function chooseChannelCount(wanted: RawImage["channels"]): 1 | 3 {
  return wanted === 1 ? 1 : 3;
}

/** What was drawn; the canvas is freed. */
function read(context: Context, { width, height }: ImageSize, wanted: RawImage["channels"]): RawImage {
  const channels = chooseChannelCount(wanted);
  const pixels = new Uint8Array(channels * width * height);
  copyCanvasRows(pixels, context, { top: 0, width, rows: height }, channels);
  free(context);
  return { pixels, width, height, channels };
}

/** Reads rows of a canvas, from its first on, into an image. */
function copyCanvasRows(
  pixels: Uint8Array,
  context: Context,
  { top, width, rows }: { readonly top: number; readonly width: number; readonly rows: number },
  wanted: RawImage["channels"],
): void {
  const channels = chooseChannelCount(wanted);
  for (let row = 0; row < rows; row += BAND_ROWS) {
    const { data } = context.getImageData(0, row, width, Math.min(BAND_ROWS, rows - row));
    const band = pixels.subarray(channels * width * (top + row));
    if (channels === 1) takeGrey(data, band);
    else takeColours(data, band);
    discard(data);
  }
}

/** Frees pixels that nobody needs any more. Browsers without ES2024 free them late, since they do not watch the memory of pixels. */
function discard({ buffer }: Uint8Array | Uint8ClampedArray): void {
  try {
    (buffer as { transfer?(length: number): unknown }).transfer?.(0);
  } catch {
    // What lies in the memory of a program goes with it.
  }
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
function imageData({ pixels, width, height, channels }: RawImage): CanvasPixels {
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

async function encodeImage(image: RawImage, format: { type: string; quality?: number }): Promise<Uint8Array> {
  const context = createContext(image);
  const pixels = imageData(image);
  context.putImageData(pixels, 0, 0);
  discard(pixels.data);
  const file = await context.canvas.convertToBlob(format);
  free(context);
  return new Uint8Array(await file.arrayBuffer());
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
