import type { Area } from "../geometry.ts";

/** A PDF matrix (ISO 32000-1, 8.3.3): x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const UNCHANGED: Matrix = [1, 0, 0, 1, 0, 0];

/** The matrix of six numbers; what is missing is as it is unchanged. */
export function matrixOf([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Matrix {
  return [a, b, c, d, e, f];
}

/** First `inner`, then `outer`. */
export function concat(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner;
  const [A, B, C, D, E, F] = outer;
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

export type Point = readonly [x: number, y: number];

export function moved([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** By how much a matrix stretches lengths where it stretches them least: a pen that it squeezes is as thin as this. */
export function leastScale([a, b, c, d]: Matrix): number {
  const sum = a * a + b * b + c * c + d * d;
  const area = Math.abs(a * d - b * c);
  return Math.sqrt(Math.max(0, (sum - Math.sqrt(Math.max(0, sum * sum - 4 * area * area))) / 2));
}

/** The corners of a rectangle that need not be level once it was moved. */
export function cornersOf(matrix: Matrix, [left, low]: Point, [right, high]: Point): Point[] {
  return [
    [left, low],
    [right, low],
    [right, high],
    [left, high],
  ].map(([x = 0, y = 0]) => moved(matrix, [x, y]));
}

/** The least level rectangle around points in mm; nothing if there are none. */
export function around(points: readonly Point[]): Area | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (!Number.isFinite(right - left) || !Number.isFinite(bottom - top)) return null;
  return { xMm: left, yMm: top, widthMm: right - left, heightMm: bottom - top };
}

/** What is left of an area with as much taken away at each side. */
export function inset(
  { xMm, yMm, widthMm, heightMm }: Area,
  by: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number },
): Area {
  return {
    xMm: xMm + by.left,
    yMm: yMm + by.top,
    widthMm: widthMm - by.left - by.right,
    heightMm: heightMm - by.top - by.bottom,
  };
}
