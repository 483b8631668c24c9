import { type Area, grown, PT_PER_MM } from "../../print/geometry.ts";
import type { Rule } from "../../print/layout/pad-layout.ts";
import { elementAt } from "../../rules/arrays.ts";
import type { Grey } from "../image/picture.ts";
import { type BoxPicture, cutBoxes } from "../warp/cut-boxes.ts";
import { withoutCellPrint } from "./cell-print.ts";
import {
  type CellPlace,
  cellAreaInMm,
  type RuledLine,
  type RuledSheet,
  type RuledTable,
} from "./found-table.ts";

/** A box reaches to the middle of a usual line, this far beyond the inner edge of whatever line there is. In px. */
const HALF_LINE_PX = 1.5;

/** Cuts out cells with the ink alone, as the reader of digits wants it: lines and print are taken away, and the paper is white. */
export function cutCells(sheet: RuledSheet, places: readonly CellPlace[]): BoxPicture[] {
  const { tables, pxPerMm } = sheet;
  const { grey, beside } = withoutCellPrint(sheet, places);
  const boxes = places.map((place) => grown(cellAreaInMm(sheet, place), HALF_LINE_PX / pxPerMm));
  const rules = tables.flatMap((table) => rulesOf(table, pxPerMm));
  const cut = (cells: readonly Area[], picture: Grey) =>
    cutBoxes({ layout: { boxes: cells, rules, tints: [] }, pxPerMm, grey: picture }, () => 1);
  const pictures = cut(boxes, grey);
  if (beside === null) return pictures;
  // Print is rarely taken away without a trace. A trace is faint, and beside it there is nothing.
  const faint = pictures.flatMap(({ isFaint }, at) => (isFaint ? [at] : []));
  const besidePrint = cut(
    faint.map((at) => elementAt(boxes, at)),
    beside,
  );
  const traces = new Set(faint.filter((_, place) => besidePrint[place]?.isBlank));
  return pictures.map((one, at) => (traces.has(at) ? { ...one, isBlank: true, isFaint: false } : one));
}

/** The lines of a table as those of a pad. */
function rulesOf({ across, down }: RuledTable, pxPerMm: number): Rule[] {
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
