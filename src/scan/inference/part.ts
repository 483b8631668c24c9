import type { Written } from "./sheet-reading.ts";
import { type Algebra, differenced, divided, multiplied, type Spread, summed, trimmed } from "./spread.ts";

/**
 * A part of a sheet that comes to one number, on which the parts below go on: a group of boxes, a sum, a line. Parts form a
 * tree with the grand total as its root, and messages run through it both ways (sum-product algorithm; Kschischang, Frey and
 * Loeliger 2001): first towards the root as the tree is built, then back.
 */
export interface Part {
  /** How well each number goes with everything that was seen in this part. */
  readonly up: Spread;
  /** Tells the part how well each number of its range goes with everything that was seen elsewhere on the sheet. */
  take(rest: Spread): void;
}

/** A way in which a box or line was filled, with its weight among all whole sheets. */
export interface Noted {
  readonly written: Written;
  readonly weight: number;
  /** How much of the weight is for a slip: a line goes against what stands above it, or a box was added up as something else. */
  readonly slip: number;
}

/** What a tree of parts is built with. */
export interface Tally {
  readonly algebra: Algebra;
  /** Notes down the ways in which the box at this place of the sheet may have been filled. A way may come several times. */
  note(at: number, ways: readonly Noted[]): void;
}

/** The sum of several parts. */
export class SumPart implements Part {
  readonly up: Spread;
  readonly #parts: readonly Part[];
  /** The sums of the parts before each one. */
  readonly #before: Spread[] = [];
  readonly #algebra: Algebra;

  constructor(parts: readonly Part[], { algebra }: Tally) {
    this.#parts = parts;
    this.#algebra = algebra;
    let sum: Spread = { from: 0, weights: Float64Array.of(1) };
    for (const part of parts) {
      this.#before.push(sum);
      sum = trimmed(summed(sum, part.up, algebra));
    }
    this.up = sum;
  }

  take(rest: Spread): void {
    let after = rest;
    for (let at = this.#parts.length - 1; at >= 0; at--) {
      const [part, before] = [this.#parts[at], this.#before[at]];
      if (part === undefined || before === undefined) continue;
      part.take(trimmed(differenced(after, before, part.up, this.#algebra)));
      after = trimmed(differenced(after, part.up, before, this.#algebra));
    }
  }
}

/** A part times the multiplier of its column. */
export class ScaledPart implements Part {
  readonly up: Spread;
  readonly #part: Part;
  readonly #factor: number;

  constructor(part: Part, factor: number) {
    this.#part = part;
    this.#factor = factor;
    this.up = multiplied(part.up, factor);
  }

  take(rest: Spread): void {
    this.#part.take(divided(rest, this.#factor, this.#part.up));
  }
}
