import { computeBonus } from "../../src/rules/sums/sum-graph.ts";
import { describe, expect, it } from "vitest";
import { countBoxes, listCategories, countGameTurns } from "../../src/rules/game/rows.ts";
import { highestPoints, highestTotal, lowestTotal } from "../../src/rules/sums/totals.ts";
import { gameFrom, shippedGame } from "../support/games.ts";
import {
  alike,
  any,
  best,
  D6,
  expectEarned,
  flat,
  groups,
  holds,
  inARow,
  legalOf,
  number,
  type Pay,
  pips,
  type Roll,
  rollsOf,
  sum,
} from "./plain.ts";

/** A game of several columns or hands in plain code: the boxes of one column, from top to bottom. */
interface PlainColumns {
  readonly id: string;
  readonly choices: Readonly<Record<string, string>>;
  readonly columns: number;
  readonly boxes: Readonly<Record<string, Pay>>;
}

const FIVE = rollsOf(D6, D6, D6, D6, D6);
const NUMBERS = {
  ones: number(1),
  twos: number(2),
  threes: number(3),
  fours: number(4),
  fives: number(5),
  sixes: number(6),
};

/** The pips of the most frequent number, as often as the pattern needs it, and something more. */
const alikePips =
  (n: number, more: number): Pay =>
  (roll) =>
    [1, 2, 3, 4, 5, 6]
      .filter((face) => roll.filter((other) => other === face).length >= n)
      .map((face) => more + n * face);

/** By the throw that it fell in, whichever that was. */
const byThrow =
  (values: readonly number[], fits: (roll: Roll) => boolean): Pay =>
  (roll) =>
    fits(roll) ? values : [];

const YAMB = {
  ...NUMBERS,
  max: pips(any),
  min: pips(any),
  straight: byThrow([66, 56, 46], inARow(5)),
  full: pips(groups(3, 2), 30),
  poker: alikePips(4, 40),
  yamb: pips(alike(5), 50),
};
const TRIPLE = {
  ...NUMBERS,
  three: pips(alike(3)),
  four: pips(alike(4)),
  full_house: flat(25, groups(3, 2)),
  small: flat(30, inARow(4)),
  large: flat(40, inARow(5)),
  five: flat(50, alike(5)),
  chance: pips(any),
};
/** Numbers by the symbols: nines are the ones of ordinary dice. */
const ESCALERO = {
  nines: number(1),
  tens: number(2),
  jacks: number(3),
  queens: number(4),
  kings: number(5),
  aces: number(6),
  straight: byThrow([20, 25], inARow(5)),
  full_house: byThrow([30, 35], groups(3, 2)),
  poker: byThrow([40, 45], alike(4)),
  grande: byThrow([50, 80], alike(5)),
};
const YAM = {
  ...NUMBERS,
  high: pips(any),
  low: pips(any),
  full_house: pips(groups(3, 2), 20),
  straight: pips(inARow(5), 30),
  yam: pips(alike(5), 40),
};
const BALUT = {
  fours: number(4),
  fives: number(5),
  sixes: number(6),
  straight: pips(inARow(5)),
  full_house: pips(groups(3, 2)),
  choice: pips(any),
  balut: pips(alike(5), 20),
};
const CAMEROON = {
  ...NUMBERS,
  full_house: pips(groups(3, 2)),
  little: flat(21, holds(1, 2, 3, 4, 5)),
  large: flat(30, holds(2, 3, 4, 5, 6)),
  five: flat(50, alike(5)),
};
const fullOf = (more: number): Pay => pips((roll) => groups(3, 2)(roll) || alike(5)(roll), more);

const PLAIN: readonly PlainColumns[] = [
  { id: "triple-yahtzee", choices: {}, columns: 3, boxes: TRIPLE },
  {
    id: "triple-yahtzee",
    choices: { five_alike: "yes" },
    columns: 3,
    boxes: { ...TRIPLE, full_house: flat(25, (roll) => groups(3, 2)(roll) || alike(5)(roll)) },
  },
  { id: "yamb", choices: {}, columns: 4, boxes: YAMB },
  { id: "yamb", choices: { columns: "seven" }, columns: 7, boxes: YAMB },
  // A sixth die changes what one gets, and not what there is to get.
  { id: "yamb", choices: { dice: "six" }, columns: 4, boxes: YAMB },
  {
    id: "yamb",
    choices: { straight: "plus_pips" },
    columns: 4,
    boxes: { ...YAMB, straight: pips(inARow(5), 20) },
  },
  { id: "yam", choices: {}, columns: 4, boxes: YAM },
  { id: "yam", choices: { five_alike: "yes" }, columns: 4, boxes: { ...YAM, full_house: fullOf(20) } },
  { id: "balut", choices: {}, columns: 4, boxes: BALUT },
  { id: "balut", choices: { five_alike: "yes" }, columns: 4, boxes: { ...BALUT, full_house: fullOf(0) } },
  { id: "escalero", choices: {}, columns: 3, boxes: ESCALERO },
  { id: "double-cameroon", choices: {}, columns: 1, boxes: CAMEROON },
  {
    id: "double-cameroon",
    choices: { five_alike: "yes" },
    columns: 1,
    boxes: { ...CAMEROON, full_house: fullOf(0) },
  },
];

