import { Distribution } from "./distribution.ts";
import type { Marginals } from "./marginals.ts";

/**
 * A part of a sheet that yields one number: a group of boxes, a sum, a line. Factors form a tree with the grand total as its root, and
 * messages pass through it (sum-product algorithm; Kschischang, Frey and Loeliger 2001): upward while the tree is built, then downward.
 */
export interface Factor {
  /** How well each number fits all evidence in this part. */
  readonly upward: Distribution;
  /** The natural logarithm of the factor by which the message's weights were divided, here and in the parts. */
  readonly logScale: number;
  /** Parts that may be left out by mistake, such as a summand: the distribution of each. */
  readonly losable?: readonly Distribution[];
  /** Takes the downward message: how well each number of the range fits all evidence elsewhere on the sheet. */
  passDown(rest: Distribution): void;
}

/** An upward message scaled so that its greatest weight is 1. @param logScale that of the parts it was made from */
export function scaledMessage(message: Distribution, logScale: number): Pick<Factor, "upward" | "logScale"> {
  return { upward: message.normalise(), logScale: logScale + Math.log(message.total("max-product")) };
}

export function sumFactor(parts: readonly Factor[], { semiring }: Marginals): Factor {
  let sum = new Distribution(0, Float64Array.of(1));
  let logSum = 0;
  /** Each part with the sum of those before it, the last part first. */
  const steps: { readonly part: Factor; readonly before: Distribution }[] = [];
  for (const part of parts) {
    steps.unshift({ part, before: sum });
    const { upward, logScale } = scaledMessage(sum.convolve(part.upward, semiring), logSum + part.logScale);
    [sum, logSum] = [upward, logScale];
  }
  return {
    upward: sum,
    logScale: logSum,
    losable: parts.length === 1 ? (parts[0]?.losable ?? []) : parts.map(({ upward }) => upward.toShares()),
    passDown(rest) {
      let after = rest;
      for (const { part, before } of steps) {
        part.passDown(after.crossCorrelate(before, part.upward, semiring).normalise());
        after = after.crossCorrelate(part.upward, before, semiring).normalise();
      }
    },
  };
}

/** A part times the multiplier of its column, a whole number. The multiplier may be forgotten. */
export function scaledFactor({ upward, logScale, losable = [], passDown }: Factor, factor: number): Factor {
  const beyondOne = factor > 1 ? [multiples(upward, factor - 1).toShares()] : [];
  return {
    upward: multiples(upward, factor),
    logScale,
    losable: [...beyondOne, ...losable.map((part) => multiples(part, factor))],
    passDown: (rest) => passDown(upward.map((weight, value) => (weight === 0 ? 0 : rest.at(value * factor)))),
  };
}

/** The distribution of a number times a factor; numbers between the multiples have no weight. */
function multiples({ from, weights }: Distribution, factor: number): Distribution {
  const products = new Float64Array(Math.max(0, (weights.length - 1) * factor + 1));
  for (const [at, weight] of weights.entries()) products[at * factor] = weight;
  return new Distribution(from * factor, products);
}

/** A part that counts as at least `floor`. */
export function floorFactor(
  { upward, logScale, passDown }: Factor,
  floor: number,
  { semiring }: Marginals,
): Factor {
  const { from, weights } = upward;
  const ways = [...weights].map((weight, at) => ({ value: Math.max(from + at, floor), weight }));
  return {
    upward: Distribution.of(ways, semiring),
    logScale,
    passDown: (rest) => passDown(upward.map((_, value) => rest.at(Math.max(value, floor)))),
  };
}

/** A number of which only the possible values are known. */
export function freeFactor(values: readonly number[], { semiring }: Marginals): Factor {
  const ways = values.map((value) => ({ value, weight: 1 }));
  return { ...scaledMessage(Distribution.of(ways, semiring), 0), passDown: () => undefined };
}
