import { describe, expect, it } from "vitest";
import type { ModelDescription } from "../../../src/scan/digits/model.ts";
import { decodeLogits } from "../../../src/scan/digits/reader.ts";

const ALPHABET = "0123456789-";
const STEPS = 3;

function described(text: number, kind: number): ModelDescription {
  return {
    input: { name: "pictures", height: 40, width: 96 },
    normalisation: { paperPercentile: 90, fullPercentile: 99.5, fullBecomes: 0.8, leastFull: 0.2 },
    output: { name: "logits", steps: STEPS, order: "text[class][step], then kinds" },
    alphabet: ALPHABET,
    blank: ALPHABET.length,
    kinds: ["scribble", "number", "struck", "corrected", "empty"],
    temperature: { text, kind },
  };
}

/** Logits that are 0 but where a sign (` ` for the blank) is shown at a step. */
function logits(shown: readonly (readonly [sign: string, step: number, logit: number])[], kinds: number[]) {
  const all = new Float32Array((ALPHABET.length + 1) * STEPS + kinds.length);
  for (const [sign, step, logit] of shown) {
    const place = sign === " " ? ALPHABET.length : ALPHABET.indexOf(sign);
    all[place * STEPS + step] = logit;
  }
  all.set(kinds, all.length - kinds.length);
  return all;
}

describe("evidence", () => {
  const shown = logits(
    [
      ["4", 0, 9],
      [" ", 1, 9],
      ["4", 2, 9],
    ],
    [0, 2, 0, 0, 1],
  );

  it("takes the logits class by class, and softens them by the temperature of the text", () => {
    for (const temperature of [1, 3]) {
      const sure = Math.exp(9 / temperature);
      const evidence = decodeLogits(shown, described(temperature, 1), true);
      // One path only spells it: any other would need more steps.
      expect(evidence.probability("44")).toBeCloseTo((sure / (sure + 11)) ** 3, 6);
    }
  });

  it("takes the kinds in the order of the description, under their own temperature", () => {
    for (const temperature of [1, 0.5]) {
      const weights = { scribble: 1, number: Math.exp(2 / temperature), struck: 1, corrected: 1 };
      const empty = Math.exp(1 / temperature);
      const total = Object.values(weights).reduce((sum, one) => sum + one, empty);
      const { kinds } = decodeLogits(shown, described(1, temperature), true);
      expect(kinds.number).toBeCloseTo(weights.number / total, 6);
      expect(kinds.empty).toBeCloseTo(empty / total, 6);
      expect(kinds.scribble).toBeCloseTo(1 / total, 6);
    }
  });

  it("finds numbers only: a minus may stand before digits, and nothing else", () => {
    const minus = logits(
      [
        ["-", 0, 4],
        ["7", 1, 4],
        ["-", 2, 4],
      ],
      [0, 0, 0, 0, 0],
    );
    const evidence = decodeLogits(minus, described(1, 1), true);
    const { likely } = evidence;
    expect(likely[0]?.text).toBe("-7");
    expect(likely.length).toBeGreaterThan(3);
    for (const { text } of likely) expect(text).toMatch(/^-?\d+$/);
    expect(evidence.probability("-7-")).toBeGreaterThan(evidence.probability("-7"));
  });

  it("takes a minus for a speck, most probably, where no number is below 0", () => {
    const speck = logits(
      [
        ["-", 0, 9],
        ["2", 1, 9],
        ["4", 2, 9],
      ],
      [0, 0, 0, 0, 0],
    );
    expect(decodeLogits(speck, described(1, 1), true).likely[0]?.text).toBe("-24");
    const unsigned = decodeLogits(speck, described(1, 1), false);
    expect(unsigned.likely[0]?.text).toBe("24");
    expect(unsigned.probability("24")).toBeCloseTo(0.9, 2);
    expect(unsigned.probability("-24")).toBeCloseTo(0.1, 2);
  });

  it("stays whole with logits that exp can't take", () => {
    const huge = logits([["1", 0, 5000]], [5000, -5000, 0, 0, 0]);
    const evidence = decodeLogits(huge, described(1, 1), true);
    expect(evidence.kinds.scribble).toBe(1);
    expect(evidence.probability("1")).toBeGreaterThan(0);
    expect(evidence.probability("2")).toBe(0);
  });
});
