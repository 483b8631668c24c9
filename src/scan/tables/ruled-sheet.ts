import type { Area } from "../../print/geometry.ts";
import { getElement } from "../../rules/arrays.ts";
import type { Grey, PictureSize, PixelArea, Point } from "../image/picture.ts";
import { rectCorners } from "../marks/page-fit.ts";

/*
 * The interface of this folder for `scan/pads`, which matches tables with known pads:
 *
 *     findTables(photo, tools): RuledSheet[]                 find-tables.ts   pixels to ruled sheets, as they happen to be turned
 *     tablesOnPapers(photo, tools), tablesWithin(...)        find-tables.ts   the same on each paper by itself, and in a part of a photo
 *     turnSheet(sheet, quarters): RuledSheet                 ruled-sheet.ts   a sheet turned clockwise by 90° once, twice, three times
 *     turnTables(sheet, quarters), placeBeforeTurn(...)      ruled-sheet.ts   its tables alone, and the previous places of cells
 *     cutCells(sheet, places: CellPlace[]): BoxPicture[]     cut-cells.ts     ink alone, as the reader of digits wants it
 *
 * None of them depends on a game or pad.
 */

/** A ruled line of a table in the straightened picture: a line across, or a line down. */
export interface RuledLine {
  /** The place of its middle, in px: from the top for lines across, from the left for lines down. For a double line, between its strokes. */
  readonly atPx: number;
  /** In px; of a double line, from the outer edge of one stroke to that of the other. */
  readonly thicknessPx: number;
  readonly isDouble: boolean;
  /** The share of the table's length over which it was seen, 0 to 1; less than 1 for a line that only the players' columns have. */
  readonly seen: number;
}

/** One ruled table: rows are between neighbouring lines across, columns between neighbouring lines down, counted from 0. */
export interface RuledTable {
  /** At least two, from the top. */
  readonly across: readonly RuledLine[];
  /** At least two, from the left. */
  readonly down: readonly RuledLine[];
  /**
   * For each row and column the share of the cell that is darker than its paper, 0 to 1, without the lines. Print and ink both count, so
   * labels are dark in nearly every row.
   */
  readonly darkness: readonly (readonly number[])[];
}

/** A sheet found by its ruled lines: all tables on it, in one straightened picture. It may be sideways or upside down. */
export interface RuledSheet {
  /** From the top, then from the left. A card may have several, such as one for each section. */
  readonly tables: readonly RuledTable[];
  /** The straightened picture: even light, paper white. */
  readonly grey: Grey;
  /** The same in colour, RGB, three bytes per pixel. */
  readonly rgb: Uint8Array;
  /** Approximate: real sizes are unknown, so rows are assumed to be 8 mm high. */
  readonly pxPerMm: number;
  /** The corners of the straightened picture in the photo, clockwise from its top left. */
  readonly outline: readonly Point[];
}

/** The indices of a cell's table, row and column. */
export interface CellPlace {
  readonly table: number;
  readonly row: number;
  readonly column: number;
}

/** A string that identifies a cell on its sheet. */
export function cellKey({ table, row, column }: CellPlace): string {
  return `${table} ${row} ${column}`;
}

/** The area of a cell in the straightened picture, without its lines. */
export function cellArea({ tables }: Pick<RuledSheet, "tables">, place: CellPlace): PixelArea {
  const { across = [], down = [] } = tables[place.table] ?? {};
  const [left, width] = gapAfterLine(down, place.column);
  const [top, height] = gapAfterLine(across, place.row);
  return { xPx: left, yPx: top, widthPx: width, heightPx: height };
}

/** The start and length of the space between a line and the next one, in px. */
function gapAfterLine(lines: readonly RuledLine[], at: number): readonly [number, number] {
  const [before, after] = [lines[at], lines[at + 1]];
  if (before === undefined || after === undefined) return [0, 0];
  const from = Math.ceil(before.atPx + before.thicknessPx / 2);
  return [from, Math.max(0, Math.floor(after.atPx - after.thicknessPx / 2) - from)];
}

/** Like {@link cellArea}, in mm. */
export function cellAreaInMm(sheet: Pick<RuledSheet, "tables" | "pxPerMm">, place: CellPlace): Area {
  const { xPx, yPx, widthPx, heightPx } = cellArea(sheet, place);
  const { pxPerMm } = sheet;
  return { xMm: xPx / pxPerMm, yMm: yPx / pxPerMm, widthMm: widthPx / pxPerMm, heightMm: heightPx / pxPerMm };
}

/** From the first to the last of some lines, in px. */
export type Extent = readonly [fromPx: number, toPx: number];

export function lineExtent(lines: readonly RuledLine[]): Extent {
  return [getElement(lines, 0).atPx, getElement(lines, lines.length - 1).atPx];
}

/** The margin kept around the tables of a sheet. */
const RIM_MM = 8;

/** Reduces a sheet to some of its tables, and crops its picture to them. */
export function cropSheet(
  { grey, rgb, pxPerMm, outline, tables: all }: RuledSheet,
  own: readonly RuledTable[],
): RuledSheet {
  const tables = all.filter((table) => own.includes(table));
  const area = measureArea(tables, RIM_MM * pxPerMm, grey);
  const corners = rectCorners(area.xPx, area.yPx, area.widthPx, area.heightPx);
  const shiftLine = (line: RuledLine, by: number) => ({ ...line, atPx: line.atPx - by });
  return {
    tables: tables.map(({ across, down, darkness }) => ({
      across: across.map((line) => shiftLine(line, area.yPx)),
      down: down.map((line) => shiftLine(line, area.xPx)),
      darkness,
    })),
    grey: {
      widthPx: area.widthPx,
      heightPx: area.heightPx,
      pixels: cropPixels(grey.pixels, grey, area, 1),
    },
    rgb: cropPixels(rgb, grey, area, 3),
    pxPerMm,
    outline: corners.map((corner) => photoPlace(outline, corner, grey)),
  };
}

