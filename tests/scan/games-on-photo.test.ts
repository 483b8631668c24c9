import { describe, expect, it } from "vitest";
import { groupEvenings } from "../../src/check/evening.ts";
import { knownSheets } from "../../src/files/pictures/sheet-sources.ts";
import { layOutPad } from "../../src/print/layout/layout.ts";
import { parsePaper } from "../../src/print/layout/paper.ts";
import { writeSheetCode } from "../../src/print/layout/sheet-code.ts";
import { LiveSheet } from "../../src/scan/report/live-report.ts";
import { packReport, unpackReport } from "../../src/scan/report/packed-report.ts";
import { photoWords } from "../../src/scan/report/photo-words.ts";
import { photoYaml } from "../../src/scan/report/sheet-yaml.ts";
import {
  checkedPhoto,
  correctBox,
  joinSheets,
  judgePhotoSheet,
  namePlayer,
  namePlayers,
  nameOwners,
  madeUpNames,
  type PhotoSheet,
} from "../../src/scan/sheet/photo-sheet.ts";
import { nameCells, listNamedPlayers } from "../../src/scan/view/name-cells.ts";
import { evening } from "../support/evenings.ts";
import { shippedGame } from "../support/games.ts";
import { language } from "../support/languages.ts";
import { indexOf, viewOf } from "../support/made-up-photo.ts";
import { FAMILY, good, shippedText } from "../support/pads.ts";
import { sheetFrom } from "../support/sheet-files.ts";

const ENGLISH = language("en");
const size = { paper: good(parsePaper("a5")), players: 6, columnsAreGames: true };

/** Two games on a photo, as `check --names` names them. */
function photographed(given: readonly (readonly string[])[], more = {}): PhotoSheet {
  const view = viewOf(evening(), [], { columnsAreGames: true, ...more });
  const sheets = nameOwners(joinSheets([view]), given);
  const names = namePlayers(sheets, given, ENGLISH);
  const [photo] = sheets.map((sheet, at) => {
    const own = names[at] ?? [];
    return judgePhotoSheet(sheet, own, madeUpNames(sheet, own, given));
  });
  if (photo === undefined) throw new Error("there should be a sheet");
  return photo;
}

describe("the code of a sheet of games", () => {
  it("leads to its layout, and is among those that a blurred one may be", async () => {
    const known = await knownSheets({ variant: "yatzy" });
    const game = shippedGame("yatzy");
    const layout = good(layOutPad(game, shippedText(game, "en"), size, FAMILY));
    const code = layout.code?.code;
    if (code === undefined) throw new Error("the sheet has no code");
    expect(good(known.ofCode({ ...code, number: 7 })).layout).toEqual(layout);
    const symbols = known.symbols({ group: 0, kind: code.marks }, [])({ widthMm: 148, heightMm: 210 });
    expect(symbols.map((one) => one.code)).toContain(writeSheetCode(code));
    const grey = { widthPx: 148, heightPx: 210, pixels: new Uint8Array(148 * 210).fill(255) };
    expect(nameCells(layout, grey, 1).map(({ player }) => player)).toEqual([1]);
  });
});

