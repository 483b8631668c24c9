import { getDocument, OPS, type PDFPageProxy, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import { platform } from "../platform/node.ts";
import { concat, IDENTITY, type Matrix, matrixOf, rectangleCorners } from "../print/preflight/matrix.ts";

/** A page of a PDF that was scanned, as a picture. */
export interface ScannedPage {
  /** How many pages the file has. */
  readonly pages: number;
  /** A JPEG; null for a page that is not covered by pictures. */
  readonly jpeg: Uint8Array | null;
}

/** An image of a page, decoded. */
interface PlacedImage {
  readonly pixels: Pixels;
  /** From the unit square, its origin at the lower left of the image, to the page in px. */
  readonly toPage: Matrix;
}

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Row by row from the top left: a bit, or a byte for each channel. A mask is one of bits that let black ink through. */
  readonly data: Uint8Array;
  readonly kind: "mask" | "bits" | "rgb" | "rgba";
}

/** Pictures cover at least this share of a scanned page; others are texts with drawings. */
const MIN_COVERED = 0.5;
/** A page has at most so many pixels: A4 at 500 dots per inch. */
const MAX_PIXELS = 24_000_000;
/** An image with more than this is left out. */
const MAX_IMAGE = 100_000_000;
const QUALITY = 94;

/**
 * A page of a PDF as its scanner made it: the images that lie on it, put together. Whatever else is drawn there, such as the invisible
 * text of a text recognition, is left out.
 *
 * @param number counted from 1
 * @param decoders the path of the folder with pdf.js's WebAssembly files, with a slash at its end: JPEG 2000 is decoded by one of them
 * @throws what pdf.js throws if the file or the page is broken
 */
export async function scannedPage(bytes: Uint8Array, number: number, decoders: string): Promise<ScannedPage> {
  const task = getDocument({
    // A copy: pdf.js transfers the bytes to its worker.
    data: bytes.slice(),
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    isOffscreenCanvasSupported: false,
    maxImageSize: MAX_IMAGE,
    wasmUrl: decoders,
  });
  try {
    const document = await task.promise;
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const placed = await imagesOn(page);
    const covered = placed.reduce((sum, { toPage }) => sum + areaOf(toPage), 0);
    const isScan = covered >= MIN_COVERED * width * height;
    return { pages: document.numPages, jpeg: isScan ? await composed(placed, width, height) : null };
  } finally {
    await task.destroy();
  }
}

function areaOf([a, b, c, d]: Matrix): number {
  return Math.abs(a * d - b * c);
}

/** The images of a page, in the order in which they are painted, placed in points from its upper left corner. */
async function imagesOn(page: PDFPageProxy): Promise<PlacedImage[]> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const placed: PlacedImage[] = [];
  const stack: Matrix[] = [];
  let current = matrixOf(page.getViewport({ scale: 1 }).transform);
  for (const [at, operator] of fnArray.entries()) {
    const args: readonly unknown[] = argsArray[at] ?? [];
    if (operator === OPS.save) stack.push(current);
    else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd)
      current = stack.pop() ?? IDENTITY;
    else if (operator === OPS.transform) current = concat(matrixOf(args as number[]), current);
    else if (operator === OPS.paintFormXObjectBegin) {
      stack.push(current);
      if (Array.isArray(args[0])) current = concat(matrixOf(args[0]), current);
    } else if (PAINTS_IMAGE.has(operator)) {
      const isMask = operator === OPS.paintImageMaskXObject;
      const pixels = pixelsOf(await imageOf(page, args[0]), isMask);
      if (pixels !== null) placed.push({ pixels, toPage: current });
    }
  }
  page.cleanup();
  return placed;
}

const PAINTS_IMAGE = new Set<number>([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
]);

/** What an operator paints: the image itself, or one that is kept under a name. */
function imageOf(page: PDFPageProxy, image: unknown): Promise<unknown> {
  const name = typeof image === "string" ? image : (image as { data?: unknown } | null)?.data;
  if (typeof name !== "string") return Promise.resolve(image);
  const store = name.startsWith("g_") ? page.commonObjs : page.objs;
  return new Promise((resolve) => store.get(name, resolve));
}

/** How pdf.js numbers the ways in which it hands pixels over. */
const KINDS = { 1: "bits", 2: "rgb", 3: "rgba" } as const;

