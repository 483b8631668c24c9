import type { Chunk } from "../../src/print/rulebook/pdf/heights.ts";

/** How high pieces are one below the other, at the top of a column. */
export function measureChunk(chunk: Chunk): number {
  return chunk.reduce((sum, piece, at) => sum + piece.heightMm + (at === 0 ? 0 : piece.spaceBeforeMm), 0);
}
