import { describe, expect, it } from "vitest";
import { legalScores } from "../../src/rules/dice/scores.ts";
import type { Game } from "../../src/rules/game/game.ts";
import { countBoxes, listCategories, findCategory, countGameTurns } from "../../src/rules/game/rows.ts";
import { computeBonus } from "../../src/rules/sums/sum-graph.ts";
import { highestTotal, lowestTotal } from "../../src/rules/sums/totals.ts";
import { DOCUMENTED, SHIPPED, shippedGame } from "../support/games.ts";

type Choices = Record<string, string>;

/** "5, 7–28, 30" as a list; "4–24/2" in steps of two. */
function numbers(text: string): number[] {
  return text.split(",").flatMap((part) => {
    const range = /^\s*(-?\d+)\.\.(-?\d+)(?:\/(\d+))?\s*$/.exec(part);
    if (range === null) return part.trim() === "" ? [] : [Number(part)];
    const [from, to, step] = [Number(range[1]), Number(range[2]), Number(range[3] ?? 1)];
    return Array.from({ length: (to - from) / step + 1 }, (_, i) => from + i * step);
  });
}

const UPPER_OF_FIVE = {
  ones: "1..5",
  twos: "2..10/2",
  threes: "3..15/3",
  fours: "4..20/4",
  fives: "5..25/5",
  sixes: "6..30/6",
};
const UPPER_OF_SIX = {
  ones: "1..6",
  twos: "2..12/2",
  threes: "3..18/3",
  fours: "4..24/4",
  fives: "5..30/5",
  sixes: "6..36/6",
};

const YATZY = {
  ...UPPER_OF_FIVE,
  pair: "2..12/2",
  two_pairs: "4..24/2",
  three: "3..18/3",
  four: "4..24/4",
  small: "15",
  large: "20",
  full_house: "5,7..28,30",
  chance: "5..30",
  yatzy: "50",
};
const STRICT = { two_pairs: "6..22/2", full_house: "7..9,11..24,26..28" };
const KNIFFEL = {
  ...UPPER_OF_FIVE,
  three: "5..30",
  four: "5..30",
  full_house: "25",
  small: "30",
  large: "40",
  five: "50",
  chance: "5..30",
};

const TABLE: [string, Choices, Record<string, string>][] = [
  ["doppel-yatzy", {}, { ...YATZY, extra: "-30..-5" }],
  ["doppel-yatzy", { extra: "chance" }, { ...YATZY, extra: "5..30" }],
  ["doppel-yatzy", { extra: "strike" }, { ...YATZY, extra: "" }],
  ["doppel-yatzy", { same_face_groups: "strict" }, { ...YATZY, ...STRICT, extra: "-30..-5" }],
  ["doppel-yatzy", { yatzy_value: "plus_pips" }, { ...YATZY, yatzy: "55..80/5", extra: "-30..-5" }],
  [
    "doppel-yatzy",
    { scoring: "international" },
    {
      ...UPPER_OF_FIVE,
      three: "5..30",
      four: "5..30",
      full_house: "25",
      small: "30",
      large: "40",
      chance: "5..30",
      yatzy: "50",
      extra: "-30..-5",
    },
  ],
  ["yatzy", {}, YATZY],
  ["yatzy", { same_face_groups: "strict" }, { ...YATZY, ...STRICT }],
  ["yatzy", { yatzy_value: "plus_pips" }, { ...YATZY, yatzy: "55..80/5" }],
  [
    "yatzy-deluxe",
    {},
    {
      ...UPPER_OF_SIX,
      three_pairs: "20",
      two_triples: "30",
      full_house: "40",
      straight: "50",
      yatzy: "60",
      straight5: "16..26",
      yatzy5: "6..36",
      chance: "6..36",
    },
  ],
  ["edencity-yatzy", {}, KNIFFEL],
  ["yahtzee-block", {}, KNIFFEL],
  ["yahtzee-block", { repeat_gate: "any_previous" }, KNIFFEL],
  [
    "yazzo",
    {},
    {
      ...UPPER_OF_FIVE,
      minimum: "5..30",
      maximum: "5..30",
      full_house: "47..49,51..64,66..68",
      straight: "30",
      yazzo: "55..80/5",
    },
  ],
];

describe("the legal scores of", () => {
  it.each(TABLE)("%s with %j are those of the table, box by box", (id, choices, expected) => {
    const legal = Object.fromEntries(listCategories(shippedGame(id, choices)).map((c) => [c.id, c.legal]));
    const wanted = Object.fromEntries(Object.entries(expected).map(([box, text]) => [box, numbers(text)]));
    expect(legal).toEqual(wanted);
  });

  it("covers every game of the documents", () => {
    expect(new Set(TABLE.map(([id]) => id))).toEqual(new Set(DOCUMENTED));
  });

  it("the three Extra rules differ in what a strike means", () => {
    const strikes = ["minus", "chance", "strike"].map(
      (extra) => findCategory(shippedGame("doppel-yatzy", { extra }), "extra")?.strike,
    );
    expect(strikes).toEqual(["never", "allowed", "always"]);
  });
});

describe("the length of", () => {
  it.each<[string, Choices, number, number]>([
    ["doppel-yatzy", {}, 16, 8],
    ["doppel-yatzy", { scoring: "international" }, 14, 7],
    ["yatzy", {}, 15, 15],
    ["yatzy-deluxe", {}, 14, 14],
    ["edencity-yatzy", {}, 13, 13],
    ["yazzo", {}, 33, 33],
    ["yahtzee-block", {}, 13, 13],
  ])("%s with %j is %i boxes in %i turns", (id, choices, boxes, turns) => {
    const game = shippedGame(id, choices);
    expect([countBoxes(game), countGameTurns(game)]).toEqual([boxes, turns]);
  });
});

