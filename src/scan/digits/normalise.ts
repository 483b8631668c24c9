import type { Grey } from "../image/picture.ts";
import type { ModelDescription } from "./model.ts";

/** A place with this share of the ink of the best place counts as equally good. */
const AS_GOOD = 0.98;

/**
 * Anything paler than this share of the darkest ink is noise. Greys are the mean of nine pixels, because a wide picture of a dark photo has
 * more noise than a thin digit has ink.
 */
const NOISE = 0.45;
/** In percent: the greys that are at least as dark as the darkest ink. */
const DARKEST = 0.1;
/** The share of the height, at the top and at the bottom, where printed lines leave traces. */
const MARGIN = 0.1;

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
  const counts = countGreys(scaled.pixels);
  const paper = Math.floor(percentile(counts, 90));
  const seen = new Uint8Array(height * width).fill(paper);
  const wide = Math.min(scaled.widthPx, width);
  const from = scaled.widthPx > width ? mostInk(scaled, width) : 0;
  const to = Math.floor((width - wide) / 2);
  for (let row = 0; row < height; row++) {
    const start = row * scaled.widthPx + from;
    seen.set(scaled.pixels.subarray(start, start + wide), row * width + to);
  }
  return seen;
}

/** A fitted picture moved by whole pixels and filled up with paper. */
export function shiftPicture(
  seen: Uint8Array,
  { height, width }: ModelDescription["input"],
  right: number,
  down: number,
): Uint8Array {
  const paper = Math.floor(percentile(countGreys(seen), 90));
  const moved = new Uint8Array(seen.length).fill(paper);
  const [first, end] = [Math.max(0, right), Math.min(width, width + right)];
  for (let row = Math.max(0, down); row < Math.min(height, height + down); row++) {
    const from = (row - down) * width;
    moved.set(seen.subarray(from + first - right, from + end - right), row * width + first);
  }
  return moved;
}

/**
 * Where the `width` adjacent columns with the most ink start; the middle of several equally good places. */
function mostInk(picture: Grey, width: number): number {
  const { widthPx } = picture;
  const greys = averageNeighbours(picture);
  const counts = countGreys(greys);
  const paper = percentile(counts, 50);
  const palest = paper - NOISE * (paper - percentile(counts, DARKEST));
  const ink = new Float64Array(widthPx);
  for (let at = 0; at < greys.length; at++) {
    const [column, grey] = [at % widthPx, greys[at] as number];
    if (grey <= palest) ink[column] = (ink[column] ?? 0) + paper - grey;
  }
  const places = Array.from({ length: widthPx - width + 1 }, (_, first) =>
    ink.subarray(first, first + width).reduce((sum, one) => sum + one, 0),
  );
  const most = Math.max(...places);
  const isAsGood = (at: number) => (places[at] ?? -1) >= AS_GOOD * most;
  let first = places.indexOf(most);
  let last = first;
  while (isAsGood(first - 1)) first--;
  while (isAsGood(last + 1)) last++;
  return (first + last) >> 1;
}

/** The mean of each pixel and its eight neighbours, which reduces noise but not strokes; white in the margin. */
function averageNeighbours({ widthPx, heightPx, pixels }: Grey): Uint8Array {
  const greys = new Uint8Array(widthPx * heightPx).fill(255);
  const margin = Math.max(1, Math.round(MARGIN * heightPx));
  for (let y = margin; y < heightPx - margin; y++)
    for (let x = 1; x < widthPx - 1; x++) {
      let sum = 0;
      for (let at = (y - 1) * widthPx + x; at <= (y + 1) * widthPx + x; at += widthPx)
        sum += (pixels[at - 1] as number) + (pixels[at] as number) + (pixels[at + 1] as number);
      greys[y * widthPx + x] = Math.round(sum / 9);
    }
  return greys;
}

/**
 * Converts greys to the network's input: 0 is paper, about 1 is full ink.
 *
 * Paper is a high percentile of the grey, and darkness is 1 - grey / paper. Darkness is stretched so that a high percentile of it becomes
 * `fullBecomes`; if that percentile is below `leastFull`, as in an empty box, only as much as for `leastFull`.
 *
 * @param input where to write: as many values as `seen` has
 */
export function writeInput(seen: Uint8Array, by: ModelDescription["normalisation"], input: Float32Array) {
  const { paperPercentile, fullPercentile, fullBecomes, leastFull } = by;
  const counts = countGreys(seen);
  const paper = Math.max(1, percentile(counts, paperPercentile));
  const full = percentile(counts, fullPercentile, paper);
  const stretch = fullBecomes / Math.max(full, leastFull);
  const inkOf = new Float32Array(counts.length);
  for (let grey = 0; grey < inkOf.length; grey++) inkOf[grey] = Math.min(1, darkness(grey, paper) * stretch);
  for (let at = 0; at < seen.length; at++) input[at] = inkOf[seen[at] ?? 0] ?? 0;
}

