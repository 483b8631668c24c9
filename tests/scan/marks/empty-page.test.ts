import { expect, test } from "vitest";
import type { Grey } from "../../../src/scan/image/picture.ts";
import { isEmptyPage } from "../../../src/scan/view/view-sheets.ts";

/** A page of paper with darker areas. */
function page(darker: (x: number, y: number) => number): Grey {
  const [widthPx, heightPx] = [300, 420];
  const pixels = Uint8Array.from({ length: widthPx * heightPx }, (_, at) => {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    return 235 - ((7 * x + 13 * y) % 9) - darker(x, y);
  });
  return { widthPx, heightPx, pixels };
}

test.each<[string, boolean, (x: number, y: number) => number]>([
  ["paper", true, () => 0],
  ["paper with dark edges and a hole", true, (x, y) => (x < 12 || Math.hypot(x - 40, y - 200) < 3 ? 200 : 0)],
  ["paper through which the front shines", true, (x, y) => (x % 30 < 8 && y % 25 < 6 ? 40 : 0)],
  ["a printed page", false, (x, y) => (x % 30 < 2 || y % 25 < 2 ? 150 : 0)],
  ["a line of handwriting", false, (x, y) => (x > 60 && x < 240 && Math.abs(y - 200) < 3 ? 150 : 0)],
  ["the dark", false, () => 200],
])("%s: empty %s", (_, isEmpty, darker) => {
  expect(isEmptyPage(page(darker))).toBe(isEmpty);
});

test("a picture without pixels is no page", () => {
  expect(isEmptyPage({ widthPx: 0, heightPx: 0, pixels: new Uint8Array() })).toBe(false);
});
