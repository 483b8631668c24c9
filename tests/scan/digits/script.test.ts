import { expect, test } from "vitest";
import type { StepProbabilities } from "../../../src/scan/digits/ctc.ts";
import { learnHand, USUAL_HAND, readScript, textEvidence } from "../../../src/scan/digits/hand.ts";

const ALPHABET = "0123456789-";
const BLANK = ALPHABET.length;

/** Steps that show these signs (` ` for the blank), each with a share that is left to another. */
function stepsOf(
  ...shown: readonly (readonly [sign: string, share: number, other: string])[]
): StepProbabilities {
  const classes = ALPHABET.length + 1;
  const classOf = (sign: string) => (sign === " " ? BLANK : ALPHABET.indexOf(sign));
  const probabilities = new Float64Array(classes * shown.length).fill(1e-4);
  for (const [step, [sign, share, other]] of shown.entries()) {
    probabilities[step * classes + classOf(sign)] = share;
    probabilities[step * classes + classOf(other)] = 1 - share - 10e-4;
  }
  return { count: shown.length, classes, blank: BLANK, probabilities };
}

const steps = stepsOf(["1", 0.99, "7"], [" ", 0.99, "1"], ["5", 0.7, "9"]);
const script = readScript(steps, ALPHABET);

test("the digits of a number are what was seen where they stand", () => {
  const [one, nine, ...more] = script.digitsOf("19");
  expect(more).toEqual([]);
  expect(one?.digit).toBe(1);
  expect(one?.shares[1]).toBeGreaterThan(0.95);
  expect(nine?.digit).toBe(9);
  expect(nine?.shares[5]).toBeCloseTo(0.7, 2);
  expect(nine?.shares[9]).toBeCloseTo(0.3, 2);
});

test("a minus is no digit, and a text that no path spells has none", () => {
  expect(readScript(stepsOf(["-", 0.9, "1"], ["4", 0.9, "9"]), ALPHABET).digitsOf("-4")).toHaveLength(1);
  expect(script.digitsOf("19191")).toEqual([]);
});

test("in the usual hand a picture says what it said", () => {
  const [as, before] = [script.inHand(USUAL_HAND), textEvidence(steps, ALPHABET)];
  for (const text of ["15", "19", "75", "1"])
    expect(as.probability(text)).toBeCloseTo(before.probability(text), 6);
  expect(as.likely[0]?.text).toBe("15");
});

test("in the hand of somebody whose 9 looks like a 5 it says a 9", () => {
  const hand = learnHand(Array(6).fill(script.digitsOf("19")).flat());
  const texts = script.inHand(hand);
  expect(texts.likely[0]?.text).toBe("19");
  expect(texts.probability("19")).toBeGreaterThan(texts.probability("15"));
});
