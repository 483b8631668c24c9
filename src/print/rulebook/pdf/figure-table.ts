import { MM_PER_PT } from "../../geometry.ts";
import type { Block, Runs } from "./blocks.ts";
import { breakLines } from "./lines.ts";
import { BLACK, type Mark, moved, type Piece, QUIET, resized, type Setting } from "./set.ts";

type Figures = Extract<Block, { kind: "figures" }>;

const HAIRLINE = { weightPt: 0.35, ink: 0.45 } as const;
const ROW_PADDING = 0.06;
const HEAD_SIZE = 0.84;
/** Columns of figures stand close enough to be read across. */
const MAX_COLUMN_EM = 9;
/** A table of figures: columns of equal width, flush right, kept together. */
export function figurePieces(table: Figures, widthMm: number, aboveMm: number, setting: Setting): Piece[] {
  const columns = Math.max(1, table.head.length);
  const columnMm = Math.min(widthMm / columns, MAX_COLUMN_EM * setting.sizePt * MM_PER_PT);
  const head = rowPiece(table.head, columnMm, resized(setting, HEAD_SIZE), QUIET);
  const rows = table.rows.map((row) => {
    const piece = rowPiece(row, columnMm, setting, BLACK);
    const line: Mark = { kind: "rule", xMm: 0, yMm: 0, widthMm: columnMm * columns, ...HAIRLINE };
    return { ...piece, marks: [line, ...piece.marks] };
  });
  return [head, ...rows].map((piece, at, all) => ({
    ...piece,
    spaceBeforeMm: at === 0 ? aboveMm : 0,
    keepWithNext: at < all.length - 1,
  }));
}

function rowPiece(cells: readonly Runs[], columnMm: number, setting: Setting, ink: number): Piece {
  const { leadingMm } = setting;
  const top = ROW_PADDING * leadingMm;
  const set = cells.map((runs) => breakLines(runs, columnMm, setting, ink));
  const marks = set.flatMap((lines, column) =>
    lines.flatMap(({ marks: line, widthMm }, at) =>
      moved(line, (column + 1) * columnMm - widthMm, top + at * leadingMm),
    ),
  );
  const lines = Math.max(1, ...set.map((cell) => cell.length));
  return { heightMm: (lines + 2 * ROW_PADDING) * leadingMm, spaceBeforeMm: 0, keepWithNext: false, marks };
}
