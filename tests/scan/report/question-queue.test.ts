import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { PadOnPhoto } from "../../../src/scan/pads/pad.ts";
import { LiveReport, LiveSheet } from "../../../src/scan/report/live-report.ts";
import { QuestionQueue } from "../../../src/scan/report/question-queue.ts";
import { boxReadings } from "../../../src/scan/report/photo-words.ts";
import { type PhotoSheet, openQuestions } from "../../../src/scan/sheet/photo-sheet.ts";
import type { NamedPlayer } from "../../../src/scan/view/name-cells.ts";
import { alone, evening } from "../../support/evenings.ts";
import { language } from "../../support/languages.ts";
import { ASKED_PAD, numbers, photoOf } from "../../support/made-up-photo.ts";

const en = language("en");
const AREA = { xPx: 0, yPx: 0, widthPx: 40, heightPx: 12 };

/** How a name is written, as a strip of ink whose shape is its own. */
const inkOf = (name: string) => ({
  grid: Array.from({ length: 480 }, (_, at) => ((at * (name.charCodeAt(0) - 60)) % 7 > 3 ? 9 : 0)).join(""),
  aspect: 3,
});

/** A sheet of one player, or of two with two questions, and with names that nobody gave; null where none is written. */
function liveSheet(file: string, written: readonly (string | null)[], pad: PadOnPhoto | null = null) {
  const photo: PhotoSheet =
    written.length === 1
      ? photoOf(alone("Anna", 3), [])
      : photoOf(
          evening(),
          [
            [{ player: 1, row: "chance" }, numbers({ "21": 0.5, "27": 0.49 })],
            [{ player: 2, row: "threes" }, null],
          ],
          { pad },
        );
  const names = written.map((_, at) => `Player ${at + 1}`);
  const nameCells = written.map((name, at) => {
    return { player: at + 1, area: AREA, ink: name === null ? null : inkOf(name) };
  });
  const one = { ...photo, files: [file] as const, names, unnamed: names };
  const areas = photo.reading.boxes.map(() => AREA);
  return new LiveSheet({ photo: one, areas, nameCells, saveAs: `${file}.yaml` }, en);
}

