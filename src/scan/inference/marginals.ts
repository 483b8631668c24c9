import { combined, type Semiring } from "./distribution.ts";
import type { MarginalSink, WeightedWay } from "./factor.ts";
import { type Alternative, keyOf, type Written } from "./sheet-reading.ts";

/** What stands in one box, given all evidence about its player. */
export interface Marginal {
  /** Every way in which it may have been filled, the most probable first; their probabilities add up to 1. */
  readonly ways: readonly Alternative[];
  /** The probability that a line contradicts what stands above it, or that the sum below a box used another number. */
  readonly slip: number;
}

function weighedBox() {
  return { contents: new Map<string, { written: Written; weight: number }>(), slip: 0, whole: 0 };
}

/** The marginals of boxes, collected from a tree of factors. */
export class Marginals implements MarginalSink {
  readonly semiring: Semiring;
  readonly #boxes = new Map<number, ReturnType<typeof weighedBox>>();

  constructor(semiring: Semiring) {
    this.semiring = semiring;
  }

  add(at: number, ways: readonly WeightedWay[]): void {
    const box = this.#boxes.get(at) ?? weighedBox();
    this.#boxes.set(at, box);
    for (const { written, weight, slip } of ways) {
      if (weight === 0) continue;
      const key = keyOf(written);
      const known = box.contents.get(key);
      if (known === undefined) box.contents.set(key, { written, weight });
      else known.weight = combined(known.weight, weight, this.semiring);
      box.whole += weight;
      box.slip += slip;
    }
  }

  has(at: number): boolean {
    return this.#boxes.has(at);
  }

  /** The marginal of the box with this index. */
  of(at: number): Marginal {
    const box = this.#boxes.get(at);
    if (box === undefined || box.whole === 0) return { ways: [], slip: 0 };
    const ways: Alternative[] = [];
    for (const { written, weight } of box.contents.values())
      ways.push({ written, probability: weight / box.whole });
    return { ways: ways.sort(mostProbableFirst), slip: box.slip / box.whole };
  }
}

export function mostProbableFirst(a: Alternative, b: Alternative): number {
  return b.probability - a.probability;
}
