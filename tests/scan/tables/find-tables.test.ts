import { shippedPads } from "../../../src/files/pictures/store-bought-pads.ts";
import { getElement } from "../../../src/rules/arrays.ts";
import type { Homography } from "../../../src/scan/marks/page-fit.ts";
import { padFits } from "../../../src/scan/pads/fit-rows.ts";
import { columnsPerPlayer, type Pad } from "../../../src/scan/pads/pad.ts";
import { cutCells } from "../../../src/scan/tables/cut-cells.ts";
import { findTables } from "../../../src/scan/tables/find-tables.ts";
import {
  QUARTERS,
  type RuledSheet,
  type RuledTable,
  turnSheet,
  turnTables,
} from "../../../src/scan/tables/ruled-sheet.ts";
import { someOf, rareTest } from "../../support/cases.ts";
import { tools } from "../../support/photos.ts";
import { type DrawnSheet, ruledPhoto } from "../../support/ruled-picture.ts";
import { beforeAll, expect, test } from "vitest";

/** Nine rows with a double line above the last two, and a head over three of the four columns. */
const ROWS = [20, 28, 36, 44, 52, 60, 68, 69, 76, 84];
const COLUMNS = [12, 40, 56, 72, 88];
const SHEET: DrawnSheet = {
  widthMm: 100,
  heightMm: 100,
  across: ROWS.map((at, row) => ({ at, from: row === 0 ? 40 : 12, to: 88 })),
  down: COLUMNS.map((at) => ({ at, from: at === 12 ? 28 : 20, to: 84 })),
};
const SIZE = { widthPx: 520, heightPx: 600 };
/** Turned a little, and seen from below. */
const TILTED: Homography = [0.19, 0.016, 3, -0.012, 0.178, 1, 0.00004, 0.00025, 1];

let sheets: readonly RuledSheet[];
beforeAll(() => {
  sheets = findTables(ruledPhoto(SHEET, SIZE, TILTED), tools);
});

function onlySheet(): RuledSheet {
  const [sheet, ...others] = sheets;
  if (sheet === undefined || others.length > 0) throw new Error(`${sheets.length} sheets`);
  return sheet;
}

const doubles = ({ across }: RuledTable) =>
  across.map(({ isDouble }, at) => (isDouble ? at : -1)).filter((at) => at >= 0);

test("a table in perspective is found with its rows, columns, double line and head", () => {
  const sheet = onlySheet();
  expect(sheet.tables.map(({ across, down }) => [across.length, down.length])).toEqual([[9, 5]]);
  const table = getElement(sheet.tables, 0);
  expect(doubles(table)).toEqual([6]);
  expect(table.across[0]?.seen).toBeCloseTo(0.63, 1);
  expect(table.across[4]?.seen).toBeGreaterThan(0.95);
  // Rows have the same height under any perspective.
  const [first, fifth] = [table.across[1]?.atPx ?? 0, table.across[5]?.atPx ?? 0];
  expect((fifth - first) / 4 / sheet.pxPerMm).toBeCloseTo(8, 0);
});

test("turned four times, a sheet is as it was; turned once, its columns are rows", () => {
  const sheet = onlySheet();
  const once = turnSheet(sheet, 1);
  expect(once.tables[0]?.across).toHaveLength(5);
  expect(once.tables[0]?.darkness).toHaveLength(4);
  const { grey, rgb, ...back } = turnSheet(once, 3);
  expect(back).toEqual({ tables: sheet.tables, pxPerMm: sheet.pxPerMm, outline: sheet.outline });
  expect(Buffer.compare(grey.pixels, sheet.grey.pixels)).toBe(0);
  expect(Buffer.compare(rgb, sheet.rgb)).toBe(0);
});

test("an empty cell is blank once its lines are taken away", () => {
  const sheet = onlySheet();
  const cells = cutCells(sheet, [
    { table: 0, row: 2, column: 1 },
    { table: 0, row: 5, column: 3 },
  ]);
  expect(cells.map(({ isBlank, visible }) => [isBlank, visible > 0.9])).toEqual([
    [true, true],
    [true, true],
  ]);
});

test("nothing is found on a sheet without lines, or with lines in one direction only", () => {
  const bare = { ...SHEET, across: [], down: [] };
  for (const sheet of [bare, { ...SHEET, down: [] }])
    expect(findTables(ruledPhoto(sheet, SIZE, TILTED), tools)).toEqual([]);
});

/** Two tables of five rows and three columns, one below the other, with frames that nearly touch. */
const tableAt = (top: number) => {
  const [rows, columns] = [[0, 8, 16, 24, 32, 40].map((at) => top + at), [12, 40, 56, 72]];
  const framed = (at: number, ends: readonly (number | undefined)[]) =>
    ends.includes(at) ? { widthMm: 1.2 } : {};
  return {
    across: rows.map((at) => ({ at, from: 12, to: 72, ...framed(at, [rows[0], rows.at(-1)]) })),
    down: columns.map((at) => ({ at, from: top, to: top + 40, ...framed(at, [12, 72]) })),
  };
};

