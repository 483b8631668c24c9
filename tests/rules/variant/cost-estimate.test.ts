import { describe, expect, it } from "vitest";
import { highestTotal, lowestTotal } from "../../../src/rules/sums/totals.ts";
import { lintVariant } from "../../../src/rules/variant/read-variant.ts";
import { gameFrom, shippedFiles, shippedGame } from "../../support/games.ts";

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
    ["ten boxes tied in a row", heavy(10, "sum", chain(10)), "constraints", "tie a few boxes"],
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
    expect(problems[0]?.message).toContain("the bonuses look at so many boxes of tied rows");
    expect(problems[0]?.hint).toContain("leave out `b1` or `b2`");
    expect(lintVariant("heavy.yaml", onRows(struck, falling), shippedFiles).problems).toEqual([]);
  });

  it("is told from one with a few tied boxes, which is fine", () => {
    expect(lintVariant("heavy.yaml", heavy(3, "sum", chain(3)), shippedFiles).problems).toEqual([]);
  });
});
