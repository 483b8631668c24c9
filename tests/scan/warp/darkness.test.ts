import { expect, test } from "vitest";
import { spreadDark } from "../../../src/scan/warp/darkness.ts";

const [widthPx, heightPx] = [23, 19];

function dotted(dots: readonly (readonly [x: number, y: number, darkness: number])[]) {
  const values = new Float32Array(widthPx * heightPx);
  for (const [x, y, darkness] of dots) values[y * widthPx + x] = darkness;
  return { widthPx, heightPx, values };
}

test.each([0, 1, 2, 3, 4, 5])("darkness spreads %i pixels in either direction and no farther", (reach) => {
  const spread = spreadDark(dotted([[11, 9, 0.5]]), reach);
  for (let y = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++) {
      const isNear = Math.max(Math.abs(x - 11), Math.abs(y - 9)) <= reach;
      expect(spread.values[y * widthPx + x], `${x}, ${y}`).toBe(isNear ? 0.5 : 0);
    }
});

test("the darkest of several counts, and the picture that was given stays", () => {
  const print = dotted([
    [11, 9, 0.5],
    [13, 9, 0.75],
  ]);
  const spread = spreadDark(print, 3);
  expect([8, 9, 10, 13, 16, 17].map((x) => spread.values[9 * widthPx + x])).toEqual([
    0.5, 0.5, 0.75, 0.75, 0.75, 0,
  ]);
  expect(print.values.filter((value) => value > 0)).toHaveLength(2);
});
