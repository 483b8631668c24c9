import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { rulesMarkdown } from "../../../src/print/rulebook/markup.ts";
import { scoresOfRoll } from "../../../src/rules/dice/scores.ts";
import { categoryOf } from "../../../src/rules/game/rows.ts";
import { highestTotal } from "../../../src/rules/sums/totals.ts";
import { gameFrom } from "../../support/games.ts";
import { language } from "../../support/languages.ts";
import { shippedTemplates } from "../../support/templates.ts";

/* The variants in `examples/`, which show what no shipped game says. */

const game = (id: string) => gameFrom(readFileSync(`examples/${id}.yaml`, "utf8"));

function rules(id: string): string {
  const written = rulesMarkdown(game(id), language("en"), shippedTemplates("en", "rules"));
  if (!written.ok) throw new Error("no rules");
  return written.value.replaceAll("\u00a0", " ");
}

/** What a roll is worth in a box. */
function worth(id: string, box: string, ...roll: number[]): number[] {
  const category = categoryOf(game(id), box);
  if (category === undefined) throw new Error(`no ${box}`);
  return scoresOfRoll(game(id).dice, category, roll);
}

it("three games on a sheet: columns one after the other, two patterns in a box, a bonus over all columns", () => {
  expect(worth("three-games", "full_house", 2, 2, 3, 3, 3)).toEqual([25]);
  expect(worth("three-games", "full_house", 3, 3, 3, 3, 3)).toEqual([40]);
  expect(worth("three-games", "full_house", 3, 3, 3, 3, 2)).toEqual([]);
  // Three times 375, each with 15 more for five alike, and the bonus.
  expect(highestTotal(game("three-games"))).toBe(3 * 390 + 50);
  const told = rules("three-games");
  for (const sentence of [
    "Three alike and a pair of another number: a flat 25 points; five alike: a flat 40 points.",
    "- **Game 2:** any open box will do, but only once the column “Game 1” is full",
    "“Upper section”, all columns together: 200 points or more earn 50 points",
  ])
    expect(told).toContain(sentence);
});
