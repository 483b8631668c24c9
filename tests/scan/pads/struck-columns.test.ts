import { expect, test } from "vitest";
import { shippedPads } from "../../../src/files/pictures/store-bought-pads.ts";
import { getElement } from "../../../src/rules/arrays.ts";
import { listFits, viewTables } from "../../../src/scan/pads/view-tables.ts";
import type { RuledLine } from "../../../src/scan/tables/ruled-sheet.ts";
import type { Homography } from "../../../src/scan/marks/page-fit.ts";
import { tools } from "../../support/photos.ts";
import { type DrawnSheet, ruledPhoto } from "../../support/ruled-picture.ts";
import { tablesOf } from "../../support/ruled-sheets.ts";

const pads = await shippedPads();
const PX_PER_MM = 8;
const COLUMNS = 6;

/** A pad of one table as it is printed, with strokes down a column at these shares of its width. */
function drawStruck(id: string, strokes: readonly number[], column: number): DrawnSheet {
  const pad = getElement(
    pads.filter((one) => one.id === id),
    0,
  );
  const table = getElement(tablesOf(pad, COLUMNS), 0);
  const placesOf = (lines: readonly RuledLine[]) => lines.map(({ atPx }) => 10 + atPx / PX_PER_MM);
  const [rows, columns] = [placesOf(table.across), placesOf(table.down)];
  const [top, bottom, left, right] = [rows[0] ?? 0, rows.at(-1) ?? 0, columns[0] ?? 0, columns.at(-1) ?? 0];
  const lines = rows.flatMap((at, row) => {
    const { isDouble = false } = table.across[row] ?? {};
    return (isDouble ? [at - 0.5, at + 0.5] : [at]).map((one) => ({ at: one, from: left, to: right }));
  });
  // Something dark in place of each printed word.
  const words = rows.slice(1).flatMap((at, row) =>
    columns.slice(0, table.down.length - 1 - COLUMNS).map((from) => {
      return { at: (at + (rows[row] ?? 0)) / 2, from: from + 4, to: from + 10, widthMm: 1.5 };
    }),
  );
  const [from, to] = [columns.at(column) ?? 0, columns.at(column + 1) ?? 0];
  const drawn = strokes.map((share) => ({ at: from + share * (to - from), from: top + 3, to: bottom - 3 }));
  return {
    widthMm: right + 10,
    heightMm: bottom + 10,
    across: [...lines, ...words],
    down: [...columns.map((at) => ({ at, from: top, to: bottom })), ...drawn],
  };
}

const UPRIGHT: Homography = [0.16, 0.002, -5, -0.002, 0.16, -5, 0, 0, 1];
const SIDEWAYS: Homography = [0.002, 0.16, -5, -0.16, 0.002, 200, 0, 0, 1];

test.each([
  ["no strokes", "yatzy-pad-danish", [], UPRIGHT],
  ["a stroke", "yatzy-pad-danish", [0.5], UPRIGHT],
  ["two strokes", "yatzy-pad-danish", [0.3, 0.7], UPRIGHT],
  ["a stroke", "yahtzee-card-older", [0.4], SIDEWAYS],
  ["two strokes", "yahtzee-card-older", [0.35, 0.7], SIDEWAYS],
] as const)("a column with %s down it is one: %s", async (_, id, strokes, toSheet) => {
  const sheet = drawStruck(id, strokes, -3);
  const photo = ruledPhoto(sheet, { widthPx: 1300, heightPx: 1300 }, toSheet);
  const [view] = await viewTables(photo, pads, tools, { file: "photo", keepPicture: false });
  const fits = (view?.ok ? view.value.turns : []).flatMap(({ tables }) => listFits(tables, { pads }));
  const [best] = fits.sort((a, b) => a.cost - b.cost);
  expect([best?.pad.id, best?.columns]).toEqual([id, COLUMNS]);
});
