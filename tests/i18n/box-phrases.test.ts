import { english } from "../../src/rules/problem/message.ts";
import { describe, expect, it, test } from "vitest";
import {
  boxHint,
  boxRule,
  formulaText,
  namedFormula,
  patternPhrase,
  scorePhrase,
  sectionFormula,
} from "../../src/i18n/box-phrases.ts";
import { type Formula, parseFormula } from "../../src/rules/dice/formula.ts";
import type { Pattern } from "../../src/rules/dice/pattern.ts";
import type { Category, Game } from "../../src/rules/game/game.ts";
import { findCategory } from "../../src/rules/game/rows.ts";
import { shippedGame } from "../support/games.ts";
import { language } from "../support/languages.ts";

const en = language("en");
const yatzy = shippedGame("yatzy");
const escalero = shippedGame("escalero");

const plain = (words: string) => words.replaceAll("\u00a0", " ");
const groups = (sizes: readonly number[], more: object = {}): Pattern => {
  return { kind: "groups", sizes, distinct: true, sameColour: false, ...more };
};
const run = (length: number, from: number | null = null, wrap = false): Pattern => {
  return { kind: "run", length, from, wrap };
};
const sum = (eq: number | null, min: number | null, max: number | null): Pattern => {
  return { kind: "sum", eq, min, max };
};

/** A pattern in short and in long for the dice of a game. */
function phrases(pattern: Pattern, { dice, symbols }: Game): string[] {
  return [null, dice].map((of) => plain(patternPhrase({ language: en, symbols, dice: of }, pattern)));
}

describe("what the dice must show, in short and in long", () => {
  it.each<[Pattern, string, string]>([
    [{ kind: "any" }, "any dice", "any roll"],
    [{ kind: "none" }, "always struck", "this box is always struck"],
    [{ kind: "colour" }, "one colour", "all dice in one colour"],
    [{ kind: "face", face: 3, min: 0 }, "only the 3s", "at least one die showing 3"],
    [{ kind: "face", face: 3, min: 2 }, "only the 3s", "at least two dice showing 3"],
    [{ kind: "faces", faces: [1, 3, 5] }, "1, 3 and 5", "the numbers 1, 3 and 5"],
    [{ kind: "only", faces: [2, 4, 6] }, "only 2, 4 or 6", "only dice showing 2, 4 or 6"],
    [groups([2]), "2 alike", "a pair"],
    [groups([3]), "3 alike", "at least three alike"],
    [groups([4]), "4 alike", "at least four alike"],
    [groups([5]), "5 alike", "all five show the same number"],
    [groups([3], { sameColour: true }), "3 alike, one colour", "at least three alike in one colour"],
    [groups([3, 2]), "3 + 2 alike", "three alike and a pair of another number"],
    [
      groups([3, 2], { sameColour: true }),
      "3 + 2 alike, one colour",
      "three alike and a pair of another number in one colour",
    ],
    [groups([2, 2]), "2 + 2 alike", "two pairs, each of a different number"],
    [
      groups([2, 2], { sameColour: true }),
      "2 + 2 alike, one colour",
      "two pairs in one colour, each of a different number",
    ],
    [
      groups([3, 2], { distinct: false, sameColour: true }),
      "3 + 2 alike, one colour",
      "three alike and a pair in one colour, which may show the same number (so five alike will do)",
    ],
    [groups([2, 2, 1]), "2 + 2 + 1 alike", "two pairs and one die, each of a different number"],
    [run(5), "5 in a row", "five consecutive numbers (1-2-3-4-5 or 2-3-4-5-6)"],
    [run(5, 1), "1–5", "the run 1-2-3-4-5"],
    [run(5, 1, true), "1–5", "the run 1-2-3-4-5"],
    [
      run(5, null, true),
      "5 in a row",
      "five consecutive numbers; runs may wrap from the highest to the lowest",
    ],
    [
      run(4),
      "4 in a row",
      "four consecutive numbers (1-2-3-4, 2-3-4-5 or 3-4-5-6); the remaining die can be anything",
    ],
    [run(3), "3 in a row", "three consecutive numbers; the remaining dice can be anything"],
    [run(4, 2), "2–5", "the run 2-3-4-5; the remaining die can be anything"],
    [sum(13, null, null), "13 pips", "a total of 13"],
    [sum(null, 20, null), "20 pips or more", "a total of 20 or more"],
    [sum(null, null, 20), "20 pips or fewer", "a total of 20 or less"],
    [sum(null, 20, 25), "20–25 pips", "a total of 20 to 25"],
    [
      { kind: "all", of: [groups([2]), sum(13, null, null)] },
      "2 alike and 13 pips",
      "a pair, with a total of 13 across all the dice",
    ],
    [
      { kind: "one_of", of: [{ kind: "colour" }, run(5, 1), groups([5])] },
      "one colour or 1–5 or 5 alike",
      "all dice in one colour, the run 1-2-3-4-5 or five alike",
    ],
  ])("%j", (pattern, short, long) => {
    expect(phrases(pattern, yatzy)).toEqual([short, long]);
  });

  it.each<[Pattern, string, string]>([
    [{ kind: "face", face: 6, min: 2 }, "only the As", "at least two dice showing A"],
    [{ kind: "faces", faces: [1, 6] }, "9 and A", "the symbols 9 and A"],
    [groups([3, 2]), "3 + 2 alike", "three alike and a pair of another symbol"],
    [groups([2, 2]), "2 + 2 alike", "two pairs, each of a different symbol"],
    [run(5, 2), "10–A", "the run 10 J Q K A"],
    [run(5), "5 in a row", "five consecutive symbols (9 10 J Q K or 10 J Q K A)"],
    [run(3), "3 in a row", "three consecutive symbols; the remaining dice can be anything"],
    [
      run(5, null, true),
      "5 in a row",
      "five consecutive symbols; runs may wrap from the highest to the lowest",
    ],
  ])("of dice with symbols: %j", (pattern, short, long) => {
    expect(phrases(pattern, escalero)).toEqual([short, long]);
  });

  it("lists no more than three runs, and none that unlike dice can't show", () => {
    const context = { language: en, symbols: new Map() };
    const wide = { low: 0, high: 9 };
    const dice = (others: { readonly low: number; readonly high: number }) => {
      return { dice: [wide, others, others, others, others], scored: 5, colours: null, wild: null };
    };
    const phrase = (length: number, others: { readonly low: number; readonly high: number }) =>
      plain(patternPhrase({ ...context, dice: dice(others) }, run(length)));
    expect(phrase(4, { low: 1, high: 3 })).toBe(
      "four consecutive numbers (0-1-2-3 or 1-2-3-4); the remaining die can be anything",
    );
    // More than three runs would be longer than the rule.
    expect(phrase(4, { low: 1, high: 5 })).toBe(
      "four consecutive numbers; the remaining die can be anything",
    );
    expect(phrase(5, { low: 2, high: 6 })).toBe(
      "five consecutive numbers (1-2-3-4-5, 2-3-4-5-6 or 3-4-5-6-7)",
    );
  });
});