describe("in plain code", () => {
  it.each(PLAIN.map((plain) => [plain.id, plain.choices, plain] as const))(
    "%s with %j has the same boxes with the same legal scores, and as many of them",
    (id, choices, { boxes, columns }) => {
      const game = shippedGame(id, choices);
      const legal = listCategories(game).map((category) => [category.id, category.legal]);
      expect(legal).toEqual(Object.entries(boxes).map(([box, pay]) => [box, legalOf(FIVE, pay)]));
      expect(countBoxes(game)).toBe(Object.keys(boxes).length * columns);
    },
  );

  it.each(PLAIN.map((plain) => [plain.id, plain.choices, plain] as const))(
    "%s with %j earns in its worked examples what the dice are worth",
    (id, choices, { boxes }) => {
      const { examples } = shippedGame(id, choices);
      expect(examples.length).toBeGreaterThan(6);
      expectEarned(examples, boxes);
    },
  );

  it("covers these games", () => {
    const covered = ["triple-yahtzee", "yamb", "yam", "balut", "escalero", "double-cameroon"];
    expect([...new Set(PLAIN.map(({ id }) => id))]).toEqual(covered);
  });
});

const highestOf = (pay: Pay) => Math.max(...legalOf(FIVE, pay));
const sumOfBest = (boxes: Readonly<Record<string, Pay>>) => sum(Object.values(boxes).map(highestOf));
const onlyScores = (pay: Pay) => [0, ...legalOf(FIVE, pay)].map((score) => ({ score, extra: 0 }));

describe("Triple Yahtzee", () => {
  const split = (boxes: typeof TRIPLE) => {
    const above = ["ones", "twos", "threes", "fours", "fives", "sixes"] as const;
    const { ones, twos, threes, fours, fives, sixes, ...below } = boxes;
    return { above: above.map((box) => boxes[box]), below: Object.values(below) };
  };
  const bonus = (reached: number) => (reached >= 63 ? 35 : 0);

  it("comes to 2250 without extras: 375 once, twice and three times", () => {
    const { above, below } = split(TRIPLE);
    const column = best(above.map(onlyScores), below.map(onlyScores), bonus);
    expect(column).toBe(375);
    expect(highestTotal({ ...shippedGame("triple-yahtzee"), repeats: null })).toBe(6 * column);
  });

  it("comes to six times the 1575 of Yahtzee with them, as extra points grow with the column", () => {
    // Every box but the Yahtzee's own can hold a further one: at its face, as a joker, or for nothing as a strike.
    const fives = [1, 2, 3, 4, 5, 6].map((face) => Array.from({ length: 5 }, () => face));
    const fixed = new Map(
      [TRIPLE.full_house, TRIPLE.small, TRIPLE.large].map((pay) => [pay, highestOf(pay)]),
    );
    const further = (pay: Pay) =>
      fives
        .flatMap((roll) => [0, ...pay(roll), ...(fixed.has(pay) ? [fixed.get(pay) ?? 0] : [])])
        .map((score) => ({ score, extra: 100 }));
    const { above, below } = split(TRIPLE);
    const ways = (pay: Pay) => [...onlyScores(pay), ...(pay === TRIPLE.five ? [] : further(pay))];
    const column = best(above.map(ways), below.map(ways), bonus);
    expect(column).toBe(1575);
    expect(highestTotal(shippedGame("triple-yahtzee"))).toBe(6 * column);
    expect(highestTotal(shippedGame("triple-yahtzee", { joker: "none" }))).toBe(6 * 1480);
  });
});

