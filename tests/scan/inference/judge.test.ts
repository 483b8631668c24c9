import { describe, expect, test } from "vitest";
import { listCategories } from "../../../src/rules/game/rows.ts";
import type { Evidence } from "../../../src/scan/digits/evidence.ts";
import {
  confirm,
  toTypedSheet,
  type SheetReading,
  type Written,
} from "../../../src/scan/inference/sheet-reading.ts";
import { type Judgement, judge } from "../../../src/scan/inference/judge.ts";
import { inferReading } from "../../../src/scan/inference/infer.ts";
import { shippedGame } from "../../support/games.ts";
import { seeing, seenAs, seenSheet } from "../../support/seen.ts";

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
  const reading = inferReading(game, boxes);
  return { boxes, reading, judgement: judgeReading(reading, boxes) };
}

function judgeReading(reading: SheetReading, boxes: Judged["boxes"]): Judgement {
  return judge(reading, toTypedSheet(reading, game, "photo.jpg", ["Anna"]), boxes);
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

  /** Numbers of two digits that differ from another one in both. */
  const unlike = (due: number) =>
    Array.from({ length: 90 }, (_, at) => at + 10).filter(
      (one) => one % 10 !== due % 10 && Math.floor(one / 10) !== Math.floor(due / 10),
    );

  const clearly = (value: number): Evidence => ({
    ...seeing({ [value]: 0.9999 }, "number", 1e-12),
    kinds: { empty: 0, number: 1, struck: 0, corrected: 0, scribble: 0 },
  });

  test("a clear sum is told at once at any distance if all its digits are others than those of what is due", () => {
    const all = unlike(52);
    const verdictOf = (sum: number) => judged(RIGHT, { "upper.sum": clearly(sum) }).judgement.verdict;
    const unsure = all.filter((sum) => verdictOf(sum) !== "mistakes");
    expect(all).toHaveLength(72);
    expect(unsure).toEqual([]);
  });

  test("extra points that no total goes on with are not taken for fewer", () => {
    const yahtzees = { repeats: 100, "grand.total": 347 };
    expect(judged({ ...RIGHT, ...yahtzees }).judgement.verdict).toBe("correct");
    const { reading, judgement } = judged({ ...RIGHT, ...yahtzees, repeats: 900 });
    expect(reading.boxes.find(({ line }) => line === "repeats")?.written).toEqual(score(900));
    expect(judgement.verdict).toBe("mistakes");
  });

  test("a box filled out of order", () => {
    const yazzo = shippedGame("yazzo");
    const boxes = seenSheet(yazzo, {}, {}).map((box) => {
      const isFilled = box.column === "down" && (box.category === "ones" || box.category === "threes");
      return isFilled ? { ...box, evidence: seeing({ "3": 0.999 }) } : box;
    });
    const reading = inferReading(yazzo, boxes);
    const judgement = judge(reading, toTypedSheet(reading, yazzo, "photo.jpg", ["Anna"]), boxes);
    expect(judgement.verdict).toBe("mistakes");
    expect(judgement.findings).toMatchObject([{ isSure: true, finding: { code: "out-of-order" } }]);
  });
});

