import { getElement, groupByKey } from "../../rules/arrays.ts";
import { type Grey, quantile } from "../image/picture.ts";
import { disposeAfterUse, greyMat, type Mat, type OpenCv } from "../image/tools.ts";

/** A thin dark stroke in a picture, nearly straight, as points from one end to the other. */
export interface Stroke {
  /** In px of the picture. */
  readonly xs: Float32Array;
  readonly ys: Float32Array;
  /** The direction from its first to its last point, in radians. */
  readonly angle: number;
  readonly lengthPx: number;
}

/** The deviation of the blur before the search, in px: about half the thickness of strokes. */
const BLUR_PX = 1.1;
/** The level of the paper is taken from this many px around: more than the width of strokes, less than that of shadows. */
const PAPER_PX = 15;
/** The least second derivative of darkness across a stroke, in levels per px², where strokes begin to grow. */
const SEED_CURVATURE = 5;
/** The same where they continue. */
const LEAST_CURVATURE = 2.2;
/** The greatest change of direction from pixel to pixel, in radians. */
const MAX_TURN = 0.3;
const MIN_LENGTH_PX = 18;
/** The greatest distance of a stroke's points from the straight line between its ends, as a share of its length. */
const MAX_BOW = 0.06;
/** Greater curvatures are sorted alike. */
const MAX_CURVATURE = 255;
/** The level of paper in the deepest shadow, as a share of the brightest paper. */
const DARKEST_PAPER = 0.4;

/**
 * Finds the thin dark strokes of a picture: ruled lines, but handwriting and print as well. A point lies on a stroke if the darkness has a
 * maximum across the direction in which it changes least (Steger 1998); strokes grow from such points as long as they stay straight.
 */
export function findStrokes(cv: OpenCv, grey: Grey): Stroke[] {
  const ridges = findRidges(cv, grey);
  const strokes: Stroke[] = [];
  const taken = new Uint8Array(ridges.curvature.length);
  for (const seed of sortStrongestFirst(ridges.curvature)) {
    if (taken[seed] === 1) continue;
    const path = grow(ridges, seed, taken);
    const stroke = buildStroke(ridges, path);
    if (stroke !== null) strokes.push(stroke);
  }
  return strokes;
}

/** Sorts seeds by curvature, strongest first (counting sort); equal ones stay in the order of the picture. */
function sortStrongestFirst(curvature: Float32Array): Uint32Array {
  const ends = new Uint32Array(MAX_CURVATURE + 2);
  const computeBucket = (at: number) =>
    MAX_CURVATURE - Math.min(MAX_CURVATURE, Math.floor(curvature[at] as number));
  let count = 0;
  for (let at = 0; at < curvature.length; at++) {
    if ((curvature[at] as number) < SEED_CURVATURE) continue;
    const next = computeBucket(at) + 1;
    ends[next] = (ends[next] as number) + 1;
    count++;
  }
  for (let rank = 1; rank < ends.length; rank++)
    ends[rank] = (ends[rank] as number) + (ends[rank - 1] as number);
  const sorted = new Uint32Array(count);
  for (let at = 0; at < curvature.length; at++) {
    if ((curvature[at] as number) < SEED_CURVATURE) continue;
    const rank = computeBucket(at);
    sorted[ends[rank] as number] = at;
    ends[rank] = (ends[rank] as number) + 1;
  }
  return sorted;
}

/** The ridges of darkness: for each pixel its curvature (0 off ridges), subpixel offset and direction. */
interface Ridges {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly curvature: Float32Array;
  readonly offsetX: Float32Array;
  readonly offsetY: Float32Array;
  /** 0 to π. */
  readonly direction: Float32Array;
}

/** The darkness of each pixel relative to the paper around it, 0 to 255. */
function computeDarkness(cv: OpenCv, grey: Grey): Mat {
  return disposeAfterUse((keep) => {
    const picture = keep(greyMat(cv, grey));
    const paper = keep(new cv.Mat());
    const side = new cv.Size(PAPER_PX, PAPER_PX);
    const kernel = keep(cv.getStructuringElement(cv.MORPH_RECT, side));
    cv.morphologyEx(picture, paper, cv.MORPH_CLOSE, kernel);
    const lit = keep(new cv.Mat());
    cv.blur(paper, lit, side);
    cv.max(lit, paper, lit);
    const darkness = new cv.Mat(grey.heightPx, grey.widthPx, cv.CV_8UC1);
    darken(picture.data, lit.data, darkness.data);
    return darkness;
  });
}