function darkness(grey: number, paper: number): number {
  return Math.max(0, 1 - grey / paper);
}

/** How often each of the 256 greys occurs. */
function countGreys(pixels: Uint8Array): Uint32Array {
  const counts = new Uint32Array(256);
  for (const grey of pixels) counts[grey] = (counts[grey] ?? 0) + 1;
  return counts;
}

/** A percentile of greys or, given the grey of paper, of darkness, with linear interpolation between the two nearest ranks. */
function percentile(counts: Uint32Array, percent: number, paper: number | null = null): number {
  const last = counts.reduce((all, count) => all + count, 0) - 1;
  const rank = (percent / 100) * last;
  const low = Math.floor(rank);
  // Darkness falls as grey rises.
  const getRankValue = (at: number) =>
    paper === null ? findGreyByRank(counts, at) : darkness(findGreyByRank(counts, last - at), paper);
  const below = getRankValue(low);
  return below + (getRankValue(Math.min(low + 1, last)) - below) * (rank - low);
}

/** The grey at a rank, counted from 0, when all pixels are sorted. */
function findGreyByRank(counts: Uint32Array, rank: number): number {
  let left = rank;
  for (let grey = 0; grey < counts.length; grey++) {
    left -= counts[grey] ?? 0;
    if (left < 0) return grey;
  }
  return counts.length - 1;
}

/** A resampling filter: how far it reaches, and the weight of a pixel at a distance from the middle, in pixels of the coarser picture. */
type Filter = typeof CUBIC;

/** The mean of the pixels whose centres the new pixel covers: thin strokes get paler but don't vanish. */
const MEAN = { reach: 0.5, weight: (distance: number) => (distance > -0.5 && distance <= 0.5 ? 1 : 0) };

/** Keys' cubic convolution with a = -1/2 (Keys 1981), for enlarging. */
const CUBIC = {
  reach: 2,
  weight(distance: number): number {
    const far = Math.abs(distance);
    if (far < 1) return (1.5 * far - 2.5) * far * far + 1;
    return far < 2 ? ((-0.5 * far + 2.5) * far - 4) * far + 2 : 0;
  },
};

/** Scales a picture to a height in its proportions, as in training: by the mean or, for enlarging, cubic, in two passes of whole greys. */
function scaleToHeight(picture: Grey, heightPx: number): Grey {
  if (picture.heightPx === heightPx) return picture;
  const filter = picture.heightPx < heightPx ? CUBIC : MEAN;
  const widthPx = Math.max(1, Math.round((picture.widthPx * heightPx) / picture.heightPx));
  const narrow = resampleAxis(picture, shares(picture.widthPx, widthPx, filter), true);
  return resampleAxis(narrow, shares(picture.heightPx, heightPx, filter), false);
}

/** Resamples a picture in one direction: its rows if `isAcross`, else its columns. */
function resampleAxis({ widthPx, heightPx, pixels }: Grey, shares: Shares, isAcross: boolean): Grey {
  const [lines, lineStep, step] = isAcross ? [heightPx, widthPx, 1] : [widthPx, 1, widthPx];
  const [toLineStep, toStep] = isAcross ? [shares.length, 1] : [1, widthPx];
  const scaled = new Uint8ClampedArray(shares.length * lines);
  for (const [at, { first, weights }] of shares.entries()) {
    for (let line = 0; line < lines; line++) {
      let sum = 0;
      for (let tap = 0; tap < weights.length; tap++)
        sum += (weights[tap] ?? 0) * (pixels[line * lineStep + (first + tap) * step] ?? 0);
      // Rounds halves up, tolerating float errors; clamped arrays alone would round halves to even.
      scaled[line * toLineStep + at * toStep] = Math.floor(sum + 0.5 + 1e-9);
    }
  }
  const size = isAcross ? { widthPx: shares.length, heightPx } : { widthPx, heightPx: shares.length };
  return { ...size, pixels: new Uint8Array(scaled.buffer) };
}

type Shares = ReturnType<typeof shares>;

/** Which pixels of an old row make up each pixel of the new one: those from `first` on, with weights that add up to 1. */
function shares(from: number, to: number, filter: Filter) {
  const step = from / to;
  const wide = Math.max(step, 1);
  const reach = filter.reach * wide;
  const shares: { readonly first: number; readonly weights: Float64Array }[] = [];
  for (let at = 0; at < to; at++) {
    const middle = (at + 0.5) * step;
    const first = Math.max(0, Math.trunc(middle - reach + 0.5));
    const end = Math.min(from, Math.trunc(middle + reach + 0.5));
    const weights = new Float64Array(end - first);
    let total = 0;
    for (let tap = 0; tap < weights.length; tap++) {
      const weight = filter.weight((first + tap - middle + 0.5) / wide);
      weights[tap] = weight;
      total += weight;
    }
    for (let tap = 0; tap < weights.length; tap++) weights[tap] = (weights[tap] ?? 0) / total;
    shares.push({ first, weights });
  }
  return shares;
}
