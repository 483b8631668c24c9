import { expect, test } from "vitest";
import { findingsOf, scores } from "../../support/sheet-files.ts";

const SEVEN = "ones: 3, twos: 4, threes: 9, fours: 8, fives: 10, sixes: 18, pair: 12";

test("finds a number of filled boxes that no turns can give", () => {
  expect(findingsOf(scores("doppel-yatzy", SEVEN))).toEqual(["entries-per-turn A"]);
  expect(findingsOf(scores("doppel-yatzy", `${SEVEN}, extra: -5`))).toEqual([]);
  expect(findingsOf(scores("doppel-yatzy", `${SEVEN}, chance: X`))).toEqual([]);
});

test("asks nothing where a turn fills one box", () => {
  expect(findingsOf(scores("yatzy", SEVEN))).toEqual([]);
});

test("leaves it to missing boxes on a sheet that is called complete", () => {
  const findings = findingsOf(`complete: yes\n${scores("doppel-yatzy", SEVEN)}`);
  expect(findings).toHaveLength(9);
  expect(findings.every((finding) => finding.startsWith("missing-box"))).toBe(true);
});

test("finds it with whoever left the table, too, as turns are played whole", () => {
  const text = scores("doppel-yatzy", SEVEN).replace("name: A", "name: A, left: yes");
  expect(findingsOf(text)).toEqual(["entries-per-turn A"]);
});
