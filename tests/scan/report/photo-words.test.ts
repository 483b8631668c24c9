import { describe, expect, it } from "vitest";
import { gameReference, type Sheet } from "../../../src/check/sheet.ts";
import { getElement } from "../../../src/rules/arrays.ts";
import type { Doubt, ReadBox, Written } from "../../../src/scan/inference/sheet-reading.ts";
import { correctBox, openQuestions, type PhotoSheet } from "../../../src/scan/sheet/photo-sheet.ts";
import {
  uncertainSpots,
  findingsToTell,
  photoWords,
  boxReadings,
  tellQuestion,
  tellTitle,
  tellWeighed,
} from "../../../src/scan/report/photo-words.ts";
import { shippedGame } from "../../support/games.ts";
import { correctSheet, randomFrom } from "../../support/sheets.ts";
import { evening } from "../../support/evenings.ts";
import { language } from "../../support/languages.ts";
import { indexOf, numbers, photoOf } from "../../support/made-up-photo.ts";

const en = language("en");
const de = language("de");

function questionsOf(photo: PhotoSheet): string[] {
  return openQuestions(photo).map((at) => tellQuestion(at, photo, en));
}

describe("a photographed sheet", () => {
  it("that is clear and right asks nothing and finds nothing", () => {
    const photo = photoOf(evening());
    expect(photo.judgement.verdict).toBe("correct");
    expect(openQuestions(photo)).toEqual([]);
    expect(uncertainSpots(photo)).toEqual([]);
  });

  it("is told to be right only where a sum backs what was read", () => {
    const summary = (sheet: Parameters<typeof photoOf>[0]) => photoWords(photoOf(sheet), en).summary;
    expect(summary(evening())).toBe("2 players, everything is right.");
    const blank = "upper.sum: , upper.bonus: , grand.total: ";
    const bare = photoOf(evening({ anna: blank, ben: blank }));
    expect(bare.judgement.verdict).toBe("correct");
    expect(summary(bare.sheet)).toBe("2 players: the scores are possible, but no sum confirms them.");
    expect(summary(evening({ anna: blank }))).toBe("2 players, everything is right.");
  });

  it.each<[Doubt, Written[], string]>([
    ["hidden", [], "Ben, Threes: can’t be seen. What is there?"],
    ["hidden", [{ kind: "score", value: 3 }], "Ben, Threes: can’t be seen. Perhaps 3?"],
    ["scribble", [{ kind: "strike" }], "Ben, Threes: can’t be read. Perhaps struck?"],
    ["corrected", [{ kind: "score", value: 3 }], "Ben, Threes: corrected. Does 3 count?"],
    ["unclear", [{ kind: "score", value: 3 }, { kind: "empty" }], "Ben, Threes: 3 or empty?"],
  ])("asks about a box that is %s: %j", (doubt, proposals, question) => {
    const photo = photoOf(evening());
    const at = indexOf(photo, { player: 2, row: "threes" });
    const alternatives = proposals.map((written) => ({ written, probability: 0.4 }));
    const doubted = withBox(photo, at, { written: { kind: "unknown" }, alternatives, doubt });
    expect(questionsOf(doubted)).toEqual([question]);
  });

  it("asks about a box that can't be seen, and is not sure of the sheet", () => {
    const photo = photoOf(evening(), [[{ player: 2, row: "threes" }, null]]);
    expect(questionsOf(photo)).toEqual(["Ben, Threes: can’t be seen. Perhaps 3?"]);
    expect(photo.judgement.verdict).toBe("unsure");
  });

  it("asks between two readings, the likelier one first", () => {
    const bare = evening({ anna: "upper.sum: , upper.bonus: , grand.total: " });
    const photo = photoOf(bare, [[{ row: "chance" }, numbers({ "24": 0.55, "29": 0.45 })]]);
    expect(questionsOf(photo)).toEqual(["Anna, Chance: 24 or 29?"]);
    expect(openQuestions(photo)).toEqual([indexOf(photo, { row: "chance" })]);
  });

  it("offers what the picture shows, too, however little the sums think of it", () => {
    const photo = photoOf(evening(), [[{ row: "chance" }, numbers({ "27": 0.999 })]]);
    const at = indexOf(photo, { row: "chance" });
    const doubted = withBox(photo, at, {
      written: { kind: "score", value: 21 },
      alternatives: [],
      doubt: "unclear",
    });
    expect(questionsOf(doubted)).toEqual(["Anna, Chance: 21 or 27?"]);
  });

  it.each(["yamb", "kniffel"])("offers strikes by the rules of the box: %s", (id) => {
    const game = shippedGame(id);
    const photo = photoOf(correctSheet(game, randomFrom(5), { players: 1, turns: null, lines: 1 }));
    const alternatives: ReadBox["alternatives"] = [{ written: { kind: "strike" }, probability: 0.3 }];
    const offersStrike = (at: number, value: number, others: typeof alternatives) => {
      const box = { written: { kind: "score" as const, value }, alternatives: others };
      const seen = photo.seen.with(at, {
        ...getElement(photo.seen, at),
        evidence: numbers({ [String(value)]: 1 }),
      });
      const doubted = { ...withBox(photo, at, { ...box, doubt: "unclear" }), seen };
      return boxReadings(at, doubted).some(({ kind }) => kind === "strike");
    };
    const boxes = photo.reading.boxes.flatMap(({ category }, at) => {
      const rules = category === null ? undefined : gameReference(game).categories.get(category);
      return rules === undefined ? [] : { at, rules };
    });
    expect(boxes.length).toBeGreaterThan(10);
    for (const { at, rules } of boxes) {
      const canStrike = rules.strike !== "never";
      expect(offersStrike(at, 12, alternatives)).toBe(canStrike);
      expect(offersStrike(at, 12, [])).toBe(false);
      expect(offersStrike(at, 1, [])).toBe(canStrike && !rules.legal.includes(1));
    }
    expect(new Set(boxes.map(({ rules }) => rules.legal.includes(1)))).toEqual(new Set([true, false]));
  });

  it("offers first what the visible part of a hidden box shows", () => {
    const photo = photoOf(evening(), [[{ player: 2, row: "threes" }, null]]);
    const at = indexOf(photo, { player: 2, row: "threes" });
    const seen = photo.seen.map((box, other) =>
      other === at ? { ...box, partialEvidence: numbers({ "9": 0.7, "3": 0.2 }) } : box,
    );
    expect(questionsOf({ ...photo, seen })).toEqual(["Ben, Threes: can’t be seen. Perhaps 9 or 3?"]);
  });

  it("tells a mistake of the person with how sure that is", () => {
    const photo = photoOf(evening({ anna: "upper.sum: 73, grand.total: 284" }));
    const { mistakes, suspects } = findingsToTell(photo);
    expect(suspects).toEqual([]);
    expect(mistakes.map((one) => tellWeighed(one, photo, de))).toEqual([
      expect.stringMatching(/^Anna, Summe oben: 73 stimmt nicht; richtig ist 63\. \(.*\d+\s%/),
    ]);
  });

  it.each([
    [0.8, "ones", "(80%; less likely, 15%: Ones misread, really 9)"],
    [0.8, "upper.sum", "(80%; less likely, 15%: misread, really 9)"],
    [0.1, "ones", "(only 10%; more likely, 15%: Ones misread, really 9)"],
    [0.9999, "ones", "(>\u00a099%; less likely, 15%: Ones misread, really 9)"],
  ])("weighs a mistake of %d against a misreading of %s", (probability, row, weights) => {
    const photo = photoOf(evening({ anna: "upper.sum: 73" }));
    const [weighed] = photo.judgement.findings;
    if (weighed === undefined) throw new Error("there should be a finding");
    const at = indexOf(photo, { row });
    const misread = { at, written: { kind: "score", value: 9 } as const, probability: 0.15 };
    const told = tellWeighed({ ...weighed, probability, misread, isSure: false }, photo, en);
    expect(told).toBe(`Anna, Upper sum: 73 is not right; it should be 63. ${weights}`);
  });

  it("leaves a finding to the question where it is explained by a box that can't be seen", () => {
    const photo = photoOf(evening(), [[{ player: 2, row: "threes" }, null]]);
    expect(photo.judgement.findings.length).toBeGreaterThan(0);
    expect(findingsToTell(photo)).toEqual({ mistakes: [], suspects: [] });
    expect(uncertainSpots(photo)).toEqual([{ player: "Ben", column: "main", row: "threes" }]);
  });

  it("has no more questions about what a person said, and changes no other box", () => {
    const photo = photoOf(evening(), [[{ player: 2, row: "threes" }, null]]);
    const at = indexOf(photo, { player: 2, row: "threes" });
    const answered = correctBox(photo, at, { kind: "score", value: 3 });
    expect(openQuestions(answered)).toEqual([]);
    expect(answered.judgement.verdict).toBe("correct");
    const others = (one: PhotoSheet) =>
      one.reading.boxes.map(({ written }) => written).filter((_, other) => other !== at);
    expect(others(answered)).toEqual(others(photo));
  });

  it("offers for a box that can't be seen what the sums leave, and no guesses where nobody added up", () => {
    const offered = (sheet: Sheet) => {
      const photo = photoOf(sheet, [[{ row: "chance" }, null]]);
      return boxReadings(indexOf(photo, { row: "chance" }), photo);
    };
    const [only, ...others] = offered(evening());
    expect(only).toEqual({ kind: "score", value: 21 });
    expect(others.length).toBeLessThan(3);
    expect(offered(evening({ anna: "lower.sum: , grand.total: " }))).toEqual([]);
  });

  it.each(["edencity-yatzy", "yamb"])("%s: offers no number that nobody can have written", (id) => {
    const sheet = correctSheet(shippedGame(id), randomFrom(4), { players: 1, turns: null, lines: 1 });
    const rows = sheet.game.sections.flatMap(({ categories }) => categories.slice(0, 2).map((one) => one.id));
    const spots = [...rows, "grand.total"].map((row) => ({ row }));
    const offered = spots.flatMap((spot) => {
      const photo = photoOf(sheet, [[spot, numbers({ "-6000": 0.5, "9000": 0.3, "12": 0.1, "-40": 0.1 })]]);
      return boxReadings(indexOf(photo, spot), photo).map((written) => ({ ...spot, written }));
    });
    expect(offered.length).toBeGreaterThan(spots.length);
    const most = (row: string) => (row === "grand.total" ? 9999 : 500);
    const isStrange = ({ row, written }: (typeof offered)[number]) =>
      written.kind === "score" && (written.value < -100 || written.value > most(row));
    expect(offered.filter(isStrange)).toEqual([]);
  });

  it("is called by its game, its number and its photos", () => {
    const photo = photoOf(evening(), [], { number: 12, files: ["a.jpg", "b.jpg"] });
    expect(tellTitle(photo, en)).toBe("EdenCity Yatzy · sheet\u00a012 · a.jpg · b.jpg");
    const twice = photoOf(evening(), [], { number: 12, files: ["a.jpg", "b.jpg", "a.jpg"] });
    expect(tellTitle(twice, en)).toBe(tellTitle(photo, en));
  });
});

/** The same photo with one box read differently. */
function withBox(photo: PhotoSheet, at: number, box: Partial<ReadBox>): PhotoSheet {
  const boxes = photo.reading.boxes.map((old, other) => (other === at ? { ...old, ...box } : old));
  return { ...photo, reading: { ...photo.reading, boxes } };
}
