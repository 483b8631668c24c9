import { combineWeights, type Semiring } from "./distribution.ts";
import { type Alternative, writtenKey, type ReadBox, type Written } from "./sheet-reading.ts";

/** A way in which a box or line was filled, with its weight among all whole sheets. */
export interface WeightedWay {
  readonly written: Written;
  readonly weight: number;
  /** Its weight by the picture of this box alone; left out on lines, which always depend on what stands above. */
  readonly alone?: number;
  /** How much of the weight is for a slip: a line contradicts what stands above it, or a box was added up as something else. */
  readonly slip: number;
}

/** A way in which a box may have been filled, with its probability given the whole sheet. */
export interface WeighedWay extends Alternative {
  /** The probability given the picture of this box alone. */
  readonly alone: number;
}

/** What stands in one box, given all evidence about its player. */
export interface Marginal {
  /** Every way in which it may have been filled, the most probable first; their probabilities add up to 1. */
  readonly ways: readonly WeighedWay[];
  /** The probability that a line contradicts what stands above it, or that the sum below a box used another number. */
  readonly slip: number;
}

/** The marginal of a box of which nothing is known. */
export const NOTHING: Marginal = { ways: [], slip: 0 };

/** A box that was read, by its index on the sheet, with its marginal. */
export type WeighedBox = ReadBox & Marginal & { readonly at: number };

/** Where factors leave what they learn about boxes, by the index of each box on the sheet. */
export class Marginals {
  readonly semiring: Semiring;
  readonly #ways = new Map<number, readonly WeightedWay[]>();

  constructor(semiring: Semiring) {
    this.semiring = semiring;
  }

  /** Adds ways in which a box may have been filled. A way may come several times. */
  add(at: number, ways: readonly WeightedWay[]): void {
    const before = this.#ways.get(at);
    this.#ways.set(at, before === undefined ? ways : [...before, ...ways]);
  }

  has(at: number): boolean {
    return this.#ways.has(at);
  }

  of(at: number): Marginal {
    const contents = new Map<string, { readonly written: Written; weight: number; alone: number }>();
    let [whole, wholeAlone, slips] = [0, 0, 0];
    for (const way of this.#ways.get(at) ?? []) {
      wholeAlone += way.alone ?? 0;
      if (way.weight === 0) continue;
      const key = writtenKey(way.written);
      const content = contents.get(key) ?? { written: way.written, weight: 0, alone: 0 };
      content.weight = combineWeights(content.weight, way.weight, this.semiring);
      content.alone += way.alone ?? 0;
      contents.set(key, content);
      whole += way.weight;
      slips += way.slip;
    }
    if (whole === 0) return NOTHING;
    const toShare = ({
      written,
      weight,
      alone,
    }: Readonly<Record<"weight" | "alone", number>> & Pick<WeightedWay, "written">) => ({
      written,
      probability: weight / whole,
      alone: wholeAlone === 0 ? 0 : alone / wholeAlone,
    });
    return { ways: [...contents.values()].map(toShare).sort(mostProbableFirst), slip: slips / whole };
  }
}

export function mostProbableFirst(a: { probability: number }, b: { probability: number }): number {
  return b.probability - a.probability;
}
