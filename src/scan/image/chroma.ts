import type { RawImage } from "../../platform/platform.ts";
import type { Chroma, Grey, Photo } from "./picture.ts";

/** Px of a photo's chroma for each px of its grey. */
export const CHROMA_SCALE = 0.5;

/** The shares of red, green and blue in luma, in 256ths (0.299, 0.587 and 0.114 of Rec. 601). */
const SHARES = { red: 77, green: 150, blue: 29 } as const;
/** Levels by which blue and red differ from luma for each step of Cb and Cr. */
const BLUE_STEP = 1.772;
const RED_STEP = 1.402;
const NEUTRAL = 128;

/** Splits a picture of three channels into luma and chroma and turns it upright by its orientation, 1 to 8 as in Exif. */
export function splitChroma(image: RawImage, orientation: number): Photo {
  const { width, height } = image;
  return {
    grey: lumaOf(image, turnFor(orientation, width, height)),
    chroma: chromaOf(image, turnFor(orientation, (width + 1) >> 1, (height + 1) >> 1)),
  };
}

function lumaOf({ pixels: rgb, width, height }: RawImage, turn: Turn): Grey {
  const { widthPx, heightPx, first, right, down } = turn;
  const pixels = new Uint8Array(width * height);
  for (let y = 0, from = 0; y < height; y++)
    for (let x = 0, to = first + y * down; x < width; x++, from += 3, to += right)
      // The half is for rounding.
      pixels[to] =
        (lumaSum(rgb[from] as number, rgb[from + 1] as number, rgb[from + 2] as number) + 128) >> 8;
  return { widthPx, heightPx, pixels };
}

function lumaSum(red: number, green: number, blue: number): number {
  return SHARES.red * red + SHARES.green * green + SHARES.blue * blue;
}

function chromaOf({ pixels: rgb, width, height }: RawImage, turn: Turn): Chroma {
  const { widthPx, heightPx, first, right, down } = turn;
  // Rounds and clamps to what a byte can hold.
  const pixels = new Uint8ClampedArray(2 * widthPx * heightPx);
  for (let y = 0; 2 * y < height; y++) {
    const upper = 3 * 2 * y * width;
    const lower = 3 * Math.min(2 * y + 1, height - 1) * width;
    for (let x = 0, to = 2 * (first + y * down); 2 * x < width; x++, to += 2 * right) {
      // Two of the four pixels, one diagonal to the other: most photos are stored with one chroma for all four.
      const one = upper + 3 * 2 * x;
      const other = lower + 3 * Math.min(2 * x + 1, width - 1);
      const red = (rgb[one] as number) + (rgb[other] as number);
      const green = (rgb[one + 1] as number) + (rgb[other + 1] as number);
      const blue = (rgb[one + 2] as number) + (rgb[other + 2] as number);
      const luma = lumaSum(red, green, blue) / 256;
      pixels[to] = NEUTRAL + (blue - luma) * (0.5 / BLUE_STEP);
      pixels[to + 1] = NEUTRAL + (red - luma) * (0.5 / RED_STEP);
    }
  }
  return { widthPx, heightPx, pixels: new Uint8Array(pixels.buffer) };
}

/** Puts luma and chroma, Cb and Cr of each pixel, together again. @param rgb where to write red, green and blue of each */
export function joinChroma(luma: Uint8Array, chroma: Uint8Array, rgb: Uint8Array): void {
  const levels = new Uint8ClampedArray(rgb.buffer, rgb.byteOffset, rgb.length);
  const [redInGreen, blueInGreen] = [SHARES.red / SHARES.green, SHARES.blue / SHARES.green];
  for (let at = 0; at < luma.length; at++) {
    const level = luma[at] as number;
    const moreBlue = ((chroma[2 * at] as number) - NEUTRAL) * BLUE_STEP;
    const moreRed = ((chroma[2 * at + 1] as number) - NEUTRAL) * RED_STEP;
    levels[3 * at] = level + moreRed;
    levels[3 * at + 1] = level - redInGreen * moreRed - blueInGreen * moreBlue;
    levels[3 * at + 2] = level + moreBlue;
  }
}

type Turn = ReturnType<typeof turnFor>;

/**
 * Where the pixels of a picture come to lie when it is turned upright: the size that it then has, where the first stored pixel lies,
 * counted row by row, and how far on the next one of a stored row lies, and the next one of a stored column. The orientation says which
 * sides of the upright picture are the first row and the first column as stored.
 */
function turnFor(orientation: number, width: number, height: number) {
  const isSideways = orientation >= 5;
  const [widthPx, heightPx] = isSideways ? [height, width] : [width, height];
  const isFromRight = [2, 3, 6, 7].includes(orientation);
  const isFromBelow = [3, 4, 7, 8].includes(orientation);
  const first = (isFromRight ? widthPx - 1 : 0) + (isFromBelow ? (heightPx - 1) * widthPx : 0);
  const across = isFromRight ? -1 : 1;
  const below = isFromBelow ? -widthPx : widthPx;
  return { widthPx, heightPx, first, right: isSideways ? below : across, down: isSideways ? across : below };
}
