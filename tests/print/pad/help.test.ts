import { describe, expect, it } from "vitest";
import { layOutPad } from "../../../src/print/layout/layout.ts";
import { UNBRANDED } from "../../../src/print/brand.ts";
import { parsePaper } from "../../../src/print/layout/paper.ts";
import { goalInDice, isNumberRow } from "../../../src/rules/game/rows.ts";
import { SHIPPED, shippedGame } from "../../support/games.ts";
import { LANGUAGES } from "../../support/languages.ts";
import { FAMILY, good, laidOut, shippedText } from "../../support/pads.ts";

const GAMES = SHIPPED.map((id) => shippedGame(id));
const boxesOf = (id: string, code: string) =>
  shippedText(shippedGame(id), code).rows.flatMap((row) => (row.kind === "box" ? row : []));

describe("number rows", () => {
  const sections = GAMES.flatMap((game) =>
    game.sections
      .filter(({ categories }) => categories.every(isNumberRow))
      .map((section) => ({ game, section })),
  );
  const withGoal = sections.filter(({ game, section }) => goalInDice(game, section) !== null);

  it.each(LANGUAGES)("say what the bonus asks of each, hardly more than its threshold (%s)", (code) => {
    expect(withGoal.length).toBeGreaterThan(10);
    for (const { game, section } of withGoal) {
      const ids = section.categories.map(({ id }) => id);
      const hints = boxesOf(game.id, code).filter(({ category }) => ids.includes(category));
      const goals = hints.map(({ hint }) => Number(/\d+$/.exec(hint ?? "")?.[0]));
      const threshold = Math.min(...section.tiers.map(({ from }) => from));
      const sum = goals.reduce((so, goal) => so + goal, 0);
      expect(sum, game.id).toBeGreaterThanOrEqual(threshold);
      expect(sum, game.id).toBeLessThan(threshold + 6);
    }
  });

  it("say nothing that their die shows where there is no bonus, or none near what a number of dice gives", () => {
    expect(withGoal.map(({ game }) => game.id)).toEqual(expect.arrayContaining(["yamb", "yazzo"]));
    const others = sections.filter((one) => !withGoal.includes(one));
    expect(others.map(({ game }) => game.id)).toEqual(expect.arrayContaining(["crag", "kniffel-extreme"]));
    for (const { game, section } of others) {
      if (game.symbols.size > 0) continue;
      const ids = section.categories.map(({ id }) => id);
      for (const { category, hint, dice } of boxesOf(game.id, "en"))
        if (ids.includes(category)) expect([hint, dice.length], `${game.id} ${category}`).toEqual([null, 1]);
    }
  });
});

it.each(LANGUAGES)("hints write runs as ranges and other numbers as lists (%s)", (code) => {
  const hints = GAMES.flatMap(({ id }) => boxesOf(id, code).map(({ hint }) => hint ?? ""));
  expect(hints.filter((hint) => /\d-\d/.test(hint))).toEqual([]);
  for (const start of ["1–3, ", "1, 3 "]) expect(hints.some((hint) => hint.startsWith(start))).toBe(true);
});

describe("the head of a column", () => {
  const heads = GAMES.flatMap((game) => {
    const { columns } = shippedText(game, "de");
    return game.columns.map(({ id, order }) => ({
      order: order.kind,
      arrow: columns.get(id)?.arrow ?? null,
    }));
  });

  it("has an arrow where an order binds, and none where it does not", () => {
    const bound = heads.filter(({ order }) => order !== "free");
    expect(bound.length).toBeGreaterThan(4);
    expect(bound.filter(({ arrow }) => arrow === null)).toEqual([]);
    expect(heads.filter(({ order, arrow }) => order === "free" && arrow !== null)).toEqual([]);
  });
});

