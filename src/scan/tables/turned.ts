import { elementAt } from "../../rules/arrays.ts";
import type { Grey, PictureSize } from "../image/picture.ts";
import type { CellPlace, RuledLine, RuledSheet, RuledTable } from "./found-table.ts";

/** By how many quarters something may be turned clockwise. */
export const QUARTERS = [0, 1, 2, 3] as const;
export type Quarters = (typeof QUARTERS)[number];

/** A sheet turned clockwise by 90°, `quarters` times: a table that lies on its side comes to stand upright. */
export function turned(sheet: RuledSheet, quarters: Quarters): RuledSheet {
  const { grey, rgb, pxPerMm, outline } = sheet;
  return {
    tables: turnedTables(sheet, quarters),
    grey: turnedPicture(grey, quarters),
    rgb: turnedPixels(rgb, grey, 3, quarters),
    pxPerMm,
    // Once around, what was at the bottom left comes to the top left.
    outline: outline.map((_, corner) => elementAt(outline, (corner + 4 - quarters) % 4)),
  };
}

/** The tables of a sheet alone, turned in the same way: what the pixels are not needed for. */
export function turnedTables(sheet: Ruled, quarters: Quarters): RuledTable[] {
  return turnedWithOrder(sheet, quarters).map(({ table }) => table);
}

/** Where the cells of a turned sheet were before. @returns for a place on the turned sheet the one on the sheet that was not turned */
export function placeBefore(sheet: Ruled, quarters: Quarters): (place: CellPlace) => CellPlace {
  const order = turnedWithOrder(sheet, quarters);
  return ({ table, row, column }) => {
    const from = elementAt(order, table).from;
    const { across, down } = elementAt(sheet.tables, from);
    const [lastRow, lastColumn] = [across.length - 2, down.length - 2];
    switch (quarters) {
      case 0:
        return { table: from, row, column };
      case 1:
        return { table: from, row: lastRow - column, column: row };
      case 2:
        return { table: from, row: lastRow - row, column: lastColumn - column };
      case 3:
        return { table: from, row: column, column: lastColumn - row };
      default:
        return quarters satisfies never;
    }
  };
}

type Ruled = Pick<RuledSheet, "tables"> & { readonly grey: PictureSize };

/** Tables in their order, each with the index that it had. */
function turnedWithOrder({ tables, grey }: Ruled, quarters: Quarters) {
  let upright = tables.map((table, from) => ({ table, from }));
  for (let turn = 0; turn < quarters; turn++) {
    const heightPx = turn % 2 === 0 ? grey.heightPx : grey.widthPx;
    upright = upright
      .map(({ table, from }) => ({ table: turnedTable(table, heightPx), from }))
      .sort((a, b) => inReadingOrder(a.table, b.table));
  }
  return upright;
}

/** A picture turned clockwise by 90°, `quarters` times. */
export function turnedPicture(picture: Grey, quarters: Quarters): Grey {
  const { widthPx, heightPx, pixels } = picture;
  const size = quarters % 2 === 0 ? { widthPx, heightPx } : { widthPx: heightPx, heightPx: widthPx };
  return { ...size, pixels: turnedPixels(pixels, picture, 1, quarters) };
}

function turnedPixels(
  pixels: Uint8Array,
  { widthPx, heightPx }: PictureSize,
  channels: number,
  quarters: Quarters,
): Uint8Array {
  if (quarters === 0) return pixels;
  // Where the first pixel comes to lie, and how far from there those beside it and below it do.
  const [start, right, below] = {
    1: [heightPx - 1, heightPx, -1],
    2: [widthPx * heightPx - 1, -1, -widthPx],
    3: [(widthPx - 1) * heightPx, -heightPx, 1],
  }[quarters] as [number, number, number];
  const result = new Uint8Array(pixels.length);
  for (let y = 0, from = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++) {
      const to = channels * (start + x * right + y * below);
      for (let channel = 0; channel < channels; channel++) result[to + channel] = pixels[from++] as number;
    }
  return result;
}

/** Rows from the bottom up become columns from left to right. */
function turnedTable({ across, down, darkness }: RuledTable, heightPx: number): RuledTable {
  const moved = (line: RuledLine) => ({ ...line, atPx: heightPx - 1 - line.atPx });
  return {
    across: down,
    down: across.map(moved).reverse(),
    darkness: down.slice(1).map((_, column) => darkness.map((row) => elementAt(row, column)).reverse()),
  };
}

/** Tables from the top, then from the left; those that begin at about the same height stand beside each other. */
export function inReadingOrder(a: RuledTable, b: RuledTable): number {
  const [one, other] = [elementAt(a.across, 0), elementAt(b.across, 0)];
  const row = elementAt(a.across, 1).atPx - one.atPx;
  if (Math.abs(one.atPx - other.atPx) > row) return one.atPx - other.atPx;
  return elementAt(a.down, 0).atPx - elementAt(b.down, 0).atPx;
}