const formula = (text: string): Formula => {
  const parsed = parseFormula(text);
  if (!parsed.ok) throw new Error(english(parsed.message));
  return parsed.formula;
};

describe("what a hit is worth, in short and in long", () => {
  it.each([
    ["30", "30 points", "a flat 30 points"],
    ["1", "1 point", "a flat 1 point"],
    ["sum", "all pips", "add up all pips"],
    ["hit", "these pips", "add up only these pips"],
    ["high", "highest die", "highest die"],
    ["-sum", "minus all pips", "all pips are deducted"],
    ["-hit", "minus these pips", "−these pips"],
    ["-5", "−5", "−5"],
    ["2 * sum", "2 × all pips", "all pips count double"],
    ["3 * sum", "3 × all pips", "all pips count three times"],
    ["2 * hit", "2 × these pips", "2 × these pips"],
    ["sum * 2", "all pips × 2", "all pips × 2"],
    ["40 + sum", "40 + all pips", "40 points plus all pips"],
    ["40 + hit", "40 + these pips", "40 points plus these pips"],
    ["40 - sum", "40 − all pips", "40 − all pips"],
    ["sum + 40", "all pips + 40", "all pips + 40"],
    ["40 + 2 * sum", "40 + 2 × all pips", "40 + 2 × all pips"],
  ])("%s", (text, short, long) => {
    const score = { kind: "formula", formula: formula(text) } as const;
    expect(plain(scorePhrase(en, score, "short"))).toBe(short);
    expect(plain(scorePhrase(en, score, "long"))).toBe(long);
  });

  it("depends on the throw", () => {
    const score = { kind: "by_roll", values: [66, 56, 46] } as const;
    expect(scorePhrase(en, score, "short")).toBe("66/56/46 by roll");
    expect(plain(scorePhrase(en, score, "long"))).toBe(
      "66 points on the first roll, 56 on the second, 46 on the third",
    );
  });

  it.each([
    ["(1 + 2) * 3", "(1 + 2) × 3"],
    ["1 + 2 * 3", "1 + 2 × 3"],
    ["1 - (2 - 3)", "1 − (2 − 3)"],
    ["1 - (2 + 3)", "1 − (2 + 3)"],
    ["1 + (2 - 3)", "1 + 2 − 3"],
    ["1 - 2 - 3", "1 − 2 − 3"],
    ["1 - 2 * 3", "1 − 2 × 3"],
    ["2 * (3 * 4)", "2 × 3 × 4"],
    ["-(1 * 2)", "−(1 × 2)"],
    ["-(-sum)", "−−all pips"],
    ["high - low + count", "highest die − lowest die + number of dice"],
  ])("is written with as few brackets as it needs: %s", (text, words) => {
    expect(formulaText(en, formula(text))).toBe(words);
  });
});

