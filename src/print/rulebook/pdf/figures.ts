import { sum } from "../../../rules/arrays.ts";
import type { Runs, TableBlock } from "./blocks.ts";
import { breakLines } from "./lines.ts";
import { type FigureMark, type FigureSetting, toGrey, resizeType } from "./marks.ts";
import {
  type BarePiece,
  flushRight,
  HEAD_SIZE,
  hairline,
  rowPiece,
  splitRuns,
  stackLines,
  keepTogether,
  widest,
  withoutLoneRows,
} from "./rows.ts";

export const FIGURE_PADDING = 0.06;
/** Words above columns get no smaller than this share of their usual size. */
const LEAST_HEAD_SHARE = 0.75;
/** Left of a word above a column. */
const COLUMN_GAP_EM = 0.5;
/** The same where words would be broken otherwise. */
const LEAST_COLUMN_GAP_EM = 0.25;

/** The positions of the columns of figures: the width of the names, if any, then the right edge of each column. */
export interface FigureColumns {
  readonly namesMm: number;
  readonly rightsMm: readonly number[];
  readonly widthMm: number;
}

/** A table of numbers, flush right and kept together; a first column of names is flush left. */
export function figurePieces(table: TableBlock, widthMm: number, setting: FigureSetting): BarePiece[] {
  const { head, rows } = table;
  const columns = figureColumns(table, widthMm, setting);
  const pieces = [
    figureRow(head, columns, [], toGrey(resizeType(setting, headSize(head, columns, setting)))),
    ...rows.map((row) => figureRow(row, columns, [hairline(columns.widthMm)], setting)),
  ];
  return withoutLoneRows(keepTogether(pieces, false));
}

/** The size of the words above columns: somewhat smaller where a word would be broken otherwise. */
export function headSize(
  head: readonly Runs[],
  { namesMm, rightsMm }: FigureColumns,
  setting: FigureSetting,
): number {
  const small = resizeType(setting, HEAD_SIZE);
  const shares = (namesMm === 0 ? head : head.slice(1)).map((runs, at) => {
    const columnMm = (rightsMm[at] ?? 0) - (rightsMm[at - 1] ?? namesMm);
    return (columnMm - 0.1 * setting.emMm) / widest(splitRuns(runs), small);
  });
  return HEAD_SIZE * Math.max(LEAST_HEAD_SHARE, Math.min(1, ...shares));
}

export function figureColumns(
  { head, rows }: TableBlock,
  widthMm: number,
  setting: FigureSetting,
): FigureColumns {
  const isNamed = rows.some(([first]) =>
    first?.some((run) => run.kind === "text" && /\p{L}/u.test(run.text)),
  );
  const names = [...splitRuns(head[0] ?? []), ...rows.map(([first = []]) => first)];
  const heads = isNamed ? head.slice(1) : head;
  // Names are broken where numbers would be otherwise.
  const numberMm = widest(isNamed ? rows.flatMap((row) => row.slice(1)) : [], setting);
  const leftMm = widthMm - heads.length * (numberMm + LEAST_COLUMN_GAP_EM * setting.emMm);
  const leastMm = widest(names.flatMap(splitRuns), setting);
  const mostMm = heads.length > 1 ? widthMm / 2 : widthMm;
  const usualMm = Math.min(widest(names, setting) + COLUMN_GAP_EM * setting.emMm, mostMm);
  const namesMm = isNamed ? Math.min(usualMm, Math.max(leftMm, leastMm)) : 0;
  const widthsMm = columnWidths(heads, numberMm, widthMm - namesMm, setting);
  let rightMm = namesMm;
  const rightsMm = widthsMm.map((columnMm) => (rightMm += columnMm));
  return { namesMm, rightsMm, widthMm: rightMm };
}

/**
 * Columns of equal width, unless that would break a word of a heading; then headings of several words share the rest.
 * @param numberMm how wide the numbers are that all of them hold
 */
function columnWidths(
  heads: readonly Runs[],
  numberMm: number,
  roomMm: number,
  setting: FigureSetting,
): number[] {
  const count = Math.max(1, heads.length);
  const equalMm = roomMm / count;
  const small = resizeType(setting, HEAD_SIZE);
  const wordsMm = heads.map((runs) => Math.max(widest(splitRuns(runs), small), numberMm));
  const leastGapMm = LEAST_COLUMN_GAP_EM * setting.emMm;
  const spareMm = roomMm - sum(wordsMm) - count * leastGapMm;
  const gapMm = Math.min(COLUMN_GAP_EM * setting.emMm, leastGapMm + spareMm / count);
  const needsMm = wordsMm.map((wordMm) => wordMm + gapMm);
  if (spareMm < 0 || needsMm.every((needMm) => needMm <= equalMm))
    return Array.from({ length: count }, () => equalMm);
  const restMm = roomMm - sum(needsMm);
  const moreMm = heads.map((runs, at) => widest([runs], small) - (wordsMm[at] ?? 0));
  const wantedMm = sum(moreMm);
  if (wantedMm === 0) return equalizeWidths(needsMm, roomMm);
  return needsMm.map((needMm, at) => needMm + (restMm * (moreMm[at] ?? 0)) / wantedMm);
}

/** Widths that together fill the room: what was narrow is as wide as the others, or as wide as the room allows. */
function equalizeWidths(widthsMm: readonly number[], roomMm: number): number[] {
  const widestFirst = widthsMm.toSorted((a, b) => b - a);
  let leftMm = roomMm;
  // Those that are wider than an equal share of what the wider ones leave stay as they are.
  const kept = widestFirst.findIndex((widthMm, at) => {
    const isNarrow = widthMm <= leftMm / (widestFirst.length - at);
    if (!isNarrow) leftMm -= widthMm;
    return isNarrow;
  });
  const levelMm = kept === -1 ? 0 : leftMm / (widestFirst.length - kept);
  return widthsMm.map((widthMm) => Math.max(widthMm, levelMm));
}

function figureRow(
  cells: readonly Runs[],
  { namesMm, rightsMm }: FigureColumns,
  above: readonly FigureMark[],
  setting: FigureSetting,
): BarePiece {
  const top = FIGURE_PADDING * setting.leadingMm;
  const [name = [], ...others] = namesMm === 0 ? [[], ...cells] : cells;
  const named = breakLines(name, namesMm, setting);
  const set = others.map((runs, column) => {
    const rightMm = rightsMm[column] ?? namesMm;
    return { rightMm, lines: breakLines(runs, rightMm - (rightsMm[column - 1] ?? namesMm), setting) };
  });
  const marks = set.flatMap(({ lines, rightMm }) => flushRight(lines, rightMm, top, setting));
  const lines = Math.max(1, named.length, ...set.map(({ lines: { length } }) => length));
  return rowPiece(
    lines,
    FIGURE_PADDING,
    [...above, ...stackLines(named, 0, top, setting), ...marks],
    setting,
  );
}
