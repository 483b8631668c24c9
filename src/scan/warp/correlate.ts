import { DOUBLE, growMemory, lazyLoops, SINGLE, VECTOR } from "../../rules/wasm.ts";
import { type PictureSize, type Grey, areaLevels, quantile } from "../image/picture.ts";
import { type Tile, MAX_DARKNESS, type PrintScale } from "./print.ts";
import { SHIFTS, SUMS, WARP_WASM, type WarpLoops } from "./warp-wasm.ts";
import { disposeAfterUse, type Mat, type OpenCv } from "../image/tools.ts";
import type { ControlPoint } from "./bend.ts";

const loops = lazyLoops<WarpLoops>(WARP_WASM);

/** The darkness of a photo of a sheet, with a margin within which tiles can shift. */
export interface RimmedDarkness extends PictureSize {
  readonly rimPx: number;
  /** Row by row; 0 is paper, 1 is black. */
  readonly values: Float32Array;
}

/** The correlation of a tile with the photo for each shift within a reach: row by row, from the top left, -1 to 1. */
export interface Correlation {
  readonly tile: Tile;
  readonly reachPx: number;
  readonly values: Float32Array;
}

/** Places with a smaller standard deviation of darkness count as blank; photos are noisy. */
const MIN_CONTRAST = 0.012;

/** The normalised cross-correlation of tiles with the photo around their places, within its margin of at least 1 px. */
export function correlate(tiles: readonly Tile[], { widthPx, rimPx, values }: RimmedDarkness): Correlation[] {
  const side = 2 * rimPx + 1;
  const blocks = Math.ceil(side / SHIFTS);
  const longest = Math.max(0, ...tiles.map(({ pattern }) => pattern.length));
  const sumsAt = VECTOR * Math.ceil((2 * longest * SINGLE) / VECTOR);
  const valuesAt = sumsAt + blocks * SUMS * SHIFTS * DOUBLE;
  const { memory } = loops();
  // The last shifts of a row are computed together with some beyond the rim, which may be outside the picture.
  growMemory(memory, valuesAt + values.byteLength + VECTOR);
  new Float32Array(memory.buffer, valuesAt).set(values);
  const place = { side, widthPx, valuesAt, sumsAt };
  return tiles.map((tile) => ({ tile, reachPx: rimPx, values: correlateTile(tile, place) }));
}

/** Byte addresses in the loops' memory, and in px the side of the square of shifts and the width of the picture. */
type Place = Readonly<Record<"side" | "widthPx" | "valuesAt" | "sumsAt", number>>;

/** Correlates a tile with the values in the loops' memory, for each shift. */
function correlateTile(
  { columns, rows, pattern }: Tile,
  { side, widthPx, valuesAt, sumsAt }: Place,
): Float32Array {
  const { memory, sumRow } = loops();
  const count = pattern.length;
  const places = new Int32Array(memory.buffer, 0, count);
  for (let at = 0; at < count; at++)
    places[at] = SINGLE * ((rows[at] as number) * widthPx + (columns[at] as number));
  new Float32Array(memory.buffer, count * SINGLE, count).set(pattern);
  const blocks = Math.ceil(side / SHIFTS);
  const sums = new Float64Array(memory.buffer, sumsAt, blocks * SUMS * SHIFTS);
  const alike = new Float32Array(side * side);
  for (let down = 0; down < side; down++) {
    const from = valuesAt + down * widthPx * SINGLE;
    sumRow(0, count * SINGLE, from, from + blocks * VECTOR, sumsAt);
    for (let across = 0; across < side; across++) {
      const at = Math.floor(across / SHIFTS) * SUMS * SHIFTS + (across % SHIFTS);
      const sum = sums[at] as number;
      const squares = sums[at + SHIFTS] as number;
      const common = sums[at + 2 * SHIFTS] as number;
      alike[down * side + across] =
        common / Math.sqrt(squares - (sum * sum) / count + count * MIN_CONTRAST ** 2);
    }
  }
  return alike;
}

/** Light is assumed to be even within blocks of this size. */
const BLOCK_MM = 8;
/** This share of the pixels of a block is darker than its paper. */
const PAPER_SHARE = 0.8;
/** Every second row and column is enough to measure the paper. */
const STRIDE = 2;
/** The greatest error of the paper's level due to noise. */
const MIN_DARKNESS = -0.1;

/**
 * The darkness of each pixel relative to the paper around it, capped so that ink does not outweigh hairlines; with a margin, so that tiles
 * at edges can shift.
 */
export function rimmedDarkness(cv: OpenCv, picture: Mat, scale: PrintScale, rimPx: number): RimmedDarkness {
  const { pxPerMm, darkest } = scale;
  const [widthPx, heightPx, blockPx] = [picture.cols, picture.rows, BLOCK_MM * pxPerMm];
  const grey = { widthPx, heightPx, pixels: picture.data };
  const values = disposeAfterUse((keep) => {
    const [columns, rows] = [Math.ceil(widthPx / blockPx), Math.ceil(heightPx / blockPx)];
    const blocks = paperLevels(grey, blockPx, columns, rows);
    const [paper, size] = [keep(new cv.Mat()), new cv.Size(columns * blockPx, rows * blockPx)];
    cv.resize(keep(cv.matFromArray(rows, columns, cv.CV_32FC1, blocks)), paper, size, 0, 0, cv.INTER_LINEAR);
    return darknessAgainst(grey, paper.data32F, paper.cols);
  });
  if (darkest !== null)
    for (let y = rimPx, inner = 0; y < heightPx - rimPx; y++)
      for (let at = y * widthPx + rimPx; at < (y + 1) * widthPx - rimPx; at++)
        values[at] = Math.min(values[at] as number, darkest[inner++] as number);
  return { widthPx, heightPx, rimPx, values };
}

