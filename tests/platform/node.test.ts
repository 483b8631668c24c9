import { inflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { platform } from "../../src/platform/node.ts";
import type { RawImage } from "../../src/platform/platform.ts";

const { images } = platform;

/** A white image with a red rectangle. */
const RED: RawImage = await images.overlaySvg(
  { pixels: new Uint8Array(3 * 40 * 30).fill(255), width: 40, height: 30, channels: 3 },
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><path fill="red" d="M10 5h20v10h-20z"/></svg>',
);

function pixel({ pixels, width, channels }: RawImage, x: number, y: number): number[] {
  const at = (y * width + x) * channels;
  return [...pixels.subarray(at, at + channels)];
}

describe("deflate", () => {
  it("compresses long and short streams", () => {
    const bytes = new TextEncoder().encode("a die has six faces ".repeat(20));
    for (const packed of [platform.deflate(bytes), platform.deflate(bytes, "short")]) {
      expect(packed.length).toBeLessThan(bytes.length);
      expect(new Uint8Array(inflateSync(packed))).toEqual(bytes);
    }
  });
});

describe("images", () => {
  it("draws an SVG over an image and keeps its channels", () => {
    expect(RED).toMatchObject({ width: 40, height: 30, channels: 3 });
    expect(pixel(RED, 9, 5)).toEqual([255, 255, 255]);
    expect(pixel(RED, 10, 5)).toEqual([255, 0, 0]);
  });

  it("encodes and decodes", async () => {
    const png = await images.encodePng(RED, 6);
    expect(await images.decode(png, { colours: "rgb" })).toEqual(RED);
    const jpeg = await images.encodeJpeg(RED, 90);
    expect(await images.info(jpeg)).toEqual({
      width: 40,
      height: 30,
      channels: 3,
      orientation: 1,
      pages: 1,
      bytesPerSample: 1,
      isProgressive: false,
    });
  });

  it("loses little as JPEG, and less at a higher quality", async () => {
    const pixels = Uint8Array.from({ length: 60 * 40 * 3 }, (_, at) => {
      const place = Math.floor(at / 3);
      return [4 * (place % 60), 6 * Math.floor(place / 60), 100][at % 3] ?? 0;
    });
    const image = { pixels, width: 60, height: 40, channels: 3 } as const;
    const [poor, good] = [await images.encodeJpeg(image, 30), await images.encodeJpeg(image, 95)];
    expect(poor.length).toBeLessThan(good.length);
    const read = await images.decode(good, { colours: "rgb" });
    expect(read).toMatchObject({ width: 60, height: 40, channels: 3 });
    const apart =
      read.pixels.reduce((sum, value, at) => sum + Math.abs(value - (pixels[at] ?? 0)), 0) / pixels.length;
    expect(apart).toBeLessThan(3);
  });

  it("keeps grey images grey", async () => {
    const grey = await images.decode(await images.encodePng(RED, 6), { colours: "grey" });
    expect(grey.channels).toBe(1);
    expect(await images.decode(await images.encodePng(grey, 9), { colours: "grey" })).toEqual(grey);
  });

  it("scales exactly, or to fit", async () => {
    const png = await images.encodePng(RED, 6);
    const sized = (fit: "fill" | "inside", width: number, height: number) =>
      images.decode(png, { colours: "rgb", size: { width, height, fit } });
    expect(await sized("fill", 10, 20)).toMatchObject({ width: 10, height: 20 });
    expect(await sized("inside", 20, 20)).toMatchObject({ width: 20, height: 15 });
    expect(await sized("inside", 400, 400)).toMatchObject({ width: 40, height: 30 });
    expect(await images.resize(RED, { width: 80, height: 15 })).toMatchObject({ width: 80, height: 15 });
  });

  it("draws SVGs in any size", async () => {
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"/>');
    const drawn = await images.decode(svg, { colours: "rgb", svgScale: 3 });
    expect(drawn).toMatchObject({ width: 60, height: 30 });
    expect(pixel(drawn, 0, 0)).toEqual([255, 255, 255]);
  });

  it("turns images upright on demand", async () => {
    const turned = new Uint8Array(
      await sharp(await images.encodeJpeg(RED, 90))
        .withMetadata({ orientation: 6 })
        .toBuffer(),
    );
    expect(await images.info(turned)).toMatchObject({ width: 40, height: 30, orientation: 6 });
    expect(await images.decode(turned, { colours: "rgb" })).toMatchObject({ width: 40, height: 30 });
    const upright = await images.decode(turned, { colours: "rgb", upright: true });
    expect(upright).toMatchObject({ width: 30, height: 40 });
  });

  it("cuts off a white border", async () => {
    const box = { width: 100, height: 100 };
    const trimmed = await images.trimWhite(RED, 12, box);
    expect(trimmed).toMatchObject({ width: 20, height: 10 });
    expect(await images.trimWhite(RED, 12, { width: 10, height: 10 })).toMatchObject({
      width: 10,
      height: 5,
    });
  });

  it("takes a faulty image as long as all of it is there, if told to", async () => {
    const jpeg = await images.encodeJpeg(RED, 90);
    const short = jpeg.subarray(0, jpeg.length - 60);
    await expect(images.decode(short, { colours: "rgb", tolerant: true })).rejects.toThrow();
    const odd = Uint8Array.from([...jpeg.subarray(0, 2), 1, 2, 3, ...jpeg.subarray(2)]);
    expect(await images.decode(odd, { colours: "rgb", tolerant: true })).toMatchObject({ width: 40 });
    await expect(images.decode(jpeg, { colours: "rgb", maxPixels: 100 })).rejects.toThrow();
  });
});
