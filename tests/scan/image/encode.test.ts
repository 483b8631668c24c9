import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { encodeJpeg, encodePng } from "../../../src/scan/image/encode.ts";

/** A picture in which each pixel tells where it is. */
const WIDTH = 60;
const HEIGHT = 40;
const RGB = Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, at) => {
  const pixel = Math.floor(at / 3);
  return [4 * (pixel % WIDTH), 6 * Math.floor(pixel / WIDTH), 100][at % 3] ?? 0;
});

describe("writing pictures", () => {
  it("loses nothing as PNG", async () => {
    const read = sharp(await encodePng(RGB, WIDTH, HEIGHT));
    expect(await read.metadata()).toMatchObject({ format: "png", width: WIDTH, height: HEIGHT });
    expect(new Uint8Array(await read.raw().toBuffer())).toEqual(RGB);
  });

  it("loses little as JPEG, and less at a higher quality", async () => {
    const [poor, good] = await Promise.all(
      [30, 95].map((quality) => encodeJpeg(RGB, WIDTH, HEIGHT, quality)),
    );
    if (!poor || !good) throw new Error("two pictures were written");
    expect(poor.length).toBeLessThan(good.length);
    const { data, info } = await sharp(good).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: WIDTH, height: HEIGHT, channels: 3 });
    const apart = data.reduce((sum, value, at) => sum + Math.abs(value - (RGB[at] ?? 0)), 0) / RGB.length;
    expect(apart).toBeLessThan(3);
  });
});
