/**
 * A weight for each whole number of a range: how well that number goes with a part of what was seen. Weights are worth
 * something only in relation to each other.
 */
export interface Spread {
  /** The number that the first weight belongs to. */
  readonly from: number;
  readonly weights: Float64Array;
}

/**
 * What becomes of several ways to the same number: `all` adds their weights up, which leads to probabilities; `best` keeps the
 * greatest, which leads to the most probable whole.
 */
const ALGEBRAS = ["all", "best"] as const;
export type Algebra = (typeof ALGEBRAS)[number];

/** Weights at the ends of a range that are smaller than this share of the greatest are dropped. */
const NEGLIGIBLE = 1e-11;

/** The weight of one number; 0 outside of the range. */
export function weightAt({ from, weights }: Spread, value: number): number {
  return weights[value - from] ?? 0;
}

/** The number behind the last of the range. */
export function endOf({ from, weights }: Spread): number {
  return from + weights.length;
}

/** A weight for each number from `from` up to, not including, `end`. */
export function spread(from: number, end: number, weightOf: (value: number) => number): Spread {
  const weights = new Float64Array(end - from);
  for (let at = 0; at < weights.length; at++) weights[at] = weightOf(from + at);
  return { from, weights };
}

/** Several ways to a number, each with its weight. */
export function gathered(
  ways: readonly { readonly value: number; readonly weight: number }[],
  algebra: Algebra,
): Spread {
  let [from, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { value } of ways) {
    from = Math.min(from, value);
    end = Math.max(end, value + 1);
  }
  if (from >= end) return { from: 0, weights: new Float64Array(0) };
  const weights = new Float64Array(end - from);
  for (const { value, weight } of ways) {
    const at = value - from;
    weights[at] = joined(weights[at] ?? 0, weight, algebra);
  }
  return { from, weights };
}

/** Two ways to the same number. */
export function joined(a: number, b: number, algebra: Algebra): number {
  return algebra === "all" ? a + b : Math.max(a, b);
}

/** The weights of the sums of two numbers. */
export function summed(a: Spread, b: Spread, algebra: Algebra): Spread {
  const length = a.weights.length + b.weights.length - 1;
  const weights = new Float64Array(a.weights.length === 0 || b.weights.length === 0 ? 0 : length);
  const [ofA, ofB] = [filledIn(a), filledIn(b)];
  // One number far away leaves a long gap, so what has no weight is skipped where that saves most.
  const isCheaper = ofA.length * b.weights.length <= ofB.length * a.weights.length;
  const [filled, one, other] = isCheaper ? [ofA, a, b] : [ofB, b, a];
  const add = algebra === "all" ? addShifted : raiseShifted;
  for (const at of filled) add(weights, other.weights, at, one.weights[at] ?? 0);
  return { from: a.from + b.from, weights };
}

/** Where a range has weight. */
function filledIn({ weights }: Spread): number[] {
  const filled: number[] = [];
  for (let at = 0; at < weights.length; at++) if (weights[at] !== 0) filled.push(at);
  return filled;
}

function addShifted(into: Float64Array, from: Float64Array, shift: number, factor: number): void {
  for (let j = 0; j < from.length; j++) into[shift + j] = (into[shift + j] ?? 0) + factor * (from[j] ?? 0);
}

function raiseShifted(into: Float64Array, from: Float64Array, shift: number, factor: number): void {
  for (let j = 0; j < from.length; j++) {
    const weight = factor * (from[j] ?? 0);
    if (weight > (into[shift + j] ?? 0)) into[shift + j] = weight;
  }
}

/**
 * The way back from a sum: the weight of each number of `range` when `part` is added to it and the sums have the weights
 * `whole`. Numbers without weight in `range` get none.
 */
export function differenced(whole: Spread, part: Spread, range: Spread, algebra: Algebra): Spread {
  const weights = new Float64Array(range.weights.length);
  const filled = filledIn(part);
  const overlap = algebra === "all" ? sumOfProducts : greatestProduct;
  for (let at = 0; at < weights.length; at++) {
    if (range.weights[at] === 0) continue;
    const shift = range.from + at + part.from - whole.from;
    weights[at] = overlap(whole.weights, part.weights, filled, shift);
  }
  return { from: range.from, weights };
}

/** All ways over any number of `part` to a number of `whole`, which starts `shift` places later. */
function sumOfProducts(
  whole: Float64Array,
  part: Float64Array,
  filled: readonly number[],
  shift: number,
): number {
  let sum = 0;
  for (const at of filled) sum += (part[at] ?? 0) * (whole[shift + at] ?? 0);
  return sum;
}

/** The likeliest of these ways. */
function greatestProduct(
  whole: Float64Array,
  part: Float64Array,
  filled: readonly number[],
  shift: number,
): number {
  let most = 0;
  for (const at of filled) {
    const product = (part[at] ?? 0) * (whole[shift + at] ?? 0);
    if (product > most) most = product;
  }
  return most;
}

/** The same range with other weights. */
export function reweighted(
  { from, weights }: Spread,
  change: (value: number, weight: number) => number,
): Spread {
  return { from, weights: weights.map((weight, at) => (weight === 0 ? 0 : change(from + at, weight))) };
}

/** The same weights in relation to each other, the greatest 1, without ends that are next to nothing. */
export function trimmed({ from, weights }: Spread): Spread {
  const greatest = weights.reduce((most, weight) => Math.max(most, weight), 0);
  if (greatest === 0) return { from, weights };
  const counts = (weight: number) => weight > greatest * NEGLIGIBLE;
  const first = weights.findIndex(counts);
  const kept = weights.slice(first, weights.findLastIndex(counts) + 1);
  return { from: from + first, weights: kept.map((weight) => weight / greatest) };
}
