import { describe, expect, test } from "vitest";
import { answer, inferReading } from "../../../src/scan/inference/infer.ts";
import { judge } from "../../../src/scan/inference/judge.ts";
import { fastestQuestion, listQuestions } from "../../../src/scan/inference/questions.ts";
import {
  type SeenBox,
  toTypedSheet,
  type SheetReading,
  type Written,
} from "../../../src/scan/inference/sheet-reading.ts";
import { shippedGame } from "../../support/games.ts";
import { seeing, seenSheet } from "../../support/seen.ts";

const game = shippedGame("yatzy");
const score = (value: number): Written => ({ kind: "score", value });

/** A finished upper half. */
const ROWS = { ones: 3, twos: 4, threes: 9, fours: 12, fives: 15, sixes: 18, "upper.sum": 61 };
const rowAt = (reading: SheetReading, at: number | null) => {
  const box = at === null ? undefined : reading.boxes[at];
  return box && (box.category ?? box.line);
};

function asked(boxes: readonly SeenBox[], truth: Readonly<Record<string, number>>) {
  let reading = inferReading(game, boxes);
  const questions: string[] = [];
  for (;;) {
    const judgement = judge(reading, toTypedSheet(reading, game, "a.jpg", []), boxes);
    const at = fastestQuestion(game, boxes, reading, listQuestions(reading, judgement));
    const row = rowAt(reading, at);
    if (at === null || !row) return { questions, reading, judgement };
    questions.push(row);
    reading = answer(game, boxes, reading, at, score(truth[row] ?? 0));
  }
}

describe("the next question", () => {
  test("is none where everything is clear", () => {
    expect(asked(seenSheet(game, ROWS, {}), ROWS).questions).toEqual([]);
  });

  test("is the only one that is open", () => {
    const { questions, judgement } = asked(
      seenSheet(game, { ...ROWS, chance: 20 }, { chance: seeing({ "20": 0.5, "26": 0.5 }) }),
      { chance: 20 },
    );
    expect(questions).toEqual(["chance"]);
    expect(judgement.verdict).toBe("correct");
  });

  test("settles boxes that make up for each other: two are open, and one is asked about", () => {
    const torn = { twos: seeing({ "4": 0.5, "10": 0.5 }), threes: seeing({ "9": 0.5, "3": 0.5 }) };
    const boxes = seenSheet(game, ROWS, torn);
    expect(inferReading(game, boxes).boxes.filter(({ doubt }) => doubt !== null)).toHaveLength(2);
    const { questions, reading } = asked(boxes, { ...ROWS, twos: 10, threes: 3 });
    expect(questions).toHaveLength(1);
    expect(rowOf(reading, "twos")).toEqual(score(10));
    expect(rowOf(reading, "threes")).toEqual(score(3));
  });

  test("is the one that is expected to leave the fewest open", () => {
    // Threes make up for twos, or for sixes, or for both.
    const torn = {
      threes: seeing({ "9": 0.5, "3": 0.25, "15": 0.25 }),
      twos: seeing({ "4": 0.6, "10": 0.4 }),
      sixes: seeing({ "18": 0.6, "12": 0.4 }),
    };
    const boxes = seenSheet(game, ROWS, torn);
    const reading = inferReading(game, boxes);
    const open = reading.boxes.flatMap(({ doubt }, at) => (doubt === null ? [] : [at]));
    expect(open).toHaveLength(3);
    const first = fastestQuestion(game, boxes, reading, open);
    const left = (at: number, value: number) =>
      answer(game, boxes, reading, at, score(value)).boxes.filter(({ doubt }) => doubt !== null).length;
    const expected = new Map(
      open.map((at) => {
        const { written, confidence, alternatives } = reading.boxes[at] ?? {
          written: null,
          confidence: 0,
          alternatives: [],
        };
        const ways = [{ written, probability: confidence }, ...alternatives].filter(
          ({ probability }) => probability > 0.05,
        );
        const known = ways.reduce((sum, { probability }) => sum + probability, 0);
        return [
          at,
          ways.reduce(
            (sum, way) =>
              sum + (way.written?.kind === "score" ? way.probability * left(at, way.written.value) : 0),
            0,
          ) / known,
        ];
      }),
    );
    const fewest = Math.min(...expected.values());
    expect(expected.get(first ?? -1)).toBeCloseTo(fewest, 6);
    expect(Math.max(...expected.values())).toBeGreaterThan(fewest);
  });
});

function rowOf({ boxes }: SheetReading, row: string): Written | undefined {
  return boxes.find(({ category, line }) => (category ?? line) === row)?.written;
}
