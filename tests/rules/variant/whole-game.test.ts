import { expect, test } from "vitest";
import { need } from "../../../src/rules/problem/problem.ts";
import { readOptionCombinations } from "../../../src/rules/variant/read-variant.ts";
import type { Game } from "../../../src/rules/game/game.ts";
import { gameFrom, shippedFiles } from "../../support/games.ts";

/** A game of two small dice that uses nearly every key, and one that uses no more than it must. */
const WHOLE = `id: whole
name: { de: " Ganzes   Spiel ", en: Whole game }
dice:
  {
    count: 3,
    sides: 3,
    low: 2,
    keep: 2,
    colours: { 2: red, 3: black, 4: red },
    symbols: { 2: { de: B, en: J }, 3: { de: D, en: Q }, 4: { de: K, en: K } },
  }
turn: { rolls: 2, set_aside: final, bank_unused_rolls: true, chips: { count: 3, per_turn: 1 }, served: first_throw }
start: { method: lowest_sum, dice: 2, tie: roll_off }
direction: either
players: { min: 2, max: 4, sheet: own, scorekeeper: true, age: 8, minutes: 30 }
categories:
  twos: { label: { de: Buben, en: Jacks }, pattern: { face: 2 }, score: hit }
  low: { label: { de: Tief, en: Low }, pattern: { sum: { max: 6 } }, score: { by_roll: [9, -3] } }
  pair:
    label: { de: Paar, en: Pair }
    pattern: { groups: [2], colour: same }
    score: 10 + sum
    served: 20
    requires: { twos: filled, low: scored }
  never: { label: { de: Nichts, en: Nothing }, pattern: none, score: 0, strike: always }
sections:
  numbers: { label: { de: Zahlen, en: Numbers }, rows: [twos, low], total: twos * low, floor: -10, tiers: [{ from: 4, add: 5 }, { from: 6, add: 9 }], tier_mode: sum }
  rest: { label: { de: Rest, en: Rest }, rows: [pair, never] }
columns:
  quick: { label: { de: Schnell, en: Quick }, order: { stages: [[pair, twos], [low, never]] }, entry: { max_roll: 1 }, multiplier: 2 }
  slow: { label: { de: Langsam, en: Slow }, order: up, entry: announced }
constraints:
  rising: { expr: low <= pair }
bonuses:
  pairs: { label: { de: Paare, en: Pairs }, scope: row, row: pair, of: scored, tiers: [{ from: 1, add: 2 }], to: points }
repeats: { of: pair, bonus: 5, multiplied: true, bonus_if: { thrown_before: true }, joker: { if: { box: scored }, lower: any }, note_on: back_of_sheet }
strike: { marks: [X, "0"], voluntary: false }
ranking: { by: columns, order: lowest, tie: roll_off }
settlement: { per_column: { quick: 1, slow: 2 }, sweep: 3 }
lines: { grand.total: { de: Endsumme, en: All in all } }
former_names: { grand.total: { en: Sum total } }
options:
  length: { label: { de: Länge, en: Length }, default: long, choices: { short: { label: { de: kurz, en: short }, set: { direction: clockwise } }, long: { label: { de: lang, en: long }, pad: { de: Ein langes Spiel, en: A long game } } } }
examples:
  - { roll: [2, 2, 4], row: twos, score: 4 }
  - { hand: [4, 4], row: pair, score: 18 }
  - { roll: [2, 3, 4], drop: 3, row: pair, illegal: true }
  - { roll: [2, 2, 2], row: low, score: 9 }
notes:
  cup: { at: material, de: Ein Becher., en: A cup. }
accept: { same-boxes: [twos] }
`;
const PLAIN = `id: plain
name: { de: Einfach, en: Plain }
dice: { count: 2 }
turn: { rolls: 1 }
categories:
  chance: { label: { de: Chance, en: Chance }, pattern: any, score: sum }
sections:
  all: { label: { de: Alles, en: All }, rows: [chance] }
columns:
  main: { order: free }
strike: { marks: [/] }
ranking: {}
settlement:
  { stakes: ["1", "2.5"], stake: "2.50", currency: { de: Euro, en: euros }, share: 90, base: pot, rest: house, leaver: refunded }
`;

