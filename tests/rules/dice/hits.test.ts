import { describe, expect, it } from "vitest";
import {
  canRoll,
  type Dice,
  facesOf,
  handsInRoll,
  handsOf,
  type Roll,
} from "../../../src/rules/dice/dice.ts";
import { findHits, findMatches, matchesByHand, type Pattern } from "../../../src/rules/dice/pattern.ts";

function pips(count: number, scored = count): Dice {
  return {
    dice: Array.from({ length: count }, () => ({ low: 1, high: 6 })),
    scored,
    colours: null,
    wild: null,
  };
}

const groups = (sizes: number[], distinct = true, sameColour = false): Pattern => ({
  kind: "groups",
  sizes,
  distinct,
  sameColour,
});
const run = (length: number, from: number | null = null, wrap = false): Pattern => ({
  kind: "run",
  length,
  from,
  wrap,
});

/** A roll, faces ascending, and in how many orders its dice can fall. */
interface Throws {
  readonly roll: Roll;
  readonly orders: number;
}

/** All rolls of six-sided dice, counted without the engine: of `n` dice, those alike can change places. */
function throwsOf(count: number): Throws[] {
  const add = (roll: number[], orders: number, alike: number): Throws[] => {
    if (roll.length === count) return [{ roll, orders }];
    const last = roll.at(-1) ?? 1;
    return [1, 2, 3, 4, 5, 6]
      .filter((face) => face >= last)
      .flatMap((face) => {
        const same = face === roll.at(-1) ? alike + 1 : 1;
        return add([...roll, face], (orders * (roll.length + 1)) / same, same);
      });
  };
  return add([], 1, 0);
}

function waysAmong(count: number, isMade: (roll: Roll) => boolean): number {
  return throwsOf(count).reduce((ways, { roll, orders }) => ways + (isMade(roll) ? orders : 0), 0);
}

function ways(count: number, pattern: Pattern): number {
  const dice = pips(count);
  return waysAmong(count, (roll) => findHits(pattern, roll, dice).length > 0);
}

describe("ways to throw a pattern at once", () => {
  it("are taken out of all throws", () => {
    expect([1, 2, 5, 6].map((count) => ways(count, { kind: "any" }))).toEqual([6, 36, 7776, 46_656]);
  });

  it.each<[string, Pattern, number]>([
    ["five alike", groups([5]), 6],
    ["full house", groups([3, 2]), 300],
    ["even numbers alone", { kind: "only", faces: [2, 4, 6] }, 3 ** 5],
    ["run of five", run(5), 240],
    ["run of four or more", run(4), 1200],
    ["three alike or more", groups([3]), 1656],
    ["four alike or more", groups([4]), 156],
  ])("five dice, %s", (_, pattern, expected) => {
    expect(ways(5, pattern)).toBe(expected);
  });

  it.each([
    ["six alike", groups([6]), 6],
    ["five alike or more", groups([5]), 186],
    ["four and two", groups([4, 2], false), 456],
    ["two triples", groups([3, 3], false), 306],
    ["three pairs", groups([2, 2, 2], false), 2256],
    ["run of six", run(6), 720],
    ["run of five", run(5), 4320],
  ])("six dice, %s", (_, pattern, expected) => {
    expect(ways(6, pattern)).toBe(expected);
  });

  it.each([
    ["pair", groups([2]), 45936],
    ["two pairs, loose", groups([2, 2], false), 27936],
    ["two pairs, strict", groups([2, 2]), 25950],
    ["three alike", groups([3]), 17136],
    ["four alike", groups([4]), 2436],
    ["full house, loose", groups([3, 2], false), 8136],
    ["full house, strict", groups([3, 2]), 7950],
    ["small straight", run(5, 1), 2520],
    ["large straight", run(5, 2), 2520],
    ["five alike", groups([5]), 186],
  ])("six dice of which five are scored, %s", (_, pattern, expected) => {
    const dice = pips(6, 5);
    const isMade = (roll: Roll) =>
      handsInRoll(dice, roll).some((hand) => findHits(pattern, hand, dice).length > 0);
    expect(waysAmong(6, isMade)).toBe(expected);
  });
});

