import { describe, expect, it } from "vitest";
import type { Game } from "../../../src/rules/game/game.ts";
import {
  canHoldRepeats,
  type FilledBox,
  mostRepeats,
  possibleExtras,
  jokerClaims,
  repeatBonus,
  repeatValues,
} from "../../../src/rules/game/repeats.ts";
import { findCategory } from "../../../src/rules/game/rows.ts";
import { gameFrom } from "../../support/games.ts";
import { pick, randomFrom } from "../../support/sheets.ts";

/** Kniffel's thirteen boxes, with these rules for further rolls, in columns with these multipliers. */
function kniffel(rules: string, multipliers: readonly number[] = [1]): Game {
  const columns = multipliers.map(
    (times, at) => `c${at}: {label: {de: C${at}, en: C${at}}, order: free, multiplier: ${times}}`,
  );
  return gameFrom(`id: test
extends: kniffel-core
name: {de: T, en: T}
columns: {main: null, ${columns.join(", ")}}
repeats: {of: five, ${rules}}
`);
}

function boxOf(game: Game, id: string) {
  const category = findCategory(game, id);
  if (category === undefined) throw new Error(id);
  return category;
}

const SUMS = [5, 10, 15, 20, 25, 30];
const PIPS = [0, ...SUMS];

/*
 * Five alike are three and four alike as well and may be in the box of their number; everything else needs a joker. A full house
 * of this game needs two numbers.
 */
describe("the values of a further roll", () => {
  const valuesOf = (rules: string) => {
    const game = kniffel(`bonus: 100, ${rules}`);
    return Object.fromEntries(
      ["fours", "three", "full_house", "chance", "five"].map((id) => [
        id,
        [...repeatValues(game, boxOf(game, id))].sort((a, b) => a - b),
      ]),
    );
  };
  const natural = { fours: [0, 20], three: PIPS, full_house: [0], chance: PIPS, five: [0, 50] };

  it.each<[string, string, Record<string, number[]>]>([
    ["without a joker", "joker: none", natural],
    ["as jokers below, as if matched", "joker: {lower: any}", { ...natural, full_house: [0, 25] }],
    [
      "as jokers below, at most",
      "joker: {lower: any, lower_value: max}",
      { ...natural, full_house: [0, 25] },
    ],
    ["as jokers above, at most", "joker: {upper: any, upper_value: max, lower: none}", natural],
    [
      "as long as their number is free",
      "bonus_if: {own_number: free}, joker: {lower: any}",
      { fours: [20], three: [], full_house: [], chance: [], five: [] },
    ],
    [
      "once their number is filled",
      "bonus_if: {own_number: filled}, joker: {lower: any}",
      { fours: [], three: SUMS, full_house: [25], chance: SUMS, five: [50] },
    ],
  ])("%s", (_, rules, expected) => {
    expect(valuesOf(rules)).toEqual(expected);
  });

  it("may stand at most in the box of another number, once their own is filled", () => {
    const game = kniffel(
      "bonus: 100, bonus_if: {own_number: filled}, joker: {upper: any, upper_value: max, lower: none}",
    );
    expect([...repeatValues(game, boxOf(game, "fours"))]).toEqual([20]);
  });

  it("are only those that the box can have without a joker", () => {
    const rules = "repeats: {of: five, bonus: 100, joker: {lower: any}}\n";
    const game = gameFrom(
      `id: test\nextends: kniffel-core\nname: {de: T, en: T}\ncategories: {full_house: {score: sum}}\n${rules}`,
    );
    // 11166 and 66611; 5, 10, 25 and 30 can't be three alike and two alike of another number.
    expect([...repeatValues(game, boxOf(game, "full_house"))].sort((a, b) => a - b)).toEqual([0, 15, 20]);
  });

  it("are none where they earn nothing extra", () => {
    const game = kniffel("bonus: 0, joker: {lower: any}");
    expect([...repeatValues(game, boxOf(game, "chance"))]).toEqual([]);
    expect([...repeatValues({ ...game, repeats: null }, boxOf(game, "chance"))]).toEqual([]);
  });

  it("are no strike in a box that is never struck", () => {
    const game = kniffel("bonus: 100, joker: none");
    expect([...repeatValues(game, { ...boxOf(game, "large"), strike: "never" })]).toEqual([]);
  });
});

