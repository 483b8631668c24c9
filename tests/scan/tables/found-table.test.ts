import { expect, test } from "vitest";
import {
  type CellPlace,
  cellArea,
  type RuledLine,
  type RuledSheet,
  type RuledTable,
} from "../../../src/scan/tables/ruled-sheet.ts";

const line = (atPx: number, thicknessPx = 2): RuledLine => ({
  atPx,
  thicknessPx,
  isDouble: thicknessPx > 4,
  seen: 1,
});
const table: RuledTable = {
  across: [line(10), line(50), line(90, 6)],
  down: [line(5), line(105)],
  darkness: [[0], [0]],
};
const sheet: Pick<RuledSheet, "tables"> = { tables: [table] };

test("a cell lies between the edges of its lines", () => {
  const place: CellPlace = { table: 0, row: 1, column: 0 };
  expect(cellArea(sheet, place)).toEqual({ xPx: 6, yPx: 51, widthPx: 98, heightPx: 36 });
});

test("a cell that the table lacks has no area", () => {
  expect(cellArea(sheet, { table: 0, row: 2, column: 0 })).toMatchObject({ heightPx: 0 });
  expect(cellArea(sheet, { table: 1, row: 0, column: 0 })).toMatchObject({ widthPx: 0, heightPx: 0 });
});
