import { describe, expect, it, test } from "vitest";
import {
  csvDelimiter,
  csvText,
  emptySheet,
  saveSheet,
  yamlHead,
  yamlWord,
} from "../../src/check/write-sheet.ts";
import { shippedGame } from "../support/games.ts";
import { language } from "../support/languages.ts";
import { columns, scores, sheetFrom } from "../support/sheet-files.ts";

const [de, en] = [language("de"), language("en")];
const lines = (text: string) => text.split("\n");
const yazzo = sheetFrom(
  `complete: yes\noptions: {bonus_tiers: both}\n${columns("yazzo", { mixed: "ones: 3, twos: /, upper.sum: 3" }).replace("complete: no\n", "")}    grand.total: 3\n  - {name: B, left: yes}\n`,
);
const yatzy = sheetFrom(scores("yatzy", "ones: 3"));

describe("a saved sheet holds what was written, and nothing else", () => {
  it("in YAML", () => {
    expect(lines(saveSheet(yazzo, "yaml"))).toEqual([
      ...["variant: yazzo", "options:", "  bonus_tiers: both", "complete: true", "players:"],
      ...["  - name: A", "    columns:", "      mixed:", "        ones: 3", '        twos: "/"'],
      ...["        upper.sum: 3", "      down:", "      up:", "    grand.total: 3"],
      ...["  - name: B", "    left: true", "    columns:", "      mixed:", "      down:", "      up:", ""],
    ]);
    expect(lines(saveSheet(yatzy, "yaml"))).toEqual([
      ...["variant: yatzy", "players:", "  - name: A", "    columns:", "      main:", "        ones: 3", ""],
    ]);
  });

  it("in JSON, in the same order", () => {
    const saved = {
      variant: "yazzo",
      options: { bonus_tiers: "both" },
      complete: true,
      players: [
        {
          name: "A",
          columns: { mixed: { ones: 3, twos: "/", "upper.sum": 3 }, down: {}, up: {} },
          "grand.total": 3,
        },
        { name: "B", left: true, columns: { mixed: {}, down: {}, up: {} } },
      ],
    };
    expect(saveSheet(yazzo, "json")).toBe(`${JSON.stringify(saved, null, 2)}\n`);
    const short = { variant: "yatzy", players: [{ name: "A", columns: { main: { ones: 3 } } }] };
    expect(saveSheet(yatzy, "json")).toBe(`${JSON.stringify(short, null, 2)}\n`);
  });

  it("in CSV, with a row for everything on the pad", () => {
    const rows = saveSheet(yazzo, "csv").split("\r\n");
    expect(rows.slice(0, 10)).toEqual([
      "\ufeffvariant;yazzo",
      "option bonus_tiers;both",
      "complete;yes",
      "player;A;A;A;B;B;B",
      "column;mixed;down;up;mixed;down;up",
      "left;no;no;no;yes;yes;yes",
      "ones;3;;;;;",
      "twos;/;;;;;",
      "threes;;;;;;",
      "fours;;;;;;",
    ]);
    expect(rows.slice(-4)).toEqual(["lower.sum;;;;;;", "column.total;;;;;;", "grand.total;3;;;;;", ""]);
    expect(saveSheet(yatzy, "csv").split("\r\n").slice(0, 3)).toEqual([
      "\ufeffvariant;yatzy",
      "player;A",
      "ones;3",
    ]);
  });
});

