import sharp from "sharp";
import { knownSheets } from "../../src/files/pictures/sheet-sources.ts";
import { success } from "../../src/rules/problem/problem.ts";
import { decodePhoto } from "../../src/scan/image/decode.ts";
import { findSheets } from "../../src/scan/marks/find-sheets.ts";
import {
  removeDuplicateSightings,
  type Scan,
  type ViewedSheet,
  viewSheets,
} from "../../src/scan/view/view-sheets.ts";
import { rareTest, someOf } from "../support/cases.ts";
import { good } from "../support/pads.ts";
import { tools } from "../support/photos.ts";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";

const photo = (name: string, ending = "jpg") =>
  readFileSync(fileURLToPath(new URL(`../photos/${name}.${ending}`, import.meta.url)));

const TABLE = "#777";

const known = await knownSheets();

function see(bytes: Uint8Array): Promise<Scan<ViewedSheet>> {
  return viewSheets(bytes, known, tools, { file: "night.jpg" });
}

/** A photo, upright and with half of its pixels. */
const small = (name: string) => sharp(photo(name)).autoOrient().resize({ width: 900 });

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

/** A sheet that lies askew, so that its top right corner, with the code next to it, is beyond the right edge of the photo. */
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

rareTest("a sheet that only reaches into the photo is a note beside one that can be read", async () => {
  const { sheets } = await see(await beside("correct", await cutOff(await covered(FOOT_CODE))));
  expect(sheets.map(({ ok }) => ok)).toEqual([true]);
  const warnings = sheets.flatMap((one) => (one.ok ? one.value.warnings : []));
  expect(warnings.map(({ code, severity }) => [code, severity])).toContainEqual([
    "sheet-reaches-in",
    "warning",
  ]);
});

rareTest("alone in a photo, such a sheet is one that can't be read", async () => {
  const { sheets } = await see(new Uint8Array(await cutOff(await covered(FOOT_CODE))));
  expect(sheets.map((one) => (one.ok ? "read" : one.problems.map(({ code }) => code)))).toEqual([
    ["unreadable-code"],
  ]);
});

test("a sheet is known by the code at its foot where that at its head is beyond the photo or covered", async () => {
  for (const hide of someOf([() => covered(UPPER_RIGHT), () => cutOff(photo("wrong-sum"))], 2)) {
    const { sheets } = await see(new Uint8Array(await hide()));
    expect(sheets.map((one) => one.ok && one.value.code.number)).toEqual([83]);
  }
});

rareTest("a sheet that lies in the photo whole and can't be read is a failure beside any other", async () => {
  const { sheets } = await see(await beside("correct", await covered(UPPER_RIGHT, FOOT_CODE)));
  expect(sheets.map(({ ok }) => ok)).toEqual([true, false]);
});

test("a photo is viewed alike from the bytes of its file and from its pixels", async () => {
  const bytes = await small("correct").jpeg({ quality: 95 }).toBuffer();
  const pixels = good(await decodePhoto(bytes, "night.jpg"));
  const viewed = await see(bytes);
  expect(viewed.sheets.map((sheet) => sheet.ok)).toEqual([true]);
  const again = await viewSheets(pixels, known, tools, { file: "night.jpg" });
  // `toEqual` compares millions of pixels one by one, which takes seconds.
  expect(isDeepStrictEqual(again, viewed)).toBe(true);
});

/** A photo under whose sheet the next one of the block peeks out: the marks at its foot are there once more, this many sides lower. */
async function withNextBelow(name: string, sides: number): Promise<Uint8Array> {
  const upright = await sharp(photo(name)).autoOrient().jpeg({ quality: 95 }).toBuffer();
  const [found] = findSheets(good(await decodePhoto(upright, "night.jpg")), tools);
  const lower = found?.marks.filter(({ place }) => place > 1) ?? [];
  expect(lower.length).toBe(2);
  const marks = lower.map(async ({ corners }) => {
    const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
    const [left, top] = [Math.floor(Math.min(...xs)) - 3, Math.floor(Math.min(...ys)) - 3];
    const [width, height] = [Math.ceil(Math.max(...xs)) + 3 - left, Math.ceil(Math.max(...ys)) + 3 - top];
    const input = await sharp(upright).extract({ left, top, width, height }).toBuffer();
    return { input, left, top: Math.round(top + sides * height) };
  });
  const longer = await sharp(upright).extend({ bottom: 200, background: TABLE }).toBuffer();
  return new Uint8Array(
    await sharp(longer)
      .composite(await Promise.all(marks))
      .jpeg({ quality: 92 })
      .toBuffer(),
  );
}

