import { freeing, type Mat, type OpenCv } from "./opencv.ts";
import type { Point } from "./picture.ts";

/** A projective map of the plane, row by row; the last number is 1. */
export type Homography = readonly number[];

/**
 * The map that brings points nearest to their counterparts, by least squares.
 *
 * @param from at least four points, no three of them in a line
 * @param to as many
 * @returns null if there is none
 */
export function fitHomography(cv: OpenCv, from: readonly Point[], to: readonly Point[]): Homography | null {
  return freeing((keep) => {
    const matrix = keep(cv.findHomography(keep(pointMat(cv, from)), keep(pointMat(cv, to)), 0));
    const values = Array.from(matrix.data64F);
    return values.length === 9 && values.every(Number.isFinite) ? values : null;
  });
}

function pointMat(cv: OpenCv, points: readonly Point[]): Mat {
  const mat = new cv.Mat(points.length, 1, cv.CV_32FC2);
  mat.data32F.set(points.flatMap(({ x, y }) => [x, y]));
  return mat;
}

export function project(homography: Homography, x: number, y: number): Point {
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] = homography;
  const w = g * x + h * y + i;
  return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w };
}

/** How many times longer a small step becomes around a point: the root of the area's growth. */
export function growth(homography: Homography, x: number, y: number): number {
  const at = project(homography, x, y);
  const right = project(homography, x + 1, y);
  const below = project(homography, x, y + 1);
  const area = (right.x - at.x) * (below.y - at.y) - (right.y - at.y) * (below.x - at.x);
  return Math.sqrt(Math.abs(area));
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
