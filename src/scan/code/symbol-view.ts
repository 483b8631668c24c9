import type { Area } from "../../print/geometry.ts";
import { CODE_MODULES } from "../../print/layout/marks.ts";
import { type Grey, levelAt, type Point, quantile } from "../image/picture.ts";
import { freeing, type OpenCv } from "../image/tools.ts";
import { type Homography, project } from "../marks/page-fit.ts";

/** A picture that a symbol stands in. Its modules are counted from its top left corner. */
export interface SymbolView {
  readonly grey: Grey;
  /** From modules to px. */
  readonly toPicture: Homography;
}

/** How bright a view is at a place in modules; beyond the edge of the picture, as bright as the edge. */
export function symbolLevel({ grey, toPicture }: SymbolView, column: number, row: number): number {
  const { x, y } = project(toPicture, column, row);
  return levelAt(grey, x, y);
}

/** A symbol where a photo shows it: at its place on the sheet, mapped to the photo, and shifted by some px there. */
export function symbolInPhoto(grey: Grey, toPhoto: Homography, place: Area, shift: Point): SymbolView {
  const [a, b, c, d, e, f, g, h, i] = toPhoto;
  const [right, down] = [place.widthMm / CODE_MODULES.columns, place.heightMm / CODE_MODULES.rows];
  const ofModules = (x: number, y: number, one: number) =>
    [x * right, y * down, x * place.xMm + y * place.yMm + one] as const;
  const toX = ofModules(a + shift.x * g, b + shift.x * h, c + shift.x * i);
  const toY = ofModules(d + shift.y * g, e + shift.y * h, f + shift.y * i);
  return { grey, toPicture: [...toX, ...toY, ...ofModules(g, h, i)] };
}

/** A view as a picture, row by row. @param margin how much of the surroundings to show on all sides, in modules */
export function rendered(view: SymbolView, margin: number, pxPerModule: number) {
  const widthPx = (CODE_MODULES.columns + 2 * margin) * pxPerModule;
  const heightPx = (CODE_MODULES.rows + 2 * margin) * pxPerModule;
  const levels = new Float32Array(widthPx * heightPx);
  for (let y = 0, at = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++)
      levels[at++] = symbolLevel(view, (x + 0.5) / pxPerModule - margin, (y + 0.5) / pxPerModule - margin);
  return { widthPx, heightPx, levels };
}

/** How much of the surroundings is looked at, in modules: a little more than a symbol may be from where it should be. */
const AROUND = 9;
const PX_PER_MODULE = 4;
/** The surroundings with which a place is compared: the deviation of a Gaussian, in modules. */
const REACH = 2;
/** Where there is less contrast than this share of the symbol's own, there is nothing to see: glare, or a thumb. */
const MIN_CONTRAST_SHARE = 0.4;
/** Contrast of noise, in levels. */
const MIN_CONTRAST = 4;
/** This share of the places around a symbol has less contrast than the symbol. */
const CONTRAST_RANK = 0.9;
/** In even light, the level of what is as light as its surroundings, and by how much a deviation differs. */
export const EVEN_LEVEL = 128;
const DEVIATION = 60;

/** The same view with even light and contrast, each place against its surroundings; things on the paper and what lies beyond turn grey. */
export function evenView(cv: OpenCv, { grey, toPicture }: SymbolView): SymbolView {
  const { widthPx, heightPx, levels } = rendered({ grey, toPicture }, AROUND, PX_PER_MODULE);
  const means = blurred(cv, levels, widthPx);
  const modules = (px: number) => (px + 0.5) / PX_PER_MODULE - AROUND;
  const offs = levels.map((level, at) => {
    const { x, y } = project(toPicture, modules(at % widthPx), modules(Math.floor(at / widthPx)));
    const isInPhoto = x >= 0 && y >= 0 && x < grey.widthPx && y < grey.heightPx;
    return isInPhoto ? level - (means[at] as number) : 0;
  });
  const squares = offs.map((off) => off * off);
  const contrasts = blurred(cv, squares, widthPx).map(Math.sqrt);
  const min = Math.max(MIN_CONTRAST, MIN_CONTRAST_SHARE * quantile(contrasts.slice(), CONTRAST_RANK));
  const even = Uint8ClampedArray.from(
    offs,
    (off, at) => EVEN_LEVEL + (DEVIATION * off) / Math.max(min, contrasts[at] as number),
  );
  const first = AROUND * PX_PER_MODULE - 0.5;
  return {
    grey: { widthPx, heightPx, pixels: new Uint8Array(even.buffer) },
    toPicture: [PX_PER_MODULE, 0, first, 0, PX_PER_MODULE, first, 0, 0, 1],
  };
}

function blurred(cv: OpenCv, values: Float32Array, widthPx: number): Float32Array {
  return freeing((keep) => {
    const mat = keep(cv.matFromArray(values.length / widthPx, widthPx, cv.CV_32FC1, values));
    cv.GaussianBlur(mat, mat, new cv.Size(0, 0), REACH * PX_PER_MODULE, REACH * PX_PER_MODULE);
    return mat.data32F.slice();
  });
}
