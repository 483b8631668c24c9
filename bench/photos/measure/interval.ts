/** How sure the bounds are. */
const CONFIDENCE = 0.95;

/**
 * The greatest share that is compatible with so few faults: with a greater one, fewer than one run in twenty would show as few (Clopper and
 * Pearson 1934, one-sided). Without any fault it is about three in `cases`.
 */
export function greatestShare(faults: number, cases: number): number {
  if (faults >= cases) return 1;
  let [low, high] = [faults / cases, 1];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (atMost(faults, cases, middle) > 1 - CONFIDENCE) low = middle;
    else high = middle;
  }
  return high;
}

/** The smallest share that is compatible with so few successes: with a smaller one, fewer than one run in twenty would show as many. */
export function smallestShare(successes: number, cases: number): number {
  return cases === 0 ? 0 : 1 - greatestShare(cases - successes, cases);
}

/** The probability of at most this number of faults, if each case is one with the probability `share`. */
function atMost(faults: number, cases: number, share: number): number {
  let log = cases * Math.log1p(-share);
  let sum = Math.exp(log);
  for (let count = 1; count <= faults; count++) {
    log += Math.log((cases - count + 1) / count) + Math.log(share) - Math.log1p(-share);
    sum += Math.exp(log);
  }
  return sum;
}
