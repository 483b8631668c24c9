import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { boxLikelihood, TRAINED } from "../../../src/scan/inference/likelihood.ts";
import { seenAs } from "../../support/seen.ts";

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
