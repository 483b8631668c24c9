import { combineWeights, type Semiring } from "./distribution.ts";
import { type Alternative, writtenKey, type ReadBox, type Written } from "./sheet-reading.ts";

/** A content of a box or line, with its weight among all fillings of the sheet. */
export interface WeightedWay {
  readonly written: Written;
  readonly weight: number;
  /** Its weight by the picture of this box alone; left out on lines, which always depend on the boxes above. */
  readonly alone?: number;
  /** The part of the weight that stems from slips: a line contradicts the boxes above it, or the sum used another number for this box. */
  readonly slip: number;
}

/** A possible content of a box, with its probability given the whole sheet. */
export interface WeighedWay extends Alternative {
  /** The probability given the picture of this box alone. */
  readonly alone: number;
}

/** The possible contents of one box, given all evidence about its player. */
export interface Marginal {
  /** The most probable first; their probabilities add up to 1. */
  readonly ways: readonly WeighedWay[];
  /** The probability that a line contradicts the boxes above it, or that the sum below a box used another number. */
  readonly slip: number;
}

/** The marginal of a box without evidence. */
export const NOTHING: Marginal = { ways: [], slip: 0 };

/** A box that was read, by its index on the sheet, with its marginal. */
export type WeighedBox = ReadBox & Marginal & { readonly at: number };

/** Collects the weights that factors find for boxes, by the index of each box on the sheet. */
export class Marginals {
  readonly semiring: Semiring;
  readonly #ways = new Map<number, readonly WeightedWay[]>();

  constructor(semiring: Semiring) {
    this.semiring = semiring;
  }

  /** Adds possible contents of a box. The same content may be added several times. */
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
