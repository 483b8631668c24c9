import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type BoxInk, closeUp, findBoxInk } from "../../../src/scan/digits/close-up.ts";
import type { Grey } from "../../../src/scan/image/picture.ts";

const { input } = JSON.parse(readFileSync("models/numbers.json", "utf8"));
const PAPER = 230;

/** A picture with dark ink where `isInk` says so. */
function drawn(widthPx: number, heightPx: number, isInk: (x: number, y: number) => boolean): Grey {
  const pixels = Uint8Array.from({ length: widthPx * heightPx }, (_, at) =>
    isInk(at % widthPx, Math.floor(at / widthPx)) ? 40 : PAPER,
  );
  return { widthPx, heightPx, pixels };
}

/** A small frame, as of a 0, at the right of a wide box. */
const isZero = (x: number, y: number) =>
  x >= 150 && x < 162 && y >= 40 && y < 60 && !(x >= 153 && x < 159 && y >= 44 && y < 56);

function found(picture: Grey): BoxInk {
  const ink = findBoxInk(picture);
  if (ink === null) throw new Error("there is no ink");
  return ink;
}

/** The rows and columns of the input in which there is ink. */
function lineExtent(seen: Uint8Array) {
  const dark = [...seen].flatMap((grey, at) => (grey < 150 ? [at] : []));
  const rows = dark.map((at) => Math.floor(at / input.width));
  const columns = dark.map((at) => at % input.width);
  return {
    top: Math.min(...rows),
    bottom: Math.max(...rows),
    left: Math.min(...columns),
    right: Math.max(...columns),
  };
}

describe("the ink of a box", () => {
  it("is where it was drawn", () => {
    expect(found(drawn(200, 80, isZero))).toMatchObject({ left: 150, right: 162, top: 40, bottom: 60 });
  });

  it("leaves out what reaches in from the rows above and below, with its pale edge", () => {
    const isNeighbour = (x: number, y: number) => (y < 9 && x >= 60 && x < 120) || (y >= 74 && x < 30);
    const picture = drawn(200, 80, (x, y) => isZero(x, y) || isNeighbour(x, y));
    picture.pixels[9 * 200 + 70] = 190;
    const ink = found(picture);
    expect(ink).toMatchObject({ left: 150, right: 162, top: 40, bottom: 60 });
    expect(ink.picture.pixels).toEqual(drawn(200, 80, isZero).pixels);
  });

  it("keeps a stroke that starts beyond the edge and goes far into the box", () => {
    const ink = found(drawn(100, 80, (x, y) => x >= 50 && x < 54 && y < 60));
    expect(ink).toMatchObject({ left: 50, right: 54, top: 0, bottom: 60 });
  });

  it("leaves specks out of account", () => {
    const ink = found(drawn(200, 80, (x, y) => isZero(x, y) || (x === 20 && y === 30)));
    expect(ink.left).toBe(150);
  });

  it("is none on blank paper, in a picture without pixels, and where all of it reaches in", () => {
    expect(findBoxInk(drawn(200, 80, () => false))).toBeNull();
    expect(findBoxInk({ widthPx: 0, heightPx: 0, pixels: new Uint8Array(0) })).toBeNull();
    expect(findBoxInk(drawn(200, 80, (_, y) => y < 8))).toBeNull();
  });
});

describe("a close-up", () => {
  it("shows ink in the middle, at the height that was asked for", () => {
    for (const inkPx of [14, 18, 22]) {
      const seen = closeUp(found(drawn(200, 80, isZero)), { inkPx, slant: 0 }, input);
      expect(seen).toHaveLength(input.width * input.height);
      const { top, bottom, left, right } = lineExtent(seen);
      expect(Math.abs(bottom - top + 1 - inkPx)).toBeLessThanOrEqual(1);
      expect(Math.abs((top + bottom + 1) / 2 - input.height / 2)).toBeLessThanOrEqual(1);
      expect(Math.abs((left + right + 1) / 2 - input.width / 2)).toBeLessThanOrEqual(1);
    }
  });

  it("enlarges a dot no more than a little, and never lets ink stick out at the sides", () => {
    const dot = closeUp(
      found(drawn(200, 80, (x, y) => x < 102 && x >= 100 && y >= 40 && y < 42)),
      { inkPx: 30, slant: 0 },
      input,
    );
    expect(lineExtent(dot).bottom - lineExtent(dot).top).toBeLessThanOrEqual(3);
    const wide = drawn(200, 80, (x, y) => x >= 20 && x < 180 && y >= 30 && y < 50);
    const { left, right } = lineExtent(closeUp(found(wide), { inkPx: 30, slant: 0 }, input));
    expect(left).toBeGreaterThan(0);
    expect(right).toBeLessThan(input.width - 1);
  });

  it("stands upright where ink leant by as much", () => {
    const isLeaning = (x: number, y: number) => {
      const middle = 100 - 0.3 * (y - 40);
      return y >= 20 && y < 60 && Math.abs(x - middle) <= 2;
    };
    const ink = found(drawn(200, 80, isLeaning));
    const widthOf = (slant: number) => {
      const { left, right } = lineExtent(closeUp(ink, { inkPx: 20, slant }, input));
      return right - left + 1;
    };
    expect(widthOf(-0.3)).toBeLessThan(5);
    expect(widthOf(0)).toBeGreaterThan(6);
    expect(widthOf(0.3)).toBeGreaterThan(11);
  });
});
