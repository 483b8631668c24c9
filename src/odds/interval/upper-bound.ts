import { getElement } from "../../rules/arrays.ts";
import { MAX_LANES } from "../turn/kernel.ts";
import type { ExtraRolls } from "./relaxation.ts";
import { RetainedRules, type TrackedState } from "./retained-rules.ts";
import type { TrackedBoxes } from "./tracked-boxes.ts";
import { boundRepeat, type LaneStakes, type TurnTables } from "./turn-tables.ts";

/** The gains and prices of a relaxed game. */
export interface Prices {
  /** By box and value: an upper bound of what an entry earns, its share of other rules included. */
  readonly gains: readonly Float64Array[];
  /** By box: the dual price of an entry, where the box is not tracked. */
  readonly boxes: Float64Array;
  /** The dual price of an extra roll. */
  readonly rollPrice: number;
  /** What is paid in any case. */
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
      this.#place(place, lane);
    });
    const { length } = this.#tables.boxes;
    const most = this.#most;
    const stakes: LaneStakes = {
      lanes: places.length,
      open: (lane) => this.#open[lane] ?? [],
      worth: (lane, box, value) => this.#worths[(lane * length + box) * most + value] ?? 0,
      repeatWorth: (lane, roll) => this.#repeatRolls(lane, roll, stakes),
      price: this.#price,
    };
    const { expected } = this.#tables.turn(stakes);
    places.forEach((place, lane) => {
      this.values[this.#kept.state(place)] = expected[lane] ?? 0;
    });
  }

  /** Loads a state into a lane. */
  #place(place: TrackedState, lane: number): void {
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
        this.#earn(box, first, 0);
      } else if (extra < this.#tracked.spare) {
        open.push(box);
        const after = this.values[this.#kept.state({ ...place, extra: extra + 1 })] ?? 0;
        this.#worths.fill(after, first, first + this.#most);
        this.#earn(box, first, this.#prices.boxes[box] ?? 0);
      }
    }
  }

  /** Adds the gains of entries, less their price. */
  #earn(box: number, first: number, price: number): void {
    const gains = this.#prices.gains[box];
    const worths = this.#worths;
    for (let value = 0; value < (gains?.length ?? 0); value++)
      worths[first + value] = (worths[first + value] ?? 0) + (gains?.[value] ?? 0) - price;
  }

  #repeatRolls(lane: number, roll: number, stakes: LaneStakes): number | null {
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
