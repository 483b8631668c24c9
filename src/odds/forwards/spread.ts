import { loadLoops } from "../../rules/wasm.ts";
import { SPREAD_WASM, type SpreadLoops, STEP } from "./spread-wasm.ts";

/** Ends of a distribution below this are cut off. */
const NEGLIGIBLE = 1e-15;

/** The number of outcomes that are gathered before they are added up. */
const BATCH = 1 << 20;

const PAGE = 65_536;
/** Bytes that are allocated at a time. */
const CHUNK = 64 * PAGE;

/** The states after some number of turns, each at a place: their probabilities, and where their distributions of totals are. */
export class Layer {
  /** By position, the place of its first lane. */
  readonly places = new Map<number, number>();
  /** The probability of each state. */
  chances = new Float64Array(1024);
  /** The range of totals, `end` excluded; empty for states that were not reached. */
  low = new Int32Array(1024);
  end = new Int32Array(1024);
  /** The first number of a state in memory, and the range of totals that has memory. */
  start = new Int32Array(1024);
  roomLow = new Int32Array(1024);
  roomEnd = new Int32Array(1024);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** The place of a position's first lane. */
  allocateState(position: number, lanes: number): number {
    const known = this.places.get(position);
    if (known !== undefined) return known;
    const place = this.#count;
    this.places.set(position, place);
    this.#count += lanes;
    if (this.#count > this.chances.length) this.#grow();
    return place;
  }

  clear(): void {
    this.places.clear();
    for (const list of [this.chances, this.low, this.end, this.start, this.roomLow, this.roomEnd])
      list.fill(0, 0, this.#count);
    this.#count = 0;
  }

  #grow(): void {
    const size = 2 * this.#count;
    const grown = (list: Int32Array) => {
      const longer = new Int32Array(size);
      longer.set(list);
      return longer;
    };
    const chances = new Float64Array(size);
    chances.set(this.chances);
    this.chances = chances;
    [this.low, this.end, this.start] = [grown(this.low), grown(this.end), grown(this.start)];
    [this.roomLow, this.roomEnd] = [grown(this.roomLow), grown(this.roomEnd)];
  }
}

/**
 * Propagates distributions of totals from the states after n turns to those after n + 1. Outcomes are collected first and then added up state
 * by state, for cache locality.
 */
export class Spread {
  from = new Layer();
  to = new Layer();
  readonly #memory = new WebAssembly.Memory({ initial: 1 });
  readonly #add: SpreadLoops["add"];
  readonly #hasTotals: boolean;
  #numbers = new Float64Array(this.#memory.buffer);
  // Pieces of memory: those of both layers, and free ones.
  #used: Piece[] = [];
  #before: Piece[] = [];
  #free: Piece[] = [];
  #at = 0;
  #left = 0;
  // Gathered outcomes: source and target place, the gain in totals, and the share of the source's probability.
  #count = 0;
  readonly #sources = new Int32Array(BATCH);
  readonly #targets = new Int32Array(BATCH);
  readonly #gains = new Int32Array(BATCH);
  readonly #shares = new Float64Array(BATCH);
  readonly #order = new Int32Array(BATCH);

  /** @param totals whether to compute distributions of totals, or only probabilities of states */
  constructor(totals = true) {
    this.#hasTotals = totals;
    this.#add = loadLoops<SpreadLoops>(SPREAD_WASM, this.#memory).add;
  }

  /** Starts with one state and its total. */
  begin(position: number, lanes: number, total: number): void {
    const place = this.to.allocateState(position, lanes);
    this.to.chances[place] = 1;
    this.to.low[place] = total;
    this.to.end[place] = total + 1;
    this.#makeRoom(place);
    this.#numbers[this.to.start[place] ?? 0] = 1;
    this.advanceTurn();
  }

