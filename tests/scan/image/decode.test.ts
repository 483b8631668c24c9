import { readFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { describe, expect, it, vi } from "vitest";
import { joinChroma } from "../../../src/scan/image/chroma.ts";
import { decodePhoto } from "../../../src/scan/image/decode.ts";
import type { Photo } from "../../../src/scan/image/picture.ts";
import { rareTest } from "../../support/cases.ts";

const RED = [220, 20, 20] as const;
const GREEN = [20, 160, 20] as const;
const BLUE = [20, 20, 220] as const;
const WHITE = [255, 255, 255] as const;

/** A picture with colours in three corners; clockwise from the bottom left: blue, red, green, white. */
function corners(widthPx = 400, heightPx = 304): Sharp {
  const pixels = new Uint8Array(widthPx * heightPx * 3).fill(255);
  for (let y = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++) pixels.set(colourAt(x / widthPx, y / heightPx), (y * widthPx + x) * 3);
  return sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 3 } });
}

function colourAt(right: number, down: number): readonly number[] {
  if (right < 0.25 && down < 0.25) return RED;
  if (right > 0.75 && down < 0.25) return GREEN;
  return right < 0.25 && down > 0.75 ? BLUE : WHITE;
}

async function decoded(bytes: Uint8Array): Promise<Photo> {
  const result = await decodePhoto(bytes, "photo");
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join("; "));
  return result.value;
}

/** The one problem that decoding gives: its code and message. */
async function refused(bytes: Uint8Array): Promise<string> {
  const result = await decodePhoto(bytes, "a.jpg");
  if (result.ok) return "no problem";
  expect(result.problems).toHaveLength(1);
  expect(result.problems[0]?.hint).toBeTruthy();
  return result.problems.map(({ code, message }) => `${code}: ${message}`).join();
}

/** Red, green and blue for each pixel of a photo; every four pixels share their chroma. */
function rgbOf({ grey, chroma }: Photo): Uint8Array {
  const { widthPx, heightPx, pixels } = grey;
  expect([chroma.widthPx, chroma.heightPx]).toEqual([Math.ceil(widthPx / 2), Math.ceil(heightPx / 2)]);
  expect(chroma.pixels).toHaveLength(2 * chroma.widthPx * chroma.heightPx);
  const spread = new Uint8Array(2 * pixels.length);
  for (let at = 0; at < pixels.length; at++) {
    const from = 2 * ((Math.floor(at / widthPx) >> 1) * chroma.widthPx + ((at % widthPx) >> 1));
    spread.set(chroma.pixels.subarray(from, from + 2), 2 * at);
  }
  const rgb = new Uint8Array(3 * pixels.length);
  joinChroma(pixels, spread, rgb);
  return rgb;
}

/** The colours of the corners, clockwise from top left. */
function areaCorners(photo: Photo): number[][] {
  const { grey } = photo;
  const { widthPx, heightPx } = grey;
  const rgb = rgbOf(photo);
  expect(grey.pixels).toHaveLength(widthPx * heightPx);
  const spots = [
    [20, 20],
    [widthPx - 20, 20],
    [widthPx - 20, heightPx - 20],
    [20, heightPx - 20],
  ] as const;
  return spots.map(([x, y]) => [...rgb.subarray((y * widthPx + x) * 3, (y * widthPx + x) * 3 + 3)]);
}

function expectCorners(photo: Photo, wanted: readonly (readonly number[])[], within = 8): void {
  areaCorners(photo).forEach((colour, corner) => {
    colour.forEach((value, channel) => {
      expect(Math.abs(value - (wanted[corner]?.[channel] ?? Number.NaN))).toBeLessThanOrEqual(within);
    });
  });
}

const UPRIGHT = [RED, GREEN, WHITE, BLUE];

