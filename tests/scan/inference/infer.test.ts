import { describe, expect, test } from "vitest";
import type { Evidence } from "../../../src/scan/digits/evidence.ts";
import { findDoubt } from "../../../src/scan/inference/doubts.ts";
import { answer, inferReading } from "../../../src/scan/inference/infer.ts";
import { judge } from "../../../src/scan/inference/judge.ts";
import {
  type ReadBox,
  type SeenBox,
  type SheetReading,
  toTypedSheet,
  type Written,
} from "../../../src/scan/inference/sheet-reading.ts";
import { shippedGame } from "../../support/games.ts";
import { CLEAN, photographed, placesOf } from "../../support/photographed.ts";
import { seeing, seenAs, seenSheet } from "../../support/seen.ts";
import { correctSheet, randomFrom } from "../../support/sheets.ts";

const game = shippedGame("yatzy");
const score = (value: number): Written => ({ kind: "score", value });

/** A finished column: upper sum 63, bonus 50, upper total 113, lower sum 165, together 278. */
const FULL: Readonly<Record<string, number | string>> = {
  ones: 3,
  twos: 6,
  threes: 9,
  fours: 12,
  fives: 15,
  sixes: 18,
  "upper.sum": 63,
  "upper.bonus": 50,
  "upper.total": 113,
  pair: 12,
  two_pairs: 18,
  three: 15,
  four: "/",
  small: 15,
  large: 20,
  full_house: 18,
  chance: 17,
  yatzy: 50,
  "lower.sum": 165,
  "grand.total": 278,
};

function boxOf(reading: SheetReading, row: string): ReadBox {
  const box = reading.boxes.find(({ category, line }) => (category ?? line) === row);
  if (box === undefined) throw new Error(`no box ${row}`);
  return box;
}

function read(changes: Readonly<Record<string, Evidence | null>>, rows = FULL): SheetReading {
  return inferReading(game, seenSheet(game, rows, changes));
}

test.each(["grand.total", "lower.sum", "upper.sum", "chance", "pair"])(
  "no number below everything that can stand there is offered for %s",
  (row) => {
    const due = Number(FULL[row]);
    const box = boxOf(
      read({ [row]: seeing({ [`-${due}`]: 0.3, [`-${due}0`]: 0.3, [due + 1]: 0.2, [due + 2]: 0.1 }) }),
      row,
    );
    expect(box.doubt).not.toBeNull();
    const offered = [box.written, ...box.alternatives.map(({ written }) => written)];
    expect(offered.length).toBeGreaterThan(1);
    expect(offered.filter((one) => one.kind === "score" && one.value < 0)).toEqual([]);
  },
);

describe("a sheet that was written clearly", () => {
  const reading = read({});

  test("is read as it stands, without a question", () => {
    for (const [row, ink] of Object.entries(FULL)) {
      const written = ink === "/" ? { kind: "strike" } : { kind: "score", value: ink };
      expect(boxOf(reading, row)).toMatchObject({ written, doubt: null, confirmed: false });
      expect(boxOf(reading, row).confidence).toBeGreaterThan(0.99);
    }
    expect(reading.players).toEqual([1]);
  });

  test("keeps the order of the boxes and has at most five alternatives", () => {
    const boxes = seenSheet(game, FULL, {});
    expect(reading.boxes.map(({ category, line }) => category ?? line)).toEqual(
      boxes.map(({ category, line }) => category ?? line),
    );
    for (const { alternatives } of reading.boxes) expect(alternatives.length).toBeLessThanOrEqual(5);
  });
});