test("two tables whose thick frames nearly touch are on one sheet", () => {
  const [upper, lower] = [tableAt(14), tableAt(56.6)];
  const sheet: DrawnSheet = {
    widthMm: 84,
    heightMm: 110,
    across: [...upper.across, ...lower.across],
    down: [...upper.down, ...lower.down],
  };
  const flat: Homography = [0.199, 0.012, -5, -0.012, 0.199, -3, 0, 0, 1];
  const found = findTables(ruledPhoto(sheet, { widthPx: 480, heightPx: 600 }, flat), tools);
  expect(found.map(({ tables }) => tables.map(({ across, down }) => [across.length, down.length]))).toEqual([
    [
      [6, 4],
      [6, 4],
    ],
  ]);
});

test("two tables with a heading on a dark bar between them are on one sheet, turned any way", () => {
  const [upper, lower] = [tableAt(14), tableAt(62)];
  const sheet: DrawnSheet = {
    widthMm: 84,
    heightMm: 116,
    across: [...upper.across, { at: 58, from: 10, to: 74, widthMm: 6 }, ...lower.across],
    down: [...upper.down, ...lower.down],
  };
  for (const degrees of [0, 44, 46]) {
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180) / 5, Math.sin((degrees * Math.PI) / 180) / 5];
    const middle = [360 * (cos + sin), 360 * (cos - sin)] as const;
    // Seen slightly from the side, so that each table by itself would seem to be turned in another way.
    const toSheet: Homography = [cos, sin, 42 - middle[0], -sin, cos, 58 - middle[1], 0.00004, 0.00006, 1];
    const found = findTables(ruledPhoto(sheet, { widthPx: 720, heightPx: 720 }, toSheet), tools);
    expect([degrees, found.map(({ tables }) => tables.length)]).toEqual([degrees, [2]]);
  }
});

rareTest("squared paper is no table, and a table with as many rows is one", () => {
  const lines = (count: number, length: number) =>
    Array.from({ length: count }, (_, at) => ({ at: 10 + 5 * at, from: 10, to: length }));
  const squared = (rows: number, columns: number): DrawnSheet => ({
    ...{ widthMm: 20 + 5 * columns, heightMm: 20 + 5 * rows },
    across: lines(rows + 1, 10 + 5 * columns),
    down: lines(columns + 1, 10 + 5 * rows),
  });
  const found = ([rows, columns]: readonly [number, number]) => {
    const size = { widthPx: 4 * (20 + 5 * columns), heightPx: 4 * (20 + 5 * rows) };
    const sheets = findTables(ruledPhoto(squared(rows, columns), size, STRAIGHT), tools);
    return sheets.flatMap(({ tables }) => tables.map(({ across, down }) => [across.length, down.length]));
  };
  expect(found([42, 9])).toEqual([[43, 10]]);
  expect(found([42, 40])).toEqual([]);
});

/** Four px to a mm. */
const STRAIGHT: Homography = [0.25, 0, 0, 0, 0.25, 0, 0, 0, 1];

/** A page of a pad as it is sold: its tables one below the other, with a stroke of print for each label. */
function drawPad({ tables, game }: Pad): DrawnSheet {
  const [rowMm, labelMm, columnMm, left] = [5.6, 22, 10, 8];
  const [across, down]: [DrawnSheet["across"][number][], DrawnSheet["down"][number][]] = [[], []];
  let [top, widthMm] = [10, 0];
  for (const { labels, entries, rows } of tables) {
    const perPlayer = columnsPerPlayer({ tables, game });
    const columns = Math.max(entries.min, perPlayer);
    const right = left + labels * labelMm + columns * columnMm;
    let at = top;
    across.push({ at, from: left, to: right });
    for (const { holds, height, line } of rows) {
      const middle = at + (rowMm * height) / 2;
      for (let label = 0; label < labels && holds.kind !== "names"; label++)
        across.push({
          ...{ at: middle, widthMm: 1.4 },
          ...{ from: left + label * labelMm + 4, to: left + label * labelMm + 14 },
        });
      at += rowMm * height;
      across.push({ at, from: left, to: right, ...(line === "thick" ? { widthMm: 0.8 } : {}) });
      if (line === "double") across.push({ at: at - 0.9, from: left, to: right });
    }
    for (let one = 0; one <= labels + columns; one++)
      down.push({
        at: left + Math.min(one, labels) * labelMm + Math.max(0, one - labels) * columnMm,
        ...{ from: top, to: at },
      });
    [top, widthMm] = [at + 6, Math.max(widthMm, right + left)];
  }
  return { widthMm, heightMm: top + 4, across, down };
}

test("the rows of every shipped pad are found on a drawn page of it", async () => {
  const pads = await shippedPads();
  expect(pads.length).toBeGreaterThan(10);
  for (const pad of someOf(pads, 5)) {
    const page = drawPad(pad);
    const scale = 0.34;
    const size = {
      widthPx: Math.round((page.widthMm + 12) / scale),
      heightPx: Math.round((page.heightMm + 12) / scale),
    };
    const photo = ruledPhoto(page, size, [scale, 0.004, -6, -0.004, scale, -5, 0, 0, 1]);
    const fits = findTables(photo, tools).flatMap((sheet) =>
      QUARTERS.flatMap((turn) => padFits({ tables: turnTables(sheet, turn) }, pad)),
    );
    const [best] = fits.toSorted((a, b) => a.cost - b.cost);
    expect([pad.id, best?.rows.map((cells) => cells !== null)]).toEqual([
      pad.id,
      pad.tables.flatMap(({ rows }) => rows.map(() => true)),
    ]);
    expect([pad.id, (best?.cost ?? Infinity) < 3]).toEqual([pad.id, true]);
  }
});