describe("decodePhoto", () => {
  it.each([
    ["jpeg", corners().jpeg({ quality: 95 })],
    ["progressive jpeg", corners().jpeg({ quality: 95, progressive: true })],
    ["png", corners().png()],
    ["interlaced png", corners().png({ progressive: true })],
    ["png with a palette", corners().png({ palette: true })],
    ["png in 16 bits", corners().toColourspace("rgb16").png()],
    ["webp", corners().webp({ quality: 95 })],
    ["tiff", corners().tiff()],
    ["gif", corners().gif()],
    ["avif", corners().avif({ quality: 80 })],
  ])("reads %s", async (_name, picture) => {
    const photo = await decoded(await picture.toBuffer());
    expect([photo.grey.widthPx, photo.grey.heightPx]).toEqual([400, 304]);
    expectCorners(photo, UPRIGHT, 12);
  });

  it("reads the colours of printing", async () => {
    for (const bytes of [
      await corners().toColourspace("cmyk").jpeg({ quality: 95 }).toBuffer(),
      await corners().toColourspace("cmyk").tiff().toBuffer(),
    ])
      expectCorners(await decoded(bytes), UPRIGHT, 90);
  });

  it("makes grey of colour as the eye sees it", async () => {
    const { grey } = await decoded(await corners().png().toBuffer());
    const at = (x: number, y: number) => grey.pixels[y * grey.widthPx + x];
    expect([at(20, 20), at(380, 20), at(380, 284), at(20, 284)]).toEqual([80, 102, 255, 43]);
  });

  it("reads grey pictures, in 8 and in 16 bits", async () => {
    for (const space of ["b-w", "grey16"]) {
      const bytes = await corners().greyscale().toColourspace(space).png().toBuffer();
      const { grey, chroma } = await decoded(bytes);
      expect(chroma.pixels.every((level) => level === 128)).toBe(true);
      expect(grey.pixels[0]).toBeLessThan(120);
      expect(grey.pixels.at(-1)).toBe(255);
    }
  });

  it("lays what is transparent on white", async () => {
    for (const space of ["srgb", "rgb16"]) {
      const clear = await corners().ensureAlpha(0).toColourspace(space).png().toBuffer();
      expectCorners(await decoded(clear), [WHITE, WHITE, WHITE, WHITE], 0);
    }
  });

  it("takes the first picture of an animation", async () => {
    const two = await sharp([await corners().png().toBuffer(), await corners().negate().png().toBuffer()], {
      join: { animated: true },
    });
    for (const bytes of [await two.clone().webp({ quality: 95 }).toBuffer(), await two.gif().toBuffer()]) {
      const photo = await decoded(bytes);
      expect(photo.grey.heightPx).toBe(304);
      expectCorners(photo, UPRIGHT, 12);
    }
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])("stands upright with Exif orientation %i", async (orientation) => {
    const bytes = await corners().withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
    const wanted = await sharp(bytes).autoOrient().raw().toBuffer({ resolveWithObject: true });
    const photo = await decoded(bytes);
    const { grey } = photo;
    expect([grey.widthPx, grey.heightPx]).toEqual([wanted.info.width, wanted.info.height]);
    const luma = (at: number) =>
      0.299 * (wanted.data[at] ?? 0) +
      0.587 * (wanted.data[at + 1] ?? 0) +
      0.114 * (wanted.data[at + 2] ?? 0);
    const off = grey.pixels.map((level, at) => Math.abs(level - luma(3 * at)));
    expect(Math.max(...off)).toBeLessThanOrEqual(1);
    const colours = rgbOf(photo).map((level, at) => Math.abs(level - (wanted.data[at] ?? 0)));
    // Only along the edges of the corners do four pixels differ in colour.
    expect(colours.filter((difference) => difference > 3).length).toBeLessThan(0.05 * colours.length);
  });

  it("turns AVIF once", async () => {
    const bytes = await corners().withMetadata({ orientation: 6 }).avif({ quality: 80 }).toBuffer();
    expectCorners(await decoded(bytes), [BLUE, RED, GREEN, WHITE], 12);
  });

  rareTest("scales large photos down to 16 megapixels, before it turns them", async () => {
    const bytes = await corners(600, 400)
      .resize(6000, 4000, { kernel: "nearest" })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const photo = await decoded(bytes);
    const { widthPx, heightPx } = photo.grey;
    expect(widthPx * heightPx).toBeLessThanOrEqual(16e6);
    expect(widthPx * heightPx).toBeGreaterThan(15.9e6);
    expect(heightPx / widthPx).toBeCloseTo(1.5, 2);
    expectCorners(photo, [BLUE, RED, GREEN, WHITE]);
  });
});

