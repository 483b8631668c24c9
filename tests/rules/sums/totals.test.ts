import { describe, expect, it } from "vitest";
import type { Game } from "../../../src/rules/game/game.ts";
import { bonusFor } from "../../../src/rules/sums/sum-graph.ts";
import { highestTotal, lowestTotal } from "../../../src/rules/sums/totals.ts";
import { shippedGame } from "../../support/games.ts";

type Choices = Record<string, string>;

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
    return new Set([...sums].map((sum) => sum + bonusFor(upper, sum)));
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
    expect(expected.map(([sum]) => [sum, bonusFor(upper, sum)])).toEqual(expected);
  });
});
