import { english } from "../../../src/rules/problem/message.ts";
import { describe, expect, it } from "vitest";
import type { Dice, Roll } from "../../../src/rules/dice/dice.ts";
import { type Formula, parseFormula } from "../../../src/rules/dice/formula.ts";
import type { Pattern } from "../../../src/rules/dice/pattern.ts";
import {
  claimsOfHand,
  claimsOfHands,
  claimsOfRoll,
  legalScores,
  type ScoringRule,
  scoresOfHand,
  scoresOfRoll,
  scoringKey,
  waysToScore,
} from "../../../src/rules/dice/scores.ts";

const PAIR: Pattern = { kind: "groups", sizes: [2], distinct: true, sameColour: false };

function pips(count: number, scored = count): Dice {
  return {
    dice: Array.from({ length: count }, () => ({ low: 1, high: 6 })),
    scored,
    colours: null,
    wild: null,
  };
}

function formula(text: string): Formula {
  const parsed = parseFormula(text);
  if (!parsed.ok) throw new Error(english(parsed.message));
  return parsed.formula;
}

function rule(
  pattern: Pattern,
  score: string | readonly number[],
  served: string | null = null,
): ScoringRule {
  return {
    pattern,
    score:
      typeof score === "string"
        ? { kind: "formula", formula: formula(score) }
        : { kind: "by_roll", values: score },
    strike: "allowed",
    served: served === null ? null : formula(served),
    miss: null,
  };
}

describe("the scores of a hand", () => {
  const HAND: Roll = [6, 3, 3, 1];

  it.each([
    ["sum", 13],
    ["hit", 6],
    ["count", 2],
    ["high", 6],
    ["low", 1],
    ["-sum", -13],
  ])("take %s of the dice", (text, score) => {
    expect(scoresOfHand(pips(4), rule(PAIR, text), HAND)).toEqual([score]);
  });

  it("are one for each hit, ascending, and each once", () => {
    expect(scoresOfHand(pips(4), rule(PAIR, "-hit"), [5, 5, 2, 2])).toEqual([-10, -4]);
    expect(scoresOfHand(pips(4), rule(PAIR, "25"), [5, 5, 2, 2])).toEqual([25]);
  });

  it("are one for each throw that the hit may have been made in", () => {
    expect(scoresOfHand(pips(4), rule(PAIR, [66, 9, 50]), HAND)).toEqual([9, 50, 66]);
  });

  it("are another one where all dice were served", () => {
    expect(scoresOfHand(pips(4), rule(PAIR, "hit", "hit + 5"), HAND)).toEqual([6, 11]);
    expect(scoresOfHand(pips(4), rule(PAIR, [40, 20], "45"), HAND)).toEqual([20, 40, 45]);
  });

  it("leave out 0, which is a strike", () => {
    expect(scoresOfHand(pips(4), rule(PAIR, "hit - 6"), HAND)).toEqual([]);
    expect(scoresOfHand(pips(4), rule(PAIR, [9, 0]), HAND)).toEqual([9]);
  });

  it("are none without a hit", () => {
    expect(scoresOfHand(pips(4), rule(PAIR, "25", "30"), [1, 2, 3, 4])).toEqual([]);
  });
});

describe("the scores of a roll", () => {
  it("are those of each way to leave dice out, with the dice that earn them", () => {
    const sum = rule(PAIR, "sum");
    expect(scoresOfRoll(pips(4, 3), sum, [6, 1, 6, 2])).toEqual([13, 14]);
    expect(claimsOfRoll(pips(4, 3), sum, [6, 1, 6, 2])).toEqual([
      { hand: [1, 6, 6], hit: [6, 6], score: 13, isLiteral: true },
      { hand: [2, 6, 6], hit: [6, 6], score: 14, isLiteral: true },
    ]);
  });
});

describe("the legal scores of a rule", () => {
  it("are all that dice can earn, ascending", () => {
    expect(legalScores(pips(2), rule(PAIR, "hit"))).toEqual([2, 4, 6, 8, 10, 12]);
    expect(legalScores(pips(3, 2), rule(PAIR, "-low"))).toEqual([-6, -5, -4, -3, -2, -1]);
    expect(legalScores(pips(1), rule(PAIR, "hit"))).toEqual([]);
  });
});

describe("a 0 that dice earn", () => {
  const neverStruck = (score: string): ScoringRule => ({ ...rule({ kind: "any" }, score), strike: "never" });

  it("is a score in a box that can't be struck, and a strike elsewhere", () => {
    expect(legalScores(pips(2), neverStruck("max(sum - 10, 0)"))).toEqual([0, 1, 2]);
    expect(legalScores(pips(2), rule({ kind: "any" }, "max(sum - 10, 0)"))).toEqual([1, 2]);
    expect(scoresOfHand(pips(2), neverStruck("sum - 10"), [4, 6])).toEqual([0]);
    expect(scoresOfHand(pips(2), rule({ kind: "any" }, "sum - 10"), [4, 6])).toEqual([]);
  });

  it("is no score where nothing else can be earned", () => {
    expect(legalScores(pips(2), neverStruck("0"))).toEqual([]);
  });
});

