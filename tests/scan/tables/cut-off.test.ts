import { expect, test } from "vitest";
import type { Grey } from "../../../src/scan/image/picture.ts";
import { isTableCutOff } from "../../../src/scan/tables/find-tables.ts";
import type { RuledLine } from "../../../src/scan/tables/ruled-sheet.ts";

const [WIDTH, HEIGHT] = [400, 360];
const ACROSS = [60, 120, 180, 240, 300];
const DOWN = [60, 140, 220, 300];
const lineAt = (atPx: number): RuledLine => ({ atPx, thicknessPx: 2, isDouble: false, seen: 1 });
const TABLE = { across: ACROSS.map(lineAt), down: DOWN.map(lineAt) };

/** A picture of the table, whose lines across run on to a place on the right, and whose lines down to one below. */
function picture(toX: number, toY: number): Grey {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(230);
  for (const y of ACROSS) for (let x = 60; x <= toX; x++) pixels.fill(60, y * WIDTH + x, y * WIDTH + x + 1);
  for (const x of DOWN) for (let y = 60; y <= toY; y++) pixels[y * WIDTH + x] = 60;
  return { widthPx: WIDTH, heightPx: HEIGHT, pixels };
}

test("a table whose lines end with it is whole", () => {
  expect(isTableCutOff(TABLE, picture(300, 300))).toBe(false);
});

test("a table whose lines go on at a side is cut off there", () => {
  expect(isTableCutOff(TABLE, picture(399, 300))).toBe(true);
  expect(isTableCutOff(TABLE, picture(300, 359))).toBe(true);
});

test("a single line that runs on, and what is dark beside the table as a whole, cut nothing off", () => {
  const one = picture(300, 300);
  one.pixels.fill(60, 120 * WIDTH + 300, 120 * WIDTH + 399);
  expect(isTableCutOff(TABLE, one)).toBe(false);
  const edge = picture(300, 300);
  for (let y = 0; y < HEIGHT; y++) edge.pixels.fill(40, y * WIDTH + 320, (y + 1) * WIDTH);
  expect(isTableCutOff(TABLE, edge)).toBe(false);
});
