import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Grey } from "../../../src/scan/image/picture.ts";
import { fitToInput, writeInput } from "../../../src/scan/digits/normalise.ts";
import { randomFrom } from "../../support/sheets.ts";
import { knownBoxes } from "./known-boxes.ts";

const { input: WINDOW, normalisation } = JSON.parse(readFileSync("models/numbers.json", "utf8"));

function drawn(widthPx: number, heightPx: number, grey: (x: number, y: number) => number): Grey {
  const pixels = Uint8Array.from({ length: widthPx * heightPx }, (_, at) =>
    grey(at % widthPx, Math.floor(at / widthPx)),
  );
  return { widthPx, heightPx, pixels };
}

function inkOf(picture: Grey): Float32Array {
  const input = new Float32Array(WINDOW.height * WINDOW.width);
  writeInput(fitToInput(picture, WINDOW), normalisation, input);
  return input;
}

const mean = (values: ArrayLike<number>) =>
  Array.from(values).reduce((sum, one) => sum + one, 0) / values.length;

describe("the window of a box", () => {
  it("is the one that the training makes, at every size", async () => {
    const boxes = await knownBoxes();
    expect(boxes.length).toBeGreaterThanOrEqual(12);
    for (const { picture, known } of boxes) {
      const seen = fitToInput(picture, WINDOW);
      expect(Math.min(...seen)).toBe(known.darkest);
      expect(mean(seen)).toBeCloseTo(known.mean, 4);
      expect(mean(inkOf(picture))).toBeCloseTo(known.ink, 4);
    }
  });

  it("stands in the middle, with paper of its own grey beside it", () => {
    const seen = fitToInput(
      drawn(40, 40, () => 180),
      WINDOW,
    );
    expect(seen).toHaveLength(40 * 96);
    expect(new Set(seen)).toEqual(new Set([180]));
    const dark = fitToInput(
      drawn(40, 40, (x) => (x === 0 || x === 39 ? 0 : 180)),
      WINDOW,
    );
    expect([...dark.subarray(0, 96)].flatMap((grey, at) => (grey === 0 ? [at] : []))).toEqual([28, 67]);
  });

  it("keeps thin strokes when it gets smaller", () => {
    const thin = drawn(400, 320, (x) => (x === 201 ? 0 : 255));
    const seen = fitToInput(thin, WINDOW);
    const row = [...seen.subarray(0, 96)];
    expect(Math.min(...row)).toBeLessThanOrEqual(225);
    expect(row.filter((grey) => grey < 255)).toHaveLength(1);
  });

  it("of a wide picture is where the ink is", () => {
    for (const from of [10, 150, 330]) {
      const wide = drawn(400, 40, (x, y) => (x >= from && x < from + 60 && y > 10 && y < 30 ? 40 : 250));
      const seen = fitToInput(wide, WINDOW);
      expect(seen.filter((grey) => grey === 40)).toHaveLength(60 * 19);
    }
    const empty = fitToInput(
      drawn(400, 40, () => 250),
      WINDOW,
    );
    expect(new Set(empty)).toEqual(new Set([250]));
  });

  it("of a wide picture has a thin digit in its middle, however grainy the paper is beside it", () => {
    const isDigit = (x: number, y: number) => x >= 80 && x < 84 && y > 10 && y < 30;
    const grainy = drawn(160, 40, (x, y) =>
      isDigit(x, y) ? 60 : 250 - (x < 60 ? (x * 7 + y * 13) % 25 : 0),
    );
    const row = [...fitToInput(grainy, WINDOW).subarray(20 * 96, 21 * 96)];
    expect(row.flatMap((grey, at) => (grey === 60 ? [at] : []))).toEqual([48, 49, 50, 51]);
  });

  it("of a wide picture holds the number, whatever the noise of the photo and the pen", () => {
    const missed: string[] = [];
    for (const noise of [60, 110])
      for (const widthPx of [160, 280])
        for (const pen of [0, 110])
          for (let place = 0; place < 4; place++) {
            const random = randomFrom(noise * 1000 + widthPx + pen * 7 + place);
            const middle = 15 + (place / 3) * (widthPx - 30);
            const isRing = (x: number, y: number) =>
              Math.abs(Math.hypot((x - middle) / 0.7, y - 20) - 9) < 1.2;
            // The light is bright where the number is, and dim elsewhere.
            const noiseAt = (x: number) => noise * (Math.abs(x - middle) < 40 ? 0.2 : 1);
            const noisy = (x: number, y: number) =>
              Math.max(0, (isRing(x, y) ? pen : 235) - noiseAt(x) * random() ** 2 - (y < 3 ? 90 : 0));
            const seen = fitToInput(
              drawn(widthPx, 40, (x, y) => 2 * Math.round(noisy(x, y) / 2) + Number(isRing(x, y))),
              WINDOW,
            );
            // Ink is odd, paper is even.
            const inks = drawn(widthPx, 40, (x, y) => Number(isRing(x, y))).pixels.filter((one) => one === 1);
            if (seen.filter((grey) => grey % 2 === 1).length < inks.length)
              missed.push(`noise ${noise}, ${widthPx} px, pen ${pen}, place ${place}`);
          }
    expect(missed).toEqual([]);
  });

  it("is paper where there is no picture, or less of it than it says", () => {
    for (const picture of [drawn(0, 0, () => 0), { widthPx: 10, heightPx: 10, pixels: new Uint8Array(99) }])
      expect(new Set(fitToInput(picture, WINDOW))).toEqual(new Set([255]));
    expect(fitToInput({ widthPx: 1, heightPx: 1, pixels: new Uint8Array([9]) }, WINDOW)).toHaveLength(
      40 * 96,
    );
  });
});

describe("the ink of a window", () => {
  it("is the same for dark and for pale pens, and in dim light", () => {
    const stroke = (paper: number, pen: number) =>
      inkOf(drawn(96, 40, (x, y) => (y > 15 && y < 20 && x > 20 && x < 70 ? pen : paper)));
    const strong = stroke(250, 25);
    expect(Math.max(...strong)).toBeCloseTo(0.8, 5);
    for (const other of [stroke(250, 125), stroke(100, 50)])
      other.forEach((value, at) => {
        expect(value).toBeCloseTo(strong[at] ?? Number.NaN, 5);
      });
  });

  it("is not blown up where there is next to none", () => {
    expect(
      Math.max(...inkOf(drawn(96, 40, (x, y) => (x % 20 === 0 && y % 5 === 0 ? 240 : 250)))),
    ).toBeLessThan(0.2);
  });

  it("lies between 0 and 1, also on black", () => {
    for (const picture of [drawn(96, 40, () => 0), drawn(96, 40, (x) => (x < 95 ? 0 : 255))])
      for (const value of inkOf(picture)) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }
  });
});