test("a file that says everything gives a game that has everything", () => {
  expect(gameFrom(WHOLE)).toEqual({
    id: "whole",
    name: { de: "Ganzes Spiel", en: "Whole game" },
    dice: {
      dice: [
        { low: 2, high: 4 },
        { low: 2, high: 4 },
        { low: 2, high: 4 },
      ],
      scored: 2,
      colours: new Map([
        [2, "red"],
        [3, "black"],
        [4, "red"],
      ]),
      wild: null,
    },
    layers: [],
    hands: 1,
    symbols: new Map([
      [2, { de: "B", en: "J" }],
      [3, { de: "D", en: "Q" }],
      [4, { de: "K", en: "K" }],
    ]),
    turn: {
      rolls: 2,
      stopEarly: true,
      setAside: "final",
      banksRolls: true,
      chips: { count: 3, perTurn: 1 },
      servedOn: "first_throw",
      layerOrder: "listed",
      entries: 1,
    },
    start: { method: "lowest_sum", dice: 2, tie: "roll_off" },
    direction: "either",
    players: { min: 2, max: 4, sheet: "own", scorekeeper: true, age: 8, minutes: 30 },
    sections: [
      {
        id: "numbers",
        label: { de: "Zahlen", en: "Numbers" },
        tiers: [
          { from: 4, add: 5 },
          { from: 6, add: 9 },
        ],
        total: {
          kind: "binary",
          op: "*",
          left: { kind: "name", name: "twos" },
          right: { kind: "name", name: "low" },
        },
        floor: -10,
        tierMode: "sum",
        categories: [
          {
            id: "twos",
            label: { de: "Buben", en: "Jacks" },
            pattern: { kind: "face", face: 2, min: 1 },
            score: { kind: "formula", formula: { kind: "name", name: "hit" } },
            strike: "allowed",
            served: null,
            miss: null,
            wins: null,
            requires: [],
            legal: [2, 4],
          },
          {
            id: "low",
            label: { de: "Tief", en: "Low" },
            pattern: { kind: "sum", eq: null, min: null, max: 6 },
            score: { kind: "by_roll", values: [9, -3] },
            strike: "allowed",
            served: null,
            miss: null,
            wins: null,
            requires: [],
            legal: [-3, 9],
          },
        ],
      },
      {
        id: "rest",
        label: { de: "Rest", en: "Rest" },
        tiers: [],
        total: null,
        floor: null,
        tierMode: "highest",
        categories: [
          {
            id: "pair",
            label: { de: "Paar", en: "Pair" },
            pattern: { kind: "groups", sizes: [2], distinct: true, sameColour: true },
            score: {
              kind: "formula",
              formula: {
                kind: "binary",
                op: "+",
                left: { kind: "number", value: 10 },
                right: { kind: "name", name: "sum" },
              },
            },
            strike: "allowed",
            served: { kind: "number", value: 20 },
            miss: null,
            wins: null,
            requires: [
              { category: "twos", is: "filled" },
              { category: "low", is: "scored" },
            ],
            legal: [14, 16, 18, 20],
          },
          {
            id: "never",
            label: { de: "Nichts", en: "Nothing" },
            pattern: { kind: "none" },
            score: { kind: "formula", formula: { kind: "number", value: 0 } },
            strike: "always",
            served: null,
            miss: null,
            wins: null,
            requires: [],
            legal: [],
          },
        ],
      },
    ],
    columns: [
      {
        id: "quick",
        label: { de: "Schnell", en: "Quick" },
        order: {
          kind: "stages",
          stages: [
            ["pair", "twos"],
            ["low", "never"],
          ],
        },
        entry: { kind: "max_roll", throws: 1 },
        after: null,
        multiplier: 2,
      },
      {
        id: "slow",
        label: { de: "Langsam", en: "Slow" },
        order: { kind: "up" },
        entry: { kind: "announced" },
        after: null,
        multiplier: 1,
      },
    ],
    constraints: [{ id: "rising", left: "low", comparison: "<=", right: "pair", between: "scored" }],
    bonuses: [
      {
        id: "pairs",
        label: { de: "Paare", en: "Pairs" },
        scope: "row",
        of: "scored",
        tiers: [{ from: 1, add: 2 }],
        to: "points",
        row: "pair",
        section: null,
        tierMode: "highest",
      },
    ],
    repeats: {
      of: "pair",
      bonus: 5,
      multiplied: true,
      gate: { box: null, ownNumber: null, thrownBefore: true },
      joker: {
        gate: { box: "scored", ownNumber: null, thrownBefore: false },
        upper: "none",
        upperValue: "normal",
        upperFirst: false,
        lower: "any",
        lowerValue: "as_if_matched",
      },
      noteOn: "back_of_sheet",
    },
    strike: { marks: ["X", "0"], voluntary: false },
    ranking: { by: "columns", order: "lowest", tie: "roll_off" },
    settlement: null,
    prizes: {
      worth: new Map([
        ["quick", 1],
        ["slow", 2],
      ]),
      sweep: 3,
    },
    lineLabels: new Map([["grand.total", { de: "Endsumme", en: "All in all" }]]),
    formerNames: new Map([["grand.total", { en: "Sum total" }]]),
    options: [
      {
        id: "length",
        label: { de: "Länge", en: "Length" },
        default: "long",
        choices: [
          { id: "short", label: { de: "kurz", en: "short" }, pad: null },
          {
            id: "long",
            label: { de: "lang", en: "long" },
            pad: { de: "Ein langes Spiel", en: "A long game" },
          },
        ],
        chosen: "long",
        isIdle: false,
        changes: ["direction"],
      },
    ],
    examples: [
      { category: "twos", roll: [2, 2, 4], drop: null, score: 4 },
      { category: "pair", roll: [4, 4], drop: null, score: 18 },
      { category: "pair", roll: [2, 3, 4], drop: 3, score: null },
      { category: "low", roll: [2, 2, 2], drop: null, score: 9 },
    ],
    notes: [{ id: "cup", at: "material", text: { de: "Ein Becher.", en: "A cup." } }],
  } satisfies Game);
});

