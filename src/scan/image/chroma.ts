import type { RawImage } from "../../platform/platform.ts";
import { growMemory, lazyLoops } from "../../rules/wasm.ts";
import type { Photo } from "./picture.ts";
import { PIXELS, PIXELS_WASM, type PixelLoops, RGB_BYTES } from "./pixels-wasm.ts";

const loops = lazyLoops<PixelLoops>(PIXELS_WASM);

/** Px of a photo's chroma for each px of its grey. */
export const CHROMA_SCALE = 0.5;

/** Rows, an even number, that are turned together, so that writes go to neighbouring addresses. */
const ROWS = 16;

/** Splits a picture of three channels into luma and chroma and turns it upright by its orientation, 1 to 8 as in Exif. */
export function splitChroma({ pixels: rgb, width, height }: RawImage, orientation: number): Photo {
  const { memory, luma, chroma } = loops();
  const [large, small] = [
    turnPicture(orientation, width, height),
    turnPicture(orientation, (width + 1) >> 1, (height + 1) >> 1),
  ];
  const levels = new Uint8Array(width * height);
  const colours = new Uint16Array(small.widthPx * small.heightPx);
  const blocks = Math.ceil(width / PIXELS);
  const [rowLength, lineLength] = [blocks * RGB_BYTES, blocks * PIXELS];
  const lumaAt = 2 * rowLength;
  const chromaAt = lumaAt + ROWS * lineLength;
  growMemory(memory, chromaAt + (ROWS / 2) * lineLength);
  const bytes = new Uint8Array(memory.buffer);
  const lumaLines = bytes.subarray(lumaAt, chromaAt);
  const chromaLines = new Uint16Array(memory.buffer, chromaAt, (ROWS / 2) * (lineLength / 2));
  for (let top = 0; top < height; top += ROWS) {
    const rows = Math.min(ROWS, height - top);
    for (let row = 0; row < rows; row += 2) {
      // An odd last row or pixel has no neighbour and is doubled.
      for (const [at, y] of [row, Math.min(row + 1, rows - 1)].entries()) {
        const start = at * rowLength;
        bytes.set(rgb.subarray(3 * (top + y) * width, 3 * (top + y + 1) * width), start);
        if (width % 2 === 1) bytes.copyWithin(start + 3 * width, start + 3 * (width - 1), start + 3 * width);
        luma(start, start + rowLength, lumaAt + y * lineLength);
      }
      chroma(0, rowLength, rowLength, chromaAt + (row / 2) * lineLength);
    }
    putLines(lumaLines, lineLength, levels, large, { first: top, count: rows });
    putLines(chromaLines, lineLength / 2, colours, small, { first: top / 2, count: (rows + 1) >> 1 });
  }
  return {
    grey: { widthPx: large.widthPx, heightPx: large.heightPx, pixels: levels },
    chroma: { widthPx: small.widthPx, heightPx: small.heightPx, pixels: new Uint8Array(colours.buffer) },
  };
}

/** Writes stored rows to their places in the upright picture. @param length from one row to the next, perhaps longer than a row */
function putLines<T extends Uint8Array | Uint16Array>(
  lines: T,
  length: number,
  pixels: T,
  { width, start, right, down }: TurnedPicture,
  rows: { readonly first: number; readonly count: number },
): void {
  const from = start + rows.first * down;
  if (right === 1) {
    for (let row = 0; row < rows.count; row++)
      pixels.set(lines.subarray(row * length, row * length + width), from + row * down);
    return;
  }
  for (let x = 0; x < width; x++)
    for (let row = 0; row < rows.count; row++)
      pixels[from + x * right + row * down] = lines[row * length + x] as number;
}

/** Pixels per call of the loop. */
const BAND = 8192;

/** Converts luma and chroma, Cb and Cr of each pixel, to red, green and blue. @param rgb where to write them */
export function joinChroma(luma: Uint8Array, chroma: Uint8Array, rgb: Uint8Array): void {
  const { memory, join } = loops();
  const [chromaAt, rgbAt] = [BAND, 3 * BAND];
  growMemory(memory, 6 * BAND);
  const bytes = new Uint8Array(memory.buffer);
  for (let first = 0; first < luma.length; first += BAND) {
    const end = Math.min(first + BAND, luma.length);
    bytes.set(luma.subarray(first, end));
    bytes.set(chroma.subarray(2 * first, 2 * end), chromaAt);
    join(0, end - first, chromaAt, rgbAt);
    rgb.set(bytes.subarray(rgbAt, rgbAt + 3 * (end - first)), 3 * first);
  }
}

type TurnedPicture = ReturnType<typeof turnPicture>;

/**
 * Where the pixels of a picture go when it is turned upright: the size that it then has, how long a stored row is, where the first stored
 * pixel lies, counted row by row, and how far on the next one of a stored row lies, and the next one of a stored column. The orientation
 * says which sides of the upright picture are the first row and the first column as stored.
 */
function turnPicture(orientation: number, width: number, height: number) {
  const isSideways = orientation >= 5;
  const [widthPx, heightPx] = isSideways ? [height, width] : [width, height];
  const isFromRight = [2, 3, 6, 7].includes(orientation);
  const isFromBelow = [3, 4, 7, 8].includes(orientation);
  const start = (isFromRight ? widthPx - 1 : 0) + (isFromBelow ? (heightPx - 1) * widthPx : 0);
  const across = isFromRight ? -1 : 1;
  const below = isFromBelow ? -widthPx : widthPx;
  const [right, down] = isSideways ? [below, across] : [across, below];
  return { widthPx, heightPx, width, start, right, down };
}
