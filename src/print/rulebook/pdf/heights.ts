import type { Piece } from "./marks.ts";

/** Pieces that stay together. */
export type Chunk = readonly Piece[];

/** How high pieces are one below the other, at the top of a column. */
export function measureChunk(chunk: Chunk): number {
  return chunk.reduce((sum, piece, at) => sum + piece.heightMm + (at === 0 ? 0 : piece.spaceBeforeMm), 0);
}

/** The least height of something, the one that it has where nothing calls for another, and the greatest, in mm. */
export interface HeightRange {
  readonly leastMm: number;
  readonly usualMm: number;
  readonly mostMm: number;
}

export const NO_HEIGHT: HeightRange = { leastMm: 0, usualMm: 0, mostMm: 0 };

/** The height of both together. */
export function addSpans(a: HeightRange, b: HeightRange): HeightRange {
  return {
    leastMm: a.leastMm + b.leastMm,
    usualMm: a.usualMm + b.usualMm,
    mostMm: a.mostMm + b.mostMm,
  };
}

/** Spaces grow by at most this many times what may be left out of them. */
export const LOOSENESS = 1.5;

/** The space above a piece. */
export function measureSpace({ spaceBeforeMm: usualMm, spareMm = 0 }: Piece): HeightRange {
  return { leastMm: usualMm - spareMm, usualMm, mostMm: usualMm + LOOSENESS * spareMm };
}

/** What is drawn fills its page. */
function measurePiece({ heightMm: leastMm, growth }: Piece): HeightRange {
  const mostMm = leastMm + (growth?.mostMm ?? 0);
  return { leastMm, usualMm: mostMm, mostMm };
}

/** How high pieces can be one below the other, with the space above the first. */
export function measureSpan(pieces: Chunk): HeightRange {
  return pieces.reduce(
    (sum, piece) => addSpans(sum, addSpans(measureSpace(piece), measurePiece(piece))),
    NO_HEIGHT,
  );
}

/** Rounding of sums, in mm. */
export const HAIR_MM = 1e-6;

/** The pieces of a column that is to be so high: what can be lower or higher shares the difference. */
export function fitColumn(pieces: readonly Piece[], heightMm: number): readonly Piece[] {
  const [first] = pieces;
  if (first === undefined) return [];
  const [all, above] = [measureSpan(pieces), measureSpace(first)];
  const leastMm = all.leastMm - above.leastMm;
  const usualMm = all.usualMm - above.usualMm;
  const mostMm = all.mostMm - above.mostMm;
  const below = clampShare(leastMm, heightMm, usualMm);
  const over = usualMm < heightMm ? clampShare(usualMm, heightMm, mostMm) : 0;
  return pieces.map((piece) => {
    const { spareMm = 0, growth } = piece;
    const spaceBeforeMm = piece.spaceBeforeMm + (below - 1 + LOOSENESS * over) * spareMm;
    if (growth === undefined) return spareMm === 0 ? piece : { ...piece, spaceBeforeMm };
    const extraMm = below * growth.mostMm;
    return { ...piece, spaceBeforeMm, heightMm: piece.heightMm + extraMm, marks: growth.draw(extraMm) };
  });
}

/** Where a height is between two others, from 0 to 1. */
function clampShare(fromMm: number, heightMm: number, toMm: number): number {
  return toMm - fromMm < HAIR_MM ? 1 : Math.max(0, Math.min(1, (heightMm - fromMm) / (toMm - fromMm)));
}
