import type { Area, Size } from "../../print/geometry.ts";
import { marksWithPlace, placeFiducials } from "../../print/layout/marks.ts";
import { PAPERS } from "../../print/layout/paper.ts";
import { getElement, mean } from "../../rules/arrays.ts";
import { disposeAfterUse, type OpenCv } from "../image/tools.ts";
import { distance, type Point } from "../image/picture.ts";
import type { Corners, FoundMark } from "./detect.ts";

/** A projective map of the plane: a 3 × 3 matrix, row by row. */
export type Homography = readonly [number, number, number, number, number, number, number, number, number];

export function project(map: Homography, x: number, y: number): Point {
  const w = map[6] * x + map[7] * y + map[8];
  return { x: (map[0] * x + map[1] * y + map[2]) / w, y: (map[3] * x + map[4] * y + map[5]) / w };
}

/** The local scale of a map around a point: the square root of the change in area. */
export function growth(map: Homography, x: number, y: number): number {
  const [at, right, below] = [project(map, x, y), project(map, x + 1, y), project(map, x, y + 1)];
  const area = (right.x - at.x) * (below.y - at.y) - (right.y - at.y) * (below.x - at.x);
  return Math.sqrt(Math.abs(area));
}

/** The least-squares map from four or more points, no three of them in a line, to their counterparts; null if there is none. */
export function fitHomography(cv: OpenCv, from: readonly Point[], to: readonly Point[]): Homography | null {
  return disposeAfterUse((keep) => {
    const mat = (points: readonly Point[]) => {
      const values = points.flatMap(({ x, y }) => [x, y]);
      return keep(cv.matFromArray(points.length, 1, cv.CV_32FC2, values));
    };
    const values = keep(cv.findHomography(mat(from), mat(to), 0)).data64F;
    const isThere = values.length === 9 && values.every(Number.isFinite);
    return isThere ? ([...values] as unknown as Homography) : null;
  });
}

/** A page that fiducials may lie on, and how well they fit. */
export interface PageFit {
  readonly page: Size;
  /** From mm on the page to px in the photo. */
  readonly toPhoto: Homography;
  /** The distance of the fiducials' corners from their places on this page, as a share of a fiducial's side. */
  readonly misfit: number;
}

/** A named paper with at most this misfit is accepted. */
const GOOD_FIT = 0.03;
/** Curved paper may fit another size slightly better than its own, so the misfit of an unnamed size must be this much smaller. */
const CLEARLY_BETTER = 0.4;

/** The pages that fiducials may lie on by their sizes and distances, the best first: named papers, or any other size if none of them fits. */
export function fitPages(cv: OpenCv, marks: readonly FoundMark[]): PageFit[] {
  const named = fitPapers(cv, marks);
  const [best] = named;
  const [first] = marks;
  if (best === undefined || first === undefined || best.misfit <= GOOD_FIT || marks.length < 3) return named;
  // Marks grow with the paper in steps, so that a smaller page may look like a larger one.
  const side = ({ page }: PageFit) => placeFiducials(page, marksWithPlace(first.place)).marks[0]?.widthMm;
  const starts = named.filter((fit, at) => named.findIndex((other) => side(other) === side(fit)) === at);
  const free = starts.map((start) => fitAnySize(cv, marks, start)).sort((a, b) => a.misfit - b.misfit);
  const better = free.filter(({ misfit }) => misfit < CLEARLY_BETTER * best.misfit);
  return better.length > 0 ? [...better, ...named] : [best, ...free.slice(0, 1), ...named.slice(1)];
}

/** The pages that fiducials may lie on, the best first; by default, named papers. */
export function fitPapers(cv: OpenCv, marks: readonly FoundMark[], pages: readonly Size[] = PAPERS) {
  return pages.flatMap((page) => fitPage(cv, marks, page) ?? []).sort((a, b) => a.misfit - b.misfit);
}

/** Fits fiducials of one kind to a page size; null if that is impossible. */
export function fitPage(cv: OpenCv, marks: readonly FoundMark[], page: Size): PageFit | null {
  const [first] = marks;
  if (first === undefined) return null;
  const printed = placeFiducials(page, marksWithPlace(first.place)).marks;
  const seen = marks.filter(({ place }) => printed.some((mark) => mark.place === place));
  if (seen.length === 0) return null;
  const from = seen.flatMap(({ place }) =>
    printed.filter((mark) => mark.place === place).flatMap(areaCorners),
  );
  const to = seen.flatMap(({ corners }) => corners);
  const toPhoto = fitHomography(cv, from, to);
  if (toPhoto === null) return null;
  const diagonal = mean(seen.map(({ corners }) => distance(corners[0], corners[2])));
  const squares = from.map(({ x, y }, at) => distance(project(toPhoto, x, y), getElement(to, at)) ** 2);
  return { page, toPhoto, misfit: (Math.sqrt(mean(squares)) / diagonal) * Math.SQRT2 };
}

/** The corners of an area of a page, clockwise from top left, in mm. */
export function areaCorners({ xMm, yMm, widthMm, heightMm }: Area): Corners {
  return rectCorners(xMm, yMm, widthMm, heightMm);
}

/** The corners of an upright rectangle, clockwise from top left, in its unit. */
export function rectCorners(x: number, y: number, width: number, height: number): Corners {
  const [right, bottom] = [x + width, y + height];
  return [
    { x, y },
    { x: right, y },
    { x: right, y: bottom },
    { x, y: bottom },
  ];
}

const FIRST_STEP_MM = 16;
const LAST_STEP_MM = 0.5;

/** The best page size near a start, by a search with decreasing steps. */
function fitAnySize(cv: OpenCv, marks: readonly FoundMark[], start: PageFit): PageFit {
  let best = start;
  for (let step = FIRST_STEP_MM; step >= LAST_STEP_MM; ) {
    const { widthMm, heightMm } = best.page;
    const wider = [-step, step].map((by) => ({ widthMm: widthMm + by, heightMm }));
    const higher = [-step, step].map((by) => ({ widthMm, heightMm: heightMm + by }));
    const [better = best] = fitPapers(cv, marks, [...wider, ...higher]);
    if (better.misfit < best.misfit) best = better;
    else step /= 2;
  }
  return best;
}
