import { describe, expect, test } from "vitest";
import { box, problemsOf, sheetFrom } from "../support/sheet-files.ts";

const YAZZO = [
  "variant;yazzo",
  "complete;nein",
  "player;Anna;Anna;Anna;Ben;Ben;Ben",
  "column;mixed;down;up;mixed;down;up",
  "1er;3;2;;X;;",
  "Straight; 30 ;;;30,0;;/",
  "Yazzo;;;55;;;0",
  "Gesamtsumme;90;;;60;;",
];

const scores = (sheet: ReturnType<typeof sheetFrom>) =>
  sheet.players.map(({ name, boxes, sheetLines }) => [
    name,
    ...[...boxes].flatMap(([column, entries]) =>
      [...entries].flatMap(([id, entry]) =>
        entry.kind === "empty"
          ? []
          : [`${column} ${id} ${entry.kind === "score" ? entry.value : entry.mark}`],
      ),
    ),
    ...[...sheetLines].map(([id, value]) => `${id} ${value}`),
  ]);

const EXPECTED = [
  ["Anna", "mixed ones 3", "mixed straight 30", "down ones 2", "up yazzo 55", "grand.total 90"],
  ["Ben", "mixed ones X", "mixed straight 30", "up straight /", "up yazzo 0", "grand.total 60"],
];

describe("a sheet in CSV", () => {
  test.each([
    ["semicolons", YAZZO.join("\n")],
    ["a byte order mark and Windows line ends", `\ufeff${YAZZO.join("\r\n")}\r\n`],
    ["tabs", YAZZO.join("\n").replaceAll(";", "\t")],
    ["commas", YAZZO.join("\n").replace("30,0", "30").replaceAll(";", ",")],
    [
      "commas and quotation marks",
      YAZZO.join("\n")
        .replaceAll(/[^;\n]+/g, '"$&"')
        .replaceAll(";", ","),
    ],
    ["a first line that names the separator", `sep=;\r\n${YAZZO.join("\r\n")}`],
    ["empty rows and columns, as spreadsheets leave them", YAZZO.map((row) => `${row};;;\n;;;;`).join("\n")],
    ["headings between the rows", YAZZO.join("\n").replace("Yazzo;", "Untere Hälfte;;;\nYazzo;")],
    ["names and columns under a blank corner", YAZZO.join("\n").replace("player", "").replace("column", "")],
    ["merged cells", YAZZO.join("\n").replace("Anna;Anna;Anna;Ben;Ben;Ben", "Anna;;;Ben;;")],
    [
      "words of the language",
      YAZZO.join("\n")
        .replace("variant", "SPIEL")
        .replace("complete", "Vollständig")
        .replace("player", "Spieler")
        .replace("column;mixed;down", "Spalte;Durcheinander;von oben nach unten"),
    ],
    ["old Macintosh line ends", YAZZO.join("\r")],
  ])("is read with %s", (_, text) => {
    const sheet = sheetFrom(text, "csv");
    expect(sheet.game.id).toBe("yazzo");
    expect(sheet.complete).toBe(false);
    expect(scores(sheet)).toEqual(EXPECTED);
  });

  test("needs no row for columns where there is one only", () => {
    const sheet = sheetFrom("variant,yatzy\nplayer,A,B\nones,3,4\nSumme Punkte,,\nGrand total,3,4\n", "csv");
    expect(box(sheet, 1, "main", "ones")).toEqual({ kind: "score", value: 4 });
    expect(sheet.players[1]?.sheetLines.get("grand.total")).toBe(4);
  });

  test("takes options in two or three cells, and who left", () => {
    const text = (row: string) =>
      `variant;yazzo\n${row}\nplayer;A;A;A;B\ncolumn;mixed;down;up;mixed\nleft;;;;ja\n`;
    expect(sheetFrom(text("option bonus_tiers;both"), "csv").game.sections[0]?.tierMode).toBe("sum");
    expect(sheetFrom(text("Hausregel;bonus_tiers;both"), "csv").game.sections[0]?.tierMode).toBe("sum");
    expect(sheetFrom(text(""), "csv").players.map((player) => player.left)).toEqual([false, true]);
  });

  test("keeps names with separators and quotation marks", () => {
    const sheet = sheetFrom('variant,yatzy\nplayer,"Anna, die ""Große""",Ben\n', "csv");
    expect(sheet.players.map(({ name }) => name)).toEqual(['Anna, die "Große"', "Ben"]);
  });

  test("has problems with places", () => {
    expect(problemsOf("variant;yatzy\nplayer;Ä;B\n1er;3;4\nzweier;ü;2,5\nquatsch;1;\n", "csv")).toEqual([
      "unknown-row 3:1",
      "not-a-score 4:8",
      "unknown-row 5:1",
      "not-whole 4:10",
    ]);
    expect(problemsOf("variant;yatzy\nplayer;A;A\n", "csv")).toEqual(["duplicate-player 2:10"]);
    expect(problemsOf("variant;yatzy\nplayer;A\nones;3;4\n", "csv")).toEqual(["no-name 3:8"]);
    expect(problemsOf("variant;yatzy\nplayer;A\n;3\n;4\n", "csv")).toContain("unknown-column 3:2");
    expect(problemsOf("variant;yazzo\nplayer;A;B\nones;3;4\n", "csv")).toEqual([
      "no-columns 2:8",
      "no-columns 2:10",
    ]);
    expect(problemsOf("variant;yazzo\nplayer;A;A\ncolumn;up;up\n", "csv")).toEqual(["duplicate-key 3:11"]);
    expect(problemsOf("variant;yazzo\nplayer;A;A\ncolumn;up;down\ngrand.total;;3\n", "csv")).toEqual([
      "inside-column 4:1",
    ]);
    expect(problemsOf('variant;yatzy\nplayer;"A\n', "csv")).toEqual(["csv-syntax 2:8"]);
    expect(problemsOf('variant;yatzy\nplayer;"A" b\n', "csv")).toEqual(["csv-syntax 2:8"]);
    expect(problemsOf("variant;yatzy\n", "csv")).toEqual(["no-players 1:1"]);
    expect(problemsOf("", "csv")).toEqual(["no-variant 1:1"]);
  });
});
