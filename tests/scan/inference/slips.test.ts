import fc from "fast-check";
import { expect, it } from "vitest";
import { Distribution, type Semiring } from "../../../src/scan/inference/distribution.ts";
import { addSlips, FARTHEST, farSlipShare, SLIPS_BY_DISTANCE } from "../../../src/scan/inference/slips.ts";

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

const DUE = 1580;
const COLUMN = [new Distribution(455, Float64Array.of(0.75, 0.25))];

it.each([
  ["hundreds", 1280],
  ["hundreds", 2080],
  ["digits in another order", 1850],
  ["digits in another order", 8051],
  ["a column left out", DUE - 455],
])("%s: %i in place of 1580 is more frequent than any number that far off", (_, written) => {
  const any = farSlipShare(DUE + 777, DUE, COLUMN);
  expect(any).toBeGreaterThan(0);
  expect(farSlipShare(written, DUE, COLUMN)).toBeGreaterThan(10 * any);
});

it("every number is a slip of every other one, near or far off", () => {
  const numbers = Array.from({ length: 10_000 }, (_, written) => ({
    written,
    near: SLIPS_BY_DISTANCE.at(written - DUE),
    far: farSlipShare(written, DUE, COLUMN),
  }));
  const isSlip = ({ written, near, far }: (typeof numbers)[number]) =>
    Math.abs(written - DUE) > FARTHEST ? far > 0 && near === 0 : near > 0 && far === 0;
  expect(numbers.filter((one) => !isSlip(one)).map(({ written }) => written)).toEqual([DUE]);
});
