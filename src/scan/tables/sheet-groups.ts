import { getElement, sum } from "../../rules/arrays.ts";
import { type Grey, interpolateLevel, type PictureSize, type Point, quantile } from "../image/picture.ts";
import { type Homography, project } from "../marks/page-fit.ts";
import type { RuledGroup, Stroke } from "./strokes.ts";

/** The lines of all tables on a sheet, and the plane that they lie on. */
export interface SheetLines extends RuledGroup {
  /** From the plane to the picture. */
  readonly plane: Homography;
  /** The usual distance between rows, on the plane. */
  readonly rowGap: number;
}

/** Tables farther apart than this many rows, or overlapping by less than this share, belong to different sheets. */
const MAX_GAP_ROWS = 4;
const MIN_OVERLAP = 0.6;
/** A heading between two tables is at most this many rows high; their left and right ends differ by less than this share of their width. */
const MAX_HEADING_ROWS = 2.2;
const SAME_EXTENT = 0.02;
/** Most lines of a sheet are parallel up to this angle, in radians; paper may be bent. */
const SAME_DIRECTION = 0.09;
/** Sheets with a smaller share of the largest sheet's lines are ignored: people photograph the sheets that they want to be read. */
const MIN_SHEET_SHARE = 0.12;
/** A group with a smaller share of the sheet's lines is a box or a logo. */
const MIN_SHARE = 0.06;
/** The paper between two tables of a sheet is at least as bright as this share of its brightest place. */
const PAPER_SHARE = 0.72;

/** Combines groups that are tables of one sheet; the largest sheet first. */
export function sheetGroups(groups: readonly RuledGroup[], picture: Grey): SheetLines[] {
  const left = groups.toSorted((a, b) => sumLength(b) - sumLength(a));
  const sheets: SheetLines[] = [];
  let least = 0;
  for (let main = left.shift(); main !== undefined && sumLength(main) > least; main = left.shift()) {
    const sheet = toSheetLines(main, picture);
    if (sheet === null) continue;
    least ||= MIN_SHEET_SHARE * sumLength(main);
    sheets.push(joinNeighbours(sheet, left, picture));
  }
  return sheets;
}

/** Moves the other tables of a sheet from `left` into it. */
function joinNeighbours(start: SheetLines, left: RuledGroup[], picture: Grey): SheetLines {
  let sheet = start;
  const least = MIN_SHARE * sumLength(start);
  for (const group of left.filter((group) => sumLength(group) > least)) {
    const other = alignGroup(sheet, group);
    if (other === null || !isBeside(sheet, other, picture)) continue;
    left.splice(left.indexOf(group), 1);
    const joined = { across: [...sheet.across, ...other.across], down: [...sheet.down, ...other.down] };
    sheet = { ...joined, plane: findPlane(joined, picture), rowGap: sheet.rowGap };
  }
  return sheet;
}

function sumLength({ across, down }: RuledGroup): number {
  return [...across, ...down].reduce((sum, { lengthPx }) => sum + lengthPx, 0);
}

/** A table has fewer rows and columns than this; the weave of a carpet or tablecloth has more. */
const MAX_ROWS = 80;
/** The lines of a table are broken into fewer pieces per row than this; those of a weave into hundreds. */
const MAX_PIECES = 15;

/** @returns null if the group is no table */
function toSheetLines(group: RuledGroup, picture: Grey): SheetLines | null {
  const plane = findPlane(group, picture);
  // Rows are lower than columns are wide, whichever way the sheet is turned.
  const gaps = [usualGap(group.across, plane, true), usualGap(group.down, plane, false)].filter(
    (gap) => gap !== null,
  );
  if (gaps.length < 2) return null;
  const rowGap = Math.min(...gaps);
  const { x, y } = projectBounds(group, invertHomography(plane));
  const isTable = ([from, to]: readonly [number, number], pieces: number) => {
    const rows = (to - from) / rowGap;
    return rows < MAX_ROWS && pieces < MAX_PIECES * (rows + 1);
  };
  return isTable(y, group.across.length) && isTable(x, group.down.length)
    ? { ...group, plane, rowGap }
    : null;
}