describe("a photo of games", () => {
  it("names the person once, and numbers the games", () => {
    const photo = photographed([["Anna"]]);
    expect(photo.names).toEqual(["Game 1", "Game 2"]);
    expect([photo.owners, photo.unnamed]).toEqual([["Anna"], []]);
    expect(photo.sheet).toMatchObject({ columnsAreGames: true, owners: ["Anna"] });
    const { title, summary } = photoWords(photo, ENGLISH);
    expect([title, summary]).toEqual(["EdenCity Yatzy · Anna · night.jpg", "2 games, everything is right."]);
    expect(listNamedPlayers(photo, [])).toEqual([{ player: 1, name: "Anna", isGiven: true, ink: null }]);
    const [played] = groupEvenings([checkedPhoto(photo)]);
    expect(played?.ranking.map(({ name, total }) => [name, total])).toEqual([["Anna", 491]]);
  });

  it("takes the name of a file that a person named", () => {
    expect(photographed([], { file: "anna.jpg" }).owners).toEqual(["anna"]);
    expect(photographed([], { file: "IMG_2041.jpg" }).owners).toBeUndefined();
  });

  it("is of nobody until somebody says who played", () => {
    const nameless = photographed([], { file: "IMG_2041.jpg" });
    expect(nameless.unnamed).toEqual(["Game 1", "Game 2"]);
    expect(listNamedPlayers(nameless, [])).toMatchObject([{ player: 1, isGiven: false }]);
    expect(groupEvenings([checkedPhoto(nameless)])[0]?.ranking).toEqual([]);
    const live = new LiveSheet({ photo: nameless, areas: [], nameCells: [], saveAs: "" }, ENGLISH);
    expect(live.name(1, "Anna, Ben, Cleo")).toBe(
      "There are 2 games here: give one name, or one for each game, from left to right.",
    );
    expect(live.name(1, "Anna, Ben")).toBeNull();
    const named = namePlayer(nameless, 1, "Anna");
    expect([named.owners, named.names, named.unnamed]).toEqual([["Anna"], ["Game 1", "Game 2"], []]);
  });

  it("stays so when it is corrected, packed or saved", () => {
    const photo = photographed([["Anna"]]);
    const corrected = correctBox(photo, indexOf(photo, { player: 2, row: "ones" }), {
      kind: "score",
      value: 2,
    });
    const packed = packReport([{ photo: corrected, areas: [], nameCells: [], saveAs: "" }]);
    const [again] = unpackReport(packed);
    expect(again?.photo?.sheet).toMatchObject({ columnsAreGames: true, owners: ["Anna"] });
    const { columnsAreGames, owners, players } = sheetFrom(photoYaml(corrected, ENGLISH));
    expect([columnsAreGames, owners, players.map(({ name }) => name)]).toEqual([
      true,
      ["Anna"],
      ["Game 1", "Game 2"],
    ]);
  });

  it.each([
    ["a list in turns", [["Emma", "Jan"]], ["Emma", "Jan"]],
    ["a name for each column, the same twice", [["Emma", "emma"]], ["Emma", "emma"]],
    ["a list for each sheet", [["Emma", "Jan"], ["Ben"]], ["Emma", "Jan"]],
  ])("of several people takes %s", (_, given, owners) => {
    const photo = photographed(given);
    expect([photo.names, photo.unnamed, photo.sheet.owners]).toEqual([["Game 1", "Game 2"], [], owners]);
    expect(listNamedPlayers(photo, [])).toMatchObject([
      { player: 1, name: owners.join(", "), isGiven: true },
    ]);
    expect(sheetFrom(photoYaml(photo, ENGLISH)).owners).toEqual(owners);
    const [again] = unpackReport(packReport([{ photo, areas: [], nameCells: [], saveAs: "" }]));
    expect(again?.photo?.sheet.owners).toEqual(owners);
    const [played] = groupEvenings([checkedPhoto(photo)]);
    expect(played?.entries.map(({ name, rank }) => [name, rank])).toEqual(owners.map((name) => [name, 1]));
    const [named] = [namePlayer(photographed([], { file: "IMG_2041.jpg" }), 1, owners.join(", "))];
    expect(named.sheet.owners).toEqual(owners);
  });

  it("gives each of several sheets a name, or a list of its own", () => {
    const view = viewOf(evening(), [], { columnsAreGames: true });
    const sheets = joinSheets([view, { ...view, file: "late.jpg" }]);
    const owners = (given: readonly (readonly string[])[]) =>
      nameOwners(sheets, given).map((one) => one.owners);
    expect(sheets).toHaveLength(2);
    expect(owners([["Emma", "Jan"]])).toEqual([["Emma"], ["Jan"]]);
    expect(owners([["Emma", "Jan"], ["Ben"]])).toEqual([["Emma", "Jan"], ["Ben"]]);
  });
});
