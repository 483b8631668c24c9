import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Die } from "../../src/rules/dice/dice.ts";
import { claimsOfRoll, scoresOfRoll } from "../../src/rules/dice/scores.ts";
import { chooseExample } from "../../src/rules/game/examples.ts";
import type { Game } from "../../src/rules/game/game.ts";
import { listCategories } from "../../src/rules/game/rows.ts";
import { SHIPPED, shippedGame } from "../support/games.ts";

type Choices = Record<string, string>;

/** Every category that the roll scores in, with all scores that may be claimed. */
function scores(game: Game, roll: readonly number[]): Record<string, number[]> {
  return Object.fromEntries(
    listCategories(game)
      .map((c) => [c.id, scoresOfRoll(game.dice, c, roll)] as const)
      .filter(([, claimed]) => claimed.length > 0),
  );
}

const LOOSE: Choices = { same_face_groups: "loose" };
const STRICT: Choices = { same_face_groups: "strict" };

/** Everything a roll earns; boxes that are not named earn nothing. */
const WHOLE: [string, Choices, number[], Record<string, number[]>][] = [
  [
    "doppel-yatzy",
    LOOSE,
    [6, 6, 4, 3, 3, 3],
    {
      threes: [6, 9],
      fours: [4],
      sixes: [6, 12],
      pair: [6, 12],
      two_pairs: [18],
      three: [9],
      full_house: [21],
      chance: [19, 21, 22],
      extra: [-22, -21, -19],
    },
  ],
  [
    "doppel-yatzy",
    { yatzy_value: "plus_pips" },
    [6, 6, 6, 6, 6, 6],
    {
      sixes: [30],
      pair: [12],
      two_pairs: [24],
      three: [18],
      four: [24],
      full_house: [30],
      chance: [30],
      yatzy: [80],
      extra: [-30],
    },
  ],
  [
    "doppel-yatzy",
    LOOSE,
    [6, 6, 6, 6, 6, 6],
    {
      sixes: [30],
      pair: [12],
      two_pairs: [24],
      three: [18],
      four: [24],
      full_house: [30],
      chance: [30],
      yatzy: [50],
      extra: [-30],
    },
  ],
  [
    "doppel-yatzy",
    STRICT,
    [6, 6, 6, 6, 6, 6],
    { sixes: [30], pair: [12], three: [18], four: [24], chance: [30], yatzy: [50], extra: [-30] },
  ],
  [
    "yatzy",
    {},
    [3, 3, 3, 6, 6],
    { threes: [9], sixes: [12], pair: [6, 12], two_pairs: [18], three: [9], full_house: [21], chance: [21] },
  ],
  ["yatzy", {}, [1, 5, 4, 3, 3], { ones: [1], threes: [6], fours: [4], fives: [5], pair: [6], chance: [16] }],
  ["yatzy-deluxe", {}, [1, 1, 1, 2, 2, 5], { ones: [3], twos: [4], fives: [5], chance: [12] }],
  [
    "yatzy-deluxe",
    {},
    [2, 2, 5, 5, 6, 6],
    { twos: [4], fives: [10], sixes: [12], three_pairs: [20], chance: [26] },
  ],
  ["yatzy-deluxe", {}, [1, 1, 1, 4, 4, 4], { ones: [3], fours: [12], two_triples: [30], chance: [15] }],
  [
    "yatzy-deluxe",
    {},
    [3, 3, 3, 3, 5, 5],
    { threes: [12], fives: [10], full_house: [40], three_pairs: [20], chance: [22] },
  ],
  [
    "yatzy-deluxe",
    {},
    [1, 2, 3, 4, 5, 6],
    {
      ones: [1],
      twos: [2],
      threes: [3],
      fours: [4],
      fives: [5],
      sixes: [6],
      straight: [50],
      straight5: [21],
      chance: [21],
    },
  ],
  [
    "yatzy-deluxe",
    {},
    [2, 2, 2, 2, 2, 2],
    {
      twos: [12],
      three_pairs: [20],
      two_triples: [30],
      full_house: [40],
      yatzy: [60],
      yatzy5: [12],
      chance: [12],
    },
  ],
  [
    "yatzy-deluxe",
    {},
    [1, 2, 2, 3, 4, 5],
    { ones: [1], twos: [4], threes: [3], fours: [4], fives: [5], straight5: [17], chance: [17] },
  ],
  ["yatzy-deluxe", {}, [3, 3, 3, 3, 3, 5], { threes: [15], fives: [5], yatzy5: [20], chance: [20] }],
  [
    "edencity-yatzy",
    {},
    [4, 4, 4, 6, 6],
    { fours: [12], sixes: [12], three: [24], full_house: [25], chance: [24] },
  ],
  ["edencity-yatzy", {}, [4, 4, 4, 4, 4], { fours: [20], three: [20], four: [20], five: [50], chance: [20] }],
  [
    "edencity-yatzy",
    {},
    [1, 2, 3, 4, 4],
    { ones: [1], twos: [2], threes: [3], fours: [8], small: [30], chance: [14] },
  ],
  [
    "edencity-yatzy",
    {},
    [1, 2, 3, 4, 5],
    { ones: [1], twos: [2], threes: [3], fours: [4], fives: [5], small: [30], large: [40], chance: [15] },
  ],
  ["yazzo", {}, [3, 3, 3, 2, 2], { twos: [4], threes: [9], minimum: [13], maximum: [13], full_house: [53] }],
  ["yazzo", {}, [6, 6, 6, 1, 2], { ones: [1], twos: [2], sixes: [18], minimum: [21], maximum: [21] }],
  ["yazzo", {}, [6, 6, 6, 6, 6], { sixes: [30], minimum: [30], maximum: [30], yazzo: [80] }],
  ["yazzo", {}, [1, 1, 1, 1, 1], { ones: [5], minimum: [5], maximum: [5], yazzo: [55] }],
  [
    "yahtzee-block",
    {},
    [5, 5, 5, 3, 3],
    { threes: [6], fives: [15], three: [21], full_house: [25], chance: [21] },
  ],
  [
    "yahtzee-block",
    {},
    [1, 2, 3, 4, 2],
    { ones: [1], twos: [4], threes: [3], fours: [4], small: [30], chance: [12] },
  ],
  [
    "yahtzee-block",
    {},
    [2, 3, 4, 5, 6],
    { twos: [2], threes: [3], fours: [4], fives: [5], sixes: [6], small: [30], large: [40], chance: [20] },
  ],
  ["yahtzee-block", {}, [5, 5, 5, 5, 5], { fives: [25], three: [25], four: [25], five: [50], chance: [25] }],
];

