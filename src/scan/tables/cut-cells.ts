import { type Area, grown, PT_PER_MM } from "../../print/geometry.ts";
import type { Rule } from "../../print/layout/pad-layout.ts";
import { getElement, groupByKey } from "../../rules/arrays.ts";
import { type Grey, type PixelArea, quantile, WHITE } from "../image/picture.ts";
import { type BoxPicture, cutBoxes } from "../warp/cut-boxes.ts";
import {
  cellArea,
  cellAreaInMm,
  type CellPlace,
  type RuledLine,
  type RuledSheet,
  type RuledTable,
} from "./ruled-sheet.ts";

/** Boxes are cut this far beyond the inner edge of their lines, in px: to the middle of a usual line. */
const HALF_LINE_PX = 1.5;

/** Cuts out cells as the digit reader expects them: ink on white paper, without lines and print. */
export function cutCells(sheet: RuledSheet, places: readonly CellPlace[]): BoxPicture[] {
  const { tables, pxPerMm } = sheet;
  const { grey, beside } = removeCellPrint(sheet, places);
  const boxes = places.map((place) => grown(cellAreaInMm(sheet, place), HALF_LINE_PX / pxPerMm));
  const rules = tables.flatMap((table) => toPadRules(table, pxPerMm));
  const cut = (cells: readonly Area[], picture: Grey) =>
    cutBoxes({ layout: { boxes: cells, rules, tints: [] }, pxPerMm, grey: picture }, () => 1);
  const pictures = cut(boxes, grey);
  if (beside === null) return pictures;
  // Removing print often leaves traces: faint marks that vanish if everything near the print is erased as well.
  const faint = pictures.flatMap(({ isFaint }, at) => (isFaint ? [at] : []));
  const cells = faint.map((at) => getElement(boxes, at));
  const besidePrint = cut(cells, beside);
  const traces = new Set(faint.filter((_, place) => besidePrint[place]?.isBlank));
  return pictures.map((one, at) => (traces.has(at) ? { ...one, isBlank: true, isFaint: false } : one));
}

/** The lines of a table in the form of a pad's lines. */
function toPadRules({ across, down }: RuledTable, pxPerMm: number): Rule[] {
  const mm = (px: number) => (px + 0.5) / pxPerMm;
  const ends = (lines: readonly RuledLine[]) =>
    [mm(lines[0]?.atPx ?? 0), mm(lines.at(-1)?.atPx ?? 0)] as const;
  const [[left, right], [top, bottom]] = [ends(down), ends(across)];
  const look = ({ thicknessPx, isDouble }: RuledLine) => ({
    weightPt: Math.round((thicknessPx / pxPerMm) * PT_PER_MM),
    grey: isDouble ? 0.5 : 1,
  });
  return [
    ...across.map((line): Rule => {
      const yMm = mm(line.atPx);
      return { fromXMm: left, toXMm: right, fromYMm: yMm, toYMm: yMm, ...look(line) };
    }),
    ...down.map((line): Rule => {
      const xMm = mm(line.atPx);
      return { fromXMm: xMm, toXMm: xMm, fromYMm: top, toYMm: bottom, ...look(line) };
    }),
  ];
}

/*
 * Print inside cells, such as a letter, a unit or a logo, is distinguished from ink by repetition: it is in the same place of many cells.
 */

/** The greatest difference between cells of the same size, as a share. */
const SAME_SIZE = 0.06;
/** The fewest cells that can show repetition. */
const MIN_CELLS = { table: 8, row: 2, rows: 2 } as const;
/** Print may be missing in this share of the cells; ink rarely covers the same place of all others. */
const WITHOUT_PRINT = 0.3;
/** This many px next to a line may be part of it. */
const EDGE_PX = 3;
/** The least depth of print in levels, its least number of px, and the least number of dark px around each of them, itself included. */
const MIN_DEPTH = 9;
const MIN_PX = 14;
const MIN_TOGETHER = 4;
/** Repetition within single rows counts as print if it is lighter than this share of the ink: strikes are in the same place, too. */
const LIGHT_PRINT = 0.62;
/** Two rows hold the same print if the cosine between their depths is greater than this. */
const SAME_PRINT = 0.55;
/** Cells are misplaced by up to this many px. */
const OFF_PX = 1;

/** A picture without the print inside cells. */
export interface CleanedSheet {
  readonly grey: Grey;
  /** The same with everything on or near print turned into paper, ink included; null if nothing was printed. */
  readonly beside: Grey | null;
}

