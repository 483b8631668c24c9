import { describe, expect, it } from "vitest";
import { eveningNotes, groupEvenings } from "../../src/check/evening.ts";
import { msg } from "../../src/rules/problem/message.ts";
import { problem, success } from "../../src/rules/problem/problem.ts";
import {
  checkedPhoto,
  correctBox,
  joinSheets,
  judgePhotoSheet,
  openQuestions,
  listSheetViews,
} from "../../src/scan/sheet/photo-sheet.ts";
import { NO_INK } from "../../src/scan/digits/evidence.ts";
import { photoWords, tellTitle } from "../../src/scan/report/photo-words.ts";
import type { SheetOnPhoto } from "../../src/scan/scan.ts";
import { evening } from "../support/evenings.ts";
import { language } from "../support/languages.ts";
import { ASKED_PAD, indexOf, numbers, viewOf } from "../support/made-up-photo.ts";

const numbered = (file: string) => ({ file, identity: "1A52KTABCD00012", number: 12 });
const spot = { player: 2, row: "threes" };

const HIDDEN = ["ones", "twos", "threes", "fours", "fives", "sixes"] as const;
/** A sheet with these boxes hidden, on which nobody added up. */
const glared = (rows: readonly string[], file = "a.jpg") =>
  viewOf(
    evening({ ben: "grand.total: , upper.sum: , upper.bonus: " }),
    rows.map((row) => [{ player: 2, row }, null] as const),
    numbered(file),
  );
const judgedOf = (...views: ReturnType<typeof glared>[]) => {
  const [joined] = joinSheets(views);
  if (joined === undefined) throw new Error("there should be a sheet");
  return judgePhotoSheet(joined, ["Anna", "Ben"]);
};
const toldOf = ({ warnings }: ReturnType<typeof judgedOf>) => warnings.map(({ message }) => message);

describe("a sheet with boxes that can’t be seen", () => {
  it("had better be photographed again if they are many", () => {
    expect(toldOf(judgedOf(glared(HIDDEN)))).toEqual([
      "6 boxes can’t be seen on a.jpg; a new photo is quicker than typing them in",
    ]);
    expect(toldOf(judgedOf(glared(HIDDEN.slice(2))))).toEqual([]);
  });

  it("need not if another photo shows them", () => {
    expect(toldOf(judgedOf(glared(HIDDEN), glared([], "b.jpg")))).toEqual([]);
  });

  it("is told once where the photo cuts them off", () => {
    const edge = problem("missing-edge", msg`test.edge-missing: an edge is missing`, {
      severity: "warning",
    });
    expect(toldOf(judgedOf({ ...glared(HIDDEN), warnings: [edge] }))).toEqual(["an edge is missing"]);
  });

  it("has ever fewer of them as a person tells what they hold", () => {
    let photo = judgedOf(glared(HIDDEN));
    const told = (row: string, value: number) => {
      photo = correctBox(photo, indexOf(photo, { player: 2, row }), { kind: "score", value });
      return toldOf(photo);
    };
    expect(told("ones", 1)).toEqual([
      "5 boxes can’t be seen on a.jpg; a new photo is quicker than typing them in",
    ]);
    expect(told("twos", 2)).toEqual([]);
  });
});