/** A bounding box on the plane. */
interface Bounds {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

/** A group with its strokes across and down in the directions of a sheet, which are the other way round near 45 degrees; null if not parallel. */
function alignGroup({ plane }: SheetLines, group: RuledGroup): RuledGroup | null {
  const back = invertHomography(plane);
  const turned = { across: group.down, down: group.across };
  const ways = [group, turned];
  return (
    ways.find(({ across, down }) => isParallel(across, back, true) && isParallel(down, back, false)) ?? null
  );
}

/** Whether a group lies next to the tables of a sheet, with only paper or a heading between them. */
function isBeside(sheet: SheetLines, group: RuledGroup, picture: Grey): boolean {
  const back = invertHomography(sheet.plane);
  const [own, other] = [projectBounds(sheet, back), projectBounds(group, back)];
  // A group around the sheet is the edge of its paper.
  if (encloses(other.x, own.x) && encloses(other.y, own.y)) return false;
  const gaps = { x: measureGap(own.x, other.x), y: measureGap(own.y, other.y) };
  const near = (gap: number) => gap < MAX_GAP_ROWS * sheet.rowGap;
  // Two tables of the same width close together belong to one sheet, with any print between them.
  const isOneBelow = isSameExtent(own.x, other.x) && gaps.y < MAX_HEADING_ROWS * sheet.rowGap;
  if (isOneBelow) return true;
  if (overlap(own.x, other.x) > MIN_OVERLAP && near(gaps.y))
    return isPaper(sheet, own, other, picture, false);
  return overlap(own.y, other.y) > MIN_OVERLAP && near(gaps.x) && isPaper(sheet, own, other, picture, true);
}

/** Whether most of the strokes run straight across the plane, or straight down. */
function isParallel(strokes: readonly Stroke[], back: Homography, isAcross: boolean): boolean {
  let [parallel, all] = [0, 0];
  for (const { xs, ys, lengthPx } of strokes) {
    const from = project(back, xs[0] as number, ys[0] as number);
    const to = project(back, xs.at(-1) as number, ys.at(-1) as number);
    const [along, across] = isAcross ? [to.x - from.x, to.y - from.y] : [to.y - from.y, to.x - from.x];
    if (Math.abs(across) < SAME_DIRECTION * Math.abs(along)) parallel += lengthPx;
    all += lengthPx;
  }
  return parallel > 0.75 * all;
}

function projectBounds({ across, down }: RuledGroup, back: Homography): Bounds {
  const ends = [...across, ...down].flatMap(({ xs, ys }) =>
    [0, xs.length - 1].map((at) => project(back, xs[at] as number, ys[at] as number)),
  );
  const [xs, ys] = [ends.map(({ x }) => x), ends.map(({ y }) => y)];
  return { x: [Math.min(...xs), Math.max(...xs)], y: [Math.min(...ys), Math.max(...ys)] };
}

function isSameExtent(one: readonly [number, number], other: readonly [number, number]): boolean {
  const most = SAME_EXTENT * (one[1] - one[0]);
  return Math.abs(one[0] - other[0]) < most && Math.abs(one[1] - other[1]) < most;
}

function encloses(outer: readonly [number, number], inner: readonly [number, number]): boolean {
  return outer[0] < inner[0] && outer[1] > inner[1];
}

function measureGap(one: readonly [number, number], other: readonly [number, number]): number {
  return Math.max(0, other[0] - one[1], one[0] - other[1]);
}

/** The overlap of two extents as a share of the shorter one. */
function overlap(one: readonly [number, number], other: readonly [number, number]): number {
  const common = Math.min(one[1], other[1]) - Math.max(one[0], other[0]);
  return common / Math.max(1e-9, Math.min(one[1] - one[0], other[1] - other[0]));
}

const SPOTS = 25;
/** How far the outer lines of tables reach into the gap between them: a share of it, or a number of px up to another share in small gaps. */
const EDGE = { share: 0.15, px: 4, most: 0.35 } as const;

/** Whether only paper lies between two tables: no table top, and no edge of another sheet. */
function isPaper(sheet: SheetLines, one: Bounds, other: Bounds, picture: Grey, isSideways: boolean): boolean {
  const [near, far] = isSideways ? [one.x, other.x] : [one.y, other.y];
  const [from, to] = near[1] < far[0] ? [near[1], far[0]] : far[1] < near[0] ? [far[1], near[0]] : [0, 0];
  const [a, b] = isSideways ? [one.y, other.y] : [one.x, other.x];
  const [low, high] = [Math.max(a[0], b[0]), Math.min(a[1], b[1])];
  const edge = Math.max(EDGE.share, Math.min(EDGE.most, EDGE.px / (to - from)));
  const levels = Array.from({ length: SPOTS }, (_, step) => {
    const across = from + (to - from) * (edge + ((1 - 2 * edge) * (step + 0.5)) / SPOTS);
    const along = Float32Array.from({ length: SPOTS }, (_, at) => {
      const place = low + ((high - low) * (at + 0.5)) / SPOTS;
      const { x, y } = isSideways ? project(sheet.plane, across, place) : project(sheet.plane, place, across);
      return interpolateLevel(picture, x, y);
    });
    return quantile(along, 0.6);
  });
  return Math.min(...levels) > PAPER_SHARE * Math.max(...levels);
}

/** A point or a line of the plane in homogeneous coordinates. */
type Vector = readonly [number, number, number];

/** The focal length of a phone's camera as a share of the longer side of its photos. */
const FOCAL_SHARE = 0.78;
/** Rounds of a robust fit, and the angle, in radians, from which strokes are outliers in the last one. */
const ROUNDS = 5;
const LAST_OUTLIER = 0.05;

/**
 * Finds the plane on which the lines of a group run across and down, from their two vanishing points.
 *
 * @returns the homography from the plane to the picture: (0, 0) is the middle of the group, where lengths are about equal in both
 */
function findPlane({ across, down }: RuledGroup, photo: PictureSize): Homography {
  const strokes = [...across, ...down];
  const middle = findStrokeCenter(strokes);
  const size = Math.max(photo.widthPx, photo.heightPx);
  const right = vanishingPoint(across, middle, size);
  const below = vanishingPoint(down, middle, size);
  // Columns of the homography around the middle, scaled so that lengths are right there for the usual focal length.
  const focal = FOCAL_SHARE * size;
  const centre = { x: (photo.widthPx - 1) / 2 - middle.x, y: (photo.heightPx - 1) / 2 - middle.y };
  const [toRight, toBelow] = [orientPoint(right, true), orientPoint(below, false)];
  const ratio = lengthSeen(toRight, centre, focal) / lengthSeen(toBelow, centre, focal);
  const scale = 1 / Math.sqrt(ratio);
  const [h1, h2] = [scaleVector(toRight, scale), scaleVector(toBelow, scale * ratio)];
  // Translates from the middle to the picture.
  return [
    h1[0] + middle.x * h1[2],
    h2[0] + middle.x * h2[2],
    middle.x,
    h1[1] + middle.y * h1[2],
    h2[1] + middle.y * h2[2],
    middle.y,
    h1[2],
    h2[2],
    1,
  ];
}

function scaleVector([x, y, z]: Vector, by: number): Vector {
  return [x * by, y * by, z * by];
}

/** The length in space of a step in the picture, as a share of the camera's distance. */
function lengthSeen([x, y, z]: Vector, centre: Point, focal: number): number {
  return Math.hypot((x - centre.x * z) / focal, (y - centre.y * z) / focal, z);
}

/** Scales a vanishing point so that a step towards it leads right, or down, and is one px long at the middle. */
function orientPoint([x, y, z]: Vector, isAcross: boolean): Vector {
  const length = Math.hypot(x, y);
  const sign = (isAcross ? x : y) < 0 ? -1 : 1;
  return scaleVector([x, y, z], sign / length);
}

function findStrokeCenter(strokes: readonly Stroke[]): Point {
  let [x, y, all] = [0, 0, 0];
  for (const { xs, ys, lengthPx } of strokes) {
    const last = xs.length - 1;
    x += (lengthPx * ((xs[0] as number) + (xs[last] as number))) / 2;
    y += (lengthPx * ((ys[0] as number) + (ys[last] as number))) / 2;
    all += lengthPx;
  }
  return { x: x / all, y: y / all };
}

/** The vanishing point of strokes, in px from the middle; z is 0 if they are parallel. */
function vanishingPoint(strokes: readonly Stroke[], middle: Point, size: number): Vector {
  const lines = strokes.map((stroke) => lineThrough(stroke, middle, size));
  const weights = strokes.map(({ lengthPx }) => lengthPx ** 2);
  let point = leastVector(lines, weights);
  for (let round = ROUNDS; round > 0; round--) {
    const limit = LAST_OUTLIER * round;
    const robust = lines.map((line, at) => {
      const off = angleOff(line, point) / limit;
      return off >= 1 ? 0 : (weights[at] as number) * (1 - off * off) ** 2;
    });
    point = leastVector(lines, robust);
  }
  return [point[0] * size, point[1] * size, point[2]];
}

interface Line {
  /** A unit normal and the distance, in sizes of the picture from the middle. */
  readonly normal: readonly [number, number];
  readonly far: number;
  readonly at: Point;
}

function lineThrough({ xs, ys }: Stroke, middle: Point, size: number): Line {
  const last = xs.length - 1;
  const [x1, y1] = [((xs[0] as number) - middle.x) / size, ((ys[0] as number) - middle.y) / size];
  const [x2, y2] = [((xs[last] as number) - middle.x) / size, ((ys[last] as number) - middle.y) / size];
  const length = Math.hypot(x2 - x1, y2 - y1);
  const normal = [(y2 - y1) / length, (x1 - x2) / length] as const;
  const at = { x: (x1 + x2) / 2, y: (y1 + y2) / 2 };
  return { normal, far: -(normal[0] * at.x + normal[1] * at.y), at };
}

/** The angle between a line and the direction from its middle to a point. */
function angleOff({ normal, at }: Line, [x, y, z]: Vector): number {
  const [dx, dy] = [x - at.x * z, y - at.y * z];
  const length = Math.hypot(dx, dy);
  return length === 0 ? 0 : Math.asin(Math.min(1, Math.abs(normal[0] * dx + normal[1] * dy) / length));
}

/** The unit vector nearest to all lines: the eigenvector of the smallest eigenvalue, by inverse iteration. */
function leastVector(lines: readonly Line[], weights: readonly number[]): Vector {
  const m = new Float64Array(9);
  let all = 0;
  for (const [index, { normal, far }] of lines.entries()) {
    const weight = weights[index] as number;
    const line = [normal[0], normal[1], far] as const;
    for (let row = 0; row < 3; row++)
      for (let column = 0; column < 3; column++)
        m[3 * row + column] =
          (m[3 * row + column] as number) + weight * (line[row] as number) * (line[column] as number);
    all += weight;
  }
  // Regularises towards far vanishing points: tables are photographed from above.
  for (const at of [0, 4, 8]) m[at] = (m[at] as number) + 1e-9 * all;
  m[8] = (m[8] as number) + 1e-6 * all;
  let vector: Vector = [0.6, 0.5, 0.4];
  for (let step = 0; step < 12; step++) {
    const next = solveLinear(m, vector);
    const length = Math.hypot(...next);
    vector = [next[0] / length, next[1] / length, next[2] / length];
  }
  return vector;
}

/** The solution of three linear equations (Cramer's rule). */
function solveLinear(m: Float64Array, [a, b, c]: Vector): Vector {
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8] = m as unknown as number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [c0, c1, c2] = [m4 * m8 - m5 * m7, m5 * m6 - m3 * m8, m3 * m7 - m4 * m6];
  const whole = m0 * c0 + m1 * c1 + m2 * c2;
  return [
    (a * c0 + b * (m2 * m7 - m1 * m8) + c * (m1 * m5 - m2 * m4)) / whole,
    (a * c1 + b * (m0 * m8 - m2 * m6) + c * (m2 * m3 - m0 * m5)) / whole,
    (a * c2 + b * (m1 * m6 - m0 * m7) + c * (m0 * m4 - m1 * m3)) / whole,
  ];
}

