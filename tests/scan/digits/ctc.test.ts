import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  alignment,
  type Grammar,
  type StepProbabilities,
  TextProbabilities,
} from "../../../src/scan/digits/ctc.ts";

const ANY: Grammar = { mayFollow: () => true, mayEnd: () => true };

/** Steps of random probabilities: few, so that every path can be walked. */
const someSteps = fc
  .record({ count: fc.integer({ min: 1, max: 5 }), classes: fc.integer({ min: 2, max: 4 }) })
  .chain(({ count, classes }) =>
    fc.record({
      blank: fc.nat(classes - 1),
      weights: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
        minLength: count * classes,
        maxLength: count * classes,
      }),
      count: fc.constant(count),
      classes: fc.constant(classes),
    }),
  )
  .map(({ count, classes, blank, weights }): StepProbabilities => {
    const probabilities = Float64Array.from(weights, (weight) => weight ** 4 + 1e-9);
    for (let step = 0; step < count; step++) {
      const ofStep = probabilities.subarray(step * classes, (step + 1) * classes);
      const total = ofStep.reduce((sum, one) => sum + one, 0);
      for (let at = 0; at < classes; at++) ofStep[at] = (ofStep[at] ?? 0) / total;
    }
    return { count, classes, blank, probabilities };
  });

/** P of every text, by walking every path. */
function byWalking({ count, classes, blank, probabilities }: StepProbabilities): Map<string, number> {
  const found = new Map<string, number>();
  const walk = (step: number, path: readonly number[], probability: number): void => {
    if (step === count) {
      const text = path.filter((one, at) => one !== blank && one !== path[at - 1]).join();
      found.set(text, (found.get(text) ?? 0) + probability);
      return;
    }
    for (let one = 0; one < classes; one++)
      walk(step + 1, [...path, one], probability * (probabilities[step * classes + one] ?? 0));
  };
  walk(0, [], 1);
  return found;
}

const asText = (key: string): number[] => (key === "" ? [] : key.split(",").map(Number));

describe("the probability of a text", () => {
  it("is the sum over all paths that spell it, and comes to 1 over all texts", () => {
    fc.assert(
      fc.property(someSteps, (steps) => {
        const texts = new TextProbabilities(steps);
        let total = 0;
        for (const [key, probability] of byWalking(steps)) {
          expect(texts.of(asText(key))).toBeCloseTo(probability, 12);
          total += texts.of(asText(key));
        }
        expect(total).toBeCloseTo(1, 12);
      }),
    );
  });

  it("does not depend on what was asked before", () => {
    fc.assert(
      fc.property(someSteps, (steps) => {
        const keys = [...byWalking(steps).keys()];
        const forward = new TextProbabilities(steps);
        const backward = new TextProbabilities(steps);
        const ahead = keys.map((key) => forward.of(asText(key)));
        const back = keys.toReversed().map((key) => backward.of(asText(key)));
        expect(back.toReversed()).toEqual(ahead);
      }),
    );
  });

  it("is 0 for a text with more signs than steps, or than steps and the blanks between equal signs", () => {
    const steps = { count: 3, classes: 2, blank: 1, probabilities: new Float64Array(6).fill(0.5) };
    const texts = new TextProbabilities(steps);
    expect(texts.of([0, 0])).toBeCloseTo(1 / 8, 15);
    expect(texts.of([0, 0, 0])).toBe(0);
    expect(texts.of(new Array(1000).fill(0))).toBe(0);
  });

  it("stays exact where a path is next to impossible", () => {
    const tiny = 1e-40;
    const probabilities = Float64Array.from([tiny, 1 - tiny, tiny, 1 - tiny, tiny, 1 - tiny]);
    const texts = new TextProbabilities({ count: 3, classes: 2, blank: 1, probabilities });
    expect(texts.of([0]) / (3 * tiny)).toBeCloseTo(1, 12);
    expect(texts.of([0, 0]) / tiny ** 2).toBeCloseTo(1, 12);
  });
});

describe("the most probable texts", () => {
  it("are found, best first, none left out", () => {
    fc.assert(
      fc.property(someSteps, (steps) => {
        const all = [...byWalking(steps)].sort(([, a], [, b]) => b - a);
        const best = new TextProbabilities(steps).best(ANY, 3, 0);
        expect(best).toHaveLength(Math.min(3, all.length));
        best.forEach(({ text, probability }, at) => {
          expect(probability).toBeCloseTo(all[at]?.[1] ?? Number.NaN, 10);
          expect(new TextProbabilities(steps).of(text)).toBeCloseTo(probability, 12);
        });
      }),
    );
  });

  it("are only those that may be, and at least as probable as wanted", () => {
    const evenSigns: Grammar = { mayFollow: (_last, sign) => sign % 2 === 0, mayEnd: (last) => last >= 0 };
    fc.assert(
      fc.property(someSteps, (steps) => {
        const all = [...byWalking(steps)].filter(
          ([key, probability]) => /^[02](,[02])*$/.test(key) && probability > 0.05,
        );
        const best = new TextProbabilities(steps).best(evenSigns, 100, 0.05);
        expect(best.map(({ text }) => text.join()).sort()).toEqual(all.map(([key]) => key).sort());
      }),
    );
  });

  it("come to an end where everything is as probable as everything else", () => {
    const probabilities = new Float64Array(24 * 12).fill(1 / 12);
    const best = new TextProbabilities({ count: 24, classes: 12, blank: 11, probabilities }).best(ANY, 8, 0);
    expect(best.length).toBeGreaterThan(0);
    expect(best.length).toBeLessThanOrEqual(8);
  });
});

/** The share of each step at which a path shows each symbol of a text, by walking every path. */
function shownAt(steps: StepProbabilities, text: readonly number[]): number[][] {
  const { count, classes, blank, probabilities } = steps;
  const shares = text.map(() => new Array<number>(count).fill(0));
  let whole = 0;
  const walk = (step: number, path: readonly number[], probability: number): void => {
    if (step < count) {
      for (let one = 0; one < classes; one++)
        walk(step + 1, [...path, one], probability * (probabilities[step * classes + one] ?? 0));
      return;
    }
    const places = path.map((one, at) => one !== blank && one !== path[at - 1]);
    if (path.filter((_, at) => places[at]).join() !== text.join()) return;
    whole += probability;
    let place = -1;
    for (const [at, one] of path.entries()) {
      if (places[at]) place++;
      const row = shares[place];
      if (one !== blank && row !== undefined) row[at] = (row[at] ?? 0) + probability;
    }
  };
  walk(0, [], 1);
  return shares.map((row) => row.map((share) => (whole === 0 ? 0 : share / whole)));
}

describe("the alignment of a text", () => {
  it("tells how often the paths that spell it show each symbol at each step", () => {
    fc.assert(
      fc.property(someSteps, fc.array(fc.nat(3), { minLength: 1, maxLength: 3 }), (steps, drawn) => {
        const text = drawn.filter((symbol) => symbol < steps.classes && symbol !== steps.blank);
        const found = alignment(steps, text);
        expect(found).toHaveLength(text.length);
        for (const [place, row] of shownAt(steps, text).entries())
          for (const [step, share] of row.entries()) expect(found[place]?.[step]).toBeCloseTo(share, 9);
      }),
    );
  });
});
