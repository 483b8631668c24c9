import { describe, expect, it } from "vitest";
import { joinSheets, judged, openQuestions } from "../../src/scan/photo-sheet.ts";
import { photoWords } from "../../src/scan/report/photo-words.ts";
import { evening } from "../support/evenings.ts";
import { language } from "../support/languages.ts";
import { indexOf, numbers, viewOf } from "../support/made-up-photo.ts";

const numbered = (file: string) => ({ file, identity: "1A52KTABCD00012", number: 12 });
const spot = { player: 2, row: "threes" };

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
    const photo = judged(joined, ["Anna", "Ben"]);
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
    const photo = judged(joined, ["Anna", "Ben"]);
    expect(openQuestions(photo)).toEqual([indexOf(photo, spot)]);
    expect(photoWords(photo, language("en")).disagreements).toEqual([
      "The photos do not agree: Ben, Threes: 3 (a.jpg) and 9 (b.jpg).",
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

  it("are never on one photo, and without a number they are not known again", () => {
    const sheet = evening();
    const same = [viewOf(sheet, [], numbered("a.jpg")), viewOf(sheet, [], numbered("a.jpg"))];
    expect(joinSheets(same).length).toBe(2);
    const bare = [viewOf(sheet, [], { file: "a.jpg" }), viewOf(sheet, [], { file: "b.jpg" })];
    expect(joinSheets(bare).length).toBe(2);
  });
});