function darken(levels: Uint8Array, light: Uint8Array, darkness: Uint8Array): void {
  const some = Float32Array.from(
    { length: Math.ceil(light.length / 64) },
    (_, at) => light[64 * at] as number,
  );
  const least = Math.max(12, DARKEST_PAPER * quantile(some, 0.9));
  for (let at = 0; at < darkness.length; at++) {
    const white = light[at] as number;
    darkness[at] = Math.max(0, (255 * (white - (levels[at] as number))) / Math.max(least, white));
  }
}

function findRidges(cv: OpenCv, grey: Grey): Ridges {
  const { widthPx, heightPx } = grey;
  const blurred = disposeAfterUse((keep) => {
    const darkness = keep(computeDarkness(cv, grey));
    const soft = keep(new cv.Mat());
    darkness.convertTo(soft, cv.CV_32F);
    cv.GaussianBlur(soft, soft, new cv.Size(0, 0), BLUR_PX, BLUR_PX);
    return soft.data32F.slice();
  });
  const count = widthPx * heightPx;
  const ridges: Ridges = {
    widthPx,
    heightPx,
    curvature: new Float32Array(count),
    offsetX: new Float32Array(count),
    offsetY: new Float32Array(count),
    direction: new Float32Array(count),
  };
  for (let y = 1; y < heightPx - 1; y++)
    for (let x = 1, at = y * widthPx + 1; x < widthPx - 1; x++, at++)
      recordRidge(blurred, widthPx, at, ridges);
  return ridges;
}

/** Records a pixel if a stroke runs through it. */
function recordRidge(level: Float32Array, widthPx: number, at: number, ridges: Ridges): void {
  const here = level[at] as number;
  const [left, right] = [level[at - 1] as number, level[at + 1] as number];
  const [above, below] = [level[at - widthPx] as number, level[at + widthPx] as number];
  const xx = left + right - 2 * here;
  const yy = above + below - 2 * here;
  if (xx > -1 && yy > -1) return;
  const xy =
    ((level[at + widthPx + 1] as number) +
      (level[at - widthPx - 1] as number) -
      (level[at + widthPx - 1] as number) -
      (level[at - widthPx + 1] as number)) /
    4;
  const spread = Math.sqrt(((xx - yy) / 2) ** 2 + xy * xy);
  const curvature = spread - (xx + yy) / 2;
  if (curvature < LEAST_CURVATURE) return;
  // The direction of greatest curvature runs across the stroke.
  const across = 0.5 * Math.atan2(2 * xy, xx - yy) + Math.PI / 2;
  const [nx, ny] = [Math.cos(across), Math.sin(across)];
  const slope = ((right - left) / 2) * nx + ((below - above) / 2) * ny;
  const far = slope / curvature;
  const [dx, dy] = [far * nx, far * ny];
  if (Math.abs(dx) > 0.6 || Math.abs(dy) > 0.6) return;
  // Equal curvature along and across: a dot or a crossing.
  if (spread < 0.3 * curvature) return;
  ridges.curvature[at] = curvature;
  ridges.offsetX[at] = dx;
  ridges.offsetY[at] = dy;
  ridges.direction[at] = (across + Math.PI / 2) % Math.PI;
}

/** Follows a stroke from a pixel in both directions. @returns its pixels in order */
function grow(ridges: Ridges, seed: number, taken: Uint8Array): number[] {
  taken[seed] = 1;
  const direction = ridges.direction[seed] as number;
  const there = follow(ridges, seed, direction, taken);
  const back = follow(ridges, seed, direction + Math.PI, taken);
  return [...back.reverse(), seed, ...there];
}

/** Gaps up to this many px are bridged, as where another stroke crosses. */
const MAX_STEP = 4;

