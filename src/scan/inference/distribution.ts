/** How weights of the same number combine: `sum-product` adds them, for marginals; `max-product` keeps the best, for the most probable sheet. */
export type Semiring = "sum-product" | "max-product";

/** Weights at the ends of a range that are smaller than this share of the greatest are dropped. */
const NEGLIGIBLE = 1e-11;

/** An arena for the weights of many distributions: most are short and short-lived, and allocating each by itself takes longer than the sums. */
const ARENA_SIZE = 1 << 15;
let arena = new Float64Array(0);
let arenaUsed = 0;

function allocateWeights(count: number): Float64Array {
  if (arenaUsed + count > arena.length) {
    arena = new Float64Array(Math.max(ARENA_SIZE, count));
    arenaUsed = 0;
  }
  arenaUsed += count;
  return new Float64Array(arena.buffer, (arenaUsed - count) * arena.BYTES_PER_ELEMENT, count);
}

/** Weights of the whole numbers of a range: how well each fits a part of the evidence. Only ratios of weights are meaningful. */
export class Distribution {
  /** The number that the first weight belongs to. */
  readonly from: number;
  readonly weights: Float64Array;

  constructor(from: number, weights: Float64Array) {
    this.from = from;
    this.weights = weights;
  }

  /** The range from `from` to `end`, exclusive, with zero weights. */
  static zeros(from: number, end: number): Distribution {
    return new Distribution(from, allocateWeights(end - from));
  }

  static of(ways: readonly { value: number; weight: number }[], semiring: Semiring): Distribution {
    if (ways.length === 0) return Distribution.zeros(0, 0);
    const least = ways.reduce((least, { value }) => Math.min(least, value), Number.POSITIVE_INFINITY);
    const most = ways.reduce((most, { value }) => Math.max(most, value), least);
    const sums = Distribution.zeros(least, most + 1);
    for (const { value, weight } of ways) sums.add(value, weight, semiring);
    return sums;
  }

  /** The range's end, exclusive. */
  get end(): number {
    return this.from + this.weights.length;
  }

  /** The weight of one number; 0 outside of the range. */
  at(value: number): number {
    const at = value - this.from;
    return at >= 0 && at < this.weights.length ? (this.weights[at] ?? 0) : 0;
  }

  /** Adds weight to a number of the range, in place. */
  add(value: number, weight: number, semiring: Semiring): void {
    this.weights[value - this.from] = combineWeights(this.at(value), weight, semiring);
  }

  /** Adds the weights of another distribution times a factor, in place. */
  mergeScaled(ways: Distribution, factor: number, semiring: Semiring): void {
    combineShifted(this.weights, ways.weights, ways.from - this.from, factor, semiring);
  }

  /** Adds more ways; the range grows to hold all that have weight. */
  extend(ways: readonly { value: number; weight: number }[], semiring: Semiring): Distribution {
    const added = ways.filter(({ weight }) => weight > 0);
    if (added.length === 0) return this;
    const more = Distribution.of(added, semiring);
    const both = Distribution.zeros(Math.min(this.from, more.from), Math.max(this.end, more.end));
    both.mergeScaled(this, 1, semiring);
    both.mergeScaled(more, 1, semiring);
    return both;
  }

  /** The weights of all numbers combined. */
  total(semiring: Semiring): number {
    let all = 0;
    for (const weight of this.weights) all = combineWeights(all, weight, semiring);
    return all;
  }

  /** Other weights for the same range. */
  map(change: (weight: number, value: number) => number): Distribution {
    const { from, weights } = this;
    const changed = allocateWeights(weights.length);
    for (let at = 0; at < weights.length; at++) changed[at] = change(weights[at] ?? 0, from + at);
    return new Distribution(from, changed);
  }

  /** The product of both weights of each number, over this range. */
  times(other: Distribution): Distribution {
    const { from, weights } = this;
    const product = allocateWeights(weights.length);
    const shift = from - other.from;
    const end = Math.min(weights.length, other.weights.length - shift);
    for (let at = Math.max(0, -shift); at < end; at++)
      product[at] = (weights[at] ?? 0) * (other.weights[at + shift] ?? 0);
    return new Distribution(from, product);
  }

