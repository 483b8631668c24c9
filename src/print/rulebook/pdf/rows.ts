import type { Runs } from "./blocks.ts";
import { breakLines, type TypesetLine } from "./lines.ts";
import { type FigureMark, type FigureSetting, moveMarks, type Piece } from "./marks.ts";

/** A piece by itself. */
export type BarePiece = Omit<Piece, "of">;

/** A table that is torn only where it is higher than a column. @param withNext whether what follows belongs to it */
export function keepTogether(pieces: readonly BarePiece[], withNext: boolean): BarePiece[] {
  return pieces.map((piece, at) => ({ ...piece, keepIfRoom: withNext || at < pieces.length - 1 }));
}

/** Fewer rows of a table are not left alone where a column is too low for all of them. */
const LEAST_ROWS = 3;

/** Rows of which the first ones stay together, and so do the last ones. */
export function withoutLoneRows(pieces: readonly BarePiece[]): BarePiece[] {
  const last = pieces.length - 1;
  return setKeepWithNext(pieces, (at) => at < last && (at < LEAST_ROWS - 1 || at > last - LEAST_ROWS));
}

/** Pieces of which some, by their index, must not be the last in their column. */
export function setKeepWithNext(pieces: readonly BarePiece[], isKept: (at: number) => boolean): BarePiece[] {
  return pieces.map((piece, at) => (isKept(at) ? { ...piece, keepWithNext: true } : piece));
}

const HAIRLINE = { weightPt: 0.35, ink: 0.45 } as const;
export function rowPiece(
  lines: number,
  padding: number,
  marks: readonly FigureMark[],
  { leadingMm }: FigureSetting,
): BarePiece {
  return { heightMm: (lines + 2 * padding) * leadingMm, spaceBeforeMm: 0, keepWithNext: false, marks };
}

export function stackLines(
  lines: readonly TypesetLine[],
  xMm: number,
  yMm: number,
  { leadingMm }: FigureSetting,
) {
  return lines.flatMap(({ marks }, at) => moveMarks(marks, xMm, yMm + at * leadingMm));
}

export function flushRight(
  lines: readonly TypesetLine[],
  rightMm: number,
  yMm: number,
  setting: FigureSetting,
) {
  const { leadingMm } = setting;
  return lines.flatMap(({ marks, widthMm }, at) => moveMarks(marks, rightMm - widthMm, yMm + at * leadingMm));
}

export function hairline(widthMm: number): FigureMark {
  return { kind: "rule", xMm: 0, yMm: 0, widthMm, ...HAIRLINE };
}

export function widest(cells: readonly Runs[], setting: FigureSetting): number {
  const lines = cells.flatMap((runs) => breakLines(runs, Number.POSITIVE_INFINITY, setting));
  // A margin against rounding errors.
  return Math.max(0, ...lines.map((line) => line.widthMm)) + 0.01;
}

export function splitRuns(runs: Runs): Runs[] {
  return runs.flatMap((run) =>
    run.kind === "text" ? run.text.split(/\s+/).map((text): Runs => [{ ...run, text }]) : [],
  );
}

/** Words above columns, as a share of the type size. */
export const HEAD_SIZE = 0.84;