describe("the claim of a joker", () => {
  const claim = (rules: string, id: string, roll: readonly number[] = [4, 4, 4, 4, 4]) => {
    const game = kniffel(`bonus: 100, joker: {${rules}}`);
    if (game.repeats === null) throw new Error("no further rolls");
    return jokerClaims(game, game.repeats, boxOf(game, id), roll);
  };

  it.each<[string, string, number[]]>([
    ["lower: any", "large", [40]],
    ["lower: any", "chance", [20]],
    ["lower: any", "three", [20]],
    ["lower: any, lower_value: max", "chance", [30]],
    ["lower: none", "large", []],
    ["lower: any", "sixes", []],
    ["upper: any", "sixes", []],
    ["upper: any, upper_value: max", "sixes", [30]],
    ["upper: own, upper_value: max", "sixes", []],
    ["upper: any, upper_value: max, lower: none", "chance", []],
  ])("with %s in the box %s: %j", (rules, id, expected) => {
    expect(claim(rules, id)).toEqual(expected);
  });

  it("is nothing without jokers, or in a box that dice never fill", () => {
    const game = kniffel("bonus: 100, joker: none");
    if (game.repeats === null) throw new Error("no further rolls");
    expect(jokerClaims(game, game.repeats, boxOf(game, "large"), [4, 4, 4, 4, 4])).toEqual([]);
    const empty = { ...boxOf(game, "large"), legal: [] };
    const { repeats } = kniffel("bonus: 100, joker: {lower: any}");
    if (repeats === null) throw new Error("no further rolls");
    expect(jokerClaims(game, repeats, empty, [4, 4, 4, 4, 4])).toEqual([]);
  });
});

describe("the extra points of a sheet", () => {
  /** Filled boxes of a column, as `{three: 15, five: 50}`. */
  const filledIn = (game: Game, column: number, boxes: Readonly<Record<string, number>>) =>
    Object.entries(boxes).map(([id, value]) => {
      const found = game.columns[column];
      if (found === undefined) throw new Error("no such column");
      return { category: boxOf(game, id), value, column: found };
    });
  const HOLDING = { three: 15, chance: 20, sixes: 18 };

  it.each<[string, string, Record<string, number>, number, number[]]>([
    ["two boxes that can hold one", "joker: none", HOLDING, 2, [0, 100, 200]],
    [
      "the box of the first one, which holds no further one",
      "joker: none",
      { ...HOLDING, five: 50 },
      2,
      [0, 100, 200],
    ],
    ["an open box of the first one", "bonus_if: {box: filled}, joker: none", HOLDING, 0, [0]],
    [
      "a struck box of the first one",
      "bonus_if: {box: filled}, joker: none",
      { ...HOLDING, five: 0 },
      2,
      [0, 100, 200],
    ],
    [
      "a struck one that has to be scored",
      "bonus_if: {box: scored}, joker: none",
      { ...HOLDING, five: 0 },
      0,
      [0],
    ],
    ["a scored one", "bonus_if: {box: scored}, joker: none", { ...HOLDING, five: 50 }, 2, [0, 100, 200]],
    ["the first one anywhere", "bonus_if: {thrown_before: true}, joker: none", HOLDING, 1, [0, 100]],
    [
      "the first one in its box",
      "bonus_if: {thrown_before: true}, joker: none",
      { ...HOLDING, five: 50 },
      2,
      [0, 100, 200],
    ],
    ["only the first one", "bonus_if: {thrown_before: true}, joker: none", { three: 15 }, 0, [0]],
    ["none at all", "bonus_if: {thrown_before: true}, joker: none", { sixes: 18 }, 0, [0]],
  ])("%s", (_, rules, boxes, most, extras) => {
    const game = kniffel(`bonus: 100, ${rules}`);
    expect(mostRepeats(game, filledIn(game, 0, boxes))).toBe(most);
    expect(possibleExtras(game, filledIn(game, 0, boxes))).toEqual(extras);
    expect(canHoldRepeats(game, filledIn(game, 0, boxes))).toBe(most > 0);
  });

  it("need what the gate says in every column", () => {
    const game = kniffel("bonus: 100, bonus_if: {box: scored}, joker: none", [1, 1]);
    const first = filledIn(game, 0, { five: 50, three: 15 });
    expect(mostRepeats(game, first)).toBe(0);
    expect(mostRepeats(game, [...first, ...filledIn(game, 1, { five: 50 })])).toBe(1);
    expect(mostRepeats(game, [...first, ...filledIn(game, 1, { five: 0 })])).toBe(0);
  });

  it("count as often as the column where they are multiplied", () => {
    const game = kniffel("bonus: 100, multiplied: true, joker: none", [1, 3]);
    const filled = [...filledIn(game, 1, { three: 15 }), ...filledIn(game, 0, { three: 15 })];
    expect(possibleExtras(game, filled)).toEqual([0, 100, 300, 400]);
    const plain = kniffel("bonus: 100, joker: none", [1, 3]);
    expect(possibleExtras(plain, filled)).toEqual([0, 100, 200]);
    const worth = [game, plain].map(({ repeats }) => repeats && repeatBonus(repeats, { multiplier: 3 }));
    expect(worth).toEqual([300, 100]);
  });

  it("are none in a game without further rolls", () => {
    const game = kniffel("bonus: 100, joker: none");
    const without = { ...game, repeats: null };
    expect(possibleExtras(without, filledIn(game, 0, HOLDING))).toEqual([0]);
    expect(mostRepeats(without, filledIn(game, 0, HOLDING))).toBe(0);
  });
});