describe("the highest and lowest total of", () => {
  const totals: [string, Choices, number, number][] = [];
  for (const [strict, base] of [
    ["loose", 0],
    ["strict", -4],
  ] as const) {
    for (const [value, more] of [
      ["flat", 0],
      ["plus_pips", 30],
    ] as const) {
      const choices = { same_face_groups: strict, yatzy_value: value };
      totals.push(["doppel-yatzy", { ...choices, extra: "minus" }, 373 + base + more, -30]);
      totals.push(["doppel-yatzy", { ...choices, extra: "chance" }, 408 + base + more, 0]);
      totals.push(["doppel-yatzy", { ...choices, extra: "strike" }, 378 + base + more, 0]);
    }
  }
  it.each<[string, Choices, number, number]>([
    ...totals,
    ["doppel-yatzy", { scoring: "international", extra: "minus" }, 370, -30],
    ["doppel-yatzy", { scoring: "international", extra: "chance" }, 405, 0],
    ["doppel-yatzy", { scoring: "international", extra: "strike" }, 375, 0],
    ["yatzy", {}, 378, 0],
    ["yatzy", { same_face_groups: "strict" }, 374, 0],
    ["yatzy-deluxe", {}, 474, 0],
    ["edencity-yatzy", {}, 375, 0],
    ["yazzo", {}, 1236, 0],
    // One bonus of 70, or of 60 and 70, in place of three times 70.
    ["yazzo", { bonus_for: "sheet" }, 1096, 0],
    ["yazzo", { bonus_for: "sheet_all" }, 1156, 0],
    // Chance takes any roll, so that nobody may strike it where something has to fit nowhere.
    ["yatzy", { striking: "needed" }, 378, 5],
    ["doppel-yatzy", { striking: "needed" }, 373, -25],
    ["yazzo", { striking: "needed" }, 1236, 0],
    ["yahtzee-block", { striking: "needed" }, 975, 5],
    ["yahtzee-block", {}, 975, 0],
    ["yahtzee-block", { repeat_gate: "any_previous" }, 975, 0],
  ])("%s with %j are %i and %i", (id, choices, highest, lowest) => {
    const game = shippedGame(id, choices);
    expect([highestTotal(game), lowestTotal(game)]).toEqual([highest, lowest]);
  });

  it("Yazzo would be too high by one in each column without Minimum < Maximum", () => {
    expect(highestTotal({ ...shippedGame("yazzo"), constraints: [] })).toBe(1239);
  });
});

describe("upper totals with bonus", () => {
  /** All sums of one score per number row, struck rows included, with the bonus on top. */
  function totalsOf(game: Game): Set<number> {
    const [upper] = game.sections;
    if (upper === undefined) throw new Error("no section");
    let sums = new Set([0]);
    for (const { legal } of upper.categories) {
      sums = new Set([...sums].flatMap((sum) => [0, ...legal].map((score) => sum + score)));
    }
    return new Set([...sums].map((sum) => sum + computeBonus(upper, sum)));
  }

  it.each<[string, [number, number][], number]>([
    [
      "yazzo",
      [
        [60, 119],
        [130, 139],
      ],
      175,
    ],
    ["doppel-yatzy", [[63, 112]], 155],
    ["yatzy-deluxe", [[84, 133]], 176],
    ["edencity-yatzy", [[63, 97]], 140],
    ["yahtzee-block", [[63, 97]], 140],
  ])("%s can't reach %j, and not more than %i", (id, unreachable, highest) => {
    const totals = totalsOf(shippedGame(id));
    expect(Math.max(...totals)).toBe(highest);
    const missing = Array.from({ length: highest + 1 }, (_, i) => i).filter((n) => !totals.has(n));
    const gaps = unreachable.flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, i) => from + i),
    );
    expect(missing).toEqual(gaps);
  });

  it.each<[string, Choices, [number, number][]]>([
    [
      "yazzo",
      {},
      [
        [59, 0],
        [60, 60],
        [69, 60],
        [70, 70],
        [105, 70],
      ],
    ],
    [
      "yazzo",
      { bonus_tiers: "both" },
      [
        [59, 0],
        [60, 60],
        [69, 60],
        [70, 130],
      ],
    ],
    [
      "doppel-yatzy",
      {},
      [
        [62, 0],
        [63, 50],
      ],
    ],
    [
      "yatzy-deluxe",
      {},
      [
        [83, 0],
        [84, 50],
      ],
    ],
    [
      "edencity-yatzy",
      {},
      [
        [62, 0],
        [63, 35],
      ],
    ],
    [
      "yahtzee-block",
      {},
      [
        [62, 0],
        [63, 35],
      ],
    ],
  ])("%s with %j adds the bonus from the threshold on", (id, choices, expected) => {
    const upper = shippedGame(id, choices).sections[0];
    if (upper === undefined) throw new Error("no section");
    expect(expected.map(([sum]) => [sum, computeBonus(upper, sum)])).toEqual(expected);
  });
});

describe("the legal sets of every game", () => {
  it("count 325 ordered pairs of Minimum and Maximum in Yazzo", () => {
    const legal = findCategory(shippedGame("yazzo"), "minimum")?.legal ?? [];
    expect(legal.flatMap((min) => legal.filter((max) => min < max)).length).toBe(325);
  });

  it("do not depend on the order in which they were derived", () => {
    for (const id of SHIPPED) {
      const game = shippedGame(id);
      const again = listCategories(game).map((c) => legalScores({ ...game.dice }, c));
      expect(again).toEqual(listCategories(game).map((c) => [...c.legal]));
    }
  });
});
