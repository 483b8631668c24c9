import { expect, test } from "vitest";
import { isChecked } from "../../../src/scan/tables/find-tables.ts";

/** Twelve rows of eight cells. */
function cells(darkness: (row: number, column: number) => number): number[][] {
  return Array.from({ length: 12 }, (_, row) =>
    Array.from({ length: 8 }, (_, column) => darkness(row, column)),
  );
}

test("a table is checked where black cells are scattered over it", () => {
  expect(isChecked(cells((row, column) => (row % 2 === 0 && column % 2 === 0 ? 0.9 : 0.1)))).toBe(true);
  expect(isChecked(cells((row, column) => ((5 * row + 3 * column) % 7 === 0 ? 1 : 0.05)))).toBe(true);
});

test("it is not where headings are printed black, where much is written, or where one cell is blackened", () => {
  expect(isChecked(cells((row, column) => (row % 4 === 0 || column === 0 ? 0.8 : 0.1)))).toBe(false);
  expect(isChecked(cells(() => 0.3))).toBe(false);
  expect(isChecked(cells((row, column) => Number(row === 3 && column === 4)))).toBe(false);
});
