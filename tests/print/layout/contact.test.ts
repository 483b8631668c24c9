import { describe, expect, it } from "vitest";
import { measureSheet } from "../../../bench/contact/measure.ts";
import { CONTACT_PAPERS, contactSheets } from "../../../bench/contact/sheets.ts";
import { LABEL_SHARE } from "../../../src/print/layout/division.ts";
import { LOWEST_BOX_MM, MIN_BOX_MM, MIN_PT } from "../../../src/print/layout/sizes.ts";
import { USUAL_MARKS } from "../../../src/print/layout/marks.ts";
import type { PadLayout } from "../../../src/print/layout/pad-layout.ts";
import { isSheetShared } from "../../../src/rules/game/rows.ts";
import { someOf, TRIES_ALL } from "../../support/cases.ts";
import { SHIPPED, shippedGame } from "../../support/games.ts";
import { LANGUAGES } from "../../support/languages.ts";
import { good, laidOut, shippedText } from "../../support/pads.ts";

/** Widths are sums. */
const ROUNDING = 1e-6;
const MIN_DICE_GAP_MM = 0.75;
const MAX_TINT = 0.12;
/** Less than from the middle of a row to the line of its label. */
const UNEVEN_MM = 0.6;

/** Without bands, 22 rows of the lowest boxes leave 1 mm of the height. */
const BARE = ["doppel-yatzy a6"];

const SHARED = SHIPPED.filter((id) => isSheetShared(shippedGame(id)));
/** Sheets in large print, and of games side by side. */
const OTHERS = [
  ...SHIPPED.flatMap((id) => ["a4-large", "letter-large"].map((paper) => [id, paper, 1] as const)),
  ...SHARED.map((id) => [id, "a4-large", 2] as const),
  ...SHARED.map((id) => [id, "a6", 6] as const),
];
/** From this height on, rows have room for hints, except for some with long labels. */
const ROOMY_MM = 7.4;
const FEW_HINTLESS = 0.2;

/** Each game on every second paper, in one language in turn. */
const SHEETS = someOf(
  SHIPPED.flatMap((id) => CONTACT_PAPERS.map((paper) => [id, paper] as const)),
  2,
).flatMap(([id, paper], at) => [
  ...contactSheets(someOf(LANGUAGES, LANGUAGES.length, at % LANGUAGES.length), [id], [paper]),
]);

/** Whether the heading of a section is missing. */
function lacksBands(id: string, language: string, { texts }: PadLayout): boolean {
  const shown = texts.map(({ text }) => text);
  const { rows } = shippedText(shippedGame(id), language);
  return rows.some((row) => row.kind === "heading" && !shown.includes(row.text));
}

/** The boxes that do not show what they are always worth, and those without hint; next to dice, the worth is enough of a hint. */
function listLost({ texts, tables, boxes, dice }: PadLayout, id: string, language: string) {
  const rows = shippedText(shippedGame(id), language).rows.filter((row) => row.kind === "box");
  const plain = (words: string) => words.replaceAll("\u00a0", " ");
  const told = rows.map(({ category, worth, hint, shortHint }) => {
    const box = boxes.find((one) => one.category === category);
    const table = tables.find(({ xMm, widthMm }) => box && xMm < box.xMm && box.xMm < xMm + widthMm);
    const isHere = (xMm: number, yMm: number) =>
      box !== undefined &&
      table !== undefined &&
      table.xMm < xMm &&
      xMm < box.xMm &&
      box.yMm < yMm &&
      yMm < box.yMm + box.heightMm;
    const here = texts
      .filter(({ xMm, baselineMm }) => isHere(xMm, baselineMm))
      .map(({ text }) => plain(text));
    const all = here.join(" ");
    const isWorth = !worth || all.split(/[ +]/).includes(worth);
    const shown = [hint, shortHint].some((words) => words && all.includes(plain(words)));
    const isShown = shown || (worth && isWorth && dice.some(({ xMm, yMm }) => isHere(xMm, yMm)));
    return { category, isWorth, isHinted: hint === null || isShown };
  });
  return {
    worths: told.flatMap(({ category, isWorth }) => (isWorth ? [] : category)),
    hints: told.flatMap(({ category, isHinted }) => (isHinted ? [] : category)),
    hinted: told.length,
  };
}