function follow(ridges: Ridges, from: number, direction: number, taken: Uint8Array): number[] {
  const path: number[] = [];
  const { widthPx, heightPx } = ridges;
  let [x, y] = [from % widthPx, Math.floor(from / widthPx)];
  let heading = direction;
  for (;;) {
    let next = -1;
    for (let step = 1; step <= MAX_STEP && next < 0; step++) {
      const [goalX, goalY] = [x + step * Math.cos(heading), y + step * Math.sin(heading)];
      next = findNearest(ridges, goalX, goalY, heading, taken);
    }
    if (next < 0) return path;
    taken[next] = 1;
    path.push(next);
    [x, y] = [next % widthPx, Math.floor(next / widthPx)];
    if (x < 2 || y < 2 || x >= widthPx - 2 || y >= heightPx - 2) return path;
    x += ridges.offsetX[next] as number;
    y += ridges.offsetY[next] as number;
    heading += 0.25 * computeTurnAngle(heading, ridges.direction[next] as number);
  }
}

/** The nearest free ridge pixel that continues in a direction; -1 if there is none. */
function findNearest(ridges: Ridges, x: number, y: number, heading: number, taken: Uint8Array): number {
  const { widthPx, heightPx, curvature, direction, offsetX, offsetY } = ridges;
  const [column, row] = [Math.round(x), Math.round(y)];
  if (column < 1 || row < 1 || column >= widthPx - 1 || row >= heightPx - 1) return -1;
  let [best, least] = [-1, 1.7];
  for (let dy = -1; dy <= 1; dy++)
    for (let dx = -1; dx <= 1; dx++) {
      const at = (row + dy) * widthPx + column + dx;
      if (curvature[at] === 0 || taken[at] === 1) continue;
      if (Math.abs(computeTurnAngle(heading, direction[at] as number)) > MAX_TURN) continue;
      const away = Math.hypot(
        column + dx + (offsetX[at] as number) - x,
        row + dy + (offsetY[at] as number) - y,
      );
      if (away < least) [best, least] = [at, away];
    }
  return best;
}

/** The signed angle from a heading to an undirected direction: -π/2 to π/2. */
export function computeTurnAngle(heading: number, direction: number): number {
  const turn = (direction - heading) % Math.PI;
  if (turn > Math.PI / 2) return turn - Math.PI;
  return turn < -Math.PI / 2 ? turn + Math.PI : turn;
}

function buildStroke({ widthPx, offsetX, offsetY }: Ridges, path: readonly number[]): Stroke | null {
  if (path.length < MIN_LENGTH_PX / 2) return null;
  const xs = Float32Array.from(path, (at) => (at % widthPx) + (offsetX[at] as number));
  const ys = Float32Array.from(path, (at) => Math.floor(at / widthPx) + (offsetY[at] as number));
  const last = path.length - 1;
  const [dx, dy] = [(xs[last] as number) - (xs[0] as number), (ys[last] as number) - (ys[0] as number)];
  const lengthPx = Math.hypot(dx, dy);
  if (lengthPx < MIN_LENGTH_PX) return null;
  let bow = 0;
  for (let at = 1; at < last; at++) {
    const across =
      ((xs[at] as number) - (xs[0] as number)) * dy - ((ys[at] as number) - (ys[0] as number)) * dx;
    bow = Math.max(bow, Math.abs(across) / lengthPx);
  }
  return bow > MAX_BOW * lengthPx + 1 ? null : { xs, ys, angle: Math.atan2(dy, dx), lengthPx };
}

/** Touching strokes in their two main directions: perhaps the lines of a table. */
export interface RuledGroup {
  /** Strokes that run more horizontally than the others. */
  readonly across: readonly Stroke[];
  /** Strokes that run more vertically than the others. */
  readonly down: readonly Stroke[];
}

/** Shorter strokes are parts of letters and digits. In px. */
const MIN_STROKE_PX = 24;
/** Strokes that meet at a smaller angle are pieces of one line. */
const MIN_CROSSING = Math.PI / 4;
/** Strokes touch up to this distance, in px. */
const NEAR_PX = 6;
/** The greatest angle of a line to the main direction of its kind, in radians; perspective spreads them. */
const MAX_SPREAD = 0.42;
/** A table has at least this many strokes each way, with at least this total length, in px. */
const MIN_STROKES = 3;
const MIN_SUM_PX = 250;

