import { describe, expect, it, test } from "vitest";
import { compareGames, comparisonText } from "../../../src/authoring/diff/compare.ts";
import { formatPlainValue } from "../../../src/authoring/diff/difference.ts";
import { gameFrom, shippedGame } from "../../support/games.ts";
import { language } from "../../support/languages.ts";

const HOUSE_RULES = `id: our-yazzo
extends: yazzo
name: {de: Unser Yazzo, en: Our Yazzo}
categories:
  straight: {score: 35}
sections:
  upper: {tiers: [{from: 65, add: 100}]}
columns:
  inward: {label: {de: Zur Mitte, en: To the middle}, order: inward}
`;

/** Pairs of games in both languages; `npx vitest run tests/compare -u` renews the files after a change that was meant. */
describe("a comparison in words", () => {
  const pairs = [
    ["yatzy-doppel-yatzy", shippedGame("yatzy"), shippedGame("doppel-yatzy")],
    ["yatzy-strict", shippedGame("yatzy"), shippedGame("yatzy", { same_face_groups: "strict" })],
    ["edencity-yatzy-yahtzee-block", shippedGame("edencity-yatzy"), shippedGame("yahtzee-block")],
    ["yazzo-our-yazzo", shippedGame("yazzo"), gameFrom(HOUSE_RULES)],
  ] as const;

  it.each(pairs.flatMap(([name, a, b]) => ["de", "en"].map((code) => [name, code, a, b] as const)))(
    "%s in %s",
    async (name, code, a, b) => {
      const text = comparisonText(compareGames(a, b), language(code));
      await expect(`${text}\n`).toMatchFileSnapshot(`files/${name}.${code}.txt`);
    },
  );

  it("is one sentence where the rules are the same", () => {
    const game = shippedGame("yatzy");
    expect(comparisonText(compareGames(game, game), language("en"))).toBe(
      "Yatzy (yatzy) and Yatzy (yatzy) have the same rules.",
    );
  });

  it("lets headings stand out", () => {
    const marks = { strong: (text: string) => `*${text}*`, quiet: (text: string) => `(${text})` };
    const before = shippedGame("yatzy");
    const after = shippedGame("yatzy", { yatzy_value: "plus_pips" });
    const text = comparisonText(compareGames(before, after), language("en"), marks);
    expect(text).toContain("\n*Boxes*\n");
    expect(text).toContain("\n  (  no longer possible: 50)\n");
  });
});

test("a value without words of its own is told key by key, never as JSON", () => {
  const value = { kind: "wild", faces: [1, 6], once: true, from: null, more: new Map([["a", false]]) };
  expect(formatPlainValue(value, language("en"))).toBe(
    "kind wild; faces 1, 6; once yes; from nothing; more a no",
  );
  expect(formatPlainValue(value, language("de"))).toContain("once ja");
});