describe("every shipped game, on every paper, for every number of players", () => {
  const sheets = SHEETS.map(({ id, paper, players, language, columns, layout }) => {
    const usual = players * columns === 1 ? LABEL_SHARE.one : LABEL_SHARE.several;
    const measures = measureSheet(layout, players, columns);
    return {
      key: `${id} ${paper}`,
      isBare: lacksBands(id, language, layout),
      ...listLost(layout, id, language),
      name: `${id} ${language} ${paper} for ${players}`,
      usual,
      // Small sheets may have rows as low as on cards that are sold with games.
      leastMm: paper === "a5" || paper === "a4" ? MIN_BOX_MM : LOWEST_BOX_MM,
      ...measures,
    };
  });

  it("is laid out", () => {
    expect(sheets.length).toBeGreaterThan(TRIES_ALL ? 1500 : 200);
    expect(new Set(sheets.map(({ key }) => key)).size).toBeGreaterThan(2 * SHIPPED.length);
  });

  it("leaves the larger part of the width to what is written", () => {
    const wide = sheets.filter(({ usual, labelShare }) => labelShare > usual + ROUNDING);
    expect(wide.map(({ name, labelShare }) => `${name}: ${labelShare.toFixed(3)}`)).toEqual([]);
  });

  it("shows the bands of its sections", () => {
    const bare = sheets.filter(({ isBare }) => isBare);
    expect([...new Set(bare.map(({ key }) => key))].sort()).toEqual(BARE);
  });

  it("shows them in large print and above games side by side, too, with dice as large as the type", () => {
    const sheets = someOf(OTHERS, 9, 4).flatMap(([id, paper, players], at) => {
      const language = LANGUAGES[at % LANGUAGES.length] ?? "en";
      const laid = laidOut(shippedGame(id), language, paper, players, USUAL_MARKS, paper === "a6");
      return laid.ok
        ? [{ name: `${id} ${language} ${paper} ${players}`, id, language, paper, layout: laid.value }]
        : [];
    });
    expect(sheets.length).toBeGreaterThan(5);
    const bare = sheets.filter(({ id, language, layout }) => lacksBands(id, language, layout));
    expect(bare.map(({ name }) => name)).toEqual([]);
    for (const { name, paper, layout } of sheets)
      for (const { sideMm } of layout.dice)
        expect(sideMm, name).toBeGreaterThanOrEqual(paper === "a6" ? 2 : 5.5);
  });

  it("says what boxes are always worth", () => {
    const lost = sheets.flatMap(({ name, worths }) => (worths.length > 0 ? `${name}: ${worths}` : []));
    expect(lost).toEqual([]);
  });

  it("drops few hints where rows have room", () => {
    const lost = sheets.filter(
      ({ smallestBoxMm, hints, hinted }) =>
        smallestBoxMm.heightMm > ROOMY_MM && hints.length > FEW_HINTLESS * hinted,
    );
    expect(lost.map(({ name, hints }) => `${name}: ${hints}`)).toEqual([]);
  });

  it("says what a box takes next to its dice if not in the hint, and never leaves both out", () => {
    const { texts, dice } = good(laidOut(shippedGame("kniffel"), "de", "a6", 4));
    const words = texts.map(({ text }) => text.replaceAll("\u00a0", " "));
    expect(words).toEqual(expect.arrayContaining(["Full House", "25 Punkte"]));
    expect(words).not.toContain("3 + 2 Gleiche, 25 Punkte");
    const level = dice.filter(({ yMm }) => dice.filter((one) => one.yMm === yMm).length === 5);
    expect(level.length).toBeGreaterThanOrEqual(15);
  });

  it("keeps dice off the words", () => {
    const close = sheets.filter(({ diceGapMm }) => diceGapMm < MIN_DICE_GAP_MM);
    expect(close.map(({ name, diceGapMm }) => `${name}: ${diceGapMm.toFixed(2)} mm`)).toEqual([]);
  });

  it("has no tint that turns black on a copier", () => {
    const dark = sheets.filter(({ darkestTint }) => darkestTint > MAX_TINT);
    expect(dark.map(({ name }) => name)).toEqual([]);
  });

  it("has type to read and boxes to write in", () => {
    const small = sheets.filter(
      ({ smallestPt, smallestBoxMm, leastMm }) =>
        smallestPt < MIN_PT || smallestBoxMm.heightMm < leastMm - ROUNDING || smallestBoxMm.widthMm < 8,
    );
    expect(small.map(({ name }) => name)).toEqual([]);
  });
});

it.each(someOf(["a4", "a5", "a6"], 3, 2))(
  "all rows of a sheet on %s show their dice in the same place",
  (paper) => {
    const measured = SHIPPED.flatMap((id) => {
      const game = shippedGame(id);
      const players = isSheetShared(game) ? 4 : 1;
      const laid = laidOut(game, "de", paper, players);
      return laid.ok ? [{ id, ...measureSheet(laid.value, players, game.columns.length) }] : [];
    });
    expect(measured.filter(({ diceRows }) => diceRows > 1).length).toBeGreaterThan(10);
    expect(measured.filter(({ diceShiftMm }) => diceShiftMm > UNEVEN_MM).map(({ id }) => id)).toEqual([]);
  },
);