describe("photos of one numbered sheet", () => {
  it("are joined: what is hidden on one is read from the other", () => {
    const sheet = evening();
    const views = [
      viewOf(sheet, [[spot, null]], numbered("a.jpg")),
      viewOf(sheet, [[{ row: "chance" }, null]], numbered("b.jpg")),
    ];
    const [joined, ...others] = joinSheets(views);
    expect(others).toEqual([]);
    if (joined === undefined) throw new Error("there should be a sheet");
    const photo = judgePhotoSheet(joined, ["Anna", "Ben"]);
    expect(photo.files).toEqual(["a.jpg", "b.jpg"]);
    expect(photo.judgement.verdict).toBe("correct");
    expect(openQuestions(photo)).toEqual([]);
  });

  it("that show a box differently are asked about, however sure each is by itself", () => {
    const sheet = evening({ ben: "grand.total: , upper.sum: , upper.bonus: " });
    const views = [
      viewOf(sheet, [[spot, numbers({ "3": 0.99, "9": 0.01 })]], numbered("a.jpg")),
      viewOf(sheet, [[spot, numbers({ "9": 0.95, "3": 0.05 })]], numbered("b.jpg")),
    ];
    const [joined] = joinSheets(views);
    if (joined === undefined) throw new Error("there should be a sheet");
    const photo = judgePhotoSheet(joined, ["Anna", "Ben"]);
    expect(openQuestions(photo)).toEqual([indexOf(photo, spot)]);
    expect(photoWords(photo, language("en")).disagreements).toEqual([
      "The photos do not agree. Ben, Threes: 3 (a.jpg) and 9 (b.jpg).",
    ]);
  });

  it("are not joined where they hold something else, which is told", () => {
    const other = evening({ anna: "ones: 1, twos: 2, threes: 3, fours: 4, fives: 5, sixes: 6, chance: 9" });
    const views = [viewOf(evening(), [], numbered("a.jpg")), viewOf(other, [], numbered("b.jpg"))];
    const sheets = joinSheets(views);
    expect(sheets.map(({ files }) => files)).toEqual([["a.jpg"], ["b.jpg"]]);
    expect(sheets.flatMap(({ warnings }) => warnings.map(({ code }) => code))).toEqual([
      "same-number",
      "same-number",
    ]);
  });

  it("are joined on one photo, too, where both hold the same, and not where they differ", () => {
    const sheet = evening();
    const twice = [viewOf(sheet, [], numbered("a.jpg")), viewOf(sheet, [[spot, null]], numbered("a.jpg"))];
    const [joined, ...others] = joinSheets(twice.map((view, part) => ({ ...view, part })));
    expect(others).toEqual([]);
    expect(joined).toMatchObject({ files: ["a.jpg", "a.jpg"], parts: [0, 1], warnings: [] });
    if (joined === undefined) throw new Error("there should be a sheet");
    expect(photoWords(judgePhotoSheet(joined, ["Anna", "Ben"]), language("en")).notes).toEqual([]);
    // Early in a game, sheets of two blocks with the same numbers differ in few boxes.
    const begun = (ones: number) => {
      const view = viewOf(sheet, [], numbered("a.jpg"));
      const seen = view.seen.map((box) => ({
        ...box,
        evidence: box.category === "ones" && box.player === 1 ? numbers({ [ones]: 0.99 }) : NO_INK,
      }));
      return { ...view, seen };
    };
    const [one, other] = joinSheets([begun(1), begun(3)]);
    expect([one, other].map((found) => found?.warnings.map(({ code }) => code))).toEqual([
      ["same-number"],
      ["same-number"],
    ]);
  });

  it("are not known again without a number", () => {
    const sheet = evening();
    const bare = [viewOf(sheet, [], { file: "a.jpg" }), viewOf(sheet, [], { file: "b.jpg" })];
    expect(joinSheets(bare).length).toBe(2);
    const together = [viewOf(sheet, [], { file: "a.jpg" }), viewOf(sheet, [], { file: "a.jpg" })];
    expect(joinSheets(together, true).length).toBe(2);
  });
});

