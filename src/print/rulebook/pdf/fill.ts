import { type Mark, moved, type Piece } from "./set.ts";

/** A column on a page: where it begins and how much it holds. */
export interface ColumnPlace {
  readonly xMm: number;
  readonly yMm: number;
  readonly heightMm: number;
}

export interface FilledPage {
  readonly marks: readonly Mark[];
  /** The pieces of each column, for whoever wants to know what stands last. */
  readonly columns: readonly (readonly Piece[])[];
}

/** Pieces that stay together, one below the other. */
type Chunk = readonly Piece[];

/**
 * Fills columns from top to bottom, page after page. What stays together moves to the next column as a whole; on the last
 * page the columns end at about the same height.
 *
 * @param columnsOf the columns of a page, by its number from 0
 */
export function fillPages(
  pieces: readonly Piece[],
  columnsOf: (page: number) => readonly ColumnPlace[],
): FilledPage[] {
  const chunks = chunksOf(pieces);
  const pages: FilledPage[] = [];
  let left: readonly Chunk[] = chunks;
  while (left.length > 0) {
    const columns = columnsOf(pages.length);
    const { filled, rest } = fillPage(left, columns, 1);
    const isLast = rest.length === 0;
    const best = isLast ? balanced(left, columns) : filled;
    pages.push({ columns: best, marks: best.flatMap((column, at) => columnMarks(column, columns[at])) });
    left = rest;
  }
  return pages;
}

function chunksOf(pieces: readonly Piece[]): Chunk[] {
  const chunks: Piece[][] = [];
  let open = false;
  for (const piece of pieces) {
    if (open) chunks.at(-1)?.push(piece);
    else chunks.push([piece]);
    open = piece.keepWithNext;
  }
  return chunks;
}

/** @param share how much of each column's height may be used */
function fillPage(
  chunks: readonly Chunk[],
  columns: readonly ColumnPlace[],
  share: number,
): { filled: Piece[][]; rest: readonly Chunk[] } {
  const filled: Piece[][] = [];
  let at = 0;
  for (const column of columns) {
    const pieces: Piece[] = [];
    let used = 0;
    for (let chunk = chunks[at]; chunk !== undefined; chunk = chunks[++at]) {
      const height = heightOf(chunk, pieces.length === 0);
      // A chunk that is higher than a whole column has to go somewhere.
      if (used + height > column.heightMm * share && pieces.length > 0) break;
      pieces.push(...chunk);
      used += height;
    }
    filled.push(pieces);
  }
  return { filled, rest: chunks.slice(at) };
}

function heightOf(chunk: Chunk, atTop: boolean): number {
  return chunk.reduce(
    (sum, piece, at) => sum + piece.heightMm + (atTop && at === 0 ? 0 : piece.spaceBeforeMm),
    0,
  );
}

/** The lowest columns of equal height that still hold everything. */
function balanced(chunks: readonly Chunk[], columns: readonly ColumnPlace[]): Piece[][] {
  let tooLow = 0;
  let enough = 1;
  for (let step = 0; step < 12; step++) {
    const share = (tooLow + enough) / 2;
    if (fillPage(chunks, columns, share).rest.length === 0) enough = share;
    else tooLow = share;
  }
  return fillPage(chunks, columns, enough).filled;
}

function columnMarks(pieces: readonly Piece[], column: ColumnPlace | undefined): Mark[] {
  if (column === undefined) return [];
  let y = column.yMm;
  return pieces.flatMap((piece, at) => {
    if (at > 0) y += piece.spaceBeforeMm;
    const marks = moved(piece.marks, column.xMm, y);
    y += piece.heightMm;
    return marks;
  });
}
