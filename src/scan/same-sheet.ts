import { elementAt } from "../rules/arrays.ts";
import type { Result } from "../rules/problem/problem.ts";
import type { Point } from "./image/picture.ts";
import { freeing, type OpenCv } from "./image/tools.ts";
import type { FoundSheet } from "./marks/find-sheets.ts";

/** A sheet where it was taken to lie in a photo. */
export interface Sighting<T> {
  readonly found: FoundSheet;
  /** What is printed in its code; null where that can't be read. */
  readonly identity: string | null;
  /** Its four corners in px, clockwise; null where its marks fit no page. */
  readonly outline: readonly Point[] | null;
  /** The share of its print that is seen where it should be, 0 to 1; 0 for a sheet that can't be read. */
  readonly agreement: number;
  readonly sheet: Result<T>;
}

/** Of a sheet that another one covers more than this, less of the print would be seen than a sheet must show to be read. */
const MAX_COVERED = 0.4;

/**
 * Each sheet once. The marks of one sheet can be taken for two, where paper is bent or the marks of the next sheet of a block peek out: two
 * sightings of the same sheet that overlap are one, and the one whose print is seen best is kept.
 */
export function distinctSheets<T>(cv: OpenCv, sightings: readonly Sighting<T>[]): Sighting<T>[] {
  const best = sightings.toSorted((a, b) => b.agreement - a.agreement);
  const kept: Sighting<T>[] = [];
  for (const one of best) if (!kept.some((other) => isSameSheet(cv, one, other))) kept.push(one);
  return sightings.filter((one) => kept.includes(one));
}

function isSameSheet<T>(cv: OpenCv, one: Sighting<T>, other: Sighting<T>): boolean {
  if (one.found.group !== other.found.group || one.outline === null || other.outline === null) return false;
  const areTold = one.identity !== null && other.identity !== null;
  if (areTold && one.identity !== other.identity) return false;
  return overlap(cv, one.outline, other.outline) > MAX_COVERED;
}

/** The area that two convex outlines share, as a share of the smaller one. */
function overlap(cv: OpenCv, one: readonly Point[], other: readonly Point[]): number {
  return freeing((keep) => {
    const polygons = [one, other].map((outline) => {
      const values = outline.flatMap(({ x, y }) => [x, y]);
      return keep(cv.matFromArray(outline.length, 1, cv.CV_32FC2, values));
    });
    const [a, b] = [elementAt(polygons, 0), elementAt(polygons, 1)];
    const common = cv.intersectConvexConvex(a, b, keep(new cv.Mat()), true);
    return common / Math.max(1, Math.min(cv.contourArea(a, false), cv.contourArea(b, false)));
  });
}
