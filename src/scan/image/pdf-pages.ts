import { getDocument, OPS, type PDFPageProxy, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import { platform } from "../../platform/node.ts";
import { concat, IDENTITY, type Matrix, toMatrix, rectangleCorners } from "../../print/preflight/matrix.ts";

/** A page of a PDF, with its picture if it was scanned. */
export interface ScannedPage {
  /** A JPEG; null for a page that is not covered by pictures. */
  readonly jpeg: Uint8Array | null;
  /** Whether nothing is painted on it. */
  readonly isBlank: boolean;
  /** The number of pixels of its images. */
  readonly pixels: number;
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

/** The least share of a scanned page that pictures cover; other pages are documents with drawings. */
const MIN_COVERED = 0.5;
/** The most pixels of a page, as for a photo: A4 at 400 dots per inch. */
const MAX_PIXELS = 16_000_000;
/** The greatest total area of overlapping images, such as ink over paper, in pages. */
const MAX_LAYERS = 10;
/** Images with more pixels are left out. */
const MAX_IMAGE = 100_000_000;
const QUALITY = 94;

/**
 * Composes the images on a page of a scanned PDF. Everything else, such as invisible text from text recognition, is left out.
 *
 * @param number counted from 1
 * @param decoders the folder with pdf.js's WebAssembly files, such as its JPEG 2000 decoder, with a trailing slash
 * @throws errors of pdf.js if the file or the page is broken
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
    const { placed, isBlank } = await listPageImages(page);
    const covered = placed.reduce((sum, { toPage }) => sum + computeArea(toPage), 0);
    if (covered > MAX_LAYERS * width * height) throw new Error("too many images over each other");
    const isScan = covered >= MIN_COVERED * width * height;
    const pixels = placed.reduce((sum, { pixels: { width, height } }) => sum + width * height, 0);
    return { jpeg: isScan ? await composePage(placed, width, height) : null, isBlank, pixels };
  } finally {
    await task.destroy();
  }
}

function computeArea([a, b, c, d]: Matrix): number {
  return Math.abs(a * d - b * c);
}

/** The images of a page, in the order in which they are painted, placed in points from its upper left corner; and whether anything is painted. */
async function listPageImages(page: PDFPageProxy): Promise<{ placed: PlacedImage[]; isBlank: boolean }> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const placed: PlacedImage[] = [];
  const stack: Matrix[] = [];
  let current = toMatrix(page.getViewport({ scale: 1 }).transform);
  for (const [at, operator] of fnArray.entries()) {
    const args: readonly unknown[] = argsArray[at] ?? [];
    if (operator === OPS.save) stack.push(current);
    else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd)
      current = stack.pop() ?? IDENTITY;
    else if (operator === OPS.transform) current = concat(toMatrix(args as number[]), current);
    else if (operator === OPS.paintFormXObjectBegin) {
      stack.push(current);
      if (Array.isArray(args[0])) current = concat(toMatrix(args[0]), current);
    } else if (PAINTS_IMAGE.has(operator)) {
      const isMask = operator === OPS.paintImageMaskXObject;
      const pixels = readPixels(await resolveImage(page, args[0]), isMask);
      if (pixels !== null) placed.push({ pixels, toPage: current });
    }
  }
  page.cleanup();
  return { placed, isBlank: !fnArray.some((operator) => !PAINTS_NOTHING.has(operator)) };
}

/** Operators that only set the graphics state. */
const PAINTS_NOTHING = new Set<number>([
  ...[OPS.dependency, OPS.save, OPS.restore, OPS.transform, OPS.setGState, OPS.endPath, OPS.clip, OPS.eoClip],
  ...[OPS.beginText, OPS.endText, OPS.setFont, OPS.beginMarkedContent, OPS.beginMarkedContentProps],
  ...[OPS.endMarkedContent, OPS.paintFormXObjectBegin, OPS.paintFormXObjectEnd, OPS.beginGroup, OPS.endGroup],
]);

const PAINTS_IMAGE = new Set<number>([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
]);

/** The image of an operator, given directly or by name. */
function resolveImage(page: PDFPageProxy, image: unknown): Promise<unknown> {
  const name = typeof image === "string" ? image : (image as { data?: unknown } | null)?.data;
  if (typeof name !== "string") return Promise.resolve(image);
  const store = name.startsWith("g_") ? page.commonObjs : page.objs;
  return new Promise((resolve) => store.get(name, resolve));
}

/** The pixel formats of pdf.js, by number. */
const KINDS = { 1: "bits", 2: "rgb", 3: "rgba" } as const;

function readPixels(image: unknown, isMask: boolean): Pixels | null {
  const { width, height, data, kind } = (image ?? {}) as Partial<Record<string, unknown>>;
  if (typeof width !== "number" || typeof height !== "number") return null;
  if (!(data instanceof Uint8Array || data instanceof Uint8ClampedArray)) return null;
  const named = isMask ? "mask" : KINDS[kind as keyof typeof KINDS];
  if (named === undefined) return null;
  return { width, height, kind: named, data: new Uint8Array(data.buffer, data.byteOffset, data.length) };
}

