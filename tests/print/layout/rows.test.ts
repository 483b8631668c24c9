import { describe, expect, it } from "vitest";
import { type Area, within } from "../../../src/print/geometry.ts";
import { MAX_TICKS } from "../../../src/print/layout/pad-form.ts";
import { layOutTicks } from "../../../src/print/layout/rows.ts";
import { layOutPad } from "../../../src/print/layout/layout.ts";
import type { PadLayout } from "../../../src/print/layout/pad-layout.ts";
import { parsePaper } from "../../../src/print/layout/paper.ts";
import { SHIPPED, shippedGame } from "../../support/games.ts";
import { LANGUAGES } from "../../support/languages.ts";
import { FAMILY, good, laidOut, shippedText } from "../../support/pads.ts";
import { someOf } from "../../support/cases.ts";

const MAX_MM = 2.8;
/** Games with extra points for further rolls of their best box. */
const TALLYING = SHIPPED.filter((id) => (shippedGame(id).repeats?.bonus ?? 0) > 0);
if (TALLYING.length === 0) throw new Error("no game has extra points");
const cell = (widthMm: number, heightMm: number): Area => ({ xMm: 3, yMm: 5, widthMm, heightMm });

function apart(a: Area, b: Area): boolean {
  return (
    a.xMm + a.widthMm < b.xMm ||
    b.xMm + b.widthMm < a.xMm ||
    a.yMm + a.heightMm < b.yMm ||
    b.yMm + b.heightMm < a.yMm
  );
}