describe("we may have misread", () => {
  /** The chance looks like 26, but 20 would make all sums right. */
  const rows = { ...RIGHT, "lower.sum": 189, "grand.total": 241 };
  const torn = judged(rows, { chance: seeing({ "26": 0.99, "20": 0.004 }) });

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

describe("something that lies on a line is asked about, or no number", () => {
  const kinds = { empty: 0, number: 0.961, struck: 0.02, corrected: 0, scribble: 0.019 };
  const rows = Object.fromEntries(Object.entries(RIGHT).filter(([id]) => !id.includes(".")));
  const doubtOf = (line: string, seen: Readonly<Record<string, Evidence>>) => {
    const { boxes } = inferReading(game, seenSheet(game, { ...rows, fives: 25, sixes: 24 }, seen));
    const box = boxes.find((one) => one.line === line);
    return box?.written.kind === "empty" ? "empty" : box?.doubt;
  };

  // A die on a line may look a little like what is due, or like a wrong number or nothing.
  test.each([0.006, 0.009, 0.012, 0.02])("as a bonus that is due with %d by its picture", (due) => {
    const seen = { ...seeing({ 1: 0.32, 0: 0.16, 10: 0.12, 6: 0.06, 35: due }), kinds };
    expect(doubtOf("upper.bonus", { "upper.bonus": seen })).toBe("unclear");
  });

  test.each([0.01, 0.007, 0.005, 0.004, 0.003, 0.002])("as a 1 on two lines, or as nothing (%d)", (empty) => {
    const seen = { ...seeing({ 1: 0.815, 7: 0.125 }), kinds: { ...kinds, empty, number: 0.98 - empty } };
    expect(["empty", "unclear"]).toContain(doubtOf("upper.sum", { "upper.sum": seen, "upper.total": seen }));
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

test("a total that no possible extra points lead to waits until somebody has told what is hidden there", () => {
  const hidden = judged({ ...RIGHT, "grand.total": 367 }, { repeats: null });
  const repeats = placeOf(hidden, "repeats");
  expect(hidden.reading.boxes[repeats]?.doubt).toBe("hidden");
  expect(hidden.judgement.verdict).toBe("unsure");
  expect(hidden.judgement.findings).toMatchObject([{ isSure: false, finding: { code: "wrong-total" } }]);
  const told = judgeReading(confirm(hidden.reading, repeats, score(120)), hidden.boxes);
  expect(told.findings).toMatchObject([{ isSure: true, finding: { code: "repeats" } }]);
  const none = judgeReading(confirm(hidden.reading, repeats, { kind: "empty" }), hidden.boxes);
  expect(none.findings).toMatchObject([{ isSure: true, finding: { code: "wrong-total" } }]);
});

test("a mistake in a box that has to be asked about waits for the answer", () => {
  const unclear = seeing({ "8": 0.5, "7": 0.4 });
  const { "upper.sum": _, "upper.total": __, "grand.total": ___, ...rows } = RIGHT;
  const torn = judged(rows, { threes: unclear });
  expect(torn.reading.boxes[placeOf(torn, "threes")]?.doubt).not.toBeNull();
  expect(torn.judgement.findings.filter(({ isSure }) => isSure)).toEqual([]);
  expect(torn.judgement.verdict).toBe("unsure");
  const reading = confirm(torn.reading, placeOf(torn, "threes"), score(8));
  expect(judgeReading(reading, torn.boxes).findings).toMatchObject([
    { isSure: true, finding: { code: "illegal-score" } },
  ]);
});

describe("turns that are apart", () => {
  const yatzy = shippedGame("yatzy");
  const rows = listCategories(yatzy).map(({ id }) => id);

  /** Players who have filled this number of boxes, from the top; some boxes look different. */
  function played(counts: readonly number[], changes: Readonly<Record<string, Evidence>>) {
    const boxes = counts.flatMap((count, at) => {
      const filled = Object.fromEntries(rows.slice(0, count).map((row) => [row, "/"]));
      const own = Object.entries(changes).filter(([place]) => place.startsWith(`${at + 1} `));
      const views = Object.fromEntries(own.map(([place, view]) => [place.slice(2), view]));
      return seenSheet(yatzy, filled, views).map((box) => ({ ...box, player: at + 1 }));
    });
    const reading = inferReading(yatzy, boxes);
    const sheet = toTypedSheet(reading, yatzy, "photo.jpg", ["Anna", "Ben", "Cleo"]);
    return { reading, judgement: judge(reading, sheet, boxes) };
  }
  const uneven = ({ findings }: Judgement) =>
    findings.filter(({ finding }) => finding.code === "uneven-turns");

  test("are a mistake where every box is clear", () => {
    const { judgement } = played([6, 6, 3], {});
    expect(uneven(judgement)).toMatchObject([{ isSure: true, finding: { player: "Cleo" } }]);
  });

  test("are not, where they rest on one box that is only nearly sure: it is rarer that somebody forgets turns", () => {
    const nearly: Evidence = {
      ...seenAs("empty"),
      kinds: { ...seenAs("empty").kinds, empty: 0.4, struck: 0.6 },
    };
    const { judgement } = played([6, 6, 4], { [`3 ${rows[10]}`]: nearly });
    expect(uneven(judgement).filter(({ isSure }) => isSure)).toEqual([]);
  });

  test("a blot in an unused column makes nobody a player, and is no question", () => {
    const { reading, judgement } = played([6, 6, 0], { [`3 ${rows[2]}`]: seenAs("scribble") });
    expect(reading.players).toEqual([1, 2]);
    expect(reading.boxes.filter(({ doubt }) => doubt !== null)).toEqual([]);
    expect(judgement.findings.filter(({ isSure }) => isSure)).toEqual([]);
  });

  test("neither does a lone strike that the reader is nearly sure of", () => {
    const perhaps = seenAs("struck");
    const { reading } = played([6, 6, 0], {
      [`3 ${rows[2]}`]: { ...perhaps, kinds: { ...perhaps.kinds, struck: 0.97, empty: 0.03 } },
    });
    expect(reading.players).toEqual([1, 2]);
  });
});

test("where more boxes can't be read than a good photo has, nothing is sure: they were cut out in the wrong places", () => {
  const blurred = Object.fromEntries(
    ["ones", "twos", "fours", "small"].map((row) => [row, seenAs("scribble")]),
  );
  const { judgement } = judged({ ...RIGHT, threes: 8 }, blurred);
  expect(judgement.findings.length).toBeGreaterThan(0);
  expect(judgement.findings.filter(({ isSure }) => isSure)).toEqual([]);
  expect(judgement.verdict).toBe("unsure");
});

test("players are called by their names, or by number where there is none", () => {
  const { reading } = judged(RIGHT);
  expect(toTypedSheet(reading, game, "a.jpg", []).players.map(({ name }) => name)).toEqual(["1"]);
  expect(toTypedSheet(reading, game, "a.jpg", ["Ben"]).players.map(({ name }) => name)).toEqual(["Ben"]);
});
