import { getElement } from "../../rules/arrays.ts";
import type { ExtraRolls } from "./relaxation.ts";
import { RetainedRules, type TrackedState } from "./retained-rules.ts";
import { boundRepeat, type LaneStakes, type TurnTables } from "./turn-tables.ts";
import { MAX_LANES } from "../turn/kernel.ts";
import type { TrackedBoxes } from "./tracked-boxes.ts";

/** The gains and prices of a relaxed game. */
export interface Prices {
  /** By box and value: an upper bound of an entry's gain, its share of other rules included. */
  readonly gains: readonly Float64Array[];
  /** By box: the dual price of an entry, where the box is not tracked. */
  readonly boxes: Float64Array;
  /** The dual price of an extra roll. */
  readonly rollPrice: number;
  /** Paid in any case. */
  readonly constant: number;
}

/** The value of every state of a relaxed game. */
export interface RelaxedValues {
  readonly tracked: TrackedBoxes;
  /** By position, then by the number of filled untracked boxes. */
  readonly values: Float64Array;
}

/**
 * Solves a relaxed game. Tracked boxes take each entry once; the others take their number of entries in any combination.
 *
 * @param kept the retained rules
 * @param onProgress receives the share that is done, from 0 to 1
 */
export function solveRelaxed(
  tables: TurnTables,
  tracked: TrackedBoxes,
  prices: Prices,
  extraRolls: ExtraRolls | null,
  kept: RetainedRules = new RetainedRules(tables, tracked, [], 0),
  onProgress: (done: number) => void = () => {},
): RelaxedValues {
  const solver = new RelaxedSolver(tables, tracked, prices, extraRolls, kept);
  solver.solve(onProgress);
  return { tracked, values: solver.values };
}

/** The upper bound of the expected total. @see docs/odds.md for the proof */
export function upperBound(
  { boxes }: TurnTables,
  { tracked, values }: RelaxedValues,
  prices: Prices,
  extraRolls: ExtraRolls | null,
): number {
  const slots = boxes.reduce(
    (sum, { at, nodes }) => sum + (tracked.isTracked(at) ? 0 : nodes.length * (prices.boxes[at] ?? 0)),
    0,
  );
  return (values[0] ?? 0) + prices.constant + slots + prices.rollPrice * (extraRolls?.supply ?? 0);
}

/**
 * A tighter bound where all boxes are tracked: the mean of one bound for each group of retained rules. In each, the group counts several
 * times and the other groups are bounded linearly. @see docs/odds.md for the proof
 */
export function splitBound(
  tables: TurnTables,
  tracked: TrackedBoxes,
  parts: readonly RetainedPart[],
  extraRolls: ExtraRolls | null,
  onProgress: (done: number) => void = () => {},
): number {
  const bounds = parts.map(({ kept, prices }, at) => {
    const worth = solveRelaxed(tables, tracked, prices, extraRolls, kept, (done) =>
      onProgress((at + done) / parts.length),
    );
    return upperBound(tables, worth, prices, extraRolls) + kept.start;
  });
  return bounds.reduce((sum, one) => sum + one, 0) / bounds.length;
}

/** A group of retained rules, with the prices of all others. */
export interface RetainedPart {
  readonly kept: RetainedRules;
  readonly prices: Prices;
}

class RelaxedSolver {
  readonly values: Float64Array;
  readonly #tables: TurnTables;
  readonly #tracked: TrackedBoxes;
  readonly #prices: Prices;
  readonly #kept: RetainedRules;
  readonly #price: (rollNumber: number) => Float64Array | null;
  /** The most values of a box. */
  readonly #most: number;
  // By lane: the open boxes, and the position; by lane, box and value: the worth of an entry.
  readonly #open: number[][] = Array.from({ length: MAX_LANES }, () => []);
  readonly #worths: Float64Array;
  readonly #positions = new Float64Array(MAX_LANES);

