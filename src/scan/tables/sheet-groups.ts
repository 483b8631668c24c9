import { elementAt } from "../../rules/arrays.ts";
import { type Grey, levelAt, quantile } from "../image/picture.ts";
import { type Homography, project } from "../marks/page-fit.ts";
import { inverse, planeOf, usualGap } from "./perspective.ts";
import type { RuledGroup } from "./ruled-groups.ts";
import type { Stroke } from "./strokes.ts";

/** The lines of all tables on a sheet, and the plane that they lie on. */
export interface SheetLines extends RuledGroup {
  /** From the plane to the picture. */
  readonly plane: Homography;
  /** How far apart the lines of usual rows are on the plane. */
  readonly rowGap: number;
}

/** Tables that are farther apart than this many rows, or overlap by less than this share, lie on different sheets. */
const MAX_GAP_ROWS = 4;
const MIN_OVERLAP = 0.6;
/** On one sheet most lines run in the same directions up to this angle, in radians: paper may be bent. */
const SAME_DIRECTION = 0.09;
/** What has less than this share of the lines of the largest sheet is none: a sheet is photographed because it is to be read. */
const MIN_SHEET_SHARE = 0.12;
/** A group that has less than this share of the lines of another one is a box or a logo. */
const MIN_SHARE = 0.06;
/** Between two tables of a sheet there is paper, as bright as this share of the brightest there. */
const PAPER_SHARE = 0.72;

/** Puts the groups together that are tables of one sheet; the largest sheet first. */
export function sheetGroups(groups: readonly RuledGroup[], picture: Grey): SheetLines[] {
  const left = groups.toSorted((a, b) => lengthOf(b) - lengthOf(a));
  const sheets: SheetLines[] = [];
  let least = 0;
  for (let main = left.shift(); main !== undefined && lengthOf(main) > least; main = left.shift()) {
    const sheet = onPlane(main, picture);
    if (sheet === null) continue;
    least ||= MIN_SHEET_SHARE * lengthOf(main);
    sheets.push(withNeighbours(sheet, left, picture));
  }
  return sheets;
}

/** Takes the other tables of a sheet out of the groups that are left. */
function withNeighbours(start: SheetLines, left: RuledGroup[], picture: Grey): SheetLines {
  let sheet = start;
  const least = MIN_SHARE * lengthOf(start);
  for (const other of left.filter((group) => lengthOf(group) > least)) {
    if (!isBeside(sheet, other, picture)) continue;
    left.splice(left.indexOf(other), 1);
    const joined = { across: [...sheet.across, ...other.across], down: [...sheet.down, ...other.down] };
    sheet = { ...joined, plane: planeOf(joined, picture), rowGap: sheet.rowGap };
  }
  return sheet;
}

function lengthOf({ across, down }: RuledGroup): number {
  return [...across, ...down].reduce((sum, { lengthPx }) => sum + lengthPx, 0);
}

/** A table has fewer rows and columns than this: the weave of a carpet or a tablecloth is none, however long all its lines together. */
const MAX_ROWS = 80;
/** Nor are its lines broken into more pieces than this: a weave has hundreds where it seems to have a row. */
const MAX_PIECES = 15;

/** @returns null for what is no table */
function onPlane(group: RuledGroup, picture: Grey): SheetLines | null {
  const plane = planeOf(group, picture);
  // Rows are lower than columns are wide, whichever way the sheet is turned.
  const gaps = [usualGap(group.across, plane, true), usualGap(group.down, plane, false)].filter(
    (gap) => gap !== null,
  );
  if (gaps.length < 2) return null;
  const rowGap = Math.min(...gaps);
  const { x, y } = boundsOn(group, inverse(plane));
  const isTable = ([from, to]: readonly [number, number], pieces: number) => {
    const rows = (to - from) / rowGap;
    return rows < MAX_ROWS && pieces < MAX_PIECES * (rows + 1);
  };
  return isTable(y, group.across.length) && isTable(x, group.down.length)
    ? { ...group, plane, rowGap }
    : null;
}

/** From the left to the right and from the top to the bottom, on the plane. */
interface Bounds {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

/** Whether a group lies next to the tables of a sheet, in their direction, with nothing but paper between them. */
function isBeside(sheet: SheetLines, group: RuledGroup, picture: Grey): boolean {
  const back = inverse(sheet.plane);
  if (!isParallel(group.across, back, true) || !isParallel(group.down, back, false)) return false;
  const [own, other] = [boundsOn(sheet, back), boundsOn(group, back)];
  // The edges of the paper.
  if (encloses(other.x, own.x) && encloses(other.y, own.y)) return false;
  const gaps = { x: gapBetween(own.x, other.x), y: gapBetween(own.y, other.y) };
  const near = (gap: number) => gap < MAX_GAP_ROWS * sheet.rowGap;
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

function boundsOn({ across, down }: RuledGroup, back: Homography): Bounds {
  const ends = [...across, ...down].flatMap(({ xs, ys }) =>
    [0, xs.length - 1].map((at) => project(back, xs[at] as number, ys[at] as number)),
  );
  const [xs, ys] = [ends.map(({ x }) => x), ends.map(({ y }) => y)];
  return { x: [Math.min(...xs), Math.max(...xs)], y: [Math.min(...ys), Math.max(...ys)] };
}

function encloses(outer: readonly [number, number], inner: readonly [number, number]): boolean {
  return outer[0] < inner[0] && outer[1] > inner[1];
}

function gapBetween(one: readonly [number, number], other: readonly [number, number]): number {
  return Math.max(0, other[0] - one[1], one[0] - other[1]);
}

/** The share of the shorter extent that both have. */
function overlap(one: readonly [number, number], other: readonly [number, number]): number {
  const common = Math.min(one[1], other[1]) - Math.max(one[0], other[0]);
  return common / Math.max(1e-9, Math.min(one[1] - one[0], other[1] - other[0]));
}

const SPOTS = 25;
/** The lines at the edge of a table reach so far into the gap: a share of it, or, where it is narrow and they are thick, so many px up to a share. */
const EDGE = { share: 0.15, px: 4, most: 0.35 } as const;

/** Whether there is paper all the way from one table to the next: no table top, and no edge of another sheet. */
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
      return levelAt(picture, x, y);
    });
    return quantile(along, 0.6);
  });
  return (
    elementAt(
      levels.toSorted((x, y) => x - y),
      0,
    ) >
    PAPER_SHARE * Math.max(...levels)
  );
}
