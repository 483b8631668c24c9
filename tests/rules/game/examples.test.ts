import { describe, expect, it } from "vitest";
import { impliedBy } from "../../../src/rules/game/examples.ts";
import { holdsRepeat, mostRepeats } from "../../../src/rules/game/repeats.ts";
import { categoriesOf, categoryOf } from "../../../src/rules/game/rows.ts";
import { linesOf } from "../../../src/rules/sums/sum-graph.ts";
import { shippedGame } from "../../support/games.ts";

describe("what counts as something else too", () => {
  it("is in Yatzy-Deluxe just what its rules list", () => {
    expect(Object.fromEntries(impliedBy(shippedGame("yatzy-deluxe")))).toEqual({
      full_house: ["three_pairs"],
      straight: ["straight5"],
      yatzy: ["three_pairs", "two_triples", "full_house", "yatzy5"],
    });
  });

  it("follows the options", () => {
    expect(impliedBy(shippedGame("yatzy")).get("four")).toEqual(["pair", "two_pairs", "three"]);
    expect(impliedBy(shippedGame("yatzy", { same_face_groups: "strict" })).get("four")).toEqual([
      "pair",
      "three",
    ]);
  });
});

describe("the lines of a sheet", () => {
  const ids = (id: string) => linesOf(shippedGame(id)).map((line) => line.id);
  it("follow from the game", () => {
    expect(ids("yazzo")).toEqual([
      "upper.sum",
      "upper.bonus",
      "upper.total",
      "lower.sum",
      "column.total",
      "grand.total",
    ]);
    expect(ids("yahtzee-block")).toEqual([
      "upper.sum",
      "upper.bonus",
      "upper.total",
      "lower.sum",
      "repeats",
      "grand.total",
    ]);
    expect(ids("edencity-yatzy")).not.toContain("repeats");
  });
});

describe("further Yahtzees", () => {
  const game = shippedGame("yahtzee-block");
  const box = (id: string) => {
    const category = categoryOf(game, id);
    if (category === undefined) throw new Error(id);
    return category;
  };
  const sheet = (values: Record<string, number>) =>
    Object.entries(values).map(([id, value]) => ({ category: box(id), value }));

  it("can stand as a joker, at their pips, or as a strike", () => {
    expect([25, 0, 20].map((value) => holdsRepeat(game, box("fives"), value))).toEqual([true, true, false]);
    expect([30, 25, 24].map((value) => holdsRepeat(game, box("three"), value))).toEqual([true, true, false]);
    expect(holdsRepeat(game, box("large"), 40)).toBe(true);
  });

  it("need a scored box of the first one", () => {
    expect(mostRepeats(game, sheet({ five: 50, large: 40, fives: 25, ones: 2 }))).toBe(2);
    expect(mostRepeats(game, sheet({ five: 0, large: 40, fives: 25 }))).toBe(0);
    expect(mostRepeats(game, sheet({ large: 40, fives: 25 }))).toBe(0);
  });

  it("need only an earlier one where the house rule says so", () => {
    const kinder = shippedGame("yahtzee-block", { repeat_gate: "any_previous" });
    expect(mostRepeats(kinder, sheet({ large: 40, fives: 25, ones: 5 }))).toBe(2);
  });

  it("fill at most the twelve other boxes", () => {
    const full = Object.fromEntries(categoriesOf(game).map((c) => [c.id, c.legal.at(-1) ?? 0]));
    expect(mostRepeats(game, sheet(full))).toBe(12);
  });

  it("bring nothing where a game does not reward them", () => {
    const edencity = shippedGame("edencity-yatzy");
    expect(categoriesOf(edencity).some((c) => holdsRepeat(edencity, c, c.legal.at(-1) ?? 0))).toBe(false);
  });
});
