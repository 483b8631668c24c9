import fc from "fast-check";
import { expect, it } from "vitest";
import { Distribution, type Semiring } from "../../../src/scan/inference/distribution.ts";
import { SLIPS_BY_DISTANCE, addSlips } from "../../../src/scan/inference/slips.ts";

/** Weights from great to vanishing, with gaps of any length. */
const DISTRIBUTIONS = fc
  .record({
    from: fc.integer({ min: -300, max: 300 }),
    powers: fc.array(fc.oneof(fc.constant(null), fc.integer({ min: -40, max: 3 })), { maxLength: 700 }),
  })
  .map(({ from, powers }) => {
    const weights = powers.map((power, at) => (power === null ? 0 : (1 + (at % 7) / 7) * 10 ** power));
    return new Distribution(from, Float64Array.from(weights));
  });

it.each<Semiring>(["sum-product", "max-product"])("slips weigh what each distance weighs, %s", (semiring) => {
  fc.assert(
    fc.property(DISTRIBUTIONS, fc.integer({ min: -50, max: 50 }), (weights, more) => {
      const [from, end] = [weights.from - 120 - more, weights.end + 120 + more];
      const all = addSlips(weights, from, end, semiring);
      expect([all.from, all.end]).toEqual([from, Math.max(from, end)]);
      const plain = weights.convolve(SLIPS_BY_DISTANCE, semiring);
      for (let value = from; value < end; value++)
        expect(Math.abs(all.at(value) - plain.at(value))).toBeLessThanOrEqual(1e-13 * plain.at(value));
    }),
    { numRuns: 40 },
  );
});

it("a slip goes to another number, and as often up as down", () => {
  expect(SLIPS_BY_DISTANCE.total("sum-product")).toBeCloseTo(1, 12);
  expect(SLIPS_BY_DISTANCE.at(0)).toBe(0);
  for (let distance = 1; distance <= 120; distance++) {
    expect(SLIPS_BY_DISTANCE.at(distance)).toBeGreaterThan(0);
    expect(SLIPS_BY_DISTANCE.at(-distance)).toBe(SLIPS_BY_DISTANCE.at(distance));
  }
});
