import { type BoxPlace, gameReference } from "../../../src/check/sheet.ts";
import type { Game } from "../../../src/rules/game/game.ts";
import { listCategories, constraintHolds } from "../../../src/rules/game/rows.ts";
import type { Likelihood } from "../../../src/scan/inference/likelihood.ts";
import { flawlessChance, type ObservedBox, weighPlayer } from "../../../src/scan/inference/sheet-model.ts";
import { writtenKey } from "../../../src/scan/inference/sheet-reading.ts";
import { someOf } from "../../support/cases.ts";
import { shippedGame } from "../../support/games.ts";
import { placesOf } from "../../support/photographed.ts";
import { type Random, randomFrom } from "../../support/sheets.ts";
import { type World, Worlds } from "./worlds.ts";
import { describe, expect, test } from "vitest";

/** A game with a handful of boxes, so that every whole sheet can be written down. */
function tinyGame(change: Partial<Game>, rows: Readonly<Record<string, readonly string[]>>): Game {
  const game = shippedGame("yazzo");
  const sections = game.sections
    .map((section) => ({
      ...section,
      categories: section.categories
        .filter(({ id }) => rows[section.id]?.includes(id))
        .map((category) => ({ ...category, legal: category.legal.slice(0, 2) })),
      tiers: section.tiers.map((tier, at) => ({ from: 3 + at, add: tier.add / 10 })),
    }))
    .filter(({ categories }) => categories.length > 0);
  return { ...game, sections, columns: game.columns.slice(0, 1), ...change };
}

const yazzo = shippedGame("yazzo");
const GAMES: readonly (readonly [string, Game])[] = [
  ["a section with bonus", tinyGame({}, { upper: ["ones"] })],
  ["boxes that a constraint ties", tinyGame({}, { lower: ["minimum", "maximum"] })],
  [
    "columns that count several times",
    tinyGame(
      { columns: yazzo.columns.slice(0, 2).map((column, at) => ({ ...column, multiplier: at + 1 })) },
      { lower: ["minimum"] },
    ),
  ],
  [
    "extra points, and an order that a box was left out of",
    tinyGame(
      { repeats: shippedGame("yahtzee-block").repeats, columns: yazzo.columns.slice(1, 2) },
      { lower: ["yazzo"] },
    ),
  ],
  [
    "a box that can't be struck",
    tinyGame({ columns: shippedGame("yatzy").columns, sections: unstruck(shippedGame("doppel-yatzy")) }, {}),
  ],
];

/** Only the boxes that can't be struck. */
function unstruck(game: Game): Game["sections"] {
  return game.sections
    .map((section) => ({
      ...section,
      categories: section.categories
        .filter(({ strike }) => strike === "never")
        .map((category) => ({ ...category, legal: category.legal.slice(0, 2) })),
    }))
    .filter(({ categories }) => categories.length > 0);
}

/** A picture that allows a few things only, each more or less. */
function someInk(numbers: readonly number[], strike: number, random: Random): Likelihood {
  const weights = new Map(numbers.map((number) => [number, random() < 0.2 ? 20 * random() : random()]));
  return {
    empty: random() < 0.5 ? 0 : random(),
    strike,
    number: (value) => weights.get(value) ?? 0,
    candidates: numbers,
  };
}

/** Numbers for lines: some that boxes can lead to, one near, one far off. */
const NUMBERS = [0, 5, 11, 700];

function inked(game: Game, random: Random): ObservedBox[] {
  // Where there are several columns, their sections' sums would make too many whole sheets.
  const isShown = ({ line }: BoxPlace) =>
    line === null || game.columns.length === 1 || !line.endsWith(".sum");
  const places = placesOf(game, 1).filter(isShown);
  return places.map((place, at) => {
    const category = listCategories(game).find(({ id }) => id === place.category);
    if (category === undefined)
      return { ...place, at, emptyShare: 0.3, zeroShare: 0.4, likelihood: someInk(NUMBERS, 0, random) };
    return {
      ...place,
      at,
      emptyShare: 0.2,
      zeroShare: 0.4,
      likelihood: someInk([...category.legal, 0, 4], random(), random),
    };
  });
}

function weigh(worlds: readonly World[], isMeant: (world: World) => boolean): number {
  return worlds.reduce((sum, world) => (isMeant(world) ? sum + world.weight : sum), 0);
}

