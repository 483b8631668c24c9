import { describe, expect, it } from "vitest";
import { need } from "../../src/rules/problem/problem.ts";
import { withSpareNames } from "../../src/cli/commands/check/photos.ts";
import { readNames, refuseRepeatedNames } from "../../src/cli/commands/check/settings.ts";
import { madeUpNames, namePlayers, type NamelessSheet } from "../../src/scan/sheet/photo-sheet.ts";
import { shippedGame } from "../support/games.ts";
import { language } from "../support/languages.ts";
import { placesOf } from "../support/photographed.ts";

const en = language("en");

const namesFrom = (given: string) => need(readNames(given));

/** A sheet of which nothing but its game and its photo matters. */
function sheetOf(id: string, file: string, players = 1, number = 0): NamelessSheet {
  const game = shippedGame(id);
  const boxes = placesOf(game, players).map((place) => ({
    ...place,
    written: { kind: "empty" } as const,
    confidence: 1,
    alternatives: [],
    doubt: null,
    confirmed: false,
  }));
  const reading = { boxes, players: [1] };
  return {
    files: [file],
    number,
    pad: null,
    game,
    seen: [],
    reading,
    disagreements: [],
    warnings: [],
    picture: null,
  };
}

const shared = (file: string) => sheetOf("edencity-yatzy", file, 3);
const own = (file: string, number = 0) => sheetOf("yazzo", file, 1, number);

describe("names of players on a shared sheet", () => {
  it("are the given ones from left to right on every sheet, then made-up ones", () => {
    const names = namePlayers([shared("a.jpg"), shared("b.jpg")], namesFrom("Anna, Ben"), en);
    expect(names).toEqual([
      ["Anna", "Ben", "Player 3"],
      ["Anna", "Ben", "Player 3"],
    ]);
  });

  it("may differ from sheet to sheet", () => {
    const names = namePlayers([shared("a.jpg"), shared("b.jpg")], namesFrom("Anna,Ben;Cem"), en);
    expect(names[1]).toEqual(["Cem", "Player 2", "Player 3"]);
  });

  it("never make two players the same one", () => {
    const [names = []] = namePlayers([shared("a.jpg")], namesFrom("Player 2"), en);
    expect(new Set(names).size).toBe(3);
  });
});

describe("names that are more than there is room for", () => {
  const leftOver = (sheets: readonly NamelessSheet[], given: string) => {
    const names = namesFrom(given);
    return withSpareNames(sheets, names, namePlayers(sheets, names, en)).map(({ warnings }) =>
      warnings.map(({ message }) => message.replace("`--names` gives more names than ", "")),
    );
  };

  it("are told of each sheet that players share", () => {
    const sheets = [shared("a.jpg"), shared("b.jpg")];
    expect(leftOver(sheets, "Anna,Ben,Cem")).toEqual([[], []]);
    expect(leftOver(sheets, "Anna,Ben,Cem,Dora,Emil")).toEqual([
      ["a.jpg has room for; left over: Dora, Emil"],
      ["b.jpg has room for; left over: Dora, Emil"],
    ]);
    expect(leftOver(sheets, "Anna;Ben,Cem,Dora,Emil;Fritz")).toEqual([
      [],
      ["b.jpg has room for; left over: Emil, Fritz"],
    ]);
  });

  it("are told of the last sheet where each player has one", () => {
    const sheets = [own("a.jpg"), own("b.jpg")];
    expect(leftOver(sheets, "Anna,Ben")).toEqual([[], []]);
    expect(leftOver(sheets, "Anna;Ben;Cem")).toEqual([[], ["b.jpg has room for; left over: Cem"]]);
  });
});

describe("names of players with sheets of their own", () => {
  it("are the given ones in turn, else the sheet's number, else the photo's name", () => {
    const sheets = [own("anna.jpg"), own("b.jpg", 12), own("c/carla.heic")];
    expect(namePlayers(sheets, [], en)).toEqual([["anna"], ["Sheet 12"], ["carla"]]);
    expect(namePlayers(sheets, namesFrom("Anna,Ben"), en)).toEqual([["Anna"], ["Ben"], ["carla"]]);
  });

  it("are made up where a camera has called the photo, or it is a page of a file", () => {
    const files = [
      "IMG_2044.jpg",
      "anna.jpg",
      "night.pdf#page=2",
      "20260109_2015.heic",
      "7.png",
      "Anna 2.jpg",
    ];
    const sheets = files.map((file) => own(file));
    const names = namePlayers(sheets, [], en);
    expect(names.flat()).toEqual(["Player 1", "anna", "Player 2", "Player 3", "Player 4", "Anna 2"]);
    const unnamed = sheets.flatMap((sheet, at) => madeUpNames(sheet, names[at] ?? [], []));
    expect(unnamed).toEqual(["Player 1", "Player 2", "Player 3", "Player 4"]);
    const given = namesFrom("Player 1");
    expect(namePlayers(sheets.slice(0, 3), given, en)).toEqual([["Player 1"], ["anna"], ["Player 2"]]);
    expect(madeUpNames(own("IMG_2044.jpg"), ["Player 1"], given)).toEqual([]);
  });

  it("are told apart where photos are called alike", () => {
    expect(namePlayers([own("a/x.jpg"), own("b/x.jpg")], [], en)).toEqual([["x"], ["x (2)"]]);
  });

  it("can stand on a typed sheet, whatever the photo is called", () => {
    const [[name = ""] = []] = namePlayers([own(`a\u0000\u202e\n${"x".repeat(200)}.jpg`)], [], en);
    expect(name).toMatch(/^a x+$/);
    expect(name.length).toBeLessThanOrEqual(80);
  });
});

describe("made-up names", () => {
  it("are those that nobody gave, on sheets that players share", () => {
    const sheet = shared("a.jpg");
    const given = namesFrom("Anna");
    const [names = []] = namePlayers([sheet], given, en);
    expect(names[0]).toBe("Anna");
    expect(madeUpNames(sheet, names, given)).toEqual(names.slice(1));
    expect(madeUpNames(own("anna.jpg"), ["anna"], [])).toEqual([]);
  });
});

describe("--names", () => {
  it.each([",", ""])("refuses %j", (given) => {
    expect(readNames(given).ok).toBe(false);
  });

  it("may repeat a name for games alone", () => {
    expect(() => refuseRepeatedNames(namesFrom("Anna,Ben;Anna,Cem"))).not.toThrow();
    expect(() => refuseRepeatedNames(namesFrom("Anna,Ben;Cem,Dora, cem"))).toThrow("`cem` appears twice");
  });
});
