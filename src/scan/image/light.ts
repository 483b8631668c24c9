import type { Tint } from "../../print/layout/pad-layout.ts";
import { freeing, type Mat, type OpenCv } from "./opencv.ts";

/** The level of white paper once the light is even; a little below the whitest, so that noise goes either way. */
export const WHITE = 245;

/** Light is looked at this many times smaller than the sheet, which takes the noise away. */
const SHRINK = 4;
/** Strokes and letters up to this width, in mm, are not taken for shadow. */
const STROKE_MM = 4.5;
/** Paper is not darker than this share of the sheet's lightest part; what is, lies on the paper. */
const DARKEST_PAPER = 0.3;
/** Of all pixels, this share is darker than the lightest part. */
const LIGHTEST_SHARE = 0.95;

export interface EvenPhoto {
  /** Red, green and blue for each pixel; paper is white whatever the light was. */
  readonly rgb: Uint8Array;
  /** Grey in which ink of any colour is dark. */
  readonly grey: Uint8Array;
}

/**
 * Makes the light on a sheet even and its paper white. The light is what remains when everything thin and dark is closed up: unlike a
 * mean of the surroundings it keeps the edges of shadows.
 *
 * @param photo the straightened sheet in colour
 * @param tints areas that are printed grey, which are no shadows
 */
export function evenLight(cv: OpenCv, photo: Mat, pxPerMm: number, tints: readonly Tint[]): EvenPhoto {
  return freeing((keep) => {
    const small = keep(new cv.Mat());
    const [smallWidth, smallHeight] = [Math.ceil(photo.cols / SHRINK), Math.ceil(photo.rows / SHRINK)];
    cv.resize(photo, small, new cv.Size(smallWidth, smallHeight), 0, 0, cv.INTER_AREA);
    liftTints(small, pxPerMm / SHRINK, tints);
    const side = 2 * Math.round((STROKE_MM * pxPerMm) / SHRINK / 2) + 1;
    const disc = keep(cv.getStructuringElement(cv.MORPH_ELLIPSE, new cv.Size(side, side)));
    const light = keep(new cv.Mat());
    cv.morphologyEx(small, light, cv.MORPH_CLOSE, disc);
    boundBelow(light);
    const large = keep(new cv.Mat());
    cv.resize(light, large, new cv.Size(photo.cols, photo.rows), 0, 0, cv.INTER_LINEAR);
    return divided(photo.data, large.data);
  });
}

/** Makes tinted paper as light as the rest. */
function liftTints(picture: Mat, pxPerMm: number, tints: readonly Tint[]): void {
  const { data, cols, rows } = picture;
  const px = (mm: number, end: number) => Math.max(0, Math.min(end, Math.round(mm * pxPerMm)));
  for (const { xMm, yMm, widthMm, heightMm, grey } of tints) {
    const [left, right] = [px(xMm, cols), px(xMm + widthMm, cols)];
    for (let y = px(yMm, rows); y < px(yMm + heightMm, rows); y++)
      for (let at = 3 * (y * cols + left); at < 3 * (y * cols + right); at++)
        data[at] = Math.min(255, (data[at] ?? 0) / (1 - grey));
  }
}

/** Lifts what is too dark for paper in any light, colour by colour. */
function boundBelow({ data }: Mat): void {
  for (let channel = 0; channel < 3; channel++) {
    const counts = new Uint32Array(256);
    for (let at = channel; at < data.length; at += 3)
      counts[data[at] ?? 0] = (counts[data[at] ?? 0] ?? 0) + 1;
    let left = (1 - LIGHTEST_SHARE) * (data.length / 3);
    let lightest = 255;
    while (lightest > 1 && left > (counts[lightest] ?? 0)) left -= counts[lightest--] ?? 0;
    const least = Math.max(1, Math.round(DARKEST_PAPER * lightest));
    for (let at = channel; at < data.length; at += 3) if ((data[at] ?? 0) < least) data[at] = least;
  }
}

function divided(photo: Uint8Array, light: Uint8Array): EvenPhoto {
  const rgb = new Uint8Array(photo.length);
  const grey = new Uint8Array(photo.length / 3);
  const gains = Float32Array.from({ length: 256 }, (_, level) => WHITE / Math.max(1, level));
  for (let at = 0, pixel = 0; at < photo.length; at += 3, pixel++) {
    const red = (photo[at] ?? 0) * (gains[light[at] ?? 0] ?? 1);
    const green = (photo[at + 1] ?? 0) * (gains[light[at + 1] ?? 0] ?? 1);
    const blue = (photo[at + 2] ?? 0) * (gains[light[at + 2] ?? 0] ?? 1);
    rgb[at] = Math.min(255, red);
    rgb[at + 1] = Math.min(255, green);
    rgb[at + 2] = Math.min(255, blue);
    grey[pixel] = Math.min(255, inkShade(red, green, blue));
  }
  return { rgb, grey };
}

/**
 * Blue ink is dark in red, red ink in green, black ink and pencil in all. Blue light is left out of that: it is the weakest and noisiest
 * in warm light, and no pen shows in it alone.
 */
function inkShade(red: number, green: number, blue: number): number {
  return 0.5 * Math.min(red, green) + 0.5 * (0.299 * red + 0.587 * green + 0.114 * blue);
}
