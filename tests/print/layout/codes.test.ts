import { describe, expect, it } from "vitest";
import type { PadMarks } from "../../../src/print/layout/marks.ts";
import { placeSerial } from "../../../src/print/layout/frame.ts";
import { withoutGlueEdge, findPaper, PAPERS, parsePaper } from "../../../src/print/layout/paper.ts";
import {
  characters,
  codeGroups,
  CODED_PAPERS,
  LAYOUT_VERSION,
  MAX_SHEETS,
  readSheetCode,
  type SheetCode,
  buildSheetCode,
  parseNumberSpan,
  variantTag,
  writeSheetCode,
} from "../../../src/print/layout/sheet-code.ts";
import type { Game } from "../../../src/rules/game/game.ts";
import { shippedGame } from "../../support/games.ts";
import { bad, FAMILY, good, laidOut, shippedText } from "../../support/pads.ts";

const CODE: SheetCode = {
  layoutVersion: 1,
  marks: "double",
  paper: "a5",
  players: 4,
  variantTag: "K7",
  digest: "3F9Q",
  number: 0,
};

describe("the code of a sheet", () => {
  it.each<[what: string, code: Partial<SheetCode>, text: string]>([
    ["four players on A5", {}, "154K73F9Q00000"],
    ["one player on A4", { paper: "a4", players: 1 }, "141K73F9Q00000"],
    ["ten players", { players: 10 }, "15AK73F9Q00000"],
    ["as many players as it can tell", { players: 27 }, "15RK73F9Q00000"],
    ["more than that", { players: 99 }, "15RK73F9Q00000"],
    ["two games of one player", { players: 2, columnsAreGames: true }, "15SK73F9Q00000"],
    ["nine of them", { players: 9, columnsAreGames: true }, "15ZK73F9Q00000"],
    ["a later layout", { layoutVersion: 11 }, "B54K73F9Q00000"],
    ["standard marks", { marks: "standard" }, "D54K73F9Q00000"],
    ["a quiet sheet", { marks: "quiet" }, "P54K73F9Q00000"],
    ["A6, glued at its top", { paper: "a6-top10" }, "1E4K73F9Q00000"],
    ["letter, glued at its left", { paper: "letter-left10" }, "1N4K73F9Q00000"],
    ["A4 in large print", { paper: "a4-large" }, "1G4K73F9Q00000"],
    ["A5 in large print, glued at its top", { paper: "a5-large-top10" }, "1R4K73F9Q00000"],
    ["letter in large print, glued at its left", { paper: "letter-large-left10" }, "1U4K73F9Q00000"],
    ["some other paper", { paper: "other" }, "1Z4K73F9Q00000"],
    ["the first sheet", { number: 1 }, "154K73F9Q00001"],
    ["the last one in figures", { number: 9999 }, "154K73F9Q09999"],
    ["and ten times as many", { number: 100_000 }, "154K73F9QA0000"],
    ["the last one of all", { number: MAX_SHEETS }, "154K73F9QZ9999"],
  ])("%s", (_, changes, text) => {
    const code = { ...CODE, ...changes };
    expect(writeSheetCode(code)).toBe(text);
    expect(readSheetCode(text)).toEqual({ ...code, players: Math.min(code.players, 27) });
  });

  it("tells each of its papers by a letter of its own", () => {
    expect(CODED_PAPERS).toHaveLength(23);
    const letters = CODED_PAPERS.map((paper) => writeSheetCode({ ...CODE, paper }).charAt(1));
    expect(letters.join("")).toBe("456LGHK79ACEMPRTBDFNQSU");
    expect(CODED_PAPERS.map((name) => good(findPaper(name)).name)).toEqual(CODED_PAPERS);
  });

  it.each(["154 K7 3f9q", "154-K7-3F9Q", "154K7·3F9Q·00000", " 154k73f9q00000\n"])(
    "may be typed %j",
    (text) => {
      expect(readSheetCode(text)).toEqual(CODE);
    },
  );

  it.each([
    ["154K73F9", "8 characters"],
    ["154K73F9Q0", "a number of one figure"],
    ["154K73F9Q000000", "a character too many"],
    ["0154K73F9Q00000", "a character before it"],
    ["1I4K73F9Q00000", "no such paper"],
    ["150K73F9Q00000", "nobody plays"],
    ["154K73F9Q0000A", "a letter behind the first place of the number"],
    ["154K7_F9Q00000", "what is no character"],
  ])("is not %j: %s", (text) => {
    expect(readSheetCode(text)).toBeNull();
  });

  it("is told in three groups", () => {
    expect(codeGroups("154K73F9Q00042")).toEqual(["154K7", "3F9Q", "00042"]);
  });

  it("is that of a game, its words and its paper", () => {
    const yatzy = shippedGame("yatzy");
    const text = shippedText(yatzy, "de");
    const of = (paper: string, players: number) =>
      buildSheetCode(yatzy, text, { paper: good(parsePaper(paper)), players });
    expect(of("a5", 4)).toEqual({ ...of("a5", 1), players: 4 });
    expect(of("a5", 4)).toMatchObject({
      layoutVersion: LAYOUT_VERSION,
      paper: "a5",
      variantTag: variantTag("yatzy"),
      number: 0,
    });
    expect(of("120x200mm", 4).paper).toBe("other");
    expect(of("a5", 99).players).toBe(27);
  });

  it("has its characters from a hash, the lowest place first", () => {
    expect([characters("", 8), characters("yatzy", 8), characters("yatzy", 2)]).toEqual([
      "4I7OXFOQ",
      "W8KIPYQP",
      "W8",
    ]);
  });
});

