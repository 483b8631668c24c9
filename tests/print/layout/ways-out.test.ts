import { describe, expect, it } from "vitest";
import { layOutPad, layOutSheet, mapWords, pagesPerSheet } from "../../../src/print/layout/layout.ts";
import { UNBRANDED } from "../../../src/print/brand.ts";
import type { PadText } from "../../../src/print/layout/pad-form.ts";
import { withoutGlueEdge, parsePaper } from "../../../src/print/layout/paper.ts";
import { shippedGame } from "../../support/games.ts";
import { bad, FAMILY, good, laidOut, shippedText } from "../../support/pads.ts";
import { rareTest } from "../../support/cases.ts";

const yazzo = shippedGame("yazzo");
const yatzy = shippedGame("yatzy");
const A5 = good(parsePaper("a5"));

describe("a sheet that does not fit", () => {
  it.each<[game: string, paper: string, players: number, whom: string, hint: string]>([
    [
      "yahtzee-block",
      "a6",
      11,
      "`yahtzee-block` with 11 players",
      "the smallest paper that fits is a4: --paper a4; a6 has room for 9: --players 9",
    ],
    ["yahtzee-block", "a6", 100, "`yahtzee-block` with 100 players", "a6 has room for 9: --players 9"],
    ["yazzo", "60x90mm", 1, "`yazzo`", "the smallest paper that fits is a6: --paper a6"],
    [
      "doppel-yatzy",
      "60x90mm",
      6,
      "`doppel-yatzy` with 6 players",
      "the smallest paper that fits is a6: --paper a6",
    ],
    ["yahtzee-block", "60x60mm", 100, "`yahtzee-block` with 100 players", "no paper is large enough"],
    [
      "yatzy",
      "a5-large",
      2,
      "`yatzy` with 2 players",
      "the smallest paper that fits is a4-large: --paper a4-large; a5-large has room for 1: --players 1",
    ],
    [
      "yatzy",
      "a4-large",
      9,
      "`yatzy` with 9 players",
      "the smallest paper that fits is a3-large: --paper a3-large; a4-large has room for 7: --players 7",
    ],
    [
      "maxi-yatzy",
      "a5-large",
      100,
      "`maxi-yatzy` with 100 players",
      "no paper is large enough for large print",
    ],
  ])("%s on %s for %i: tells the ways out", (game, paper, players, whom, hint) => {
    expect(bad(laidOut(shippedGame(game), "de", paper, players))).toMatchObject([
      {
        code: "does-not-fit",
        message: `${whom} does not fit on ${paper} with boxes large enough to write in`,
        hint,
      },
    ]);
  });

  it.each([
    ["en", 1],
    ["sv", 2],
  ])("breaks a long bonus into two lines before it gives up (%s)", (code, players) => {
    const { texts } = good(laidOut(shippedGame("kismet"), code, "a6", players));
    const steps = texts.filter(({ text }) => text.includes(": +"));
    expect(steps).toHaveLength(2);
    const [first, second] = steps.toSorted((a, b) => a.baselineMm - b.baselineMm);
    const capMm = FAMILY.regular.height(6).capMm;
    expect((second?.baselineMm ?? 0) - (first?.baselineMm ?? 0)).toBeGreaterThan(1.5 * capMm);
    for (const { sizePt, ink, cell } of steps) {
      expect(sizePt).toBeGreaterThanOrEqual(6);
      expect(ink.yMm + ink.heightMm).toBeLessThan(cell.yMm + cell.heightMm);
      expect(ink.xMm + ink.widthMm).toBeLessThan(cell.xMm + cell.widthMm);
    }
    expect(steps.flatMap(({ text }) => text.match(/\+\d+/gu))).toEqual(["+35", "+55", "+75"]);
  });

  it("tells what glue takes, and the other edge where that has room", () => {
    const narrow = withoutGlueEdge(good(parsePaper("a6")), { glueEdge: "top", glueMm: 10 });
    const problems = bad(
      layOutPad(yazzo, shippedText(yazzo, "de"), { paper: narrow, players: 1 }, FAMILY, UNBRANDED),
    );
    expect(problems).toMatchObject([
      {
        message:
          "`yazzo` does not fit on a6 with 10 mm for glue at the top with boxes large enough to write in",
        hint: "the smallest paper that fits is a5: --paper a5; it fits with the glue at another edge: --glue-edge left",
      },
    ]);
  });
});

