/** Probabilities of whole numbers from `from` on. */
export interface TotalDistribution {
  readonly from: number;
  readonly chances: Float64Array;
}

/** Ends of a distribution below this are cut off. */
const NEGLIGIBLE = 1e-15;

/** Probabilities that grow while they are added up. */
export class Mass {
  /** All of it together. */
  total = 0;
  #from = 0;
  #chances = new Float64Array(0);

  /** Adds another one, moved by `gain` and times `chance`. */
  add(other: Mass, gain: number, chance: number): void {
    const from = other.#from + gain;
    this.#reach(from, from + other.#chances.length);
    const offset = from - this.#from;
    const theirs = other.#chances;
    const mine = this.#chances;
    for (let at = 0; at < theirs.length; at++)
      mine[at + offset] = (mine[at + offset] ?? 0) + (theirs[at] ?? 0) * chance;
    this.total += other.total * chance;
  }

  /** Cuts off ends that are not worth the time. */
  trim(): void {
    const isWorth = (chance: number) => chance > NEGLIGIBLE;
    const first = this.#chances.findIndex(isWorth);
    if (first === -1) return;
    this.#chances = this.#chances.slice(first, this.#chances.findLastIndex(isWorth) + 1);
    this.#from += first;
  }

  /** All of it at one number. */
  static at(value: number): Mass {
    const mass = new Mass();
    mass.#from = value;
    mass.#chances = Float64Array.of(1);
    mass.total = 1;
    return mass;
  }

  get distribution(): TotalDistribution {
    return { from: this.#from, chances: this.#chances };
  }

  #reach(from: number, end: number): void {
    const { length } = this.#chances;
    if (length === 0) {
      this.#from = from;
      this.#chances = new Float64Array(end - from);
      return;
    }
    if (from >= this.#from && end <= this.#from + length) return;
    const low = Math.min(from, this.#from);
    const grown = new Float64Array(Math.max(end, this.#from + length) - low);
    grown.set(this.#chances, this.#from - low);
    this.#chances = grown;
    this.#from = low;
  }
}

/** The mean of a distribution. */
export function meanOf({ from, chances }: TotalDistribution): number {
  const all = chances.reduce((sum, chance) => sum + chance, 0);
  return from + chances.reduce((sum, chance, at) => sum + at * chance, 0) / all;
}

/** The standard deviation of a distribution. */
export function deviationOf(distribution: TotalDistribution): number {
  const { from, chances } = distribution;
  const mean = meanOf(distribution);
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
