/** Probabilities of consecutive integers, starting at `from`. */
export interface TotalDistribution {
  readonly from: number;
  readonly chances: Float64Array;
}

export function distributionMean({ from, chances }: TotalDistribution): number {
  const all = chances.reduce((sum, chance) => sum + chance, 0);
  return from + chances.reduce((sum, chance, at) => sum + at * chance, 0) / all;
}

export function standardDeviation(distribution: TotalDistribution): number {
  const { from, chances } = distribution;
  const mean = distributionMean(distribution);
  const all = chances.reduce((sum, chance) => sum + chance, 0);
  return Math.sqrt(chances.reduce((sum, chance, at) => sum + (from + at - mean) ** 2 * chance, 0) / all);
}

/** @param share from 0 to 1 */
export function percentile({ from, chances }: TotalDistribution, share: number): number {
  const all = chances.reduce((sum, chance) => sum + chance, 0);
  let below = 0;
  for (let at = 0; at < chances.length; at++) {
    below += (chances[at] ?? 0) / all;
    if (below >= share) return from + at;
  }
  return from + chances.length - 1;
}

/**
 * The percentile rank of each number: the share of games below it, and half of those on it. The mean rank is
 * one half.
 *
 * @param chances of consecutive numbers
 * @returns shares from 0 to 1, in their order
 */
export function percentileRanks(chances: readonly number[]): number[] {
  const all = chances.reduce((sum, chance) => sum + chance, 0);
  let below = 0;
  return chances.map((chance) => {
    const share = (below + chance / 2) / all;
    below += chance;
    return share;
  });
}
