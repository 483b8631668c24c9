import type { Area } from "../../print/geometry.ts";
import { type PictureSize, pixelsOf } from "../image/picture.ts";

/** A picture to calculate with: the darkness of each pixel, row by row; 0 is paper, 1 is black. */
export interface Darkness extends PictureSize {
  readonly values: Float32Array;
}

/** A square piece of the print: only the pixels at its lines and letters, which show where it lies. */
export interface Tile {
  /** Which one it is, across and down; where the page is blank, there is none. */
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

/** Darkness is capped here, in print and photo alike: black print and black ink weigh little more than hairlines. */
export const MAX_DARKNESS = 0.4;
/** A smaller step of darkness shows nothing. */
const MIN_STEP = 0.03;
const MIN_PIXELS = 40;
/** So many pixels are enough to recognise a tile. */
const MAX_PIXELS = 300;

/**
 * Cuts a print into tiles that overlap.
 *
 * @param hidden areas of the page that are left out
 */
export function tilesOf(
  print: Darkness,
  pxPerMm: number,
  tileMm: number,
  stepMm: number,
  hidden: readonly Area[],
): Tile[] {
  const mask = edgeMask(print, pxPerMm, hidden);
  const lines = lineMiddles(mask, print);
  const side = Math.round(tileMm * pxPerMm);
  const step = Math.round(stepMm * pxPerMm);
  const places = new Int32Array((side + 2 * THICKEST_PX) ** 2);
  const tiles: Tile[] = [];
  for (let y = 0; y < print.heightPx; y += step)
    for (let x = 0; x < print.widthPx; x += step) {
      const count = findPlaces(places, mask, print, lines, { x, y, side });
      const tile = cutTile(print, places.subarray(0, count), pxPerMm);
      if (tile !== null) tiles.push({ ...tile, column: x / step, row: y / step });
    }
  return tiles;
}

/** A mask of the pixels that lie at an edge of print, or next to such a pixel. */
function edgeMask(print: Darkness, pxPerMm: number, hidden: readonly Area[]): Uint8Array {
  const { widthPx, values } = print;
  const mask = new Uint8Array(values.length);
  for (let at = widthPx + 1; at < values.length - 2 * widthPx - 2; at++) {
    const value = capped(values, at);
    const across = Math.abs(value - capped(values, at + 1));
    const down = Math.abs(value - capped(values, at + widthPx));
    if (across < MIN_STEP && down < MIN_STEP) continue;
    for (let row = at - widthPx; row <= at + 2 * widthPx; row += widthPx) mask.fill(1, row - 1, row + 3);
  }
  for (const area of hidden) {
    const { xPx, yPx, ...size } = pixelsOf(area, pxPerMm, print);
    for (let y = yPx; y < yPx + size.heightPx; y++)
      mask.fill(0, y * widthPx + xPx, y * widthPx + xPx + size.widthPx);
  }
  return mask;
}

function capped(values: Float32Array, at: number): number {
  return Math.min(MAX_DARKNESS, values[at] as number);
}

/** What is at most this many pixels thick is a line or a stroke, which must not be cut lengthwise. */
const THICKEST_PX = 10;

/**
 * For each pixel of the mask the column and the row of the middle of the line that it is a part of. Half of a line would be found
 * elsewhere as soon as the lines of the photo are thicker or thinner than those of the print.
 */
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

/**
 * Finds the masked pixels of all lines whose middle lies in a square.
 *
 * @param places where to write them
 * @returns how many there are
 */
function findPlaces(
  places: Int32Array,
  mask: Uint8Array,
  { widthPx, heightPx }: Darkness,
  { columns, rows }: ReturnType<typeof lineMiddles>,
  { x, y, side }: { readonly x: number; readonly y: number; readonly side: number },
): number {
  let count = 0;
  const [right, bottom] = [x + side + THICKEST_PX, y + side + THICKEST_PX];
  for (let row = Math.max(0, y - THICKEST_PX); row < Math.min(heightPx, bottom); row++)
    for (let column = Math.max(0, x - THICKEST_PX); column < Math.min(widthPx, right); column++) {
      const place = row * widthPx + column;
      if ((mask[place] as number) !== 1) continue;
      const [across, down] = [(columns[place] as number) - x, (rows[place] as number) - y];
      if (across >= 0 && across < side && down >= 0 && down < side) places[count++] = place;
    }
  return count;
}

/** A tile of some places; where there are more than enough, of some that are spread over all. Null if there is nothing to recognise. */
function cutTile({ widthPx, values }: Darkness, all: Int32Array, pxPerMm: number) {
  if (all.length < MIN_PIXELS) return null;
  const count = Math.min(all.length, MAX_PIXELS);
  const places = Int32Array.from(
    { length: count },
    (_, at) => all[Math.floor((at * all.length) / count)] as number,
  );
  const columns = Int16Array.from(places, (place) => place % widthPx);
  const rows = Int16Array.from(places, (place) => Math.floor(place / widthPx));
  const darkness = Float64Array.from(places, (place) => capped(values, place));
  const average = mean(darkness);
  const norm = Math.sqrt(count * mean(darkness.map((value) => (value - average) ** 2)));
  if (norm < 1e-6) return null;
  const pattern = Float32Array.from(darkness, (value) => (value - average) / norm);
  return { xMm: (mean(columns) + 0.5) / pxPerMm, yMm: (mean(rows) + 0.5) / pxPerMm, columns, rows, pattern };
}

function mean(values: Int16Array | Float64Array): number {
  let sum = 0;
  // `of` would make an object for each value.
  for (let at = 0; at < values.length; at++) sum += values[at] as number;
  return sum / values.length;
}
