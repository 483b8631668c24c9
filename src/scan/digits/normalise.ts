import type { Grey } from "../image/picture.ts";
import type { ModelDescription } from "./model.ts";

/** A place with this share of the ink of the best place counts as equally good. */
const AS_GOOD = 0.98;

/**
 * Fits the picture of a box into the network's input: scaled to its height and centred, with paper at the sides. A picture that is too
 * wide is cropped to the part with the most ink. A picture without pixels is blank paper.
 *
 * @returns `height` × `width` greys, row by row
 */
export function fitToInput(picture: Grey, { height, width }: ModelDescription["input"]): Uint8Array {
  const { widthPx, heightPx, pixels } = picture;
  if (widthPx < 1 || heightPx < 1 || pixels.length < widthPx * heightPx)
    return new Uint8Array(height * width).fill(255);
  const scaled = scaleToHeight(picture, height);
  const paper = Math.floor(percentile(counted(scaled.pixels), 90));
  const seen = new Uint8Array(height * width).fill(paper);
  const wide = Math.min(scaled.widthPx, width);
  const from = scaled.widthPx > width ? mostInk(scaled, paper, width) : 0;
  const to = Math.floor((width - wide) / 2);
  for (let row = 0; row < height; row++) {
    const start = row * scaled.widthPx + from;
    seen.set(scaled.pixels.subarray(start, start + wide), row * width + to);
  }
  return seen;
}

/** Where the `width` adjacent columns with the most ink start; the middle of several equally good places. */
function mostInk({ widthPx, heightPx, pixels }: Grey, paper: number, width: number): number {
  const before = new Float64Array(widthPx + 1);
  for (let column = 0; column < widthPx; column++) {
    let ink = 0;
    for (let row = 0; row < heightPx; row++)
      ink += Math.max(0, paper - (pixels[row * widthPx + column] ?? 0));
    before[column + 1] = (before[column] ?? 0) + ink;
  }
  const places = new Float64Array(widthPx - width + 1);
  let most = 0;
  for (let first = 0; first < places.length; first++) {
    const ink = (before[first + width] ?? 0) - (before[first] ?? 0);
    places[first] = ink;
    most = Math.max(most, ink);
  }
  let first = places.indexOf(most);
  let last = first;
  while (first > 0 && (places[first - 1] ?? 0) >= AS_GOOD * most) first--;
  while (last < places.length - 1 && (places[last + 1] ?? 0) >= AS_GOOD * most) last++;
  return (first + last) >> 1;
}

/**
 * Converts greys to the network's input: 0 is paper, about 1 is full ink.
 *
 * Paper is a high percentile of the grey, and darkness is 1 - grey / paper. Darkness is stretched so that a high percentile of it becomes
 * `fullBecomes`; if that percentile is below `leastFull`, as in an empty box, only as much as for `leastFull`.
 *
 * @param input where to write: as many values as `seen` has
 */
export function writeInput(
  seen: Uint8Array,
  normalisation: ModelDescription["normalisation"],
  input: Float32Array,
): void {
  const { paperPercentile, fullPercentile, fullBecomes, leastFull } = normalisation;
  const counts = counted(seen);
  const paper = Math.max(1, percentile(counts, paperPercentile));
  const full = darknessPercentile(counts, fullPercentile, paper);
  const stretch = fullBecomes / Math.max(full, leastFull);
  const inkOf = new Float32Array(counts.length);
  for (let grey = 0; grey < inkOf.length; grey++) inkOf[grey] = Math.min(1, darkness(grey, paper) * stretch);
  for (let at = 0; at < seen.length; at++) input[at] = inkOf[seen[at] ?? 0] ?? 0;
}

function darkness(grey: number, paper: number): number {
  return Math.max(0, 1 - grey / paper);
}

/** How often each of the 256 greys occurs. */
function counted(pixels: Uint8Array): Uint32Array {
  const counts = new Uint32Array(256);
  for (const grey of pixels) counts[grey] = (counts[grey] ?? 0) + 1;
  return counts;
}

/** A percentile of greys, with linear interpolation between the two nearest ranks. */
function percentile(counts: Uint32Array, percent: number): number {
  const { low, high, beyond } = nearestRanks(counts, percent);
  const below = ranked(counts, low);
  return below + (ranked(counts, high) - below) * beyond;
}

/** The same for darkness, which falls as grey rises. */
function darknessPercentile(counts: Uint32Array, percent: number, paper: number): number {
  const { last, low, high, beyond } = nearestRanks(counts, percent);
  const below = darkness(ranked(counts, last - low), paper);
  return below + (darkness(ranked(counts, last - high), paper) - below) * beyond;
}

/** The ranks between which a percentile lies, and how far it lies beyond the lower one. */
function nearestRanks(counts: Uint32Array, percent: number) {
  let all = 0;
  for (let grey = 0; grey < counts.length; grey++) all += counts[grey] ?? 0;
  const last = all - 1;
  const rank = (percent / 100) * last;
  const low = Math.floor(rank);
  return { last, low, high: Math.min(low + 1, last), beyond: rank - low };
}

/** The grey at a rank, counted from 0, when all pixels are sorted. */
function ranked(counts: Uint32Array, rank: number): number {
  let left = rank;
  for (let grey = 0; grey < counts.length; grey++) {
    left -= counts[grey] ?? 0;
    if (left < 0) return grey;
  }
  return counts.length - 1;
}

/** Which pixels of the old row make up one pixel of the new one: those from `first` on, with weights that add up to 1. */
interface Share {
  readonly first: number;
  readonly weights: Float64Array;
}

/** A resampling filter: how far it reaches, and the weight of a pixel at a distance from the middle, in pixels of the coarser picture. */
interface Filter {
  readonly reach: number;
  weight(distance: number): number;
}

/** The mean of the pixels whose centres the new pixel covers: thin strokes get paler but don't vanish. */
const MEAN: Filter = { reach: 0.5, weight: (distance) => (distance > -0.5 && distance <= 0.5 ? 1 : 0) };

/** Keys' cubic convolution with a = -1/2 (Keys 1981), for enlarging. */
const CUBIC: Filter = {
  reach: 2,
  weight(distance) {
    const far = Math.abs(distance);
    if (far < 1) return (1.5 * far - 2.5) * far * far + 1;
    return far < 2 ? ((-0.5 * far + 2.5) * far - 4) * far + 2 : 0;
  },
};

/**
 * Scales a picture to a height, keeping its proportions, with the same filters as in training: the mean for shrinking, cubic for
 * enlarging. Between the two passes values are rounded to whole greys, also as in training.
 *
 * @param picture at least one pixel
 */
function scaleToHeight(picture: Grey, heightPx: number): Grey {
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

/** Rounds halves up, tolerating float errors; clamped arrays alone would round halves to even. */
function wholeGrey(value: number): number {
  return Math.floor(value + 0.5 + 1e-9);
}
