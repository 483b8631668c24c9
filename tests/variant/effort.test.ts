import { describe, expect, it } from "vitest";
import { lintVariant } from "../../src/variant/lint-variant.ts";
import { shippedFiles } from "../support/games.ts";

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

  it("is told from one with a few tied boxes, which is fine", () => {
    expect(lintVariant("heavy.yaml", heavy(3, "sum", chain(3)), shippedFiles).problems).toEqual([]);
  });
});
