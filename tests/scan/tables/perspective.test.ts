import { expect, test } from "vitest";
import type { Homography } from "../../../src/scan/marks/page-fit.ts";
import { usualGap } from "../../../src/scan/tables/sheet-groups.ts";
import type { Stroke } from "../../../src/scan/tables/strokes.ts";

const FLAT: Homography = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** A stroke straight across, at a height. */
function across(y: number, lengthPx: number): Stroke {
  return { xs: Float32Array.of(0, lengthPx / 2, lengthPx), ys: Float32Array.of(y, y, y), angle: 0, lengthPx };
}

const ROWS = Array.from({ length: 9 }, (_, row) => across(100 + 30 * row, row % 2 === 0 ? 430 : 380));

test("the usual gap is that of rows, not of double lines and not of ink", () => {
  const ink = [across(112, 40), across(146, 60), across(203, 50)];
  expect(usualGap([...ROWS, across(224, 430), ...ink], FLAT, true)).toBe(30);
});

test("the edges of the paper, three times as long as any line, don't change it", () => {
  expect(usualGap([...ROWS, across(10, 1300), across(480, 1350)], FLAT, true)).toBe(30);
});

test("a single line has no gap", () => {
  expect(usualGap([across(10, 300)], FLAT, true)).toBeNull();
  expect(usualGap([], FLAT, true)).toBeNull();
});
