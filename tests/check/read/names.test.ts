import { expect, test } from "vitest";
import { placeholderNames, gameNames } from "../../../src/check/read/names.ts";
import { english } from "../../../src/rules/problem/message.ts";
import { SHIPPED, shippedGame } from "../../support/games.ts";
import { language } from "../../support/languages.ts";
import { sheetFrom } from "../../support/sheet-files.ts";

const BOTH = [language("de"), language("en")];
const ids = (game: string, key: string) =>
  gameNames(shippedGame(game), BOTH)
    .rows.find(key)
    .map(({ id }) => id);

test("boxes and lines go by id, label and the usual word", () => {
  expect(ids("yazzo", "upper.sum")).toEqual(["upper.sum"]);
  expect(ids("yazzo", "Große Straße")).toEqual([]);
  expect(ids("yahtzee-block", "GROSSE  STRASSE")).toEqual(["large"]);
  expect(ids("yahtzee-block", "large straight")).toEqual(["large"]);
  expect(ids("yahtzee-block", "Weitere Yahtzees")).toEqual(["repeats"]);
  expect(ids("yahtzee-block", "Zusatzpunkte")).toEqual(["repeats"]);
  expect(ids("yahtzee-block", "Full House")).toEqual(["full_house"]);
});

test("a label that two boxes share is for the writer to decide, an id is not", () => {
  const yatzy = shippedGame("yatzy");
  const sections = yatzy.sections.map((section) => ({
    ...section,
    categories: section.categories.map((c) =>
      c.id === "pair" ? { ...c, label: { de: "chance", en: "Both" } } : c,
    ),
  }));
  const game = { ...yatzy, sections };
  const names = gameNames(game, BOTH);
  expect(names.rows.find("Chance").map(({ id }) => id)).toEqual(["pair", "chance"]);
  expect(names.rows.find("chance").map(({ id }) => id)).toEqual(["chance"]);
});

test("every label of the shipped games leads to one box or line", () => {
  expect(SHIPPED.length).toBeGreaterThan(14);
  for (const id of SHIPPED) {
    const game = shippedGame(id);
    const names = gameNames(game, BOTH);
    for (const { categories } of game.sections)
      for (const category of categories)
        for (const label of Object.values(category.label))
          expect([id, label, names.rows.find(label).map((t) => t.id)]).toEqual([id, label, [category.id]]);
  }
});

test("a name that nobody knows is told the nearest", () => {
  const names = gameNames(shippedGame("yazzo"), BOTH);
  expect(english(names.rows.hint("Strase"))).toBe("did you mean `Straße`?");
  expect(english(names.columns.hint("oben"))).toMatch(/^possible here: mixed, down, up$/);
});

test("a name that a saved or printed sheet made up is nobody's, in any language", () => {
  const named = (...names: readonly string[]) => {
    const players = names.map((name) => `{name: "${name}"}`).join(", ");
    return placeholderNames(sheetFrom(`variant: yatzy\nplayers: [${players}]\n`), BOTH);
  };
  expect(named("Player 1", "Spieler 12", "Game 2", "Anna")).toEqual(["Player 1", "Spieler 12", "Game 2"]);
  expect(named("Player", "Player One", "Anna 2", "player 1", "Player 1 Anna", "Spelare 1")).toEqual([]);
});
