import { HABITS } from "./habits.ts";
import type { Ink } from "./ink.ts";
import type { Noted, Part, Tally } from "./part.ts";
import type { Written } from "./sheet-reading.ts";
import {
  type Algebra,
  both,
  differenced,
  either,
  endOf,
  joined,
  type Spread,
  scaled,
  summed,
  trimmed,
  unweighted,
  weightAt,
  wholeOf,
} from "./spread.ts";
import { worthwhile } from "./worthwhile.ts";

/** How far off a wrong sum is, as shares in either direction: a digit is off by a little or by one, or a carry was forgotten. */
const PEAKS: Readonly<Record<number, number>> = { 1: 0.05, 10: 0.07, 20: 0.01, 100: 0.01 };
const SMALL = { most: 9, share: 0.018 } as const;
/** Swapping two neighbouring digits changes a number by a multiple of nine. */
const SWAP = { step: 9, most: 72, share: 0.004 } as const;
/** All other distances up to here are equally frequent. */
const FARTHEST = 120;
/** A number that is farther off is a slip of the pen, which nobody goes on with; each has this share. */
export const FAR_OFF = 1e-5;

/** Ways with less weight than this share of the greatest are not worth noting. */
const NEGLIGIBLE = 1e-9;

/** The share of each distance among slips that are not far off. */
export const SLIPS_BY_DISTANCE: Spread = slipShares();
const EMPTY: Written = { kind: "empty" };

function slipShares(): Spread {
  const slips = unweighted(-FARTHEST, FARTHEST + 1);
  for (let at = 0; at < slips.weights.length; at++) slips.weights[at] = peakAt(slips.from + at);
  const even = (1 - wholeOf(slips, "all")) / (2 * FARTHEST);
  const shares = slips.weights.map((share, at) => (at === FARTHEST ? 0 : share + even));
  return { from: slips.from, weights: shares };
}

function peakAt(off: number): number {
  const distance = Math.abs(off);
  if (distance === 0) return 0;
  const isSwap = distance <= SWAP.most && distance % SWAP.step === 0;
  const small = distance > 1 && distance <= SMALL.most ? SMALL.share : 0;
  return (PEAKS[distance] ?? 0) + small + (isSwap ? SWAP.share : 0);
}

/** The shares of what people do with a line. */
export interface LineShares {
  readonly blank: number;
  readonly right: number;
  /** A wrong number that nobody goes on with. */
  readonly penSlip: number;
  readonly carriedSlip: number;
}

export function lineShares(blankShare: number): LineShares {
  const written = 1 - blankShare;
  const slips = written * HABITS.slip;
  return {
    blank: blankShare,
    right: written - slips,
    penSlip: slips * (1 - HABITS.carriedOn),
    carriedSlip: slips * HABITS.carriedOn,
  };
}

/** How well a line's picture goes with a number; a line that was struck through counts as 0. */
export function lineWeight(ink: Ink, value: number): number {
  return value === 0 ? (ink.number(0) + ink.strike) / 2 : ink.number(value);
}

/** How well a line's picture goes with each number from `from` up to, not including, `end`. */
function lineWeights(ink: Ink, from: number, end: number): Spread {
  const seen = unweighted(from, end);
  for (let at = 0; at < seen.weights.length; at++) seen.weights[at] = lineWeight(ink, from + at);
  return seen;
}

/** A number on a line, as it was most probably written: a 0 may be a dash. */
export function writtenOnLine(ink: Ink, value: number): Written {
  const isDash = value === 0 && ink.strike > ink.number(0);
  return isDash ? { kind: "strike" } : { kind: "score", value };
}

/**
 * A line that holds what a part comes to, or is blank, or holds a slip. What stands below goes on with what was written, or,
 * where that was a slip of the pen only, with what should have been.
 */
