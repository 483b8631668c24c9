import { describe, expect, it } from "vitest";
import type { Grey } from "../../../src/scan/image/picture.ts";
import { handyScale, scaleGrey, disposeAfterUse, copyGrey } from "../../../src/scan/image/tools.ts";
import { tools } from "../../support/photos.ts";
import { randomFrom } from "../../support/sheets.ts";

const { cv } = tools;

function scaled(grey: Grey, scale: number): Grey {
  return disposeAfterUse((keep) => copyGrey(keep(scaleGrey(cv, grey, scale))));
}

describe("a picture made smaller", () => {
  const number = randomFrom(1);
  const noise = (widthPx: number, heightPx: number): Grey => {
    const pixels = Uint8Array.from({ length: widthPx * heightPx }, () => Math.floor(256 * number()));
    return { widthPx, heightPx, pixels };
  };

  it.each([
    [2, 2],
    [32, 4],
    [33, 5],
    [71, 40],
  ] as const)("to the half has the mean of each four pixels: %i × %i", (width, height) => {
    const grey = noise(width, height);
    const half = scaled(grey, 0.5);
    expect([half.widthPx, half.heightPx]).toEqual([width >> 1, height >> 1]);
    const means = Array.from(half.pixels, (_, at) => {
      const [x, y] = [2 * (at % half.widthPx), 2 * Math.floor(at / half.widthPx)];
      const level = (right: number, down: number) => grey.pixels[(y + down) * width + x + right] as number;
      return Math.floor((level(0, 0) + level(1, 0) + level(0, 1) + level(1, 1) + 2) / 4);
    });
    expect([...half.pixels]).toEqual(means);
  });

  it.each([0.1, 0.27, 0.496, 0.8, 1])("to %f lies where it did and is as bright", (scale) => {
    const [widthPx, heightPx] = [400, 300];
    // Soft hills, which any way to scale must leave in their places.
    const level = (x: number, y: number) => 128 + 60 * Math.sin(x / 25) + 50 * Math.cos(y / 31);
    const pixels = Uint8Array.from({ length: widthPx * heightPx }, (_, at) =>
      Math.round(level(at % widthPx, Math.floor(at / widthPx))),
    );
    const small = scaled({ widthPx, heightPx, pixels }, scale);
    expect([small.widthPx, small.heightPx]).toEqual([widthPx * scale, heightPx * scale].map(Math.round));
    const off = Array.from(small.pixels, (seen, at) => {
      const [x, y] = [at % small.widthPx, Math.floor(at / small.widthPx)];
      return Math.abs(seen - level((x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5));
    });
    expect(Math.max(...off)).toBeLessThan(4);
  });

  it("is made anew for another picture, and leaves the first as it is", () => {
    const [one, other] = [noise(64, 64), noise(64, 64)];
    const before = one.pixels.slice();
    const small = scaled(one, 0.3);
    expect(scaled(other, 0.3)).not.toEqual(small);
    expect(scaled(one, 0.3)).toEqual(small);
    expect(one.pixels).toEqual(before);
  });

  it("may as well be half as large if it is about that", () => {
    expect([0.4, 0.496, 0.5, 0.54].map(handyScale)).toEqual([0.5, 0.5, 0.5, 0.5]);
    expect([0.1, 0.39, 0.6, 1].map(handyScale)).toEqual([0.1, 0.39, 0.6, 1]);
  });
});
