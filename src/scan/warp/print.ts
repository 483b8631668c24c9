import type { TypeFamily } from "../../print/fonts/typeface.ts";
import { type Area, grown } from "../../print/geometry.ts";
import type { PadLayout } from "../../print/layout/pad-layout.ts";
import { mean } from "../../rules/arrays.ts";
import { type PictureSize, coveredPixels } from "../image/picture.ts";
import {
  halveMat,
  disposeAfterUse,
  greyMat,
  type Mat,
  type OpenCv,
  type PhotoTools,
} from "../image/tools.ts";
import { drawPrint } from "./drawn-print.ts";

/** The print at one scale, cut into tiles for matching with a photo. */
export interface PrintScale extends PictureSize {
  readonly pxPerMm: number;
  readonly tiles: readonly Tile[];
  /** The greatest darkness of the print at each pixel if it is near its place; null if it may be anywhere. */
  readonly darkest: Float32Array | null;
}

/** The print of a sheet, prepared for finding it in photos. */
export interface SheetPrint {
  /** Large tiles at few pixels per mm, for a rough estimate. */
  readonly coarse: PrintScale;
  /** Small tiles at more pixels per mm, for an exact one. */
  readonly fine: PrintScale;
}

/** The side of a tile, and the distance of neighbouring tiles. */
const FINE = { tileMm: 10, stepMm: 8 };
const COARSE = { tileMm: 16, stepMm: 11 };
/** Px per mm of the fine scale; large paper has larger boxes and lines, and needs fewer. The coarse scale has half as many. */
const FINE_PX_PER_MM = { small: 4, large: 3 };
/** Paper of this width or more is large. */
const LARGE_MM = 180;
/** The print is drawn at this many times its final size, so that thin lines get their exact grey. */
const OVERSIZE = 2;
/** The print may be displaced by this much, and darker by this much. */
const OFF_PX = 3;
const DARKER = 0.06;

/** Draws a layout with its fonts, and prepares the picture for `straighten`; once per layout. */
export function prepareSheetPrint(layout: PadLayout, family: TypeFamily, { cv }: PhotoTools): SheetPrint {
  const { widthMm, heightMm } = layout.page;
  const pxPerMm = Math.min(widthMm, heightMm) < LARGE_MM ? FINE_PX_PER_MM.small : FINE_PX_PER_MM.large;
  // Each side must be divisible as often as it is halved.
  const side = (mm: number) => Math.ceil((mm * pxPerMm) / 2) * 2 * OVERSIZE;
  const size = { widthPx: side(widthMm), heightPx: side(heightMm) };
  const pixels = drawPrint(layout, family, OVERSIZE * pxPerMm, size);
  return disposeAfterUse((keep) => {
    const [darkness, spread] = [keep(new cv.Mat()), keep(new cv.Mat())];
    keep(greyMat(cv, { ...size, pixels })).convertTo(darkness, cv.CV_32F, -1 / 255, 1);
    const fine = keep(halvePicture(cv, darkness));
    const coarse = keep(halvePicture(cv, fine));
    const off = new cv.Size(2 * OFF_PX + 1, 2 * OFF_PX + 1);
    cv.dilate(fine, spread, keep(cv.getStructuringElement(cv.MORPH_RECT, off)));
    return {
      coarse: { ...buildScale(coarse, pxPerMm / 2, COARSE, layout), darkest: null },
      fine: { ...buildScale(fine, pxPerMm, FINE, layout), darkest: darker(spread.data32F) },
    };
  });
}

function darker(values: Float32Array): Float32Array {
  const darker = new Float32Array(values.length);
  for (let at = 0; at < values.length; at++) darker[at] = (values[at] as number) + DARKER;
  return darker;
}

/** Halves a picture, with a blur of about two thirds of a pixel, like the lens of a phone near its limit. */
function halvePicture(cv: OpenCv, picture: Mat): Mat {
  const half = halveMat(cv, picture);
  cv.GaussianBlur(half, half, new cv.Size(3, 3), 0);
  return half;
}

/** The reach of a box's lines with their blurred edges; ink may begin beyond. */
const LINE_REACH_MM = 0.7;
const LINE_REACH_PX = 2.5;

function buildScale({ cols, rows, data32F }: Mat, pxPerMm: number, tileSize: typeof FINE, layout: PadLayout) {
  const size = { widthPx: cols, heightPx: rows };
  const reachMm = Math.max(LINE_REACH_MM, LINE_REACH_PX / pxPerMm);
  // Areas that differ from the print on a used sheet: boxes, fiducials and code.
  const hidden = [
    ...layout.boxes.map((box) => grown(box, -reachMm)),
    ...[...layout.marks, ...(layout.code?.areas ?? [])].map((area) => grown(area, reachMm)),
  ];
  const tiles = cutTiles({ ...size, values: data32F.slice() }, tileSize, pxPerMm, hidden);
  return { ...size, pxPerMm, tiles };
}

/** The darkness of each pixel, row by row; 0 is paper, 1 is black. */
interface Darkness extends PictureSize {
  readonly values: Float32Array;
}

/** A square piece of the print, reduced to the pixels at its lines and letters. */
export interface Tile {
  /** Its place in the grid of tiles; blank parts of the page have none. */
  readonly column: number;
  readonly row: number;
  /** The middle of those pixels on the page. */
  readonly xMm: number;
  readonly yMm: number;
  readonly columns: Int16Array;
  readonly rows: Int16Array;
  /** The darkness at each of them, normalised to a mean of 0 and a sum of squares of 1. */
  readonly pattern: Float32Array;
}