// Both are the corners of above, written by heif-enc. The second is stored lying and turned by the file's `irot`; its Exif
// gives the same turn once more, as phones do.
describe("HEIC", () => {
  const upright = readFileSync(new URL("upright.heic", import.meta.url));
  const turned = readFileSync(new URL("turned.heic", import.meta.url));

  it("is read, and turned once", async () => {
    expectCorners(await decoded(upright), UPRIGHT);
    const photo = await decoded(turned);
    expect([photo.grey.widthPx, photo.grey.heightPx]).toEqual([304, 400]);
    expectCorners(photo, [BLUE, RED, GREEN, WHITE]);
  });

  it("is read with bytes appended, as some phones do", async () => {
    expectCorners(
      await decoded(Buffer.concat([upright, Buffer.from([0, 0, 1, 0, 0xb, 0xa, 1, 2, 3])])),
      UPRIGHT,
    );
  });

  it("is refused when broken, without a word on the console", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    const flipped = upright.map((byte, at) => (at >= 914 && at < 930 ? byte ^ 0xff : byte));
    for (const bytes of [upright.subarray(0, 500), upright.subarray(0, -2), flipped])
      expect(await refused(bytes)).toBe("picture-broken: a.jpg is incomplete or damaged");
    expect(log).not.toHaveBeenCalled();
    log.mockRestore();
  });
});

describe("what is no photo", () => {
  it.each([
    ["", "a.jpg is empty"],
    ["%PDF-1.7\n%âãÏÓ\n1 0 obj", "a.jpg is a PDF, not a photo"],
    [
      '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>',
      "a.jpg is an SVG drawing, not a photo",
    ],
    ["Einer: 3\nZweier: 6\n", "a.jpg is a text file, not a photo"],
    ["\0\0\0\x18ftypmp42\0\0\0\0mp42isom", "a.jpg is a video or a sound file, not a photo"],
    ["PK\x03\x04\x14\0\0\0", "a.jpg is not a picture, or its file type is not supported"],
    ["\xff", "a.jpg is a text file, not a photo"],
  ])("is told: %j", async (text, message) => {
    expect(await refused(Buffer.from(text, "latin1"))).toBe(`not-a-picture: ${message}`);
  });
});

describe("a broken photo", () => {
  it.each([
    ["jpeg", corners().jpeg()],
    ["progressive jpeg", corners().jpeg({ progressive: true })],
    ["png", corners().png()],
    ["webp", corners().webp()],
    ["tiff", corners().tiff({ compression: "lzw" })],
    ["gif", corners().gif()],
    ["avif", corners().avif()],
  ])("is refused: %s that ends early", async (_name, picture) => {
    const whole = await picture.toBuffer();
    for (const share of [0.1, 0.5, 0.97])
      expect(await refused(whole.subarray(0, Math.floor(whole.length * share)))).toBe(
        "picture-broken: a.jpg is incomplete or damaged",
      );
  });

  it("is refused: nothing but the first bytes", async () => {
    for (const start of [
      "\xff\xd8\xff",
      "\x89PNG\r\n\x1a\n",
      "RIFF\0\0\0\0WEBP",
      "II*\0",
      "GIF89a",
      "\0\0\0\x18ftypheic",
      "\0\0\0\x18ftypavif",
    ])
      expect(await refused(Buffer.from(start, "latin1"))).toMatch(/^picture-broken: /);
  });

  it("is refused: a JPEG that says it is larger than it is", async () => {
    expect(await refused(withSize(await corners().jpeg().toBuffer(), 4000, 3000))).toMatch(
      /^picture-broken: /,
    );
  });

  it("is read all the same when only its wrapping is odd", async () => {
    const photo = await corners().jpeg({ quality: 95 }).toBuffer();
    const table = photo.indexOf("ffc0", 0, "hex");
    const odd = Buffer.concat([photo.subarray(0, table), Buffer.from([1, 2, 3]), photo.subarray(table)]);
    await expect(sharp(odd, { failOn: "warning" }).raw().toBuffer()).rejects.toThrow("extraneous");
    expectCorners(await decoded(odd), UPRIGHT);
  });

  it("is refused: a PNG that says it is larger than it is", async () => {
    expect(await refused(png(9000, 9000))).toMatch(/^picture-broken: /);
  });
});

