/** How ways to one number combine: `sum-product` adds them up, for marginals; `max-product` keeps the best, for the most probable sheet. */
export type Semiring = "sum-product" | "max-product";

/** Weights at the ends of a range that are smaller than this share of the greatest are dropped. */
const NEGLIGIBLE = 1e-11;

/**
 * Weights of many distributions lie in one stretch of memory: most are few and soon forgotten, and making, counting and clearing away memory of
 * their own takes longer than the sums in them.
 */
const ROOM = 1 << 15;
let room = new Float64Array(0);
let taken = 0;

function noWeights(count: number): Float64Array {
  if (taken + count > room.length) {
    room = new Float64Array(Math.max(ROOM, count));
    taken = 0;
  }
  taken += count;
  return new Float64Array(room.buffer, (taken - count) * room.BYTES_PER_ELEMENT, count);
}

/** How well each whole number of a range fits a part of the evidence, as a weight. Only the ratios of weights mean something. */
export class Distribution {
  /** The number that the first weight belongs to. */
  readonly from: number;
  readonly weights: Float64Array;

  constructor(from: number, weights: Float64Array) {
    this.from = from;
    this.weights = weights;
  }

  /** The range from `from` up to, not including, `end`, with no weight yet. */
  static zeros(from: number, end: number): Distribution {
    return new Distribution(from, noWeights(end - from));
  }

  static of(ways: readonly { value: number; weight: number }[], semiring: Semiring): Distribution {
    if (ways.length === 0) return Distribution.zeros(0, 0);
    const least = ways.reduce((least, { value }) => Math.min(least, value), Number.POSITIVE_INFINITY);
    const most = ways.reduce((most, { value }) => Math.max(most, value), least);
    const sums = Distribution.zeros(least, most + 1);
    for (const { value, weight } of ways) sums.add(value, weight, semiring);
    return sums;
  }

  /** The number behind the last of the range. */
  get end(): number {
    return this.from + this.weights.length;
  }

  /** The weight of one number; 0 outside of the range. */
  at(value: number): number {
    const at = value - this.from;
    return at >= 0 && at < this.weights.length ? (this.weights[at] ?? 0) : 0;
  }

  /** Adds one more way to a number of the range, in place. */
  add(value: number, weight: number, semiring: Semiring): void {
    this.weights[value - this.from] = combineWeights(this.at(value), weight, semiring);
  }

  /** Adds ways to numbers of the range, each times a factor, in place. */
  mergeScaled(ways: Distribution, factor: number, semiring: Semiring): void {
    combineShifted(this.weights, ways.weights, ways.from - this.from, factor, semiring);
  }

  /** The same ways and some more, over a range that holds all that have weight. */
  extend(ways: readonly { value: number; weight: number }[], semiring: Semiring): Distribution {
    const added = ways.filter(({ weight }) => weight > 0);
    if (added.length === 0) return this;
    const more = Distribution.of(added, semiring);
    const both = Distribution.zeros(Math.min(this.from, more.from), Math.max(this.end, more.end));
    both.mergeScaled(this, 1, semiring);
    both.mergeScaled(more, 1, semiring);
    return both;
  }

  /** The weight of all ways to any number. */
  total(semiring: Semiring): number {
    let all = 0;
    for (const weight of this.weights) all = combineWeights(all, weight, semiring);
    return all;
  }

  /** Other weights for the same range. */
  map(change: (weight: number, value: number) => number): Distribution {
    const { from, weights } = this;
    const changed = noWeights(weights.length);
    for (let at = 0; at < weights.length; at++) changed[at] = change(weights[at] ?? 0, from + at);
    return new Distribution(from, changed);
  }

  /** Over this range: how well each number fits both. */
  times(other: Distribution): Distribution {
    const { from, weights } = this;
    const product = noWeights(weights.length);
    const shift = from - other.from;
    const end = Math.min(weights.length, other.weights.length - shift);
    for (let at = Math.max(0, -shift); at < end; at++)
      product[at] = (weights[at] ?? 0) * (other.weights[at + shift] ?? 0);
    return new Distribution(from, product);
  }

  /** Over this range: the ways to each number in either of them. */
  mergeWeights(other: Distribution, semiring: Semiring): Distribution {
    const { from, weights } = this;
    const both = noWeights(weights.length);
    for (let at = 0; at < weights.length; at++)
      both[at] = combineWeights(weights[at] ?? 0, other.at(from + at), semiring);
    return new Distribution(from, both);
  }

