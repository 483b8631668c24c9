import { loadLanguage } from "../../src/files/package/languages.ts";
import { strategyFile } from "../../src/files/print/rules.ts";
import { Model } from "../../src/odds/model.ts";
import { bestMean } from "../../src/odds/odds.ts";
import { Solver } from "../../src/odds/solve.ts";
import { CardTable } from "../../src/odds/strategy/card-table.ts";
import { cardWorth } from "../../src/odds/strategy/card-worth.ts";
import { CardPlayer, type StrategyCard } from "../../src/odds/strategy/card.ts";
import { Cases, fitDecisionList } from "../../src/odds/strategy/ordered-rules.ts";
import { hasCard, type Strategy, computeStrategy } from "../../src/odds/strategy/strategy.ts";
import type { Game } from "../../src/rules/game/game.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { someOf, rareTest } from "../support/cases.ts";
import { gameFrom, shippedGame } from "../support/games.ts";
import { worthToReader } from "./card-reader.ts";
import { smallGame, type SmallGameChanges } from "./small-game.ts";
import { describe, expect, it } from "vitest";

function worthOf(game: Game, card: StrategyCard): number {
  const model = new Model(game);
  const table = new CardTable(model);
  return cardWorth(new Solver(model), table, new CardPlayer(table, card));
}

const NUMBERS = ["ones", "threes"];
const CARD: StrategyCard = {
  holds: [
    {
      before: "others",
      lines: [
        { boxes: ["pair"], dice: 2 },
        { boxes: NUMBERS, dice: 1 },
      ],
    },
    {
      before: "last",
      lines: [
        { boxes: NUMBERS, dice: 2 },
        { boxes: ["chance"], dice: 1 },
        { boxes: ["pair"], dice: 1 },
      ],
    },
  ],
  writes: [
    { boxes: ["pair"], points: 9, dice: null },
    { boxes: NUMBERS, points: null, dice: 2 },
    { boxes: ["chance"], points: 4, dice: null },
    { boxes: NUMBERS, points: null, dice: 1 },
  ],
  others: ["ones", "pair", "threes", "chance"],
};

const ENGLISH = need(loadLanguage("en"));

const NO_TIPS = { keep: [], write: [] };

/** What someone expects who knows the rules and has nothing but the printed card. */
async function worthPrinted(game: Game, strategy: Strategy) {
  const markdown = need(await strategyFile(game, ENGLISH, strategy, { format: "md" }));
  return worthToReader(game, String(markdown));
}

const STEP_BONUS = "{label: {de: O, en: U}, rows: [ones, threes], tiers: [{from: 4, add: 7}]}";
const FINAL = "{rolls: 3, stop_early: true, set_aside: final}";
const THREE = "{rolls: 3, stop_early: true, set_aside: reusable}";
const TWO_COLUMNS = (first: string, second: string) =>
  `{one: {label: {de: E, en: One}, ${first}}, two: {label: {de: Z, en: Two}, ${second}}}`;
const GAMES: readonly [string, SmallGameChanges][] = [
  ["as it is", {}],
  ["a bonus", { upper: STEP_BONUS }],
  ["three throws, three dice", { turn: THREE, dice: "{count: 3, sides: 3}" }],
  ["dice set aside stay so", { turn: FINAL, dice: "{count: 3, sides: 3}" }],
  ["all throws are made", { turn: THREE.replace("true", "false") }],
  ["all throws are made, and dice set aside stay so", { turn: FINAL.replace("true", "false") }],
  ["no strike by choice", { strike: '{marks: ["/"], voluntary: false}', turn: THREE }],
  ["minus points", { chance: "{label: {de: D, en: D}, pattern: any, score: -sum, strike: never}" }],
  [
    "more points for a served roll",
    { turn: THREE, pair: "{label: {de: C, en: C}, pattern: {groups: [2]}, score: 5, served: 12}" },
  ],
  ["the sixes above", { upper: "{label: {de: O, en: U}, rows: [threes, ones]}" }],
  ["columns that count differently", { columns: TWO_COLUMNS("order: free, multiplier: 2", "order: free") }],
  ["columns with orders", { columns: TWO_COLUMNS("order: down", "order: inward, after: one") }],
  [
    "a column of single throws",
    { columns: TWO_COLUMNS("order: free", "order: up, entry: single_throw, multiplier: 2") },
  ],
];

describe("a printed card", () => {
  it.each(someOf(GAMES, 2))(
    "is worth to whoever reads it what stands on it, if its lines are given: %s",
    async (_, changes) => {
      const game = smallGame(changes);
      const mean = worthOf(game, CARD);
      const read = await worthPrinted(game, { card: CARD, tips: NO_TIPS, mean, best: mean, part: null });
      expect(read.mean).toBeCloseTo(mean, 9);
      expect(read.printed).toBe(mean.toFixed(1).replace("-", "−"));
    },
  );

  it.each(someOf(GAMES, 2))("is so if its lines are made: %s", async (_, changes) => {
    const game = smallGame(changes);
    const strategy = computeStrategy(new Model(game), undefined, { lines: 6, games: 40, rounds: 2 });
    expect((await worthPrinted(game, strategy)).mean).toBeCloseTo(strategy.mean, 9);
    expect(strategy.mean).toBeLessThanOrEqual(strategy.best + 1e-9);
    expect(strategy.card.holds.length + strategy.card.writes.length).toBeGreaterThan(0);
  });

  it("is so of dice with six sides and several numbers", async () => {
    const game = gameFrom(`id: little-crag
extends: crag
name: {de: C, en: C}
categories: {ones: null, twos: null, odd: null, even: null, high: null}
sections:
  upper: {label: {de: O, en: U}, rows: [threes, fours, fives, sixes]}
  lower: {label: {de: U, en: L}, rows: [low, three, thirteen, crag]}
examples: []
`);
    const strategy = computeStrategy(new Model(game), undefined, { lines: 8, games: 100, rounds: 2 });
    expect(strategy.card.writes.some(({ dice }) => dice !== null)).toBe(true);
    expect((await worthPrinted(game, strategy)).mean).toBeCloseTo(strategy.mean, 9);
  });
});