export class LinePart implements Part {
  readonly up: Spread;
  readonly #part: Part;
  readonly #ink: Ink;
  readonly #at: number;
  readonly #tally: Tally;
  readonly #shares: LineShares;
  /** How well the picture goes with each number that may have been written. */
  readonly #seen: Spread;
  /** The weight that each number gets from all others by a slip. */
  readonly #slippedTo: Spread;
  /** How well the line goes with each number that is gone on with unchanged. */
  readonly #kept: Spread;
  /** Numbers farther off that the picture looks like. */
  readonly #far: readonly number[];

  constructor(part: Part, at: number, ink: Ink, shares: LineShares, tally: Tally) {
    this.#part = part;
    this.#ink = ink;
    this.#at = at;
    this.#tally = tally;
    this.#shares = shares;
    const { algebra } = tally;
    this.#seen = lineWeights(ink, part.up.from - FARTHEST, endOf(part.up) + FARTHEST);
    this.#far = candidatesOutside(this.#seen, ink);
    this.#slippedTo = summed(part.up, SLIPS_BY_DISTANCE, algebra);
    this.#kept = this.#keptWeights(algebra);
    const slipped = both(scaled(this.#seen, shares.carriedSlip), this.#slippedTo);
    this.up = trimmed(either(slipped, both(part.up, this.#kept), algebra));
  }

  #keptWeights(algebra: Algebra): Spread {
    const { blank, right, penSlip } = this.#shares;
    const slips = differenced(this.#seen, SLIPS_BY_DISTANCE, this.#part.up, algebra);
    let far = 0;
    for (const value of this.#far) far = joined(far, FAR_OFF * lineWeight(this.#ink, value), algebra);
    const { from, weights } = this.#part.up;
    const kept = new Float64Array(weights.length);
    for (let at = 0; at < weights.length; at++) {
      if (weights[at] === 0) continue;
      const asItIs = joined(blank * this.#ink.empty, right * weightAt(this.#seen, from + at), algebra);
      kept[at] = joined(asItIs, penSlip * joined(slips.weights[at] ?? 0, far, algebra), algebra);
    }
    return { from, weights: kept };
  }

  take(rest: Spread): void {
    const { algebra } = this.#tally;
    const { carriedSlip } = this.#shares;
    this.#noteWays(rest);
    const slips = differenced(both(rest, this.#seen), SLIPS_BY_DISTANCE, this.#part.up, algebra);
    const down = either(both(this.#kept, rest), scaled(slips, carriedSlip), algebra);
    this.#part.take(trimmed(down));
  }

  #noteWays(rest: Spread): void {
    const { algebra } = this.#tally;
    const { blank, right, penSlip, carriedSlip } = this.#shares;
    const kept = both(this.#part.up, rest);
    const whole = wholeOf(kept, algebra);
    const mistaken = summed(kept, SLIPS_BY_DISTANCE, algebra);
    const ways: Noted[] = [{ written: EMPTY, weight: blank * this.#ink.empty * whole, slip: 0 }];
    const { from, weights } = this.#seen;
    for (let at = 0; at < weights.length; at++) {
      const [value, seen] = [from + at, weights[at] ?? 0];
      const pen = penSlip * weightAt(mistaken, value);
      const carried = carriedSlip * weightAt(rest, value) * weightAt(this.#slippedTo, value);
      const slip = seen * joined(pen, carried, algebra);
      const weight = joined(right * seen * weightAt(kept, value), slip, algebra);
      if (weight > 0) ways.push({ written: writtenOnLine(this.#ink, value), weight, slip });
    }
    for (const value of this.#far) {
      const weight = penSlip * FAR_OFF * lineWeight(this.#ink, value) * whole;
      ways.push({ written: writtenOnLine(this.#ink, value), weight, slip: weight });
    }
    this.#tally.note(this.#at, worthwhile(ways, NEGLIGIBLE));
  }
}

/** The numbers that a picture looks like outside of a range. */
function candidatesOutside(range: Spread, { candidates }: Ink): number[] {
  const outside: number[] = [];
  for (const value of candidates) if (value < range.from || value >= endOf(range)) outside.push(value);
  return outside;
}
