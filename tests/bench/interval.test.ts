import { expect, test } from "vitest";
import { greatestShare, smallestShare } from "../../bench/photos/measure/interval.ts";

test.each([
  // The rule of three, exactly: 0.95 ** 0 … (1 - p) ** n = 0.05.
  [0, 100, 1 - 0.05 ** (1 / 100)],
  [0, 20_000, 1 - 0.05 ** (1 / 20_000)],
  // All but one of the cases: 1 - p ** n = 0.05.
  [2, 3, 0.95 ** (1 / 3)],
  // From tables of Clopper and Pearson.
  [1, 10, 0.3942],
  [5, 50, 0.1988],
])("%i faults in %i cases are compatible with a share of at most %f", (faults, cases, share) => {
  expect(greatestShare(faults, cases)).toBeCloseTo(share, 4);
});

test("where everything is at fault, any share is possible", () => {
  expect(greatestShare(4, 4)).toBe(1);
  expect(greatestShare(0, 0)).toBe(1);
});

test("how few successes are compatible with a share is the same from the other side", () => {
  expect(smallestShare(95, 100)).toBeCloseTo(1 - greatestShare(5, 100), 10);
  expect(smallestShare(0, 10)).toBe(0);
  expect(smallestShare(0, 0)).toBe(0);
});
