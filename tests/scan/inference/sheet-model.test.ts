import { describe, expect, test } from "vitest";
import type { Game } from "../../../src/rules/game/game.ts";
import { categoriesOf } from "../../../src/rules/game/rows.ts";
import type { Likelihood } from "../../../src/scan/inference/likelihood.ts";
import { type ObservedBox, weighPlayer } from "../../../src/scan/inference/sheet-model.ts";
import { type BoxPlace, keyOf } from "../../../src/scan/inference/sheet-reading.ts";
import { shippedGame } from "../../support/games.ts";
import { placesOf } from "../../support/photographed.ts";
import { type Random, randomFrom } from "../../support/sheets.ts";
import { type World, Worlds } from "./worlds.ts";

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
    const category = categoriesOf(game).find(({ id }) => id === place.category);
    if (category === undefined)
      return { ...place, at, emptyShare: 0.3, likelihood: someInk(NUMBERS, 0, random) };
    return {
      ...place,
      at,
      emptyShare: 0.2,
      likelihood: someInk([...category.legal, 0, 4], random(), random),
    };
  });
}

function weigh(worlds: readonly World[], isMeant: (world: World) => boolean): number {
  return worlds.reduce((sum, world) => (isMeant(world) ? sum + world.weight : sum), 0);
}

const SEEDS = [1, 2, 3];

describe.each(GAMES)("%s", (_, game) => {
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
        const share = weigh(worlds, (world) => world.written.get(at) === keyOf(written)) / whole;
        expect(probability).toBeCloseTo(share, 7);
      }
      expect(slip).toBeCloseTo(weigh(worlds, ({ slips }) => slips.has(at)) / whole, 7);
    }
  });

  test.each(SEEDS)("the most probable whole is the one with the greatest weight (%i)", (seed) => {
    const boxes = inked(game, randomFrom(seed + 100));
    const worlds = new Worlds(game, boxes, NUMBERS).all();
    const best = worlds.reduce((a, b) => (b.weight > a.weight ? b : a));
    const marginals = weighPlayer(game, boxes, "max-product");
    for (const { at } of boxes) {
      const [first] = marginals.of(at).ways;
      expect(first && keyOf(first.written)).toBe(best.written.get(at));
    }
  });
});