export function removeCellPrint(sheet: RuledSheet, places: readonly CellPlace[]): CleanedSheet {
  const cells = places.map((place) => ({ place, area: cellArea(sheet, place) }));
  const { widthPx, heightPx, pixels } = sheet.grey;
  const cleaned = { widthPx, heightPx, pixels: pixels.slice(), isPrinted: new Uint8Array(pixels.length) };
  const cleanings = groupBySize(cells).map((group) => cleanGroup(group, cleaned));
  if (!cleanings.some(Boolean)) return { grey: sheet.grey, beside: null };
  return { grey: { widthPx, heightPx, pixels: cleaned.pixels }, beside: erasePrint(cleaned) };
}

/** A picture during cleaning. */
interface Cleaning extends Grey {
  /** 1 where print was taken away. */
  readonly isPrinted: Uint8Array;
}

/** Traces of removed print are this close to it. */
const LEFT_PX = 3;

/** Turns all printed px, and those near them, into paper. */
function erasePrint({ widthPx, heightPx, pixels, isPrinted }: Cleaning): Grey {
  const paper = pixels.slice();
  for (let at = isPrinted.indexOf(1); at >= 0; at = isPrinted.indexOf(1, at + 1)) {
    const [row, column] = [Math.floor(at / widthPx), at % widthPx];
    const [from, to] = [Math.max(0, column - LEFT_PX), Math.min(widthPx, column + LEFT_PX + 1)];
    for (let y = Math.max(0, row - LEFT_PX); y <= Math.min(heightPx - 1, row + LEFT_PX); y++)
      paper.fill(WHITE, y * widthPx + from, y * widthPx + to);
  }
  return { widthPx, heightPx, pixels: paper };
}

interface Cell {
  readonly place: CellPlace;
  readonly area: PixelArea;
}

function groupBySize(cells: readonly Cell[]): Cell[][] {
  const groups: Cell[][] = [];
  const isSame = (one: number, other: number) => Math.abs(one - other) <= Math.max(2, SAME_SIZE * other);
  for (const cell of cells) {
    const { widthPx, heightPx } = cell.area;
    const group = groups.find((one) => {
      const { area } = getElement(one, 0);
      return isSame(widthPx, area.widthPx) && isSame(heightPx, area.heightPx);
    });
    if (group === undefined) groups.push([cell]);
    else group.push(cell);
  }
  return groups.filter(({ length }) => length >= MIN_CELLS.row);
}

/** Removes print from cells of the same size: print in all of them, then print in some rows only. @returns whether there is any */
function cleanGroup(cells: readonly Cell[], picture: Cleaning): boolean {
  const common = cells.length >= MIN_CELLS.table ? findCommonPrint(cells, picture) : null;
  if (common !== null) removePrint(common, cells, picture);
  const inRows = groupByRow(cells)
    .filter(({ length }) => length >= MIN_CELLS.row)
    .flatMap((row) => ({ row, print: findCommonPrint(row, picture) }));
  const light = LIGHT_PRINT * inkDepth(cells, picture);
  const printed = inRows.flatMap(({ row, print }) =>
    print !== null && measurePrintDepth(print) < light ? [{ row, print }] : [],
  );
  let isAny = common !== null;
  for (const kin of groupRows(printed)) {
    const own = kin.flatMap(({ row }) => row);
    const print = findCommonPrint(own, picture);
    if (print === null) continue;
    removePrint(print, own, picture);
    isAny = true;
  }
  return isAny;
}

function groupByRow(cells: readonly Cell[]): Cell[][] {
  return [...groupByKey(cells, ({ place }) => `${place.table} ${place.row}`).values()];
}

/** The print in cells of one size. */
interface CellPrint {
  readonly widthPx: number;
  readonly heightPx: number;
  /** How much darker than paper each px is, in levels, row by row; 0 without print. */
  readonly depths: Float32Array;
}

/** The print that is in the same place of most cells; null if there is none. */
function findCommonPrint(cells: readonly Cell[], picture: Grey): CellPrint | null {
  const { widthPx, heightPx } = getElement(cells, 0).area;
  const rank = Math.min(1, 1 - WITHOUT_PRINT + 1 / cells.length);
  const levels = new Float32Array(cells.length);
  const depths = new Float32Array(widthPx * heightPx);
  for (let y = EDGE_PX; y < heightPx - EDGE_PX; y++)
    for (let x = EDGE_PX; x < widthPx - EDGE_PX; x++) {
      for (const [at, { area }] of cells.entries())
        levels[at] = picture.pixels[toPixelIndex(area, x / widthPx, y / heightPx, picture)] as number;
      depths[y * widthPx + x] = Math.max(0, WHITE - quantile(levels, rank));
    }
  const print = { widthPx, heightPx, depths: dropIsolated(depths, widthPx) };
  return print.depths.filter((depth) => depth > 0).length < MIN_PX ? null : print;
}