  /** The same weights for the numbers that have any in a range, and none for others. */
  within(range: Distribution): Distribution {
    const { from, weights } = this;
    const kept = noWeights(weights.length);
    for (let at = 0; at < weights.length; at++) kept[at] = range.at(from + at) === 0 ? 0 : (weights[at] ?? 0);
    return new Distribution(from, kept);
  }

  /** The same range, each weight times a factor. */
  scale(factor: number): Distribution {
    const { from, weights } = this;
    const scaled = noWeights(weights.length);
    for (let at = 0; at < weights.length; at++) scaled[at] = (weights[at] ?? 0) * factor;
    return new Distribution(from, scaled);
  }

  /** The same ratios, as shares that add up to 1. */
  toShares(): Distribution {
    const whole = this.total("sum-product");
    return whole === 0 ? this : this.scale(1 / whole);
  }

  /** The distribution of the sum of two numbers. */
  convolve(other: Distribution, semiring: Semiring): Distribution {
    // One number far away leaves a long gap, so zeros are skipped in the distribution where that saves most.
    const isCheaper = nonZeros(this) * other.weights.length <= nonZeros(other) * this.weights.length;
    const [one, spread] = isCheaper ? [this.weights, other.weights] : [other.weights, this.weights];
    const weights = noWeights(one.length && spread.length && one.length + spread.length - 1);
    for (let at = 0; at < one.length; at++)
      if (one[at] !== 0) combineShifted(weights, spread, at, one[at] ?? 0, semiring);
    return new Distribution(this.from + other.from, weights);
  }

  /** The way back from a sum with these weights: the weight of each number of `range` that has any, if `part` is added to it. */
  crossCorrelate(part: Distribution, range: Distribution, semiring: Semiring): Distribution {
    const weights = noWeights(range.weights.length);
    const shift = this.from - part.from - range.from;
    for (let at = 0; at < part.weights.length; at++)
      if (part.weights[at] !== 0)
        combineShifted(weights, this.weights, shift - at, part.weights[at] ?? 0, semiring);
    for (let at = 0; at < weights.length; at++) if (range.weights[at] === 0) weights[at] = 0;
    return new Distribution(range.from, weights);
  }

  /** The same ratios, scaled so that the greatest weight is 1, without negligible weights at the ends. */
  normalise(): Distribution {
    const { from, weights } = this;
    const greatest = this.total("max-product");
    if (greatest === 0) return this;
    const least = greatest * NEGLIGIBLE;
    let [first, end] = [0, weights.length];
    while ((weights[first] ?? 0) <= least) first++;
    while ((weights[end - 1] ?? 0) <= least) end--;
    const scaled = noWeights(end - first);
    for (let at = first; at < end; at++) scaled[at - first] = (weights[at] ?? 0) / greatest;
    return new Distribution(from + first, scaled);
  }
}

/** The weight of two ways to the same number. */
export function combineWeights(a: number, b: number, semiring: Semiring): number {
  return semiring === "sum-product" ? a + b : Math.max(a, b);
}

function nonZeros({ weights }: Distribution): number {
  let count = 0;
  for (const weight of weights) if (weight !== 0) count++;
  return count;
}

/** Adds ways to numbers: the weights of a range times a factor, `shift` places further on, to those of another, in place. */
export function combineShifted(
  into: Float64Array,
  from: Float64Array,
  shift: number,
  factor: number,
  semiring: Semiring,
): void {
  if (semiring === "sum-product") addShifted(into, from, shift, factor);
  else raiseShifted(into, from, shift, factor);
}

function addShifted(into: Float64Array, from: Float64Array, shift: number, factor: number): void {
  const end = Math.min(from.length, into.length - shift);
  for (let at = Math.max(0, -shift); at < end; at++)
    into[shift + at] = (into[shift + at] ?? 0) + factor * (from[at] ?? 0);
}

function raiseShifted(into: Float64Array, from: Float64Array, shift: number, factor: number): void {
  const end = Math.min(from.length, into.length - shift);
  for (let at = Math.max(0, -shift); at < end; at++) {
    const weight = factor * (from[at] ?? 0);
    if (weight > (into[shift + at] ?? 0)) into[shift + at] = weight;
  }
}

/** The ways whose weight is more than the share `least` of the greatest. */
export function pruneWays<Way extends { readonly weight: number }>(
  ways: readonly Way[],
  least: number,
): Way[] {
  const greatest = ways.reduce((most, { weight }) => Math.max(most, weight), 0);
  return ways.filter(({ weight }) => weight > greatest * least);
}
