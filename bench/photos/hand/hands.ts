import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import type { Fold } from "../folds.ts";

/** One handwritten digit, cut to its ink. */
export interface Glyph {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Row by row; 0 is paper, 255 full ink. */
  readonly ink: Uint8Array;
  /** Its height in relation to the usual digit of this hand. */
  readonly size: number;
  /** How wide the pen's trace is in relation to the usual height of a digit. */
  readonly trace: number;
  /** Real ink with its shades; otherwise only its outline is known. */
  readonly isScan: boolean;
}

/** How one person writes: for each digit the ways in which it was written. */
export interface Hand {
  readonly writer: number;
  readonly digits: readonly (readonly Glyph[])[];
}

interface Index {
  readonly imageSide: number;
  readonly imagesInARow: number;
  readonly images: readonly (readonly [writer: number, digit: number, count: number])[];
  readonly scans: readonly (readonly [
    writer: number,
    digit: number,
    x: number,
    y: number,
    width: number,
    height: number,
  ])[];
}

interface Sprite {
  readonly widthPx: number;
  readonly ink: Uint8Array;
}

/** In the images, the longer side of a digit. */
const USUAL_IMAGE_PX = 20;
/** Fainter than this is paper. */
const FAINT = 60;

/** The hands of the writers of a fold. */
export async function readHands(fold: Fold): Promise<Hand[]> {
  const index = JSON.parse(readFileSync(join(fold, "index.json"), "utf8")) as Index;
  const digits = new Map<number, Glyph[][]>();
  const add = (writer: number, digit: number, glyph: Glyph) => {
    const hand = digits.get(writer) ?? Array.from({ length: 10 }, () => []);
    digits.set(writer, hand);
    hand[digit]?.push(glyph);
  };
  addImages(index, await sprite(join(fold, "images.png")), add);
  addScans(index, await sprite(join(fold, "scans.png")), add);
  return [...digits].map(([writer, hand]) => ({ writer, digits: hand }));
}

type Add = (writer: number, digit: number, glyph: Glyph) => void;

async function sprite(file: string): Promise<Sprite> {
  const bytes = readFileSync(file);
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { widthPx: info.width, ink: new Uint8Array(data) };
}

function addImages({ imageSide, imagesInARow, images }: Index, from: Sprite, add: Add): void {
  let at = 0;
  for (const [writer, digit, count] of images) {
    for (let end = at + count; at < end; at++) {
      const x = (at % imagesInARow) * imageSide;
      const y = Math.floor(at / imagesInARow) * imageSide;
      add(writer, digit, glyphAt(from, x, y, imageSide, imageSide, USUAL_IMAGE_PX, false));
    }
  }
}

function addScans({ scans }: Index, from: Sprite, add: Add): void {
  const heights = new Map<number, number[]>();
  for (const [writer, , , , , height] of scans) heights.set(writer, [...(heights.get(writer) ?? []), height]);
  for (const [writer, digit, x, y, width, height] of scans) {
    const all = heights.get(writer) ?? [height];
    const usual = all.reduce((sum, tall) => sum + tall, 0) / all.length;
    add(writer, digit, glyphAt(from, x, y, width, height, usual, true));
  }
}

function glyphAt(
  { widthPx, ink }: Sprite,
  x: number,
  y: number,
  width: number,
  height: number,
  usualPx: number,
  isScan: boolean,
): Glyph {
  const at = (row: number, column: number) => ink[(y + row) * widthPx + x + column] ?? 0;
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (at(row, column) < FAINT) continue;
      left = Math.min(left, column);
      right = Math.max(right, column + 1);
      top = Math.min(top, row);
      bottom = Math.max(bottom, row + 1);
    }
  }
  const cut = new Uint8Array((right - left) * (bottom - top));
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++)
      cut[(row - top) * (right - left) + column - left] = at(row, column);
  }
  const shape = { widthPx: right - left, heightPx: bottom - top, ink: cut };
  return {
    ...shape,
    size: Math.max(0.5, Math.min(1.5, shape.heightPx / usualPx)),
    trace: traceOf(shape) / usualPx,
    isScan,
  };
}

/** The width of a stroke in pixels: a long thin shape has about twice its area in ink for each pixel of its edge. */
function traceOf({ widthPx, heightPx, ink }: Pick<Glyph, "widthPx" | "heightPx" | "ink">): number {
  let area = 0;
  let edge = 0;
  const at = (row: number, column: number) =>
    row < 0 || column < 0 || row >= heightPx || column >= widthPx
      ? 0
      : (ink[row * widthPx + column] ?? 0) / 255;
  for (let row = 0; row <= heightPx; row++) {
    for (let column = 0; column <= widthPx; column++) {
      const here = at(row, column);
      area += here;
      edge += Math.hypot(here - at(row - 1, column), here - at(row, column - 1));
    }
  }
  return edge === 0 ? 1 : (2 * area) / edge;
}
