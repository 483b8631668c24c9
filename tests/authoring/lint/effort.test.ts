import { describe, expect, it } from "vitest";
import { lintVariantFile } from "../../../src/authoring/lint/lint.ts";
import { shippedFiles } from "../../support/games.ts";
import { rareTest } from "../../support/cases.ts";

const HEAD = "id: trial\nextends: yatzy\nname: {de: Versuch, en: Trial}\n";

function codes(text: string): string[] {
  return lintVariantFile("trial.yaml", text, shippedFiles).problems.map(({ code }) => code);
}

/** Numbers from 0, as many as wanted. */
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);

/** What would take for ever if it were looked at one by one comes to an end, and is told where it is cut short. */
describe("laborious variants", () => {
  it("with many boxes that all pay the same, on dice that fall in many ways", () => {
    const ids = upTo(60).map((i) => `box${i}`);
    const boxes = ids.map((id) => `  ${id}: {label: {de: ${id}, en: ${id}}, pattern: any, score: sum}\n`);
    const text = `id: trial
name: {de: Versuch, en: Trial}
dice: {count: 8, sides: 7}
turn: {rolls: 3}
categories:\n${boxes.join("")}sections:
  all: {label: {de: Alles, en: All}, rows: [${ids.join(", ")}]}
columns: {main: {order: free}}
strike: {marks: ["0"]}
ranking: {tie: shared}
`;
    expect(codes(text).filter((code) => code === "same-boxes")).toHaveLength(59);
  });

  rareTest("with many options whose choices change nothing", () => {
    const choices = upTo(20).map((c) => `c${c}: {label: {de: C${c}, en: C${c}}}`);
    const options = upTo(10).map(
      (o) => `  o${o}: {label: {de: O${o}, en: O${o}}, default: c0, choices: {${choices.join(", ")}}}\n`,
    );
    const found = codes(`${HEAD}options:\n${options.join("")}`);
    expect(found.filter((code) => code !== "option-idle")).toEqual([]);
  });

  it("with a box that every roll must fit, and dice that fall in millions of ways", () => {
    const text = `${HEAD}dice: {count: 10, sides: 20, keep: 2}
categories: {pair: {strike: never}}
examples: []
`;
    expect(codes(text)).not.toContain("cannot-finish");
  });

  it("with a formula that ties many boxes together", () => {
    const text = `${HEAD}categories:
  low: {label: {de: Tief, en: Low}, pattern: any, score: sum}
  high: {label: {de: Hoch, en: High}, pattern: any, score: sum}
sections:
  upper: {rows: [threes, fours, fives, sixes]}
  lower: {rows: [pair, two_pairs, three, four, small, large, full_house, yatzy]}
  middle:
    label: {de: Mitte, en: Middle}
    rows: [ones, twos, low, high, chance]
    total: (high - low) * ones + chance * twos
    tiers: [{from: 100, add: 5}]
`;
    expect(codes(text)).toEqual(["not-looked-at"]);
  });
});
