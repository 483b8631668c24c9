import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { boxLikelihood, TRAINED } from "../../../src/scan/inference/likelihood.ts";
import { seeing, seenAs } from "../../support/seen.ts";

test("what is divided by is what the network was trained with", () => {
  const described = readFileSync(new URL("../../../models/numbers.json", import.meta.url), "utf8");
  expect(JSON.parse(described).trained).toEqual(TRAINED);
});

test("all texts of a length together have the share of that length", () => {
  const sure = { ...seenAs("number"), probability: () => 1e-3 };
  const { number } = boxLikelihood({ evidence: sure });
  // The same probability speaks less for a text that was frequent in training.
  expect(number(12)).toBeLessThan(number(32));
  expect(number(32)).toBeCloseTo(number(99), 12);
  expect(number(7)).toBeLessThan(number(70));
  expect(number(-7)).toBeGreaterThan(number(7));
});

test("a clear number is hardly taken for one that differs from it in more than a digit", () => {
  const { number } = boxLikelihood({ evidence: seeing({ 72: 0.9999 }, "number", 0) });
  const oneFault = [12, 71, 7, 2, 172, 752, 720].map(number);
  const more = [27, 46, 5, 1424, 1725, 0].map(number);
  expect(Math.min(...oneFault)).toBeGreaterThan(10 * Math.max(...more));
  // The crossed-out number is another one altogether.
  const corrected = boxLikelihood({ evidence: seeing({ 72: 0.9999 }, "corrected", 0) });
  expect(corrected.number(46)).toBeCloseTo(corrected.number(12), 6);
  // So is what is left of a hidden number.
  const partly = boxLikelihood({ evidence: null, partialEvidence: seeing({ 2: 0.9999 }, "number", 0) });
  expect(partly.number(146)).toBeCloseTo(partly.number(12), 1);
});
