import { HABITS } from "./habits.ts";
import type { Ink } from "./ink.ts";
import type { Noted, Part, Tally } from "./part.ts";
import type { Written } from "./sheet-reading.ts";
import {
  type Algebra,
  differenced,
  endOf,
  joined,
  reweighted,
  type Spread,
  spread,
  summed,
  trimmed,
  weightAt,
} from "./spread.ts";

/** How far off a wrong sum is, as shares in either direction: a digit is off by a little or by one, or a carry was forgotten. */
const PEAKS: Readonly<Record<number, number>> = { 1: 0.05, 10: 0.07, 20: 0.01, 100: 0.01 };
const SMALL = { most: 9, share: 0.018 } as const;
/** Swapping two neighbouring digits changes a number by a multiple of nine. */
const SWAP = { step: 9, most: 72, share: 0.004 } as const;
/** All other distances up to here are equally frequent. */
const FARTHEST = 120;
/** A number that is farther off is a slip of the pen, which nobody goes on with; each has this share. */
export const FAR_OFF = 1e-5;

/** The share of each distance among slips that are not far off. */
export const SLIPS_BY_DISTANCE: Spread = slipShares();
const EMPTY: Written = { kind: "empty" };

function slipShares(): Spread {
  const peaks = spread(-FARTHEST, FARTHEST + 1, peakAt);
  const even = (1 - peaks.weights.reduce((sum, share) => sum + share, 0)) / (2 * FARTHEST);
  const shares = peaks.weights.map((share, at) => (at === FARTHEST ? 0 : share + even));
  return { from: peaks.from, weights: shares };
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
    const [from, end] = [part.up.from - FARTHEST, endOf(part.up) + FARTHEST];
    this.#seen = spread(from, end, (value) => lineWeight(ink, value));
    this.#far = ink.candidates.filter((value) => value < from || value >= end);
    this.#slippedTo = summed(part.up, SLIPS_BY_DISTANCE, algebra);
    this.#kept = this.#keptWeights(algebra);
    this.up = trimmed(
      spread(from, end, (value) => {
        const slipped = shares.carriedSlip * weightAt(this.#seen, value) * weightAt(this.#slippedTo, value);
        return joined(weightAt(part.up, value) * weightAt(this.#kept, value), slipped, algebra);
      }),
    );
  }

  #keptWeights(algebra: Algebra): Spread {
    const { blank, right, penSlip } = this.#shares;
    const slips = differenced(this.#seen, SLIPS_BY_DISTANCE, this.#part.up, algebra);
    const far = this.#far.reduce((sum, w) => joined(sum, FAR_OFF * lineWeight(this.#ink, w), algebra), 0);
    return reweighted(this.#part.up, (value) => {
      const asItIs = joined(blank * this.#ink.empty, right * weightAt(this.#seen, value), algebra);
      return joined(asItIs, penSlip * joined(weightAt(slips, value), far, algebra), algebra);
    });
  }

  take(rest: Spread): void {
    const { algebra } = this.#tally;
    const { carriedSlip } = this.#shares;
    this.#noteWays(rest);
    const goneOn = reweighted(rest, (value, weight) => weight * weightAt(this.#seen, value));
    const slips = differenced(goneOn, SLIPS_BY_DISTANCE, this.#part.up, algebra);
    const down = reweighted(this.#part.up, (value) =>
      joined(
        weightAt(rest, value) * weightAt(this.#kept, value),
        carriedSlip * weightAt(slips, value),
        algebra,
      ),
    );
    this.#part.take(trimmed(down));
  }

  #noteWays(rest: Spread): void {
    const { algebra } = this.#tally;
    const { blank, right, penSlip, carriedSlip } = this.#shares;
    const kept = reweighted(this.#part.up, (value, weight) => weight * weightAt(rest, value));
    const whole = kept.weights.reduce((sum, weight) => joined(sum, weight, algebra), 0);
    const mistaken = summed(kept, SLIPS_BY_DISTANCE, algebra);
    const ways: Noted[] = [{ written: EMPTY, weight: blank * this.#ink.empty * whole, slip: 0 }];
    this.#seen.weights.forEach((seen, index) => {
      const value = this.#seen.from + index;
      const pen = penSlip * weightAt(mistaken, value);
      const carried = carriedSlip * weightAt(rest, value) * weightAt(this.#slippedTo, value);
      const slip = seen * joined(pen, carried, algebra);
      const weight = joined(right * seen * weightAt(kept, value), slip, algebra);
      if (weight > 0) ways.push({ written: writtenOnLine(this.#ink, value), weight, slip });
    });
    for (const value of this.#far) {
      const weight = penSlip * FAR_OFF * lineWeight(this.#ink, value) * whole;
      ways.push({ written: writtenOnLine(this.#ink, value), weight, slip: weight });
    }
    this.#tally.note(this.#at, worthNoting(ways));
  }
}

/** Ways with less weight than this share of the greatest are not worth noting. */
const NEGLIGIBLE = 1e-9;

function worthNoting(ways: readonly Noted[]): Noted[] {
  const greatest = ways.reduce((most, { weight }) => Math.max(most, weight), 0);
  return ways.filter(({ weight }) => weight > greatest * NEGLIGIBLE);
}
