import { readFileSync } from "node:fs";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { pictureProcess } from "../../src/files/pictures/picture-process.ts";
import { decodePhoto } from "../../src/scan/image/decode.ts";
import { bad, good } from "../support/pads.ts";
import { rareTest, someOf } from "../support/cases.ts";

const PHOTO = new Uint8Array(readFileSync(new URL("../photos/correct.jpg", import.meta.url)));
const HEIC = new Uint8Array(readFileSync(new URL("../scan/image/upright.heic", import.meta.url)));
const svg = (inner: string) =>
  new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><rect width="80" height="20"/>${inner}</svg>`,
  );

/**
 * Whether two pictures are the same; comparing millions of pixels one by one takes seconds. Field by field: how a number is stored, which
 * `serialize` would show, makes no difference.
 */
function isSame(a: unknown, b: unknown): boolean {
  if (ArrayBuffer.isView(a) && ArrayBuffer.isView(b)) return bytesOf(a).equals(bytesOf(b));
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return Object.is(a, b);
  const [mine, theirs] = [Object.entries(a), new Map(Object.entries(b))];
  return mine.length === theirs.size && mine.every(([key, value]) => isSame(value, theirs.get(key)));
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

const usual = pictureProcess();
afterAll(() => usual.close());

describe("a process for pictures", () => {
  it("gives what the engine gives, however many are asked for at once", async () => {
    const [photo, logo, broken, heic] = await Promise.all([
      usual.photo(PHOTO, "a.jpg"),
      usual.logo(svg(""), "a.svg", false),
      usual.photo(PHOTO.subarray(0, 9000), "b.jpg"),
      usual.photo(HEIC, "c.heic"),
    ]);
    expect(isSame(good(photo), good(await decodePhoto(PHOTO, "a.jpg")))).toBe(true);
    expect(good(logo).ratio).toBeCloseTo(4, 1);
    expect(broken).toEqual(await decodePhoto(PHOTO.subarray(0, 9000), "b.jpg"));
    expect(isSame(good(heic), good(await decodePhoto(HEIC, "c.heic")))).toBe(true);
  });

  // Each of them kept `pad` busy for minutes. The limits here are lower than those of commands, which saves time.
  const random = (at: number) => ((at * 7919) % 1013) / 11;
  it.each(
    someOf(
      [
        [
          "a path that crosses itself",
          svg(
            `<path d="M0 0${Array.from({ length: 50_000 }, (_, at) => `L${random(at)} ${random(at * at)}`).join("")}"/>`,
          ),
        ],
        [
          "a style sheet of thousands of selectors",
          svg(
            `<style>${Array.from({ length: 20_000 }, (_, at) => `g g g.a${at}{fill:red}`).join("")}</style>${"<g><g>".repeat(100)}${'<g class="a1"/>'.repeat(20_000)}${"</g></g>".repeat(100)}`,
          ),
        ],
      ],
      2,
    ),
  )("ends with %s, and reads the next picture all the same", async (_, file) => {
    const limited = pictureProcess({
      photo: { maxMs: 1, maxBytes: 1 },
      logo: { maxMs: 1500, maxBytes: 400_000_000 },
    });
    const problems = bad(await limited.logo(file, "a.svg", false));
    expect(problems).toMatchObject([{ code: "logo-endless", hint: expect.stringContaining("PNG") }]);
    expect(good(await limited.logo(svg(""), "b.svg", true)).ratio).toBeCloseTo(4, 1);
    limited.close();
  });

  rareTest("ends with a photo that takes more memory than it may", async () => {
    const create = { width: 5000, height: 5000, channels: 3, background: "#abc" } as const;
    const webp = new Uint8Array(await sharp({ create }).webp({ effort: 0 }).toBuffer());
    const limited = pictureProcess({
      photo: { maxMs: 1e6, maxBytes: 60_000_000 },
      logo: { maxMs: 1, maxBytes: 1 },
    });
    const problems = bad(await limited.photo(webp, "a.webp"));
    expect(problems).toMatchObject([{ code: "picture-endless", hint: expect.stringContaining("JPEG") }]);
    limited.close();
  });
});