/** The index of the pixel at a relative place in an area, 0 to 1 each way. */
function toPixelIndex(
  { xPx, yPx, widthPx, heightPx }: PixelArea,
  x: number,
  y: number,
  picture: Grey,
): number {
  return (yPx + Math.floor(y * heightPx)) * picture.widthPx + xPx + Math.floor(x * widthPx);
}

/** Drops depths that are too light or isolated. */
function dropIsolated(depths: Float32Array, width: number): Float32Array {
  const isDark = (at: number) => (depths[at] ?? 0) >= MIN_DEPTH;
  return depths.map((depth, at) => {
    if (!isDark(at)) return 0;
    let near = 0;
    for (let row = at - width; row <= at + width; row += width)
      for (let beside = row - 1; beside <= row + 1; beside++) if (isDark(beside)) near++;
    return near >= MIN_TOGETHER ? depth : 0;
  });
}

/** The darkness of the darkest print. */
function measurePrintDepth({ depths }: CellPrint): number {
  return quantile(
    depths.filter((depth) => depth > 0),
    0.9,
  );
}

const INK_SHARE = 0.005;
/** Few cells may be written in, so only the darkest show how dark ink is. */
const WRITTEN = 0.98;

/** How much darker than paper ink is in cells, in levels. */
function inkDepth(cells: readonly Cell[], { widthPx: width, pixels }: Grey): number {
  const deepest = cells.map(({ area: { xPx, yPx, widthPx, heightPx } }) => {
    const levels: number[] = [];
    for (let y = yPx + EDGE_PX; y < yPx + heightPx - EDGE_PX; y += 2)
      for (let x = xPx + EDGE_PX; x < xPx + widthPx - EDGE_PX; x += 2)
        levels.push(pixels[y * width + x] as number);
    return levels.length === 0 ? 0 : WHITE - quantile(Float32Array.from(levels), INK_SHARE);
  });
  return quantile(Float32Array.from(deepest), WRITTEN);
}

/** A row with the print in its cells. */
interface PrintedRow {
  readonly row: readonly Cell[];
  readonly print: CellPrint;
}

/** Groups rows with the same print; print that only one row has doesn't count. */
function groupRows(rows: readonly PrintedRow[]): PrintedRow[][] {
  const groups: PrintedRow[][] = [];
  for (const one of rows) {
    const group = groups.find(
      ([first]) => first !== undefined && cosineSimilarity(first.print, one.print) > SAME_PRINT,
    );
    if (group === undefined) groups.push([one]);
    else group.push(one);
  }
  return groups.filter(({ length }) => length >= MIN_CELLS.rows);
}

/** The cosine similarity of two prints, 0 to 1. */
function cosineSimilarity(one: CellPrint, other: CellPrint): number {
  let [both, ownSquares, otherSquares] = [0, 0, 0];
  const spread = dilatePrint(other);
  for (let y = 0; y < one.heightPx; y++)
    for (let x = 0; x < one.widthPx; x++) {
      const own = one.depths[y * one.widthPx + x] as number;
      const [column, row] = [
        Math.floor((x * other.widthPx) / one.widthPx),
        Math.floor((y * other.heightPx) / one.heightPx),
      ];
      both += own * (spread[row * other.widthPx + column] ?? 0);
      ownSquares += own ** 2;
    }
  for (const depth of spread) otherSquares += depth ** 2;
  return both / Math.max(1, Math.sqrt(ownSquares * otherSquares));
}

/** Spreads each px over those that it may be misplaced to. */
function dilatePrint({ widthPx, depths }: CellPrint): Float32Array {
  return depths.map((_, at) => {
    let most = 0;
    for (let down = -OFF_PX; down <= OFF_PX; down++)
      for (let across = -OFF_PX; across <= OFF_PX; across++)
        most = Math.max(most, depths[at + down * widthPx + across] ?? 0);
    return most;
  });
}

/** Lightens cells by the depth of the print; ink on print stays. */
function removePrint(print: CellPrint, cells: readonly Cell[], picture: Cleaning): void {
  const { widthPx: width, pixels, isPrinted } = picture;
  const depths = dilatePrint(print);
  for (const { area } of cells)
    for (let y = 0; y < area.heightPx; y++)
      for (let x = 0; x < area.widthPx; x++) {
        const column = Math.floor((x * print.widthPx) / area.widthPx);
        const row = Math.floor((y * print.heightPx) / area.heightPx);
        const depth = depths[row * print.widthPx + column] ?? 0;
        if (depth === 0) continue;
        const at = (area.yPx + y) * width + area.xPx + x;
        pixels[at] = Math.min(255, ((pixels[at] as number) * WHITE) / Math.max(1, WHITE - depth));
        isPrinted[at] = 1;
      }
}
