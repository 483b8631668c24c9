import { describe, expect, it } from "vitest";
import { type Odds, balanceRemarks, nearestThreshold } from "../../src/odds/odds.ts";

const box = (category: string, mean: number, zero: number) => ({
  column: "main",
  category,
  mean,
  zero,
  turns: [],
});
const tier = (from: number, probability: number) => ({ section: "upper", column: "main", from, probability });

function odds(changes: Partial<Odds>): Odds {
  return {
    mean: 60,
    deviation: 10,
    percentiles: { p5: 40, p25: 50, p50: 60, p75: 70, p95: 80 },
    states: 1,
    tiers: [],
    boxes: [box("a", 20, 0.1), box("b", 20, 0.1), box("c", 20, 0.1)],
    totals: { from: 60, chances: [1] },
    neglected: 0,
    ...changes,
  };
}

describe("what is out of balance", () => {
  it("is nothing where boxes bring the same", () => {
    expect(balanceRemarks(odds({}), () => 30)).toEqual([]);
  });

  it("is a box that mostly holds a zero, named once", () => {
    const found = balanceRemarks(odds({ boxes: [box("a", 1, 0.51), box("b", 59, 0.5)] }), () => 30);
    expect(found).toEqual([{ kind: "often-zero", column: "main", category: "a", zero: 0.51 }]);
  });

  it("is a box that brings little though it could bring more", () => {
    const boxes = [box("a", 3, 0.4), box("b", 3, 0.4), box("c", 54, 0)];
    const found = balanceRemarks(odds({ boxes }), (category) => (category === "a" ? 30 : 5));
    expect(found).toEqual([{ kind: "too-little", column: "main", category: "a", mean: 3 }]);
  });

  it("is a step that under 5 % or over 95 % reach", () => {
    const tiers = [tier(10, 0.96), tier(20, 0.95), tier(30, 0.05), tier(40, 0.04)];
    expect(balanceRemarks(odds({ tiers }), () => 30).map(({ kind }) => kind)).toEqual([
      "nearly-sure",
      "rarely-reached",
    ]);
  });
});

describe("a threshold for a share", () => {
  const reached = (from: number) => 1 / (1 + Math.exp((from - 63.4) / 4));

  it.each([0.01, 0.1, 0.48, 0.5, 0.52, 0.99])("is the one that comes nearest: %d", (share) => {
    const from = nearestThreshold(share, 0, 106, reached);
    const distances = Array.from({ length: 106 }, (_, at) => Math.abs(reached(at + 1) - share));
    expect(from).toBe(1 + distances.indexOf(Math.min(...distances)));
  });

  it("is the first one where none is reached by enough games", () => {
    expect(nearestThreshold(0.5, 0, 10, () => 0.2)).toBe(1);
  });
});
