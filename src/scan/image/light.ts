import type { Tint } from "../../print/layout/pad-layout.ts";
import { growMemory, lazyLoops } from "../../rules/wasm.ts";
import { coveredPixels, quantile, WHITE } from "./picture.ts";
import { disposeAfterUse, type Mat, type OpenCv } from "./tools.ts";
import { PIXELS_WASM, type PixelLoops } from "./pixels-wasm.ts";

const loops = lazyLoops<PixelLoops>(PIXELS_WASM);

/** The light is estimated on the sheet scaled down by this factor, which removes noise. */
const SHRINK = 4;
/** Strokes and letters up to this width, in mm, don't count as shadow. */
const STROKE_MM = 4.5;
/** Paper is at least this light, as a share of the lightest part of the sheet; darker things lie on it. */
const DARKEST_PAPER = 0.3;
/** This share of all pixels is darker than the lightest part. */
const LIGHTEST_SHARE = 0.95;

/**
 * Makes the light on a sheet even and its paper white. The light is what remains when a morphological closing removes everything thin
 * and dark: unlike a mean of the surroundings it keeps the edges of shadows. Tints are printed grey, and no shadows.
 *
 * @returns red, green and blue for each pixel, and grey in which ink of any colour is dark
 */
export function evenLight(cv: OpenCv, photo: Mat, pxPerMm: number, tints: readonly Tint[]) {
  return disposeAfterUse((keep) => {
    const small = keep(new cv.Mat());
    const [smallWidth, smallHeight] = [Math.ceil(photo.cols / SHRINK), Math.ceil(photo.rows / SHRINK)];
    cv.resize(photo, small, new cv.Size(smallWidth, smallHeight), 0, 0, cv.INTER_AREA);
    for (const tint of tints) liftTint(small, pxPerMm / SHRINK, tint);
    const side = 2 * Math.round((STROKE_MM * pxPerMm) / SHRINK / 2) + 1;
    const disc = keep(cv.getStructuringElement(cv.MORPH_ELLIPSE, new cv.Size(side, side)));
    const light = keep(new cv.Mat());
    cv.morphologyEx(small, light, cv.MORPH_CLOSE, disc);
    for (const channel of [0, 1, 2]) liftDarkest(light.data, channel);
    const large = keep(new cv.Mat());
    cv.resize(light, large, new cv.Size(photo.cols, photo.rows), 0, 0, cv.INTER_LINEAR);
    return divideByLight(photo.data, large.data);
  });
}

/** Makes tinted paper as light as the rest. */
function liftTint({ data, cols, rows }: Mat, pxPerMm: number, tint: Tint): void {
  const { xPx, yPx, widthPx, heightPx } = coveredPixels(tint, pxPerMm, { widthPx: cols, heightPx: rows });
  for (let y = yPx; y < yPx + heightPx; y++) {
    const first = 3 * (y * cols + xPx);
    for (let at = first; at < first + 3 * widthPx; at++)
      data[at] = Math.min(255, (data[at] as number) / (1 - tint.grey));
  }
}

/** Lifts the levels of a channel that are too dark to be paper in any light. */
function liftDarkest(data: Uint8Array, channel: number): void {
  const levels = new Float32Array(data.length / 3);
  for (let at = 0; at < levels.length; at++) levels[at] = data[3 * at + channel] as number;
  const min = Math.max(1, Math.round(DARKEST_PAPER * quantile(levels, LIGHTEST_SHARE)));
  for (let at = channel; at < data.length; at += 3) if ((data[at] as number) < min) data[at] = min;
}

/** Pixels per call of the loop. */
const BAND = 4096;

/**
 * Divides a photo by the light. The grey leaves out blue, which is weak and noisy, and shows ink of any colour dark.
 *
 * @param photo red, green and blue of each pixel
 * @param light those of white paper there
 * @internal
 */
export function divideByLight(photo: Uint8Array, light: Uint8Array) {
  const { memory, divide } = loops();
  const [lightAt, rgbAt, greyAt] = [3 * BAND, 6 * BAND, 9 * BAND];
  growMemory(memory, 10 * BAND);
  const bytes = new Uint8Array(memory.buffer);
  const rgb = new Uint8Array(photo.length);
  const grey = new Uint8Array(photo.length / 3);
  for (let first = 0; first < grey.length; first += BAND) {
    const end = Math.min(first + BAND, grey.length);
    bytes.set(photo.subarray(3 * first, 3 * end));
    bytes.set(light.subarray(3 * first, 3 * end), lightAt);
    divide(0, 3 * (end - first), lightAt, rgbAt, greyAt, WHITE);
    rgb.set(bytes.subarray(rgbAt, rgbAt + 3 * (end - first)), 3 * first);
    grey.set(bytes.subarray(greyAt, greyAt + (end - first)), first);
  }
  return { rgb, grey };
}
