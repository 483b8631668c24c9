import { describe, expect, it } from "vitest";
import { joinChroma, splitChroma } from "../../../src/scan/image/chroma.ts";
import { randomFrom } from "../../support/sheets.ts";

const number = randomFrom(1);
const bytes = (count: number) => Uint8Array.from({ length: count }, () => Math.floor(256 * number()));
const picture = (width: number, height: number) =>
  ({ pixels: bytes(3 * width * height), width, height, channels: 3 }) as const;

/** Rounded, and at least 0 and at most 255. */
const byte = (value: number) => Uint8ClampedArray.of(value)[0] as number;
const lumaOf = ([red = 0, green = 0, blue = 0]: readonly number[]) =>
  (77 * red + 150 * green + 29 * blue) / 256;
/** Sizes with a last row or column alone, and such that don't fill the vectors and rows that are worked out together. */
const SIZES = [
  [1, 1],
  [2, 3],
  [16, 2],
  [17, 33],
  [47, 20],
  [50, 16],
] as const;

describe("a picture is split into luma and chroma", () => {
  it.each(SIZES)("of %i × %i pixels, as the formula has it", (width, height) => {
    const image = picture(width, height);
    const { grey, chroma } = splitChroma(image, 1);
    const colours = (x: number, y: number) => {
      const at = 3 * (Math.min(y, height - 1) * width + Math.min(x, width - 1));
      return [...image.pixels.subarray(at, at + 3)];
    };
    expect([grey.widthPx, grey.heightPx]).toEqual([width, height]);
    expect([chroma.widthPx, chroma.heightPx]).toEqual([(width + 1) >> 1, (height + 1) >> 1]);
    const levels = Array.from({ length: width * height }, (_, at) =>
      Math.floor(lumaOf(colours(at % width, Math.floor(at / width))) + 0.5),
    );
    expect([...grey.pixels]).toEqual(levels);
    const differences = Array.from({ length: chroma.widthPx * chroma.heightPx }, (_, at) => {
      const [x, y] = [2 * (at % chroma.widthPx), 2 * Math.floor(at / chroma.widthPx)];
      const other = colours(x + 1, y + 1);
      const sum = colours(x, y).map((level, channel) => level + (other[channel] as number));
      const luma = lumaOf(sum);
      const [red = 0, , blue = 0] = sum;
      return [byte(128 + ((blue - luma) / 1.772) * 0.5), byte(128 + ((red - luma) / 1.402) * 0.5)];
    });
    expect([...chroma.pixels]).toEqual(differences.flat());
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])("and turned upright, by orientation %i", (orientation) => {
    const image = picture(37, 50);
    const stored = splitChroma(image, 1);
    const turned = splitChroma(image, orientation);
    for (const [before, after, depth] of [
      [stored.grey, turned.grey, 1],
      [stored.chroma, turned.chroma, 2],
    ] as const) {
      const [width, height] = [before.widthPx, before.heightPx];
      const isSideways = orientation > 4;
      expect([after.widthPx, after.heightPx]).toEqual(isSideways ? [height, width] : [width, height]);
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++) {
          const [right, down] = [width - 1 - x, height - 1 - y];
          // Where the sides of the stored picture come to lie, as Exif has it.
          const places = [
            ...[
              [x, y],
              [right, y],
              [right, down],
              [x, down],
            ],
            ...[
              [y, x],
              [down, x],
              [down, right],
              [y, right],
            ],
          ] as const;
          const [toX = 0, toY = 0] = places[orientation - 1] ?? [];
          const [from, to] = [depth * (y * width + x), depth * (toY * after.widthPx + toX)];
          expect(after.pixels.subarray(to, to + depth)).toEqual(before.pixels.subarray(from, from + depth));
        }
    }
  });
});

describe("luma and chroma are put together", () => {
  it.each([1, 16, 100, 20_000])("of %i pixels, as the formula has it", (count) => {
    const [luma, chroma] = [bytes(count), bytes(2 * count)];
    const rgb = new Uint8Array(3 * count);
    joinChroma(luma, chroma, rgb);
    const levels = Array.from(luma, (level, at) => {
      const moreBlue = ((chroma[2 * at] as number) - 128) * 1.772;
      const moreRed = ((chroma[2 * at + 1] as number) - 128) * 1.402;
      return [level + moreRed, level - (77 * moreRed + 29 * moreBlue) / 150, level + moreBlue].map(byte);
    });
    expect(rgb).toEqual(Uint8Array.from(levels.flat()));
  });

  it("gives back what was split, but for what chroma of half the size leaves out", () => {
    const image = { pixels: bytes(3 * 40), width: 2, height: 20, channels: 3 } as const;
    // Four pixels of one colour each.
    for (let at = 0; at < image.pixels.length; at++)
      image.pixels[at] = 100 + 10 * (at % 3) + 5 * Math.floor(at / 12);
    const { grey, chroma } = splitChroma(image, 1);
    const full = Uint8Array.from(
      Array.from(grey.pixels, (_, at) => [
        ...chroma.pixels.subarray(2 * (at >> 2), 2 * (at >> 2) + 2),
      ]).flat(),
    );
    const rgb = new Uint8Array(image.pixels.length);
    joinChroma(grey.pixels, full, rgb);
    const off = rgb.map((level, at) => Math.abs(level - (image.pixels[at] as number)));
    expect(Math.max(...off)).toBeLessThanOrEqual(2);
  });
});