describe("sums tell what an unclear box holds", () => {
  test("an 18 that may be a 13 is an 18 when the sums say so", () => {
    const chance = boxOf(read({ chance: seeing({ "11": 0.5, "17": 0.5 }) }), "chance");
    expect(chance).toMatchObject({ written: score(17), doubt: null });
    expect(chance.confidence).toBeGreaterThan(0.99);
  });

  test("without sums it is asked about, with both numbers to choose from", () => {
    const { "upper.sum": _, "upper.total": __, "lower.sum": ___, "grand.total": ____, ...boxes } = FULL;
    const chance = boxOf(read({ chance: seeing({ "11": 0.5, "17": 0.5 }) }, boxes), "chance");
    expect(chance.doubt).toBe("unclear");
    const numbers = [chance.written, ...chance.alternatives.map(({ written }) => written)];
    expect(numbers).toEqual(expect.arrayContaining([score(11), score(17)]));
  });

  test("the rules of the box tell as well: threes are never 5", () => {
    const { "upper.sum": _, "upper.total": __, "grand.total": ___, ...boxes } = FULL;
    const threes = boxOf(read({ threes: seeing({ "5": 0.5, "9": 0.5 }) }, boxes), "threes");
    expect(threes).toMatchObject({ written: score(9), doubt: null });
  });

  test("an unclear bonus is the one that the sum has reached and the total holds", () => {
    const bonus = boxOf(read({ "upper.bonus": seeing({ "30": 0.5, "50": 0.5 }) }), "upper.bonus");
    expect(bonus).toMatchObject({ written: score(50), doubt: null });
  });

  test("two unclear boxes: what is proposed goes together", () => {
    const { "upper.sum": _, "upper.total": __, "grand.total": ___, ...boxes } = FULL;
    const torn = { three: seeing({ "12": 0.45, "15": 0.5 }), chance: seeing({ "17": 0.4, "22": 0.3 }) };
    const reading = read(torn, boxes);
    const [three, chance] = [boxOf(reading, "three").written, boxOf(reading, "chance").written];
    expect([three, chance]).toEqual([score(15), score(17)]);
  });
});

test("nobody writes thousands into a box: what looks like it is asked about, and something else is proposed", () => {
  const { "upper.sum": _, "upper.total": __, "lower.sum": ___, "grand.total": ____, ...boxes } = FULL;
  const chance = boxOf(read({ chance: seeing({ "2117": 0.6, "17": 0.01 }) }, boxes), "chance");
  expect(chance).toMatchObject({ written: score(17), doubt: "unclear" });
});

describe("never silently against the picture", () => {
  test("a clear 11 is asked about, though the sums say 17", () => {
    const clear = seeing({ "11": 0.98, "17": 0.005 });
    expect(boxOf(read({ chance: clear }), "chance").doubt).toBe("unclear");
  });

  test("where a picture is only fairly sure of another number, the sums decide", () => {
    const told = seeing({ "303": 0.87, "278": 0.061 });
    expect(boxOf(read({ "grand.total": told }), "grand.total")).toMatchObject({
      written: score(278),
      doubt: null,
    });
    // A hundred is forgotten more often.
    const carry = seeing({ "378": 0.96, "278": 0.01 });
    expect(boxOf(read({ "grand.total": carry }), "grand.total").doubt).toBe("unclear");
    const clear = seeing({ "303": 0.9999, "278": 0.00001 });
    expect(boxOf(read({ "grand.total": clear }), "grand.total").doubt).toBe("unclear");
  });

  test("a clear score far from all that dice can earn is asked about, though the sums say that it was struck", () => {
    const struck = { ...FULL, chance: "/", "lower.sum": 148, "grand.total": 261 };
    const chance = boxOf(read({ chance: seeing({ "86": 0.96, "0": 0.002 }) }, struck), "chance");
    expect(chance.doubt).toBe("unclear");
    expect(chance.confidence).toBeGreaterThan(0.98);
  });

  test("a clear score that dice can't earn is asked about where the sums speak of another, and stays where they don't", () => {
    const clear = { threes: seeing({ "8": 0.9999 }) };
    expect(boxOf(read(clear), "threes").doubt).toBe("unclear");
    const boxes = {
      ...FULL,
      threes: 8,
      "upper.sum": 62,
      "upper.bonus": 0,
      "upper.total": 62,
      "grand.total": 227,
    };
    expect(boxOf(read(clear, boxes), "threes")).toMatchObject({ written: score(8), doubt: null });
  });
});

