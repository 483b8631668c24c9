import type { Grey } from "./grey.ts";

/** Which pixels of the old row make one pixel of the new: from `first` on, with weights that come to 1. */
interface Share {
  readonly first: number;
  readonly weights: Float64Array;
}

/** A filter: how far it reaches, and how much a pixel counts at a distance from the middle, in pixels of the coarser picture. */
interface Filter {
  readonly reach: number;
  weight(distance: number): number;
}

/** The mean of the pixels whose middle lies below the new pixel: thin strokes get paler but don't vanish. */
const MEAN: Filter = { reach: 0.5, weight: (distance) => (distance > -0.5 && distance <= 0.5 ? 1 : 0) };

/** Keys' cubic convolution with a = -1/2 (Keys 1981), for pictures that grow. */
const CUBIC: Filter = {
  reach: 2,
  weight(distance) {
    const far = Math.abs(distance);
    if (far < 1) return (1.5 * far - 2.5) * far * far + 1;
    return far < 2 ? ((-0.5 * far + 2.5) * far - 4) * far + 2 : 0;
  },
};

/**
 * Scales a picture to a height, keeping its proportions, with the very filters that the network was trained with: the mean where
 * it gets smaller, cubic where it grows. Between the two passes values are rounded to whole greys, as there.
 *
 * @param picture at least one pixel
 */
export function scaleToHeight(picture: Grey, heightPx: number): Grey {
  if (picture.heightPx === heightPx) return picture;
  const filter = picture.heightPx < heightPx ? CUBIC : MEAN;
  const widthPx = Math.max(1, Math.round((picture.widthPx * heightPx) / picture.heightPx));
  const narrow = scaleRows(picture, shares(picture.widthPx, widthPx, filter));
  return scaleColumns(narrow, shares(picture.heightPx, heightPx, filter));
}

function shares(from: number, to: number, filter: Filter): Share[] {
  const step = from / to;
  const wide = Math.max(step, 1);
  const reach = filter.reach * wide;
  const all: Share[] = [];
  for (let at = 0; at < to; at++) {
    const middle = (at + 0.5) * step;
    const first = Math.max(0, Math.trunc(middle - reach + 0.5));
    const end = Math.min(from, Math.trunc(middle + reach + 0.5));
    const weights = new Float64Array(end - first);
    for (let tap = 0; tap < weights.length; tap++)
      weights[tap] = filter.weight((first + tap - middle + 0.5) / wide);
    all.push({ first, weights: sharesOf(weights) });
  }
  return all;
}

/** Weights as shares of their sum, in place. */
function sharesOf(weights: Float64Array): Float64Array {
  let total = 0;
  for (let tap = 0; tap < weights.length; tap++) total += weights[tap] ?? 0;
  for (let tap = 0; tap < weights.length; tap++) weights[tap] = (weights[tap] ?? 0) / total;
  return weights;
}

function scaleRows({ widthPx, heightPx, pixels }: Grey, columns: readonly Share[]): Grey {
  const scaled = new Uint8ClampedArray(columns.length * heightPx);
  for (const [column, { first, weights }] of columns.entries()) {
    for (let row = 0; row < heightPx; row++) {
      let sum = 0;
      for (let tap = 0; tap < weights.length; tap++)
        sum += (weights[tap] ?? 0) * (pixels[row * widthPx + first + tap] ?? 0);
      scaled[row * columns.length + column] = wholeGrey(sum);
    }
  }
  return { widthPx: columns.length, heightPx, pixels: new Uint8Array(scaled.buffer) };
}

function scaleColumns({ widthPx, pixels }: Grey, rows: readonly Share[]): Grey {
  const scaled = new Uint8ClampedArray(widthPx * rows.length);
  for (const [row, { first, weights }] of rows.entries()) {
    for (let column = 0; column < widthPx; column++) {
      let sum = 0;
      for (let tap = 0; tap < weights.length; tap++)
        sum += (weights[tap] ?? 0) * (pixels[(first + tap) * widthPx + column] ?? 0);
      scaled[row * widthPx + column] = wholeGrey(sum);
    }
  }
  return { widthPx, heightPx: rows.length, pixels: new Uint8Array(scaled.buffer) };
}

/** Halves are rounded up, within what float sums of whole greys are off; clamped arrays alone would round halves to even. */
function wholeGrey(value: number): number {
  return Math.floor(value + 0.5 + 1e-9);
}