function pixelsOf(image: unknown, isMask: boolean): Pixels | null {
  const { width, height, data, kind } = (image ?? {}) as Partial<Record<string, unknown>>;
  if (typeof width !== "number" || typeof height !== "number") return null;
  if (!(data instanceof Uint8Array || data instanceof Uint8ClampedArray)) return null;
  const named = isMask ? "mask" : KINDS[kind as keyof typeof KINDS];
  if (named === undefined) return null;
  return { width, height, kind: named, data: new Uint8Array(data.buffer, data.byteOffset, data.length) };
}

/** The page on white paper, as fine as its finest image. */
async function composed(
  placed: readonly PlacedImage[],
  widthPt: number,
  heightPt: number,
): Promise<Uint8Array> {
  const finest = placed.map(
    ({ pixels, toPage }) => (pixels.width * pixels.height) / Math.max(1, areaOf(toPage)),
  );
  const most = MAX_PIXELS / (widthPt * heightPt);
  const scale = Math.sqrt(Math.min(most, Math.max(...finest)));
  const [width, height] = [Math.round(widthPt * scale), Math.round(heightPt * scale)];
  const page = new Uint8Array(3 * width * height).fill(255);
  for (const { pixels, toPage } of placed)
    paint(page, width, height, pixels, concat(toPage, [scale, 0, 0, scale, 0, 0]));
  return platform.images.encodeJpeg({ pixels: page, width, height, channels: 3 }, QUALITY);
}

/** Paints an image onto the page: each pixel there takes the mean of those it covers, which are several where the image is finer. */
function paint(page: Uint8Array, width: number, height: number, image: Pixels, toPage: Matrix): void {
  const [a, b, c, d, e, f] = toPage;
  const area = a * d - b * c;
  if (area === 0) return;
  const corners = rectangleCorners(toPage, [0, 0], [1, 1]);
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const clipped = (value: number, end: number) => Math.max(0, Math.min(end, Math.round(value)));
  const [left, right] = [clipped(Math.min(...xs), width), clipped(Math.max(...xs), width)];
  const [top, bottom] = [clipped(Math.min(...ys), height), clipped(Math.max(...ys), height)];
  const step = Math.sqrt((image.width * image.height) / Math.abs(area));
  const samples = Math.max(1, Math.min(3, Math.round(step)));
  const colour = new Float64Array(4);
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      colour.fill(0);
      for (let sample = 0; sample < samples * samples; sample++) {
        const px = x + ((sample % samples) + 0.5) / samples - e;
        const py = y + (Math.floor(sample / samples) + 0.5) / samples - f;
        const column = Math.floor(((d * px - c * py) / area) * image.width);
        const row = Math.floor((1 - (a * py - b * px) / area) * image.height);
        addPixel(colour, image, column, row);
      }
      const at = 3 * (y * width + x);
      const count = samples * samples;
      const opacity = (colour[3] as number) / count;
      for (let channel = 0; channel < 3; channel++)
        page[at + channel] =
          (page[at + channel] as number) * (1 - opacity) + (colour[channel] as number) / count;
    }
}

/** Adds the colour of a pixel, times its opacity, and its opacity; outside of the image it is transparent. */
function addPixel(
  colour: Float64Array,
  { width, height, data, kind }: Pixels,
  column: number,
  row: number,
): void {
  if (column < 0 || row < 0 || column >= width || row >= height) return;
  const isGrey = kind === "bits" || kind === "mask";
  const bit =
    isGrey && ((data[row * ((width + 7) >> 3) + (column >> 3)] as number) & (0x80 >> (column & 7))) !== 0;
  // A mask lets ink through where its bits are 0.
  if (kind === "mask" && bit) return;
  const channels = kind === "rgba" ? 4 : 3;
  const at = channels * (row * width + column);
  const opacity = kind === "rgba" ? (data[at + 3] as number) / 255 : 1;
  for (let channel = 0; channel < 3; channel++) {
    const level = kind === "bits" ? (bit ? 255 : 0) : kind === "mask" ? 0 : (data[at + channel] as number);
    colour[channel] = (colour[channel] as number) + level * opacity;
  }
  colour[3] = (colour[3] as number) + opacity;
}
