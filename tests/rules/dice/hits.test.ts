import { describe, expect, it } from "vitest";
import { canRoll, type Dice, handsInRoll, handsOf, type Roll } from "../../../src/rules/dice/dice.ts";
import { hitsOf, type Pattern } from "../../../src/rules/dice/pattern.ts";

function pips(count: number, scored = count): Dice {
  return { dice: Array.from({ length: count }, () => ({ low: 1, high: 6 })), scored, colours: null };
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

/** All ordered throws, counted one by one: an enumeration that shares nothing with the engine. */
function throwsOf(count: number): Roll[] {
  let rolls: number[][] = [[]];
  for (let die = 0; die < count; die++)
    rolls = rolls.flatMap((r) => [1, 2, 3, 4, 5, 6].map((f) => [...r, f]));
  return rolls;
}

function ways(count: number, pattern: Pattern): number {
  const dice = pips(count);
  return throwsOf(count).filter((roll) => hitsOf(pattern, roll, dice).length > 0).length;
}

describe("ways to throw a pattern at once", () => {
  it.each([
    ["five alike", groups([5]), 6],
    ["full house", groups([3, 2]), 300],
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
    const made = throwsOf(6).filter((roll) =>
      handsInRoll(dice, roll).some((hand) => hitsOf(pattern, hand, dice).length > 0),
    );
    expect(made.length).toBe(expected);
  });
});

describe("the hits of a hand", () => {
  it("are every way the player may choose", () => {
    expect(hitsOf(groups([2]), [3, 3, 5, 5, 5], pips(5))).toEqual([
      [3, 3],
      [5, 5],
    ]);
  });

  it("use a face twice only where groups need not differ", () => {
    expect(hitsOf(groups([2, 2]), [4, 4, 4, 4, 1], pips(5))).toEqual([]);
    expect(hitsOf(groups([2, 2], false), [4, 4, 4, 4, 1], pips(5))).toEqual([[4, 4, 4, 4]]);
  });

  it("let a run wrap around only where it may", () => {
    expect(hitsOf(run(5), [1, 3, 4, 5, 6], pips(5))).toEqual([]);
    expect(hitsOf(run(5, null, true), [1, 3, 4, 5, 6], pips(5))).toEqual([[3, 4, 5, 6, 1]]);
    expect(hitsOf(run(7, null, true), [1, 2, 3, 4, 5, 6, 6], pips(7))).toEqual([]);
  });

  it("know sums, faces, alternatives and conjunctions", () => {
    const thirteen: Pattern = { kind: "sum", eq: 13, min: null, max: null };
    expect(hitsOf(thirteen, [6, 6, 1], pips(3))).toEqual([[6, 6, 1]]);
    expect(hitsOf({ kind: "sum", eq: null, min: null, max: 10 }, [6, 4, 1], pips(3))).toEqual([]);
    expect(hitsOf({ kind: "faces", faces: [1, 3, 5] }, [5, 1, 3], pips(3))).toEqual([[1, 3, 5]]);
    expect(hitsOf({ kind: "faces", faces: [1, 1] }, [1, 2, 3], pips(3))).toEqual([]);
    expect(hitsOf({ kind: "all", of: [groups([2]), thirteen] }, [6, 6, 1], pips(3))).toEqual([[6, 6]]);
    expect(hitsOf({ kind: "all", of: [groups([2]), thirteen] }, [6, 4, 3], pips(3))).toEqual([]);
    expect(hitsOf({ kind: "one_of", of: [groups([3]), thirteen] }, [2, 2, 2], pips(3))).toEqual([[2, 2, 2]]);
    expect(hitsOf({ kind: "none" }, [1, 1, 1], pips(3))).toEqual([]);
  });

  it("know colours", () => {
    const colours = new Map([
      [1, "black"],
      [6, "black"],
      [2, "red"],
      [5, "red"],
    ]);
    const dice = { ...pips(5), colours };
    expect(hitsOf({ kind: "colour" }, [1, 6, 6, 1, 1], dice).length).toBe(1);
    expect(hitsOf({ kind: "colour" }, [1, 6, 2, 1, 1], dice)).toEqual([]);
    expect(hitsOf({ kind: "colour" }, [3, 3, 3, 3, 3], dice)).toEqual([]);
    expect(hitsOf(groups([3, 2], true, true), [1, 1, 1, 6, 6], dice).length).toBe(1);
    expect(hitsOf(groups([3, 2], true, true), [1, 1, 1, 2, 2], dice)).toEqual([]);
  });
});

describe("hands", () => {
  it("of five dice are 252, of six 462, of six with five scored 252 again", () => {
    expect([handsOf(pips(5)).length, handsOf(pips(6)).length, handsOf(pips(6, 5)).length]).toEqual([
      252, 462, 252,
    ]);
  });

  it("of unlike dice are each counted once", () => {
    const dice: Dice = {
      dice: [
        { low: 1, high: 2 },
        { low: 0, high: 1 },
      ],
      scored: 2,
      colours: null,
    };
    expect(handsOf(dice).map((hand) => hand.join(""))).toEqual(
      expect.arrayContaining(["01", "11", "02", "12"]),
    );
    expect(handsOf(dice).length).toBe(4);
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
    };
    expect(canRoll(dice, [0, 6])).toBe(true);
    expect(canRoll(dice, [9, 0])).toBe(false);
    expect(canRoll(dice, [3])).toBe(false);
    expect(canRoll(pips(5), [1, 2, 3, 4, 7])).toBe(false);
  });
});