describe("boxes that are asked about whatever the others say", () => {
  test("a hidden box: what the sums say is a proposal", () => {
    const chance = boxOf(read({ chance: null }), "chance");
    expect(chance).toMatchObject({ written: { kind: "unknown" }, doubt: "hidden" });
    expect(chance.alternatives[0]?.written).toEqual(score(17));
    expect(chance.alternatives[0]?.probability).toBeGreaterThan(0.9);
  });

  test("but not a half-hidden one, where what is left of it shows what the sums say", () => {
    const partlySeen = (shown: Evidence, rows = FULL) => {
      const seen = seenSheet(game, rows, { chance: null });
      const boxes = seen.map((box) => (box.category === "chance" ? { ...box, partialEvidence: shown } : box));
      return boxOf(inferReading(game, boxes), "chance");
    };
    const agreeing = seeing({ "17": 0.8, "7": 0.1 });
    expect(partlySeen(agreeing)).toMatchObject({ written: score(17), doubt: null });
    expect(partlySeen(seeing({ "11": 0.8, "17": 0.01 })).doubt).toBe("hidden");
    const { "lower.sum": _, "grand.total": __, ...unbacked } = FULL;
    expect(partlySeen(agreeing, unbacked).doubt).toBe("hidden");
  });

  test("a blackened box: what the sums say is a proposal, too", () => {
    const { "lower.sum": _, "grand.total": __, ...boxes } = FULL;
    const scribbled = { three: seenAs("scribble") };
    const asked = { written: { kind: "unknown" }, doubt: "scribble" };
    expect(boxOf(read(scribbled, boxes), "three")).toMatchObject(asked);
    const told = boxOf(read(scribbled), "three");
    expect(told).toMatchObject(asked);
    expect(told.alternatives[0]?.written).toEqual(score(15));
  });

  test("but not a scribble in a box that most probably nobody used", () => {
    const begun = { ones: 3, twos: 6, threes: 9 };
    expect(boxOf(read({ three: seenAs("scribble") }, begun), "three")).toMatchObject({
      written: { kind: "empty" },
      doubt: null,
    });
  });

  test("a box whose picture fits nothing is unclear, and hidden only if it can't be seen", () => {
    const place = { player: 1, column: null, category: null, line: "grand.total" } as const;
    const doubtOf = (evidence: Evidence | null) =>
      findDoubt(game, { place, evidence, partialEvidence: null, ways: [], slip: 0 });
    for (const evidence of [seeing({ "17": 0.9 }), seenAs("struck"), seenAs("empty")])
      expect(doubtOf(evidence)).toBe("unclear");
    expect(doubtOf(null)).toBe("hidden");
  });

  test.each(["chance", "sixes", "upper.sum"])(
    "is asked about for ink astride the line of an empty box: %s",
    (row) => {
      for (const rows of [{}, { pair: 12, three: 15 }]) {
        const seen = seenSheet(game, rows, {});
        const astride = seen.map((box) =>
          (box.category ?? box.line) === row ? { ...box, isAstride: true } : box,
        );
        expect(boxOf(inferReading(game, astride), row)).toMatchObject({
          written: { kind: "empty" },
          doubt: "unclear",
        });
        expect(boxOf(inferReading(game, seen), row).doubt).toBeNull();
      }
    },
  );

  test("an answer about another box leaves a question about ink astride a line open", () => {
    const seen = seenSheet(game, { pair: 12 }, {}).map((box) =>
      box.category === "sixes" || box.category === "chance" ? { ...box, isAstride: true } : box,
    );
    const at = seen.findIndex(({ category }) => category === "sixes");
    expect(boxOf(answer(game, seen, inferReading(game, seen), at, score(18)), "chance").doubt).toBe(
      "unclear",
    );
  });

  test("a number of which its picture may show a part must be clearer than others", () => {
    const rows = { pair: 12, three: 15 };
    const seen = seenSheet(game, rows, { chance: seeing({ "17": 0.995, "22": 0.005 }) });
    const astride = seen.map((box) => (box.category === "chance" ? { ...box, isAstride: true } : box));
    expect(boxOf(inferReading(game, seen), "chance").doubt).toBeNull();
    expect(boxOf(inferReading(game, astride), "chance").doubt).toBe("unclear");
  });

  test.each([0.99, 0.997, 0.999])(
    "a number written over another one that no sum confirms, read as it may be with %d",
    (share) => {
      const over = (value: number, other: number) =>
        seeing({ [value]: share, [other]: 1 - share }, "corrected");
      const { "upper.sum": _, "upper.total": __, "lower.sum": ___, "grand.total": ____, ...boxes } = FULL;
      expect(boxOf(read({ chance: over(17, 16) }, boxes), "chance").doubt).toBe("corrected");
      expect(boxOf(read({ chance: over(17, 16) }), "chance").doubt).toBeNull();
    },
  );

  test("a corrected box, unless nothing else is possible", () => {
    const torn = seeing({ "17": 0.6, "16": 0.4 }, "corrected");
    const { "lower.sum": _, "grand.total": __, ...boxes } = FULL;
    expect(boxOf(read({ chance: torn }, boxes), "chance").doubt).toBe("corrected");
    expect(boxOf(read({ chance: torn }), "chance")).toMatchObject({ written: score(17), doubt: null });
  });
});