test("a file that says no more than it must gives a game with what is usual", () => {
  expect(gameFrom(PLAIN)).toEqual({
    id: "plain",
    name: { de: "Einfach", en: "Plain" },
    dice: {
      dice: [
        { low: 1, high: 6 },
        { low: 1, high: 6 },
      ],
      scored: 2,
      colours: null,
      wild: null,
    },
    layers: [],
    hands: 1,
    symbols: new Map(),
    turn: {
      rolls: 1,
      stopEarly: true,
      setAside: "reusable",
      banksRolls: false,
      chips: null,
      servedOn: "any_throw",
      layerOrder: "listed",
      entries: 1,
    },
    start: null,
    direction: null,
    players: { min: 1, max: null, sheet: "shared", scorekeeper: false, age: null, minutes: null },
    sections: [
      {
        id: "all",
        label: { de: "Alles", en: "All" },
        tiers: [],
        total: null,
        floor: null,
        tierMode: "highest",
        categories: [
          {
            id: "chance",
            label: { de: "Chance", en: "Chance" },
            pattern: { kind: "any" },
            score: { kind: "formula", formula: { kind: "name", name: "sum" } },
            strike: "allowed",
            served: null,
            miss: null,
            wins: null,
            requires: [],
            legal: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
          },
        ],
      },
    ],
    columns: [
      { id: "main", label: {}, order: { kind: "free" }, entry: { kind: "any" }, after: null, multiplier: 1 },
    ],
    constraints: [],
    bonuses: [],
    repeats: null,
    strike: { marks: ["/"], voluntary: true },
    ranking: { by: "total", order: "highest", tie: "shared" },
    settlement: {
      stakes: [100, 250],
      stake: 250,
      currency: { de: "Euro", en: "euros" },
      share: 90,
      base: "pot",
      rest: "house",
      leaver: "refunded",
    },
    prizes: null,
    lineLabels: new Map(),
    formerNames: new Map(),
    options: [],
    examples: [],
    notes: [],
  } satisfies Game);
});

test("a choice of an option changes what it sets, and nothing else", () => {
  const short = gameFrom(WHOLE, { length: "short" });
  const { options, direction, ...rest } = gameFrom(WHOLE);
  expect(short).toEqual({
    ...rest,
    direction: "clockwise",
    options: options.map((option) => ({ ...option, chosen: "short" })),
  });
  expect(direction).toBe("either");
});

test("every turn fills a box for each layer and each hand of the dice", () => {
  const layers = "layers: { inner: { de: innen, en: inner }, outer: { de: außen, en: outer } }";
  const box = "{ label: { de: Eins, en: One }, pattern: any, score: 1 }";
  const two = PLAIN.replace("rows: [chance]", "rows: [chance, one]").replace(
    "categories:",
    `categories:\n  one: ${box}`,
  );
  const double = gameFrom(two.replace("{ count: 2 }", `{ count: 2, ${layers} }`));
  expect(double.layers).toEqual([
    { id: "inner", label: { de: "innen", en: "inner" } },
    { id: "outer", label: { de: "außen", en: "outer" } },
  ]);
  const parted = gameFrom(two.replace("{ count: 2 }", "{ count: 4, hands: 2 }"));
  expect([double, parted].map(({ hands, turn, dice }) => [hands, turn.entries, dice.dice.length])).toEqual([
    [1, 2, 2],
    [2, 2, 2],
  ]);
});

test("a choice of other dice gives other scores, though the boxes are the same", () => {
  const usual = "{ count: 2, sides: 3, colours: { 1: red, 2: black, 3: red } }";
  const sets = [
    "dice.keep: 1",
    "dice.colours: { 1: red, 2: red, 3: black }",
    "dice: { count: 2, sides: 4, colours: { 1: red, 2: black, 3: red, 4: black } }",
  ];
  const choices = ["{}", ...sets.map((set) => `{ ${set} }`)].map(
    (set, i) => `c${i}: { label: { de: C${i}, en: C${i} }, set: ${set} }`,
  );
  const text = `${PLAIN.replace("{ count: 2 }", usual).replace("pattern: any", "pattern: { all: [{ colour: same }, { sum: { min: 3 } }] }")}
options: { dice: { label: { de: Würfel, en: Dice }, default: c0, choices: { ${choices.join(", ")} } } }
`;
  const { all } = need(readOptionCombinations("test.yaml", text, shippedFiles));
  expect(all.map(({ game }) => game?.sections[0]?.categories[0]?.legal)).toEqual([
    [4, 6],
    [3],
    [3, 4, 6],
    [4, 6, 8],
  ]);
});
