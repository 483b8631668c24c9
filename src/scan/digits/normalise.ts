import type { Grey } from "./grey.ts";
import { scaleToHeight } from "./scale.ts";

/** What the network sees: pictures of this size. */
export interface Window {
  readonly height: number;
  readonly width: number;
}

/** How grey becomes ink. */
export interface Normalisation {
  /** Which percentile of a picture's grey is paper. */
  readonly paperPercentile: number;
  /** Which percentile of its darkness is full ink… */
  readonly fullPercentile: number;
  /** … what that becomes … */
  readonly fullBecomes: number;
  /** … and how dark it has to be at least: an empty box stays empty. */
  readonly leastFull: number;
}

/** How much less ink than the best place a place may hold and still count as good as it. */
const AS_GOOD = 0.98;

/**
 * Brings the picture of a box to the network's size: scaled to its height, in the middle of its width, paper at the sides. Of a
 * picture that is too wide the part with most ink is taken. A picture without pixels is paper.
 *
 * @returns `height` × `width` greys, row by row
 */
export function windowOf(picture: Grey, { height, width }: Window): Uint8Array {
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

/** The first column of the `width` columns that hold most ink; where several do as well, the middle one of them. */
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
 * Writes what the network takes for a window: 0 is paper, about 1 full ink.
 *
 * Paper is a high percentile of the grey, darkness is 1 - grey / paper; it is stretched so that its own high percentile becomes
 * `fullBecomes`, but no further than if that were `leastFull`.
 *
 * @param input where to write, as many values as `seen` has
 */
export function writeInput(seen: Uint8Array, normalisation: Normalisation, input: Float32Array): void {
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

/** The same of their darkness, which falls as grey rises. */
function darknessPercentile(counts: Uint32Array, percent: number, paper: number): number {
  const { last, low, high, beyond } = nearestRanks(counts, percent);
  const below = darkness(ranked(counts, last - low), paper);
  return below + (darkness(ranked(counts, last - high), paper) - below) * beyond;
}

/** The ranks between which a percentile lies, and how far it is beyond the lower one. */
function nearestRanks(counts: Uint32Array, percent: number) {
  let all = 0;
  for (let grey = 0; grey < counts.length; grey++) all += counts[grey] ?? 0;
  const last = all - 1;
  const rank = (percent / 100) * last;
  const low = Math.floor(rank);
  return { last, low, high: Math.min(low + 1, last), beyond: rank - low };
}

/** The grey that stands at a rank, counted from 0, when all are sorted. */
function ranked(counts: Uint32Array, rank: number): number {
  let left = rank;
  for (let grey = 0; grey < counts.length; grey++) {
    left -= counts[grey] ?? 0;
    if (left < 0) return grey;
  }
  return counts.length - 1;
}