/*
 * Jokers are forced: a further roll goes into the box of its number, then into one below, then a box above is struck. By hand, for each
 * sheet: which boxes can hold one, in which order of turns.
 */
describe("the turns of further rolls", () => {
  const FORCED =
    "bonus: 100, bonus_if: {box: scored}, joker: {if: {box: filled}, upper: own, upper_first: true, lower: any}";
  const inBoxes = (game: Game, boxes: Readonly<Record<string, number>>) =>
    game.columns.flatMap((column) =>
      Object.entries(boxes).map(([id, value]) => ({ category: boxOf(game, id), value, column })),
    );
  const LOWER = { three: 20, four: 20, full_house: 25, small: 30, large: 40, chance: 20 };

  it.each<[string, string, Record<string, number>, number]>([
    ["a joker whose own number is open", FORCED, { five: 50, full_house: 25 }, 0],
    ["a joker of the one number that is filled", FORCED, { five: 50, full_house: 25, ones: 2 }, 1],
    ["further rolls above, then a joker", FORCED, { five: 50, full_house: 25, ones: 5 }, 2],
    ["15 pips, with threes open", FORCED, { five: 50, three: 15, ones: 2 }, 0],
    ["15 pips, with threes filled", FORCED, { five: 50, three: 15, threes: 9 }, 1],
    ["a strike below, where a joker would score", FORCED, { five: 50, full_house: 0, ones: 2 }, 0],
    ["a strike above, with boxes below open", FORCED, { five: 50, twos: 0, ones: 2 }, 0],
    [
      "a strike above, with nothing open below",
      FORCED,
      { five: 50, twos: 0, ones: 2, ...LOWER, three: 5, four: 5, chance: 5 },
      7,
    ],
    [
      // Ones must be filled before anything below is; no further roll is left for it, and twos may be struck last.
      "two strikes above: one of them comes first",
      FORCED,
      { five: 50, twos: 0, ones: 0, full_house: 25, small: 30, large: 40, three: 5, four: 5, chance: 5 },
      7,
    ],
    [
      "nothing forced",
      FORCED.replace("upper_first: true", "upper_first: false"),
      { five: 50, full_house: 25, twos: 0 },
      2,
    ],
  ])("%s", (_, rules, boxes, most) => {
    const game = kniffel(rules);
    expect(mostRepeats(game, inBoxes(game, boxes))).toBe(most);
    const extras = Array.from({ length: most + 1 }, (_, at) => at * 100);
    expect(possibleExtras(game, inBoxes(game, boxes))).toEqual(extras);
    expect(canHoldRepeats(game, inBoxes(game, boxes))).toBe(most > 0);
  });

  it("keep to the order of a column", () => {
    const game = kniffel(FORCED);
    const boxes = { ones: 5, twos: 10, three: 15, five: 50, chance: 5 };
    const inOrder = (kind: "down" | "up") => ({
      ...game,
      columns: game.columns.map((column) => ({ ...column, order: { kind } })),
    });
    // Upwards the numbers come after the first one; downwards only chance does, when all numbers are filled.
    const upper = { ones: 5, twos: 10, threes: 9, fours: 12, fives: 15, sixes: 18 };
    const full = { ...upper, ...LOWER, chance: 5, five: 50 };
    expect(mostRepeats(inOrder("down"), inBoxes(inOrder("down"), full))).toBe(1);
    expect(mostRepeats(inOrder("up"), inBoxes(inOrder("up"), full))).toBe(2);
    expect(mostRepeats(game, inBoxes(game, boxes))).toBe(3);
  });

  it.each([
    ["forced", FORCED, fits],
    ["free once its number is filled everywhere", NUMBER_FILLED, fitsFreely],
  ] as const)("are the same as those of trying out every order of turns: %s", (_, rules, mayHold) => {
    const random = randomFrom(7);
    const ids = ["ones", "twos", "threes", "three", "full_house", "five", "chance"];
    for (let round = 0; round < 50; round += 1) {
      const game = kniffel(rules, round < 25 ? [1] : [1, 1]);
      const filled = game.columns.flatMap((column) =>
        ids
          .filter((id) => id === "five" || random() < (round < 25 ? 0.8 : 0.6))
          .map((id) => {
            const value = id === "five" ? 50 : pick([...repeatValues(game, boxOf(game, id)), 0], random);
            return { category: boxOf(game, id), value, column };
          }),
      );
      const most = mostByTrying(filled, game.columns.length, mayHold);
      expect(
        mostRepeats(game, filled),
        JSON.stringify(filled.map((b) => [b.column.id, b.category.id, b.value])),
      ).toBe(most);
      expect(canHoldRepeats(game, filled)).toBe(most > 0);
    }
  });

  it("look at the boxes of their number in every column", () => {
    const game = kniffel(NUMBER_FILLED, [1, 2]);
    const [one, two] = game.columns;
    if (one === undefined || two === undefined) throw new Error("no columns");
    const box = (column: typeof one, id: string, value: number) => ({
      column,
      value,
      category: boxOf(game, id),
    });
    const small = [box(one, "five", 50), box(two, "five", 0), box(one, "ones", 1), box(one, "small", 30)];
    expect(mostRepeats(game, small)).toBe(0);
    expect(mostRepeats(game, [...small, box(two, "ones", 0)])).toBe(2);
  });

  it("are jokers only where a joker may be used, whatever the extra points ask for", () => {
    const rules = "bonus: 100, joker: {if: {box: scored}, lower: any}";
    const game = kniffel(rules);
    expect(mostRepeats(game, inBoxes(game, { small: 30 }))).toBe(0);
    expect(mostRepeats(game, inBoxes(game, { small: 30, five: 0 }))).toBe(0);
    expect(mostRepeats(game, inBoxes(game, { small: 30, five: 50 }))).toBe(1);
    expect(mostRepeats(game, inBoxes(game, { chance: 30 }))).toBe(1);
  });

  it("are forced only while they are jokers", () => {
    const rules = "bonus: 100, joker: {if: {box: filled}, upper: own, upper_first: true, lower: any}";
    const game = kniffel(rules);
    expect(mostRepeats(game, inBoxes(game, { chance: 30 }))).toBe(1);
  });
});