function measureArea(tables: readonly RuledTable[], rimPx: number, { widthPx, heightPx }: Grey): PixelArea {
  const [[first, last], [upper, lower]] = [
    combinedExtent(tables.map(({ down }) => down)),
    combinedExtent(tables.map(({ across }) => across)),
  ];
  const [left, top] = [Math.max(0, Math.floor(first - rimPx)), Math.max(0, Math.floor(upper - rimPx))];
  const right = Math.min(widthPx, Math.ceil(last + rimPx));
  const bottom = Math.min(heightPx, Math.ceil(lower + rimPx));
  return { xPx: left, yPx: top, widthPx: right - left, heightPx: bottom - top };
}

function cropPixels(
  pixels: Uint8Array,
  { widthPx }: PictureSize,
  area: PixelArea,
  channels: number,
): Uint8Array {
  const result = new Uint8Array(area.widthPx * area.heightPx * channels);
  const length = area.widthPx * channels;
  for (let row = 0; row < area.heightPx; row++) {
    const from = ((area.yPx + row) * widthPx + area.xPx) * channels;
    result.set(pixels.subarray(from, from + length), row * length);
  }
  return result;
}

/** Maps a place of the straightened picture to the photo, approximately: bilinear between the corners, without perspective. */
function photoPlace(outline: readonly Point[], { x, y }: Point, { widthPx, heightPx }: PictureSize): Point {
  const [across, down] = [x / widthPx, y / heightPx];
  const along = (from: number, to: number, share: number) => from + share * (to - from);
  const side = (corner: number, other: number, key: "x" | "y", share: number) =>
    along(getElement(outline, corner)[key], getElement(outline, other)[key], share);
  const at = (key: "x" | "y") => along(side(0, 1, key, across), side(3, 2, key, across), down);
  return { x: at("x"), y: at("y") };
}

/** From the first to the last of the lines of several tables, in px. */
export function combinedExtent(lines: readonly (readonly RuledLine[])[]): readonly [number, number] {
  const ends = lines.flatMap((one) => lineExtent(one));
  return [Math.min(...ends), Math.max(...ends)];
}

/** Clockwise turns, in quarters. */
export const QUARTERS = [0, 1, 2, 3] as const;
export type Quarters = (typeof QUARTERS)[number];

/** Turns a sheet clockwise by 90°, `quarters` times. */
export function turnSheet(sheet: RuledSheet, quarters: Quarters): RuledSheet {
  const { grey, rgb, pxPerMm, outline } = sheet;
  return {
    tables: turnTables(sheet, quarters),
    grey: turnPicture(grey, quarters),
    rgb: turnPixels(rgb, grey, 3, quarters),
    pxPerMm,
    // Each quarter moves the bottom left corner to the top left.
    outline: outline.map((_, corner) => getElement(outline, (corner + 4 - quarters) % 4)),
  };
}

/** Like {@link turnSheet}, for the tables alone. */
export function turnTables(sheet: Ruled, quarters: Quarters): RuledTable[] {
  return turnWithIndices(sheet, quarters).map(({ table }) => table);
}

/** @returns a function from a place on the turned sheet to the place of the same cell before the turn */
export function placeBeforeTurn(sheet: Ruled, quarters: Quarters): (place: CellPlace) => CellPlace {
  const order = turnWithIndices(sheet, quarters);
  return ({ table, row, column }) => {
    const from = getElement(order, table).from;
    const { across, down } = getElement(sheet.tables, from);
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

/** The turned tables in reading order, each with its previous index. */
function turnWithIndices({ tables, grey }: Ruled, quarters: Quarters) {
  let upright = tables.map((table, from) => ({ table, from }));
  for (let turn = 0; turn < quarters; turn++) {
    const heightPx = turn % 2 === 0 ? grey.heightPx : grey.widthPx;
    upright = upright
      .map(({ table, from }) => ({ table: turnTable(table, heightPx), from }))
      .sort((a, b) => compareReadingOrder(a.table, b.table));
  }
  return upright;
}

/** Turns a picture clockwise by 90°, `quarters` times. */
export function turnPicture(picture: Grey, quarters: Quarters): Grey {
  const { widthPx, heightPx, pixels } = picture;
  const size = quarters % 2 === 0 ? { widthPx, heightPx } : { widthPx: heightPx, heightPx: widthPx };
  return { ...size, pixels: turnPixels(pixels, picture, 1, quarters) };
}

function turnPixels(
  pixels: Uint8Array,
  { widthPx, heightPx }: PictureSize,
  channels: number,
  quarters: Quarters,
): Uint8Array {
  if (quarters === 0) return pixels;
  // The new index of the first pixel, and the steps from there to its right and lower neighbours.
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
function turnTable({ across, down, darkness }: RuledTable, heightPx: number): RuledTable {
  const flipLine = (line: RuledLine) => ({ ...line, atPx: heightPx - 1 - line.atPx });
  return {
    across: down,
    down: across.map(flipLine).reverse(),
    darkness: down.slice(1).map((_, column) => darkness.map((row) => getElement(row, column)).reverse()),
  };
}

/** Orders tables from the top, then from the left; tables that begin at about the same height are side by side. */
export function compareReadingOrder(a: RuledTable, b: RuledTable): number {
  const [one, other] = [getElement(a.across, 0), getElement(b.across, 0)];
  const row = getElement(a.across, 1).atPx - one.atPx;
  if (Math.abs(one.atPx - other.atPx) > row) return one.atPx - other.atPx;
  return getElement(a.down, 0).atPx - getElement(b.down, 0).atPx;
}
