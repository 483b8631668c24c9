import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { rulesMarkdown } from "../../../src/print/rulebook/markup.ts";
import { scoresOfRoll } from "../../../src/rules/dice/scores.ts";
import { findCategory } from "../../../src/rules/game/rows.ts";
import { highestTotal, lowestTotal } from "../../../src/rules/sums/totals.ts";
import { checkSheet } from "../../../src/check/check-sheet.ts";
import { gameFrom } from "../../support/games.ts";
import { language } from "../../support/languages.ts";
import { sheetOf } from "../../support/sheet-files.ts";
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
  const category = findCategory(game(id), box);
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
    "- **Game 2:** any open box will do, but only once the Game 1 column is full",
    "In “Upper section”, all columns together, 200 points or more earn 50 points",
  ])
    expect(told).toContain(sentence);
});

it("General: fewer than three alike cost points", () => {
  const general = game("general");
  expect(findCategory(general, "fives")?.legal).toEqual([-25, 0, 5, 10]);
  expect([highestTotal(general), lowestTotal(general)]).toEqual([2 * 21 + 25 + 35 + 45 + 50, 6 * -25]);
  const told = rules("general");
  expect(told).toContain("At least three dice showing 1; these pips − 3; otherwise −25 points.");
  expect(told).toContain("In the Ones, Twos, Threes, Fours, Fives and Sixes boxes you do not strike");
  expect(told).not.toContain("can never be struck");
  const found = (boxes: string) => {
    const sheet = sheetOf(general, `variant: general\nplayers: [{name: A, scores: {${boxes}}}]\n`);
    return checkSheet(sheet).findings.map(({ code, category, expected }) => [code, category, expected]);
  };
  expect(found("ones: -25, twos: 0, threes: 3, straight: /, upper.sum: -22")).toEqual([]);
  // A mark says nothing about points here.
  expect(found("ones: /, twos: -20")).toEqual([
    ["illegal-score", "twos", [-25, 0]],
    ["strike-not-allowed", "ones", null],
  ]);
});

/** One die; `b` waits for points in `a`. */
const MISSED = `id: t
name: {de: T, en: T}
dice: {count: 1, sides: 6}
turn: {rolls: 1}
strike: {marks: ["/"]}
ranking: {order: highest, tie: shared}
categories:
  a: {label: {de: A, en: A}, pattern: any, score: sum}
  b: {label: {de: B, en: B}, pattern: {sum: {min: 4}}, score: sum, miss: -3, requires: {a: scored}}
sections: {all: {label: {de: S, en: S}, rows: [a, b]}}
columns: {main: {order: free}}
`;

it("a box that waits may be missed, as others are struck", () => {
  const found = (boxes: string) => {
    const game = gameFrom(MISSED);
    return checkSheet(sheetOf(game, `variant: t\nplayers: [{name: A, scores: {${boxes}}}]\n`)).findings;
  };
  expect(found("b: -3").map(({ code }) => code)).toEqual([]);
  expect(found("b: 4").map(({ code }) => code)).toEqual(["requires"]);
  expect(found("a: /, b: -3")).toEqual([]);
  expect(lowestTotal(gameFrom(MISSED))).toBe(-3);
});

it("Cheerio: ones count as a number that another die shows", () => {
  expect(worth("cheerio", "fives", 1, 1, 5, 5, 2)).toEqual([10, 15, 20]);
  expect(worth("cheerio", "sixes", 1, 1, 5, 5, 2)).toEqual([]);
  expect(worth("cheerio", "ones", 1, 1, 5, 5, 2)).toEqual([1, 2]);
  // A straight has no number twice, so that a one next to it can only be itself.
  expect(worth("cheerio", "big", 1, 3, 4, 5, 6)).toEqual([]);
  // Three fours and two threes or the other way round; as they lie where any dice will do.
  expect(worth("cheerio", "full_house", 1, 3, 3, 4, 4)).toEqual([17, 18]);
  expect(worth("cheerio", "hand", 1, 3, 3, 4, 4)).toEqual([13 + 2]);
  expect(rules("cheerio")).toContain(
    "A 1 is wild: it may count as any other number, as long as another die shows that.",
  );
});

const WINS = `id: five-wins
extends: yatzy
name: {de: F, en: F}
categories: {yatzy: {wins: scored}}
`;

it("a roll that wins at once ends the game", () => {
  const game = gameFrom(WINS);
  const check = (ann: string, bo: string) =>
    checkSheet(
      sheetOf(
        game,
        `variant: five-wins\ncomplete: true\nplayers: [{name: Ann, scores: {${ann}}}, {name: Bo, scores: {${bo}}}]\n`,
      ),
    );
  const won = check("yatzy: 50", "sixes: 24, chance: 30");
  // Nobody has to fill the other boxes, and the total decides nothing.
  expect([won.complete, won.findings.map(({ code }) => code)]).toEqual([true, []]);
  expect(won.ranking.map(({ name, rank, total }) => [name, rank, total])).toEqual([
    ["Ann", 1, 50],
    ["Bo", 2, 54],
  ]);
  const struck = check("yatzy: 0", "sixes: 24");
  expect(struck.findings.some(({ code }) => code === "missing-box")).toBe(true);
  expect(struck.ranking[0]?.name).toBe("Bo");
  const told = rulesMarkdown(game, language("en"), shippedTemplates("en", "rules"));
  expect(told.ok && told.value).toContain("Anyone who scores in the Yatzy box wins the game at once.");
});

it("served dice tell of a win where they are worth something else", () => {
  const served = (score: string) =>
    gameFrom(`id: g\nextends: generala\nname: {de: G, en: G}\ncategories: {generala: {${score}}}\n`);
  const sheet = (game: ReturnType<typeof gameFrom>, written: number) =>
    checkSheet(sheetOf(game, `variant: g\nplayers: [{name: A, scores: {generala: ${written}}}]\n`)).players[0]
      ?.won;
  expect([sheet(served("served: 100"), 100), sheet(served("served: 100"), 50)]).toEqual([true, false]);
  // The same 50 either way: the sheet says nothing.
  expect(sheet(served("served: 50"), 50)).toBe(false);
  const told = rulesMarkdown(served("served: 100"), language("en"), shippedTemplates("en", "rules"));
  expect(told.ok && told.value).toContain(
    "Anyone who rolls a Generala on the first roll of a turn (served) wins",
  );
});

it("Lucky Seven: seven dice, and a box that only costs points", () => {
  expect(worth("lucky-seven", "tax", 1, 1, 1, 1, 2, 2, 3)).toEqual([-11]);
  expect(worth("lucky-seven", "house", 2, 2, 2, 2, 5, 5, 5)).toEqual([45]);
  expect(worth("lucky-seven", "straight", 1, 2, 3, 4, 5, 6, 6)).toEqual([50]);
  expect(highestTotal(game("lucky-seven"))).toBe(7 * 21 + 50 + 25 + 45 + 50 + 100 + 42 - 7);
  expect(lowestTotal(game("lucky-seven"))).toBe(-42);
  const told = rules("lucky-seven");
  expect(told).toContain("all pips are deducted");
  expect(told).toContain("The Tax box");
});
