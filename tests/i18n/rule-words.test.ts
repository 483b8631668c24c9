import { english } from "../../src/rules/problem/message.ts";
import { describe, expect, it } from "vitest";
import { boxRule, formulaText, boxHint, patternPhrase, scorePhrase } from "../../src/i18n/box-phrases.ts";
import { lineLabel } from "../../src/i18n/game-words.ts";
import { orderPhrase } from "../../src/i18n/rule-phrases.ts";
import { parseFormula } from "../../src/rules/dice/formula.ts";
import type { Pattern } from "../../src/rules/dice/pattern.ts";
import { findCategory } from "../../src/rules/game/rows.ts";
import { gameFrom, shippedGame } from "../support/games.ts";
import { language } from "../support/languages.ts";

const de = language("de");
const en = language("en");

/** A game with one more box, so written. */
function withBox(box: string, more = "") {
  return gameFrom(
    `id: test\nextends: numbers5\nname: {de: Test, en: Test}\ncategories:\n  box: {label: {de: Feld, en: Box}, ${box}}\nsections:\n  lower: {label: {de: Unten, en: Lower}, rows: [box]}\n${more}`,
  );
}

function ruleOf(box: string, more = ""): { de: string; en: string; hint: string } {
  const game = withBox(box, more);
  const category = findCategory(game, "box");
  if (category === undefined) throw new Error("no box");
  const plain = (words: string) => words.replaceAll("\u00a0", " ");
  return {
    de: plain(boxRule(de, game, category)),
    en: plain(boxRule(en, game, category)),
    hint: plain(boxHint(de, category)),
  };
}

describe("the rule of a box", () => {
  it.each([
    [
      "pattern: {groups: [3]}, score: sum",
      "mindestens drei Gleiche; alle Augen zählen",
      "at least three alike; add up all pips",
    ],
    [
      "pattern: {groups: [5]}, score: 50",
      "alle fünf zeigen dieselbe Zahl; pauschal 50 Punkte",
      "all five show the same number; a flat 50 points",
    ],
    [
      "pattern: {groups: [2]}, score: hit",
      "zwei Gleiche; nur diese zwei zählen",
      "a pair; add up only these two",
    ],
    [
      "pattern: {groups: [3, 2]}, score: 40 + sum",
      "drei Gleiche und ein Paar einer anderen Zahl; 40 Punkte und dazu alle Augen",
      "three alike and a pair of another number; 40 points plus all pips",
    ],
    [
      "pattern: {groups: [2, 2]}, score: hit",
      "zwei Paare aus verschiedenen Zahlen; nur diese vier zählen",
      "two pairs, each of a different number; add up only these four",
    ],
    [
      "pattern: {groups: [3, 2], distinct: false}, score: 1",
      "drei Gleiche und ein Paar, auch mit derselben Zahl (fünf Gleiche gelten also auch); pauschal 1 Punkt",
      "three alike and a pair, which may show the same number (so five alike will do); a flat 1 point",
    ],
    [
      "pattern: {run: 4}, score: 30",
      "vier aufeinanderfolgende Zahlen (1-2-3-4, 2-3-4-5 oder 3-4-5-6); der fünfte Würfel ist beliebig; pauschal 30 Punkte",
      "four consecutive numbers (1-2-3-4, 2-3-4-5 or 3-4-5-6); the remaining die can be anything; a flat 30 points",
    ],
    [
      "pattern: {run: 3}, score: 20",
      "drei aufeinanderfolgende Zahlen; die übrigen Würfel sind beliebig; pauschal 20 Punkte",
      "three consecutive numbers; the remaining dice can be anything; a flat 20 points",
    ],
    [
      "pattern: {faces: [1, 3, 5]}, score: 20",
      "die Zahlen 1, 3 und 5; pauschal 20 Punkte",
      "the numbers 1, 3 and 5; a flat 20 points",
    ],
    [
      "pattern: {sum: {eq: 13}}, score: 26",
      "eine Augensumme von genau 13; pauschal 26 Punkte",
      "a total of 13; a flat 26 points",
    ],
    [
      "pattern: {all: [{groups: [2]}, {sum: {eq: 13}}]}, score: 50",
      "zwei Gleiche und eine Augensumme von genau 13; pauschal 50 Punkte",
      "a pair, with a total of 13 across all the dice; a flat 50 points",
    ],
    [
      "pattern: any, score: -sum, strike: never",
      "jeder Wurf; alle Augen zählen als Minuspunkte",
      "any roll; all pips are deducted",
    ],
    [
      "pattern: any, score: 2 * (sum - 5)",
      "jeder Wurf; 2 × (alle Augen − 5)",
      "any roll; 2 × (all pips − 5)",
    ],
    [
      "pattern: none, score: 0, strike: always",
      "dieses Feld wird immer gestrichen",
      "this box is always struck",
    ],
    ["pattern: {face: 3}, score: hit", "nur Dreien zählen", "only threes count"],
  ])("%s", (box, german, english) => {
    expect(ruleOf(box)).toMatchObject({ de: german, en: english });
  });
});