/** Whether nothing on a sheet breaks a rule. What a box that was left out counts as is not told by the box. */
function isFlawless(game: Game, boxes: readonly ObservedBox[], { written, slips }: World): boolean {
  const entryScore = (column: string | null, id: string) => {
    const at = boxes.findIndex((box) => box.column === column && box.category === id);
    const content = written.get(at);
    return content === undefined || content === "empty" ? null : content === "strike" ? 0 : Number(content);
  };
  const isSound = ({ at, category: id, line }: ObservedBox) => {
    const content = written.get(at) ?? "";
    if (content === "empty") return true;
    const category = listCategories(game).find((one) => one.id === id);
    const value = content === "strike" ? 0 : Number(content);
    const further = value / (game.repeats?.bonus ?? 1);
    if (slips.has(at)) return false;
    if (line === "repeats")
      return Number.isInteger(further) && further >= 0 && further <= gameReference(game).boxes;
    if (category === undefined) return true;
    const isEarned = content !== "strike" && category.legal.includes(value);
    return isEarned || (value === 0 && category.strike !== "never");
  };
  const holds = game.columns.every(({ id }) =>
    game.constraints.every((one) =>
      constraintHolds(one, entryScore(id, one.left), entryScore(id, one.right)),
    ),
  );
  return holds && boxes.every(isSound);
}

const SEEDS = [1, 2, 3];

describe.each(someOf(GAMES, 2))("%s", (_, game) => {
  test.each(SEEDS)("marginals are shares of all whole sheets (%i)", (seed) => {
    const boxes = inked(game, randomFrom(seed));
    const worlds = new Worlds(game, boxes, NUMBERS).all();
    const whole = weigh(worlds, () => true);
    const marginals = weighPlayer(game, boxes, "sum-product");
    expect(worlds.length).toBeGreaterThan(50);
    for (const { at } of boxes) {
      const { ways, slip } = marginals.of(at);
      expect(ways.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 9);
      for (const { written, probability } of ways) {
        const share = weigh(worlds, (world) => world.written.get(at) === writtenKey(written)) / whole;
        expect(probability).toBeCloseTo(share, 7);
      }
      expect(slip).toBeCloseTo(weigh(worlds, ({ slips }) => slips.has(at)) / whole, 7);
    }
  });

  test.each(SEEDS)(
    "a sheet without a mistake has the share of all whole sheets that hold none (%i)",
    (seed) => {
      const boxes = inked(game, randomFrom(seed + 200));
      const worlds = new Worlds(game, boxes, NUMBERS).all();
      const flawless = worlds.filter((world) => isFlawless(game, boxes, world));
      const whole = weigh(flawless, () => true);
      const share = whole / weigh(worlds, () => true);
      expect(share).toBeLessThan(1);
      expect(flawlessChance(game, boxes)).toBeCloseTo(share, 7);
      if (share === 0) return;
      const without = weighPlayer(game, boxes, "sum-product", true);
      for (const { at } of boxes) {
        for (const { written, probability } of without.of(at).ways) {
          const among = weigh(flawless, (world) => world.written.get(at) === writtenKey(written));
          expect(probability).toBeCloseTo(among / whole, 7);
        }
      }
    },
  );

  test.each(SEEDS)("the most probable whole is the one with the greatest weight (%i)", (seed) => {
    const boxes = inked(game, randomFrom(seed + 100));
    const worlds = new Worlds(game, boxes, NUMBERS).all();
    const best = worlds.reduce((a, b) => (b.weight > a.weight ? b : a));
    const marginals = weighPlayer(game, boxes, "max-product");
    for (const { at } of boxes) {
      const [first] = marginals.of(at).ways;
      expect(first && writtenKey(first.written)).toBe(best.written.get(at));
    }
  });
});

test("a bonus of victory points is one that the rules give, unless its picture clearly shows another number", () => {
  const balut = shippedGame("balut");
  const line = "bonus.fours";
  const weights = new Map([
    [0, 10],
    [80, 6],
  ]);
  const look = (strange: number): ObservedBox => {
    const number = (value: number) => (value === 80 ? strange : 1) * (weights.get(value) ?? 0.001);
    const likelihood = { empty: 0, strike: 0, number, candidates: [0, 80] };
    return {
      ...{ at: 0, player: 1, column: null, category: null, line, emptyShare: 0.2, zeroShare: 0.4 },
      likelihood,
    };
  };
  const shareOfNone = (strange: number) => {
    const { ways } = weighPlayer(balut, [look(strange)], "sum-product").of(0);
    return ways.find(({ written }) => writtenKey(written) === "0")?.probability ?? 0;
  };
  expect(shareOfNone(1)).toBeGreaterThan(0.99);
  expect(shareOfNone(1e7)).toBeLessThan(0.5);
});