describe("photos of sheets without a number", () => {
  it("are joined when a person says that they show one sheet", () => {
    const sheet = evening();
    const a = viewOf(sheet, [[spot, null]], { file: "a.jpg" });
    const b = viewOf(sheet, [[{ row: "chance" }, null]], { file: "b.jpg" });
    const [joined, ...others] = joinSheets([a, b], true);
    expect(others).toEqual([]);
    expect(joined?.files).toEqual(["a.jpg", "b.jpg"]);
    expect(joined?.seen.some(({ evidence }) => evidence === null)).toBe(false);
  });

  it("are not joined against what they show, which is told", () => {
    const other = evening({ anna: "ones: 1, twos: 2, threes: 3, fours: 4, fives: 5, sixes: 6, chance: 9" });
    const game = evening().game;
    const views = [
      viewOf(evening(), [], { file: "a.jpg", game }),
      viewOf(other, [], { file: "b.jpg", game }),
    ];
    const codes = joinSheets(views, true).map(({ warnings }) => warnings.map(({ code }) => code));
    expect(codes).toEqual([["not-the-same"], ["not-the-same"]]);
  });

  it("are not joined with one that has a number, or another one, which is told", () => {
    const game = evening().game;
    const view = (file: string, number: number) =>
      viewOf(evening(), [], { file, game, number, identity: number === 0 ? null : `code ${number}` });
    const told = joinSheets([view("a.jpg", 55), view("b.jpg", 56), view("c.jpg", 0)], true).map(
      ({ warnings }) => warnings.map(({ message }) => message),
    );
    expect(told).toEqual([
      ["a.jpg shows sheet 55, b.jpg shows sheet 56: these are two sheets"],
      ["b.jpg shows sheet 56, a.jpg shows sheet 55: these are two sheets"],
      ["c.jpg and a.jpg show sheets that were printed differently: these are two sheets"],
    ]);
    const together = [view("a.jpg", 55), view("a.jpg", 56), view("b.jpg", 55), view("b.jpg", 56)];
    expect(joinSheets(together, true).flatMap(({ warnings }) => warnings)).toEqual([]);
    expect(joinSheets([view("a.jpg", 55), view("b.jpg", 56)]).flatMap(({ warnings }) => warnings)).toEqual(
      [],
    );
  });

  it("say which pad they are of as well as the best of them does", () => {
    const pad = ASKED_PAD;
    const warnings = [
      problem("uncertain-pad", msg`test.which-pad: which pad is it?`, { severity: "warning" }),
    ];
    const sheet = evening();
    const unsure = viewOf(sheet, [], { file: "a.jpg", pad, warnings });
    const sure = viewOf(sheet, [], { file: "b.jpg", pad: { ...pad, confidence: 0.999, isSure: true } });
    const [joined] = joinSheets([unsure, sure], true);
    expect(joined?.pad?.isSure).toBe(true);
    expect(joined?.warnings).toEqual([]);
  });
});

describe("sheets of one photo that have no number", () => {
  const on = (x: number, y: number): SheetOnPhoto => {
    const { file: _, identity: __, number: ___, ...view } = viewOf(evening());
    return { ...view, middle: { x, y }, layout: null, code: null };
  };
  const titles = (code: string, ...sheets: readonly SheetOnPhoto[]) =>
    joinSheets(listSheetViews({ file: "pair.jpg", sheets: sheets.map((one) => success(one)) })).map((sheet) =>
      tellTitle(judgePhotoSheet(sheet, ["Anna", "Ben"]), language(code)),
    );

  it("are told apart by where they lie, in the order in which they are seen", () => {
    expect(titles("en", on(900, 510), on(300, 490))).toEqual([
      "EdenCity Yatzy · pair.jpg · right",
      "EdenCity Yatzy · pair.jpg · left",
    ]);
    expect(titles("de", on(500, 300), on(520, 900))).toEqual([
      "EdenCity Yatzy · pair.jpg · oben",
      "EdenCity Yatzy · pair.jpg · unten",
    ]);
    expect(titles("en", on(900, 0), on(100, 0), on(500, 0)).map((one) => one.replace("\u00a0", " "))).toEqual(
      [
        "EdenCity Yatzy · pair.jpg · no. 3 from the left",
        "EdenCity Yatzy · pair.jpg · no. 1 from the left",
        "EdenCity Yatzy · pair.jpg · no. 2 from the left",
      ],
    );
  });

  it("need no place where one is alone, and the evening has it, too", () => {
    expect(titles("en", on(900, 510))).toEqual(["EdenCity Yatzy · pair.jpg"]);
    const scan = { file: "pair.jpg", sheets: [on(100, 0), on(900, 0)].map((one) => success(one)) };
    const checked = joinSheets(listSheetViews(scan)).map((sheet) =>
      checkedPhoto(judgePhotoSheet(sheet, ["Player 1", "Player 2"], ["Player 1"])),
    );
    const [night] = groupEvenings(checked);
    expect(night && eveningNotes(night, language("en"), "page").join()).toContain(
      "Player 1 (pair.jpg, left); Player 1 (pair.jpg, right)",
    );
  });
});