describe("the hint on the pad", () => {
  it.each([
    ["pattern: {groups: [3]}, score: sum", "3 Gleiche, alle Augen"],
    ["pattern: {groups: [3, 2]}, score: 40 + sum", "3 + 2 Gleiche, 40 + alle Augen"],
    ["pattern: {run: 5, from: 1}, score: 15", "1–5, 15 Punkte"],
    ["pattern: {face: 3}, score: hit", "nur die 3er"],
    ["pattern: any, score: sum", "alle Augen"],
    ["pattern: none, score: 0, strike: always", "immer streichen"],
  ])("%s", (box, hint) => {
    expect(ruleOf(box).hint).toBe(hint);
  });
});

describe("few words for patterns and scores", () => {
  it.each<[Pattern, string]>([
    [{ kind: "groups", sizes: [4], distinct: true, sameColour: false }, "4 Gleiche"],
    [{ kind: "run", length: 4, from: null, wrap: false }, "4 in Folge"],
    [{ kind: "sum", eq: null, min: 20, max: 25 }, "20–25 Augen"],
    [{ kind: "colour" }, "eine Farbe"],
    [
      { kind: "one_of", of: [{ kind: "any" }, { kind: "face", face: 6, min: 1 }] },
      "beliebig oder nur die 6er",
    ],
  ])("%j", (pattern, words) => {
    expect(
      patternPhrase({ language: de, symbols: new Map(), dice: null }, pattern).replaceAll("\u00a0", " "),
    ).toBe(words);
  });

  it("say a score by the throw", () => {
    expect(scorePhrase(de, { kind: "by_roll", values: [66, 56, 46] }, "short")).toBe("66/56/46 nach Wurf");
  });

  it.each([
    ["40 + sum", "40 + alle Augen"],
    ["-sum", "\u2212alle Augen"],
    ["2 * (high - low)", "2 × (höchste Zahl \u2212 niedrigste Zahl)"],
    ["10 - (sum - hit)", "10 \u2212 (alle Augen \u2212 diese Augen)"],
    ["-(1 + hit)", "\u2212(1 + diese Augen)"],
  ])("writes %s as %s", (text, words) => {
    const parsed = parseFormula(text);
    if (!parsed.ok) throw new Error(english(parsed.message));
    expect(formulaText(de, parsed.formula)).toBe(words);
  });
});

describe("names", () => {
  it("of lines are the variant's, else the word list's", () => {
    expect(lineLabel(shippedGame("yatzy"), de, "upper.sum")).toBe("Summe");
    expect(lineLabel(shippedGame("yatzy"), de, "lower.sum")).toBe("Summe unten");
    expect(lineLabel(shippedGame("yazzo"), en, "column.total")).toBe("Column total");
    expect(lineLabel(shippedGame("yazzo"), en, "no.such.line")).toBe("no.such.line");
  });

  it("of lines of other sections carry the section's name", () => {
    const game = gameFrom(
      "id: test\nextends: numbers5\nname: {de: Test, en: Test}\nsections:\n  upper: null\n  all: {label: {de: Zahlen, en: Numbers}, rows: [ones, twos, threes, fours, fives, sixes], tiers: [{from: 63, add: 35}]}\n",
    );
    expect(lineLabel(game, de, "all.sum")).toBe("Summe Zahlen");
  });

  it("of orders say which way", () => {
    expect(orderPhrase(de, shippedGame("yatzy"), { kind: "down" }, "short")).toBe("von oben nach unten");
    expect(orderPhrase(en, shippedGame("yatzy"), { kind: "up" }, "short")).toBe("bottom up");
  });
});
