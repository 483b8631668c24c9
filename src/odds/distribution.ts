/** Probabilities of whole numbers from `from` on. */
export interface TotalDistribution {
  readonly from: number;
  readonly chances: Float64Array;
}

/** The mean of a distribution. */
export function distributionMean({ from, chances }: TotalDistribution): number {
  const all = chances.reduce((sum, chance) => sum + chance, 0);
  return from + chances.reduce((sum, chance, at) => sum + at * chance, 0) / all;
}

/** The standard deviation of a distribution. */
export function standardDeviation(distribution: TotalDistribution): number {
  const { from, chances } = distribution;
  const mean = distributionMean(distribution);
  const all = chances.reduce((sum, chance) => sum + chance, 0);
  return Math.sqrt(chances.reduce((sum, chance, at) => sum + (from + at - mean) ** 2 * chance, 0) / all);
}

/** The least number that at least this share of games reaches or stays below. @param share from 0 to 1 */
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
 * How far up in a distribution each number stands: the share of games that end below it. Those that end on it count half, so that whoever
 * plays just so comes to a half on average.
 *
 * @param chances of numbers that follow each other
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
