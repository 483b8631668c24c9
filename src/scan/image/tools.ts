import type { OpenCV } from "@opencvjs/web";
import type { Grey } from "./picture.ts";
import { memoize } from "../../rules/memoize.ts";
import { growMemory, lazyLoops } from "../../rules/wasm.ts";
import { PIXELS, PIXELS_WASM, type PixelLoops } from "./pixels-wasm.ts";

/** Libraries, loaded once for all photos. */
export interface PhotoTools {
  readonly cv: OpenCv;
  /** The texts of the Data Matrix symbols in a picture. @param isClean whether it is a single, perfectly drawn symbol */
  readonly readSymbols: (grey: Grey, isClean?: boolean) => Promise<string[]>;
}

/**
 * Loads the libraries for reading photos.
 *
 * @param symbolRuntime the symbol reader as WebAssembly, so that nothing is downloaded
 * @param openCv loads OpenCV; by default that of the package, which decodes its program from 11 MB of text
 */
export async function openPhotoTools(
  symbolRuntime: Uint8Array,
  openCv: () => Promise<OpenCv> = packagedOpenCv,
): Promise<PhotoTools> {
  // Imported here because these modules are slow to load.
  const [cv, { prepareZXingModule, readBarcodes }] = await Promise.all([
    openCv(),
    import("zxing-wasm/reader"),
  ]);
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(symbolRuntime).buffer } });
  const readSymbols: PhotoTools["readSymbols"] = async (grey, isPure = false) => {
    const { widthPx: width, heightPx: height, pixels } = grey;
    const picture = { width, height, data: toRgba(pixels), colorSpace: "srgb" } as const;
    const texts = new Set<string>();
    for (const binarizer of isPure ? BINARIZERS.slice(1) : BINARIZERS) {
      const options = { formats: ["DataMatrix" as const], tryInvert: false, isPure, binarizer };
      for (const { isValid, text } of await readBarcodes(picture, options)) if (isValid) texts.add(text);
    }
    return [...texts];
  };
  return { cv, readSymbols };
}

function toRgba(pixels: Uint8Array): Uint8ClampedArray<ArrayBuffer> {
  const data = new Uint8ClampedArray(4 * pixels.length).fill(255);
  for (let at = 0; at < pixels.length; at++) {
    const level = pixels[at] as number;
    data[4 * at] = level;
    data[4 * at + 1] = level;
    data[4 * at + 2] = level;
  }
  return data;
}

async function packagedOpenCv(): Promise<OpenCv> {
  // OpenCV's types lack the ArUco detector.
  return (await (await import("@opencvjs/web")).loadOpenCV()) as unknown as OpenCv;
}

/** Thresholds between black and white: local to each pixel, or one for the whole picture. */
const BINARIZERS = ["LocalAverage", "GlobalHistogram"] as const;

export type Mat = OpenCV.Mat;

/** Lives in OpenCV's own memory until it is deleted. */
interface Freeable {
  delete(): void;
}

/** OpenCV with the ArUco detector, which its types lack. */
export type OpenCv = typeof OpenCV & {
  readonly aruco_ArucoDetector: new (dictionary: Freeable, ...parameters: Freeable[]) => Detector;
  readonly aruco_DetectorParameters: new () => Freeable;
  readonly aruco_RefineParameters: new (distance: number, errorRate: number, allOrders: boolean) => Freeable;
  getPredefinedDictionary(name: number): Freeable;
  readonly DICT_ARUCO_MIP_36h12: number;
};

interface Detector extends Freeable {
  detectMarkers(picture: Mat, corners: OpenCV.MatVector, ids: Mat, rejected: OpenCV.MatVector): void;
}

/** Runs work with OpenCV, then deletes all objects that were passed to `keep`, which returns its argument. */
export function disposeAfterUse<T>(work: (keep: <F extends Freeable>(made: F) => F) => T): T {
  const kept: Freeable[] = [];
  try {
    return work((made) => {
      kept.push(made);
      return made;
    });
  } finally {
    for (const made of kept) made.delete();
  }
}

/** A picture in OpenCV's memory, which the caller frees. */
export function greyMat(cv: OpenCv, { widthPx, heightPx, pixels }: Grey): Mat {
  return cv.matFromArray(heightPx, widthPx, cv.CV_8UC1, pixels);
}

/** A copy of a picture out of OpenCV's memory. */
export function copyGrey({ cols, rows, data }: Mat): Grey {
  return { widthPx: cols, heightPx: rows, pixels: data.slice() };
}

const loops = lazyLoops<PixelLoops>(PIXELS_WASM);

/** Scales in this range are rounded to a half. */
const ABOUT_HALF = { least: 0.4, most: 0.55 } as const;

/** A scale near the wanted one at which scaling is fast. */
export function handyScale(scale: number): number {
  return scale >= ABOUT_HALF.least && scale <= ABOUT_HALF.most ? 0.5 : scale;
}

/** Halving first would blur a picture that is then scaled by more than this. */
const BLURRED = 0.7;

/** A scaled-down picture; the caller disposes of it. */
export function scaleGrey(cv: OpenCv, grey: Grey, scale: number): Mat {
  // Halving is several times as fast as any other scaling, and cached for all scales.
  const isHalved = scale === 0.5 || 2 * scale <= BLURRED;
  const [picture, by] = isHalved ? [halved(grey), 2 * scale] : [grey, scale];
  return disposeAfterUse((keep) => {
    const small = new cv.Mat();
    cv.resize(keep(greyMat(cv, picture)), small, new cv.Size(0, 0), by, by, cv.INTER_AREA);
    return small;
  });
}

/** A picture in OpenCV's memory at half the size; the caller frees it. */
export function halveMat(cv: OpenCv, picture: Mat): Mat {
  const half = new cv.Mat();
  cv.resize(picture, half, new cv.Size(0, 0), 0.5, 0.5, cv.INTER_AREA);
  return half;
}

/** Halves a picture; an odd last row or column is left out. Cached, because a photo is scaled repeatedly. */
const halved = memoize(({ widthPx, heightPx, pixels }: Grey): Grey => {
  const { memory, halve } = loops();
  const half = { widthPx: widthPx >> 1, heightPx: heightPx >> 1 };
  const blocks = Math.ceil(half.widthPx / PIXELS);
  const rowLength = 2 * blocks * PIXELS;
  growMemory(memory, 2 * rowLength + blocks * PIXELS);
  const bytes = new Uint8Array(memory.buffer);
  const means = bytes.subarray(2 * rowLength, 2 * rowLength + half.widthPx);
  const small = new Uint8Array(half.widthPx * half.heightPx);
  for (let row = 0; row < half.heightPx; row++) {
    const upper = 2 * row * widthPx;
    bytes.set(pixels.subarray(upper, upper + widthPx));
    bytes.set(pixels.subarray(upper + widthPx, upper + 2 * widthPx), rowLength);
    halve(0, rowLength, rowLength, 2 * rowLength);
    small.set(means, row * half.widthPx);
  }
  return { ...half, pixels: small };
});