/** Groups strokes that cross or touch, and finds the two main directions of each group. */
export function ruledGroups(strokes: readonly Stroke[]): RuledGroup[] {
  const long = strokes.filter(({ lengthPx }) => lengthPx >= MIN_STROKE_PX);
  return groupTouchingStrokes(long).flatMap((group) => buildRuledGroup(group) ?? []);
}

/** Connected components of strokes that touch at a wide angle. */
export function groupTouchingStrokes(strokes: readonly Stroke[]): Stroke[][] {
  const parents = strokes.map((_, at) => at);
  const findRoot = (at: number): number => {
    let root = at;
    while (parents[root] !== root) root = parents[root] as number;
    parents[at] = root;
    return root;
  };
  const cells = new Map<number, number[]>();
  for (const [at, stroke] of strokes.entries())
    for (const key of listGridCells(stroke)) {
      const here = cells.get(key);
      if (here === undefined) cells.set(key, [at]);
      else if (here.at(-1) !== at) here.push(at);
    }
  for (const here of cells.values())
    for (const [index, one] of here.entries())
      for (const other of here.slice(index + 1)) {
        const turn = Math.abs(
          computeTurnAngle(getElement(strokes, one).angle, getElement(strokes, other).angle),
        );
        if (turn >= MIN_CROSSING) parents[findRoot(one)] = findRoot(other);
      }
  const groups = groupByKey(strokes.keys(), findRoot);
  return [...groups.values()].map((group) => group.map((at) => getElement(strokes, at)));
}

const CELLS_PER_ROW = 1 << 14;

/** The cells of a coarse grid that a stroke crosses, and their neighbours. */
function listGridCells({ xs, ys }: Stroke): Set<number> {
  const cells = new Set<number>();
  for (let at = 0; at < xs.length; at++) {
    const [x, y] = [(xs[at] as number) / NEAR_PX, (ys[at] as number) / NEAR_PX];
    const [column, row] = [Math.round(x), Math.round(y)];
    // Each point counts for the four cells around it, so that points near each other share one.
    for (const dx of [0, Math.floor(x) === column ? 1 : -1])
      for (const dy of [0, Math.floor(y) === row ? 1 : -1])
        cells.add((row + dy) * CELLS_PER_ROW + column + dx);
  }
  return cells;
}

function buildRuledGroup(strokes: readonly Stroke[]): RuledGroup | null {
  if (strokes.length < 2 * MIN_STROKES) return null;
  const main = mainDirection(strokes);
  const others = strokes.filter(({ angle }) => Math.abs(computeTurnAngle(main, angle)) > MIN_CROSSING);
  if (others.length < MIN_STROKES) return null;
  const second = mainDirection(others);
  const along = (direction: number) =>
    strokes.filter(({ angle }) => Math.abs(computeTurnAngle(direction, angle)) < MAX_SPREAD);
  const [one, other] = [along(main), along(second)];
  const isEnough = (part: readonly Stroke[]) =>
    part.length >= MIN_STROKES && part.reduce((sum, { lengthPx }) => sum + lengthPx, 0) >= MIN_SUM_PX;
  if (!isEnough(one) || !isEnough(other)) return null;
  const isFirstAcross = Math.abs(computeTurnAngle(0, main)) < Math.abs(computeTurnAngle(0, second));
  return isFirstAcross ? { across: one, down: other } : { across: other, down: one };
}

const BINS = 90;

/** The direction of most of the total length, in radians. */
function mainDirection(strokes: readonly Stroke[]): number {
  const weights = new Float64Array(BINS);
  for (const { angle, lengthPx } of strokes) {
    const bin = ((((angle / Math.PI) * BINS) % BINS) + BINS) % BINS;
    for (let off = -3; off <= 3; off++) {
      const at = (Math.round(bin) + off + BINS) % BINS;
      weights[at] = (weights[at] as number) + lengthPx ** 1.5 * (4 - Math.abs(off));
    }
  }
  return (weights.indexOf(Math.max(...weights)) / BINS) * Math.PI;
}