describe("a sheet to fill in explains itself", () => {
  const empty = (id: string, format: "yaml" | "csv", code: typeof de, players: readonly string[]) =>
    emptySheet(shippedGame(id), { players, format, language: code });

  it("in YAML, with all choices and the names of all rows", () => {
    const player = (name: string) => [
      ...[`  - name: ${name}`, "    scores:"],
      ...["ones:  # Ones", "twos:  # Twos", "threes:  # Threes", "fours:  # Fours"].map(
        (row) => `      ${row}`,
      ),
      ...["fives:  # Fives", "sixes:  # Sixes", "upper.sum:  # Upper sum"].map((row) => `      ${row}`),
      ...["upper.bonus:  # Bonus", "upper.total:  # Upper total"].map((row) => `      ${row}`),
      ...["three:  # Three of a kind", "four:  # Four of a kind"].map((row) => `      ${row}`),
      ...["full_house:  # Full house", "small:  # Small straight"].map((row) => `      ${row}`),
      ...["large:  # Large straight", "five:  # Yatzy", "chance:  # Chance"].map((row) => `      ${row}`),
      ...["      lower.sum:  # Lower sum", "    grand.total:  # Grand total"],
    ];
    expect(lines(empty("edencity-yatzy", "yaml", en, ["Anna", "null"]))).toEqual([
      "# EdenCity Yatzy: a sheet to type in",
      "# Each box takes a number, a strike mark (X, /, –) or nothing.",
      "# Write sums, bonus and totals as they are on the pad; what you leave empty is computed.",
      "variant: edencity-yatzy",
      "# House rules that the game was played by",
      "options:",
      "  payout_base: pot  # Payout: pot | stake",
      "  rest: house  # Remainder after splitting: house | players",
      '  stake: "2.50"  # Stake: 2.50 | 5.00 | none',
      "# true when the game is over and no box may be empty",
      "complete: false",
      "players:",
      ...player("Anna"),
      ...player('"null"'),
      "",
    ]);
  });

  it("in YAML, with the names of several columns", () => {
    const rows = lines(empty("balut", "yaml", de, ["A"]));
    expect(rows.filter((row) => /^ {4,6}\S/.test(row))).toEqual([
      ...[
        "    columns:",
        "      first:  # 1.",
        "      second:  # 2.",
        "      third:  # 3.",
        "      fourth:  # 4.",
      ],
      ...[
        "    grand.total:  # Gesamtsumme",
        "    bonus.fours:  # Punkte Vierer",
        "    bonus.fives:  # Punkte Fünfer",
      ],
      ...["    bonus.sixes:  # Punkte Sechser", "    bonus.straights:  # Punkte Straßen"],
      ...["    bonus.full_houses:  # Punkte Full Houses", "    bonus.choice:  # Punkte Choice"],
      ...["    bonus.baluts:  # Punkte Baluts", "    bonus.score:  # Punkte Gesamtsumme"],
      "    points.total:  # Siegpunkte",
    ]);
    expect(rows.slice(13, 16)).toEqual(["    columns:", "      first:  # 1.", "        fours:  # Vierer"]);
  });

  it("in CSV, with the words of the language and names for players who have none", () => {
    expect(empty("edencity-yatzy", "csv", en, []).split("\r\n").slice(0, 4)).toEqual([
      ...["\ufeffgame,edencity-yatzy", "complete,no", "player,Player 1,Player 2", "Ones,,"],
    ]);
    expect(empty("escalero", "csv", de, ["A", "B"]).split("\r\n")).toEqual([
      ...["\ufeffSpiel;escalero", "vollständig;nein", "Spieler;A;A;A;B;B;B"],
      "Spalte;1. Spalte;2. Spalte;3. Spalte;1. Spalte;2. Spalte;3. Spalte",
      ...[
        "Neuner",
        "Zehner",
        "Buben",
        "Damen",
        "Könige",
        "Asse",
        "Straße",
        "Full House",
        "Poker",
        "Grande",
      ].map((row) => `${row};;;;;;`),
      ...["Spaltensumme;;;;;;", "Gesamtsumme;;;;;;", ""],
    ]);
  });

  it("in CSV, by ids where a name would lead somewhere else", () => {
    const game = shippedGame("yatzy");
    const sections = game.sections.map((section) => ({
      ...section,
      categories: section.categories.map((one) =>
        one.id === "pair" ? { ...one, label: { de: "Chance", en: "Chance" } } : one,
      ),
    }));
    const rows = emptySheet({ ...game, sections }, { players: ["A"], format: "csv", language: en }).split(
      "\r\n",
    );
    expect(rows.filter((row) => /^(?:pair|chance|ones)/i.test(row))).toEqual(["Ones,", "pair,", "chance,"]);
  });

  it("as its head alone, without options where a game has none", () => {
    const game = { ...shippedGame("yatzy"), options: [], name: { de: "Zwei\n  Zeilen", en: "Two" } };
    expect(yamlHead({ file: "", game, complete: null, players: [] }, de)).toEqual([
      "# Zwei Zeilen: ein Blatt zum Eintippen",
      "# In jedes Feld kommt eine Zahl, ein Streichzeichen (X, /, –) oder nichts.",
      "# Summen, Bonus und Gesamt kommen so hierher, wie sie auf dem Block stehen; was leer bleibt, wird ausgerechnet.",
      "variant: yatzy",
      "players:",
    ]);
  });
});

test.each(
  [
    ...[
      "Anna",
      "Anna B.",
      "Zoë",
      "_a",
      "a-b",
      "a.b",
      "a1",
      "ß",
      "a_b",
      "Ø Å 5",
      "a -b",
      "nullable",
      "untrue",
    ],
  ].map((word) => [word]),
)("a word that YAML takes for a text stands bare: %s", (word) => {
  expect(yamlWord(word)).toBe(word);
});

test.each(
  [
    ...[
      "1a",
      "1.5",
      "",
      "a  b",
      " a",
      "a ",
      "null",
      "NULL",
      "True",
      "false",
      "a: b",
      "#a",
      "-",
      "2024-01-01",
    ],
    ...["Anna\n", "O'Neil", "~", "x,y", "a #b", "a:", "{a}", "[a]", "*a", "&a", "!a", "a'b", '"a"'],
  ].map((word) => [word]),
)("any other word stands in quotation marks: %j", (word) => {
  expect(yamlWord(word)).toBe(JSON.stringify(word));
});

test("cells of a spreadsheet stand in quotation marks where they hold what parts cells", () => {
  const rows = [["a", 5, null, 0], ["a;b", "a,b", "a\tb"], ['a"b', "a\nb", "a\rb"], [" a", "a ", "a b"], []];
  expect(csvText(rows, ";")).toBe(
    'a;5;;0\r\n"a;b";"a,b";"a\tb"\r\n"a""b";"a\nb";"a\rb"\r\n" a";"a ";a b\r\n\r\n',
  );
  expect(csvText(rows.slice(0, 1), ",")).toBe("a,5,,0\r\n");
});

test("spreadsheets part cells by semicolons where numbers have a comma", () => {
  expect(["de", "en", "sv"].map((code) => csvDelimiter(language(code)))).toEqual([";", ",", ";"]);
});