test("a 0 in a box that dice can't earn 0 in says the same as a strike, so nobody is asked which it is", () => {
  const torn: Evidence = { ...seeing({ "0": 1 }), kinds: { ...seeing({}).kinds, number: 0.5, struck: 0.5 } };
  const four = boxOf(read({ four: torn }), "four");
  expect(four.doubt).toBeNull();
  expect(four.confidence).toBeGreaterThan(0.99);
});

test("players without ink hold nothing, and their hidden boxes are not asked about", () => {
  const boxes: SeenBox[] = placesOf(game, 2).map((place) => {
    const ink = place.player === 1 ? FULL[place.category ?? place.line ?? ""] : undefined;
    return { ...place, evidence: ink === undefined ? seenAs("empty") : seenSheetBox(ink) };
  });
  const hidden = boxes.findIndex(({ player }) => player === 2);
  const reading = inferReading(game, boxes.with(hidden, { ...(boxes[hidden] as SeenBox), evidence: null }));
  expect(reading.players).toEqual([1]);
  expect(reading.boxes[hidden]).toMatchObject({ written: { kind: "empty" }, doubt: null });
});

describe("somebody who has no ink that can be read", () => {
  const open = ["chance", "yatzy", "lower.sum"];
  /** Player 1 has filled `rows`; of player 2 some boxes can't be seen, and another holds a scribble. */
  function besideRows(rows: Readonly<Record<string, number | string>>): SheetReading {
    const boxes = placesOf(game, 2).map((place): SeenBox => {
      const row = place.category ?? place.line ?? "";
      const ink = place.player === 1 ? rows[row] : undefined;
      if (ink !== undefined) return { ...place, evidence: seenSheetBox(ink) };
      if (place.player === 1) return { ...place, evidence: seenAs("empty") };
      if (open.includes(row)) return { ...place, evidence: null };
      return { ...place, evidence: seenAs(row === "ones" ? "scribble" : "empty") };
    });
    return inferReading(game, boxes);
  }
  const hiddenOf = ({ boxes }: SheetReading) =>
    boxes.filter(({ player, category, line }) => player === 2 && open.includes(category ?? line ?? ""));

  test("does not play if the others are further than all that is hidden could make up for", () => {
    const reading = besideRows(FULL);
    expect(reading.players).toEqual([1]);
    expect(hiddenOf(reading)).toHaveLength(3);
    for (const box of hiddenOf(reading))
      expect(box).toMatchObject({ written: { kind: "empty" }, doubt: null });
  });

  test("is asked about at the start of a game, where they may have played as much", () => {
    const asked = hiddenOf(besideRows({ chance: 17, yatzy: 50 })).filter(({ doubt }) => doubt !== null);
    expect(asked.map(({ category }) => category)).toEqual(expect.arrayContaining(["chance", "yatzy"]));
  });
});

