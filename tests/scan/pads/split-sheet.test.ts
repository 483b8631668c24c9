import { expect, it } from "vitest";
import { shippedPads } from "../../../src/files/pictures/store-bought-pads.ts";
import { getElement } from "../../../src/rules/arrays.ts";
import { padFits } from "../../../src/scan/pads/fit-rows.ts";
import { overlapsSheet, splitSheet } from "../../../src/scan/pads/split-sheet.ts";
import type { RuledSheet, RuledTable } from "../../../src/scan/tables/ruled-sheet.ts";
import { madeUpTable, tablesOf } from "../../support/ruled-sheets.ts";

const pads = await shippedPads();
const card = getElement(
  pads.filter(({ id }) => id === "kniffel-card"),
  0,
);
const costOf = (sheet: RuledSheet) =>
  Math.min(...pads.flatMap((pad) => padFits(sheet, pad)).map(({ cost }) => cost));

const PX_PER_MM = 8;
const RIM_PX = 8 * PX_PER_MM;
const moved = ({ across, down, ...table }: RuledTable, right: number, below: number): RuledTable => ({
  ...table,
  across: across.map((line) => ({ ...line, atPx: line.atPx + below })),
  down: down.map((line) => ({ ...line, atPx: line.atPx + right })),
});
const endOf = (lines: RuledTable["down"]) => lines.at(-1)?.atPx ?? 0;

/** The tables of sheets side by side, as those of one sheet, in a picture whose columns of pixels are numbered. */
function sideBySide(...sheets: readonly (readonly RuledTable[])[]): RuledSheet {
  const tables: RuledTable[] = [];
  let right = RIM_PX;
  for (const own of sheets) {
    tables.push(...own.map((table) => moved(table, right, RIM_PX)));
    right += Math.max(...own.map(({ down }) => endOf(down))) + 2 * RIM_PX;
  }
  const widthPx = right;
  const heightPx = Math.max(...tables.map(({ across }) => endOf(across))) + RIM_PX;
  const pixels = Uint8Array.from({ length: widthPx * heightPx }, (_, at) => (at % widthPx) % 251);
  const outline = [
    { x: 0, y: 0 },
    { x: widthPx, y: 0 },
    { x: widthPx, y: heightPx },
    { x: 0, y: heightPx },
  ];
  const grey = { widthPx, heightPx, pixels };
  return { tables, grey, rgb: new Uint8Array(3 * pixels.length), pxPerMm: PX_PER_MM, outline };
}

it("tells two cards of two tables apart that were found as one sheet", () => {
  const own = tablesOf(card, 6);
  const sheet = sideBySide(own, own);
  expect(costOf(sheet)).toBe(Infinity);
  const parts = splitSheet(sheet, 2, costOf);
  expect(parts).toHaveLength(2);
  for (const [at, part] of parts.entries()) {
    expect(costOf(part)).toBe(0);
    expect(part.tables.map(({ darkness }) => darkness)).toEqual(own.map(({ darkness }) => darkness));
    // The picture shows what its lines lie on.
    const left = getElement(sheet.tables, 2 * at).down[0]?.atPx ?? 0;
    expect(part.outline[0]?.x).toBeCloseTo(left - RIM_PX, 0);
    expect(part.grey.pixels[getElement(part.tables, 0).down[0]?.atPx ?? 0]).toBe(left % 251);
    expect(part.rgb).toHaveLength(3 * part.grey.widthPx * part.grey.heightPx);
  }
});

it("puts no table of one card to one of the other, however well they fit together", () => {
  const [upper, lower] = [getElement(tablesOf(card, 6), 0), getElement(tablesOf(card, 6), 1)];
  const uneven = ({ across, ...table }: RuledTable): RuledTable => ({
    ...table,
    across: across.map((line, at) => (at % 2 === 1 ? { ...line, atPx: line.atPx + 5 } : line)),
  });
  const sheet = sideBySide([upper, uneven(lower)], [uneven(upper), lower]);
  const parts = splitSheet(sheet, 2, costOf);
  expect(parts.map(({ tables }) => tables.length)).toEqual([2, 2]);
  for (const part of parts) {
    const [first, second] = part.tables.map(({ down }) => down[0]?.atPx);
    expect(first).toBe(second);
    expect(costOf(part)).toBeGreaterThan(0);
  }
});

it("leaves out what is small beside a sheet, and keeps what is not", () => {
  const logo = madeUpTable({ rows: 2, labels: 0, columns: 2 });
  const other = madeUpTable({ rows: 15, labels: 0, columns: 15 });
  const beside = (table: RuledTable) => splitSheet(sideBySide(tablesOf(card, 6), [table]), 2, costOf);
  expect(beside(logo).map(costOf)).toEqual([0]);
  expect(beside(other).map(costOf)).toEqual([0, Infinity]);
});

it("changes nothing where no table is one of a known pad", () => {
  const crossword = madeUpTable({ rows: 15, labels: 0, columns: 15 });
  const sheet = sideBySide([crossword], [crossword]);
  expect(splitSheet(sheet, 2, costOf)).toEqual([sheet]);
});

it("tells in the photo whether two sheets are the same", () => {
  const askew = [
    { x: 10, y: 0 },
    { x: 110, y: 10 },
    { x: 100, y: 160 },
    { x: 0, y: 150 },
  ];
  const beside = askew.map(({ x, y }) => ({ x: x + 105, y }));
  const nearly = askew.map(({ x, y }) => ({ x: x + 6, y: y - 9 }));
  expect(overlapsSheet({ outline: nearly }, { outline: askew })).toBe(true);
  // Whichever corner comes first.
  expect(overlapsSheet({ outline: askew }, { outline: [...nearly.slice(2), ...nearly.slice(0, 2)] })).toBe(
    true,
  );
  expect(overlapsSheet({ outline: beside }, { outline: askew })).toBe(false);
});
