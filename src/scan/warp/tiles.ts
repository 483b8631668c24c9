import type { Area } from "../../print/geometry.ts";
import type { Shades } from "./darkness.ts";

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
  /** The darkness at each of them, moved and scaled so that the mean is 0 and the squares come to 1. */
  readonly pattern: Float32Array;
}

/** Darker than this counts no more: black print and black ink weigh little more than hairlines, in print and photo alike. */
export const DARKEST = 0.4;
/** A smaller step of darkness shows nothing. */
const MIN_STEP = 0.03;
const MIN_PIXELS = 40;
/** So many of a tile's pixels are enough to know it by. */
const MAX_PIXELS = 300;

/**
 * Cuts a print into tiles that overlap.
 *
 * @param hidden areas of the page that are left out
 */
export function tilesOf(
  print: Shades,
  pxPerMm: number,
  tileMm: number,
  stepMm: number,
  hidden: readonly Area[],
): Tile[] {
  const shown = telling(print, pxPerMm, hidden);
  const lines = lineMiddles(shown, print);
  const side = Math.round(tileMm * pxPerMm);
  const step = Math.round(stepMm * pxPerMm);
  const places = new Int32Array((side + 2 * THICKEST_PX) ** 2);
  const tiles: Tile[] = [];
  for (let y = 0; y < print.heightPx; y += step)
    for (let x = 0; x < print.widthPx; x += step) {
      const count = findPlaces(places, shown, print, lines, { x, y, side });
      const tile = cutTile(print, places.subarray(0, count), pxPerMm);
      if (tile !== null) tiles.push({ ...tile, column: x / step, row: y / step });
    }
  return tiles;
}

/** Which pixels lie at an edge of print, or next to such a pixel. */
function telling(print: Shades, pxPerMm: number, hidden: readonly Area[]): Uint8Array {
  const { widthPx, values } = print;
  const edges = new Uint8Array(values.length);
  for (let at = widthPx + 1; at < values.length - 2 * widthPx - 2; at++) {
    const value = capped(values[at]);
    const across = Math.abs(value - capped(values[at + 1]));
    const down = Math.abs(value - capped(values[at + widthPx]));
    if (across < MIN_STEP && down < MIN_STEP) continue;
    for (let row = at - widthPx; row <= at + 2 * widthPx; row += widthPx)
      for (let near = row - 1; near < row + 3; near++) edges[near] = 1;
  }
  for (const area of hidden) clear(edges, print, pxPerMm, area);
  return edges;
}

function capped(value = 0): number {
  return Math.min(DARKEST, value);
}

/** Sets all pixels of a mask that lie in an area of the page to 0. */
function clear(
  mask: Uint8Array,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  pxPerMm: number,
  { xMm, yMm, widthMm, heightMm }: Area,
): void {
  const column = (mm: number) => Math.max(0, Math.min(widthPx, Math.round(mm * pxPerMm)));
  const row = (mm: number) => Math.max(0, Math.min(heightPx, Math.round(mm * pxPerMm)));
  const [from, to] = [column(xMm), column(xMm + widthMm)];
  for (let y = row(yMm); y < row(yMm + heightMm); y++)
    if (to > from) mask.fill(0, y * widthPx + from, y * widthPx + to);
}

/** What is at most this many pixels thick is a line or a stroke, which must not be cut lengthwise. */
const THICKEST_PX = 10;

/** For each telling pixel the column and the row of the middle of the line that it is a part of. */
interface LineMiddles {
  readonly columns: Int16Array;
  readonly rows: Int16Array;
}

/** Half of a line would be seen elsewhere as soon as the photo's lines are thicker or thinner than the print's. */
function lineMiddles(shown: Uint8Array, { widthPx, heightPx }: Shades): LineMiddles {
  const columns = new Int16Array(shown.length);
  const rows = new Int16Array(shown.length);
  for (let y = 0; y < heightPx; y++) markRuns(shown, columns, y * widthPx, 1, widthPx);
  for (let x = 0; x < widthPx; x++) markRuns(shown, rows, x, widthPx, heightPx);
  return { columns, rows };
}

/** Sets each pixel of a row or column to the middle of its run of telling pixels, or to itself in a long run. */
function markRuns(shown: Uint8Array, middles: Int16Array, start: number, step: number, count: number): void {
  for (let from = 0; from < count; from++) {
    let to = from;
    while (to < count && shown[start + to * step] === 1) to++;
    for (let at = from; at < to; at++)
      middles[start + at * step] = to - from > THICKEST_PX ? at : (from + to) >> 1;
    if (to > from) from = to;
  }
}

interface Square {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

/**
 * Finds the telling pixels of all lines whose middle lies in a square.
 *
 * @param places where to write them
 * @returns how many there are
 */
function findPlaces(
  places: Int32Array,
  shown: Uint8Array,
  { widthPx, heightPx }: Shades,
  { columns, rows }: LineMiddles,
  { x, y, side }: Square,
): number {
  let count = 0;
  const [right, bottom] = [x + side + THICKEST_PX, y + side + THICKEST_PX];
  for (let row = Math.max(0, y - THICKEST_PX); row < Math.min(heightPx, bottom); row++)
    for (let column = Math.max(0, x - THICKEST_PX); column < Math.min(widthPx, right); column++) {
      const place = row * widthPx + column;
      if (shown[place] !== 1) continue;
      const [across, down] = [(columns[place] ?? 0) - x, (rows[place] ?? 0) - y];
      if (across >= 0 && across < side && down >= 0 && down < side) places[count++] = place;
    }
  return count;
}

/** A tile of some places; where there are more than enough, of some that are spread over all. */
function cutTile(
  { widthPx, values }: Shades,
  places: Int32Array,
  pxPerMm: number,
): Omit<Tile, "column" | "row"> | null {
  if (places.length < MIN_PIXELS) return null;
  const count = Math.min(places.length, MAX_PIXELS);
  const [columns, rows] = [new Int16Array(count), new Int16Array(count)];
  const darkness = new Float64Array(count);
  for (let at = 0; at < count; at++) {
    const place = places[Math.floor((at * places.length) / count)] ?? 0;
    columns[at] = place % widthPx;
    rows[at] = Math.floor(place / widthPx);
    darkness[at] = capped(values[place]);
  }
  const pattern = normalised(darkness);
  if (pattern === null) return null;
  const [xMm, yMm] = [(mean(columns) + 0.5) / pxPerMm, (mean(rows) + 0.5) / pxPerMm];
  return { xMm, yMm, columns, rows, pattern };
}

/** Null if all values are alike. */
function normalised(values: Float64Array): Float32Array | null {
  const average = mean(values);
  let squares = 0;
  for (let at = 0; at < values.length; at++) squares += ((values[at] ?? 0) - average) ** 2;
  const norm = Math.sqrt(squares);
  if (norm < 1e-6) return null;
  const pattern = new Float32Array(values.length);
  for (let at = 0; at < values.length; at++) pattern[at] = ((values[at] ?? 0) - average) / norm;
  return pattern;
}

function mean(values: Int16Array | Float64Array): number {
  let sum = 0;
  // Loops over typed arrays by `of` make an object for each value.
  for (let at = 0; at < values.length; at++) sum += values[at] ?? 0;
  return sum / values.length;
}
