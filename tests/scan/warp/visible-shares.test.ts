import { expect, test } from "vitest";
import { type SeenShares, visibleShares } from "../../../src/scan/warp/lines.ts";

const of = (count: number, horizontal: number | null, vertical: number | null): SeenShares[] =>
  Array.from({ length: count }, () => [horizontal, vertical] as const);

test("what covers a box hides its lines", () => {
  const shares = visibleShares([...of(20, 1, 1), [0.5, 1], [1, 0.25], [0, 0]]);
  expect(shares.slice(20)).toEqual([0.5, 0.25, 0]);
  expect(new Set(shares.slice(0, 20))).toEqual(new Set([1]));
});

test("where lines are missing all over the sheet, a box shows as much as others show", () => {
  const shares = visibleShares([...of(20, 0.6, 1), [0.3, 1], [0.6, 0.5]]);
  expect(shares[0]).toBeCloseTo(1, 6);
  expect(shares[20]).toBeCloseTo(0.5, 6);
  expect(shares[21]).toBeCloseTo(0.5, 6);
});

test("half a sheet under a cover is hidden all the same", () => {
  expect(visibleShares([...of(10, 1, 1), ...of(12, 0, 0)]).slice(10)).toEqual(Array(12).fill(0));
});

test("lines of which next to nothing is left say nothing, and without any nothing can be seen", () => {
  expect(visibleShares(of(10, 0.2, 1))).toEqual(Array(10).fill(1));
  expect(visibleShares(of(10, 0.2, null))).toEqual(Array(10).fill(0));
});
