import { describe, expect, it } from "vitest";
import { loadLanguage } from "../../../src/files/package/languages.ts";
import { styleIds } from "../../../src/files/package/templates.ts";
import { preparePad } from "../../../src/files/print/pads.ts";
import { MM_PER_PT, overlaps, within } from "../../../src/print/geometry.ts";
import { PROFILES } from "../../../src/print/imposition/imposition.ts";
import { RECEIPT_PAPER } from "../../../src/print/layout/paper.ts";
import { styledDie, tickShapes } from "../../../src/print/shapes/figures.ts";
import { SHIPPED, shippedGame } from "../../support/games.ts";
import { good } from "../../support/results.ts";

const GERMAN = good(loadLanguage("de"));
const DOT_MM = 25.4 / 203;
/** Names of several columns have no room on a strip. */
const GAMES = SHIPPED.filter((id) => shippedGame(id).columns.length === 1).filter((_, at) => at % 4 === 0);

/** Whether a length is a whole number of dots. */
const isWhole = (mm: number) => Math.abs(mm / DOT_MM - Math.round(mm / DOT_MM)) < 1e-6;

describe.each(styleIds())("a strip for a receipt printer in the style %s", (style) => {
  it("is black only, with lines of whole dots, and has the boxes of any other print", async () => {
    expect(GAMES).not.toEqual([]);
    for (const id of GAMES) {
      const choices = { paper: RECEIPT_PAPER, style, players: 1 };
      const plain = await preparePad(shippedGame(id), GERMAN, choices);
      const strip = await preparePad(shippedGame(id), GERMAN, { ...choices, settings: PROFILES.receipt });
      const { layout } = strip;
      expect(layout.boxes, id).toEqual(plain.layout.boxes);
      expect(layout.code, id).toEqual(plain.layout.code);
      expect(layout.tints).toEqual([]);
      const fills = (layout.decoration?.shapes ?? []).flatMap(({ fill }) => fill ?? []);
      const greys = [
        ...fills,
        ...layout.texts.map(({ grey }) => grey),
        ...layout.rules.map(({ grey }) => grey),
      ];
      expect(new Set([...greys, 0, 1])).toEqual(new Set([0, 1]));
      expect(layout.rules.length).toBe(plain.layout.rules.length);
      layout.rules.forEach((rule, at) => {
        const weightMm = rule.weightPt * MM_PER_PT;
        expect(isWhole(weightMm)).toBe(true);
        const before = plain.layout.rules[at];
        if (before === undefined) throw new Error("no such rule");
        const moved = (["fromXMm", "fromYMm", "toXMm", "toYMm"] as const).map((end) =>
          Math.abs(rule[end] - before[end]),
        );
        expect(Math.max(...moved)).toBeLessThanOrEqual(DOT_MM / 2 + 1e-6);
        if (rule.fromYMm === rule.toYMm) expect(isWhole(rule.fromYMm - weightMm / 2)).toBe(true);
      });
    }
  });

  it("sets words in bold, but off dice, other words and the sides of their cells", async () => {
    const choices = { paper: RECEIPT_PAPER, style, players: 1 };
    const plain = await preparePad(shippedGame("yatzy"), GERMAN, choices);
    const { layout } = await preparePad(shippedGame("yatzy"), GERMAN, {
      ...choices,
      settings: PROFILES.receipt,
    });
    const thickened = layout.texts.filter(({ weight }, at) => weight !== plain.layout.texts[at]?.weight);
    expect(thickened.length).toBeGreaterThan(10);
    for (const { ink, cell, text } of thickened) {
      const before = plain.layout.texts.find((one) => one.text === text && one.cell.yMm === cell.yMm);
      if (before === undefined) throw new Error("no such text");
      expect(within(ink, cell), text).toBe(true);
      const [was, is] = [before.ink, ink].map(({ xMm, widthMm }) => cell.xMm + cell.widthMm - xMm - widthMm);
      const isAtRight = (was ?? 0) < before.ink.xMm - cell.xMm - 0.3;
      if (isAtRight) expect(is, text).toBeCloseTo(was ?? 0);
      const dice = layout.dice.map(({ sideMm, ...place }) => ({
        ...place,
        widthMm: sideMm,
        heightMm: sideMm,
      }));
      for (const other of [...dice, ...layout.texts.flatMap((one) => (one.text === text ? [] : one.ink))])
        if (!overlaps(other, before.ink)) expect(overlaps(other, ink), text).toBe(false);
    }
  });
});

it("lines of one paragraph share their weight", async () => {
  const settings = PROFILES.receipt;
  const choices = { paper: RECEIPT_PAPER, players: 1, settings };
  const { layout } = await preparePad(shippedGame("balut"), GERMAN, choices);
  const foot = layout.texts.filter(({ text }) => /^Streichen|350: 0|600: \+5/.test(text));
  expect(foot.length).toBeGreaterThan(1);
  expect(new Set(foot.map(({ weight }) => weight)).size).toBe(1);
});

describe("figures of pads", () => {
  it("are solid black: a printer of dots breaks grey up, and a copier drops it", () => {
    const dice = [null, 0, 1, 2, 3].flatMap((tint) => styledDie(5, "outline", tint));
    const shades = [...dice, ...tickShapes()].flatMap((shape) => {
      if (shape.kind === "numeral") return [shape.ink];
      if (shape.kind === "circle") return [shape.fill];
      return [shape.fill ?? 0, shape.line?.ink ?? 1];
    });
    expect(shades.length).toBeGreaterThan(20);
    expect(shades.every((shade) => shade === 0 || shade === 1)).toBe(true);
  });
});