describe("Yamb", () => {
  /** The best column, tried out over everything that its numbers, maximum and minimum can be. */
  function bestColumn(minimums: readonly number[], bonus: (reached: number) => number): number {
    const maximums = legalOf(FIVE, YAMB.max);
    const others = [YAMB.twos, YAMB.threes, YAMB.fours, YAMB.fives, YAMB.sixes].map(highestOf);
    const below = sum([YAMB.straight, YAMB.full, YAMB.poker, YAMB.yamb].map(highestOf));
    let most = 0;
    for (const ones of [0, ...legalOf(FIVE, YAMB.ones)]) {
      const numbers = ones + sum(others);
      for (const max of maximums) {
        for (const min of minimums) {
          const middle = Math.max(0, (max - min) * ones);
          most = Math.max(most, numbers + bonus(numbers) + middle + below);
        }
      }
    }
    return most;
  }
  const sums = legalOf(FIVE, YAMB.min);
  const plain = (reached: number) => (reached >= 60 ? 30 : 0);

  it("comes to 528 in a column: 105 and 30, 25 times 5, 66 and 58 and 64 and 80", () => {
    expect(bestColumn(sums, plain)).toBe(528);
    expect(highestTotal(shippedGame("yamb"))).toBe(4 * 528);
    expect(highestTotal(shippedGame("yamb", { columns: "seven" }))).toBe(7 * 528);
  });

  it("has a higher bonus for more numbers, if played so", () => {
    const climbing = (reached: number) =>
      reached >= 60 ? 30 + 10 * Math.min(4, Math.floor((reached - 60) / 10)) : 0;
    expect(highestTotal(shippedGame("yamb", { bonus: "climbing" }))).toBe(4 * bestColumn(sums, climbing));
  });

  it("would be worth more with a struck minimum, which is why there is none", () => {
    const struck = bestColumn([0, ...sums], plain);
    expect(struck).toBe(553);
    const text = "id: test\nextends: yamb\nname: {de: T, en: T}\ncategories: {min: {strike: allowed}}\n";
    expect(highestTotal(gameFrom(text))).toBe(4 * struck);
  });

  it("never counts less than nothing in the middle", () => {
    // Everything struck but the maximum and the minimum, where 5 and 30 could be the wrong way round.
    expect(lowestTotal(shippedGame("yamb"))).toBe(0);
    const bare = "id: test\nextends: yamb\nname: {de: T, en: T}\nsections: {middle: {floor: null}}\n";
    // With five ones above, 5 − 30 costs 125 points; the 5 itself is all that there is to set against them.
    expect(lowestTotal(gameFrom(bare))).toBe(4 * (5 + (5 - 30) * 5));
  });
});

describe("Yam", () => {
  it("comes to 332 in a column, for low stays below high", () => {
    const scores = legalOf(FIVE, YAM.high);
    const both = Math.max(
      ...scores.flatMap((high) => scores.filter((low) => low < high).map((low) => high + low)),
    );
    const { high: _, low: __, ...others } = YAM;
    expect(sumOfBest(others) + both).toBe(332);
    expect(highestTotal(shippedGame("yam"))).toBe(4 * 332);
    expect(highestTotal(shippedGame("yam", { bonus: "from_60" }))).toBe(4 * 362);
  });
});

describe("Balut", () => {
  const tiers = [300, 350, 400, 450, 500, 550, 600, 650];
  const forScore = (score: number) => tiers.filter((from) => score >= from).length - 2;

  it("comes to 812, four times the best of each row", () => {
    expect(4 * sumOfBest(BALUT)).toBe(812);
    expect(highestTotal(shippedGame("balut"))).toBe(812);
    // A full house of five sixes brings two pips more, four times.
    expect(highestTotal(shippedGame("balut", { five_alike: "yes" }))).toBe(820);
  });

  it("comes to 29 victory points: every row and the score at their best", () => {
    const row = (pay: Pay) => 4 * highestOf(pay);
    const points =
      (row(BALUT.fours) >= 52 ? 2 : 0) +
      (row(BALUT.fives) >= 65 ? 2 : 0) +
      (row(BALUT.sixes) >= 78 ? 2 : 0) +
      4 +
      3 +
      (row(BALUT.choice) >= 100 ? 2 : 0) +
      4 * 2 +
      forScore(812);
    expect(points).toBe(29);
    expect(highestPoints(shippedGame("balut"))).toBe(29);
  });

  it("takes two points from a low score and gives six for a high one", () => {
    const score = shippedGame("balut").bonuses.find(({ id }) => id === "score");
    if (score === undefined) throw new Error("no bonus for the score");
    for (let total = 0; total <= 812; total++)
      expect(computeBonus(score, total), String(total)).toBe(forScore(total));
  });
});

describe("Escalero", () => {
  it("comes to 290 in a column", () => {
    expect(sumOfBest(ESCALERO)).toBe(290);
    expect(highestTotal(shippedGame("escalero"))).toBe(3 * 290);
  });
});

describe("Double Cameroon", () => {
  it("comes to 234 in five turns of two boxes", () => {
    const game = shippedGame("double-cameroon");
    expect(sumOfBest(CAMEROON)).toBe(234);
    expect(highestTotal(game)).toBe(234);
    expect(countGameTurns(game)).toBe(5);
    expect(game.hands * game.dice.dice.length).toBe(10);
  });
});
