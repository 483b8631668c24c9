import { expect, test } from "vitest";
import type { Evidence } from "../../../src/scan/digits/evidence.ts";
import { readScript, textEvidence } from "../../../src/scan/digits/hand.ts";
import { answer, inferReading } from "../../../src/scan/inference/infer.ts";
import { adaptToHandwriting, unsureBoxes } from "../../../src/scan/inference/handwriting.ts";
import { shippedGame } from "../../support/games.ts";
import { seeing, seenSheet } from "../../support/seen.ts";
import { getElement } from "../../../src/rules/arrays.ts";

const ALPHABET = "0123456789-";

/** A picture of a number, each digit of which looks like one or another. */
function looking(...digits: readonly Readonly<Record<number, number>>[]): Evidence {
  const classes = ALPHABET.length + 1;
  const shown = digits.flatMap((digit) => [digit, { 11: 0.999 }]);
  const probabilities = new Float64Array(classes * shown.length).fill(1e-5);
  for (const [step, shares] of shown.entries())
    for (const [one, share] of Object.entries(shares)) probabilities[step * classes + Number(one)] = share;
  const steps = { count: shown.length, classes, blank: 11, probabilities };
  return { ...seeing({}), ...textEvidence(steps, ALPHABET), script: readScript(steps, ALPHABET) };
}

const game = shippedGame("yatzy");
/** This writer's 6 looks rather like a 0, but dice can't earn a 10 in these boxes. */
const [six, one, two] = [{ 0: 0.6, 6: 0.4 }, { 1: 0.999 }, { 2: 0.999 }];
const known = { fours: looking(one, six), four: looking(one, six), twos: looking(six), pair: looking(six) };

test("what is certain shows how somebody writes, and what is not sure is read anew in that hand", () => {
  const boxes = seenSheet(game, { ones: 3, fives: 15 }, { ...known, chance: looking(two, six) });
  const before = boxes.find(({ category }) => category === "chance")?.evidence;
  const after = adaptToHandwriting(game, boxes).find(({ category }) => category === "chance")?.evidence;
  expect(before?.likely[0]?.text).toBe("20");
  expect(after?.probability("26")).toBeGreaterThan(before?.probability("26") ?? 1);
});

test("what is certain stays as it was seen", () => {
  const boxes = seenSheet(game, { ones: 3 }, { ...known, chance: looking(two, six) });
  const reading = inferReading(game, boxes);
  for (const [at, box] of adaptToHandwriting(game, boxes).entries())
    if ((reading.boxes[at]?.confidence ?? 0) > 0.9999) expect(box).toBe(boxes[at]);
});

test("what hardly looks like ink is looked at again, and what certainly holds none is not", () => {
  const pale = { ...looking({ 9: 0.999 }), kinds: { ...seeing({}).kinds, empty: 0.56, number: 0.44 } };
  const boxes = seenSheet(game, { ones: 3, fives: 15 }, { three: pale });
  const unsure = unsureBoxes(game, boxes).map((at) => boxes[at]?.category);
  expect(unsure).toContain("three");
  expect(unsure).not.toContain("chance");
});

test("a sheet on which all is certain is left alone", () => {
  const boxes = seenSheet(game, { ones: 3, twos: 6 }, {});
  expect(adaptToHandwriting(game, boxes)).toBe(boxes);
});

test("what a box shows itself says nothing about its hand", () => {
  // The sums take this for a 26, and nothing else on the sheet shows how its writer's 6 looks.
  const boxes = seenSheet(
    game,
    { ones: 3, fives: 15, "lower.sum": 26 },
    { chance: looking(two, { 0: 0.995, 6: 0.005 }) },
  );
  const seen = boxes.find(({ category }) => category === "chance")?.evidence;
  const again = adaptToHandwriting(game, boxes).find(({ category }) => category === "chance")?.evidence;
  expect(again?.probability("26")).toBeCloseTo(seen?.probability("26") ?? 1, 3);
});

test("an answer shows how the writer's digits look, and what was to be asked about is read anew", () => {
  const doubtful = { chance: looking(two, six), full_house: looking(two, six) };
  const boxes = seenSheet(game, { ones: 3, fives: 15 }, doubtful);
  const indexOf = (category: string) => boxes.findIndex((box) => box.category === category);
  const reading = inferReading(game, boxes);
  expect(reading.boxes[indexOf("full_house")]?.doubt).toBe("unclear");
  const chanceOf26 = ({ boxes: read }: typeof reading) => {
    const { written, confidence, alternatives } = getElement(read, indexOf("full_house"));
    const ways = [{ written, probability: confidence }, ...alternatives];
    return ways.find((way) => way.written.kind === "score" && way.written.value === 26)?.probability ?? 0;
  };
  const told = (value: number) => answer(game, boxes, reading, indexOf("chance"), { kind: "score", value });
  expect(chanceOf26(told(26))).toBeGreaterThan(chanceOf26(reading) + 0.1);
  expect(chanceOf26(told(20))).toBeLessThan(chanceOf26(reading) - 0.1);
});