  /** Adds an outcome that leads from a state to one of the next layer. */
  add(source: number, target: number, gain: number, share: number): void {
    const { from, to } = this;
    if (this.#hasTotals) this.#gather(source, target, gain, share);
    to.chances[target] = (to.chances[target] ?? 0) + (from.chances[source] ?? 0) * share;
  }

  #gather(source: number, target: number, gain: number, share: number): void {
    if (this.#count === BATCH) this.#addUp();
    const { from, to } = this;
    const at = this.#count++;
    this.#sources[at] = source;
    this.#targets[at] = target;
    this.#gains[at] = gain;
    this.#shares[at] = share;
    const low = (from.low[source] ?? 0) + gain;
    const end = (from.end[source] ?? 0) + gain;
    if (to.chances[target] === 0) {
      to.low[target] = low;
      to.end[target] = end;
    } else {
      if (low < (to.low[target] ?? 0)) to.low[target] = low;
      if (end > (to.end[target] ?? 0)) to.end[target] = end;
    }
  }

  /** Ends a turn: the next layer becomes the current one. */
  advanceTurn(): void {
    const { from, to } = this;
    if (this.#hasTotals) this.#addUp();
    this.#free.push(...this.#before);
    this.#before = this.#used;
    this.#used = [];
    this.#left = 0;
    this.#trim(to);
    from.clear();
    this.from = to;
    this.to = from;
  }

  /** The probability below which states are dropped so that at most `most` totals are left; at least `least`. */
  computePruneThreshold(most: number, least: number): number {
    const { count, chances, low, end } = this.from;
    const totals = (threshold: number) => {
      let sum = 0;
      for (let place = 0; place < count; place++)
        if ((chances[place] ?? 0) >= threshold) sum += (end[place] ?? 0) - (low[place] ?? 0);
      return sum;
    };
    let threshold = least;
    while (totals(threshold) > most) threshold *= 1.25;
    return threshold;
  }

  /** The totals of all states together. */
  get distribution(): TotalDistribution {
    const { count, low, end, start } = this.from;
    let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let place = 0; place < count; place++)
      if ((end[place] ?? 0) > (low[place] ?? 0)) {
        first = Math.min(first, low[place] ?? 0);
        last = Math.max(last, end[place] ?? 0);
      }
    const chances = new Float64Array(Math.max(0, last - first));
    for (let place = 0; place < count; place++)
      for (let total = low[place] ?? 0; total < (end[place] ?? 0); total++)
        chances[total - first] =
          (chances[total - first] ?? 0) +
          (this.#numbers[(start[place] ?? 0) + total - (low[place] ?? 0)] ?? 0);
    return { from: first, chances };
  }

  #addUp(): void {
    const { to, from } = this;
    for (let place = 0; place < to.count; place++) this.#makeRoom(place);
    this.#sort();
    for (let i = 0; i < this.#count; i++) {
      const at = this.#order[i] ?? 0;
      const source = this.#sources[at] ?? 0;
      const target = this.#targets[at] ?? 0;
      const low = from.low[source] ?? 0;
      const begin = from.start[source] ?? 0;
      const into = (to.start[target] ?? 0) + low + (this.#gains[at] ?? 0) - (to.roomLow[target] ?? 0);
      this.#add(into * 8, begin * 8, (begin + (from.end[source] ?? 0) - low) * 8, this.#shares[at] ?? 0);
    }
    this.#count = 0;
  }

  /** Orders outcomes by target (counting sort). */
  #sort(): void {
    const starts = new Int32Array(this.to.count + 1);
    for (let at = 0; at < this.#count; at++) {
      const next = (this.#targets[at] ?? 0) + 1;
      starts[next] = (starts[next] ?? 0) + 1;
    }
    for (let place = 1; place < starts.length; place++)
      starts[place] = (starts[place] ?? 0) + (starts[place - 1] ?? 0);
    for (let at = 0; at < this.#count; at++) {
      const target = this.#targets[at] ?? 0;
      const place = starts[target] ?? 0;
      this.#order[place] = at;
      starts[target] = place + 1;
    }
  }

  /** Allocates memory for the totals of a state of the next layer if there isn't enough. */
  #makeRoom(place: number): void {
    const { low, end, start, roomLow, roomEnd } = this.to;
    const [first, last] = [low[place] ?? 0, end[place] ?? 0];
    const [had, hadEnd] = [roomLow[place] ?? 0, roomEnd[place] ?? 0];
    if (last <= first || (first >= had && last <= hadEnd && hadEnd > had)) return;
    const before = start[place] ?? 0;
    const at = this.#reserve(last - first + STEP);
    if (hadEnd > had) this.#numbers.copyWithin(at + had - first, before, before + hadEnd - had);
    start[place] = at;
    roomLow[place] = first;
    roomEnd[place] = last;
  }

  /** Allocates zeros. @returns the index of the first one */
  #reserve(numbers: number): number {
    if (numbers > this.#left) {
      const bytes = Math.max(CHUNK, Math.ceil((numbers * 8) / PAGE) * PAGE);
      const known = this.#free.findIndex((piece) => piece.bytes >= bytes);
      const [piece = this.#grow(bytes)] = known === -1 ? [] : this.#free.splice(known, 1);
      this.#used.push(piece);
      this.#at = piece.at / 8;
      this.#left = piece.bytes / 8;
    }
    const at = this.#at;
    this.#at += numbers;
    this.#left -= numbers;
    this.#numbers.fill(0, at, at + numbers);
    return at;
  }

  #grow(bytes: number): Piece {
    const at = this.#memory.buffer.byteLength;
    this.#memory.grow(bytes / PAGE);
    this.#numbers = new Float64Array(this.#memory.buffer);
    return { at, bytes };
  }

  /** Cuts off negligible ends of distributions. */
  #trim({ count, low, end, start, roomLow }: Layer): void {
    const numbers = this.#numbers;
    for (let place = 0; place < count; place++) {
      let [first, last] = [low[place] ?? 0, end[place] ?? 0];
      const offset = (start[place] ?? 0) - (roomLow[place] ?? 0);
      while (first < last && (numbers[offset + first] ?? 0) <= NEGLIGIBLE) first++;
      while (first < last && (numbers[offset + last - 1] ?? 0) <= NEGLIGIBLE) last--;
      low[place] = first;
      end[place] = last;
      start[place] = offset + first;
    }
  }
}

/** A piece of memory. */
interface Piece {
  readonly at: number;
  readonly bytes: number;
}

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
 * The percentile rank of each number: the share of games below it, and half of those on it. The mean rank is one half.
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
