import { readFileSync } from "node:fs";
import { PDFDocument } from "@cantoo/pdf-lib";
import sharp from "sharp";
import { beforeAll, expect, it } from "vitest";
import { emptyFolder, json, put } from "../support/command-line.ts";

interface CheckJson {
  readonly sheets: readonly {
    readonly file: string;
    readonly variant: string;
    readonly verdict: string;
    readonly problems: readonly { readonly code: string }[];
  }[];
}

const photo = (name: string) => readFileSync(new URL(`../photos/${name}.jpg`, import.meta.url));
const folder = emptyFolder();

beforeAll(async () => {
  const scan = await PDFDocument.create();
  for (const name of ["correct", "wrong-bonus"]) {
    const image = await scan.embedJpg(await sharp(photo(name)).autoOrient().jpeg({ quality: 95 }).toBuffer());
    const page = scan.addPage([image.width / 3, image.height / 3]);
    page.drawImage(image, { x: 0, y: 0, width: image.width / 3, height: image.height / 3 });
  }
  put(folder, "scan.pdf", await scan.save());
  put(folder, "correct.jpg", photo("correct"));
});

it("reads the pages of a scan as photos, and joins one with another photo of its sheet", async () => {
  const { sheets } = await json<CheckJson>(["check", "scan.pdf", "correct.jpg"], 1, folder);
  expect(sheets.map(({ file, variant, verdict }) => [file, variant, verdict])).toEqual([
    ["scan.pdf#page=1", "doppel-yatzy", "correct"],
    ["scan.pdf#page=2", "yahtzee-block", "mistakes"],
  ]);
});