  constructor(
    tables: TurnTables,
    tracked: TrackedBoxes,
    prices: Prices,
    extraRolls: ExtraRolls | null,
    kept: RetainedRules,
  ) {
    this.#tables = tables;
    this.#tracked = tracked;
    this.#prices = prices;
    this.#kept = kept;
    this.values = new Float64Array(kept.states);
    this.#most = Math.max(...tables.boxes.map(({ values }) => values.length));
    this.#worths = new Float64Array(MAX_LANES * tables.boxes.length * this.#most);
    const all = new Float64Array(MAX_LANES).fill(prices.rollPrice);
    this.#price = (rollNumber) => (extraRolls !== null && rollNumber >= extraRolls.from ? all : null);
  }

  solve(onProgress: (done: number) => void): void {
    const { tracked, spare } = this.#tracked;
    const levels = positionsBySize(this.#tracked);
    let done = 0;
    const batch: TrackedState[] = [];
    const flush = () => {
      this.#solveBatch(batch);
      done += batch.length;
      batch.length = 0;
      if (done % 4096 < MAX_LANES) onProgress(done / this.values.length);
    };
    for (let filled = tracked + spare - 1; filled >= 0; filled--) {
      for (let extra = Math.min(spare, filled); extra >= 0 && filled - extra <= tracked; extra--)
        for (const position of levels[filled - extra] ?? [])
          for (let at = this.#kept.classes(position) - 1; at >= 0; at--) {
            batch.push({ position, extra, at });
            if (batch.length === MAX_LANES) flush();
          }
      if (batch.length > 0) flush();
    }
  }

  #solveBatch(places: readonly TrackedState[]): void {
    places.forEach((place, lane) => {
      this.#loadState(place, lane);
    });
    const { length } = this.#tables.boxes;
    const most = this.#most;
    const stakes: LaneStakes = {
      lanes: places.length,
      open: (lane) => this.#open[lane] ?? [],
      worth: (lane, box, value) => this.#worths[(lane * length + box) * most + value] ?? 0,
      repeatWorth: (lane, roll) => this.#boundRepeat(lane, roll, stakes),
      price: this.#price,
    };
    const { expected } = this.#tables.turn(stakes);
    places.forEach((place, lane) => {
      this.values[this.#kept.state(place)] = expected[lane] ?? 0;
    });
  }

  #loadState(place: TrackedState, lane: number): void {
    const { position, extra } = place;
    const { length } = this.#tables.boxes;
    const open = getElement(this.#open, lane);
    open.length = 0;
    this.#positions[lane] = position;
    for (let box = 0; box < length; box++) {
      const first = (lane * length + box) * this.#most;
      if (this.#tracked.isTracked(box)) {
        const next = this.#tracked.next(position, box);
        if (next === -1) continue;
        open.push(box);
        this.#kept.follow(place, box, next, this.values, this.#worths, first);
        this.#addGains(box, first, 0);
      } else if (extra < this.#tracked.spare) {
        open.push(box);
        const after = this.values[this.#kept.state({ ...place, extra: extra + 1 })] ?? 0;
        this.#worths.fill(after, first, first + this.#most);
        this.#addGains(box, first, this.#prices.boxes[box] ?? 0);
      }
    }
  }

  /** Adds the gains of entries, less their price. */
  #addGains(box: number, first: number, price: number): void {
    const gains = this.#prices.gains[box];
    const worths = this.#worths;
    for (let value = 0; value < (gains?.length ?? 0); value++)
      worths[first + value] = (worths[first + value] ?? 0) + (gains?.[value] ?? 0) - price;
  }

  #boundRepeat(lane: number, roll: number, stakes: LaneStakes): number | null {
    const position = this.#positions[lane] ?? 0;
    const { boxes } = this.#tables;
    const open = (box: number, untracked: number) =>
      this.#tracked.isTracked(box)
        ? (boxes[box]?.nodes.length ?? 0) - this.#tracked.filledCount(position, box)
        : untracked;
    return boundRepeat(this.#tables, stakes, lane, roll, open);
  }
}

/** The positions by number of filled boxes. */
export function positionsBySize(tracked: TrackedBoxes): Int32Array[] {
  const sizes = Uint8Array.from({ length: tracked.count }, (_, position) => tracked.size(position));
  const counts = new Int32Array(tracked.tracked + 1);
  for (const size of sizes) counts[size] = (counts[size] ?? 0) + 1;
  const levels = [...counts].map((count) => new Int32Array(count));
  const ends = new Int32Array(levels.length);
  sizes.forEach((size, position) => {
    const at = ends[size] ?? 0;
    getElement(levels, size)[at] = position;
    ends[size] = at + 1;
  });
  return levels;
}

/** With more layers, a turn could fill too many sets of boxes. */
export const LAYERS = 2;

/** Subgradient steps for each position. */
export const TRIES = 12;
/** The first step of the points, and how fast steps shrink. */
const STEP = 4;
const SLOWING = 0.3;
/** The temperature of the softmax over pairs of boxes. */
const SOFTNESS = 2;

/**
 * The upper bound of a game with two layers in which each layer may hold its own dice and both may fill the same box, with all boxes
 * tracked.
 *
 * @param onProgress receives the share that is done, from 0 to 1
 * @see docs/odds.md for the proof
 */
export function layeredBound(
  tables: TurnTables,
  tracked: TrackedBoxes,
  prices: Prices,
  onProgress: (done: number) => void,
): number {
  const known: Known = {
    values: new Float64Array(tracked.count),
    extra: new Float32Array(tracked.count * tables.boxes.length),
  };
  const levels = positionsBySize(tracked);
  let done = 0;
  for (let filled = tracked.tracked - LAYERS; filled >= 0; filled -= LAYERS) {
    const level = levels[filled] ?? new Int32Array(0);
    for (let from = 0; from < level.length; from += MAX_LANES) {
      const places = Array.from(
        level.subarray(from, from + MAX_LANES),
        (position) => new Place(tables, tracked, known, position),
      );
      for (let at = 0; at < TRIES; at++) tryPoints(tables, prices, places, STEP / (1 + at * SLOWING));
      for (const place of places) place.keep(known);
      done += places.length;
      if (from % 512 === 0) onProgress(Math.min(1, (LAYERS * done) / tracked.count));
    }
  }
  return (known.values[0] ?? 0) + prices.constant;
}

/** The bounds of later positions, and the points of each box beyond its average. */
interface Known {
  readonly values: Float64Array;
  readonly extra: Float32Array;
}

/** Evaluates the bound for the points of some places, and moves the points. */
function tryPoints(tables: TurnTables, { gains }: Prices, places: readonly Place[], step: number): void {
  const stakes: LaneStakes = {
    lanes: places.length,
    open: (lane) => places[lane]?.open ?? [],
    worth: (lane, box, value) => (gains[box]?.[value] ?? 0) + (places[lane]?.boxPoints(box) ?? 0),
  };
  const { expected } = tables.turnWithChances(stakes, (lane, box, chance) => {
    places[lane]?.setChance(box, chance);
  });
  places.forEach((place, lane) => {
    place.move(expected[lane] ?? 0, step);
  });
}

/**
 * A position with points for its open boxes. If the future after any two entries of a turn is worth at most r plus the points of both
 * boxes, the position is worth at most r plus, for each layer, the best entry with its points.
 */
class Place {
  readonly open: readonly number[];
  readonly #position: number;
  readonly #boxes: number;
  /** By pair of open boxes: the bound of the future; minus infinity where both can't be filled. */
  readonly #left: Float64Array;
  /** By open box: the mean future after it, relative to the mean of all. */
  readonly #usual: Float64Array;
  readonly #points: Float64Array;
  readonly #chances: Float64Array;
  /** By box: its index among the open ones; -1 for others. */
  readonly #placeOf: Int8Array;
  #best = Number.POSITIVE_INFINITY;
  #bestPoints: Float64Array;

