import { getElement } from "../../rules/arrays.ts";
import type { Box } from "../boxes.ts";

/** The features of a state before encoding. */
export interface Observation {
  /** By box: how many of its entries are open. */
  readonly open: Float64Array;
  /** By register: what its rule is expected to pay. */
  readonly forecasts: readonly number[];
  readonly stock: number;
  readonly turnsLeft: number;
}

/** A turn without exploration: the states before and after it, and the temporal-difference error of the policy's estimate. */
export interface TdSample {
  readonly before: Observation;
  /** Null after the last turn. */
  readonly after: Observation | null;
  readonly tdError: number;
}

/** Forecasts are tens of points, open boxes are ones. */
const FORECAST_SCALE = 1 / 30;
/** The ridge of the regression: it shrinks weights with few samples. */
const RIDGE = 20;
/** How many features a stock of rolls has. */
const STOCK = 5;

/** Encodes open boxes: each alone, with the turns left, and with boxes of its category in other columns. */
class Features {
  readonly count: number;
  readonly boxes: number;
  readonly rules: number;
  /** By box: the boxes up to it that it is paired with. */
  readonly pairs: readonly (readonly number[])[];

  constructor(boxes: readonly Box[], rules: number) {
    this.boxes = boxes.length;
    this.rules = rules;
    this.pairs = boxes.map(({ at, category, nodes }) =>
      boxes.flatMap((other) =>
        other.category.id === category.id && (other.at < at || (other.at === at && nodes.length > 1))
          ? [other.at]
          : [],
      ),
    );
    this.count = 2 * boxes.length + this.pairs.flat().length + rules + STOCK;
  }

  write({ open, forecasts, stock, turnsLeft }: Observation, features: Float64Array): void {
    let at = 0;
    for (let i = 0; i < this.boxes; i++) {
      const mine = open[i] ?? 0;
      features[at++] = mine;
      features[at++] = (mine * turnsLeft) / 10;
      for (const j of this.pairs[i] ?? []) features[at++] = mine * (open[j] ?? 0);
    }
    for (const forecast of forecasts) features[at++] = forecast * FORECAST_SCALE;
    features.set(stockFeatures(stock, turnsLeft), at);
  }
}

function stockFeatures(stock: number, turnsLeft: number): number[] {
  return [
    stock / 4,
    (stock / 8) ** 2,
    (stock * turnsLeft) / 40,
    (stock * turnsLeft) / (2 * (stock + turnsLeft + 1)),
    Math.min(stock, 6) / 3,
  ];
}

/** A linear correction of estimated values: points for open boxes, for what rules pay, for a stock of rolls. */
export class ValueCorrection {
  readonly #features: Features;
  readonly #weights: Float64Array;
  readonly #room: Float64Array;

  constructor(features: Features, weights: Float64Array) {
    this.#features = features;
    this.#weights = weights;
    this.#room = new Float64Array(features.count);
  }

  /** The correction for open boxes. @param open by box: how many of its entries are open */
  open(open: Float64Array, turnsLeft: number): number {
    const { rules, count } = this.#features;
    this.#features.write({ open, forecasts: [], stock: 0, turnsLeft }, this.#room);
    let sum = 0;
    for (let i = 0; i < count - rules - STOCK; i++) sum += (this.#room[i] ?? 0) * (this.#weights[i] ?? 0);
    return sum;
  }

  /** The relative correction of what a rule pays. */
  ruleShare(register: number): number {
    return (
      (this.#weights[this.#features.count - STOCK - this.#features.rules + register] ?? 0) * FORECAST_SCALE
    );
  }

  /** The correction for a stock of rolls. */
  stock(stock: number, turnsLeft: number): number {
    const first = this.#features.count - STOCK;
    return stockFeatures(stock, turnsLeft).reduce(
      (sum, feature, i) => sum + feature * (this.#weights[first + i] ?? 0),
      0,
    );
  }

  /** The sum of two corrections. */
  after(before: ValueCorrection | null): ValueCorrection {
    if (before === null) return this;
    return new ValueCorrection(
      this.#features,
      this.#weights.map((mine, i) => mine + (before.#weights[i] ?? 0)),
    );
  }
}

/** Fits a correction by least-squares temporal differences (Bradtke and Barto 1996). */
export function fitCorrection(boxes: readonly Box[], samples: readonly TdSample[]): ValueCorrection {
  const rules = getElement(samples, 0).before.forecasts.length;
  const kinds = new Features(boxes, rules);
  const { count } = kinds;
  const matrix = new Float64Array(count * count);
  const right = new Float64Array(count);
  const before = new Float64Array(count);
  const change = new Float64Array(count);
  for (const sample of samples) {
    kinds.write(sample.before, before);
    if (sample.after === null) change.fill(0);
    else kinds.write(sample.after, change);
    for (let i = 0; i < count; i++) change[i] = (before[i] ?? 0) - (change[i] ?? 0);
    for (let i = 0; i < count; i++) {
      const mine = before[i] ?? 0;
      if (mine === 0) continue;
      right[i] = (right[i] ?? 0) + mine * sample.tdError;
      for (let j = 0; j < count; j++)
        matrix[i * count + j] = (matrix[i * count + j] ?? 0) + mine * (change[j] ?? 0);
    }
  }
  for (let i = 0; i < count; i++) matrix[i * count + i] = (matrix[i * count + i] ?? 0) + RIDGE;
  return new ValueCorrection(kinds, solveLinearSystem(matrix, right));
}

/** Solves linear equations by Gaussian elimination with partial pivoting, in place. */
function solveLinearSystem(matrix: Float64Array, right: Float64Array): Float64Array {
  const n = right.length;
  const rows = Array.from({ length: n }, (_, i) => matrix.subarray(i * n, i * n + n));
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let i = k + 1; i < n; i++)
      if (Math.abs(rows[i]?.[k] ?? 0) > Math.abs(rows[best]?.[k] ?? 0)) best = i;
    const pivot = getElement(rows, best);
    rows[best] = getElement(rows, k);
    rows[k] = pivot;
    const [a, b] = [right[k] ?? 0, right[best] ?? 0];
    right[k] = b;
    right[best] = a;
    for (let i = k + 1; i < n; i++) {
      const row = getElement(rows, i);
      const share = (row[k] ?? 0) / (pivot[k] ?? 1);
      if (share === 0) continue;
      for (let j = k; j < n; j++) row[j] = (row[j] ?? 0) - share * (pivot[j] ?? 0);
      right[i] = (right[i] ?? 0) - share * (right[k] ?? 0);
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    const row = getElement(rows, k);
    let sum = right[k] ?? 0;
    for (let j = k + 1; j < n; j++) sum -= (row[j] ?? 0) * (right[j] ?? 0);
    right[k] = sum / (row[k] ?? 1);
  }
  return right;
}
