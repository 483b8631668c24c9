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
  const at = value - from;
  return at >= 0 && at < weights.length ? (weights[at] ?? 0) : 0;
}

/** The number behind the last of the range. */
export function endOf({ from, weights }: Spread): number {
  return from + weights.length;
}

/** The numbers from `from` up to, not including, `end`, none of them with any weight yet. */
export function unweighted(from: number, end: number): Spread {
  return { from, weights: new Float64Array(end - from) };
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
  if (from >= end) return unweighted(0, 0);
  const sums = unweighted(from, end);
  for (const { value, weight } of ways) addWay(sums, value, weight, algebra);
  return sums;
}

/** One way more to a number of the range. */
export function addWay({ from, weights }: Spread, value: number, weight: number, algebra: Algebra): void {
  const at = value - from;
  weights[at] = joined(weights[at] ?? 0, weight, algebra);
}

/** Two ways to the same number. */
export function joined(a: number, b: number, algebra: Algebra): number {
  return algebra === "all" ? a + b : Math.max(a, b);
}

/** All ways to any number. */
export function wholeOf({ weights }: Spread, algebra: Algebra): number {
  let all = 0;
  for (let at = 0; at < weights.length; at++) all = joined(all, weights[at] ?? 0, algebra);
  return all;
}

/** The same weight for every number that has any. */
export function evenly({ from, weights }: Spread): Spread {
  const even = new Float64Array(weights.length);
  for (let at = 0; at < weights.length; at++) even[at] = weights[at] === 0 ? 0 : 1;
  return { from, weights: even };
}

/** Every weight times the same factor. */
export function scaled({ from, weights }: Spread, factor: number): Spread {
  const changed = new Float64Array(weights.length);
  for (let at = 0; at < weights.length; at++) changed[at] = (weights[at] ?? 0) * factor;
  return { from, weights: changed };
}

/** The range of `a` with how well each number goes with both. */
export function both(a: Spread, b: Spread): Spread {
  const weights = new Float64Array(a.weights.length);
  const shift = a.from - b.from;
  const end = Math.min(weights.length, b.weights.length - shift);
  for (let at = Math.max(0, -shift); at < end; at++)
    weights[at] = (a.weights[at] ?? 0) * (b.weights[shift + at] ?? 0);
  return { from: a.from, weights };
}

/** The range of `a` with the ways to each number that either of them knows. */
export function either(a: Spread, b: Spread, algebra: Algebra): Spread {
  const weights = a.weights.slice();
  const shift = a.from - b.from;
  const end = Math.min(weights.length, b.weights.length - shift);
  for (let at = Math.max(0, -shift); at < end; at++)
    weights[at] = joined(weights[at] ?? 0, b.weights[shift + at] ?? 0, algebra);
  return { from: a.from, weights };
}

/** The weights of the sums of two numbers. */
export function summed(a: Spread, b: Spread, algebra: Algebra): Spread {
  const length = a.weights.length + b.weights.length - 1;
  const weights = new Float64Array(a.weights.length === 0 || b.weights.length === 0 ? 0 : length);
  // One number far away leaves a long gap, so what has no weight is skipped where that saves most.
  const isCheaper = filledIn(a) * b.weights.length <= filledIn(b) * a.weights.length;
  const [one, other] = isCheaper ? [a.weights, b.weights] : [b.weights, a.weights];
  const add = algebra === "all" ? addShifted : raiseShifted;
  for (let at = 0; at < one.length; at++) {
    const factor = one[at] ?? 0;
    if (factor !== 0) add(weights, other, at, factor);
  }
  return { from: a.from + b.from, weights };
}

/** How many numbers have weight. */
function filledIn({ weights }: Spread): number {
  let filled = 0;
  for (let at = 0; at < weights.length; at++) if (weights[at] !== 0) filled++;
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
  const stretches = stretchesOf(part);
  const overlap = algebra === "all" ? sumOfProducts : greatestProduct;
  for (let at = 0; at < weights.length; at++) {
    if (range.weights[at] === 0) continue;
    const shift = range.from + at + part.from - whole.from;
    weights[at] = overlap(whole.weights, part.weights, stretches, shift);
  }
  return { from: range.from, weights };
}

/** Places of a range, all of them with weight, up to, not including, `end`. */
interface Stretch {
  readonly first: number;
  readonly end: number;
}

/** Where a range has weight. */
function stretchesOf({ weights }: Spread): Stretch[] {
  const stretches: Stretch[] = [];
  for (let at = 0; at < weights.length; at++) {
    if (weights[at] === 0) continue;
    const first = at;
    while (at < weights.length && weights[at] !== 0) at++;
    stretches.push({ first, end: at });
  }
  return stretches;
}

/** All ways over any number of `part` to a number of `whole`, which starts `shift` places later. */
function sumOfProducts(
  whole: Float64Array,
  part: Float64Array,
  stretches: readonly Stretch[],
  shift: number,
): number {
  let sum = 0;
  for (const { first, end } of stretches) {
    const last = Math.min(end, whole.length - shift);
    for (let at = Math.max(first, -shift); at < last; at++) sum += (part[at] ?? 0) * (whole[shift + at] ?? 0);
  }
  return sum;
}

/** The likeliest of these ways. */
function greatestProduct(
  whole: Float64Array,
  part: Float64Array,
  stretches: readonly Stretch[],
  shift: number,
): number {
  let most = 0;
  for (const { first, end } of stretches) {
    const last = Math.min(end, whole.length - shift);
    for (let at = Math.max(first, -shift); at < last; at++) {
      const product = (part[at] ?? 0) * (whole[shift + at] ?? 0);
      if (product > most) most = product;
    }
  }
  return most;
}

/** The weights of the numbers times a whole factor; between its multiples nothing can be reached. */
export function multiplied({ from, weights }: Spread, factor: number): Spread {
  const products = new Float64Array(Math.max(0, (weights.length - 1) * factor + 1));
  for (let at = 0; at < weights.length; at++) products[at * factor] = weights[at] ?? 0;
  return { from: from * factor, weights: products };
}

/** The way back from a product: as for {@link differenced}, the weight of each number of `range`. */
export function divided(whole: Spread, factor: number, range: Spread): Spread {
  const { from, weights } = range;
  const shares = new Float64Array(weights.length);
  for (let at = 0; at < weights.length; at++)
    if (weights[at] !== 0) shares[at] = weightAt(whole, (from + at) * factor);
  return { from, weights: shares };
}

/** The same weights in relation to each other, the greatest 1, without ends that are next to nothing. */
export function trimmed({ from, weights }: Spread): Spread {
  const greatest = wholeOf({ from, weights }, "best");
  if (greatest === 0) return { from, weights };
  const least = greatest * NEGLIGIBLE;
  let [first, end] = [0, weights.length];
  while (first < end && (weights[first] ?? 0) <= least) first++;
  while (end > first && (weights[end - 1] ?? 0) <= least) end--;
  const kept = weights.slice(first, end);
  for (let at = 0; at < kept.length; at++) kept[at] = (kept[at] ?? 0) / greatest;
  return { from: from + first, weights: kept };
}
