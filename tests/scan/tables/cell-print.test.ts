import type { Grey } from "../../../src/scan/image/picture.ts";
import { cutCells, removeCellPrint } from "../../../src/scan/tables/cut-cells.ts";
import { cellArea, type CellPlace, type RuledSheet } from "../../../src/scan/tables/ruled-sheet.ts";
import { expect, test } from "vitest";

const PAPER = 245;
const [ROWS, COLUMNS, HEIGHT, WIDTH] = [6, 4, 50, 90];
const line = (atPx: number) => ({ atPx, thicknessPx: 2, isDouble: false, seen: 1 });
const across = Array.from({ length: ROWS + 1 }, (_, at) => line(10 + at * HEIGHT));
const down = Array.from({ length: COLUMNS + 1 }, (_, at) => line(10 + at * WIDTH));
const places = across
  .slice(1)
  .flatMap((_, row) => down.slice(1).map((_, column): CellPlace => ({ table: 0, row, column })));

/** A mark in a cell: its left, top, width and height in px. */
type Mark = readonly [left: number, top: number, wide: number, high: number, level: number];
const PRINT: Mark = [66, 30, 9, 9, 190];
const STRIKE: Mark = [20, 20, 45, 5, 60];

/** A ruled table with marks in some cells. */
function sheetWith(marksOf: (place: CellPlace) => readonly Mark[]): RuledSheet {
  const [widthPx, heightPx] = [20 + COLUMNS * WIDTH, 20 + ROWS * HEIGHT];
  const pixels = new Uint8Array(widthPx * heightPx).fill(PAPER);
  const grey = { widthPx, heightPx, pixels };
  for (const { atPx } of across) pixels.fill(80, (atPx - 1) * widthPx, (atPx + 1) * widthPx);
  for (const { atPx } of down)
    for (let y = 0; y < heightPx; y++) pixels.fill(80, y * widthPx + atPx - 1, y * widthPx + atPx + 1);
  const tables = [{ across, down, darkness: [] }];
  for (const place of places) {
    const { xPx, yPx } = cellArea({ tables }, place);
    for (const [left, top, wide, high, level] of marksOf(place))
      for (let y = yPx + top; y < yPx + top + high; y++)
        pixels.fill(level, y * widthPx + xPx + left, y * widthPx + xPx + left + wide);
  }
  return { tables, grey, rgb: new Uint8Array(0), pxPerMm: 8, outline: [] };
}

function darkest(sheet: RuledSheet, { widthPx, pixels }: Grey, place: CellPlace): number {
  const area = cellArea(sheet, place);
  const rows = Array.from({ length: area.heightPx }, (_, y) => (area.yPx + y) * widthPx + area.xPx);
  return Math.min(...rows.flatMap((from) => [...pixels.subarray(from, from + area.widthPx)]));
}

test("what stands in the same place of all cells is print; what else stands there stays", () => {
  const isWritten = ({ row, column }: CellPlace) => (row + column) % 5 === 0;
  const sheet = sheetWith((place) => (isWritten(place) ? [PRINT, STRIKE] : [PRINT]));
  const { grey: clean } = removeCellPrint(sheet, places);
  for (const place of places)
    expect(darkest(sheet, clean, place) < 100, JSON.stringify(place)).toBe(isWritten(place));
  const blank = places.filter((place) => !isWritten(place));
  expect(Math.min(...blank.map((place) => darkest(sheet, clean, place)))).toBeGreaterThanOrEqual(PAPER);
});

test("so is what stands in some rows only, if it is lighter than ink", () => {
  const isSum = ({ row }: CellPlace) => row === 2 || row === 5;
  const sheet = sheetWith((place) => [
    ...(isSum(place) ? [PRINT] : []),
    ...(place.row === 0 && place.column < 3 ? [STRIKE] : []),
  ]);
  const { grey: clean } = removeCellPrint(sheet, places);
  for (const place of places.filter(isSum))
    expect(darkest(sheet, clean, place)).toBeGreaterThanOrEqual(PAPER);
  expect(darkest(sheet, clean, { table: 0, row: 0, column: 0 })).toBeLessThan(100);
});

test("strikes of all players in two rows are no print, and nothing is taken away where nothing repeats", () => {
  const struck = sheetWith(({ row }) => (row === 1 || row === 4 ? [STRIKE] : []));
  expect(removeCellPrint(struck, places).grey).toBe(struck.grey);
  const empty = sheetWith(() => []);
  expect(removeCellPrint(empty, places).grey).toBe(empty.grey);
});

test("a cell is blank where nothing but a trace of print is left, and not where something stands beside it", () => {
  const beside = { table: 0, row: 3, column: 1 };
  const isSame = (one: CellPlace, other: CellPlace) => one.row === other.row && one.column === other.column;
  const isWritten = ({ row, column }: CellPlace) => (row + column) % 5 === 0;
  // In every sixth cell the print lies some px off its place, so that it is not taken away as a whole.
  const offPx = ({ row, column }: CellPlace) => (row === column ? 3 : 0);
  const sheet = sheetWith((place) => [
    [PRINT[0] + offPx(place), PRINT[1], PRINT[2], PRINT[3], 215] as const,
    ...(isWritten(place) ? [STRIKE] : []),
    ...(isSame(place, beside) ? [[20, 15, 4, 16, 215] as const] : []),
  ]);
  const pictures = cutCells(sheet, places);
  for (const [at, place] of places.entries())
    expect(pictures[at]?.isBlank, JSON.stringify(place)).toBe(!isWritten(place) && !isSame(place, beside));
});
