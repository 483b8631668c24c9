import type { Spot } from "./bend.ts";
import type { Pixel } from "./lens.ts";

/** For a grid of pixels of the photo, which spot of the paper is seen there. */
export interface PaperMap {
  readonly columns: number;
  readonly rows: number;
  /** The pixel of the first knot, and from knot to knot. */
  readonly from: number;
  readonly step: number;
  /** x and y in mm from the paper's middle, knot by knot. */
  readonly spots: Float32Array;
}

/** From knot to knot, in pixels. Bends and lenses are smooth. */
export const STEP = 16;

/**
 * Turns the way from the paper into the photo around: knot by knot, by Newton's method from the neighbour's spot on.
 *
 * @param project from a spot on the paper to a pixel
 * @param reachMm half the paper's diagonal; farther out the plane of the middle is good enough
 */
export function mapOf(
  project: (spot: Spot) => Pixel,
  widthPx: number,
  heightPx: number,
  reachMm: number,
): PaperMap {
  const columns = Math.ceil(widthPx / STEP) + 3;
  const rows = Math.ceil(heightPx / STEP) + 3;
  const spots = new Float32Array(2 * columns * rows);
  // Half a pixel off, so that the map can be enlarged as a picture.
  const from = 0.5 - STEP;
  let lineStart: Spot = [0, 0];
  for (let row = 0; row < rows; row++) {
    let spot = lineStart;
    for (let column = 0; column < columns; column++) {
      spot = solve(project, [from + column * STEP, from + row * STEP], spot, reachMm);
      if (column === 0) lineStart = spot;
      const at = 2 * (row * columns + column);
      spots[at] = spot[0];
      spots[at + 1] = spot[1];
    }
  }
  return { columns, rows, from, step: STEP, spots };
}

/** The spot that is seen at a pixel. */
function solve(project: (spot: Spot) => Pixel, wanted: Pixel, start: Spot, reachMm: number): Spot {
  let [x, y] = start;
  for (let round = 0; round < 12; round++) {
    const [px, py] = project([x, y]);
    const [ex, ey] = [wanted[0] - px, wanted[1] - py];
    if (Math.abs(ex) + Math.abs(ey) < 0.02) break;
    const d = 0.05;
    const [ax, ay] = project([x + d, y]);
    const [bx, by] = project([x, y + d]);
    const [a, b, c, e] = [(ax - px) / d, (bx - px) / d, (ay - py) / d, (by - py) / d];
    const determinant = a * e - b * c;
    if (Math.abs(determinant) < 1e-9) break;
    // Far steps lead astray where the paper is bent.
    const stepX = limited((e * ex - b * ey) / determinant, reachMm);
    const stepY = limited((a * ey - c * ex) / determinant, reachMm);
    [x, y] = [limited(x + stepX, 6 * reachMm), limited(y + stepY, 6 * reachMm)];
  }
  return [x, y];
}

function limited(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}

/** The spot seen at a pixel, between the knots. */
export function spotAt({ columns, rows, from, step, spots }: PaperMap, [x, y]: Pixel): Spot {
  const [u, v] = [(x - from) / step, (y - from) / step];
  const column = Math.max(0, Math.min(columns - 2, Math.floor(u)));
  const row = Math.max(0, Math.min(rows - 2, Math.floor(v)));
  const [s, t] = [u - column, v - row];
  const at = 2 * (row * columns + column);
  const mix = (channel: number) => {
    const upper = (spots[at + channel] ?? 0) * (1 - s) + (spots[at + channel + 2] ?? 0) * s;
    const below = at + 2 * columns + channel;
    return upper * (1 - t) + t * ((spots[below] ?? 0) * (1 - s) + (spots[below + 2] ?? 0) * s);
  };
  return [mix(0), mix(1)];
}
