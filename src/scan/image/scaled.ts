import { memoize } from "../../rules/memoize.ts";
import { growMemory, lazyLoops } from "../../rules/wasm.ts";
import type { Grey } from "./picture.ts";
import { disposeAfterUse, greyMat, type Mat, type OpenCv } from "./tools.ts";
import { PIXELS, PIXELS_WASM, type PixelLoops } from "./pixels-wasm.ts";

const loops = lazyLoops<PixelLoops>(PIXELS_WASM);

/** What is about a half can as well be one. */
const ABOUT_HALF = { least: 0.4, most: 0.55 } as const;

/** A scale at which a picture is quickly made, for whoever needs none to the last pixel. */
export function handyScale(scale: number): number {
  return scale >= ABOUT_HALF.least && scale <= ABOUT_HALF.most ? 0.5 : scale;
}

/** Means of four pixels blur what is then made smaller by less than this, if it is at all. */
const BLURRED = 0.7;

/** A picture made smaller, at most to its own size; the caller frees it. */
export function scaledGrey(cv: OpenCv, grey: Grey, scale: number): Mat {
  // To take the mean of four pixels is several times as fast as any other scale, and is done once for all of them.
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

/** A picture of half the size; of an odd number of rows or columns, the last is left out. Kept, since a photo is looked at again and again. */
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
