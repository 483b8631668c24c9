import sharp, { type Sharp } from "sharp";
import { photoOf, THINGS } from "../../../bench/any-pad/other/things.ts";
import { shippedPads } from "../../../src/files/pictures/store-bought-pads.ts";
import { openDigits } from "../../../src/files/pictures/scanner.ts";
import { need } from "../../../src/rules/problem/problem.ts";
import type { DigitReader } from "../../../src/scan/digits/reader.ts";
import { decodePhoto } from "../../../src/scan/image/decode.ts";
import { judge } from "../../../src/scan/inference/judge.ts";
import { type ReadBox, toTypedSheet } from "../../../src/scan/inference/sheet-reading.ts";
import type { Pad } from "../../../src/scan/pads/pad.ts";
import { markUncertain } from "../../../src/scan/sheet/judge-sheet.ts";
import { readTables } from "../../../src/scan/pads/read-tables.ts";
import { viewTables } from "../../../src/scan/pads/view-tables.ts";
import { rareTest, someOf } from "../../support/cases.ts";
import { tools } from "../../support/photos.ts";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";

const PHOTO = new URL("../../../examples/store-bought-pads/yatzy-pad.jpg", import.meta.url);
/** What two people wrote on the pad of the photo, from the top. */
const WRITTEN = [
  "3 4 9 12 15 18 _ _ 10 20 12 16 / / 26 21 50 _",
  "/ 6 9 12 15 24 _ _ 12 20 15 / / 20 28 19 / _",
];

let digits: DigitReader;
let pads: readonly Pad[];
beforeAll(async () => {
  digits = await openDigits();
  pads = await shippedPads();
});

/** The sheets on a photo: which pad, the verdict, what the first two players have written. */
async function sheetsOn(photo: Sharp) {
  const bytes = new Uint8Array(await photo.jpeg({ quality: 90 }).toBuffer());
  const views = await viewTables(need(await decodePhoto(bytes, "photo")), pads, tools, {
    file: "photo",
    keepPicture: false,
  });
  const sheets = [];
  for (const view of views) {
    if (!view.ok) continue;
    const read = await readTables(view.value, { pads, isGiven: false }, digits, "photo");
    if (!read.ok) continue;
    const { pad, game, reading, seen } = read.value;
    const judgement = judge(reading, toTypedSheet(reading, game, "photo", []), seen);
    sheets.push({
      pad: pad.id,
      verdict: markUncertain(judgement, pad).verdict,
      written: [1, 2].map((player) =>
        reading.boxes
          .filter((box) => box.player === player)
          .map(inWords)
          .join(" "),
      ),
      isBlank: reading.players.length === 0,
    });
  }
  return sheets;
}

function inWords({ written, doubt }: ReadBox): string {
  const words = { empty: "_", strike: "/", unknown: "?" };
  return doubt === null ? (written.kind === "score" ? String(written.value) : words[written.kind]) : "?";
}

/** The photo turned so that the pad is upright on it, and what a share of it shows. */
async function uprightPart(left: number, top: number, right: number, bottom: number): Promise<Sharp> {
  const upright = await sharp(readFileSync(PHOTO)).rotate(27, { background: "#222" }).toBuffer();
  const { width = 0, height = 0 } = await sharp(upright).metadata();
  return sharp(upright).extract({
    left: Math.round(left * width),
    top: Math.round(top * height),
    width: Math.round((right - left) * width),
    height: Math.round((bottom - top) * height),
  });
}

/** Expects every box to be read as it was written, or asked about: at most two. */
function expectWritten(sheet: Awaited<ReturnType<typeof sheetsOn>>[number] | undefined): void {
  const read = (sheet?.written ?? []).flatMap((words) => words.split(" "));
  const written = WRITTEN.flatMap((words) => words.split(" "));
  expect(read.filter((word) => word === "?").length).toBeLessThanOrEqual(2);
  expect(written.map((word, at) => (read[at] === "?" ? "?" : word))).toEqual(read);
  expect(sheet?.verdict).not.toBe("mistakes");
}

describe("a photo of a store-bought pad", () => {
  // By 180 degrees is one of the two below.
  rareTest.each([90, 270])("is read turned by %i degrees", async (degrees) => {
    const [sheet, ...others] = await sheetsOn(sharp(readFileSync(PHOTO)).rotate(degrees));
    expect(others).toEqual([]);
    expect(sheet?.pad).toBe("yatzy-pad-danish");
    expectWritten(sheet);
  });

  rareTest("may show two sheets, one of them upside down", async () => {
    const photo = readFileSync(PHOTO);
    const other = await sharp(photo).rotate(180).toBuffer();
    const { width = 0, height = 0 } = await sharp(photo).metadata();
    const both = sharp({ create: { width: 2 * width, height, channels: 3, background: "#222" } });
    const sheets = await sheetsOn(
      both.composite([
        { input: photo, left: 0, top: 0 },
        { input: other, left: width, top: 0 },
      ]),
    );
    expect(sheets).toHaveLength(2);
    for (const sheet of sheets) {
      expect(sheet.pad).toBe("yatzy-pad-danish");
      expectWritten(sheet);
    }
  });

  rareTest("may cut off columns that nobody used", async () => {
    const [sheet] = await sheetsOn(await uprightPart(0, 0, 0.66, 1));
    expectWritten(sheet);
  });

  rareTest("is not sure of the pad where its first row is cut off", async () => {
    const sheets = await sheetsOn(await uprightPart(0, 0.3, 1, 1));
    expect(sheets.map(({ verdict }) => verdict)).toEqual(["unsure"]);
  });
});

describe("a photo of a sheet of an unknown pad", () => {
  const UNKNOWN = new URL("../../photos/wrong-sum.jpg", import.meta.url);

  /** The problems of the part of the photo between two shares of its height. */
  async function problemsOf(top: number, bottom: number) {
    const { width, height } = await sharp(readFileSync(UNKNOWN)).metadata();
    const [from, to] = [Math.round(top * height), Math.round(bottom * height)];
    const part = sharp(readFileSync(UNKNOWN)).extract({ left: 0, top: from, width, height: to - from });
    const small = await sharp(await part.toBuffer())
      .resize({ width: 500 })
      .jpeg()
      .toBuffer();
    const photo = need(await decodePhoto(new Uint8Array(small), "photo"));
    const views = await viewTables(photo, pads, tools, { file: "photo", keepPicture: false });
    const known = { pads, isGiven: false };
    const read = await Promise.all(
      views.map((view) => (view.ok ? readTables(view.value, known, digits, "photo") : view)),
    );
    return read.flatMap((one) => (one.ok ? [] : one.problems));
  }

  rareTest("says at which edges it cuts the table off", async () => {
    const problems = await problemsOf(0.21, 0.7);
    expect(problems.map(({ code }) => code)).toEqual(["missing-edge"]);
    expect(problems[0]?.message).toContain("(at the top, at the bottom)");
  });

  rareTest("leads to learning the pad where the whole sheet is on it", async () => {
    const problems = await problemsOf(0, 1);
    expect(problems.map(({ code }) => code)).toEqual(["unknown-pad"]);
    expect(problems[0]?.hint).toContain("pads learn");
  });
});

describe("a photo of something else", () => {
  it.each(someOf(THINGS, 4))("is told no verdict: %s", async (thing) => {
    const sheets = await sheetsOn(sharp(await photoOf(thing, 0)).resize({ width: 1000 }));
    expect(sheets.filter(({ isBlank, verdict }) => !isBlank && verdict !== "unsure")).toEqual([]);
  });
});
