import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { knownSheets, openTools } from "../../src/files/scanner.ts";
import { type Scan, type ViewedSheet, viewSheets } from "../../src/scan/scan.ts";
import { decodePhoto } from "../../src/scan/image/decode.ts";
import type { PhotoTools } from "../../src/scan/image/tools.ts";
import { good } from "../support/pads.ts";

const photo = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../photos/${name}.jpg`, import.meta.url)));

const TABLE = "#777";

const known = await knownSheets();
let tools: PhotoTools;
beforeAll(async () => {
  tools = await openTools();
});

function see(bytes: Uint8Array): Promise<Scan<ViewedSheet>> {
  return viewSheets(bytes, known, tools, { file: "night.jpg" });
}

/** A part of a photo, as shares of its width and height. */
interface Part {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** On the photo `wrong-sum`: the code at the foot, and the upper right corner with the other one. */
const FOOT_CODE: Part = { left: 0.256, top: 0.895, width: 0.1, height: 0.05 };
const UPPER_RIGHT: Part = { left: 0.5, top: 0, width: 0.5, height: 1 / 6 };

/** The photo `wrong-sum` with something dark on parts of it. */
async function covered(...parts: Part[]): Promise<Buffer> {
  const { width, height } = await sharp(photo("wrong-sum")).metadata();
  const covers = parts.map((part) => ({
    input: {
      create: {
        width: Math.round(part.width * width),
        height: Math.round(part.height * height),
        channels: 3 as const,
        background: "#333",
      },
    },
    left: Math.round(part.left * width),
    top: Math.round(part.top * height),
  }));
  return await sharp(photo("wrong-sum")).composite(covers).toBuffer();
}

/** A sheet that lies askew, so that its top right corner, with the code beside it, is beyond the right edge of the photo. */
async function cutOff(sheet: Buffer): Promise<Buffer> {
  const turned = await sharp(sheet).rotate(30, { background: TABLE }).toBuffer();
  const { width, height } = await sharp(turned).metadata();
  return sharp(turned)
    .extract({ left: 0, top: 0, width: Math.round(0.8 * width), height })
    .toBuffer();
}

/** One photo with another one on its right. */
async function beside(name: string, neighbour: Buffer): Promise<Uint8Array> {
  const { width, height } = await sharp(photo(name)).metadata();
  const { width: right, height: high } = await sharp(neighbour).metadata();
  const both = sharp(photo(name))
    .extend({ right, bottom: Math.max(0, high - height), background: TABLE })
    .composite([{ input: neighbour, left: width, top: 0 }]);
  return new Uint8Array(await both.jpeg({ quality: 90 }).toBuffer());
}

test("a sheet that only reaches into the photo is a note beside one that can be read", async () => {
  const { sheets } = await see(await beside("correct", await cutOff(await covered(FOOT_CODE))));
  expect(sheets.map(({ ok }) => ok)).toEqual([true]);
  const warnings = sheets.flatMap((one) => (one.ok ? one.value.warnings : []));
  expect(warnings.map(({ code, severity }) => [code, severity])).toContainEqual([
    "sheet-reaches-in",
    "warning",
  ]);
});

test("alone in a photo, such a sheet is one that can't be read", async () => {
  const { sheets } = await see(new Uint8Array(await cutOff(await covered(FOOT_CODE))));
  expect(sheets.map((one) => (one.ok ? "read" : one.problems.map(({ code }) => code)))).toEqual([
    ["unreadable-code"],
  ]);
});

test("a sheet is known by the code at its foot where that at its head is beyond the photo or covered", async () => {
  for (const bytes of [await cutOff(photo("wrong-sum")), await covered(UPPER_RIGHT)]) {
    const { sheets } = await see(new Uint8Array(bytes));
    expect(sheets.map((one) => one.ok && one.value.code.number)).toEqual([83]);
  }
});

test("a sheet that lies in the photo whole and can't be read is a failure beside any other", async () => {
  const { sheets } = await see(await beside("correct", await covered(UPPER_RIGHT, FOOT_CODE)));
  expect(sheets.map(({ ok }) => ok)).toEqual([true, false]);
});

test("a photo is viewed alike from the bytes of its file and from its pixels", async () => {
  const pixels = good(await decodePhoto(photo("correct"), "night.jpg"));
  const viewed = await see(photo("correct"));
  expect(viewed.sheets.map((sheet) => sheet.ok)).toEqual([true]);
  expect(await viewSheets(pixels, known, tools, { file: "night.jpg" })).toEqual(viewed);
});