describe("words that can't be printed", () => {
  const problems = (text: Partial<PadText>, brand = {}) =>
    bad(
      layOutPad(yazzo, { ...shippedText(yazzo, "de"), ...text }, { paper: A5, players: 1 }, FAMILY, {
        ...UNBRANDED,
        ...brand,
      }),
    );

  it("are told with the characters that the fonts lack, each text for itself", () => {
    expect(problems({ title: "漢Yazzo 漢⚀", name: "⚁" }, { footer: "🦁" })).toMatchObject([
      {
        code: "missing-glyph",
        message: "the font has no `漢`, `⚀`, used in “漢Yazzo 漢⚀”",
        hint: "use other characters",
      },
      {
        code: "missing-glyph",
        message: "the font has no `⚁`, used in “⚁”",
        hint: "use other characters",
      },
      {
        code: "missing-glyph",
        message: "the font has no `🦁`, used in “🦁”",
        hint: "use other characters",
      },
    ]);
  });

  it("are told where they have no room, all of them", () => {
    const long = "Donaudampfschifffahrtsgesellschaft".repeat(5);
    const hint = "use fewer words or larger paper";
    const tooLong = (words: string) => ({
      code: "text-too-long",
      message: `“${words}” is too long for its place on a5`,
      hint,
    });
    expect(problems({ foot: [long] })).toMatchObject([tooLong(long)]);
    expect(problems({}, { title: long, subtitle: "S" })).toMatchObject([tooLong(`${long} – Yazzo · S`)]);
    expect(problems({}, { subtitle: long })).toMatchObject([tooLong(`Yazzo – ${long}`)]);
    expect(problems({}, { footer: long, date: long, title: long })).toMatchObject([
      tooLong(`${long} – Yazzo`),
      tooLong(long),
      tooLong(long),
    ]);
  });

  it("are told where the pad has no field for them, once for all names", () => {
    const fields = shippedText(yazzo, "de").fields.map((field) => ({ ...field, purpose: null }));
    const hint = (kind: string) =>
      `say what the field is for, as docs/pads.md shows: {label: …, kind: ${kind}}`;
    expect(problems({ fields }, { names: ["Anna", "Ben"], date: "heute" })).toMatchObject([
      { code: "no-field", message: "this pad has no field for “heute”", hint: hint("date") },
      { code: "no-field", message: "this pad has no field for “Anna”", hint: hint("name") },
    ]);
    const size = { paper: A5, players: 1 };
    const brand = { ...UNBRANDED, names: ["Anna", "Ben", "Cem"] };
    expect(bad(layOutPad(yatzy, shippedText(yatzy, "de"), size, FAMILY, brand))).toMatchObject([
      { code: "no-field", message: "this pad has no field for “Ben”", hint: hint("name") },
      { code: "no-field", message: "this pad has no field for “Cem”", hint: hint("name") },
    ]);
  });
});

describe("a sheet without a number of players", () => {
  const playersOn = (id: string, paper: string, players?: number) => {
    const game = shippedGame(id);
    const asked = players === undefined ? {} : { players };
    const sheet = layOutSheet(good(parsePaper(paper)), game, shippedText(game, "de"), { ...asked }, FAMILY);
    return sheet.ok ? Math.max(...sheet.value.boxes.map(({ player }) => player)) : sheet.problems[0]?.message;
  };

  it("has four columns, or as many as there is room for; two in large print; one where nobody shares it", () => {
    expect([playersOn("yatzy", "a5"), playersOn("yatzy", "a6")]).toEqual([4, 4]);
    expect([playersOn("maxi-yatzy", "a6"), playersOn("maxi-yatzy", "a4")]).toEqual([3, 4]);
    expect([playersOn("yatzy", "a4-large"), playersOn("yatzy", "a3-large")]).toEqual([2, 2]);
    expect([playersOn("yazzo", "a5"), playersOn("yazzo", "a5", 3)]).toEqual([1, 1]);
  });

  rareTest("has as many as are asked for, and says so where they do not fit", () => {
    expect([playersOn("yatzy", "a5", 2), playersOn("yatzy", "a5", 6)]).toEqual([2, 6]);
    expect(playersOn("yatzy", "a6", 20)).toContain("with 20 players");
    expect(playersOn("yatzy", "60x60mm")).toContain("with 4 players");
  });

  it("is one for all players who share it, else one for each", () => {
    expect([pagesPerSheet(yatzy, {}), pagesPerSheet(yatzy, { players: 5 })]).toEqual([1, 1]);
    expect([pagesPerSheet(yazzo, {}), pagesPerSheet(yazzo, { players: 5 })]).toEqual([1, 5]);
  });
});

it("all words of a pad and of whose it is can be changed, and nothing else", () => {
  const text = shippedText(yazzo, "de");
  const loud = mapWords(text, (words) => words.toUpperCase());
  expect(loud).toMatchObject({
    title: "YAZZO",
    name: text.name.toUpperCase(),
    foot: text.foot.map((line) => line.toUpperCase()),
  });
  expect(loud.fields.map(({ label, purpose }) => [label, purpose])).toEqual([
    ["NAME", "name"],
    ["DATUM", "date"],
    ["ORT", null],
  ]);
  expect([...loud.columns.keys()]).toEqual([...text.columns.keys()]);
  expect([...loud.columns.values()].map(({ label, arrow }) => [label, arrow])).toEqual(
    [...text.columns.values()].map(({ label, arrow }) => [label.toUpperCase(), arrow]),
  );
  expect(loud.rows[0]).toEqual({ kind: "heading", text: "OBERE HÄLFTE" });
  expect(loud.rows[1]).toEqual({
    kind: "box",
    category: "ones",
    label: "1ER",
    hint: "ZIEL 3",
    dice: [1],
  });
  expect(loud.rows.at(-1)).toEqual({
    kind: "line",
    line: "grand.total",
    label: "GESAMTSUMME",
    hint: null,
    rank: "grand",
  });
  expect(Object.keys(loud)).toEqual(Object.keys(text));
  const brand = {
    title: "a",
    subtitle: null,
    footer: "b",
    logoRatio: 1.5,
    linkModules: null,
    names: ["c", "d"],
    date: "e",
  };
  expect(mapWords(brand, (words) => `${words}!`)).toEqual({
    ...brand,
    title: "a!",
    footer: "b!",
    names: ["c!", "d!"],
    date: "e!",
  });
});