describe("a miss", () => {
  const missed = (pattern: Pattern, score: string, miss: number): ScoringRule => ({
    ...rule(pattern, score),
    miss,
    strike: "never",
  });

  it("is a legal score among the others, once, unless nothing can be earned", () => {
    expect(legalScores(pips(2), missed(PAIR, "hit - 5", 1))).toEqual([-3, -1, 1, 3, 5, 7]);
    expect(legalScores(pips(2), missed(PAIR, "hit", -4))).toEqual([-4, 2, 4, 6, 8, 10, 12]);
    expect(legalScores(pips(1), missed(PAIR, "hit", -4))).toEqual([]);
    expect(legalScores(pips(2), missed(PAIR, "0", -4))).toEqual([0]);
  });

  it("makes 0 a score like others", () => {
    expect(scoresOfHand(pips(4), missed(PAIR, "hit - 6", -4), [6, 3, 3, 1])).toEqual([0]);
  });
});

describe("points by pattern", () => {
  const FACE_TWO: Pattern = { kind: "face", face: 2, min: 1 };
  const byPattern = (pattern: Pattern): ScoringRule => ({
    ...rule(pattern, "0"),
    score: { kind: "by_pattern", formulas: [formula("hit"), formula("7")] },
  });

  it("are those of each part that is made", () => {
    const either = byPattern({ kind: "one_of", of: [FACE_TWO, PAIR] });
    expect(scoresOfHand(pips(3), either, [2, 2, 5])).toEqual([4, 7]);
    expect(scoresOfHand(pips(3), either, [2, 4, 5])).toEqual([2]);
    expect(scoresOfHand(pips(3), either, [5, 5, 6])).toEqual([7]);
    expect(waysToScore(either).map(({ pattern, score }) => [pattern, score.kind])).toEqual([
      [FACE_TWO, "formula"],
      [PAIR, "formula"],
    ]);
  });

  it("are those of any part for a pattern that stands for all of them", () => {
    expect(scoresOfHand(pips(3), byPattern({ kind: "any" }), [6, 5, 1])).toEqual([7, 12]);
  });

  it("leave a rule with one score as it is", () => {
    const one = rule(PAIR, "hit");
    expect(waysToScore(one)).toEqual([one]);
  });
});