/** The inverse map, up to scale. */
export function invertHomography([a, b, c, d, e, f, g, h, i]: Homography): Homography {
  const [A, B, C] = [e * i - f * h, c * h - b * i, b * f - c * e];
  const [D, E, F] = [f * g - d * i, a * i - c * g, c * d - a * f];
  const [G, H, I] = [d * h - e * g, b * g - a * h, a * e - b * d];
  return [A, B, C, D, E, F, G, H, I];
}

/**
 * The usual gap between neighbouring long strokes: the median weighted by width, so that narrow gaps of double lines don't count.
 *
 * @param plane from the plane to the picture
 * @param isAcross whether the strokes run across it, or down
 * @returns a distance on the plane; null without two strokes
 */
export function usualGap(strokes: readonly Stroke[], plane: Homography, isAcross: boolean): number | null {
  const back = invertHomography(plane);
  const usual = usualLength(strokes.map(({ lengthPx }) => lengthPx));
  const middles = strokes
    .filter(({ lengthPx }) => lengthPx > LONG_SHARE * usual)
    .map(({ xs, ys }) => project(back, xs[xs.length >> 1] as number, ys[xs.length >> 1] as number));
  const places = middles.map(({ x, y }) => (isAcross ? y : x)).sort((a, b) => a - b);
  const gaps = places.slice(1).map((place, at) => place - getElement(places, at));
  const gap = usualLength(gaps);
  return gap > 0 ? gap : null;
}

/** Strokes that are shorter than this share of the usual length may be ink. */
const LONG_SHARE = 0.3;

/** The median of lengths weighted by themselves, so that half of the total length is in longer ones; 0 for none. */
function usualLength(lengths: readonly number[]): number {
  const half = sum(lengths) / 2;
  let shorter = 0;
  for (const length of lengths.toSorted((a, b) => a - b)) {
    shorter += length;
    if (shorter >= half) return length;
  }
  return 0;
}