describe("numbers of sheets", () => {
  it.each<[text: string, from: number, to: number]>([
    ["1-50", 1, 50],
    ["7-7", 7, 7],
    ["1-359999", 1, 359_999],
  ])("%s", (text, from, to) => {
    expect(parseNumberSpan(text)).toEqual({ from, to });
  });

  it("keep the figures that they are written with, and may have an en dash", () => {
    expect(parseNumberSpan("0001-0020")).toEqual({ from: 1, to: 20, figures: 4 });
    expect(parseNumberSpan("01 – 20")).toEqual({ from: 1, to: 20, figures: 2 });
  });

  it.each(["0-5", "00-05", "5-4", "1-360000", "1-", "-5", "1", "a1-5", "1-5b", "1-1234567", ""])(
    "%j are none",
    (text) => {
      expect(parseNumberSpan(text)).toBeNull();
    },
  );
});

describe("a paper", () => {
  it.each<[text: string, code: string, message: string, hint: string]>([
    [
      "a55",
      "unknown-paper",
      "there is no paper `a55`",
      "use a6, a5, a4, letter, a3, half-letter, legal, tabloid or <width>x<height> in mm, cm or inches, such as 120x200mm, 10x15cm or 4x6in",
    ],
    [
      "a55-large",
      "unknown-paper",
      "there is no paper `a55`",
      "use a6, a5, a4, letter, a3, half-letter, legal, tabloid or <width>x<height> in mm, cm or inches, such as 120x200mm, 10x15cm or 4x6in",
    ],
    [
      "59.99x100mm",
      "bad-paper",
      "paper of 59.99x100mm is too small or too large to print on",
      "each side must be 60 to 1200 mm",
    ],
    [
      "100x1200.01mm",
      "bad-paper",
      "paper of 100x1200.01mm is too small or too large to print on",
      "each side must be 60 to 1200 mm",
    ],
  ])("%s is none", (text, code, message, hint) => {
    expect(bad(parsePaper(text))).toMatchObject([{ code, message, hint }]);
  });

  it.each(["x120x200mm", "120x200mmm", "120x200.1234mm", "12345x200mm", "120x200m"])("%s is none", (text) => {
    expect(bad(parsePaper(text))[0]?.code).toBe("unknown-paper");
  });

  it.each<[text: string, name: string, widthMm: number, heightMm: number]>([
    ["60x60mm", "60x60mm", 60, 60],
    ["1200x1200mm", "1200x1200mm", 1200, 1200],
    ["120 × 200,5 MM", "120x200.5mm", 120, 200.5],
    [" 99.55x148mm ", "99.55x148mm", 99.55, 148],
    ["A5-LARGE", "a5-large", 148, 210],
    ["A3", "a3", 297, 420],
    ["half-letter", "half-letter", 139.7, 215.9],
    ["Legal-large", "legal-large", 215.9, 355.6],
    ["5.5x8.5in", "139.7x215.9mm", 139.7, 215.9],
    ['4,125" x 8"', "104.78x203.2mm", 104.78, 203.2],
    ["100x200mm-large-large", "100x200mm-large", 100, 200],
  ])("%s is %s", (text, name, widthMm, heightMm) => {
    expect(good(parsePaper(text))).toMatchObject({ name, widthMm, heightMm });
  });

  it.each<[name: string, widthMm: number, heightMm: number]>([
    ["a5", 148, 210],
    ["a5-top10", 148, 200],
    ["a5-left12", 136, 210],
    ["a4-large-top10", 210, 287],
    ["half-letter-top10", 139.7, 205.9],
    ["120x200mm-left8", 112, 200],
  ])("%s is found by its name", (name, widthMm, heightMm) => {
    expect(good(findPaper(name))).toMatchObject({ name, widthMm, heightMm });
  });

  it.each(["a9", "a9-top10", "a5-right10", "a5-top", "-top10", "a5-top10x"])(
    "%s has no such name",
    (name) => {
      expect(findPaper(name).ok).toBe(false);
    },
  );

  it("stays as it is without glue", () => {
    for (const paper of PAPERS) {
      expect(withoutGlueEdge(paper, { glueEdge: "none", glueMm: 10 })).toBe(paper);
      expect(withoutGlueEdge(paper, { glueEdge: "top", glueMm: 0 })).toBe(paper);
    }
  });
});