const NUMBER_FILLED =
  "bonus: 100, bonus_if: {box: filled}, joker: {if: {box: filled, own_number: filled}, lower: any}";

/** Whether a further roll can be entered in a box. @param isOpen whether some column has an open box of this category */
type Fits = (box: FilledBox, face: number, isOpen: (id: string) => boolean) => boolean;

/** The most further rolls over all orders of turns, each box filled by a further roll whenever the rules above let it be. */
function mostByTrying(filled: readonly FilledBox[], columns: number, mayHold: Fits): number {
  const known = new Map<string, number>();
  const best = (left: readonly FilledBox[]): number => {
    const key = left.map((box) => filled.indexOf(box)).join();
    const isOpen = (id: string) =>
      filled.filter((one) => one.category.id === id && !left.includes(one)).length < columns;
    const holds = (box: FilledBox) =>
      !isOpen("five") && box.category.id !== "five" && FACES.some((face) => mayHold(box, face, isOpen));
    const most =
      known.get(key) ??
      Math.max(0, ...left.map((box) => (holds(box) ? 1 : 0) + best(left.filter((other) => other !== box))));
    known.set(key, most);
    return most;
  };
  return best(filled);
}

const FACES = [1, 2, 3, 4, 5, 6];
const NUMBERS = ["ones", "twos", "threes", "fours", "fives", "sixes"];
const BELOW: Readonly<Record<string, (face: number) => number>> = {
  three: (face) => 5 * face,
  four: (face) => 5 * face,
  full_house: () => 25,
  small: () => 30,
  large: () => 40,
  chance: (face) => 5 * face,
};

/** The forced joker, told once more: own number, then below, then a strike above. */
function fits({ category, value }: FilledBox, face: number, isOpen: (id: string) => boolean): boolean {
  const own = NUMBERS[face - 1] ?? "";
  if (isOpen(own)) return category.id === own && value === 5 * face;
  if (category.id in BELOW) return value === BELOW[category.id]?.(face);
  return value === 0 && Object.keys(BELOW).every((id) => !isOpen(id));
}

/** A roll goes anywhere for what it shows or as a strike; as a joker once no box of its number is open. */
function fitsFreely(
  { category: { id }, value }: FilledBox,
  face: number,
  isOpen: (id: string) => boolean,
): boolean {
  const own = NUMBERS[face - 1] ?? "";
  const isJokerNeeded = ["full_house", "small", "large"].includes(id);
  if (value === 0) return true;
  if (id in BELOW) return value === BELOW[id]?.(face) && !(isJokerNeeded && isOpen(own));
  return id === own && value === 5 * face;
}
