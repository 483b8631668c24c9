/** A digit that somebody wrote, and what the network took it for. */
export interface SeenDigit {
  readonly digit: number;
  /** The share of each of the ten digits in what the network saw there; they add up to 1. */
  readonly shares: ArrayLike<number>;
}

/**
 * How a person's digits differ from those that the network learned. At `10 × c + k` stands how much more probable it is than usual, as a
 * logarithm, that what looks like the digit k was meant as c: whoever writes every 9 like an S has a high value for a 9 that looks like a 5.
 */
export type Hand = Float64Array;

const DIGITS = 10;
/** The hand that the network learned. */
export const USUAL_HAND: Hand = new Float64Array(DIGITS * DIGITS);

/** How far hands differ: the deviation of the values of a hand. */
const DEVIATION = 2;
const STEPS = 40;
/** From a hand that hardly differs. */
const FEW_STEPS = 8;
/** Shares below this are as good as none. */
const LEAST_SHARE = 1e-6;

/**
 * The most probable hand of whoever wrote these digits: a regression on what the network saw, held back by how rarely hands differ.
 *
 * @param usual what to expect of the hand before any digit of it was seen
 * @param near a hand that was learned from nearly the same digits, which saves time
 */
export function learnHand(
  digits: readonly SeenDigit[],
  usual: Hand = USUAL_HAND,
  near: Hand | null = null,
): Hand {
  const hand = (near ?? usual).slice();
  const prior = 1 / DEVIATION ** 2;
  const curvature = Array.from({ length: DIGITS }, (_, k) =>
    digits.reduce((sum, { shares }) => sum + (shares[k] ?? 0) / 4, prior + 1),
  );
  for (let step = near === null ? STEPS : FEW_STEPS; step > 0; step--) {
    const slope = new Float64Array(hand.length);
    for (let at = 0; at < slope.length; at++) slope[at] = ((usual[at] ?? 0) - (hand[at] ?? 0)) * prior;
    for (const { digit, shares } of digits) {
      const meant = meantShares(shares, hand);
      for (let at = 0; at < slope.length; at++) {
        const c = Math.floor(at / DIGITS);
        slope[at] = (slope[at] ?? 0) + (Number(c === digit) - (meant[c] ?? 0)) * (shares[at % DIGITS] ?? 0);
      }
    }
    for (let at = 0; at < hand.length; at++)
      hand[at] = (hand[at] ?? 0) + (slope[at] ?? 0) / (curvature[at % DIGITS] ?? 1);
  }
  return hand;
}

/** What was meant by what the network saw, if this hand wrote it. @param shares of the ten digits, which add up to 1 */
export function meantShares(shares: ArrayLike<number>, hand: Hand): Float64Array {
  const weights = new Float64Array(DIGITS);
  let whole = 0;
  for (let c = 0; c < DIGITS; c++) {
    let shift = 0;
    for (let k = 0; k < DIGITS; k++) shift += (hand[DIGITS * c + k] ?? 0) * (shares[k] ?? 0);
    const weight = Math.max(shares[c] ?? 0, LEAST_SHARE) * Math.exp(shift);
    weights[c] = weight;
    whole += weight;
  }
  for (let c = 0; c < DIGITS; c++) weights[c] = (weights[c] ?? 0) / whole;
  return weights;
}