describe("a photo of the wrong size", () => {
  it("is too small below 300 pixels along the longer side", async () => {
    expect(await refused(await corners(1, 1).png().toBuffer())).toMatch(
      /^picture-too-small: a.jpg has only 1 × 1 pixels/,
    );
    expect(await refused(await corners(299, 40).jpeg().toBuffer())).toMatch(/^picture-too-small: /);
    expect(await refused(await corners(40, 300).jpeg().toBuffer())).toBe("no problem");
  });

  it("is refused before it is decoded, whatever little it holds", async () => {
    const small = await corners().jpeg().toBuffer();
    const before = process.memoryUsage().rss;
    expect(await refused(png(60_000, 60_000))).toMatch(
      /^picture-too-large: a.jpg is too large: 60000 × 60000 pixels/,
    );
    expect(await refused(withSize(small, 60_000, 60_000))).toMatch(/^picture-too-large: /);
    expect(await refused(withSize(small, 12_000, 10_001))).toMatch(/^picture-too-large: /);
    expect(await refused(withSize(small, 30_001, 10))).toMatch(/^picture-too-large: .* 30000 along a side/);
    expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
  });

  it("may hold fewer pixels where a decoder keeps them all", async () => {
    const progressive = await corners().jpeg({ progressive: true }).toBuffer();
    expect(await refused(withSize(progressive, 10_000, 9_000))).toMatch(
      /^picture-too-large: .* the limit is 85 million/,
    );
    expect(await refused(withSize(await corners().jpeg().toBuffer(), 10_000, 9_000))).toMatch(
      /^picture-broken: /,
    );
  });

  it.each([
    ["in 8 bits", 8, 33],
    ["in 12 bits", 12, 24],
  ] as const)(
    "may hold fewer pixels in an AVIF %s, whose decoder keeps many copies",
    async (_, bitdepth, most) => {
      const avif = await corners().avif({ bitdepth }).toBuffer();
      const size = avif.indexOf("ispe") + 8;
      avif.writeUInt32BE(6_000, size);
      avif.writeUInt32BE(6_000, size + 4);
      expect(await refused(avif)).toMatch(
        new RegExp(`^picture-too-large: .* 6000 × 6000 .* the limit is ${most} million`),
      );
    },
  );

  it("is refused when the file is larger than 64 MB", async () => {
    const small = await corners().jpeg().toBuffer();
    const padded = new Uint8Array(64 * 1024 * 1024 + 1);
    padded.set(small);
    expect(await refused(padded)).toBe("picture-too-large: a.jpg is larger than 64 MB");
  });
});

describe("a TIFF", () => {
  it("of several pages is refused, so that none is overlooked", async () => {
    expect(await refused(pages(400, 400))).toBe(
      "several-pictures: a.jpg has 2 pages; a picture file may have only one",
    );
  });

  it("with a preview of its picture is read", async () => {
    const { grey } = await decoded(pages(400, 100));
    expect(grey.widthPx).toBe(400);
  });
});

/** The same JPEG with another size in its frame header (SOF0 or SOF2). */
function withSize(jpeg: Buffer, widthPx: number, heightPx: number): Buffer {
  const changed = Buffer.from(jpeg);
  const at = Math.max(changed.indexOf("ffc0", 0, "hex"), changed.indexOf("ffc2", 0, "hex"));
  changed.writeUInt16BE(heightPx, at + 5);
  changed.writeUInt16BE(widthPx, at + 7);
  return changed;
}

/** A PNG that names a size and holds next to nothing. */
function png(widthPx: number, heightPx: number): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  const rows = deflateSync(Buffer.alloc(1000));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(content.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** A white TIFF of square grey pages with the given sides, uncompressed. */
function pages(...sides: number[]): Buffer {
  const parts: Buffer[] = [Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0])];
  let at = 8;
  sides.forEach((side, page) => {
    const tags = [
      [256, side],
      [257, side],
      [258, 8],
      [259, 1],
      [262, 1],
      [273, at + 2 + 9 * 12 + 4],
      [277, 1],
      [278, side],
      [279, side * side],
    ] as const;
    const directory = Buffer.alloc(2 + tags.length * 12 + 4);
    directory.writeUInt16LE(tags.length, 0);
    tags.forEach(([tag, value], entry) => {
      directory.writeUInt16LE(tag, 2 + entry * 12);
      directory.writeUInt16LE(4, 4 + entry * 12);
      directory.writeUInt32LE(1, 6 + entry * 12);
      directory.writeUInt32LE(value, 10 + entry * 12);
    });
    at += directory.length + side * side;
    directory.writeUInt32LE(page < sides.length - 1 ? at : 0, directory.length - 4);
    parts.push(directory, Buffer.alloc(side * side, 255));
  });
  return Buffer.concat(parts);
}
