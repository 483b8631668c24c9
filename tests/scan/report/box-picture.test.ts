import { describe, expect, it } from "vitest";
import { platform } from "../../../src/platform/node.ts";
import type { RawImage } from "../../../src/platform/platform.ts";
import { areaPictures } from "../../../src/scan/report/sheet-pictures.ts";

const size = { widthPx: 80, heightPx: 40 };
const INKED = { xPx: 60, yPx: 60, ...size };
const CORNER = { xPx: 0, yPx: 0, ...size };
const OUTSIDE = { xPx: 400, yPx: 500, ...size };
const INK = [20, 30, 140] as const;

/** A sheet whose first box is full of ink. */
async function sheet() {
  const [width, height] = [300, 200];
  const inFirst = (at: number) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    return x >= 60 && x < 140 && y >= 60 && y < 100;
  };
  const pixels = Array.from({ length: width * height }, (_, at) => (inFirst(at) ? INK : [255, 255, 255]));
  const image: RawImage = { pixels: Uint8Array.from(pixels.flat()), width, height, channels: 3 };
  const jpeg = await platform.images.encodeJpeg(image, 95);
  return areaPictures({ jpeg, widthPx: width, heightPx: height, pxPerMm: 8, areas: [], names: [] });
}

const colourAt = ({ pixels, width }: RawImage, x: number, y: number) => [
  ...pixels.subarray(3 * (y * width + x), 3 * (y * width + x) + 3),
];
const isNear = (colour: readonly number[], other: readonly number[]) =>
  colour.every((level, at) => Math.abs(level - (other[at] ?? 0)) < 25);

describe("the picture of an area", () => {
  it("shows it enlarged in the middle of its surroundings, with a frame that hides no ink", async () => {
    const image = await (await sheet())(INKED);
    if (image === null) throw new Error("there should be a picture");
    // 0.75 times its height are around it: 140 by 100 px become 252 by 180.
    expect([image.width, image.height, image.channels]).toEqual([252, 180, 3]);
    expect(isNear(colourAt(image, 126, 90), INK)).toBe(true);
    expect(isNear(colourAt(image, 60, 90), INK)).toBe(true);
    expect(isNear(colourAt(image, 52, 90), [224, 136, 0])).toBe(true);
    expect(isNear(colourAt(image, 126, 52), [224, 136, 0])).toBe(true);
    expect(isNear(colourAt(image, 20, 20), [255, 255, 255])).toBe(true);
  });

  it("ends where the sheet does", async () => {
    const image = await (await sheet())(CORNER);
    // 110 by 70 px: nothing is left of it or above.
    expect([image?.width, image?.height]).toEqual([283, 180]);
  });

  it("is null for an area that is not on the picture", async () => {
    expect(await (await sheet())(OUTSIDE)).toBeNull();
  });
});
