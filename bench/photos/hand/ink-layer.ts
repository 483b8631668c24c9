import type { Pen } from "./pens.ts";
import type { Stroke } from "./strokes.ts";

/** A sheet of paper with print and ink on it. */
export interface InkedPaper {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly pxPerMm: number;
  /** Red, green and blue for each pixel. */
  readonly rgb: Uint8Array;
}

/** How much of each pixel the pen touched, 0 to 1, row by row. */
export interface Touch {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly share: Float32Array;
}

const TILE = 256;

/** Even noise of mean 0 and deviation 1 with bumps of a size, as a tile that repeats. */
function noiseTile(bumpPx: number, seed: number): Float32Array {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4_294_967_296 - 0.5;
  };
  const knots = Math.round(TILE / bumpPx);
  const grid = Float32Array.from({ length: knots * knots }, next);
  const tile = new Float32Array(TILE * TILE);
  for (let row = 0; row < TILE; row++) {
    for (let column = 0; column < TILE; column++) tile[row * TILE + column] = blend(grid, knots, row, column);
  }
  const deviation = Math.sqrt(tile.reduce((sum, value) => sum + value * value, 0) / tile.length);
  return tile.map((value) => value / deviation);
}

function blend(grid: Float32Array, knots: number, row: number, column: number): number {
  const [y, x] = [(row * knots) / TILE, (column * knots) / TILE];
  const [top, left] = [Math.floor(y), Math.floor(x)];
  const [ty, tx] = [ease(y - top), ease(x - left)];
  const at = (r: number, c: number) => grid[(r % knots) * knots + (c % knots)] ?? 0;
  const upper = at(top, left) * (1 - tx) + at(top, left + 1) * tx;
  const lower = at(top + 1, left) * (1 - tx) + at(top + 1, left + 1) * tx;
  return upper * (1 - ty) + lower * ty;
}

function ease(t: number): number {
  return t * t * (3 - 2 * t);
}

/** How a ball runs dry and wet again over about a millimetre, and the tooth of the paper, at about 14 pixels a millimetre. */
const FLOW = noiseTile(10, 7);
const TOOTH = noiseTile(2, 11);

/** How much the tooth of the paper stands out at a pixel: mean 0, deviation 1. */
export function toothAt(x: number, y: number): number {
  return TOOTH[(y % TILE) * TILE + (x % TILE)] ?? 0;
}

/** Lays ink on the paper with the upper left corner of the touch at (x, y); what lies outside is lost. */
export function ink(paper: InkedPaper, touch: Touch, x: number, y: number, pen: Pen): void {
  const [red, green, blue] = pen.colour;
  const { rgb } = paper;
  for (let row = Math.max(0, -y); row < touch.heightPx && y + row < paper.heightPx; row++) {
    for (let column = Math.max(0, -x); column < touch.widthPx && x + column < paper.widthPx; column++) {
      const share = touch.share[row * touch.widthPx + column] ?? 0;
      if (share < 0.01) continue;
      const tile = ((y + row) % TILE) * TILE + ((x + column) % TILE);
      const flow = 1 + pen.grain * (FLOW[tile] ?? 0) + pen.tooth * (TOOTH[tile] ?? 0);
      const cover = Math.min(1, Math.max(0, share * pen.strength * flow));
      const at = 3 * ((y + row) * paper.widthPx + x + column);
      rgb[at] = (rgb[at] ?? 0) * (1 - cover * (1 - red));
      rgb[at + 1] = (rgb[at + 1] ?? 0) * (1 - cover * (1 - green));
      rgb[at + 2] = (rgb[at + 2] ?? 0) * (1 - cover * (1 - blue));
    }
  }
}

/** Draws strokes, given in pixels of the paper. @param tracePx the width of the pen's trace */
export function inkStrokes(paper: InkedPaper, strokes: readonly Stroke[], tracePx: number, pen: Pen): void {
  for (const stroke of strokes) {
    const xs = stroke.map(([x]) => x);
    const ys = stroke.map(([, y]) => y);
    const rim = Math.ceil(tracePx) + 2;
    const left = Math.floor(Math.min(...xs)) - rim;
    const top = Math.floor(Math.min(...ys)) - rim;
    const widthPx = Math.ceil(Math.max(...xs)) + rim - left;
    const heightPx = Math.ceil(Math.max(...ys)) + rim - top;
    const touch = { widthPx, heightPx, share: new Float32Array(widthPx * heightPx) };
    trace(touch, stroke, left, top, tracePx);
    ink(paper, touch, left, top, pen);
  }
}

/** Draws a stroke on a touch whose upper left corner lies at (left, top). The pen sets down thin, presses, and lifts off thin. */
export function trace(touch: Touch, stroke: Stroke, left: number, top: number, tracePx: number): void {
  for (let at = 0; at + 1 < stroke.length; at++) {
    const from = stroke[at];
    const to = stroke[at + 1];
    if (from === undefined || to === undefined) continue;
    const end = Math.min(at, stroke.length - 2 - at) / 4;
    const radius = (tracePx / 2) * Math.min(1, 0.72 + 0.28 * end);
    segment(touch, from[0] - left, from[1] - top, to[0] - left, to[1] - top, radius);
  }
}

function segment(touch: Touch, ax: number, ay: number, bx: number, by: number, radius: number): void {
  const reach = radius + 1;
  const length = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
  for (let y = Math.max(0, Math.floor(Math.min(ay, by) - reach)); y <= Math.max(ay, by) + reach; y++) {
    if (y >= touch.heightPx) return;
    for (let x = Math.max(0, Math.floor(Math.min(ax, bx) - reach)); x <= Math.max(ax, bx) + reach; x++) {
      if (x >= touch.widthPx) break;
      const along = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
      const away = Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay));
      const share = Math.min(1, Math.max(0, radius + 0.5 - away));
      const at = y * touch.widthPx + x;
      if (share > (touch.share[at] ?? 0)) touch.share[at] = share;
    }
  }
}
