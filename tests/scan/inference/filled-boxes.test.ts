import { describe, expect, test } from "vitest";
import { gameReference } from "../../../src/check/sheet.ts";
import { orderAllows } from "../../../src/rules/game/order.ts";
import {
  begunTooEarlyChance,
  brokenTurnChance,
  type FilledChance,
  filledCounts,
  outOfOrderChance,
  unevenChances,
} from "../../../src/scan/inference/filled-boxes.ts";
import { shippedGame } from "../../support/games.ts";
import { randomFrom } from "../../support/sheets.ts";

const box = (filled: number, category = "ones"): FilledChance => ({
  column: "main",
  category,
  filled,
});
const some = (...shares: readonly number[]) => shares.map((filled) => box(filled));
const surely = (count: number, of: number) => Array.from({ length: of }, (_, at) => box(at < count ? 1 : 0));

/** Every set of filled boxes with its probability, one by one. */
function* worlds(shares: readonly number[]): Generator<{ filled: boolean[]; probability: number }> {
  for (let set = 0; set < 2 ** shares.length; set++) {
    const filled = shares.map((_, at) => (set >> at) % 2 === 1);
    const probability = shares.reduce((all, share, at) => all * (filled[at] ? share : 1 - share), 1);
    yield { filled, probability };
  }
}

describe("how many boxes are filled", () => {
  test("is as probable as all sets with so many boxes together", () => {
    const shares = [0.1, 0.5, 0.93, 0.02, 1];
    const counted = [0, 0, 0, 0, 0, 0];
    for (const { filled, probability } of worlds(shares)) {
      const count = filled.filter(Boolean).length;
      counted[count] = (counted[count] ?? 0) + probability;
    }
    const counts = filledCounts(some(...shares));
    expect(counts).toHaveLength(6);
    counts.forEach((probability, count) => {
      expect(probability).toBeCloseTo(counted[count] ?? 0, 12);
    });
  });

  test("tells turns that are half written down, but not on a full sheet", () => {
    const game = shippedGame("doppel-yatzy");
    const { boxes } = gameReference(game);
    expect(game.turn.entries).toBe(2);
    expect(brokenTurnChance(game, surely(4, boxes))).toBe(0);
    expect(brokenTurnChance(game, surely(5, boxes))).toBe(1);
    expect(brokenTurnChance(game, surely(boxes, boxes))).toBe(0);
    expect(brokenTurnChance(game, [box(0.3), ...surely(4, boxes - 1)])).toBeCloseTo(0.3, 12);
  });
});

test("a column is begun too early if anything stands in it and not everything in the one before", () => {
  expect(begunTooEarlyChance(some(0, 0), some(1, 0))).toBe(0);
  expect(begunTooEarlyChance(some(1, 0), some(1, 1))).toBe(0);
  expect(begunTooEarlyChance(some(1, 0), some(1, 0))).toBe(1);
  expect(begunTooEarlyChance(some(0.5, 0.5), some(0.9, 0.8))).toBeCloseTo(0.75 * 0.28, 12);
});

describe("a column's order", () => {
  const game = shippedGame("yazzo");
  const { rowIds } = gameReference(game);

  test.each(["down", "up", "inward"] as const)("%s: as probable as all sets that break it", (kind) => {
    const random = randomFrom(7);
    const shares = rowIds.map((_, at) => (at < 8 ? random() : at % 2));
    const boxes = rowIds.map((category, at) => box(shares[at] ?? 0, category));
    let broken = 0;
    for (const { filled, probability } of worlds(shares)) {
      const set = new Set(rowIds.filter((_, at) => filled[at]));
      if (!orderAllows({ kind }, rowIds, set)) broken += probability;
    }
    expect(broken).toBeGreaterThan(0.5);
    expect(outOfOrderChance(game, { kind }, boxes)).toBeCloseTo(broken, 6);
  });

  test("a column that holds it surely breaks it never", () => {
    const boxes = rowIds.map((category, at) => box(at < 4 ? 1 : 0, category));
    expect(outOfOrderChance(game, { kind: "down" }, boxes)).toBe(0);
    expect(outOfOrderChance(game, { kind: "up" }, boxes)).toBe(1);
  });
});

describe("players who are turns apart", () => {
  const game = shippedGame("yatzy");
  const { boxes } = gameReference(game);
  const none = [0, 0, 0];

  test("are so if their counts are, whoever they are compared with", () => {
    const players = [surely(6, boxes), surely(6, boxes), surely(3, boxes)];
    expect(unevenChances(game, players, none)).toEqual([0, 0, 1]);
    expect(unevenChances(game, [surely(6, boxes), surely(7, boxes), surely(6, boxes)], none)).toEqual(none);
  });

  test("are less probably so, the more boxes together could make up for it", () => {
    const doubtful = [...surely(3, boxes - 3), ...some(0.4, 0.4, 0.4)];
    const [first, second, third = 0] = unevenChances(
      game,
      [surely(6, boxes), surely(6, boxes), doubtful],
      none,
    );
    expect([first, second]).toEqual([0, 0]);
    // Five filled boxes are near enough: two of the three.
    expect(third).toBeCloseTo(0.6 ** 3 + 3 * 0.4 * 0.6 ** 2, 6);
  });

  test("whoever has no box filled does not play", () => {
    const blot = [box(0.3), ...surely(0, boxes - 1)];
    const [, , third] = unevenChances(game, [surely(6, boxes), surely(6, boxes), blot], none);
    expect(third).toBeCloseTo(0.3, 6);
  });
});
