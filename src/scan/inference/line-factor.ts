import { combined, Distribution, pruned } from "./distribution.ts";
import type { Factor } from "./factor.ts";
import type { Likelihood } from "./likelihood.ts";
import type { Marginals, WeightedWay } from "./marginals.ts";
import { PRIORS } from "./priors.ts";
import { EMPTY, type Written } from "./sheet-reading.ts";

/** How far off a wrong sum is, as shares in either direction: a digit is off by a little or by one, or a carry was forgotten. */
const PEAKS: Readonly<Record<number, number>> = { 1: 0.05, 10: 0.07, 20: 0.01, 100: 0.01 };
const SMALL = { most: 9, share: 0.018 } as const;
/** Swapping two neighbouring digits changes a number by a multiple of nine. */
const SWAP = { step: 9, most: 72, share: 0.004 } as const;
/** All other distances up to this one are equally frequent. */
const FARTHEST = 120;
/** The share of each number that is farther off: a slip of the pen, which no line below uses. */
export const FAR_OFF = 1e-5;

/** Ways with less weight than this share of the greatest are left out. */
const NEGLIGIBLE = 1e-9;

/** The share of each distance among slips that are not far off. */
export const SLIPS_BY_DISTANCE = slipShares();

function slipShares(): Distribution {
  const slips = Distribution.zeros(-FARTHEST, FARTHEST + 1).map((_, distance) => {
    const off = Math.abs(distance);
    if (off === 0) return 0;
    const isSwap = off <= SWAP.most && off % SWAP.step === 0;
    const small = off > 1 && off <= SMALL.most ? SMALL.share : 0;
    return (PEAKS[off] ?? 0) + small + (isSwap ? SWAP.share : 0);
  });
  const even = (1 - slips.total("sum-product")) / (2 * FARTHEST);
  return slips.map((share, distance) => (distance === 0 ? 0 : share + even));
}

/** A line of the sheet before it is read. */
export interface SeenLine {
  /** The index of its box on the sheet. */
  readonly at: number;
  readonly likelihood: Likelihood;
  readonly shares: ReturnType<typeof lineShares>;
}

/** The shares of what people do with a line; they add up to 1. */
export function lineShares(blank: number) {
  const slips = (1 - blank) * PRIORS.slip;
  return {
    blank,
    right: 1 - blank - slips,
    /** A wrong number that no line below uses. */
    penSlip: slips * (1 - PRIORS.carriedOn),
    /** A wrong number that the lines below use. */
    carriedSlip: slips * PRIORS.carriedOn,
  };
}

/** How well a line's picture fits a number; a line that was struck through counts as 0. */
export function lineWeight(likelihood: Likelihood, value: number): number {
  return value === 0 ? (likelihood.number(0) + likelihood.strike) / 2 : likelihood.number(value);
}

/** A number on a line, as it was most probably written: a 0 may be a dash. */
export function writtenOnLine(likelihood: Likelihood, value: number): Written {
  const isDash = value === 0 && likelihood.strike > likelihood.number(0);
  return isDash ? { kind: "strike" } : { kind: "score", value };
}

/**
 * A line that holds what a part comes to, or is blank, or holds a slip. The lines below use what was written or, after a mere slip of
 * the pen, what should have been written.
 */
export function lineFactor(part: Factor, line: SeenLine, sink: Marginals): Factor {
  const { at, likelihood, shares } = line;
  const { blank, right, penSlip, carriedSlip } = shares;
  const { semiring } = sink;
  const due = part.upward;
  /** How well the picture fits each number that may have been written. */
  const seen = Distribution.zeros(due.from - FARTHEST, due.end + FARTHEST).map((_, value) =>
    lineWeight(likelihood, value),
  );
  /** Numbers farther off that the picture looks like. */
  const far = likelihood.candidates.filter((value) => value < seen.from || value >= seen.end);
  const farWeight = far.reduce(
    (all, value) => combined(all, FAR_OFF * lineWeight(likelihood, value), semiring),
    0,
  );
  /** The weight that each number gets from all others by a slip. */
  const slippedTo = due.convolved(SLIPS_BY_DISTANCE, semiring);
  const slips = seen.correlated(SLIPS_BY_DISTANCE, due, semiring);
  /** How well the line fits each number that the lines below use as it is. */
  const kept = due.map((weight, value) => {
    if (weight === 0) return 0;
    const asItIs = combined(blank * likelihood.empty, right * seen.at(value), semiring);
    return combined(asItIs, penSlip * combined(slips.at(value), farWeight, semiring), semiring);
  });
  const waysGiven = (rest: Distribution): WeightedWay[] => {
    const stays = due.times(rest);
    const whole = stays.total(semiring);
    const mistaken = stays.convolved(SLIPS_BY_DISTANCE, semiring);
    const ways: WeightedWay[] = [{ written: EMPTY, weight: blank * likelihood.empty * whole, slip: 0 }];
    for (let value = seen.from; value < seen.end; value++) {
      const fit = seen.at(value);
      const pen = penSlip * mistaken.at(value);
      const slip = fit * combined(pen, carriedSlip * rest.at(value) * slippedTo.at(value), semiring);
      const weight = combined(right * fit * stays.at(value), slip, semiring);
      if (weight > 0) ways.push({ written: writtenOnLine(likelihood, value), weight, slip });
    }
    for (const value of far) {
      const weight = penSlip * FAR_OFF * lineWeight(likelihood, value) * whole;
      ways.push({ written: writtenOnLine(likelihood, value), weight, slip: weight });
    }
    return ways;
  };
  const scaled = (weights: Distribution) => weights.map((weight) => weight * carriedSlip);
  return {
    upward: scaled(seen).times(slippedTo).combinedWith(due.times(kept), semiring).normalised(),
    passDown(rest) {
      sink.add(at, pruned(waysGiven(rest), NEGLIGIBLE));
      const carried = scaled(rest.times(seen).correlated(SLIPS_BY_DISTANCE, due, semiring));
      part.passDown(kept.times(rest).combinedWith(carried, semiring).normalised());
    },
  };
}
