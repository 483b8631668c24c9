import { CODE_MODULES } from "../../print/layout/marks.ts";
import type { Area } from "../../print/geometry.ts";
import { type Homography, project } from "../image/homography.ts";
import { freeing, type OpenCv } from "../image/opencv.ts";
import type { Grey, Point } from "../image/picture.ts";
import { quantile, shadeAt } from "../image/levels.ts";

/** A look at a symbol. Places are counted in modules from the symbol's top left corner. */
export interface SymbolView {
  /** How bright the photo is there. */
  shade(column: number, row: number): number;
  /** Whether the place lies in the photo at all; beyond its edge, the shade is that of the edge. */
  isInPhoto(column: number, row: number): boolean;
}

/** A symbol where a photo shows it. */
export class SymbolInPhoto implements SymbolView {
  readonly #grey: Grey;
  readonly #toPhoto: Homography;
  readonly #place: Area;
  readonly #shift: Point;

  /**
   * @param toPhoto from mm on the sheet to px in the photo
   * @param place of the symbol on the sheet
   * @param shift how far from there it is, in px of the photo
   */
  constructor(grey: Grey, toPhoto: Homography, place: Area, shift: Point) {
    this.#grey = grey;
    this.#toPhoto = toPhoto;
    this.#place = place;
    this.#shift = shift;
  }

  shade(column: number, row: number): number {
    const { x, y } = this.#pointAt(column, row);
    return shadeAt(this.#grey, x, y);
  }

  isInPhoto(column: number, row: number): boolean {
    const { x, y } = this.#pointAt(column, row);
    return x >= 0 && y >= 0 && x < this.#grey.widthPx && y < this.#grey.heightPx;
  }

  #pointAt(column: number, row: number): Point {
    const { xMm, yMm, widthMm, heightMm } = this.#place;
    const acrossMm = (column / CODE_MODULES.columns) * widthMm;
    const downMm = (row / CODE_MODULES.rows) * heightMm;
    const { x, y } = project(this.#toPhoto, xMm + acrossMm, yMm + downMm);
    return { x: x + this.#shift.x, y: y + this.#shift.y };
  }
}

/** How much of the surroundings is looked at, in modules: as far as a symbol may be from where it should be, and a little more. */
const AROUND = 9;
/** Looks taken along a module. */
const LOOKS = 4;
/** The surroundings with which a place is compared: the deviation of a Gaussian, in modules. */
const REACH = 2;
/** Where there is less contrast than this share of the symbol's own, there is nothing to see: glare, or a thumb. */
const MIN_CONTRAST_SHARE = 0.4;
/** Noise has as much contrast as this, in levels. */
const MIN_CONTRAST = 4;
/** Of all places around a symbol, this share has less contrast than it. */
const CONTRAST_RANK = 0.9;
/** In even light, what is as light as its surroundings has this shade; a deviation is so much lighter or darker. */
export const EVEN_SHADE = 128;
const DEVIATION = 60;

/**
 * The same view in even light and with the same contrast everywhere: each place is compared with its surroundings. What lies on the
 * paper becomes grey, however bright or dark it is, and so does what lies beyond the photo.
 */
export function evenView(cv: OpenCv, view: SymbolView): SymbolView {
  const widthPx = (CODE_MODULES.columns + 2 * AROUND) * LOOKS;
  const heightPx = (CODE_MODULES.rows + 2 * AROUND) * LOOKS;
  const place = (px: number) => (px + 0.5) / LOOKS - AROUND;
  const shades = Float32Array.from({ length: widthPx * heightPx }, (_, at) =>
    view.shade(place(at % widthPx), place(Math.floor(at / widthPx))),
  );
  const means = blurred(cv, shades, widthPx);
  const offs = shades.map((level, at) => {
    const [column, row] = [place(at % widthPx), place(Math.floor(at / widthPx))];
    return view.isInPhoto(column, row) ? level - (means[at] ?? 0) : 0;
  });
  const squares = offs.map((off) => off * off);
  const contrasts = blurred(cv, squares, widthPx).map(Math.sqrt);
  const usual = quantile(contrasts.slice(), CONTRAST_RANK);
  const least = Math.max(MIN_CONTRAST, MIN_CONTRAST_SHARE * usual);
  const levels = offs.map((off, at) => EVEN_SHADE + (DEVIATION * off) / Math.max(least, contrasts[at] ?? 0));
  const grey: Grey = { widthPx, heightPx, pixels: new Uint8Array(Uint8ClampedArray.from(levels).buffer) };
  const px = (modules: number) => (modules + AROUND) * LOOKS - 0.5;
  return {
    shade: (column, row) => shadeAt(grey, px(column), px(row)),
    isInPhoto: (column, row) => view.isInPhoto(column, row),
  };
}

function blurred(cv: OpenCv, values: Float32Array, widthPx: number): Float32Array {
  return freeing((keep) => {
    const mat = keep(new cv.Mat(values.length / widthPx, widthPx, cv.CV_32FC1));
    mat.data32F.set(values);
    cv.GaussianBlur(mat, mat, new cv.Size(0, 0), REACH * LOOKS, REACH * LOOKS);
    return mat.data32F.slice();
  });
}
