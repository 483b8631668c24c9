import { marksOn } from "../../print/layout/marks.ts";
import type { Mark } from "../../print/layout/pad-layout.ts";
import { PAPERS } from "../../print/layout/paper.ts";
import { distance, fitHomography, type Homography, project } from "../image/homography.ts";
import type { OpenCv } from "../image/opencv.ts";
import type { Point } from "../image/picture.ts";
import type { FoundMark } from "./found-sheet.ts";

export interface PageSize {
  readonly widthMm: number;
  readonly heightMm: number;
}

/** A page that marks may lie on, and how well they do. */
export interface PageFit {
  readonly page: PageSize;
  /** From mm on the page to px in the photo. */
  readonly toPhoto: Homography;
  /** How far the marks' corners are from where they would be on this page, as a share of a mark's side. */
  readonly misfit: number;
}

/** A named paper that fits this well is taken for the right one. */
const GOOD_FIT = 0.03;

/** Curved paper fits another size a little better than its own: without a name, a size must fit by this share of the misfit. */
const CLEARLY_BETTER = 0.4;

/**
 * The pages that marks may lie on, the best first. How large the marks are and how far apart tells which: papers with a name first of
 * all, and any other size if none of them fits.
 */
export function fitPages(cv: OpenCv, marks: readonly FoundMark[]): PageFit[] {
  const named = fitPapers(cv, marks);
  const [best] = named;
  if (best === undefined || best.misfit <= GOOD_FIT || marks.length < 3) return named;
  const free = fitAnySize(cv, marks, best);
  return free.misfit < CLEARLY_BETTER * best.misfit ? [free, ...named] : [best, free, ...named.slice(1)];
}

/** The papers with a name that marks may lie on, the best first. */
export function fitPapers(cv: OpenCv, marks: readonly FoundMark[]): PageFit[] {
  return byMisfit(PAPERS.flatMap((page) => fitPage(cv, marks, page) ?? []));
}

function byMisfit(fits: readonly PageFit[]): PageFit[] {
  return [...fits].sort((a, b) => a.misfit - b.misfit);
}

/** How the marks lie on a page of a size; null if they can't. */
export function fitPage(cv: OpenCv, marks: readonly FoundMark[], page: PageSize): PageFit | null {
  const placed = marksOn(page).marks;
  const pairs = marks.flatMap((mark) => {
    const on = placed.find(({ place }) => place === mark.place);
    return on === undefined ? [] : [{ from: cornersOf(on), to: mark.corners }];
  });
  const from = pairs.flatMap((pair) => pair.from);
  const to = pairs.flatMap((pair) => pair.to);
  if (from.length === 0) return null;
  const toPhoto = fitHomography(cv, from, to);
  if (toPhoto === null) return null;
  const side = pairs.reduce((sum, pair) => sum + distance(pair.to[0], pair.to[2]), 0) / pairs.length;
  const squares = from.map(({ x, y }, at) => distance(project(toPhoto, x, y), to[at] ?? { x, y }) ** 2);
  const spread = Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
  return { page, toPhoto, misfit: (spread / side) * Math.SQRT2 };
}

/** The corners of a mark on its page, clockwise from top left, in mm. */
export function cornersOf({ xMm, yMm, widthMm, heightMm }: Mark): Point[] {
  const [right, bottom] = [xMm + widthMm, yMm + heightMm];
  return [
    { x: xMm, y: yMm },
    { x: right, y: yMm },
    { x: right, y: bottom },
    { x: xMm, y: bottom },
  ];
}

const FIRST_STEP_MM = 16;
const LAST_STEP_MM = 0.5;

/** The size near a page that fits best, found by ever smaller steps. */
function fitAnySize(cv: OpenCv, marks: readonly FoundMark[], start: PageFit): PageFit {
  let best = start;
  for (let step = FIRST_STEP_MM; step >= LAST_STEP_MM; ) {
    const { widthMm, heightMm } = best.page;
    const around = [
      { widthMm: widthMm - step, heightMm },
      { widthMm: widthMm + step, heightMm },
      { widthMm, heightMm: heightMm - step },
      { widthMm, heightMm: heightMm + step },
    ];
    const [better] = byMisfit(around.flatMap((page) => fitPage(cv, marks, page) ?? []));
    if (better !== undefined && better.misfit < best.misfit) best = better;
    else step /= 2;
  }
  return best;
}
