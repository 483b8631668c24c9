/** How well each whole number of a range fits a part of the evidence, as a weight. Only the ratios of weights mean something. */
export interface Distribution {
  /** The number that the first weight belongs to. */
  readonly from: number;
  readonly weights: Float64Array;
}

/**
 * How the weights of several ways to the same number are combined: `sum-product` adds them up, which gives marginal probabilities;
 * `max-product` keeps the greatest, which gives the most probable sheet as a whole.
 */
export type Semiring = "sum-product" | "max-product";

/** Weights at the ends of a range that are smaller than this share of the greatest are dropped. */
const NEGLIGIBLE = 1e-11;

/** The weight of one number; 0 outside of the range. */
export function weightAt({ from, weights }: Distribution, value: number): number {
  const at = value - from;
  return at >= 0 && at < weights.length ? (weights[at] ?? 0) : 0;
}

/** The number behind the last of the range. */
export function endOf({ from, weights }: Distribution): number {
  return from + weights.length;
}

/** The range from `from` up to, not including, `end`, with no weight yet. */
export function zeros(from: number, end: number): Distribution {
  return { from, weights: new Float64Array(end - from) };
}

/** The distribution of a list of weighted values. */
export function distributionOf(
  ways: readonly { readonly value: number; readonly weight: number }[],
  semiring: Semiring,
): Distribution {
  let [from, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { value } of ways) {
    from = Math.min(from, value);
    end = Math.max(end, value + 1);
  }
  if (from >= end) return zeros(0, 0);
  const sums = zeros(from, end);
  for (const { value, weight } of ways) addWeight(sums, value, weight, semiring);
  return sums;
}

/** Adds one more way to a number of the range, in place. */
export function addWeight(
  { from, weights }: Distribution,
  value: number,
  weight: number,
  semiring: Semiring,
): void {
  const at = value - from;
  weights[at] = combined(weights[at] ?? 0, weight, semiring);
}

/** The weight of two ways to the same number. */
export function combined(a: number, b: number, semiring: Semiring): number {
  return semiring === "sum-product" ? a + b : Math.max(a, b);
}

/** The weight of all ways to any number. */
export function totalWeight({ weights }: Distribution, semiring: Semiring): number {
  let all = 0;
  for (let at = 0; at < weights.length; at++) all = combined(all, weights[at] ?? 0, semiring);
  return all;
}

/** The same weight for every number that has any. */
export function uniform({ from, weights }: Distribution): Distribution {
  return { from, weights: weights.map((weight) => (weight === 0 ? 0 : 1)) };
}

/** Every weight times the same factor. */
export function scaled({ from, weights }: Distribution, factor: number): Distribution {
  const changed = new Float64Array(weights.length);
  for (let at = 0; at < weights.length; at++) changed[at] = (weights[at] ?? 0) * factor;
  return { from, weights: changed };
}

/** Over the range of `a`: how well each number fits both. */
export function product(a: Distribution, b: Distribution): Distribution {
  const weights = new Float64Array(a.weights.length);
  const shift = a.from - b.from;
  const end = Math.min(weights.length, b.weights.length - shift);
  for (let at = Math.max(0, -shift); at < end; at++)
    weights[at] = (a.weights[at] ?? 0) * (b.weights[shift + at] ?? 0);
  return { from: a.from, weights };
}

/** Over the range of `a`: the ways to each number in either of them. */
export function combinedWith(a: Distribution, b: Distribution, semiring: Semiring): Distribution {
  const weights = a.weights.slice();
  const shift = a.from - b.from;
  const end = Math.min(weights.length, b.weights.length - shift);
  for (let at = Math.max(0, -shift); at < end; at++)
    weights[at] = combined(weights[at] ?? 0, b.weights[shift + at] ?? 0, semiring);
  return { from: a.from, weights };
}

/** The distribution of the sum of two numbers. */
export function convolved(a: Distribution, b: Distribution, semiring: Semiring): Distribution {
  const length = a.weights.length + b.weights.length - 1;
  const weights = new Float64Array(a.weights.length === 0 || b.weights.length === 0 ? 0 : length);
  // One number far away leaves a long gap, so zeros are skipped in the distribution where that saves most.
  const isCheaper = nonZeros(a) * b.weights.length <= nonZeros(b) * a.weights.length;
  const [one, other] = isCheaper ? [a.weights, b.weights] : [b.weights, a.weights];
  const add = semiring === "sum-product" ? addShifted : raiseShifted;
  for (let at = 0; at < one.length; at++) {
    const factor = one[at] ?? 0;
    if (factor !== 0) add(weights, other, at, factor);
  }
  return { from: a.from + b.from, weights };
}

