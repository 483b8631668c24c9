import { describe, expect, it } from "vitest";
import { confirmNames, hasNamelessPlayers } from "../../src/cli/commands/check/confirm.ts";
import type { PhotoSheet } from "../../src/scan/sheet/photo-sheet.ts";
import { answering } from "../support/answering.ts";
import { alone, evening } from "../support/evenings.ts";
import { language } from "../support/languages.ts";
import { photoOf } from "../support/made-up-photo.ts";

const en = language("en");
const CELL = { xPx: 0, yPx: 0, widthPx: 40, heightPx: 12 };

/** How a name is written, as a strip of ink whose shape is its own. */
const inkOf = (name: string) => ({
  grid: Array.from({ length: 480 }, (_, at) => ((at * (name.charCodeAt(0) - 60)) % 7 > 3 ? 9 : 0)).join(""),
  aspect: 3,
});

/** A sheet of two players whose names nobody gave; null where nothing is written. */
function sheetOf(file: string, written: readonly (string | null)[]): PhotoSheet {
  const photo = photoOf(evening());
  const names = written.map((_, at) => `Player ${at + 1}`);
  const cells = written.map((name, at) => ({
    player: at + 1,
    area: CELL,
    ink: name === null ? null : inkOf(name),
  }));
  const picture = { jpeg: new Uint8Array(), widthPx: 1, heightPx: 1, pxPerMm: 1, areas: [], names: cells };
  return { ...photo, files: [file], names, unnamed: names, picture };
}

const never = async () => {};

describe("asking for names", () => {
  it("asks once for each, and suggests a name that was typed before where it looks alike", async () => {
    const sheets = [sheetOf("one.jpg", ["Anna", "Ben"]), sheetOf("two.jpg", ["Ben", "Anna"])];
    const { prompter, heard, offered, left } = answering("Anna", "Ben", "Ben", "Anna");
    const shown: string[] = [];
    const show = async (photo: PhotoSheet) => void shown.push(photo.files[0]);
    const told = await confirmNames(sheets, prompter, en, show);
    expect(told.map(({ names }) => names)).toEqual([
      ["Anna", "Ben"],
      ["Ben", "Anna"],
    ]);
    expect(told.every(({ unnamed }) => unnamed.length === 0)).toBe(true);
    expect(offered.map(([first]) => first)).toEqual(["Ben", "Anna"]);
    expect(shown).toEqual(["one.jpg", "one.jpg", "two.jpg", "two.jpg"]);
    expect(heard).toHaveLength(5);
    expect(left).toEqual([]);
  });

  it("asks nothing about a single sheet, nor where no name is written", async () => {
    const silent = answering();
    const single = [sheetOf("one.jpg", ["Anna", "Ben"])];
    expect(await confirmNames(single, silent.prompter, en, never)).toBe(single);
    expect(hasNamelessPlayers([sheetOf("one.jpg", [null, null]), sheetOf("two.jpg", [null, null])])).toBe(
      false,
    );
    expect(silent.heard).toEqual([]);
  });

  it("asks about a single sheet that is kept in a season, which adds up by name", async () => {
    const single = [sheetOf("one.jpg", ["Anna", "Ben"])];
    const { prompter, left } = answering("Anna", "Ben");
    const [first] = await confirmNames(single, prompter, en, never, []);
    expect(first?.names).toEqual(["Anna", "Ben"]);
    expect(left).toEqual([]);
    const blank = [sheetOf("one.jpg", [null, null])];
    expect(hasNamelessPlayers(blank, true)).toBe(false);
    expect(await confirmNames(blank, answering().prompter, en, never, [])).toBe(blank);
  });

  it("asks who plays alone on one of several sheets, written or not, as the studio does", async () => {
    const sheets = ["one.jpg", "two.jpg"].map((file): PhotoSheet => {
      return { ...photoOf(alone("Anna", 3)), files: [file], names: ["Player 1"], unnamed: ["Player 1"] };
    });
    expect([hasNamelessPlayers(sheets), hasNamelessPlayers(sheets.slice(0, 1))]).toEqual([true, false]);
    const { prompter, left } = answering("Anna", "type something else", "Ben");
    const named = await confirmNames(sheets, prompter, en, never);
    expect([named.flatMap(({ names }) => names), left]).toEqual([["Anna", "Ben"], []]);
  });

  it("leaves a player without a name where nothing is typed, and takes no name twice on a sheet", async () => {
    const sheets = [sheetOf("one.jpg", ["Anna", "Ben"]), sheetOf("two.jpg", [null, null])];
    const { prompter, heard } = answering("Player 2", "", "Cleo");
    const [first] = await confirmNames(sheets, prompter, en, never);
    expect(heard).toContain("Somebody on this sheet is called Player 2 already.");
    expect(first?.names).toEqual(["Player 1", "Cleo"]);
    expect(first?.unnamed).toEqual(["Player 1"]);
  });

  it("offers the players of the season", async () => {
    const sheets = [sheetOf("one.jpg", ["Anna", "Ben"]), sheetOf("two.jpg", [null, null])];
    const { prompter, offered } = answering("Cleo", "Dora");
    const season = ["Cleo", "Dora"].map((name) => ({ player: 0, name, isGiven: true, ink: null }));
    const [first] = await confirmNames(sheets, prompter, en, never, season);
    expect(first?.names).toEqual(["Cleo", "Dora"]);
    expect(offered.map((choices) => choices.slice(0, 2))).toEqual([
      ["Cleo", "Dora"],
      ["Dora", expect.anything()],
    ]);
  });
});