describe("what a roll earns", () => {
  it.each(WHOLE)("%s with %j, %j", (id, choices, roll, expected) => {
    expect(scores(shippedGame(id, choices), roll)).toEqual(expected);
  });

  it("the inner dice of the worked example make a small straight without the second two", () => {
    const game = shippedGame("doppel-yatzy");
    const earned = scores(game, [5, 4, 3, 2, 2, 1]);
    expect(earned).toMatchObject({ small: [15], pair: [4], chance: [12, 13, 14, 15, 16] });
    expect(earned.extra).toEqual([-16, -15, -14, -13, -12]);
    expect(earned.large).toBeUndefined();
  });

  it("six different faces may be entered as either straight", () => {
    expect(scores(shippedGame("doppel-yatzy"), [1, 2, 3, 4, 5, 6])).toMatchObject({
      small: [15],
      large: [20],
    });
  });

  it("full house of the outer dice leaves out the four", () => {
    const game = shippedGame("doppel-yatzy");
    const fullHouse = listCategories(game).find((c) => c.id === "full_house");
    if (fullHouse === undefined) throw new Error("no full house");
    expect(claimsOfRoll(game.dice, fullHouse, [6, 6, 4, 3, 3, 3]).map((c) => c.hand)).toEqual([
      [3, 3, 3, 6, 6],
    ]);
  });
});

describe("in every game", () => {
  it.each(SHIPPED)("%s: the order of the dice never matters", (id) => {
    const g = shippedGame(id);
    const size = { minLength: g.dice.dice.length, maxLength: g.dice.dice.length };
    const shuffled = fc
      .array(fc.integer({ min: 1, max: 6 }), size)
      .chain((roll) => fc.tuple(fc.constant(roll), fc.shuffledSubarray(roll, size)));
    fc.assert(
      fc.property(shuffled, ([roll, other]) => {
        expect(scores(g, other)).toEqual(scores(g, roll));
      }),
      { numRuns: 40 },
    );
  });

  it.each(SHIPPED)("%s: rolls earn exactly the legal scores, counted over all rolls", (id) => {
    const g = shippedGame(id);
    const earned = new Map(listCategories(g).map((c) => [c.id, new Set<number>()]));
    for (const roll of rollsOf(g.dice.dice)) {
      for (const c of listCategories(g))
        for (const score of scoresOfRoll(g.dice, c, roll)) earned.get(c.id)?.add(score);
    }
    for (const c of listCategories(g)) {
      expect(
        [...(earned.get(c.id) ?? [])].sort((a, b) => a - b),
        c.id,
      ).toEqual([...c.legal]);
    }
  });

  it.each<[string, Choices, Choices]>([
    ["yatzy", LOOSE, STRICT],
    ["doppel-yatzy", LOOSE, STRICT],
    ["doppel-yatzy", { ...LOOSE, extra: "chance" }, { ...STRICT, extra: "strike" }],
  ])("%s: going from %j to %j never adds a legal score", (id, loose, strict) => {
    const before = new Map(listCategories(shippedGame(id, loose)).map((c) => [c.id, c.legal]));
    let fewer = 0;
    for (const c of listCategories(shippedGame(id, strict))) {
      const was = before.get(c.id) ?? [];
      expect(
        c.legal.filter((score) => !was.includes(score)),
        c.id,
      ).toEqual([]);
      fewer += was.length - c.legal.length;
    }
    expect(fewer).toBeGreaterThan(0);
  });

  it.each(SHIPPED)("%s: every box that dice can fill has an example that the engine agrees with", (id) => {
    const g = shippedGame(id);
    let shown = 0;
    for (const c of listCategories(g)) {
      const example = chooseExample(g, c);
      expect(example === null, c.id).toBe(c.legal.length === 0);
      if (example === null) continue;
      shown++;
      expect(c.legal, c.id).toContain(example.score);
      if (example.roll.length === g.dice.dice.length) {
        expect(scoresOfRoll(g.dice, c, example.roll), c.id).toContain(example.score);
      }
    }
    expect(shown).toBeGreaterThan(6);
  });
});

/** Every way in which dice can fall; equal dice, which are side by side, in ascending order. */
function rollsOf(dice: readonly Die[], before: number | null = null): number[][] {
  const [die, ...rest] = dice;
  if (die === undefined) return [[]];
  const rolls: number[][] = [];
  for (let face = Math.max(die.low, before ?? die.low); face <= die.high; face++) {
    const isAlike = rest[0]?.low === die.low && rest[0].high === die.high;
    for (const others of rollsOf(rest, isAlike ? face : null)) rolls.push([face, ...others]);
  }
  return rolls;
}