/** Paints the images on white paper, at the resolution of the finest one. */
async function composePage(
  placed: readonly PlacedImage[],
  widthPt: number,
  heightPt: number,
): Promise<Uint8Array> {
  const finest = placed.map(
    ({ pixels, toPage }) => (pixels.width * pixels.height) / Math.max(1, computeArea(toPage)),
  );
  const most = MAX_PIXELS / (widthPt * heightPt);
  const scale = Math.sqrt(Math.min(most, Math.max(...finest)));
  const [width, height] = [Math.round(widthPt * scale), Math.round(heightPt * scale)];
  const page = new Uint8Array(3 * width * height).fill(255);
  for (const { pixels, toPage } of placed)
    paint(page, width, height, pixels, concat(toPage, [scale, 0, 0, scale, 0, 0]));
  return platform.images.encodeJpeg({ pixels: page, width, height, channels: 3 }, QUALITY);
}

/** Paints an image onto the page. Each pixel of the page is the mean of the image's pixels that it covers. */
function paint(page: Uint8Array, width: number, height: number, image: Pixels, toPage: Matrix): void {
  const [a, b, c, d, e, f] = toPage;
  const area = a * d - b * c;
  if (area === 0) return;
  const corners = rectangleCorners(toPage, [0, 0], [1, 1]);
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const clampPixel = (value: number, end: number) => Math.max(0, Math.min(end, Math.round(value)));
  const [left, right] = [clampPixel(Math.min(...xs), width), clampPixel(Math.max(...xs), width)];
  const [top, bottom] = [clampPixel(Math.min(...ys), height), clampPixel(Math.max(...ys), height)];
  const step = Math.sqrt((image.width * image.height) / Math.abs(area));
  const samples = Math.max(1, Math.min(3, Math.round(step)));
  // From a place on the page to one in the image: steps in columns and rows for each px across and down.
  const [columnsAcross, columnsDown] = [(d / area) * image.width, (-c / area) * image.width];
  const [rowsAcross, rowsDown] = [(b / area) * image.height, (-a / area) * image.height];
  for (let y = top; y < bottom; y++) {
    const at = 3 * (y * width + left);
    const column = columnsAcross * (left - e) + columnsDown * (y - f);
    const row = image.height + rowsAcross * (left - e) + rowsDown * (y - f);
    const line = { at, count: right - left, column, row };
    paintLine(page, image, line, { columnsAcross, columnsDown, rowsAcross, rowsDown, samples });
  }
}

/** A line of the page: where it begins there, and in the image. */
type PageLine = Readonly<Record<"at" | "count" | "column" | "row", number>>;
type Steps = Readonly<
  Record<"columnsAcross" | "columnsDown" | "rowsAcross" | "rowsDown" | "samples", number>
>;

function paintLine(page: Uint8Array, image: Pixels, line: PageLine, steps: Steps): void {
  const { columnsAcross, columnsDown, rowsAcross, rowsDown, samples } = steps;
  const count = samples * samples;
  for (let x = 0; x < line.count; x++) {
    let [red, green, blue, opacity] = [0, 0, 0, 0];
    for (let sample = 0; sample < count; sample++) {
      const across = x + ((sample % samples) + 0.5) / samples;
      const down = (Math.floor(sample / samples) + 0.5) / samples;
      const column = Math.floor(line.column + columnsAcross * across + columnsDown * down);
      const row = Math.floor(line.row + rowsAcross * across + rowsDown * down);
      const colour = readColour(image, column, row);
      const share = colour >>> 24;
      red += share * ((colour >> 16) & 255);
      green += share * ((colour >> 8) & 255);
      blue += share * (colour & 255);
      opacity += share;
    }
    const at = line.at + 3 * x;
    const rest = 1 - opacity / (255 * count);
    page[at] = (page[at] as number) * rest + red / (255 * count);
    page[at + 1] = (page[at + 1] as number) * rest + green / (255 * count);
    page[at + 2] = (page[at + 2] as number) * rest + blue / (255 * count);
  }
}

const [CLEAR, BLACK, WHITE] = [0, 0xff000000 | 0, -1];

/** Opacity, red, green and blue of a pixel in a byte each; outside of the image it is clear. */
function readColour({ width, height, data, kind }: Pixels, column: number, row: number): number {
  if (column < 0 || row < 0 || column >= width || row >= height) return CLEAR;
  if (kind === "bits" || kind === "mask") {
    const byte = data[row * ((width + 7) >> 3) + (column >> 3)] as number;
    const isSet = (byte & (0x80 >> (column & 7))) !== 0;
    // A mask lets ink through where its bits are 0.
    return kind === "mask" ? (isSet ? CLEAR : BLACK) : isSet ? WHITE : BLACK;
  }
  const channels = kind === "rgba" ? 4 : 3;
  const at = channels * (row * width + column);
  const opacity = kind === "rgba" ? (data[at + 3] as number) : 255;
  const [red, green, blue] = [data[at] as number, data[at + 1] as number, data[at + 2] as number];
  return (opacity << 24) | (red << 16) | (green << 8) | blue;
}