describe("what a card is worth", () => {
  it("counts extra points for further rolls, each as often", () => {
    const withBonus = (bonus: number) =>
      worthOf(
        smallGame({ more: `repeats: {of: pair, bonus: ${bonus}, bonus_if: {box: scored}, joker: none}` }),
        CARD,
      );
    const [none, ten, twenty] = [worthOf(smallGame(), CARD), withBonus(10), withBonus(20)];
    expect(ten - none).toBeGreaterThan(0.5);
    expect(twenty - ten).toBeCloseTo(ten - none, 9);
  });

  it("is known by heart where one box is left: each die shows a six after three throws in 91 of 216 times", () => {
    const game = gameFrom(`id: sixes
extends: numbers5
name: {de: S, en: S}
start: {method: free}
categories: {ones: null, twos: null, threes: null, fours: null, fives: null}
sections: {upper: {label: {de: U, en: L}, rows: [sixes]}}
`);
    const line = { boxes: ["sixes"], dice: 1 };
    const card: StrategyCard = {
      holds: [
        { before: "others", lines: [line] },
        { before: "last", lines: [line] },
      ],
      writes: [],
      others: ["sixes"],
    };
    expect(worthOf(game, card)).toBeCloseTo((30 * 91) / 216, 12);
    expect(worthOf(game, { ...card, holds: [] })).toBeCloseTo(5, 12);
  });
});

describe("a card that is made", () => {
  it("tells exactly what it is worth, and loses little", async () => {
    const game = smallGame({ turn: "{rolls: 3, stop_early: true, set_aside: reusable}" });
    const strategy = computeStrategy(new Model(game));
    const { mean, best } = strategy;
    expect((await worthPrinted(game, strategy)).mean).toBeCloseTo(mean, 9);
    expect(best).toBeCloseTo(bestMean(new Model(game)), 9);
    expect(mean).toBeLessThanOrEqual(best + 1e-9);
    expect(mean / best).toBeGreaterThan(0.97);
  });

  rareTest("of Crag loses less than 6 % and names each box once at the end", () => {
    const { card, mean, best } = computeStrategy(new Model(shippedGame("crag")));
    expect(best).toBeCloseTo(149.8475, 3);
    expect(mean).toBeGreaterThan(0.94 * best);
    expect(mean).toBeLessThan(best);
    expect(card.others.toSorted()).toEqual([...new Set(card.others)].toSorted());
    for (const { lines } of card.holds) expect(lines.length).toBeLessThanOrEqual(10);
    // Nobody may write 27 in a box that brings 26.
    for (const { points, dice } of card.writes) expect([points, dice]).toContain(null);
  });

  it("is for turns that fill one box", () => {
    expect(hasCard(shippedGame("double-cameroon"))).toBe(false);
    expect(hasCard(shippedGame("yahtzee"))).toBe(true);
  });
});

describe("dice that are set aside for good", () => {
  it("stay, whatever else is held", () => {
    const game = smallGame({
      turn: "{rolls: 3, stop_early: true, set_aside: final}",
      dice: "{count: 3, sides: 3}",
    });
    const model = new Model(game);
    const table = new CardTable(model);
    const way = (...faces: number[]) => model.ways.faces.findIndex((held) => held.join() === faces.join());
    expect(table.addAside(way(3), way(1))).toBe(way(1, 3));
    expect(table.addAside(way(1, 3), way(1))).toBe(way(1, 3));
    expect(table.addAside(way(3, 3), way(3))).toBe(way(3, 3));
    const { mean, best } = computeStrategy(model);
    expect(mean).toBeLessThanOrEqual(best + 1e-9);
    expect(mean).toBeGreaterThan(0.9 * best);
  });
});

describe("rules in order", () => {
  /** What there is of two subjects, what following each costs, and what following none costs. */
  const casesOf = (...all: [amounts: number[], losses: number[], otherwise: number][]) => {
    const cases = new Cases(2);
    for (const [amounts, losses, otherwise] of all) {
      cases.amounts.push(...amounts);
      cases.losses.push(...losses);
      cases.otherwise.push(otherwise);
    }
    return cases;
  };
  const [first, second] = [
    { subject: 0, least: 1 },
    { subject: 1, least: 1 },
  ];

  it("stand so that the first one that applies is the right one", () => {
    // Where both apply the second is right; alone, each is.
    const cases = casesOf([[1, 1], [5, 0], 9], [[1, -1], [0, 0], 4], [[-1, 2], [0, 1], 7]);
    expect(fitDecisionList(cases, { candidates: [first, second], fixed: [], most: 5, worth: 0.1 })).toEqual([
      second,
      first,
    ]);
  });

  it("are left out if they save too little, unless they must stand there", () => {
    const cases = casesOf([[1, -1], [0, 0], 0.05], [[-1, 1], [0, 0], 3]);
    const candidates = [first, second];
    expect(fitDecisionList(cases, { candidates, fixed: [], most: 5, worth: 0.1 })).toEqual([second]);
    expect(
      fitDecisionList(cases, { candidates: [second], fixed: [first], most: 5, worth: 0.1 }),
    ).toHaveLength(2);
    expect(fitDecisionList(cases, { candidates, fixed: [], most: 0, worth: 0.1 })).toEqual([]);
  });
});