/** @param paper the level of the paper at each pixel, in rows of `stride` */
function darknessAgainst(grey: Grey, paper: Float32Array, stride: number): Float32Array {
  const { widthPx, heightPx, pixels } = grey;
  const values = new Float32Array(pixels.length);
  for (let y = 0, at = 0; y < heightPx; y++)
    for (let from = y * stride, x = 0; x < widthPx; x++, at++) {
      const darkness = 1 - (pixels[at] as number) / (paper[from + x] as number);
      values[at] = Math.max(MIN_DARKNESS, Math.min(MAX_DARKNESS, darkness));
    }
  return values;
}

/** The level of the paper in each block, row by row; at least 1. */
function paperLevels(grey: Grey, blockPx: number, columns: number, rows: number): Float32Array {
  const levels = new Float32Array(columns * rows);
  for (let at = 0; at < levels.length; at++) {
    const [xPx, yPx] = [(at % columns) * blockPx, Math.floor(at / columns) * blockPx];
    const widthPx = Math.min(blockPx, grey.widthPx - xPx);
    const heightPx = Math.min(blockPx, grey.heightPx - yPx);
    const block = areaLevels(grey, { xPx, yPx, widthPx, heightPx }, STRIDE);
    levels[at] = Math.max(1, quantile(block, PAPER_SHARE));
  }
  return levels;
}

/** The displacement of a piece of the print, in whole px. */
export type Shift = readonly [across: number, down: number];

export function indexOfMax(values: Float32Array): number {
  let best = 0;
  for (let at = 1; at < values.length; at++) if ((values[at] as number) > (values[best] as number)) best = at;
  return best;
}

/** Tiles with a smaller correlation were not seen. */
const MIN_CORRELATION = 0.35;
/** A direction in which the correlation falls by less than this share per px is undetermined. */
const FLAT = 0.01;

/** The subpixel peak of a tile's correlation near a shift, by fitting a paraboloid; null if there is none, or it may lie beyond the reach. */
export function peakNear(
  { tile, reachPx, values }: Correlation,
  pxPerMm: number,
  near: Shift = [0, 0],
  nearPx = reachPx,
): ControlPoint | null {
  const [left, upper] = [near[0] - nearPx, near[1] - nearPx];
  if (Math.min(left, upper) < -reachPx || Math.max(...near) + nearPx > reachPx) return null;
  const all = 2 * reachPx + 1;
  const side = 2 * nearPx + 1;
  const part = new Float32Array(side * side);
  for (let row = 0; row < side; row++) {
    const from = (reachPx + upper + row) * all + reachPx + left;
    part.set(values.subarray(from, from + side), row * side);
  }
  const best = indexOfMax(part);
  const top = part[best] as number;
  if (top < MIN_CORRELATION) return null;
  const [column, row] = [best % side, Math.floor(best / side)];
  const x = Math.max(1, Math.min(side - 2, column));
  const y = Math.max(1, Math.min(side - 2, row));
  const value = (right: number, below: number) => part[(y + below) * side + x + right] as number;
  const slopeX = (value(1, 0) - value(-1, 0)) / 2;
  const slopeY = (value(0, 1) - value(0, -1)) / 2;
  const curveX = Math.max(0, 2 * value(0, 0) - value(1, 0) - value(-1, 0));
  const curveY = Math.max(0, 2 * value(0, 0) - value(0, 1) - value(0, -1));
  // A peak at the end of the reach, in a determined direction, doesn't count.
  if (column !== x && curveX > FLAT * top) return null;
  if (row !== y && curveY > FLAT * top) return null;
  const twist = -(value(1, 1) - value(1, -1) - value(-1, 1) + value(-1, -1)) / 4;
  const curves = Math.sqrt(curveX * curveY);
  const crossed = Math.max(-1, Math.min(1, twist / (curves + 1e-9))) * 0.98 * curves;
  const peak = findPeak(slopeX, slopeY, curveX, curveY, crossed);
  const weight = ((top - MIN_CORRELATION / 2) / (1.05 - top)) * pxPerMm ** 2;
  return {
    xMm: tile.xMm,
    yMm: tile.yMm,
    acrossMm: (left + x + peak.x) / pxPerMm,
    downMm: (upper + y + peak.y) / pxPerMm,
    weightAcross: curveX * weight,
    weightDown: curveY * weight,
    weightBoth: crossed * weight,
  };
}

/** The maximum of a paraboloid, at most a pixel away; in a direction without curvature there is none. */
function findPeak(slopeX: number, slopeY: number, curveX: number, curveY: number, crossed: number) {
  const ridge = 0.003;
  const [a, d] = [curveX + ridge, curveY + ridge];
  const area = a * d - crossed * crossed;
  const [x, y] = [(d * slopeX - crossed * slopeY) / area, (a * slopeY - crossed * slopeX) / area];
  return { x: Math.max(-1, Math.min(1, x)), y: Math.max(-1, Math.min(1, y)) };
}
