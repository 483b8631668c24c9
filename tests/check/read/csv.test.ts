import { describe, expect, test } from "vitest";
import { box, problemsOf, read, sheetFrom } from "../../support/sheet-files.ts";

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
    ["pipes", YAZZO.join("\n").replaceAll(";", "|")],
    ["a blank column on the left", YAZZO.map((row) => `;${row}`).join("\n")],
    ["blank columns and rows around it", ["", ...YAZZO, ""].map((row) => `;;${row};`).join("\n")],
    ["numbers kept as text", YAZZO.map((row) => row.replace(/;(\d+)/g, ";'$1")).join("\n")],
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
    expect(sheetFrom(text("House rule  bonus_tiers;both"), "csv").game.sections[0]?.tierMode).toBe("sum");
    expect(sheetFrom(text(""), "csv").players.map((player) => player.left)).toEqual([false, true]);
  });

  test("keeps names with separators and quotation marks", () => {
    const sheet = sheetFrom('variant,yatzy\nplayer,"Anna, die ""Große""",Ben\n', "csv");
    expect(sheet.players.map(({ name }) => name)).toEqual(['Anna, die "Große"', "Ben"]);
  });

  describe("has lines for all columns together", () => {
    const total = (cells: string) =>
      `variant;yazzo\nplayer;A;A;A;B\ncolumn;mixed;down;up;mixed\ngrand.total;${cells}\n`;
    const totals = (cells: string) =>
      sheetFrom(total(cells), "csv").players.map(({ sheetLines }) => sheetLines.get("grand.total"));

    test("in any column of a player", () => {
      expect(totals("3;;;4")).toEqual([3, 4]);
      expect(totals(";3;;4")).toEqual([3, 4]);
      expect(totals(";;3;")).toEqual([3, undefined]);
      expect(totals(";3;3,0;4")).toEqual([3, 4]);
    });

    test("once, or with the same value", () => {
      expect(problemsOf(total("3;;4;4"), "csv")).toEqual(["two-values 4:16"]);
      const result = read(total(";3;4;4"), "csv");
      expect(result.ok ? [] : result.problems.map(({ related }) => related[0]?.place.col)).toEqual([14]);
      expect(problemsOf(total("ü;3;;"), "csv")).toEqual(["not-a-score 4:13"]);
      expect(problemsOf(`${total("3;;;")}Gesamtsumme;;3;;\n`, "csv")).toEqual(["duplicate-key 5:1"]);
    });
  });

  describe("has a row with the names", () => {
    const names = (text: string) => sheetFrom(text, "csv").players.map(({ name }) => name);

    test("that need not say so, as long as it comes before the scores", () => {
      expect(names("variant;yatzy\nZeile;Anna;Ben\nones;3;4\n")).toEqual(["Anna", "Ben"]);
      expect(names("variant;yazzo\nWer?;Anna;;;Ben\n;mixed;down;up;mixed\n1er;3;;;4\n")).toEqual([
        "Anna",
        "Ben",
      ]);
      expect(names("variant;yatzy\nYatzy;Anna;Ben\nones;3;4\nYatzy;50;X\n")).toEqual(["Anna", "Ben"]);
      const bare = sheetFrom("Zeile;Anna;X\nones;3;4\n", "csv", "yatzy");
      expect(bare.players.map(({ name }) => name)).toEqual(["Anna", "X"]);
      expect(box(bare, 1, "main", "ones")).toEqual({ kind: "score", value: 4 });
    });

    test("once: other names further down are those of another table", () => {
      for (const [row, other] of [
        ["player;Anna;Anna", "player;Ben;Ben"],
        ["player;Anna;Anna", "player;Anna;Ben"],
        ["column;mixed;down", "column;down;mixed"],
        ["left;no;no", "left;yes;yes"],
      ]) {
        const rest = ["player;Anna;Anna", "column;mixed;down", "ones;3;4"].filter((one) => one !== row);
        const text = (last = "") => ["variant;yazzo", row, ...rest, last, ""].join("\n");
        expect(problemsOf(text(other), "csv"), other).toEqual([`duplicate-key ${rest.length + 3}:1`]);
        expect(problemsOf(text(row), "csv"), row).toEqual([]);
      }
    });

    test("that says so if any does", () => {
      expect(problemsOf("variant;yatzy\nZeile;Anna;Ben\nplayer;A;B\n", "csv")).toEqual(["unknown-row 2:1"]);
    });

    test("that is no box with words in it", () => {
      expect(problemsOf("variant;yatzy\nEinser;drei;vier\ntwos;2;2\n", "csv")).toEqual(["no-players 2:1"]);
      expect(problemsOf("variant;yatzy\nZeile;3;Ben\n", "csv")).toEqual(["no-players 1:1"]);
      expect(problemsOf("variant;yatzy\nZeile;x;/\n", "csv")).toEqual(["no-players 1:1"]);
      expect(problemsOf("variant;yatzy\nZeile;1.5.;–\n", "csv")).toEqual(["no-players 1:1"]);
    });
  });

  test("tells rows by the words of every language", () => {
    const hint = (text: string) => {
      const result = read(text, "csv");
      return result.ok ? "" : result.problems[0]?.hint;
    };
    expect(hint("variant;yatzy\n1er;3\n")).toBe(
      "add a row `player;…` or `Spieler;…` with a name above each column",
    );
    expect(hint("variant;yatzy\nEinser;drei\n")).toBe(
      "start the row of names with `player;…` or `Spieler;…`",
    );
    expect(hint("variant;yatzy\nplayer;A\nones;3;4\n")).toBe(
      "names go into the row `player;…` or `Spieler;…`",
    );
    expect(hint("player;A\nones;3\n")).toBe(
      "add a row `variant;…`, `Spiel;…` or `game;…`, or name the game with `--variant`",
    );
    expect(hint("variant;yazzo\nplayer;A\nones;3\n")).toBe(
      "the columns are: mixed, down, up; name them in a row `column;…` or `Spalte;…` below the players",
    );
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
    expect(problemsOf('variant;yatzy\nplayer;"A\n', "csv")).toEqual(["csv-syntax 2:8"]);
    expect(problemsOf('variant;yatzy\nplayer;"A" b\n', "csv")).toEqual(["csv-syntax 2:8"]);
    expect(problemsOf("variant;yatzy\n", "csv")).toEqual(["no-players 1:1"]);
    expect(problemsOf("", "csv")).toEqual(["no-variant 1:1"]);
  });
});
