import sharp from "sharp";
import { copyFileSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { augenblock, emptyFolder, put } from "../support/command-line.ts";
import { confirmRows } from "../../src/cli/commands/learn.ts";
import { typeFamily } from "../../src/files/package/fonts.ts";
import type { DigitReader } from "../../src/scan/digits/reader.ts";
import { NO_INK } from "../../src/scan/digits/evidence.ts";
import { drawNamedRows } from "../../src/scan/pads/learn-pad.ts";
import { rowsOfPad } from "../../src/scan/pads/pad.ts";
import { rareTest } from "../support/cases.ts";
import { shippedGame } from "../support/games.ts";
import { language } from "../support/languages.ts";
import { madeUpSheet, madeUpTable } from "../support/ruled-sheets.ts";

const PHOTO = fileURLToPath(new URL("../../examples/store-bought-pads/yatzy-pad.jpg", import.meta.url));

/** A folder with a photo of this name. */
function folderWithPhoto(name: string): string {
  const folder = emptyFolder();
  copyFileSync(PHOTO, join(folder, name));
  return folder;
}

rareTest(
  "writes a pad that can be read where it lies, from a photo that is called like its game",
  async () => {
    const folder = folderWithPhoto("yatzy.jpg");
    const args = ["pads", "learn", "yatzy.jpg", "--variant", "yatzy", "--lang", "en"];
    const { code, out, err } = await augenblock(args, folder);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    // How the next best proposal differs, with the flag that chooses it.
    expect(out).toMatch(/^Next best: .*`--(rows \d+=|labels \d)/m);
    expect(readdirSync(folder).sort()).toEqual(["our-yatzy-pad.yaml", "yatzy.jpg"]);
    expect((await augenblock(["pads", "list", "our-yatzy-pad.yaml"], folder)).code).toBe(0);
  },
);

it.each(["yatzy", "kniffel-card", "yatzy-pad"])("refuses the taken id %s", async (id) => {
  const folder = folderWithPhoto("photo.jpg");
  const args = ["pads", "learn", "photo.jpg", "--variant", "yatzy", "--lang", "en", "--id", id];
  const { code, err } = await augenblock(args, folder);
  expect(code).toBe(2);
  expect(err).toContain(`\`${id}\` is already the id of a game or of a known pad`);
  expect(readdirSync(folder)).toEqual(["photo.jpg"]);
});

it("refuses a game that the pad file could not name from its folder", async () => {
  const folder = folderWithPhoto("photo.jpg");
  put(folder, "house.yaml", "extends: yatzy\nid: house\n");
  const args = ["pads", "learn", "photo.jpg", "--variant", "house.yaml", "--lang", "en"];
  const { code, err } = await augenblock([...args, "--out", "pads/house-pad.yaml"], folder);
  expect(code).toBe(2);
  expect(err).toContain("which is not in its folder");
  expect(existsSync(join(folder, "pads"))).toBe(false);
});

describe("the rows of a new pad", () => {
  const upper = madeUpTable({ rows: 9, labels: 1, columns: 3 });
  const lower = madeUpTable({ rows: 10, labels: 1, columns: 3, topPx: 700 });
  const start = {
    ...{ id: "own", name: { en: "Own" }, game: shippedGame("kniffel") },
    ...({ columns: "players", changes: {} } as const),
  };
  const read: DigitReader["read"] = async (pictures) => pictures.map(() => NO_INK);
  const digits = { read, readCarefully: read, close: async () => {} };

  it("are drawn on the sheet before each question about them", async () => {
    const said: string[] = [];
    const answers = [7, 0];
    const pad = await confirmRows(
      madeUpSheet([upper, lower]),
      { start, known: [] },
      { rows: new Map(), labels: null },
      digits,
      {
        language: language("en"),
        show: () => said.push("list"),
        draw: async (pad) => void said.push(`picture of ${JSON.stringify(rowsOfPad(pad)[6]?.holds)}`),
        asker: {
          number: async () => {
            said.push("question");
            return answers.shift() ?? 0;
          },
          choose: async () => "nothing",
        },
      },
    );
    const [before, after] = said.filter((one) => one.startsWith("picture"));
    expect(before).not.toBe(after);
    expect(after).toBe('picture of {"kind":"nothing"}');
    expect(rowsOfPad(pad)[6]?.holds).toEqual({ kind: "nothing" });
    const order = said.map((one) => one.split(" ")[0]).filter((one, at, all) => one !== all[at - 1]);
    expect(order).toEqual("list picture question list picture question".split(" "));
  });

  it("have their names beside them, where no other table is", async () => {
    const [left = 0, right = 0] = upper.down.flatMap(({ atPx }, at) => (at % 4 === 0 ? [atPx] : []));
    const moved = { ...upper, down: upper.down.map((line) => ({ ...line, atPx: line.atPx + right })) };
    const sheet = madeUpSheet([upper, moved]);
    const table = { labels: 1, entries: { min: 3, max: 3 }, rows: [] };
    const names = Array.from({ length: 18 }, (_, at) => `${at + 1} Straight`);
    const { bold } = await typeFamily();
    const drawn = sharp(await drawNamedRows(sheet, { ...start, tables: [table, table] }, names, bold));
    const { data, info } = await drawn.raw().toBuffer({ resolveWithObject: true });
    const wider = info.width - sheet.grey.widthPx;
    expect(wider).toBeGreaterThan(100);
    /** The share of dark pixels in a part of a row of the sheet. */
    const inked = (row: number, fromPx: number, toPx: number) => {
      const from = Math.round(upper.across[row]?.atPx ?? 0) + 8;
      const greens = Array.from({ length: 44 }, (_, y) =>
        Array.from({ length: toPx - fromPx }, (_, x) => data[3 * ((from + y) * info.width + fromPx + x) + 1]),
      ).flat();
      return greens.filter((green = 255) => green < 120).length / greens.length;
    };
    const margin = Math.floor(wider / 2);
    for (let row = 0; row < 9; row++) {
      expect(inked(row, 0, margin - left)).toBeGreaterThan(0.02);
      expect(inked(row, info.width - margin + 20, info.width)).toBeGreaterThan(0.02);
    }
  });
});
