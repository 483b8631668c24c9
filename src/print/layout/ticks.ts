import type { Area } from "../geometry.ts";

/** Between two small boxes, as a share of their side. */
const GAP = 0.35;
/** Between the small boxes and the edge of their cell. */
const INSET_MM = 0.8;

/**
 * Small boxes to tick, in the middle of a cell: as large as fits, in as many lines as that takes.
 *
 * @param largestMm no box is larger than this
 * @returns one area for each, line by line
 */
export function ticksIn(cell: Area, count: number, largestMm: number): Area[] {
  const width = cell.widthMm - 2 * INSET_MM;
  const height = cell.heightMm - 2 * INSET_MM;
  const side = (inLine: number) =>
    Math.min(width / extent(inLine), height / extent(Math.ceil(count / inLine)), largestMm);
  // Of ways that are equally large, the one with fewer lines.
  const inLine = Array.from({ length: count }, (_, at) => count - at).reduce((best, ways) =>
    side(ways) > side(best) ? ways : best,
  );
  const sideMm = side(inLine);
  const lines = Math.ceil(count / inLine);
  const leftMm = cell.xMm + (cell.widthMm - extent(inLine) * sideMm) / 2;
  const topMm = cell.yMm + (cell.heightMm - extent(lines) * sideMm) / 2;
  return Array.from({ length: count }, (_, at) => ({
    xMm: leftMm + (at % inLine) * sideMm * (1 + GAP),
    yMm: topMm + Math.floor(at / inLine) * sideMm * (1 + GAP),
    widthMm: sideMm,
    heightMm: sideMm,
  }));
}

/** How long some boxes in a row are, in sides of one. */
function extent(boxes: number): number {
  return boxes + (boxes - 1) * GAP;
}
