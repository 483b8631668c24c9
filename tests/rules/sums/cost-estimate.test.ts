import { describe, expect, it } from "vitest";
import { costEstimate, largestTotal, highestTotal, lowestTotal } from "../../../src/rules/sums/totals.ts";
import { lintVariant } from "../../../src/rules/variant/read-variant.ts";
import { gameFrom, shippedFiles, shippedGame } from "../../support/games.ts";
import { oneDieGame } from "../../support/one-die.ts";

const HEAD = "id: heavy\nname: {de: S, en: H}\nextends: numbers5\n";

/** A variant with this many boxes that take any dice, and what else there is to say about them. */
function heavy(boxes: number, score: string, rest: string): string {
  const ids = Array.from({ length: boxes }, (_, i) => `box${i}`);
  const categories = ids.map(
    (id, i) => `  ${id}: {label: {de: K${i}, en: B${i}}, pattern: any, score: ${score}}`,
  );
  return `${HEAD}categories:\n${categories.join("\n")}\nsections:\n  more: {label: {de: M, en: M}, rows: [${ids.join(", ")}]}\n${rest}`;
}

const chain = (boxes: number) =>
  `constraints:\n${Array.from({ length: boxes - 1 }, (_, i) => `  c${i}: {expr: box${i} < box${i + 1}}`).join("\n")}\n`;

describe("a variant whose totals would take for ever", () => {
  it.each([
    ["ten boxes tied in a row", heavy(10, "sum", chain(10)), "constraints", "link only a few boxes"],
    ["enormous scores", heavy(60, "sum * 9999", ""), "scores", "smaller scores"],
  ])("%s is refused instead of being worked out", (_, text, message, hint) => {
    const { problems } = lintVariant("heavy.yaml", text, shippedFiles);
    expect(problems.map(({ code }) => code)).toEqual(["too-much"]);
    expect(problems[0]?.message).toContain(message);
    expect(problems[0]?.hint).toContain(hint);
  });

  const onRows = (...rules: readonly string[]) =>
    `id: heavy\nextends: yazzo\nname: {de: S, en: H}\nbonuses:\n${rules
      .map((rule, i) => `  b${i}: {label: {de: S${i}, en: H${i}}, scope: row, ${rule}}`)
      .join("\n")}\n`;
  const high = "row: maximum, tiers: [{from: 80, add: 20}]";
  const low = "row: minimum, tiers: [{from: 20, add: 20}]";

  it("may give bonuses for both rows that a constraint ties", () => {
    const game = gameFrom(onRows(high, low));
    expect(highestTotal(game)).toBe(highestTotal(shippedGame("yazzo")) + 20 + 20);
    expect(lowestTotal(game)).toBe(0);
  });

  it("names the bonuses where they are too many for tied rows", () => {
    const falling = "row: minimum, tiers: [{from: 20, add: 20}, {from: 40, add: 0}]";
    const struck = "row: maximum, of: struck, tiers: [{from: 3, add: 20}]";
    const text = onRows(struck, falling, falling.replace("minimum", "maximum"));
    const { problems } = lintVariant("heavy.yaml", text, shippedFiles);
    expect(problems.map(({ code, place }) => [code, place?.line])).toEqual([["too-much", 7]]);
    expect(problems[0]?.message).toContain("the bonuses depend on too many boxes of linked rows");
    expect(problems[0]?.hint).toContain("remove `b1` or `b2`");
    expect(lintVariant("heavy.yaml", onRows(struck, falling), shippedFiles).problems).toEqual([]);
  });

  it("is told from one with a few tied boxes, which is fine", () => {
    expect(lintVariant("heavy.yaml", heavy(3, "sum", chain(3)), shippedFiles).problems).toEqual([]);
  });
});

/*
 * Each of three boxes can be filled in seven ways. What is tried is the sum over groups of boxes: the ways to fill the group, times
 * the states of running totals that were worth keeping before it.
 */