describe("a column that nobody plays in", () => {
  /** Player 1 has filled `rows`; in the column of player 2 some marks look like what `marks` says. */
  function boxesWith(rows: typeof FULL, marks: Readonly<Record<string, number | string | Evidence>>) {
    return placesOf(game, 2).map((place): SeenBox => {
      const ink = (place.player === 1 ? rows : marks)[place.category ?? place.line ?? ""];
      if (typeof ink === "object") return { ...place, evidence: ink };
      return { ...place, evidence: ink === undefined ? seenAs("empty") : seenSheetBox(ink) };
    });
  }
  const withMarks = (...given: Parameters<typeof boxesWith>) => inferReading(game, boxesWith(...given));
  const categories = placesOf(game, 1).flatMap(({ category }) => category ?? []);
  const BEGUN = { twos: 6, chance: 17, yatzy: 50 };

  test.each([
    ["strikes of a stain", { twos: "/", pair: "/", four: "/" }],
    ["zeros of dice and coins", { threes: 0, chance: "/" }],
    ["a 1 in every row, of a crease", Object.fromEntries(categories.map((row) => [row, 1]))],
    [
      "the edge of a thumb, which looks like no number",
      { three: seeing({ "1": 0.34, "6": 0.13, "14": 0.06 }) },
    ],
    [
      "the edges of a die around its spots",
      { threes: "/", fives: "/", fours: seeing({ "12": 0.19, "16": 0.17, "1": 0.16 }) },
    ],
  ])("may have %s, but has no player", (_, marks) => {
    const reading = withMarks(FULL, marks);
    expect(reading.players).toEqual([1]);
    const own = reading.boxes.filter(({ player }) => player === 2);
    expect(own.length).toBeGreaterThan(10);
    for (const box of own) expect(box).toMatchObject({ written: { kind: "empty" }, doubt: null });
  });

  /** Numbers of two digits that were read with doubt. */
  const DOUBTED = { fours: seeing({ "12": 0.5, "16": 0.3 }), fives: seeing({ "15": 0.5, "25": 0.3 }) };

  test.each([
    ["points that must be asked about", { ...DOUBTED, yatzy: "/" }],
    ["sums alone that are clear", { yatzy: "/", "upper.sum": 48, "upper.total": 48, "grand.total": 48 }],
  ])("is the column of a player who has %s, although turns behind", (_, marks) => {
    const reading = withMarks(FULL, marks);
    expect(reading.players).toEqual([1, 2]);
    // What was written is never taken away without a question.
    for (const [row, ink] of Object.entries(marks)) {
      const box = reading.boxes.find((one) => one.player === 2 && (one.category ?? one.line) === row);
      if (box?.doubt === null) expect(box.written.kind).toBe(ink === "/" ? "strike" : "score");
    }
  });

  test("may be that of a player if a number there is in doubt, and no mere stroke", () => {
    for (const ink of ["6", "25"]) {
      const { boxes } = withMarks(FULL, { twos: seeing({ [ink]: 0.6, "8": 0.3 }) });
      const open = boxes.filter(({ player, doubt }) => player === 2 && doubt !== null);
      expect(open.map(({ category }) => category)).toEqual(["twos"]);
    }
  });

  test.each([
    ["points", FULL, { twos: 6 }],
    ["as many strikes as others have turns", BEGUN, { twos: "/", pair: "/", four: "/" }],
    ["one strike less", { ...BEGUN, sixes: 24 }, { twos: "/", pair: "/", four: "/" }],
  ])("is the column of a player who has %s", (_, rows, marks) => {
    const { boxes, players } = withMarks(rows, marks);
    expect(players).toEqual([1, 2]);
    expect(boxes.filter(({ doubt }) => doubt !== null)).toEqual([]);
  });

  test.each([
    ["a die that looks like points", { threes: seeing({ "6": 0.75, "16": 0.18, "8": 0.02 }) }],
    ["two of them", { threes: seeing({ "6": 0.7, "16": 0.2 }), fours: seeing({ "8": 0.72, "6": 0.2 }) }],
    ["one, and a strike", { threes: seeing({ "6": 0.72, "16": 0.2 }), pair: "/" }],
  ])("may be that of a player who has begun: %s is asked about, and no mistake before", (_, marks) => {
    const reading = withMarks(FULL, marks);
    const sheet = toTypedSheet(reading, game, "", ["Anna", "Ben"]);
    const { verdict, findings } = judge(reading, sheet, boxesWith(FULL, marks));
    const own = reading.boxes.filter(({ player, written }) => player === 2 && written.kind !== "empty");
    expect(own).toHaveLength(Object.keys(marks).length);
    for (const { doubt } of own) expect(doubt).toBe("unclear");
    expect([verdict, findings.filter(({ isSure }) => isSure)]).toEqual(["unsure", []]);
    // One answer tells that somebody plays there.
    const at = reading.boxes.findIndex(({ player, category }) => player === 2 && category === "threes");
    const answered = answer(game, boxesWith(FULL, marks), reading, at, { kind: "score", value: 6 });
    expect(answered.players).toEqual([1, 2]);
    expect(answered.boxes.filter(({ doubt, written }) => doubt !== null && written.kind === "score")).toEqual(
      [],
    );
  });
});