  constructor({ boxes }: TurnTables, tracked: TrackedBoxes, { values, extra }: Known, position: number) {
    const after = boxes.map(({ at: first }) => {
      const then = tracked.next(position, first);
      return boxes.map(({ at: second }) => (then === -1 ? -1 : tracked.next(then, second)));
    });
    // This relaxation allows both orders of the layers.
    const next = (a: number, b: number) => Math.max(after[a]?.[b] ?? -1, after[b]?.[a] ?? -1);
    const open = boxes.flatMap(({ at }) => (boxes.some((other) => next(at, other.at) !== -1) ? [at] : []));
    const { length } = open;
    this.#position = position;
    this.#boxes = boxes.length;
    this.open = open;
    this.#placeOf = new Int8Array(boxes.length).fill(-1);
    open.forEach((box, i) => {
      this.#placeOf[box] = i;
    });
    this.#left = new Float64Array(length * length).fill(Number.NEGATIVE_INFINITY);
    const sums = new Float64Array(length);
    const counts = new Float64Array(length);
    const [extras, extraCounts] = [new Float64Array(length), new Float64Array(length)];
    open.forEach((a, i) => {
      open.forEach((b, j) => {
        const to = next(a, b);
        if (to === -1) return;
        const value = values[to] ?? 0;
        this.#left[i * length + j] = value;
        sums[i] = (sums[i] ?? 0) + value;
        counts[i] = (counts[i] ?? 0) + 1;
        open.forEach((c, k) => {
          if (k === i || k === j) return;
          extras[k] = (extras[k] ?? 0) + (extra[to * boxes.length + c] ?? 0);
          extraCounts[k] = (extraCounts[k] ?? 0) + 1;
        });
      });
    });
    const pairs = counts.reduce((sum, count) => sum + count, 0);
    const mean = sums.reduce((sum, one) => sum + one, 0) / pairs;
    const share = length > LAYERS ? (length - 1) / (length - LAYERS) : 0;
    this.#usual = sums.map((sum, i) => share * (sum / (counts[i] ?? 1) - mean));
    this.#points = this.#usual.map((one, i) => one + (extras[i] ?? 0) / Math.max(1, extraCounts[i] ?? 0));
    this.#bestPoints = this.#points.slice();
    this.#chances = new Float64Array(length);
  }