test("what a section comes to is told where it is not the sum of its boxes", () => {
  const total = formula("2 * (high - low)") as Formula<string>;
  expect(sectionFormula(yatzy, en, { total: null })).toBeNull();
  expect(sectionFormula(yatzy, en, { total })).toBe("2 × (high − low)");
  const boxes = {
    kind: "binary",
    op: "-",
    left: { kind: "name", name: "ones" },
    right: { kind: "name", name: "chance" },
  } as const;
  expect(sectionFormula(yatzy, en, { total: boxes })).toBe("Ones − Chance");
  expect(namedFormula(en, boxes, (name) => name.toUpperCase())).toBe("ONES − CHANCE");
});

describe("the rule of a box, on the pad and on the rule sheet", () => {
  const box = (more: Partial<Category>): Category => {
    const some = findCategory(yatzy, "chance");
    if (some === undefined) throw new Error("no box");
    return { ...some, ...more };
  };
  const points = (text: string) => ({ kind: "formula", formula: formula(text) }) as const;
  const both = (game: Game, category: Category) => [
    plain(boxHint(en, category, game)),
    plain(boxRule(en, game, category)),
  ];
  const served = formula("25");
  const face: Pattern = { kind: "face", face: 3, min: 1 };

  it.each<[string, Partial<Category>, string, string]>([
    [
      "any dice, pips",
      { pattern: { kind: "any" }, score: points("sum") },
      "all pips",
      "any roll; add up all pips",
    ],
    ["a number", { pattern: face, score: points("hit") }, "only the 3s", "only threes count"],
    [
      "a number of points",
      { pattern: face, score: points("sum") },
      "only the 3s",
      "at least one die showing 3; add up all pips",
    ],
    [
      "nothing",
      { pattern: { kind: "none" }, score: points("0"), strike: "always" },
      "always struck",
      "this box is always struck",
    ],
    ["no points", { pattern: groups([2]), score: points("0") }, "2 alike, 0 points", "a pair"],
    [
      "a pattern of some dice",
      { pattern: groups([4]), score: points("40 + hit") },
      "4 alike, 40 + these pips",
      "at least four alike; 40 points plus the pips of four of them",
    ],
    [
      "a pattern of all dice",
      { pattern: groups([3, 2]), score: points("2 * (30 + hit)") },
      "3 + 2 alike, 2 × (30 + all pips)",
      "three alike and a pair of another number; 2 × (30 + all pips)",
    ],
    [
      "patterns of some dice and of all",
      {
        pattern: { kind: "one_of", of: [groups([4]), run(5)] },
        score: { kind: "by_pattern", formulas: [formula("hit"), formula("hit")] },
      },
      "4 alike: these pips · 5 in a row: all pips",
      "at least four alike: add up only these pips; five consecutive numbers (1-2-3-4-5 or 2-3-4-5-6): add up all pips",
    ],
    ["points", { pattern: groups([2]), score: points("5") }, "2 alike, 5 points", "a pair; a flat 5 points"],
    [
      "more if served",
      { pattern: run(5), score: points("20"), served },
      "5 in a row, 20 points, served 25",
      "five consecutive numbers (1-2-3-4-5 or 2-3-4-5-6); 20 points; served (with all dice in a single roll) 25 points",
    ],
    [
      "by roll",
      { pattern: groups([5]), score: { kind: "by_roll", values: [50, 40] } },
      "5 alike, 50/40 by roll",
      "all five show the same number; 50 points on the first roll, 40 on the second",
    ],
    [
      "a number, served or not",
      { pattern: face, score: points("hit"), served },
      "only the 3s, served 25",
      "only threes count",
    ],
    [
      "nothing, served or not",
      { pattern: { kind: "none" }, score: points("0"), served },
      "always struck, served 25",
      "this box is always struck",
    ],
  ])("%s", (_, category, hint, rule) => {
    expect(both(yatzy, box(category))).toEqual([hint, rule]);
  });

  it("says when dice are served, if only the first throw does", () => {
    const game: Game = { ...yatzy, turn: { ...yatzy.turn, servedOn: "first_throw" } };
    expect(both(game, box({ pattern: run(5, 1), score: points("20"), served }))[1]).toBe(
      "the run 1-2-3-4-5; 20 points; served (on the first roll) 25 points",
    );
  });

  it("counts symbols by what each is worth", () => {
    const ace = box({ pattern: { kind: "face", face: 6, min: 1 }, score: points("hit") });
    expect(both(escalero, ace)).toEqual(["6 points for each A", "6 points for each die showing A"]);
    expect(plain(boxHint(en, ace))).toBe("only the 6s");
  });
});