describe("a column that is crossed out", () => {
  /** Player 1 has filled a column; in that of player 2 strokes run through all boxes, above over numbers that were begun. */
  const crossedOut = (strokes: Evidence, begun: Readonly<Record<string, Evidence>>) =>
    inferReading(
      game,
      placesOf(game, 2).map((place): SeenBox => {
        const row = place.category ?? place.line ?? "";
        if (place.player === 2) return { ...place, evidence: begun[row] ?? strokes };
        return { ...place, evidence: FULL[row] === undefined ? seenAs("empty") : seenSheetBox(FULL[row]) };
      }),
    );
  const BEGUN_ABOVE = {
    ones: seeing({ "74": 0.4, "4": 0.3 }, "corrected"),
    fives: seeing({ "217": 0.4, "17": 0.2 }),
  };

  test.each([
    ["two lines", seeing({ "11": 0.98, "1": 0.01 })],
    ["one line", seeing({ "1": 0.9, "11": 0.05 })],
    ["a zigzag", seenAs("struck")],
    ["scribbles", seenAs("scribble")],
  ])("is nobody's: %s", (_, strokes) => {
    const { boxes, players } = crossedOut(strokes, BEGUN_ABOVE);
    expect(players).toEqual([1]);
    for (const { player, written, doubt } of boxes)
      if (player === 2) expect([written.kind, doubt]).toEqual(["empty", null]);
  });

  test("is that of a player where all columns are like that, for the writing may be illegible", () => {
    const boxes = placesOf(game, 2).map((place): SeenBox => ({ ...place, evidence: seenAs("scribble") }));
    const { boxes: read, players } = inferReading(game, boxes);
    expect(players).toEqual([1, 2]);
    expect(read.filter(({ doubt }) => doubt !== null).length).toBeGreaterThan(20);
  });

  test.each([
    ["points", { chance: seeing({ "23": 0.97 }) }],
    ["a sum", { "grand.total": seeing({ "23": 0.97 }) }],
    [
      "many numbers",
      Object.fromEntries(
        Object.keys(FULL)
          .slice(0, 13)
          .map((row) => [row, seeing({ "24": 0.6 })]),
      ),
    ],
  ])("is that of a player if it shows %s", (_, begun) => {
    const { boxes, players } = crossedOut(seenAs("struck"), begun);
    const isOpen = boxes.some(({ player, doubt }) => player === 2 && doubt !== null);
    expect(players.includes(2) || isOpen).toBe(true);
  });
});

describe("a scribble in a box", () => {
  /** What the network makes of a 0 with a slash through it or a circle around it, and of others. */
  const scribble = (number: number, text: string): Evidence => ({
    ...seeing({ [text]: 0.9 }),
    kinds: { ...seenAs("scribble").kinds, scribble: 0.9995 - number, number },
  });

  const UNSUMMED = Object.fromEntries(Object.entries(FULL).filter(([row]) => !row.includes(".")));

  test("is a 0 if it looks a little like one and the sums agree", () => {
    const box = boxOf(read({ four: scribble(0.04, "0") }), "four");
    expect(box.doubt).toBeNull();
    expect(["0", "strike"]).toContain(
      box.written.kind === "score" ? String(box.written.value) : box.written.kind,
    );
  });

  test.each([
    ["looks like no number", scribble(0.0001, "0"), FULL],
    ["looks like another number", scribble(0.04, "8"), FULL],
    ["has no sum below", scribble(0.04, "0"), UNSUMMED],
  ])("is asked about if it %s", (_, evidence, rows) => {
    expect(boxOf(read({ four: evidence }, rows), "four").doubt).not.toBeNull();
  });
});

