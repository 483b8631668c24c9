import { describe, expect, it, test } from "vitest";
import {
  afterPhrase,
  chipsPhrase,
  choiceKey,
  choicePhrase,
  constraintPhrase,
  dicePhrase,
  entryPhrase,
  type Form,
  gatePhrase,
  measuredName,
  orderPhrase,
  playersPhrase,
  stepsPhrase,
  tierPhrases,
  winPhrases,
} from "../../src/i18n/rule-phrases.ts";
import { COMPARISONS, type Constraint, type Order, type RepeatGate } from "../../src/rules/game/game.ts";
import { shippedGame } from "../support/games.ts";
import { language } from "../support/languages.ts";

const en = language("en");
const yazzo = shippedGame("yazzo");
const yatzy = shippedGame("yatzy");

/** Both forms of a phrase, with plain spaces. */
const both = (phrase: (form: Form) => string) =>
  (["short", "long"] as const).map((form) => phrase(form).replaceAll("\u00a0", " "));

test("a rule that has one of a few values is told by it, or by whether it is so", () => {
  expect(choiceKey("tie", "shared", "long")).toBe("rule.tie.shared.long");
  expect(choiceKey("stop-early", true, "short")).toBe("rule.stop-early.if-so.short");
  expect(choiceKey("stop-early", false, "short")).toBe("rule.stop-early.if-not.short");
  expect(choicePhrase(en, "tie", "shared")).toBe("the win is shared");
  expect(choicePhrase(en, "stop-early", true, "long")).toBe("You may stop early.");
  expect(choicePhrase(en, "stop-early", false)).toBe("not allowed");
});

test.each([
  [1, null, null, null, "any number of players"],
  [2, null, null, null, "2 or more players"],
  [2, 4, 8, null, "2 to 4 players, ages 8+"],
  [2, 2, null, 30, "2 players, 30 minutes"],
  [1, 4, 6, 20, "1 to 4 players, ages 6+, 20 minutes"],
  [1, 1, null, null, "1 player"],
])("from %s to %s players, from age %s on, in %s minutes", (min, max, age, minutes, words) => {
  const told = playersPhrase(en, { min, max, age, minutes });
  expect(told.replaceAll("\u00a0", " ")).toBe(words);
});

test("dice and chips are counted", () => {
  expect(both((form) => dicePhrase(en, { n: 1, sides: 10, low: 0, high: 9 }, form))).toEqual([
    "1 die with the numbers 0 to 9",
    "one die with ten sides (0 to 9)",
  ]);
  const chips = (perTurn: number | null) => chipsPhrase(en, { count: 3, perTurn }, "short");
  expect([chips(null), chips(2)]).toEqual(["3\u00a0chips", "3\u00a0chips, at most 2 a turn"]);
});

describe("the order of a column", () => {
  it.each<[Order, string, string]>([
    [{ kind: "free" }, "any order", "any open box will do"],
    [{ kind: "down" }, "top down", "from top to bottom, starting with “Ones”, without skipping a box"],
    [{ kind: "up" }, "bottom up", "from bottom to top, starting with “Yazzo”, without skipping a box"],
    [
      { kind: "inward" },
      "from both ends inward",
      "from both ends towards the middle, without skipping a box",
    ],
    [
      { kind: "outward", up: "sixes", down: "minimum" },
      "from the middle outward",
      "from “Sixes” upwards and from “Minimum” downwards, without skipping a box",
    ],
    [
      { kind: "stages", stages: [["ones", "twos"], ["yazzo"]] },
      "part by part",
      "one part after the other, in any order within a part: first “Ones” and “Twos”, then “Yazzo”",
    ],
  ])("%o", (order, short, long) => {
    expect(both((form) => orderPhrase(en, yazzo, order, form))).toEqual([short, long]);
  });

  it("names boxes as it is told to", () => {
    const order = { kind: "outward", up: "sixes", down: "minimum" } as const;
    expect(orderPhrase(en, yazzo, order, "long", (id) => id.toUpperCase())).toContain("from SIXES upwards");
  });
});

test("how a result came about is told in short, and in long where not any will do", () => {
  expect(both((form) => entryPhrase(en, { entry: { kind: "any" } }, form))).toEqual(["any roll", ""]);
  expect(both((form) => entryPhrase(en, { entry: { kind: "announced" } }, form))[1]).toMatch(
    /^but only if you/,
  );
  expect(both((form) => entryPhrase(en, { entry: { kind: "max_roll", throws: 2 } }, form))).toEqual([
    "after roll 2 at the latest",
    "but only with what you have after the second roll at the latest",
  ]);
});

test("two boxes are compared in words, in each column where there are several", () => {
  const constraint = (comparison: Constraint["comparison"]): Constraint => {
    return { id: "c", left: "minimum", comparison, right: "maximum", between: "all" };
  };
  expect(COMPARISONS.map((one) => constraintPhrase(en, yazzo, constraint(one), "short"))).toEqual([
    "Minimum lower than Maximum",
    "Minimum no higher than Maximum",
    "Minimum higher than Maximum",
    "Minimum no lower than Maximum",
  ]);
  expect(constraintPhrase(en, yazzo, constraint("<"), "long")).toBe(
    "in each column, the number in “Minimum” must be lower than the one in “Maximum”; the two may not be equal. A roll that breaks this rule does not fit there.",
  );
  expect(constraintPhrase(en, yatzy, constraint("<"), "long", (id) => `<${id}>`)).toBe(
    "the number in <minimum> must be lower than the one in <maximum>; the two may not be equal. A roll that breaks this rule does not fit there.",
  );
});

