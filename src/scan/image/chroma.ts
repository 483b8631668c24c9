import type { RawPicture } from "./heic.ts";
import type { Chroma, Grey, Photo } from "./picture.ts";

/** Px of a photo's chroma for each px of its grey. */
export const CHROMA_SCALE = 0.5;

/** The shares of red, green and blue in grey, in 256ths (0.299, 0.587 and 0.114 of Rec. 601). */
const SHARES = { red: 77, green: 150, blue: 29 } as const;
/** Blue and red differ from grey by so many levels for each one of Cb and Cr. */
const BLUE_STEP = 1.772;
const RED_STEP = 1.402;
const NEUTRAL = 128;

/**
 * Parts the colours of a picture from its light and dark, and turns it upright.
 *
 * @param picture in red, green and blue
 * @param orientation how it has to be turned and mirrored, 1 to 8 as in Exif
 */
export function partColours(picture: RawPicture, orientation: number): Photo {
  const { width, height } = picture;
  return {
    grey: greyOf(picture, turnFor(orientation, width, height)),
    chroma: chromaOf(picture, turnFor(orientation, (width + 1) >> 1, (height + 1) >> 1)),
  };
}

function greyOf({ pixels: rgb, width, height }: RawPicture, turn: Turn): Grey {
  const { widthPx, heightPx, first, right, down } = turn;
  const pixels = new Uint8Array(width * height);
  for (let y = 0, from = 0; y < height; y++)
    for (let x = 0, to = first + y * down; x < width; x++, from += 3, to += right)
      // The half is for rounding.
      pixels[to] = (greySum(rgb[from] ?? 0, rgb[from + 1] ?? 0, rgb[from + 2] ?? 0) + 128) >> 8;
  return { widthPx, heightPx, pixels };
}

function greySum(red: number, green: number, blue: number): number {
  return SHARES.red * red + SHARES.green * green + SHARES.blue * blue;
}

function chromaOf({ pixels: rgb, width, height }: RawPicture, turn: Turn): Chroma {
  const { widthPx, heightPx, first, right, down } = turn;
  // Rounds and keeps to what a byte can hold.
  const pixels = new Uint8ClampedArray(2 * widthPx * heightPx);
  for (let y = 0; 2 * y < height; y++) {
    const upper = 3 * 2 * y * width;
    const lower = 3 * Math.min(2 * y + 1, height - 1) * width;
    for (let x = 0, to = 2 * (first + y * down); 2 * x < width; x++, to += 2 * right) {
      // Two of the four pixels, one across from the other: most photos are stored with one colour for all four.
      const one = upper + 3 * 2 * x;
      const other = lower + 3 * Math.min(2 * x + 1, width - 1);
      const red = (rgb[one] ?? 0) + (rgb[other] ?? 0);
      const green = (rgb[one + 1] ?? 0) + (rgb[other + 1] ?? 0);
      const blue = (rgb[one + 2] ?? 0) + (rgb[other + 2] ?? 0);
      const grey = greySum(red, green, blue) / 256;
      pixels[to] = NEUTRAL + (blue - grey) * (0.5 / BLUE_STEP);
      pixels[to + 1] = NEUTRAL + (red - grey) * (0.5 / RED_STEP);
    }
  }
  return { widthPx, heightPx, pixels: new Uint8Array(pixels.buffer) };
}

/**
 * Puts the colours of a picture together again.
 *
 * @param grey the light and dark of each pixel
 * @param chroma Cb and Cr of each pixel
 * @param rgb where to write red, green and blue for each
 */
export function joinColours(grey: Uint8Array, chroma: Uint8Array, rgb: Uint8Array): void {
  const levels = new Uint8ClampedArray(rgb.buffer, rgb.byteOffset, rgb.length);
  const [redInGreen, blueInGreen] = [SHARES.red / SHARES.green, SHARES.blue / SHARES.green];
  for (let at = 0; at < grey.length; at++) {
    const level = grey[at] ?? 0;
    const moreBlue = ((chroma[2 * at] ?? 0) - NEUTRAL) * BLUE_STEP;
    const moreRed = ((chroma[2 * at + 1] ?? 0) - NEUTRAL) * RED_STEP;
    levels[3 * at] = level + moreRed;
    levels[3 * at + 1] = level - redInGreen * moreRed - blueInGreen * moreBlue;
    levels[3 * at + 2] = level + moreBlue;
  }
}

/** Where the pixels of a picture come to lie when it is turned upright. */
interface Turn {
  /** The size of the picture that stands upright. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** The place of the stored picture's first pixel in it, counted row by row. */
  readonly first: number;
  /** How much farther on the next pixel of a stored row lies, and the next one of a stored column. */
  readonly right: number;
  readonly down: number;
}

/**
 * How a picture is turned upright.
 *
 * @param orientation 1 to 8 as in Exif: which sides of the upright picture the first row and the first column as stored are
 * @param width in pixels, as stored
 * @param height in pixels, as stored
 */
function turnFor(orientation: number, width: number, height: number): Turn {
  const isLying = orientation >= 5;
  const [widthPx, heightPx] = isLying ? [height, width] : [width, height];
  const isFromRight = [2, 3, 6, 7].includes(orientation);
  const isFromBelow = [3, 4, 7, 8].includes(orientation);
  const first = (isFromRight ? widthPx - 1 : 0) + (isFromBelow ? (heightPx - 1) * widthPx : 0);
  const across = isFromRight ? -1 : 1;
  const below = isFromBelow ? -widthPx : widthPx;
  return { widthPx, heightPx, first, right: isLying ? below : across, down: isLying ? across : below };
}