describe("the questions of an evening", () => {
  let sheets: LiveSheet[];
  let queue: QuestionQueue;
  beforeEach(() => {
    sheets = [liveSheet("one.jpg", ["Anna", "Ben"]), liveSheet("two.jpg", ["Ben", null])];
    queue = new QuestionQueue();
    queue.open(sheets, []);
  });

  it("come one at a time, sheet by sheet, boxes before names, and are counted", () => {
    const asked: string[] = [];
    for (let { current } = queue; current !== null; current = queue.current) {
      const { n, of } = queue.progress;
      expect(n).toBe(asked.length + 1);
      expect(of).toBeGreaterThanOrEqual(n);
      asked.push(`${current.sheet} ${current.kind}`);
      const { likely } = queue.offers(current);
      const typed = current.kind === "box" ? likely[0]?.typed : `Name ${n}`;
      expect(queue.answer(typed ?? "3")).toBeNull();
    }
    expect(asked.filter((one) => one.endsWith("name"))).toEqual(["0 name", "0 name", "1 name"]);
    expect(asked.filter((one) => one.endsWith("box")).length).toBeGreaterThan(1);
    expect(asked.toSorted()).toEqual([...asked].sort((a, b) => a.localeCompare(b)));
    expect(sheets.flatMap(({ photo }) => openQuestions(photo))).toEqual([]);
    expect(sheets[0]?.photo.unnamed).toEqual([]);
    // No name is written there, and the sheet has other players.
    expect(sheets[1]?.photo.unnamed).toEqual(["Player 2"]);
  });

  it("ask first which pad a sheet is of, and no more about one of another pad", () => {
    sheets = ["one.jpg", "two.jpg"].map((file) => liveSheet(file, ["Anna", "Ben"], ASKED_PAD));
    queue.open(sheets, []);
    const [one] = sheets;
    const asked = () => [queue.current?.sheet, queue.current?.kind, queue.progress.of];
    const [first, of] = [queue.current, queue.progress.of];
    if (first === null) throw new Error("nothing is asked");
    expect([first.sheet, first.kind]).toEqual([0, "pad"]);
    const { area, likely } = queue.offers(first);
    expect([area, likely.map(({ words }) => words)]).toEqual([null, ["Yes", "No, another one"]]);
    queue.answer(likely[1]?.typed ?? "");
    expect([one?.isOtherPad, asked()]).toEqual([true, [1, "pad", of - 3]]);
    // Nobody is ranked by rows that nobody knows.
    expect(new LiveReport(sheets, en).checked).toHaveLength(1);
    queue.undo();
    expect([one?.isCorrected, one?.isOtherPad, asked()]).toEqual([false, false, [0, "pad", of]]);
    queue.answer(likely[0]?.typed ?? "");
    expect([one?.photo.pad?.isSure, asked()]).toEqual([true, [0, "box", of]]);
    queue.undo();
    queue.skip();
    expect([one?.photo.pad?.isSure, asked()]).toEqual([false, [0, "box", of]]);
  });

  it("ask for the name of everybody who is alone on one of several sheets, written or not", () => {
    const askedNames = (written: readonly (readonly (string | null)[])[]) => {
      queue = new QuestionQueue();
      queue.open(
        written.map((names, at) => liveSheet(`${at}.jpg`, names)),
        [],
      );
      const asked: string[] = [];
      for (let { current } = queue; current !== null; current = queue.current) {
        if (current.kind === "name") asked.push(`${current.sheet} ${current.at}`);
        queue.skip();
      }
      return asked;
    };
    expect(askedNames([[null], [null]])).toEqual(["0 1", "1 1"]);
    expect(askedNames([[null], [null, null]])).toEqual(["0 1"]);
    expect(askedNames([[null]])).toEqual([]);
  });

  it("offer the likeliest answer first, whatever the picture alone says", () => {
    const [sheet] = sheets;
    if (sheet === undefined) throw new Error("there is no sheet");
    let boxes = 0;
    for (const at of openQuestions(sheet.photo)) {
      const box = sheet.photo.reading.boxes[at];
      const ways = [
        { written: box?.written, probability: box?.confidence ?? 0 },
        ...(box?.alternatives ?? []),
      ];
      const [first] = boxReadings(at, sheet.photo);
      const best = ways.toSorted((a, b) => b.probability - a.probability)[0];
      if (first === undefined) continue;
      boxes++;
      expect(first).toEqual(best?.written);
    }
    expect(boxes).toBeGreaterThan(0);
  });

  it("suggest a name of this evening or an earlier one where it looks alike, and offer all others", () => {
    const earlier: NamedPlayer[] = ["Ben", "Cleo"].map((name) => {
      return { player: 1, name, isGiven: true, ink: inkOf(name) };
    });
    queue.open(sheets, earlier);
    const answerBoxes = () => {
      while (queue.current?.kind === "box") queue.answer("3");
    };
    const offers = () => {
      const { current } = queue;
      if (current?.kind !== "name") throw new Error("no name is asked");
      const { likely, possible } = queue.offers(current);
      return [likely.map(({ words }) => words), possible.map(({ words }) => words)];
    };
    answerBoxes();
    expect(offers().flat().toSorted()).toEqual(["Ben", "Cleo"]);
    queue.answer("Anna");
    expect(offers()).toEqual([["Ben"], ["Cleo"]]);
    expect(queue.answer("Anna")).toBe("Somebody on this sheet is called Anna already.");
    queue.answer("Ben");
    answerBoxes();
    expect(offers()).toEqual([["Ben"], ["Anna", "Cleo"]]);
  });

  it("are given back by `undo`, step by step, whatever was answered, skipped or corrected", () => {
    const step = fc.constantFrom("6", "/", "skip", "likely", "name", "table", "again");
    fc.assert(
      fc.property(fc.array(step, { maxLength: 7 }), (steps) => {
        const queue = new QuestionQueue();
        queue.open(sheets, []);
        const state = () =>
          JSON.stringify([queue.current, queue.progress, sheets.map((one) => [one.yaml(), one.html()])]);
        const states = [state()];
        for (const [at, one] of steps.entries()) {
          const before = queue.current;
          if (one === "skip") queue.skip();
          else if (one === "table") queue.change(1, () => sheets[1]?.answer(at, "5") ?? null);
          else if (one === "name") queue.change(0, () => sheets[0]?.name(2, `Name ${at}`) ?? null);
          else if (one === "likely" && before) queue.answer(queue.offers(before).likely[0]?.typed ?? "/");
          else if (one !== "again") queue.answer(one);
          if (state() !== states.at(-1)) states.push(state());
        }
        for (const before of states.toReversed().slice(1)) {
          queue.undo();
          expect(state()).toBe(before);
        }
        while (queue.canUndo) queue.undo();
        expect(state()).toBe(states[0]);
      }),
      { numRuns: 12, seed: 3 },
    );
  });

  it("leave a skipped question until it is asked again", () => {
    const skipped = queue.current;
    queue.skip();
    expect(queue.current).not.toEqual(skipped);
    expect(queue.progress.n).toBe(2);
    while (queue.current !== null) queue.skip();
    expect(queue.skippedCount).toBeGreaterThan(3);
    queue.askAgain();
    expect(queue.current).toEqual(skipped);
  });

  it("keep answers when photos are added, and forget those of sheets that are gone", () => {
    queue.answer("3");
    const more = liveSheet("three.jpg", ["Anna", "Ben"]);
    queue.open([...sheets, more], []);
    expect(queue.canUndo).toBe(true);
    queue.open([more], []);
    expect(queue.canUndo).toBe(false);
    expect(queue.current?.sheet).toBe(0);
  });
});