function nonZeros({ weights }: Distribution): number {
  let count = 0;
  for (let at = 0; at < weights.length; at++) if (weights[at] !== 0) count++;
  return count;
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

/** The way back from a sum: the weight of each number of `range` that has any, if `part` is added to it and the sums have the weights `whole`. */
export function correlated(
  whole: Distribution,
  part: Distribution,
  range: Distribution,
  semiring: Semiring,
): Distribution {
  const weights = new Float64Array(range.weights.length);
  const runs = nonZeroRuns(part);
  const overlap = semiring === "sum-product" ? sumOfProducts : greatestProduct;
  for (let at = 0; at < weights.length; at++) {
    if (range.weights[at] === 0) continue;
    const shift = range.from + at + part.from - whole.from;
    weights[at] = overlap(whole.weights, part.weights, runs, shift);
  }
  return { from: range.from, weights };
}

/** Adjacent indices, up to, not including, `end`. */
type Run = Readonly<Record<"first" | "end", number>>;

function nonZeroRuns({ weights }: Distribution): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < weights.length; at++) {
    if (weights[at] === 0) continue;
    const first = at;
    while (at < weights.length && weights[at] !== 0) at++;
    runs.push({ first, end: at });
  }
  return runs;
}

/** The sum of all products of a weight of `part` and the weight of `whole` that is `shift` places further. */
function sumOfProducts(whole: Float64Array, part: Float64Array, runs: readonly Run[], shift: number): number {
  let sum = 0;
  for (const { first, end } of runs) {
    const last = Math.min(end, whole.length - shift);
    for (let at = Math.max(first, -shift); at < last; at++) sum += (part[at] ?? 0) * (whole[shift + at] ?? 0);
  }
  return sum;
}

/** The greatest of these products. */
function greatestProduct(
  whole: Float64Array,
  part: Float64Array,
  runs: readonly Run[],
  shift: number,
): number {
  let most = 0;
  for (const { first, end } of runs) {
    const last = Math.min(end, whole.length - shift);
    for (let at = Math.max(first, -shift); at < last; at++) {
      const product = (part[at] ?? 0) * (whole[shift + at] ?? 0);
      if (product > most) most = product;
    }
  }
  return most;
}

/** The distribution of the numbers times a whole factor; there is no weight between its multiples. */
export function valuesTimes({ from, weights }: Distribution, factor: number): Distribution {
  const products = new Float64Array(Math.max(0, (weights.length - 1) * factor + 1));
  for (let at = 0; at < weights.length; at++) products[at * factor] = weights[at] ?? 0;
  return { from: from * factor, weights: products };
}

/** The way back from a product, over the numbers of `range` as in {@link correlated}. */
export function valuesOver(whole: Distribution, factor: number, range: Distribution): Distribution {
  const { from, weights } = range;
  const shares = new Float64Array(weights.length);
  for (let at = 0; at < weights.length; at++)
    if (weights[at] !== 0) shares[at] = weightAt(whole, (from + at) * factor);
  return { from, weights: shares };
}

/** The same ratios, scaled so that the greatest weight is 1, without negligible weights at the ends. */
export function normalised({ from, weights }: Distribution): Distribution {
  const greatest = totalWeight({ from, weights }, "max-product");
  if (greatest === 0) return { from, weights };
  const least = greatest * NEGLIGIBLE;
  let [first, end] = [0, weights.length];
  while (first < end && (weights[first] ?? 0) <= least) first++;
  while (end > first && (weights[end - 1] ?? 0) <= least) end--;
  const kept = weights.slice(first, end);
  for (let at = 0; at < kept.length; at++) kept[at] = (kept[at] ?? 0) / greatest;
  return { from: from + first, weights: kept };
}

/** The ways whose weight is more than the share `least` of the greatest. */
export function pruned<Way extends { readonly weight: number }>(ways: readonly Way[], least: number): Way[] {
  let greatest = 0;
  for (const { weight } of ways) greatest = Math.max(greatest, weight);
  const kept: Way[] = [];
  for (const way of ways) if (way.weight > greatest * least) kept.push(way);
  return kept;
}