describe("a figure between 0 and 6", () => {
  const openFigure = seeing({ "0": 0.5, "6": 0.5 });
  /** The odds of the 0 where the player has struck three boxes like this. */
  const oddsOfZero = (strike: "/" | "0") => {
    const struck = Object.fromEntries(["pair", "four", "small"].map((row) => [row, strike]));
    const box = boxOf(read({ twos: openFigure }, { ones: 3, ...struck, chance: 17 }), "twos");
    const zero = [{ written: box.written, probability: box.confidence }, ...box.alternatives].find(
      ({ written }) => written.kind === "strike" || (written.kind === "score" && written.value === 0),
    );
    const probability = zero?.probability ?? 0;
    return probability / (1 - probability);
  };

  test("is more probably a 0 if its player strikes with zeros, and a 6 if with marks", () => {
    const [zeros, marks] = [oddsOfZero("0"), oddsOfZero("/")];
    expect(marks).toBeGreaterThan(0);
    expect(zeros).toBeGreaterThan(5 * marks);
  });
});

describe("the line for extra points, where it can't be seen", () => {
  const block = shippedGame("yahtzee-block");
  const rows = Object.fromEntries(placesOf(block, 1).map(({ category, line }) => [category ?? line, "/"]));
  const lines = {
    "upper.sum": 0,
    "upper.bonus": 0,
    "upper.total": 0,
    "lower.sum": 0,
    "lower.total": 0,
    "grand.total": 0,
  };
  const repeatsOf = (written: Readonly<Record<string, number | string>>) =>
    boxOf(inferReading(block, seenSheet(block, written, { repeats: null })), "repeats");

  test("is no question if the totals say that there are none, written or not", () => {
    expect(repeatsOf({ ...rows, ...lines })).toMatchObject({ doubt: null, confidence: expect.any(Number) });
    expect(["empty", "strike"]).toContain(repeatsOf({ ...rows, ...lines }).written.kind);
  });

  test("is asked about if it clearly shows what no roll earns, though the totals say that there are none", () => {
    const odd = { repeats: seeing({ "70": 0.9, "0": 0.015 }) };
    const repeats = boxOf(inferReading(block, seenSheet(block, { ...rows, ...lines }, odd)), "repeats");
    expect(repeats.doubt).toBe("unclear");
    expect(repeats.confidence).toBeGreaterThan(0.98);
  });

  test.each([100, 3000])("are %d if the total counts them, however many rolls that takes", (points) => {
    const triple = shippedGame("triple-yahtzee");
    const struck = placesOf(triple, 1).flatMap(({ category }) =>
      category === null ? [] : [[category, "/"]],
    );
    const scored = { five: 50, large: 40, small: 30, full_house: 25, chance: 25 };
    const rows = {
      ...Object.fromEntries(struck),
      ...scored,
      "upper.sum": 0,
      "lower.sum": 170,
      repeats: points,
    };
    const total = 6 * 170 + points;
    // Without extra points, the total would be another one that looks a bit like it.
    const unclear = { "grand.total": seeing({ [total]: 0.96, [6 * 170]: 0.005 }) };
    const reading = inferReading(triple, seenSheet(triple, rows, unclear));
    for (const [line, value] of [
      ["repeats", points],
      ["grand.total", total],
    ] as const)
      expect(boxOf(reading, line)).toMatchObject({ written: { kind: "score", value }, doubt: null });
  });

  test("is one if nobody added up", () => {
    const { "grand.total": _, ...unsummed } = { ...rows, ...lines };
    expect(repeatsOf(unsummed).doubt).toBe("hidden");
  });
});

function seenSheetBox(ink: number | string): Evidence {
  return ink === "/" ? seenAs("struck") : seeing({ [String(ink)]: 0.999 });
}

test("a line that nobody knows how to work out is read by its picture alone", () => {
  const boxes = seenSheet(game, FULL, {});
  const own: SeenBox = {
    player: 1,
    column: null,
    category: null,
    line: "bonus.row",
    evidence: seeing({ "12": 0.999 }),
  };
  const reading = inferReading(game, [...boxes, own]);
  expect(boxOf(reading, "bonus.row")).toMatchObject({ written: score(12), doubt: null });
});