it("dice of several groups show the largest group first", () => {
  const rows = GAMES.flatMap((game) => {
    const grouped = game.sections.flatMap(({ categories }) =>
      categories.flatMap(({ id, pattern }) => (pattern.kind === "groups" ? id : [])),
    );
    return boxesOf(game.id, "de").filter(
      ({ category, dice }) => grouped.includes(category) && dice.length > 3,
    );
  });
  expect(rows.length).toBeGreaterThan(30);
  const sizes = rows.map(({ dice }) =>
    [...new Set(dice)].map((face) => dice.filter((die) => die === face).length),
  );
  expect(sizes.filter((counts) => counts.some((count, at) => count > (counts[at - 1] ?? count)))).toEqual([]);
});

describe("a sheet that players share", () => {
  const shared = GAMES.filter(({ columns }) => columns.length === 1).map(({ id }) => id);
  const wordsFor = (id: string, players: number) =>
    good(laidOut(shippedGame(id), "de", "a4", players)).texts.map(({ text }) => text);

  it.each(shared)("has a name, and no winner, for one player (%s)", (id) => {
    const [one, two] = [wordsFor(id, 1), wordsFor(id, 2)];
    expect(["Name", "Namen", "Sieger"].map((word) => one.includes(word))).toEqual([true, false, false]);
    expect(["Name", "Namen", "Sieger"].map((word) => two.includes(word))).toEqual([false, true, true]);
  });
});

it("columns with factors have a row for their sum before it is multiplied, right above the product", () => {
  const rowsAbove = (id: string) => {
    const { rows } = shippedText(shippedGame(id), "de");
    return rows[rows.findIndex((row) => row.kind === "line" && row.line === "column.total") - 1];
  };
  expect(rowsAbove("triple-yahtzee")).toMatchObject({ kind: "blank", label: "Summe der Spalte" });
  expect(rowsAbove("yazzo")).toMatchObject({ kind: "line" });
});

it("where columns are won one by one, the last line says what it adds up", () => {
  const hint = (id: string, code: string) =>
    shippedText(shippedGame(id), code).rows.flatMap((row) =>
      row.kind === "line" && row.line === "grand.total" ? row.hint : [],
    );
  expect(["de", "en", "sv"].map((code) => hint("escalero", code)[0])).toEqual([
    ...["aller Spalten", "of all columns", "av alla kolumner"],
  ]);
  expect(hint("balut", "de")).toEqual([null]);
});

describe("names", () => {
  const placed = (names: readonly string[]) => {
    const size = { paper: good(parsePaper("a5")), players: 4 };
    const text = shippedText(shippedGame("yatzy"), "de");
    const brand = { ...UNBRANDED, names };
    const { texts } = good(layOutPad(shippedGame("yatzy"), text, size, FAMILY, brand));
    return texts.filter(({ text }) => names.includes(text));
  };

  it("stand level in narrow columns if all fit, in one size of at least 8 pt", () => {
    const names = placed(["Anna", "Jo", "Mehmet"]);
    expect(names.map(({ upwards }) => upwards)).toEqual([false, false, false]);
    const sizes = new Set(names.map(({ sizePt }) => sizePt));
    expect([sizes.size, Math.min(...sizes) >= 8]).toEqual([1, true]);
  });

  it("are all turned if one is too long", () => {
    const names = placed(["Anna", "Jo", "Maximilian-Alexander"]);
    expect(names.map(({ upwards }) => upwards)).toEqual([true, true, true]);
  });
});

it("dice in colours look different where colours matter, and only there", () => {
  const tintsOf = (id: string) =>
    good(laidOut(shippedGame(id), "de", "a5", 4)).dice.map(({ face, tint }) => `${face}: ${tint}`);
  expect([...new Set(tintsOf("kismet"))].sort()).toEqual(["1: 0", "2: 1", "3: 2", "4: 2", "5: 1", "6: 0"]);
  expect(new Set(tintsOf("kniffel").map((die) => die.slice(3)))).toEqual(new Set(["null"]));
});
