import { describe, expect, it } from "vitest";
import { type Area, within } from "../../../src/print/geometry.ts";
import { MAX_TICKS } from "../../../src/print/layout/pad-form.ts";
import { layOutTicks } from "../../../src/print/layout/rows.ts";
import { shippedGame } from "../../support/games.ts";
import { good, laidOut } from "../../support/pads.ts";

const MAX_MM = 2.8;
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

  it("keep to one line where that costs nothing", () => {
    expect(new Set(layOutTicks(cell(20, 9), 3, MAX_MM).map(({ yMm }) => yMm)).size).toBe(1);
  });
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

  it("has none where nothing is ticked", () => {
    expect(good(laidOut(shippedGame("yatzy"), "de", "a5", 4)).ticks).toEqual([]);
    const lost = shippedGame("maxi-yatzy", { saved_throws: "lost" });
    expect(good(laidOut(lost, "de", "a4", 4)).ticks).toEqual([]);
  });
});
