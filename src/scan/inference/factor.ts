import {
  convolved,
  correlated,
  type Distribution,
  distributionOf,
  normalised,
  type Semiring,
  valuesOver,
  valuesTimes,
  weightAt,
} from "./distribution.ts";
import type { Written } from "./sheet-reading.ts";

/**
 * A part of a sheet that comes to one number, which the parts below use: a group of boxes, a sum, a line. Factors form a tree with the
 * grand total as its root, and messages run through it both ways (sum-product algorithm; Kschischang, Frey and Loeliger 2001): upward
 * while the tree is built, then downward.
 */
export interface Factor {
  /** The upward message: how well each number fits all evidence in this part. */
  readonly upward: Distribution;
  /** Takes the downward message: how well each number of the range fits all evidence elsewhere on the sheet. */
  passDown(rest: Distribution): void;
}

/** A way in which a box or line was filled, with its weight among all whole sheets. */
export interface WeightedWay {
  readonly written: Written;
  readonly weight: number;
  /** How much of the weight is for a slip: a line contradicts what stands above it, or a box was added up as something else. */
  readonly slip: number;
}

/** Where factors leave what they learn about boxes. */
export interface MarginalSink {
  readonly semiring: Semiring;
  /** Adds ways in which the box with this index may have been filled. A way may come several times. */
  add(at: number, ways: readonly WeightedWay[]): void;
}

/** The sum of several parts. */
export class SumFactor implements Factor {
  readonly upward: Distribution;
  /** Each part with the sum of those before it, the last part first. */
  readonly #parts: { readonly part: Factor; readonly before: Distribution }[] = [];
  readonly #semiring: Semiring;

  constructor(parts: readonly Factor[], { semiring }: MarginalSink) {
    this.#semiring = semiring;
    let sum: Distribution = { from: 0, weights: Float64Array.of(1) };
    for (const part of parts) {
      this.#parts.unshift({ part, before: sum });
      sum = normalised(convolved(sum, part.upward, semiring));
    }
    this.upward = sum;
  }

  passDown(rest: Distribution): void {
    let after = rest;
    for (const { part, before } of this.#parts) {
      part.passDown(normalised(correlated(after, before, part.upward, this.#semiring)));
      after = normalised(correlated(after, part.upward, before, this.#semiring));
    }
  }
}

/** A part times the multiplier of its column. */
export class ScaledFactor implements Factor {
  readonly upward: Distribution;
  readonly #part: Factor;
  readonly #factor: number;

  constructor(part: Factor, factor: number) {
    this.#part = part;
    this.#factor = factor;
    this.upward = valuesTimes(part.upward, factor);
  }

  passDown(rest: Distribution): void {
    this.#part.passDown(valuesOver(rest, this.#factor, this.#part.upward));
  }
}

/** A part that counts as at least so much. */
export class FloorFactor implements Factor {
  readonly upward: Distribution;
  readonly #part: Factor;
  readonly #floor: number;

  constructor(part: Factor, floor: number, { semiring }: MarginalSink) {
    this.#part = part;
    this.#floor = floor;
    const { from, weights } = part.upward;
    const ways = [...weights].map((weight, at) => ({ value: Math.max(from + at, floor), weight }));
    this.upward = distributionOf(ways, semiring);
  }

  passDown(rest: Distribution): void {
    const { from, weights } = this.#part.upward;
    const down = weights.map((_, at) => weightAt(rest, Math.max(from + at, this.#floor)));
    this.#part.passDown({ from, weights: down });
  }
}

/** A number of which nothing is known but which values it may have. */
export class FreeFactor implements Factor {
  readonly upward: Distribution;

  constructor(values: readonly number[], { semiring }: MarginalSink) {
    const ways = values.map((value) => ({ value, weight: 1 }));
    this.upward = normalised(distributionOf(ways, semiring));
  }

  passDown(): void {}
}