/** Darkness is capped here, in print and photo, so that black print and ink weigh little more than hairlines. */
export const MAX_DARKNESS = 0.4;
/** Smaller steps of darkness are no edges. */
const MIN_STEP = 0.03;
const MIN_PIXELS = 40;
/** This many pixels are enough to recognise a tile. */
const MAX_PIXELS = 300;

/** Cuts a print into overlapping tiles. @param hidden areas of the page that are left out */
function cutTiles(print: Darkness, size: typeof FINE, pxPerMm: number, hidden: readonly Area[]): Tile[] {
  const { widthPx, heightPx } = print;
  const mask = edgeMask(print, pxPerMm, hidden);
  const middles = lineMiddles(mask, print);
  const [side, step] = [Math.round(size.tileMm * pxPerMm), Math.round(size.stepMm * pxPerMm)];
  const [columns, rows] = [Math.ceil(widthPx / step), Math.ceil(heightPx / step)];
  const places = Array.from({ length: columns * rows }, (): number[] => []);
  // A pixel is a part of every tile in which the middle of its line lies.
  const first = (px: number) => Math.max(0, Math.ceil((px - side + 1) / step));
  for (let place = 0; place < mask.length; place++) {
    if (mask[place] === 0) continue;
    const [x, y] = [middles.columns[place] as number, middles.rows[place] as number];
    for (let row = first(y); row * step <= y; row++)
      for (let column = first(x); column * step <= x; column++) places[row * columns + column]?.push(place);
  }
  return places.flatMap((own, at) => {
    const tile = cutTile(print, own, pxPerMm);
    return tile === null ? [] : [{ ...tile, column: at % columns, row: Math.floor(at / columns) }];
  });
}

/** A mask of the pixels that lie at an edge of print, or next to such a pixel. */
function edgeMask(print: Darkness, pxPerMm: number, hidden: readonly Area[]): Uint8Array {
  const { widthPx, values } = print;
  const mask = new Uint8Array(values.length);
  for (let at = widthPx + 1; at < values.length - 2 * widthPx - 2; at++) {
    const value = clampDarkness(values, at);
    const across = Math.abs(value - clampDarkness(values, at + 1));
    const down = Math.abs(value - clampDarkness(values, at + widthPx));
    if (across < MIN_STEP && down < MIN_STEP) continue;
    for (let row = at - widthPx; row <= at + 2 * widthPx; row += widthPx)
      for (let near = row - 1; near < row + 3; near++) mask[near] = 1;
  }
  for (const area of hidden) {
    const { xPx, yPx, ...size } = coveredPixels(area, pxPerMm, print);
    for (let y = yPx; y < yPx + size.heightPx; y++)
      mask.fill(0, y * widthPx + xPx, y * widthPx + xPx + size.widthPx);
  }
  return mask;
}

function clampDarkness(values: Float32Array, at: number): number {
  return Math.min(MAX_DARKNESS, values[at] as number);
}

/** The greatest thickness of a line or stroke, which must not be split lengthwise. */
const THICKEST_PX = 10;

/** The column and row of the middle of each pixel's line. Half a line in a tile would shift it if the photo's lines are thicker or thinner. */
function lineMiddles(mask: Uint8Array, { widthPx, heightPx }: Darkness) {
  const columns = new Int16Array(mask.length);
  const rows = new Int16Array(mask.length);
  for (let y = 0; y < heightPx; y++) markRuns(mask, columns, y * widthPx, 1, widthPx);
  for (let x = 0; x < widthPx; x++) markRuns(mask, rows, x, widthPx, heightPx);
  return { columns, rows };
}

/** Sets each pixel of a row or column to the middle of its run of masked pixels, or to itself in a long run. */
function markRuns(mask: Uint8Array, middles: Int16Array, start: number, step: number, count: number): void {
  for (let from = 0; from < count; from++) {
    let to = from;
    while (to < count && (mask[start + to * step] as number) === 1) to++;
    for (let at = from; at < to; at++)
      middles[start + at * step] = to - from > THICKEST_PX ? at : (from + to) >> 1;
    if (to > from) from = to;
  }
}

/** Builds a tile from some pixels, evenly sampled if there are too many. Null if there are too few to recognise it. */
function cutTile({ widthPx, values }: Darkness, all: readonly number[], pxPerMm: number) {
  if (all.length < MIN_PIXELS) return null;
  const count = Math.min(all.length, MAX_PIXELS);
  const [columns, rows] = [new Int16Array(count), new Int16Array(count)];
  const darkness = new Float64Array(count);
  for (let at = 0; at < count; at++) {
    const place = all[Math.floor((at * all.length) / count)] as number;
    columns[at] = place % widthPx;
    rows[at] = Math.floor(place / widthPx);
    darkness[at] = clampDarkness(values, place);
  }
  const average = mean(darkness);
  let squares = 0;
  for (let at = 0; at < count; at++) squares += ((darkness[at] as number) - average) ** 2;
  const norm = Math.sqrt(squares);
  if (norm < 1e-6) return null;
  const pattern = new Float32Array(count);
  for (let at = 0; at < count; at++) pattern[at] = ((darkness[at] as number) - average) / norm;
  return { xMm: (mean(columns) + 0.5) / pxPerMm, yMm: (mean(rows) + 0.5) / pxPerMm, columns, rows, pattern };
}