test.each(someOf([0.9, 1.6], 2))(
  "a sheet whose marks can be taken for two sheets is one, and lies where its print is (%d)",
  async (sides) => {
    const bytes = await withNextBelow("wrong-bonus", sides);
    expect(findSheets(good(await decodePhoto(bytes, "night.jpg")), tools).length).toBe(2);
    const { sheets } = await see(bytes);
    const [only, ...others] = sheets.map(good);
    expect(others).toEqual([]);
    const { boxes } = JSON.parse(photo("wrong-bonus", "json").toString()).sheets[0];
    // A row off, the blank line for the bonus would hold ink, and boxes next to it none.
    const wasWritten = boxes.map(({ ink }: { ink: { kind: string } }) => ink.kind !== "empty");
    const isFilled = only?.boxes.map(({ isBlank }) => !isBlank) ?? [];
    expect(isFilled.filter((is, at) => wasWritten[at] && !is)).toEqual([]);
    expect(isFilled.filter((is, at) => is === wasWritten[at]).length).toBeGreaterThan(0.85 * boxes.length);
  },
);

const square = (x: number, y: number, side = 100) => [
  { x, y },
  { x: x + side, y },
  { x: x + side, y: y + side },
  { x, y: y + side },
];

test("sightings of one sheet overlap; two sheets lie side by side, or have other codes or marks", () => {
  const sighting = (x: number, agreement: number, more = {}) => ({
    found: { group: 3, kind: "double" as const, marks: [] },
    identity: "1A52KTABCD00012",
    outline: square(x, 0),
    agreement,
    sheet: success(agreement),
    ...more,
  });
  const kept = (...sightings: ReturnType<typeof sighting>[]) =>
    removeDuplicateSightings(tools.cv, sightings).map(({ agreement }) => agreement);
  expect(kept(sighting(0, 0.8), sighting(20, 0.9))).toEqual([0.9]);
  expect(kept(sighting(0, 0.9), sighting(20, 0, { identity: null }))).toEqual([0.9]);
  expect(kept(sighting(0, 0.8), sighting(70, 0.9))).toEqual([0.8, 0.9]);
  expect(kept(sighting(0, 0.8), sighting(20, 0.9, { identity: "1A52KTABCD00043" }))).toEqual([0.8, 0.9]);
  expect(
    kept(sighting(0, 0.8), sighting(20, 0.9, { found: { group: 4, kind: "double", marks: [] } })),
  ).toEqual([0.8, 0.9]);
  expect(kept(sighting(0, 0.8), sighting(20, 0.9, { outline: null }))).toEqual([0.8, 0.9]);
});

rareTest("a mirrored photo is turned back, which is told, and is read as the photo itself is", async () => {
  const seen = async (bytes: Uint8Array) =>
    (await see(bytes)).sheets.map((one) => {
      const { code, boxes, warnings } = good(one);
      const inked = boxes.map(({ isBlank }) => isBlank);
      return { code, inked, warnings: warnings.map((warning) => warning.code) };
    });
  const jpeg = { quality: 95 };
  const [straight, ...others] = await seen(await small("half-filled").jpeg(jpeg).toBuffer());
  expect(others).toEqual([]);
  const [turned, ...more] = await seen(await small("half-filled").flop().jpeg(jpeg).toBuffer());
  expect(more).toEqual([]);
  expect(turned).toMatchObject({ code: straight?.code, warnings: ["mirrored-photo"] });
  const same = turned?.inked.filter((isBlank, at) => isBlank === straight?.inked[at]).length ?? 0;
  expect(same).toBeGreaterThan(0.9 * (straight?.inked.length ?? 1));
  expect(straight?.warnings).toEqual([]);
});