describe("an answer", () => {
  const indexOf = (reading: SheetReading, row: string) =>
    reading.boxes.findIndex(({ category, line }) => (category ?? line) === row);

  test("settles what follows from it: of two boxes that make up for each other either tells the other", () => {
    const rows = {
      ...FULL,
      twos: 4,
      "upper.sum": 61,
      "upper.bonus": 0,
      "upper.total": 61,
      "grand.total": 226,
    };
    const torn = { twos: seeing({ "4": 0.5, "10": 0.5 }), threes: seeing({ "9": 0.5, "3": 0.5 }) };
    const boxes = seenSheet(game, rows, torn);
    const reading = inferReading(game, boxes);
    const [twos, threes] = [indexOf(reading, "twos"), indexOf(reading, "threes")];
    const open = reading.boxes.flatMap(({ doubt }, at) => (doubt === null ? [] : [at]));
    expect(open).toEqual([twos, threes]);
    const answered = answer(game, boxes, reading, twos, score(10));
    expect(answered.boxes[twos]).toMatchObject({ written: score(10), confidence: 1, confirmed: true });
    expect(answered.boxes[threes]).toMatchObject({ written: score(3), confirmed: false });
    expect(answered.boxes.filter(({ doubt }) => doubt !== null)).toEqual([]);
  });

  test("changes no box that was read for sure, whatever is answered, and asks about one that it contradicts", () => {
    const random = randomFrom(5);
    let contradicted = 0;
    for (let at = 0; at < 10; at++) {
      const sheet = correctSheet(game, random, { players: 2, turns: null, lines: 1 });
      const { boxes } = photographed(sheet, random, { ...CLEAN, corrected: 0.05, hidden: 0.05 });
      const reading = inferReading(game, boxes);
      const asked = Math.floor(random() * boxes.length);
      const answered = answer(game, boxes, reading, asked, score(Math.floor(random() * 40)));
      expect(answered.boxes[asked]).toMatchObject({ confidence: 1, doubt: null, confirmed: true });
      for (const [other, box] of answered.boxes.entries()) {
        const before = reading.boxes[other];
        if (other === asked || before?.doubt !== null) continue;
        expect(box.written).toEqual(before.written);
        if (box.confidence < 0.5) expect(box.doubt).not.toBeNull();
        if (box.doubt !== null) contradicted++;
      }
    }
    expect(contradicted).toBeGreaterThan(0);
  });

  test.each([2000, -700])("that nobody could expect (%i) leaves the other boxes as they are", (value) => {
    const unclear = { chance: seeing({ "20": 0.5, "26": 0.5 }) };
    const boxes = seenSheet(game, { ones: 3, twos: 4, chance: 20, yatzy: 50, "upper.sum": 7 }, unclear);
    const before = inferReading(game, boxes);
    const at = indexOf(before, "chance");
    const after = answer(game, boxes, before, at, score(value));
    expect(after.boxes[at]?.written).toEqual(score(value));
    const others = (reading: SheetReading) =>
      reading.boxes.toSpliced(at, 1).map(({ written, doubt }) => ({ written, doubt }));
    expect(others(after)).toEqual(others(before));
  });

  test("that nobody knows leaves everything as it was", () => {
    const boxes = seenSheet(game, FULL, { chance: null });
    const reading = inferReading(game, boxes);
    const chance = indexOf(reading, "chance");
    expect(answer(game, boxes, reading, chance, { kind: "unknown" }).boxes[chance]?.doubt).toBe("hidden");
  });
});

test("a scribble is asked about where a strike would mean that there are no points", () => {
  const balut = shippedGame("balut");
  const rows = Object.fromEntries(
    placesOf(balut, 1).map(({ category, line }) => [category ?? line, category === null ? 0 : "/"]),
  );
  const scribbled = { "bonus.fives": seenAs("scribble") };
  expect(boxOf(inferReading(balut, seenSheet(balut, rows, scribbled)), "bonus.fives").doubt).toBe("scribble");
});
