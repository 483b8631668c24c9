import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { jpegInfo, openJpegDecoder } from "../../src/platform/jpeg-turbo.ts";
import { platform } from "../../src/platform/node.ts";

const { resolve } = createRequire(import.meta.url);
const decode = openJpegDecoder(readFileSync(resolve("@cwasm/jpeg-turbo/jpeg-turbo.wasm")));
const PHOTO = sharp(readFileSync(new URL("../photos/correct.jpg", import.meta.url))).resize(301, 223);
const PLAIN = await PHOTO.clone().jpeg().toBuffer();

const KINDS = {
  "chroma at half the size": PLAIN,
  "chroma at full size": await PHOTO.clone().jpeg({ chromaSubsampling: "4:4:4" }).toBuffer(),
  "several passes": await PHOTO.clone().jpeg({ mozjpeg: true }).toBuffer(),
  grey: await PHOTO.clone().greyscale().jpeg().toBuffer(),
  "a fault in the middle": Buffer.from(PLAIN).fill(
    0x5a,
    Math.floor(PLAIN.length / 2),
    Math.floor(PLAIN.length / 2) + 2,
  ),
};

function infoOf(file: Uint8Array) {
  const info = jpegInfo(file);
  if (info === null) throw new Error("the decoder does not know the file");
  return info;
}

describe("the decoder of JPEGs in browsers", () => {
  it.each(Object.entries(KINDS))("gives the levels that Node has, to the last one: %s", async (_, file) => {
    const onNode = await platform.images.decode(file, {
      colours: "rgb",
      ignoreProfile: true,
      tolerant: true,
    });
    const { pixels, ...size } = decode(file, infoOf(file));
    expect(size).toEqual({ width: 301, height: 223, channels: 3 });
    expect(Buffer.compare(pixels, onNode.pixels)).toBe(0);
  });

  it.each([1, 3, 6, 8])(
    "reads what Node reads before the pixels, and orientation %i",
    async (orientation) => {
      const file = await PHOTO.clone().withMetadata({ orientation }).jpeg({ progressive: true }).toBuffer();
      expect(infoOf(file)).toEqual(await platform.images.info(file));
    },
  );

  it("refuses what ends early, as Node does", async () => {
    const cut = PLAIN.subarray(0, PLAIN.length * 0.6);
    expect(() => decode(cut, infoOf(cut))).toThrow("can't be decoded");
    await expect(platform.images.decode(cut, { colours: "rgb", tolerant: true })).rejects.toThrow();
  });

  it("leaves to others what it does not know", async () => {
    expect(jpegInfo(await PHOTO.clone().toColourspace("cmyk").jpeg().toBuffer())).toBeNull();
    expect(jpegInfo(await PHOTO.clone().png().toBuffer())).toBeNull();
  });

  it("takes no harm from files that say anything", () => {
    expect(jpegInfo(PLAIN.subarray(0, 100))).toBeNull();
    for (let at = 2; at < 700; at++) {
      for (const value of [0x00, 0xff])
        expect(() => jpegInfo(Buffer.from(PLAIN).fill(value, at, at + 2))).not.toThrow();
      expect(() => jpegInfo(PLAIN.subarray(0, at))).not.toThrow();
    }
  });
});
