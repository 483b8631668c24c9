import { expect, test } from "vitest";
import { evenLight } from "../../../src/scan/image/light.ts";
import { type Grey, areaLevels, quantile } from "../../../src/scan/image/picture.ts";
import { disposeAfterUse } from "../../../src/scan/image/tools.ts";
import { cellArea, type CellPlace, type RuledTable } from "../../../src/scan/tables/ruled-sheet.ts";
import { evenTintedCells } from "../../../src/scan/tables/find-tables.ts";
import { tools } from "../../support/photos.ts";

const PX_PER_MM = 8;
const [ROW_PX, COLUMN_PX, ROWS, COLUMNS, RIM_PX] = [34, 46, 6, 5, 20];
const line = (atPx: number) => ({ atPx, thicknessPx: 2, isDouble: false, seen: 1 });
const across = Array.from({ length: ROWS + 1 }, (_, at) => line(RIM_PX + at * ROW_PX));
const down = Array.from({ length: COLUMNS + 1 }, (_, at) => line(RIM_PX + at * COLUMN_PX));
const darkness = Array.from({ length: ROWS }, () => new Array<number>(COLUMNS).fill(0));
const table: RuledTable = { across, down, darkness };
const INKED: CellPlace = { table: 0, row: 3, column: 2 };

/** A table with every other row in blue, a stroke in one cell, in light that falls off to the right. */
function straightSheet() {
  const [widthPx, heightPx] = [2 * RIM_PX + COLUMNS * COLUMN_PX, 2 * RIM_PX + ROWS * ROW_PX];
  const straight = new tools.cv.Mat(heightPx, widthPx, tools.cv.CV_8UC3);
  const isLine = (px: number, lines: typeof across) =>
    lines.some(({ atPx }) => px >= atPx - 1 && px < atPx + 1);
  const inked = cellArea({ tables: [table] }, INKED);
  for (let y = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++) {
      const row = Math.floor((y - RIM_PX) / ROW_PX);
      const isTable = row >= 0 && row < ROWS && x >= RIM_PX && x < widthPx - RIM_PX;
      const isStroke = Math.abs(x - inked.xPx - 20) < 2 && Math.abs(y - inked.yPx - 16) < 10;
      const paper = isTable && row % 2 === 1 ? [180, 195, 225] : [235, 235, 235];
      const colour = isStroke || (isTable && (isLine(y, across) || isLine(x, down))) ? [40, 40, 60] : paper;
      const light = 1 - (0.3 * x) / widthPx;
      for (const [channel, level] of colour.entries())
        straight.data[3 * (y * widthPx + x) + channel] = Math.round(level * light);
    }
  return straight;
}

test("tinted cells become white, and what is written in them stays dark", () => {
  disposeAfterUse((keep) => {
    const straight = keep(straightSheet());
    const pixels = evenLight(tools.cv, straight, PX_PER_MM, []).grey;
    const grey: Grey = { widthPx: straight.cols, heightPx: straight.rows, pixels };
    const levels = (row: number, column: number) => {
      const { xPx, yPx, widthPx, heightPx } = cellArea({ tables: [table] }, { table: 0, row, column });
      return areaLevels(grey, { xPx: xPx + 4, yPx: yPx + 4, widthPx: widthPx - 8, heightPx: heightPx - 8 });
    };
    const tinted = [1, 5].flatMap((row) =>
      [0, 1, 2, 3, 4].map((column) => () => Math.min(...levels(row, column))),
    );
    expect(Math.min(...tinted.map((least) => least()))).toBeLessThan(225);
    const white = levels(2, 1);
    evenTintedCells(tools.cv, straight, grey, { tables: [table], pxPerMm: PX_PER_MM });
    expect(Math.min(...tinted.map((least) => least()))).toBeGreaterThan(235);
    expect(Math.min(...levels(INKED.row, INKED.column))).toBeLessThan(100);
    expect(quantile(levels(INKED.row, INKED.column), 0.3)).toBeGreaterThan(235);
    expect(levels(2, 1)).toEqual(white);
  });
});
