import { combineWeights, combineShifted, Distribution, type Semiring } from "./distribution.ts";

/** How far off a wrong sum is, as shares in either direction: a digit is off by a little or by one, or a carry was forgotten. */
const PEAKS: Readonly<Record<number, number>> = { 1: 0.05, 10: 0.07, 20: 0.02, 100: 0.04 };
const SMALL = { most: 9, share: 0.018 } as const;
/** Swapping two neighbouring digits changes a number by a multiple of nine. */
const SWAP = { step: 9, most: 72, share: 0.004 } as const;
/** All other distances up to this one are equally frequent; slips beyond it are {@link farSlipShare}. */
export const FARTHEST = 120;

/** Of slips farther off: the share of each number; of each whose hundreds are wrong, or whose digits are swapped; of all that leave out a part. */
const FAR = { any: 1e-5, hundreds: 1e-3, swapped: 3e-3, lostPart: 0.03 } as const;
const MOST_HUNDREDS = 900;

/** How much more frequent some distances are than the others. */
const MORE = Distribution.zeros(-FARTHEST, FARTHEST + 1).map((_, distance) => {
  const off = Math.abs(distance);
  if (off === 0) return 0;
  const isSwap = off <= SWAP.most && off % SWAP.step === 0;
  const small = off > 1 && off <= SMALL.most ? SMALL.share : 0;
  return (PEAKS[off] ?? 0) + small + (isSwap ? SWAP.share : 0);
});

/** The share of each of the others. */
const EVEN = (1 - MORE.total("sum-product")) / (2 * FARTHEST);

/** The share of each distance among slips that are not far off. */
export const SLIPS_BY_DISTANCE = MORE.map((share, distance) => (distance === 0 ? 0 : share + EVEN));

/** The distances that are more frequent, each with how much weight it adds where the even share of all is counted already. */
const FREQUENT = [...MORE.weights.keys()]
  .map((at) => MORE.from + at)
  .filter((distance) => MORE.at(distance) > 0)
  .map((distance) => ({
    distance,
    "sum-product": MORE.at(distance),
    "max-product": SLIPS_BY_DISTANCE.at(distance),
  }));

/**
 * The share of writing a number in place of one that is far from it: with other hundreds, with its digits in another order, without one of
 * the parts that it is made of, or for no reason that we know. It is 0 for numbers that are near each other.
 *
 * @param parts how probable each number is for each part that can be left out
 */
export function farSlipShare(written: number, due: number, parts: readonly Distribution[]): number {
  const off = Math.abs(written - due);
  if (off <= FARTHEST) return 0;
  const hundreds = off <= MOST_HUNDREDS && off % 100 === 0 ? FAR.hundreds : 0;
  // Another order of the same digits changes a number by a multiple of nine.
  const isSwap = off % SWAP.step === 0 && digitsKey(written) === digitsKey(due);
  const swapped = isSwap ? FAR.swapped : 0;
  let lost = 0;
  for (const part of parts) lost += part.at(due - written);
  return FAR.any + hundreds + swapped + (FAR.lostPart * lost) / Math.max(1, parts.length);
}

/** The same for numbers that have the same digits: three bits count each. */
function digitsKey(value: number): number {
  let key = 0;
  let left = Math.abs(value);
  do {
    key += 8 ** (left % 10);
    left = Math.floor(left / 10);
  } while (left > 0);
  return key;
}

/**
 * The weight that each number from `from` up to, not including, `end` gets from all others by a slip: the weights convolved with
 * `SLIPS_BY_DISTANCE`, in a sixth of the steps. As slips in both directions are equally frequent, it is the way back, too.
 */
export function addSlips(weights: Distribution, from: number, end: number, semiring: Semiring): Distribution {
  const to = Distribution.zeros(from, end);
  const near = windows(weights, from - FARTHEST, end + FARTHEST, semiring);
  for (let at = 0; at < to.weights.length; at++)
    to.weights[at] = EVEN * combineWeights(near[at] ?? 0, near[at + FARTHEST + 1] ?? 0, semiring);
  for (const one of FREQUENT)
    combineShifted(to.weights, weights.weights, weights.from + one.distance - from, one[semiring], semiring);
  return to;
}

/**
 * The weight of the ways to any of `FARTHEST` numbers in a row, for each first one in the range. Each row ends in the block after the one it
 * begins in, so it is put together from the end of one and the beginning of the other; nothing is subtracted, which would lose small
 * weights next to large ones (van Herk 1992).
 */
function windows(weights: Distribution, from: number, end: number, semiring: Semiring): Float64Array {
  const [toHere, toEnd] = [Distribution.zeros(from, end).weights, Distribution.zeros(from, end).weights];
  const last = toHere.length - 1;
  for (let at = 0; at <= last; at++) {
    const before = at % FARTHEST === 0 ? 0 : (toHere[at - 1] ?? 0);
    toHere[at] = combineWeights(before, weights.at(from + at), semiring);
  }
  for (let at = last; at >= 0; at--) {
    const behind = at === last || (at + 1) % FARTHEST === 0 ? 0 : (toEnd[at + 1] ?? 0);
    toEnd[at] = combineWeights(behind, weights.at(from + at), semiring);
  }
  for (let at = 0; at + FARTHEST <= toHere.length; at++) {
    const rest = toHere[at + FARTHEST - 1] ?? 0;
    toEnd[at] = at % FARTHEST === 0 ? rest : combineWeights(toEnd[at] ?? 0, rest, semiring);
  }
  return toEnd;
}
