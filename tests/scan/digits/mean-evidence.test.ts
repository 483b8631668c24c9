import { describe, expect, it } from "vitest";
import { type Evidence, NO_INK, meanTexts } from "../../../src/scan/digits/evidence.ts";

/** What a view says of a number: its texts with their probabilities. */
function view(shares: Readonly<Record<string, number>>): Evidence {
  const likely = Object.entries(shares).map(([text, probability]) => ({ text, probability }));
  return { ...NO_INK, probability: (text) => shares[text] ?? 0, likely };
}

const SURE = view({ "14": 0.999, "19": 0.001 });

describe("what several views say together", () => {
  it("is what they all say, where they agree", () => {
    const { probability, likely } = meanTexts([SURE, SURE]);
    expect(probability("14")).toBeCloseTo(0.999, 6);
    expect(likely.map(({ text }) => text)).toEqual(["14", "19"]);
  });

  it("adds up to 1, however little they agree", () => {
    const views = [view({ "14": 0.9, "19": 0.1 }), view({ "74": 0.8, "14": 0.2 }), view({ "1": 1 })];
    const { probability, likely } = meanTexts(views);
    expect(likely.reduce((sum, one) => sum + one.probability, 0)).toBeCloseTo(1, 6);
    for (const one of likely) expect(probability(one.text)).toBe(one.probability);
    expect(probability("2")).toBe(0);
  });

  it("outvotes one that is beside the point, but does not forget it", () => {
    const { probability } = meanTexts([...Array(7).fill(SURE), view({ "19": 0.999, "14": 0.001 })]);
    expect(probability("14")).toBeGreaterThan(0.9);
    expect(probability("19")).toBeGreaterThan(0.01);
  });

  it("is unsure where half of them say something else", () => {
    const { probability } = meanTexts([SURE, view({ "19": 0.999, "14": 0.001 })]);
    expect(probability("14")).toBeCloseTo(0.5, 2);
  });

  it("is not made unsure by one that can't tell", () => {
    const { probability } = meanTexts([...Array(7).fill(SURE), view({ "14": 0.5, "19": 0.5 })]);
    // The plain mean is 0.937.
    expect(probability("14")).toBeGreaterThan(0.98);
  });
});
