import { mean } from "../../rules/arrays.ts";
import type { Area } from "../../print/geometry.ts";

/** A point in a picture, in px: the middle of the top left pixel is 0, 0. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The mean of an area's corners. */
export function outlineCenter(outline: readonly Point[]): Point {
  return { x: mean(outline.map(({ x }) => x)), y: mean(outline.map(({ y }) => y)) };
}

/** In px. */
export interface PictureSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Part of a picture, in px from its top left corner. */
export interface PixelArea extends PictureSize {
  readonly xPx: number;
  readonly yPx: number;
}

/** The level of white paper in even light; slightly below the maximum, so that noise isn't clipped. */
export const WHITE = 245;

// Loops over pixels read them as `pixels[at] as number`: an index out of range then gives NaN, which is noticed, instead of black.

/** A picture in grey, row by row from the top left: 0 is black, 255 white. */
export interface Grey extends PictureSize {
  /** `widthPx` × `heightPx` values. */
  readonly pixels: Uint8Array;
}

/** The chroma of a picture, row by row from the top left. */
export interface Chroma extends PictureSize {
  /** Cb and Cr of Rec. 601 for each pixel; 128 is neutral. */
  readonly pixels: Uint8Array;
}

/** A decoded, upright photo. */
export interface Photo {
  readonly grey: Grey;
  /** At half the size, like in most photo files, to save memory. */
  readonly chroma: Chroma;
}

/** Mirrors a photo horizontally. */
export function mirrorPhoto({ grey, chroma }: Photo): Photo {
  return {
    grey: { ...grey, pixels: mirrorRows(grey.pixels, grey.widthPx, 1) },
    chroma: { ...chroma, pixels: mirrorRows(chroma.pixels, chroma.widthPx, 2) },
  };
}

function mirrorRows(pixels: Uint8Array, width: number, channels: number): Uint8Array {
  const mirrored = new Uint8Array(pixels.length);
  for (let row = 0; row < pixels.length; row += width * channels)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < channels; channel++)
        mirrored[row + (width - 1 - x) * channels + channel] = pixels[row + x * channels + channel] as number;
  return mirrored;
}

/** Converts an area of a page to pixels of its picture, clamped to the picture. */
export function coveredPixels(area: Area, pxPerMm: number, { widthPx, heightPx }: PictureSize): PixelArea {
  const column = (mm: number) => Math.max(0, Math.min(widthPx, Math.round(mm * pxPerMm)));
  const row = (mm: number) => Math.max(0, Math.min(heightPx, Math.round(mm * pxPerMm)));
  const [xPx, yPx] = [column(area.xMm), row(area.yMm)];
  const [right, bottom] = [column(area.xMm + area.widthMm), row(area.yMm + area.heightMm)];
  return { xPx, yPx, widthPx: Math.max(0, right - xPx), heightPx: Math.max(0, bottom - yPx) };
}

/** The bilinearly interpolated level at a place; clamped at the edges of the picture. */
export function interpolateLevel({ widthPx, heightPx, pixels }: Grey, x: number, y: number): number {
  const column = Math.max(0, Math.min(widthPx - 2, Math.floor(x)));
  const row = Math.max(0, Math.min(heightPx - 2, Math.floor(y)));
  const right = Math.max(0, Math.min(1, x - column));
  const down = Math.max(0, Math.min(1, y - row));
  const at = row * widthPx + column;
  const upper = (pixels[at] as number) * (1 - right) + (pixels[at + 1] as number) * right;
  const lower = (pixels[at + widthPx] as number) * (1 - right) + (pixels[at + widthPx + 1] as number) * right;
  return upper * (1 - down) + lower * down;
}

/** The levels of an area within the picture, row by row, of every `stride`-th row and column. */
export function areaLevels({ widthPx: width, pixels }: Grey, area: PixelArea, stride = 1): Float32Array {
  const columns = Math.ceil(area.widthPx / stride);
  const levels = new Float32Array(columns * Math.ceil(area.heightPx / stride));
  for (let y = 0, at = 0; y < area.heightPx; y += stride) {
    const from = (area.yPx + y) * width + area.xPx;
    for (let x = 0; x < area.widthPx; x += stride) levels[at++] = pixels[from + x] as number;
  }
  return levels;
}

/** A quantile of one or more values, such as 0.5 for the median. Reorders the values (Hoare's selection). */
export function quantile(values: Float32Array, share: number): number {
  const wanted = Math.min(values.length - 1, Math.floor(values.length * share));
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1] as number;
    let left = low;
    let right = high;
    while (left <= right) {
      while ((values[left] as number) < pivot) left++;
      while ((values[right] as number) > pivot) right--;
      if (left > right) break;
      const kept = values[left] as number;
      values[left++] = values[right] as number;
      values[right--] = kept;
    }
    if (wanted <= right) high = right;
    else if (wanted >= left) low = left;
    else break;
  }
  return values[wanted] as number;
}

/** A connected piece of ink. */
export interface InkPiece {
  readonly pixels: readonly number[];
  /** Its bounding box, in px; right and bottom are exclusive. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The connected pieces of ink of a picture. @param ink the lightest grey that is ink */
export function findPieces({ widthPx, heightPx, pixels }: Grey, ink: number): InkPiece[] {
  const pieces: InkPiece[] = [];
  const isSeen = new Uint8Array(pixels.length);
  for (const [start, grey] of pixels.entries()) {
    if (grey > ink || isSeen[start] === 1) continue;
    const found = [start];
    isSeen[start] = 1;
    let [left, right, top, bottom] = [widthPx, 0, heightPx, 0];
    for (const at of found) {
      const [row, column] = [Math.floor(at / widthPx), at % widthPx];
      [left, right] = [Math.min(left, column), Math.max(right, column + 1)];
      [top, bottom] = [Math.min(top, row), Math.max(bottom, row + 1)];
      for (let y = Math.max(0, row - 1); y <= Math.min(heightPx - 1, row + 1); y++) {
        for (let x = Math.max(0, column - 1); x <= Math.min(widthPx - 1, column + 1); x++) {
          const next = y * widthPx + x;
          if (isSeen[next] === 1 || (pixels[next] as number) > ink) continue;
          isSeen[next] = 1;
          found.push(next);
        }
      }
    }
    pieces.push({ pixels: found, left, right, top, bottom });
  }
  return pieces;
}

/** Ink that touches the picture's edge belongs to another box if its middle is nearer to that edge than this, in heights of the picture. */
const REACH = { upright: 0.22, sideways: 0.15 } as const;
/** Whether a piece of ink belongs to another box: it touches an edge and stays near it. */
export function isForeignPiece(
  { pixels, left, right, top, bottom }: InkPiece,
  { widthPx, heightPx }: Grey,
): boolean {
  const row = pixels.reduce((sum, at) => sum + Math.floor(at / widthPx), 0) / pixels.length;
  const column = (left + right - 1) / 2;
  const [upright, sideways] = [REACH.upright * heightPx, REACH.sideways * heightPx];
  return (
    (top === 0 && row < upright) ||
    (bottom === heightPx && row > heightPx - 1 - upright) ||
    (left === 0 && column < sideways) ||
    (right === widthPx && column > widthPx - 1 - sideways)
  );
}
