/** Probabilities of whole numbers from `from` on. */
export interface TotalDistribution {
  readonly from: number;
  readonly chances: Float64Array;
}

/** Ends of a distribution below this are cut off. */
const NEGLIGIBLE = 1e-15;

/** Room that is left on both sides when a distribution has to grow, so that it seldom has to: at first, then as a share of what it holds. */
const SLACK = 32;
const GROWTH = 0.5;

/** Probabilities that grow while they are added up. */
export class Mass {
  /** All of it together. */
  total = 0;
  /** The number that the first place stands for. */
  #base = 0;
  #chances = new Float64Array(0);
  // The places that are used: from the first one to before the last one.
  #first = 0;
  #last = 0;

  /** Adds another one, moved by `gain` and times `chance`. */
  add(other: Mass, gain: number, chance: number): void {
    const from = other.#base + other.#first + gain;
    this.#reach(from, from + other.#last - other.#first);
    const theirs = other.#chances;
    const mine = this.#chances;
    let to = from - this.#base;
    for (let at = other.#first; at < other.#last; at++, to++)
      mine[to] = (mine[to] ?? 0) + (theirs[at] ?? 0) * chance;
    this.total += other.total * chance;
  }

  /** Cuts off ends that are not worth the time. */
  trim(): void {
    const chances = this.#chances;
    while (this.#first < this.#last && (chances[this.#first] ?? 0) <= NEGLIGIBLE) this.#first++;
    while (this.#first < this.#last && (chances[this.#last - 1] ?? 0) <= NEGLIGIBLE) this.#last--;
  }

  /** All of it at one number. */
  static at(value: number): Mass {
    const mass = new Mass();
    mass.#base = value;
    mass.#chances = Float64Array.of(1);
    mass.#last = 1;
    mass.total = 1;
    return mass;
  }

  get distribution(): TotalDistribution {
    return {
      from: this.#base + this.#first,
      chances: this.#chances.slice(this.#first, this.#last),
    };
  }

  #reach(from: number, end: number): void {
    const chances = this.#chances;
    if (this.#first === this.#last) {
      this.#base = from - SLACK;
      this.#chances = new Float64Array(end - from + 2 * SLACK);
      this.#first = SLACK;
      this.#last = SLACK + end - from;
      return;
    }
    const [first, last] = [Math.min(from - this.#base, this.#first), Math.max(end - this.#base, this.#last)];
    if (first >= 0 && last <= chances.length) {
      this.#first = first;
      this.#last = last;
      return;
    }
    const slack = Math.ceil(Math.max(SLACK, (last - first) * GROWTH));
    const grown = new Float64Array(last - first + 2 * slack);
    grown.set(chances.subarray(this.#first, this.#last), this.#first - first + slack);
    this.#chances = grown;
    this.#base += first - slack;
    this.#first = slack;
    this.#last = slack + last - first;
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

/**
 * How far up in a distribution each number stands: the share of games that end below it. Those that end on it count half, so that whoever
 * plays just so comes to a half on average.
 *
 * @param chances of numbers that follow each other
 * @returns shares from 0 to 1, in their order
 */
export function sharesBelow(chances: readonly number[]): number[] {
  const all = chances.reduce((sum, chance) => sum + chance, 0);
  let below = 0;
  return chances.map((chance) => {
    const share = (below + chance / 2) / all;
    below += chance;
    return share;
  });
}
