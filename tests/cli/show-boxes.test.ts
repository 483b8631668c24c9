import { spawnSync } from "node:child_process";
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import sharp from "sharp";
import { areaShower, confirmSheet, boxShower } from "../../src/cli/commands/check/confirm.ts";
import type { WayToShow } from "../../src/cli/flags.ts";
import { printError } from "../../src/cli/console/output.ts";
import type { PixelArea } from "../../src/scan/image/picture.ts";
import type { Prompter } from "../../src/cli/console/prompts.ts";
import { inShell } from "../support/clone.ts";
import { augenblock, emptyFolder, printedBy } from "../support/command-line.ts";
import { evening } from "../support/evenings.ts";
import { language } from "../support/languages.ts";
import { numbers, photoOf } from "../support/made-up-photo.ts";
import { TRIES_ALL } from "../support/cases.ts";

/** A score that is not possible and not quite clear: one question, whose second answer is possible. */
const PHOTO = fileURLToPath(new URL("../photos/impossible-score.jpg", import.meta.url));
const hasTerminal =
  spawnSync("script", ["--version"]).status === 0 || process.env.AUGENBLOCK_TOOLS === "required";

/** What a terminal gets when someone takes the second answer to the question about a photo. */
async function confirmed(way: string): Promise<string> {
  const folder = emptyFolder();
  cpSync(PHOTO, join(folder, "photo.jpg"));
  const command = `npx augenblock check photo.jpg --confirm --lang en --show ${way}`;
  const { code, out, err } = await inShell(command, folder, { to: /❯/, by: "\u001b[B\r" });
  expect(code, out + err).toBe(0);
  return (out + err).replaceAll("\u001b", "␛");
}

/** What a person gets to see who answers a question about a made-up photo. */
async function asked(way: WayToShow): Promise<string> {
  const sheet = evening({ anna: "grand.total: " });
  const [width, height] = [60, 20];
  const create = { width, height, channels: 3, background: "#eee" } as const;
  const jpeg = new Uint8Array(await sharp({ create }).jpeg().toBuffer());
  const areas = photoOf(sheet).reading.boxes.map(() => ({ xPx: 20, yPx: 5, widthPx: 20, heightPx: 10 }));
  const picture = { jpeg, widthPx: width, heightPx: height, pxPerMm: 1, areas, names: [] };
  const unsure = [[{ row: "chance" }, numbers({ "24": 0.55, "29": 0.45 })]] as const;
  const prompter: Prompter = {
    tell: printError,
    choose: async (question, [first]) => {
      printError(`${question} ❯`);
      if (first === undefined) throw new Error("nothing to choose");
      return first.value;
    },
    type: async () => "",
  };
  const en = language("en");
  const answer = async () =>
    confirmSheet(
      photoOf(sheet, unsure, { picture }),
      prompter,
      en,
      boxShower(await areaShower(way, en, false)),
    );
  return (await printedBy(answer)).err.replaceAll("\u001b", "␛");
}

/** The colour of the middle of a line around an area on the picture that a question names. */
async function lineAround(area: PixelArea, asksNames: boolean): Promise<readonly number[]> {
  const create = { width: 60, height: 20, channels: 3, background: "#eee" } as const;
  const jpeg = new Uint8Array(await sharp({ create }).jpeg().toBuffer());
  const names = [{ player: 1, area, ink: null }];
  const areas = photoOf(evening()).reading.boxes.map(() => ({ xPx: 2, yPx: 2, widthPx: 9, heightPx: 9 }));
  const picture = { jpeg, widthPx: 60, heightPx: 20, pxPerMm: 4, areas, names };
  const photo = { ...photoOf(evening()), names: ["Player 1", "Ben"], unnamed: ["Player 1"], picture };
  const { err } = await printedBy(async () =>
    (await areaShower("file", language("en"), asksNames))(photo, area),
  );
  const [file = ""] = /\S+\.png/.exec(err) ?? [];
  const place = { left: area.xPx, top: area.yPx + 1, width: 1, height: 1 };
  return [...(await sharp(file).removeAlpha().extract(place).raw().toBuffer())];
}

describe("a question about a name", () => {
  it("comes with a picture that marks the place of the name", async () => {
    const area = { xPx: 30, yPx: 4, widthPx: 20, heightPx: 8 };
    const [red = 0, , blue = 255] = await lineAround(area, true);
    expect(red - blue).toBeGreaterThan(60);
    const [plainRed = 0, , plainBlue = 255] = await lineAround(area, false);
    expect(Math.abs(plainRed - plainBlue)).toBeLessThan(10);
  });
});

describe("a question about a box", () => {
  it.each<[WayToShow, RegExp]>([
    ["kitty", /questions?\n␛_G[^❯]+❯/],
    ["iterm", /questions?\n␛\]1337;File=[^❯]+❯/],
    ["sixel", /questions?\n␛P[^❯]+❯/],
    ["none", /questions?\n[^\n]*\?[^❯\n]*❯/],
  ])("stands below its picture: %s", async (way, shown) => {
    const said = (await asked(way)).replace(/one question/, "questions");
    expect(said).toMatch(shown);
    expect(said).not.toContain("can’t be shown");
  });

  it.skipIf(!TRIES_ALL || !hasTerminal)(
    "comes with the name of a picture that is gone when all are answered",
    async () => {
      const [, file = ""] = /The questions are marked on (\S+\.png)/.exec(await confirmed("file")) ?? [];
      expect(file).toMatch(/sheet-1\.png$/);
      expect(existsSync(file)).toBe(false);
    },
  );
});

it("is not shown where none is asked", async () => {
  const { code, err } = await augenblock(["check", PHOTO, "--show", "kitty", "--lang", "en"], emptyFolder());
  expect([code, err]).toEqual([2, expect.stringContaining("add `--confirm`")]);
});
