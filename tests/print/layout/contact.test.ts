import { describe, expect, it } from "vitest";
import { measureSheet } from "../../../bench/contact/measure.ts";
import { contactSheets } from "../../../bench/contact/sheets.ts";
import { LABEL_SHARE } from "../../../src/print/layout/division.ts";
import { LOWEST_BOX_MM, MIN_BOX_MM, MIN_PT } from "../../../src/print/layout/sizes.ts";
import { shippedGame } from "../../support/games.ts";
import { LANGUAGES } from "../../support/languages.ts";
import { shippedText } from "../../support/pads.ts";

/** Widths are sums. */
const ROUNDING = 1e-6;
const MIN_DICE_GAP_MM = 0.75;
const MAX_TINT = 0.12;

/** Sheets whose labels need more than their share of the width, by game and paper, with the share that they may take. */
const WIDER: Readonly<Record<string, number>> = {
  // Two tables side by side have labels each, on a sheet that is 105 mm wide.
  "doppel-yatzy a6": 0.46,
  "edencity-yatzy a6": 0.43,
  "forced-yatzy a6": 0.41,
  "kniffel a6": 0.43,
  "kniffel-extreme a5": 0.4,
  "kniffel-extreme a6": 0.43,
  "yacht a6": 0.41,
  "yahtzee a6": 0.43,
  "yam a6": 0.41,
  "yahtzee-block a6": 0.41,
  "maxi-yatzy a5": 0.43,
  "yatzy a6": 0.41,
  "yatzy-deluxe a6": 0.5,
  // The same with long labels, in rows that are too low for two lines of them.
  "kismet a6": 0.46,
  "maxi-yatzy a6": 0.44,
  // Long hints in rows that are too low for a second line.
  "crag a6": 0.44,
  "double-cameroon a6": 0.41,
  // Steps of a bonus, and columns whose names need the width.
  "balut a6": 0.43,
  "yazzo a6": 0.43,
};

/** Small sheets with too many rows for bands: without any, 2 mm of the height are left. */
const BARE = ["balut a6", "crag a6", "yazzo a6"];

describe("every shipped game, on every paper, for every number of players", () => {
  const sheets = [...contactSheets(LANGUAGES)].map(({ id, paper, players, language, columns, layout }) => {
    const usual = players * columns === 1 ? LABEL_SHARE.one : LABEL_SHARE.several;
    const measures = measureSheet(layout, players, columns);
    const words = shippedText(shippedGame(id), language).rows.flatMap((row) =>
      row.kind === "heading" ? row.text : [],
    );
    const headings = new Set(words).size;
    const bands = new Set(layout.texts.flatMap(({ text }) => (words.includes(text) ? text : []))).size;
    return {
      key: `${id} ${paper}`,
      headings,
      bands,
      name: `${id} ${language} ${paper} for ${players}`,
      usual,
      // Small sheets for many players have rows as low as on cards that are sold with games.
      leastMm: paper === "a6" && players > 2 ? LOWEST_BOX_MM : MIN_BOX_MM,
      ...measures,
    };
  });

  it("is laid out", () => {
    expect(sheets.length).toBeGreaterThan(1000);
  });

  it("leaves the larger part of the width to what is written", () => {
    const wide = sheets.filter(
      ({ key, usual, labelShare }) => labelShare > Math.max(usual, WIDER[key] ?? 0) + ROUNDING,
    );
    expect(wide.map(({ name, labelShare }) => `${name}: ${labelShare.toFixed(3)}`)).toEqual([]);
  });

  it("needs each exception", () => {
    const needed = new Set(
      sheets.flatMap(({ key, usual, labelShare }) => (labelShare > usual + ROUNDING ? key : [])),
    );
    expect(Object.keys(WIDER).filter((key) => !needed.has(key))).toEqual([]);
  });

  it("shows the bands of its sections wherever rows keep their least height with them", () => {
    const bare = sheets.filter(
      ({ bands, headings, smallestBoxMm }) => bands < headings && smallestBoxMm.heightMm >= MIN_BOX_MM,
    );
    expect([...new Set(bare.map(({ key }) => key))].sort()).toEqual(BARE);
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
