import {
  combined,
  combinedWith,
  convolved,
  correlated,
  type Distribution,
  endOf,
  normalised,
  product,
  pruned,
  type Semiring,
  scaled,
  totalWeight,
  weightAt,
  zeros,
} from "./distribution.ts";
import type { Factor, MarginalSink, WeightedWay } from "./factor.ts";
import type { Likelihood } from "./likelihood.ts";
import { PRIORS } from "./priors.ts";
import type { Written } from "./sheet-reading.ts";

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

const EMPTY: Written = { kind: "empty" };

/** The share of each distance among slips that are not far off. */
export const SLIPS_BY_DISTANCE = slipShares();

function slipShares(): Distribution {
  const slips = zeros(-FARTHEST, FARTHEST + 1);
  for (let off = 1; off <= FARTHEST; off++) {
    const isSwap = off <= SWAP.most && off % SWAP.step === 0;
    const small = off > 1 && off <= SMALL.most ? SMALL.share : 0;
    const share = (PEAKS[off] ?? 0) + small + (isSwap ? SWAP.share : 0);
    slips.weights[FARTHEST - off] = slips.weights[FARTHEST + off] = share;
  }
  const even = (1 - totalWeight(slips, "sum-product")) / (2 * FARTHEST);
  const shares = slips.weights.map((share, at) => (at === FARTHEST ? 0 : share + even));
  return { from: slips.from, weights: shares };
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
export class LineFactor implements Factor {
  readonly upward: Distribution;
  readonly #part: Factor;
  readonly #line: SeenLine;
  readonly #sink: MarginalSink;
  /** How well the picture fits each number that may have been written. */
  readonly #seen: Distribution;
  /** The weight that each number gets from all others by a slip. */
  readonly #slippedTo: Distribution;
  /** How well the line fits each number that the lines below use as it is. */
  readonly #kept: Distribution;
  /** Numbers farther off that the picture looks like. */
  readonly #far: readonly number[];

  constructor(part: Factor, line: SeenLine, sink: MarginalSink) {
    this.#part = part;
    this.#line = line;
    this.#sink = sink;
    const { semiring } = sink;
    const { likelihood, shares } = line;
    const [from, end] = [part.upward.from - FARTHEST, endOf(part.upward) + FARTHEST];
    this.#seen = zeros(from, end);
    for (let value = from; value < end; value++)
      this.#seen.weights[value - from] = lineWeight(likelihood, value);
    this.#far = likelihood.candidates.filter((value) => value < from || value >= end);
    this.#slippedTo = convolved(part.upward, SLIPS_BY_DISTANCE, semiring);
    this.#kept = this.#keptWeights(semiring);
    const slipped = product(scaled(this.#seen, shares.carriedSlip), this.#slippedTo);
    this.upward = normalised(combinedWith(slipped, product(part.upward, this.#kept), semiring));
  }

  #keptWeights(semiring: Semiring): Distribution {
    const { likelihood, shares } = this.#line;
    const { blank, right, penSlip } = shares;
    const slips = correlated(this.#seen, SLIPS_BY_DISTANCE, this.#part.upward, semiring);
    let far = 0;
    for (const value of this.#far) far = combined(far, FAR_OFF * lineWeight(likelihood, value), semiring);
    const { from, weights } = this.#part.upward;
    const kept = new Float64Array(weights.length);
    for (let at = 0; at < weights.length; at++) {
      if (weights[at] === 0) continue;
      const asItIs = combined(blank * likelihood.empty, right * weightAt(this.#seen, from + at), semiring);
      kept[at] = combined(asItIs, penSlip * combined(slips.weights[at] ?? 0, far, semiring), semiring);
    }
    return { from, weights: kept };
  }

  passDown(rest: Distribution): void {
    const { semiring } = this.#sink;
    this.#addWays(rest);
    const slips = correlated(product(rest, this.#seen), SLIPS_BY_DISTANCE, this.#part.upward, semiring);
    const carried = scaled(slips, this.#line.shares.carriedSlip);
    this.#part.passDown(normalised(combinedWith(product(this.#kept, rest), carried, semiring)));
  }

  #addWays(rest: Distribution): void {
    const { semiring } = this.#sink;
    const { at: index, likelihood, shares } = this.#line;
    const { blank, right, penSlip, carriedSlip } = shares;
    const kept = product(this.#part.upward, rest);
    const whole = totalWeight(kept, semiring);
    const mistaken = convolved(kept, SLIPS_BY_DISTANCE, semiring);
    const ways: WeightedWay[] = [{ written: EMPTY, weight: blank * likelihood.empty * whole, slip: 0 }];
    const { from, weights } = this.#seen;
    for (let at = 0; at < weights.length; at++) {
      const [value, seen] = [from + at, weights[at] ?? 0];
      const pen = penSlip * weightAt(mistaken, value);
      const carried = carriedSlip * weightAt(rest, value) * weightAt(this.#slippedTo, value);
      const slip = seen * combined(pen, carried, semiring);
      const weight = combined(right * seen * weightAt(kept, value), slip, semiring);
      if (weight > 0) ways.push({ written: writtenOnLine(likelihood, value), weight, slip });
    }
    for (const value of this.#far) {
      const weight = penSlip * FAR_OFF * lineWeight(likelihood, value) * whole;
      ways.push({ written: writtenOnLine(likelihood, value), weight, slip: weight });
    }
    this.#sink.add(index, pruned(ways, NEGLIGIBLE));
  }
}