describe("the steps of a bonus", () => {
  const tiers = [
    { from: 60, add: 35 },
    { from: 12000, add: 1 },
    { from: 12001, add: -5 },
  ];

  it("stand on the pad with what they add, or add further", () => {
    expect(tierPhrases(en, { tiers, tierMode: "highest" })).toEqual([
      "60\u00a0or\u00a0more: +35",
      "12000\u00a0or\u00a0more: +1",
      "12001\u00a0or\u00a0more: −5",
    ]);
    expect(tierPhrases(en, { tiers, tierMode: "sum" })).toEqual([
      "60\u00a0or\u00a0more: +35",
      "12000\u00a0or\u00a0more: another +1",
      "12001\u00a0or\u00a0more: another −5",
    ]);
    expect(tierPhrases(en, { tiers, tierMode: "highest" }, "scored")[0]).toBe("60×: +35");
    expect(tierPhrases(en, { tiers: [], tierMode: "sum" })).toEqual([]);
  });

  it.each([
    [
      "total",
      "total",
      "60 points or more earn 35, 12,000 points or more earn 1, 12,001 points or more earn −5 points",
    ],
    ["scored", "points", "60 boxes scored earn 35, 12,000 earn 1, 12,001 earn −5 victory points"],
    ["struck", "total", "60 boxes struck earn 35, 12,000 earn 1, 12,001 earn −5 points"],
  ] as const)("are told in a sentence, by %s to %s", (of, to, words) => {
    expect(stepsPhrase(en, { tiers, of, to }).replaceAll("\u00a0", " ")).toBe(words);
  });
});

describe("the condition of further rolls", () => {
  const none: RepeatGate = { box: null, ownNumber: null, thrownBefore: false };
  it.each<[RepeatGate, string, string]>([
    [none, "without condition", ""],
    [{ ...none, box: "scored" }, "if its box holds points", " if the Yatzy box already holds points"],
    [{ ...none, box: "filled" }, "if its box is filled", " if the Yatzy box is already filled"],
    [
      { ...none, ownNumber: "free" },
      "if the box for the number rolled is open",
      " if the box for the number rolled is still open",
    ],
    [
      { ...none, thrownBefore: true },
      "after any earlier one",
      ", even if the first one went into another box",
    ],
    [
      { box: "scored", ownNumber: "filled", thrownBefore: true },
      "if its box holds points, if the box for the number rolled is filled, after any earlier one",
      ", even if the first one went into another box if the Yatzy box already holds points and the box for the number rolled is filled as well",
    ],
  ])("%o", (gate, short, long) => {
    expect(both((form) => gatePhrase(en, yatzy, gate, form, "Yatzy"))).toEqual([short, long]);
  });

  it("speaks of every column where there are several", () => {
    expect(gatePhrase(en, yazzo, { ...none, box: "filled" }, "long", "Yazzo")).toBe(
      " if the Yazzo box in every column is already filled",
    );
  });
});

describe("what wins, waits or is measured", () => {
  const yazzo = shippedGame("yazzo");
  const [first] = yazzo.sections;
  const [column] = yazzo.columns;
  const top = yazzo.sections.at(-1)?.categories.at(-1);

  it("is told by name: columns that wait, and boxes that win", () => {
    if (column === undefined || top === undefined) throw new Error("no box");
    const name = en.text(column.label);
    expect(afterPhrase(en, column, "long")).toContain(name);
    expect(afterPhrase(en, column, "short")).toContain(name);
    expect(winPhrases(en, yazzo)).toEqual([]);
    const winning = (wins: "scored" | "served") => ({
      ...yazzo,
      sections: yazzo.sections.map((section) => ({
        ...section,
        categories: section.categories.map((one) => ({ ...one, wins: one.id === top.id ? wins : null })),
      })),
    });
    const told = winPhrases(en, winning("scored"));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(en.text(top.label));
    const served = (servedOn: "first_throw" | "any_throw") => {
      const game = winning("served");
      return winPhrases(en, { ...game, turn: { ...game.turn, servedOn } })[0];
    };
    expect(new Set([told[0], served("first_throw"), served("any_throw")]).size).toBe(3);
  });

  it("is the name of a section, a row, a column or the whole sheet", () => {
    if (first === undefined) throw new Error("no section");
    const named = (section: string | null, row: string | null, scope: "column" | "sheet") =>
      measuredName(en, yazzo, {
        ...{ id: "extra", label: {}, section, row, scope },
        ...{ of: "total", tiers: [], tierMode: "highest", to: "total" },
      });
    expect(named(first.id, null, "column")).toBe(en.text(first.label));
    const names = [named(null, null, "column"), named(null, null, "sheet"), named(null, "ones", "sheet")];
    expect(new Set([...names, named(first.id, null, "sheet")]).size).toBe(4);
  });
});