/** Where the number of a sheet is: its size, the start of its baseline in mm. */
const SHORT = "Nr. 200";
const LONG = "Nr. 0000000000000200 von 1000";
const VERY_LONG = "N".repeat(60);

describe("the number of a sheet", () => {
  it.each<[id: string, paper: string, players: number, marks: PadMarks, ...places: (string | null)[]]>([
    ["yazzo", "a6", 1, "double", "8 pt at 82.47,141.68", "8 pt at 29.73,8.18", null],
    ["yazzo", "a5", 1, "double", "12 pt at 117.65,201.9", "12 pt at 71.01,201.9", null],
    ["yazzo", "a4", 1, "double", "12 pt at 175.65,286.9", "12 pt at 129.01,286.9", "8 pt at 43.52,12.43"],
    ["yazzo", "a5", 1, "none", "12 pt at 127.05,203.4", "12 pt at 80.41,203.4", "8 pt at 27.39,11.93"],
    ["yazzo", "a4", 1, "none", "12 pt at 187.05,290.4", "12 pt at 140.41,290.4", "12 pt at 31.09,14.4"],
    ["yahtzee-block", "a6", 2, "double", "8 pt at 82.47,141.68", "7 pt at 56.34,141.56", null],
    ["yazzo", "a4-large", 1, "double", "18 pt at 169.18,287.6", "18 pt at 66.74,13.6", null],
  ])("of %s on %s for %i (marks: %s): as large as it fits", (id, paper, players, marks, ...places) => {
    const sheet = good(laidOut(shippedGame(id), "de", paper, players, marks));
    const placed = [SHORT, LONG, VERY_LONG].map((text) => {
      const serial = placeSerial(sheet, text, FAMILY, paper.endsWith("large"));
      const mm = (value: number) => Number(value.toFixed(2));
      return serial && `${serial.sizePt} pt at ${mm(serial.xMm)},${mm(serial.baselineMm)}`;
    });
    expect(placed).toEqual(places);
  });

  it("is bold, black and not in the accent colour", () => {
    const sheet = good(laidOut(shippedGame("yazzo"), "de", "a5", 1));
    expect(placeSerial(sheet, SHORT, FAMILY)).toMatchObject({
      text: SHORT,
      weight: "bold",
      grey: 1,
      isAccented: false,
      upwards: false,
    });
  });

  it("stays the same when a note is put better or a house rule added, and changes with the rules", () => {
    const game = shippedGame("kniffel");
    const text = shippedText(game, "en");
    const paper = good(findPaper("a5"));
    const digestOf = (of: Game) => buildSheetCode(of, text, { paper, players: 4 }).digest;
    const [note] = game.notes;
    if (note === undefined) throw new Error("no note");
    const reworded = {
      ...game,
      notes: [{ ...note, text: { de: "Neu", en: "New" } }],
      options: [],
      examples: [],
    };
    expect(digestOf(reworded)).toBe(digestOf(game));
    const looser = { ...game, strike: { ...game.strike, voluntary: !game.strike.voluntary } };
    expect(digestOf(looser)).not.toBe(digestOf(game));
  });
});
