import { describe, expect, test } from "vitest";
import type { Evidence } from "../../src/numbers/evidence.ts";
import { confirm } from "../../src/reading/confirm.ts";
import { type Judgement, judge } from "../../src/reading/judge.ts";
import { sheetFrom } from "../../src/reading/sheet-from.ts";
import type { SheetReading, Written } from "../../src/reading/sheet-reading.ts";
import { understand } from "../../src/reading/understand.ts";
import { shippedGame } from "../support/games.ts";
import { seeing, seenSheet } from "../support/seen.ts";

const game = shippedGame("yahtzee-block");
const score = (value: number): Written => ({ kind: "score", value });

/** A finished column: upper sum 52 and no bonus, lower sum 195, together 247. */
const RIGHT: Readonly<Record<string, number | string>> = {
  ones: 3,
  twos: 6,
  threes: 9,
  fours: 8,
  fives: 20,
  sixes: 6,
  "upper.sum": 52,
  "upper.bonus": 0,
  "upper.total": 52,
  three: 24,
  four: "/",
  full_house: 25,
  small: 30,
  large: 40,
  five: 50,
  chance: 26,
  "lower.sum": 195,
  "grand.total": 247,
};

interface Judged {
  readonly boxes: ReturnType<typeof seenSheet>;
  readonly reading: SheetReading;
  readonly judgement: Judgement;
}

function judged(
  rows: Readonly<Record<string, number | string>>,
  changes: Readonly<Record<string, Evidence | null>> = {},
): Judged {
  const boxes = seenSheet(game, rows, changes);
  const reading = understand(game, boxes);
  return { boxes, reading, judgement: judgeReading(reading, boxes) };
}

function judgeReading(reading: SheetReading, boxes: Judged["boxes"]): Judgement {
  return judge(game, reading, sheetFrom(reading, game, "photo.jpg", ["Anna"]), boxes);
}

function placeOf({ reading }: Judged, row: string): number {
  return reading.boxes.findIndex(({ category, line }) => (category ?? line) === row);
}

test("a right sheet is correct", () => {
  const { judgement } = judged(RIGHT);
  expect(judgement).toMatchObject({ verdict: "correct", findings: [] });
  expect(judgement.report.players).toMatchObject([{ name: "Anna", computed: 247, written: 247 }]);
});

describe("the person was wrong", () => {
  const mistakes = [
    ["a wrong sum that was carried on", { "lower.sum": 185, "grand.total": 237 }, "wrong-sum", "lower.sum"],
    ["a wrong sum that was not", { "upper.sum": 62 }, "wrong-sum", "upper.sum"],
    ["a wrong total", { "grand.total": 257 }, "wrong-total", "grand.total"],
    [
      "a bonus that was not reached",
      { "upper.bonus": 35, "upper.total": 87, "grand.total": 282 },
      "wrong-bonus",
      "upper.bonus",
    ],
    [
      "an impossible score",
      { threes: 8, "upper.sum": 51, "upper.total": 51, "grand.total": 246 },
      "illegal-score",
      "threes",
    ],
    ["extra points that no box holds", { repeats: 30, "grand.total": 277 }, "repeats", "repeats"],
  ] as const;

  test.each(mistakes)("%s", (_, changes, code, row) => {
    const { reading, judgement } = judged({ ...RIGHT, ...changes });
    expect(reading.boxes.filter(({ doubt }) => doubt !== null)).toEqual([]);
    expect(judgement.verdict).toBe("mistakes");
    const [first, ...others] = judgement.findings;
    expect(others).toEqual([]);
    expect(first).toMatchObject({ isSure: true, finding: { code } });
    expect(first?.finding.category ?? first?.finding.line).toBe(row);
    expect(first?.probability).toBeGreaterThan(0.9);
  });

  test("a box filled out of order", () => {
    const yazzo = shippedGame("yazzo");
    const boxes = seenSheet(yazzo, {}, {}).map((box) => {
      const isFilled = box.column === "down" && (box.category === "ones" || box.category === "threes");
      return isFilled ? { ...box, evidence: seeing({ "3": 0.999 }) } : box;
    });
    const reading = understand(yazzo, boxes);
    const judgement = judge(yazzo, reading, sheetFrom(reading, yazzo, "photo.jpg", ["Anna"]), boxes);
    expect(judgement.verdict).toBe("mistakes");
    expect(judgement.findings).toMatchObject([{ isSure: true, finding: { code: "out-of-order" } }]);
  });
});

describe("we may have misread", () => {
  /** The chance looks like 26, but 20 would make all sums right. */
  const rows = { ...RIGHT, "lower.sum": 189, "grand.total": 241 };
  const torn = judged(rows, { chance: seeing({ "26": 0.97, "20": 0.02 }) });

  test("then nothing is called a mistake, and the box is asked about", () => {
    expect(torn.judgement.verdict).toBe("unsure");
    const chance = placeOf(torn, "chance");
    expect(torn.reading.boxes[chance]?.doubt).toBe("unclear");
    for (const { isSure } of torn.judgement.findings) expect(isSure).toBe(false);
  });

  test("once a person says 26, it is a mistake, and only that box was changed", () => {
    const reading = confirm(torn.reading, placeOf(torn, "chance"), score(26));
    const judgement = judgeReading(reading, torn.boxes);
    expect(judgement.verdict).toBe("mistakes");
    expect(judgement.findings).toMatchObject([{ isSure: true, finding: { line: "lower.sum" } }]);
  });

  test("once a person says 20, the sheet is correct", () => {
    const reading = confirm(torn.reading, placeOf(torn, "chance"), score(20));
    expect(judgeReading(reading, torn.boxes)).toMatchObject({ verdict: "correct", findings: [] });
  });

  test("a finding names the misreading that would explain it", () => {
    const { reading, judgement } = judged(rows, { chance: seeing({ "26": 0.99, "20": 0.0005 }) });
    const chance = reading.boxes.findIndex(({ category }) => category === "chance");
    const misreads = judgement.findings.flatMap(({ misread }) => misread ?? []);
    const isRead = reading.boxes[chance]?.written;
    expect(misreads.some(({ at }) => at === chance) || isRead?.kind === "score").toBe(true);
    expect(judgement.verdict).not.toBe("correct");
  });
});

test("a hidden box makes no mistakes: what is missing in the sum may stand there", () => {
  const { judgement, reading } = judged(RIGHT, { chance: null });
  expect(judgement.verdict).toBe("unsure");
  expect(judgement.findings.filter(({ isSure }) => isSure)).toEqual([]);
  const chance = reading.boxes.findIndex(({ category }) => category === "chance");
  expect(judgement.findings.map(({ misread }) => misread)).toMatchObject([
    { at: chance, written: score(26) },
  ]);
});

test("players are called by their names, or by number where there is none", () => {
  const { reading } = judged(RIGHT);
  expect(sheetFrom(reading, game, "a.jpg", []).players.map(({ name }) => name)).toEqual(["1"]);
  expect(sheetFrom(reading, game, "a.jpg", ["Ben"]).players.map(({ name }) => name)).toEqual(["Ben"]);
});