describe("wild dice", () => {
  const wild = (count: number, faces: number[], beside = false): Dice => ({
    ...pips(count),
    wild: { faces, beside },
  });
  const alike = (size: number): Pattern => ({ ...PAIR, sizes: [size] });
  const claims = (dice: Dice, pattern: Pattern, hand: Roll) =>
    claimsOfHand(dice, rule(pattern, "hit"), hand).map(({ hit, score, isLiteral }) => ({
      hit,
      score,
      isLiteral,
    }));

  it("count as what they stand for, in points too, and as they lie in sums and colours and where any dice will do", () => {
    const dice = {
      ...wild(3, [1]),
      colours: new Map([1, 2, 3, 4, 5, 6].map((face) => [face, face === 1 ? "red" : "green"])),
    };
    const any: Pattern = { kind: "any" };
    const eight: Pattern = { kind: "sum", eq: 8, min: null, max: null };
    const scores = (pattern: Pattern, hand: readonly number[]) =>
      scoresOfHand(dice, rule(pattern, "sum"), [...hand]);
    expect(scores(PAIR, [1, 3, 6])).toEqual([12, 15]);
    expect(scores(any, [1, 3, 6])).toEqual([10]);
    expect(scores(eight, [1, 3, 4])).toEqual([8]);
    // Parts of a pattern count as they do alone.
    expect(scores({ kind: "one_of", of: [PAIR, any] }, [1, 3, 6])).toEqual([10, 12, 15]);
    expect(scores({ kind: "all", of: [PAIR, eight] }, [1, 3, 4])).toEqual([10, 11]);
    expect(scores({ kind: "all", of: [PAIR, eight] }, [1, 3, 3])).toEqual([]);
    expect(scores({ kind: "all", of: [PAIR, { kind: "colour" }] }, [1, 3, 3])).toEqual([]);
  });

  it("stand for what is missing, and are told as they lie", () => {
    expect(claims(wild(4, [6]), alike(3), [1, 5, 5, 6])).toEqual([
      { hit: [5, 5, 6], score: 15, isLiteral: false },
    ]);
    const inRow: Pattern = { kind: "run", length: 4, from: null, wrap: false };
    expect(claims(wild(4, [6]), inRow, [1, 2, 4, 6])).toEqual([
      { hit: [1, 2, 4, 6], score: 10, isLiteral: false },
    ]);
    expect(claims(wild(3, [1]), alike(3), [1, 6, 6])).toEqual([
      { hit: [1, 6, 6], score: 18, isLiteral: false },
    ]);
  });

  it("also count as they lie, first of all", () => {
    expect(claims(wild(3, [6]), PAIR, [1, 6, 6]).at(0)).toEqual({
      hit: [6, 6],
      score: 12,
      isLiteral: true,
    });
    // Whichever way the two sixes are read, the hand as it lies is not read once more.
    const literal = claims(wild(3, [6]), PAIR, [1, 6, 6]).filter((one) => one.isLiteral);
    expect(literal).toHaveLength(1);
  });

  it("may be several, of several faces", () => {
    const scores = scoresOfHand(wild(4, [5, 6]), rule(alike(4), "hit"), [2, 2, 5, 6]);
    expect(scores).toEqual([8]);
    expect(scoresOfHand(wild(2, [5, 6]), rule(PAIR, "hit"), [5, 6])).toEqual([2, 4, 6, 8, 10, 12]);
    expect(scoresOfHand(wild(3, [5]), rule(alike(3), "hit"), [4, 4, 6])).toEqual([]);
  });

  it("that need another die stand for what it shows only", () => {
    const face: Pattern = { kind: "face", face: 4, min: 2 };
    expect(scoresOfHand(wild(3, [6]), rule(face, "hit"), [3, 6, 6])).toEqual([8]);
    expect(scoresOfHand(wild(3, [6], true), rule(face, "hit"), [3, 6, 6])).toEqual([]);
    expect(scoresOfHand(wild(3, [6], true), rule(face, "hit"), [3, 4, 6])).toEqual([8]);
  });

  it("count as they lie where any dice will do", () => {
    expect(claims(wild(2, [6]), { kind: "any" }, [1, 6])).toEqual([
      { hit: [1, 6], score: 7, isLiteral: true },
    ]);
    const sum: Pattern = { kind: "sum", eq: 5, min: null, max: null };
    expect(claims(wild(2, [6]), sum, [1, 6])).toEqual([]);
  });

  it("are worth what they stand for", () => {
    const worth = (text: string) => scoresOfHand(wild(3, [6]), rule(alike(3), text), [2, 2, 6]);
    expect([worth("sum"), worth("high"), worth("low"), worth("count")]).toEqual([[6], [2], [2], [3]]);
  });

  it("earn the same in all hands as in each of them", () => {
    const dice = wild(3, [6]);
    const each = rule(alike(3), "hit");
    const all = claimsOfHands(dice, each);
    expect(all.filter(({ hand }) => hand.join() === "2,2,6")).toEqual(claimsOfHand(dice, each, [2, 2, 6]));
    expect(new Set(all.map(({ score }) => score))).toEqual(new Set([3, 6, 9, 12, 15, 18]));
    expect(legalScores(dice, each)).toEqual([3, 6, 9, 12, 15, 18]);
  });
});

describe("dice and rules score alike", () => {
  const key = (dice: Partial<Dice>, changes: Partial<ScoringRule> = {}) =>
    scoringKey({ ...pips(2), ...dice }, { ...rule(PAIR, "hit"), ...changes });

  it("only if nothing of them differs that scores depend on", () => {
    const keys = [
      key({}),
      key({ dice: pips(3).dice }),
      key({ scored: 1 }),
      key({ colours: new Map([[1, "red"]]) }),
      key({ colours: new Map([[1, "blue"]]) }),
      key({ wild: { faces: [6], beside: false } }),
      key({ wild: { faces: [6], beside: true } }),
      key({}, { pattern: { kind: "any" } }),
      key({}, { score: { kind: "by_roll", values: [3] } }),
      key({}, { served: formula("5") }),
      key({}, { miss: -1 }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(key({})).toBe(key({}));
  });
});

describe("claims of dice seen before", () => {
  it("are literal where they were, also after many other dice", () => {
    const pair = rule(PAIR, "hit");
    const wild = (): Dice => ({ ...pips(3), wild: { faces: [6], beside: true } });
    for (const make of [() => pips(3), wild]) {
      const before = claimsOfHands(make(), pair);
      expect(before.some(({ isLiteral }) => isLiteral)).toBe(true);
      // More kinds of dice than hands are kept for.
      for (let high = 2; high < 40; high++)
        claimsOfHands({ ...pips(2), dice: Array.from({ length: 2 }, () => ({ low: 1, high })) }, pair);
      expect(claimsOfHands(make(), pair)).toEqual(before);
    }
  });
});
