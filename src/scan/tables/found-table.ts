import { elementAt } from "../../rules/arrays.ts";
import type { Area } from "../../print/geometry.ts";
import type { Grey, PixelArea, Point } from "../image/picture.ts";

/*
 * What the room gives to those who match tables with known pads (`scan/pads`):
 *
 *     findTables(photo, tools): RuledSheet[]                 find-tables.ts   pixels to ruled sheets, as they happen to be turned
 *     tablesOnPapers(photo, tools), tablesWithin(...)        find-tables.ts   the same on each paper by itself, and in a part of a photo
 *     turned(sheet, quarters): RuledSheet                    turned.ts        a sheet turned clockwise by 90° once, twice, three times
 *     turnedTables(sheet, quarters), placeBefore(...)        turned.ts        its tables alone, and which cell was which
 *     cutCells(sheet, places: CellPlace[]): BoxPicture[]     cut-cells.ts     ink alone, as the reader of digits wants it
 *
 * None of them knows any game or pad.
 */

/** A ruled line of a table in the straightened picture: a line across, or a line down. */
export interface RuledLine {
  /** Where its middle lies, in px: from the top for lines across, from the left for lines down. A double line lies between its two strokes. */
  readonly atPx: number;
  /** How thick it is, in px; of a double line, from the outer edge of one stroke to that of the other. */
  readonly thicknessPx: number;
  readonly isDouble: boolean;
  /** The share of its length over the whole table that was seen, 0 to 1: a line that only the players' columns have is seen in part. */
  readonly seen: number;
}

/** One ruled table: what stands between two neighbouring lines across is a row, between two lines down a column, counted from 0. */
export interface RuledTable {
  /** At least two, from the top. */
  readonly across: readonly RuledLine[];
  /** At least two, from the left. */
  readonly down: readonly RuledLine[];
  /**
   * How much of each cell is darker than its paper, 0 to 1: print and ink alike, the lines left out. One list for each row, with a share
   * for each column. Labels are dark in nearly every row.
   */
  readonly darkness: readonly (readonly number[])[];
}

/**
 * A sheet that was found by its ruled lines: all tables on it, in one straightened picture. Which way up it is is not known here:
 * it may lie on its side or stand on its head.
 */
export interface RuledSheet {
  /** From the top, then from the left. Tables that stand apart are tables of their own, such as the two halves of a Kniffel card. */
  readonly tables: readonly RuledTable[];
  /** The straightened picture: even light, paper white. */
  readonly grey: Grey;
  /** The same in red, green and blue, three bytes a pixel. */
  readonly rgb: Uint8Array;
  /** About how many px a mm of the paper takes. Real sizes are not known; rows are taken to be 8 mm high. */
  readonly pxPerMm: number;
  /** The corners of the straightened picture in the photo, clockwise from its top left. */
  readonly outline: readonly Point[];
}

/** Which cell of a sheet: the index of its table, of its row and of its column. */
export interface CellPlace {
  readonly table: number;
  readonly row: number;
  readonly column: number;
}

/** A string that identifies a cell on its sheet. */
export function cellKey({ table, row, column }: CellPlace): string {
  return `${table} ${row} ${column}`;
}

/** Where a cell lies in the straightened picture, without its lines. */
export function cellArea({ tables }: Pick<RuledSheet, "tables">, place: CellPlace): PixelArea {
  const { across = [], down = [] } = tables[place.table] ?? {};
  const [left, width] = between(down, place.column);
  const [top, height] = between(across, place.row);
  return { xPx: left, yPx: top, widthPx: width, heightPx: height };
}

/** Where what stands between a line and the next one begins, and how long it is, in px. */
function between(lines: readonly RuledLine[], at: number): readonly [number, number] {
  const [before, after] = [lines[at], lines[at + 1]];
  if (before === undefined || after === undefined) return [0, 0];
  const from = Math.ceil(before.atPx + before.thicknessPx / 2);
  return [from, Math.max(0, Math.floor(after.atPx - after.thicknessPx / 2) - from)];
}

/** The same in mm of the straightened picture. */
export function cellAreaInMm(sheet: Pick<RuledSheet, "tables" | "pxPerMm">, place: CellPlace): Area {
  const { xPx, yPx, widthPx, heightPx } = cellArea(sheet, place);
  const { pxPerMm } = sheet;
  return { xMm: xPx / pxPerMm, yMm: yPx / pxPerMm, widthMm: widthPx / pxPerMm, heightMm: heightPx / pxPerMm };
}

/** From the first to the last of some lines, in px. */
export type Extent = readonly [fromPx: number, toPx: number];

/** Between which places the lines of a table lie. */
export function extentOf(lines: readonly RuledLine[]): Extent {
  return [elementAt(lines, 0).atPx, elementAt(lines, lines.length - 1).atPx];
}