  /** Both weights of each number combined, over this range. */
  mergeWeights(other: Distribution, semiring: Semiring): Distribution {
    const { from, weights } = this;
    const both = allocateWeights(weights.length);
    for (let at = 0; at < weights.length; at++)
      both[at] = combineWeights(weights[at] ?? 0, other.at(from + at), semiring);
    return new Distribution(from, both);
  }

  /** Keeps the weights of numbers that have weight in `range`. */
  within(range: Distribution): Distribution {
    const { from, weights } = this;
    const kept = allocateWeights(weights.length);
    for (let at = 0; at < weights.length; at++) kept[at] = range.at(from + at) === 0 ? 0 : (weights[at] ?? 0);
    return new Distribution(from, kept);
  }

  scale(factor: number): Distribution {
    const { from, weights } = this;
    const scaled = allocateWeights(weights.length);
    for (let at = 0; at < weights.length; at++) scaled[at] = (weights[at] ?? 0) * factor;
    return new Distribution(from, scaled);
  }

  /** Scales the weights so that they add up to 1. */
  toShares(): Distribution {
    const whole = this.total("sum-product");
    return whole === 0 ? this : this.scale(1 / whole);
  }

  /** The distribution of the sum of two numbers. */
  convolve(other: Distribution, semiring: Semiring): Distribution {
    // Outliers leave long gaps, so the outer loop skips the zeros of the distribution where that saves most.
    const isCheaper = nonZeros(this) * other.weights.length <= nonZeros(other) * this.weights.length;
    const [one, spread] = isCheaper ? [this.weights, other.weights] : [other.weights, this.weights];
    const weights = allocateWeights(one.length && spread.length && one.length + spread.length - 1);
    for (let at = 0; at < one.length; at++)
      if (one[at] !== 0) combineShifted(weights, spread, at, one[at] ?? 0, semiring);
    return new Distribution(this.from + other.from, weights);
  }

  /** The inverse of {@link convolve}: the weight of each number of `range` so that the sum with `part` has these weights. */
  crossCorrelate(part: Distribution, range: Distribution, semiring: Semiring): Distribution {
    const weights = allocateWeights(range.weights.length);
    const shift = this.from - part.from - range.from;
    for (let at = 0; at < part.weights.length; at++)
      if (part.weights[at] !== 0)
        combineShifted(weights, this.weights, shift - at, part.weights[at] ?? 0, semiring);
    for (let at = 0; at < weights.length; at++) if (range.weights[at] === 0) weights[at] = 0;
    return new Distribution(range.from, weights);
  }

  /** Scales the weights so that the greatest is 1, and drops negligible ones at the ends. */
  normalise(): Distribution {
    const { from, weights } = this;
    const greatest = this.total("max-product");
    if (greatest === 0) return this;
    const least = greatest * NEGLIGIBLE;
    let [first, end] = [0, weights.length];
    while ((weights[first] ?? 0) <= least) first++;
    while ((weights[end - 1] ?? 0) <= least) end--;
    const scaled = allocateWeights(end - first);
    for (let at = first; at < end; at++) scaled[at - first] = (weights[at] ?? 0) / greatest;
    return new Distribution(from + first, scaled);
  }
}

export function combineWeights(a: number, b: number, semiring: Semiring): number {
  return semiring === "sum-product" ? a + b : Math.max(a, b);
}

function nonZeros({ weights }: Distribution): number {
  let count = 0;
  for (const weight of weights) if (weight !== 0) count++;
  return count;
}

/** Combines weights times a factor, shifted by `shift`, with those in `into`, in place. */
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

/** Drops ways whose weight is at most the share `least` of the greatest. */
export function pruneWays<Way extends { readonly weight: number }>(
  ways: readonly Way[],
  least: number,
): Way[] {
  const greatest = ways.reduce((most, { weight }) => Math.max(most, weight), 0);
  return ways.filter(({ weight }) => weight > greatest * least);
}
