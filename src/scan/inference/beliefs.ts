import type { Noted, Tally } from "./part.ts";
import type { Alternative, Written } from "./sheet-reading.ts";
import { type Algebra, joined } from "./spread.ts";
import { keyOf } from "./written.ts";

/** What is believed of one box, all that was seen of its player considered. */
export interface Belief {
  /** Every way in which it may have been filled, the most probable first; they come to 1. */
  readonly ways: readonly Alternative[];
  /**
   * The probability that the person slipped: a line holds another number than what stands above it leads to, or the sum below a
   * box was worked out with another one.
   */
  readonly slip: number;
}

interface Weighed {
  readonly written: Written;
  weight: number;
}

/** Collects what a tree of parts notes about each box. */
export class Notebook implements Tally {
  readonly algebra: Algebra;
  readonly #boxes = new Map<number, { readonly ways: Map<string, Weighed>; slip: number; whole: number }>();

  constructor(algebra: Algebra) {
    this.algebra = algebra;
  }

  note(at: number, ways: readonly Noted[]): void {
    const box = this.#boxes.get(at) ?? { ways: new Map<string, Weighed>(), slip: 0, whole: 0 };
    this.#boxes.set(at, box);
    for (const { written, weight, slip } of ways) {
      if (weight === 0) continue;
      const key = keyOf(written);
      const known = box.ways.get(key);
      if (known === undefined) box.ways.set(key, { written, weight });
      else known.weight = joined(known.weight, weight, this.algebra);
      box.whole += weight;
      box.slip += slip;
    }
  }

  /** Whether anything was noted about the box at this place. */
  holds(at: number): boolean {
    return this.#boxes.has(at);
  }

  /** What was noted about the box at this place. */
  belief(at: number): Belief {
    const box = this.#boxes.get(at);
    if (box === undefined || box.whole === 0) return { ways: [], slip: 0 };
    const ways: Alternative[] = [];
    for (const { written, weight } of box.ways.values())
      ways.push({ written, probability: weight / box.whole });
    return { ways: ways.sort(mostProbableFirst), slip: box.slip / box.whole };
  }
}

/** The order in which ways are told. */
export function mostProbableFirst(a: Alternative, b: Alternative): number {
  return b.probability - a.probability;
}
