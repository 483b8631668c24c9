import { english } from "../../../src/rules/problem/message.ts";
import { describe, expect, it } from "vitest";
import type { Dice, Roll } from "../../../src/rules/dice/dice.ts";
import { type Formula, parseFormula } from "../../../src/rules/dice/formula.ts";
import type { Pattern } from "../../../src/rules/dice/pattern.ts";
import {
  claimsOfRoll,
  legalScores,
  type ScoringRule,
  scoresOfHand,
  scoresOfRoll,
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