describe("the effort of finding the totals", () => {
  const ONE = "columns: {main: {LABEL, order: free}}";
  const TWO = "columns: {one: {LABEL, order: free}, two: {LABEL, order: free}}";
  const RISES = "tiers: [{from: 8, add: 5}]";
  const FALLS = "tiers: [{from: 8, add: 5}, {from: 9, add: 0}]";
  const bonus = (rest: string) => `\nbonuses: {x: {LABEL, ${rest}}}`;
  const REPEATS = "\nrepeats: {of: c, bonus: 50, joker: none}";
  const TIED = "\nconstraints: {k: {expr: a < b}}";

  it.each<[string, number, string, string]>([
    ["boxes that only add up", 7 + 7 + 7, "tiers: []", ONE],
    ["a bonus that rises, for which the most is best", 7 + 7 + 7, RISES, ONE],
    ["a bonus that falls, for which each sum is kept", 7 + 7 * 7 + 7, FALLS, ONE],
    ["boxes that are tied", 7 * 7 + 7, RISES, ONE + TIED],
    ["boxes that a formula ties", 7 * 7 + 7, "total: a * b", ONE],
    ["two columns", 6 * 7, RISES, TWO],
    ["a bonus for a row, which rises", 6 * 7, "tiers: []", TWO + bonus(`scope: row, row: c, ${RISES}`)],
    [
      "a bonus for a row, which falls",
      4 * 7 + 7 + 7 * 7,
      "tiers: []",
      TWO + bonus(`scope: row, row: c, ${FALLS}`),
    ],
    [
      "a bonus for strikes, of which none or one were counted before",
      4 * 7 + 7 + 3 * 7,
      "tiers: []",
      TWO + bonus("scope: row, row: c, of: struck, tiers: [{from: 1, add: 10}]"),
    ],
    [
      "a bonus for scored boxes, of which more are better",
      6 * 7,
      "tiers: []",
      TWO + bonus("scope: row, row: c, of: scored, tiers: [{from: 1, add: 10}]"),
    ],
    [
      "a bonus for the sheet that falls: up to 7 and 19 sums",
      7 + 7 * 7 + 19 * 7,
      "tiers: []",
      ONE + bonus(`scope: sheet, ${FALLS}`),
    ],
    [
      "victory points for the sheet that fall",
      7 + 7 * 7 + 19 * 7,
      "tiers: []",
      ONE + bonus(`scope: sheet, to: points, ${FALLS}`),
    ],
    ["further rolls, which may be in each box", 2 * (7 + 7 + 7), "tiers: []", ONE + REPEATS],
    ["further rolls where the sum counts", 2 * (7 + 7 * 7 + 7), RISES, ONE + REPEATS],
    [
      "further rolls and a bonus that falls",
      2 * (7 + 7 * 7 + 19 * 7),
      "tiers: []",
      ONE + bonus(`scope: sheet, ${FALLS}`) + REPEATS,
    ],
  ])("with %s: %i", (_, cost, upper, rest) => {
    expect(costEstimate(oneDieGame(upper, rest))).toBe(cost);
  });

  it.each<[string, number, string, string]>([
    ["three sixes", 18, "tiers: []", ONE],
    ["a bonus on top", 18 + 5, RISES, ONE],
    [
      "two columns with a bonus each, and one for a row",
      36 + 10 + 5,
      RISES,
      TWO + bonus(`scope: row, row: c, ${RISES}`),
    ],
    ["what a formula multiplies", 36 + 6, "total: a * b", ONE],
    ["what a formula takes off", 36, "total: 0 - a * b", ONE],
    ["a penalty, whatever else is scored", 40, "tiers: [{from: 0, add: -40}]", ONE],
  ])("goes up to totals of %s: %i", (_, largest, upper, rest) => {
    expect(largestTotal(oneDieGame(upper, rest))).toBe(largest);
  });
});