  boxPoints(box: number): number {
    return this.#points[this.#placeOf[box] ?? -1] ?? 0;
  }

  /** Sets the probability that a layer fills a box. */
  setChance(box: number, chance: number): void {
    this.#chances[this.#placeOf[box] ?? -1] = chance;
  }

  /** Keeps the bound that the points give if it is the lowest, and makes a subgradient step. @param expected the worth of a layer's turn, points included */
  move(expected: number, step: number): void {
    const { length } = this.open;
    const rest = (at: number) =>
      (this.#left[at] ?? 0) - (this.#points[Math.floor(at / length)] ?? 0) - (this.#points[at % length] ?? 0);
    let most = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < this.#left.length; at++) most = Math.max(most, rest(at));
    const bound = most + LAYERS * expected;
    if (bound < this.#best) {
      this.#best = bound;
      this.#bestPoints = this.#points.slice();
    }
    const shares = new Float64Array(length);
    let all = 0;
    for (let at = 0; at < this.#left.length; at++) {
      const share = Math.exp((rest(at) - most) / SOFTNESS);
      all += share;
      for (const i of [Math.floor(at / length), at % length]) shares[i] = (shares[i] ?? 0) + share;
    }
    for (let i = 0; i < length; i++)
      this.#points[i] =
        (this.#points[i] ?? 0) - step * (LAYERS * (this.#chances[i] ?? 0) - (shares[i] ?? 0) / all);
  }

  /** Stores the lowest bound. */
  keep({ values, extra }: Known): void {
    values[this.#position] = this.#best;
    this.open.forEach((box, i) => {
      extra[this.#position * this.#boxes + box] = (this.#bestPoints[i] ?? 0) - (this.#usual[i] ?? 0);
    });
  }
}
