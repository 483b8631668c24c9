import type { Piece } from "./marks.ts";

/** Pieces that stay together. */
export type Chunk = readonly Piece[];

/** The least height of something, the one with all of its spaces, and the greatest, in mm. */
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

/** The space above a piece, which never grows: only what is drawn fills a page. */
export function measureSpace({ spaceBeforeMm: usualMm, spareMm = 0 }: Piece): HeightRange {
  return { leastMm: usualMm - spareMm, usualMm, mostMm: usualMm };
}

function measurePiece({ heightMm, growth }: Piece): HeightRange {
  return { leastMm: heightMm, usualMm: heightMm, mostMm: heightMm + (growth?.mostMm ?? 0) };
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

/** The pieces of a column that is to be so high: what is drawn shares what is left, or spaces share what lacks. */
export function fitColumn(pieces: readonly Piece[], heightMm: number): readonly Piece[] {
  const [first] = pieces;
  if (first === undefined) return [];
  const [all, above] = [measureSpan(pieces), measureSpace(first)];
  const usualMm = all.usualMm - above.usualMm;
  const taken = clampShare(usualMm - heightMm, usualMm - (all.leastMm - above.leastMm));
  const grown = clampShare(heightMm - usualMm, all.mostMm - all.usualMm);
  return pieces.map((piece) => {
    const { spareMm = 0, growth } = piece;
    const spaceBeforeMm = piece.spaceBeforeMm - taken * spareMm;
    if (growth === undefined) return spareMm === 0 ? piece : { ...piece, spaceBeforeMm };
    const extraMm = grown * growth.mostMm;
    return { ...piece, spaceBeforeMm, heightMm: piece.heightMm + extraMm, marks: growth.draw(extraMm) };
  });
}

/** The share of a part, from 0 to 1. */
function clampShare(partMm: number, allMm: number): number {
  return allMm < HAIR_MM ? 0 : Math.max(0, Math.min(1, partMm / allMm));
}
