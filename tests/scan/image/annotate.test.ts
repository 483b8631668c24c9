import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { platform } from "../../../src/platform/node.ts";
import { annotateImage } from "../../../src/scan/image/annotate.ts";

const image = { pixels: new Uint8Array(3 * 60 * 40).fill(200), width: 60, height: 40, channels: 3 } as const;
const grey = await platform.images.encodeJpeg(image, 80);

describe("drawing over a picture", () => {
  it.each(["png", "jpeg"] as const)(
    "gives a %s of the same size with what was drawn on it",
    async (format) => {
      const svg = '<rect x="10" y="10" width="20" height="20" fill="#ff0000"/>';
      const drawn = sharp(await annotateImage(grey, { belowPx: 0, svg }, format));
      expect(await drawn.metadata()).toMatchObject({ format, width: 60, height: 40 });
      const pixels = await drawn.raw().toBuffer();
      const [red = 0, green = 0] = pixels.subarray(3 * (20 * 60 + 20));
      const [plain = 0] = pixels.subarray(3 * (5 * 60 + 50));
      expect(red - green).toBeGreaterThan(200);
      expect(plain).toBeGreaterThan(190);
      expect(plain).toBeLessThan(210);
    },
  );
});

it("draws below the picture, too, on white paper", async () => {
  const svg = '<rect x="10" y="45" width="20" height="5" fill="#0000ff"/>';
  const drawn = sharp(await annotateImage(grey, { belowPx: 12, svg }, "png"));
  expect(await drawn.metadata()).toMatchObject({ width: 60, height: 52 });
  const pixels = await drawn.removeAlpha().raw().toBuffer();
  const at = (x: number, y: number) => [...pixels.subarray(3 * (y * 60 + x), 3 * (y * 60 + x) + 3)];
  expect(at(20, 47)).toEqual([0, 0, 255]);
  expect(at(50, 47)).toEqual([255, 255, 255]);
  expect(at(50, 20)[0]).toBeLessThan(210);
});