describe("small boxes to tick", () => {
  it.each([
    [8, 5, 3],
    [8, 10, MAX_TICKS],
    [11, 7, 3],
    [11, 14, MAX_TICKS],
    [60, 9, 7],
    [9, 9, 1],
  ])("stand in a cell of %f by %f mm, %i of them, large enough and apart", (width, height, count) => {
    const area = cell(width, height);
    const ticks = layOutTicks(area, count, MAX_MM);
    expect(ticks).toHaveLength(count);
    for (const tick of ticks) {
      expect(within(tick, area)).toBe(true);
      expect(tick.widthMm).toBe(tick.heightMm);
      expect(tick.widthMm).toBeGreaterThan(1.6);
      expect(tick.widthMm).toBeLessThan(3);
    }
    expect(ticks.every((a, at) => ticks.slice(at + 1).every((b) => apart(a, b)))).toBe(true);
  });

  it("share their lines evenly", () => {
    const tops = layOutTicks(cell(38, 14), 12, MAX_MM).map(({ yMm }) => yMm.toFixed(3));
    const inLines = [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
    expect(inLines).toEqual([6, 6]);
  });

  it.each([8.9, 11, 20])(
    "keep to one line of three in a cell of %f mm, even if that makes them smaller",
    (width) => {
      const ticks = layOutTicks(cell(width, 9), 3, MAX_MM);
      expect(new Set(ticks.map(({ yMm }) => yMm)).size).toBe(1);
      for (const { widthMm } of ticks) expect(widthMm).toBeGreaterThan(2.1);
    },
  );
});

describe("a pad", () => {
  it.each([
    ["maxi-yatzy", "saved-rolls", 12],
    ["kniffel-extreme", "chips", 3],
  ])("of %s has boxes to tick for each player: %s", (id, ticks, count) => {
    const sheet = good(laidOut(shippedGame(id), "de", "a4", 4));
    const of = (player: number) =>
      sheet.ticks.filter((tick) => tick.player === player && tick.ticks === ticks);
    expect([1, 2, 3, 4].map((player) => of(player).length)).toEqual([count, count, count, count]);
    expect(sheet.ticks).toHaveLength(4 * count);
    for (const tick of sheet.ticks) {
      const column = sheet.boxes.find((box) => box.player === tick.player);
      expect(tick.xMm).toBeGreaterThan(column?.xMm ?? Number.POSITIVE_INFINITY);
      expect(sheet.boxes.every((box) => apart(tick, box))).toBe(true);
    }
  });

  it.each(TALLYING)("of %s has boxes to tick for extra rolls above the boxes for their points", (id) => {
    const game = shippedGame(id);
    const columns = game.repeats?.multiplied === true ? game.columns.length : 1;
    const players = game.columns.length > 1 ? 1 : 4;
    const { ticks, boxes } = good(laidOut(game, "en", "a4", players));
    expect(ticks.every((tick) => tick.ticks === "repeats")).toBe(true);
    expect(ticks).toHaveLength(3 * columns * players);
    for (const tick of ticks) {
      const own = boxes.find(({ line, player }) => line === "repeats" && player === tick.player);
      if (own === undefined) throw new Error("no box for extra points");
      expect(tick.yMm + tick.heightMm).toBeLessThan(own.yMm);
      expect(within({ ...tick, yMm: own.yMm, heightMm: own.heightMm }, own)).toBe(true);
      expect(boxes.every((box) => apart(tick, box))).toBe(true);
    }
  });

  it("of columns with factors has boxes to tick on A5, too", () => {
    const { ticks } = good(laidOut(shippedGame("triple-yahtzee"), "en", "a5", 1));
    expect(ticks).toHaveLength(9);
    for (const { widthMm } of ticks) expect(widthMm).toBeGreaterThan(2.1);
  });

  it.each(someOf(TALLYING, 3))("of %s loses neither bands nor dice nor hints to boxes to tick", (id) => {
    const game = shippedGame(id);
    const form = shippedText(game, "de");
    const rows = form.rows.map((row) => (row.kind === "line" ? { ...row, tally: undefined } : row));
    for (const paper of ["a6", "a5"])
      for (const players of game.columns.length > 1 ? [1] : [1, 2, 3, 4]) {
        const size = { paper: good(parsePaper(paper)), players };
        const [plain, tallied] = [{ ...form, rows }, form].map((text) => layOutPad(game, text, size, FAMILY));
        if (plain === undefined || tallied === undefined || !plain.ok) continue;
        const [without, sheet] = [plain.value, good(tallied)];
        const bands = (of: PadLayout) => of.tints.filter(({ rank }) => rank === "heading").length;
        expect([bands(sheet), sheet.dice.length, sheet.texts.length, sheet.tables.length]).toEqual([
          bands(without),
          without.dice.length,
          without.texts.length,
          without.tables.length,
        ]);
        for (const { widthMm } of sheet.ticks) expect(widthMm).toBeGreaterThan(2.1);
      }
  });

  it("has none where nothing is ticked", () => {
    expect(good(laidOut(shippedGame("yatzy"), "de", "a5", 4)).ticks).toEqual([]);
    const lost = shippedGame("maxi-yatzy", { saved_throws: "lost" });
    expect(good(laidOut(lost, "de", "a4", 4)).ticks).toEqual([]);
  });
});

it("shows double dice in games of double dice, and in no others", () => {
  const kinds = ["doppel-yatzy", "yatzy", "kismet", "balut"].map((id) => {
    const { dice } = good(laidOut(shippedGame(id), "de", "a5", 1));
    expect(dice).not.toEqual([]);
    return [shippedGame(id).layers.length > 1, ...new Set(dice.map(({ isDouble = false }) => isDouble))];
  });
  expect(kinds).toEqual([
    [true, true],
    [false, false],
    [false, false],
    [false, false],
  ]);
});

it("shows what adds up to the total with arrows behind the labels where a bracket has no room", () => {
  for (const [id, paper, labels] of [
    ["kismet", "a5", ["Basic total", "Kismet sum", "Grand total"]],
    ["yahtzee-block", "a6", ["Upper section total", "Lower section total", "Grand total"]],
  ] as const) {
    const { rules, texts, boxes } = good(laidOut(shippedGame(id), "en", paper, 4));
    const shafts = rules.filter(({ rank, fromYMm, toYMm }) => rank === "bracket" && fromYMm === toYMm);
    const left = Math.min(...boxes.map(({ xMm }) => xMm));
    const marked = shafts.map(({ fromXMm, fromYMm, toXMm }) => {
      expect(toXMm).toBeLessThan(left);
      const row = texts.find(({ cell }) => cell.yMm < fromYMm && fromYMm < cell.yMm + cell.heightMm);
      expect((row?.ink.xMm ?? 0) + (row?.ink.widthMm ?? 0)).toBeLessThan(fromXMm - 0.9);
      return row?.text;
    });
    expect(marked, id).toEqual(labels);
  }
});

describe("rows of a sheet look alike:", () => {
  const PADS = SHIPPED.flatMap((id) =>
    LANGUAGES.map((language) => ({ id, language, text: shippedText(shippedGame(id), language) })),
  );

  it("labels keep to one line on A4, and hints of sums to one size", () => {
    expect(PADS.length).toBeGreaterThan(20);
    const faults = PADS.flatMap(({ id, language, text }) => {
      const { texts } = good(laidOut(shippedGame(id), language, "a4", 2));
      const broken = text.rows.flatMap((row) =>
        row.kind === "box" && !texts.some((one) => one.text === row.label) ? row.label : [],
      );
      const hints = text.rows.flatMap((row) => (row.kind === "line" ? (row.hint ?? []) : []));
      const sizes = texts.flatMap((one) => (hints.includes(one.text) ? one.sizePt : []));
      const isUneven = sizes.length > 0 && Math.max(...sizes) > 1.13 * Math.min(...sizes);
      return [...broken, ...(isUneven ? ["hints of sums"] : [])].map(
        (fault) => `${id} ${language}: ${fault}`,
      );
    });
    expect(faults).toEqual([]);
  });

  it("dice are in one place, and labels with and without descenders as far from their hints", () => {
    const cameroon = good(laidOut(shippedGame("double-cameroon"), "en", "a6", 4));
    const offsets = cameroon.boxes.flatMap(({ player, yMm, heightMm }) => {
      const dice = cameroon.dice.filter((die) => die.yMm > yMm && die.yMm < yMm + heightMm);
      return player === 1 && dice.length > 1 ? ((dice[0]?.yMm ?? 0) - yMm).toFixed(3) : [];
    });
    expect(offsets).toHaveLength(4);
    expect(new Set(offsets).size).toBe(1);
    const escalero = good(laidOut(shippedGame("escalero"), "en", "a4", 1));
    const baseline = (words: string) => escalero.texts.find(({ text }) => text === words)?.baselineMm;
    const gaps = shippedText(shippedGame("escalero"), "en").rows.flatMap((row) => {
      const [label, hint] = row.kind === "box" ? [baseline(row.label), baseline(row.hint ?? "")] : [];
      const isPattern = row.kind === "box" && row.dice.length > 1;
      return isPattern && label !== undefined && hint !== undefined ? (hint - label).toFixed(3) : [];
    });
    expect(gaps).toHaveLength(4);
    expect(new Set(gaps).size).toBe(1);
  });
});
