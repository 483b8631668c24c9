import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { openTools, type SeenPhoto, seePhoto } from "../../src/cli/photo-seeing.ts";
import type { PhotoTools } from "../../src/photo/tools.ts";

const photo = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../photos/${name}.jpg`, import.meta.url)));

const TABLE = "#777";

let tools: PhotoTools;
beforeAll(async () => {
  tools = await openTools();
}, 60_000);

function see(bytes: Uint8Array): Promise<SeenPhoto> {
  const job = {
    file: "night.jpg",
    variant: null,
    set: {},
    code: null,
    paper: null,
    templates: null,
    keepPicture: false,
  };
  return seePhoto({ ...job, bytes }, tools);
}

/** A sheet that lies askew, so that its top right corner, with the code beside it, is beyond the right edge of the photo. */
async function cutOff(name: string): Promise<Buffer> {
  const turned = await sharp(photo(name)).rotate(30, { background: TABLE }).toBuffer();
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
  const { sheets, problems } = await see(await beside("correct", await cutOff("wrong-sum")));
  expect(problems).toEqual([]);
  expect(sheets.map(({ ok }) => ok)).toEqual([true]);
  const warnings = sheets.flatMap((one) => (one.ok ? one.value.warnings : []));
  expect(warnings.map(({ code, severity }) => [code, severity])).toContainEqual([
    "sheet-reaches-in",
    "warning",
  ]);
}, 60_000);

test("alone in a photo, such a sheet is one that can't be read", async () => {
  const { sheets } = await see(new Uint8Array(await cutOff("wrong-sum")));
  expect(sheets.map((one) => (one.ok ? "read" : one.problems.map(({ code }) => code)))).toEqual([
    ["unreadable-code"],
  ]);
}, 60_000);

test("a sheet that lies in the photo whole and can't be read is a failure beside any other", async () => {
  const { width = 0, height = 0 } = await sharp(photo("wrong-sum")).metadata();
  const ink = {
    create: { width: Math.round(width / 2), height: Math.round(height / 6), channels: 3, background: "#333" },
  };
  const blotted = sharp(photo("wrong-sum")).composite([
    { input: ink, left: Math.round(width / 2), top: 0 },
  ] as never);
  const { sheets } = await see(await beside("correct", await blotted.toBuffer()));
  expect(sheets.map(({ ok }) => ok)).toEqual([true, false]);
}, 60_000);