describe("the hits of a hand", () => {
  it("are every way the player may choose", () => {
    expect(findHits(groups([2]), [3, 3, 5, 5, 5], pips(5))).toEqual([
      [3, 3],
      [5, 5],
    ]);
  });

  it("use a face twice only where groups need not differ", () => {
    expect(findHits(groups([2, 2]), [4, 4, 4, 4, 1], pips(5))).toEqual([]);
    expect(findHits(groups([2, 2], false), [4, 4, 4, 4, 1], pips(5))).toEqual([[4, 4, 4, 4]]);
  });

  it("let a run wrap around only where it may", () => {
    expect(findHits(run(5), [1, 3, 4, 5, 6], pips(5))).toEqual([]);
    expect(findHits(run(5, null, true), [1, 3, 4, 5, 6], pips(5))).toEqual([[3, 4, 5, 6, 1]]);
    expect(findHits(run(7, null, true), [1, 2, 3, 4, 5, 6, 6], pips(7))).toEqual([]);
  });

  const sum = (limits: { eq?: number; min?: number; max?: number }): Pattern => ({
    ...{ kind: "sum", eq: null, min: null, max: null },
    ...limits,
  });
  const face = (number: number, min: number): Pattern => ({ kind: "face", face: number, min });
  const faces = (...all: number[]): Pattern => ({ kind: "faces", faces: all });
  const all = (...of: Pattern[]): Pattern => ({ kind: "all", of });
  const oneOf = (...of: Pattern[]): Pattern => ({ kind: "one_of", of });

  it.each<[string, Pattern, Roll, Roll[]]>([
    ["any dice", { kind: "any" }, [6, 1, 1], [[6, 1, 1]]],
    ["none", { kind: "none" }, [1, 1, 1], []],
    ["all dice of a face", face(3, 1), [3, 5, 3], [[3, 3]]],
    ["a face that nobody rolled", face(2, 1), [3, 5, 3], []],
    ["enough of a face", face(3, 2), [3, 5, 3], [[3, 3]]],
    ["too few of a face", face(5, 2), [3, 5, 3], []],
    ["faces in any order", faces(5, 1, 3), [3, 1, 5], [[1, 3, 5]]],
    ["all faces but one", faces(1, 3, 5), [1, 3, 4], []],
    ["faces alone, any of them", { kind: "only", faces: [2, 4, 6] }, [2, 2, 6], [[2, 2, 6]]],
    ["one die too many of another face", { kind: "only", faces: [2, 4, 6] }, [2, 4, 5], []],
    ["a face twice of which there is one", faces(1, 1), [1, 2, 3], []],
    ["an exact sum", sum({ eq: 13 }), [6, 6, 1], [[6, 6, 1]]],
    ["not that sum", sum({ eq: 13 }), [6, 6, 2], []],
    ["at least a sum", sum({ min: 11 }), [6, 4, 1], [[6, 4, 1]]],
    ["less than a sum", sum({ min: 12 }), [6, 4, 1], []],
    ["at most a sum", sum({ max: 11 }), [6, 4, 1], [[6, 4, 1]]],
    ["more than a sum", sum({ max: 10 }), [6, 4, 1], []],
    ["all of several: the hit of the first", all(groups([2]), sum({ eq: 13 })), [6, 6, 1], [[6, 6]]],
    ["the first of several, but not the second", all(groups([2]), sum({ eq: 13 })), [6, 6, 2], []],
    ["the second of several, but not the first", all(groups([2]), sum({ eq: 13 })), [6, 4, 3], []],
    ["one of several", oneOf(groups([3]), sum({ eq: 13 })), [2, 2, 2], [[2, 2, 2]]],
    [
      "two of several",
      oneOf(groups([3]), sum({ eq: 6 })),
      [2, 2, 2],
      [
        [2, 2, 2],
        [2, 2, 2],
      ],
    ],
    ["groups in a hand of any order", groups([2, 1]), [5, 1, 5], [[1, 5, 5]]],
    ["a run in a hand of any order", run(3), [5, 3, 4], [[3, 4, 5]]],
    ["a run from a face", run(3, 3), [5, 3, 4], [[3, 4, 5]]],
    ["a run from another face", run(3, 2), [5, 3, 4], []],
    [
      "two runs",
      run(2),
      [5, 3, 4],
      [
        [3, 4],
        [4, 5],
      ],
    ],
  ])("are right: %s", (_, pattern, hand, hits) => {
    expect(findHits(pattern, hand, pips(3))).toEqual(hits);
  });

  it("let a run go from the highest face of all dice to the lowest", () => {
    const dice: Dice = {
      ...{ scored: 2, colours: null, wild: null },
      dice: [
        { low: 3, high: 9 },
        { low: 0, high: 4 },
      ],
    };
    expect(facesOf(dice)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(findHits(run(2, null, true), [9, 0], dice)).toEqual([[9, 0]]);
  });

  it("know colours", () => {
    const colours = new Map([
      [1, "black"],
      [6, "black"],
      [2, "red"],
      [5, "red"],
    ]);
    const dice = { ...pips(5), colours };
    expect(findHits({ kind: "colour" }, [1, 6, 6, 1, 1], dice).length).toBe(1);
    expect(findHits({ kind: "colour" }, [1, 6, 2, 1, 1], dice)).toEqual([]);
    expect(findHits({ kind: "colour" }, [3, 3, 3, 3, 3], dice)).toEqual([]);
    expect(findHits({ kind: "colour" }, [1, 1, 1, 1, 1], pips(5))).toEqual([]);
    expect(findHits(groups([3, 2], true, true), [1, 1, 1, 6, 6], dice).length).toBe(1);
    expect(findHits(groups([3, 2], true, true), [1, 1, 1, 2, 2], dice)).toEqual([]);
  });
});

describe("hands", () => {
  it("of five dice are 252, of six 462, of six with five scored 252 again", () => {
    expect([handsOf(pips(5)).length, handsOf(pips(6)).length, handsOf(pips(6, 5)).length]).toEqual([
      252, 462, 252,
    ]);
  });

  it("and what they make are shared by dice that are alike, and by no others", () => {
    const wild = { ...pips(5), wild: { faces: [6], beside: true } };
    expect(handsOf(pips(5))).toBe(handsOf(pips(5)));
    expect(matchesByHand(pips(5))(groups([5]))).toBe(matchesByHand(pips(5))(groups([5])));
    // Where a 6 is wild: one to five of each other face, filled up with sixes, and five sixes.
    const ways = [pips(5), wild].map((dice) => matchesByHand(dice)(groups([5])).flat().length);
    expect(ways).toEqual([6, 5 * 5 + 1]);
  });

  it("of unlike dice are each counted once", () => {
    const dice: Dice = {
      dice: [
        { low: 1, high: 2 },
        { low: 0, high: 1 },
      ],
      scored: 2,
      colours: null,
      wild: null,
    };
    expect(
      handsOf(dice)
        .map((hand) => hand.join(""))
        .sort(),
    ).toEqual(["01", "02", "11", "12"]);
  });

  it("in a roll are all ways to leave dice out", () => {
    expect(handsInRoll(pips(6, 5), [6, 6, 4, 3, 3, 3])).toEqual([
      [3, 3, 3, 4, 6],
      [3, 3, 3, 6, 6],
      [3, 3, 4, 6, 6],
    ]);
  });

  it("can be rolled only if every face has a die of its own", () => {
    const dice: Dice = {
      dice: [
        { low: 1, high: 6 },
        { low: 0, high: 9 },
      ],
      scored: 2,
      colours: null,
      wild: null,
    };
    expect(canRoll(dice, [0, 6])).toBe(true);
    expect(canRoll(dice, [9, 0])).toBe(false);
    expect(canRoll(dice, [3])).toBe(false);
    expect(canRoll(pips(5), [1, 2, 3, 4, 7])).toBe(false);
    expect(canRoll(pips(5), [0, 2, 3, 4, 5])).toBe(false);
    expect(canRoll(pips(2), [3, 3, 3])).toBe(false);
  });

  it("can be rolled in any order of faces and of dice", () => {
    const [low, mixed, high] = [
      { low: 1, high: 4 },
      { low: 2, high: 9 },
      { low: 5, high: 6 },
    ];
    const orders = [
      [low, mixed, high],
      [low, high, mixed],
      [mixed, low, high],
      [mixed, high, low],
      [high, low, mixed],
      [high, mixed, low],
    ];
    for (const dice of orders) {
      const canFall = (roll: Roll) => canRoll({ dice, scored: 3, colours: null, wild: null }, roll);
      expect(
        [
          [4, 5, 9],
          [9, 5, 4],
          [5, 4, 3],
          [6, 5, 1],
        ].map(canFall),
      ).toEqual([true, true, true, true]);
      expect(
        [
          [1, 1, 5],
          [6, 5, 5],
          [9, 8, 1],
        ].map(canFall),
      ).toEqual([false, false, false]);
    }
  });
});

describe("dice and patterns that differ in one thing", () => {
  const usual = pips(3);
  const wild = (faces: number[], beside: boolean) => ({ ...usual, wild: { faces, beside } });
  const coloured = (red: number) => ({ ...usual, colours: new Map([[red, "red"]]) });
  const dice: readonly Dice[] = [
    usual,
    pips(4, 3),
    pips(3, 2),
    { ...usual, dice: usual.dice.map(({ low }) => ({ low, high: 5 })) },
    { ...usual, dice: usual.dice.map(({ high }) => ({ low: 0, high })) },
    wild([6], false),
    wild([6], true),
    wild([5], false),
    coloured(1),
    coloured(2),
  ];
  const patterns: readonly Pattern[] = [
    groups([2]),
    groups([2, 2]),
    groups([2, 2], false),
    groups([2], true, true),
    run(2),
    run(3),
    run(2, 1),
    run(3, null, true),
    { kind: "face", face: 6, min: 1 },
    { kind: "face", face: 5, min: 1 },
    { kind: "face", face: 6, min: 2 },
    { kind: "sum", eq: 9, min: null, max: null },
    { kind: "sum", eq: null, min: 9, max: null },
    { kind: "sum", eq: null, min: null, max: 9 },
    { kind: "colour" },
  ];

  it("are never taken for each other, whichever were asked for before", () => {
    const told = dice.flatMap((one) =>
      patterns.map((pattern) => {
        const matches = JSON.stringify(matchesByHand(one)(pattern));
        expect(matches).toBe(JSON.stringify(handsOf(one).map((hand) => findMatches(pattern, hand, one))));
        return JSON.stringify(handsOf(one)) + matches;
      }),
    );
    expect(new Set(told).size).toBeGreaterThan(60);
  });
});
