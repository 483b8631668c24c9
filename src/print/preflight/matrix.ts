import type { Area } from "../geometry.ts";

/** A PDF matrix (ISO 32000-1, 8.3.3): x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export type PagePoint = readonly [x: number, y: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The matrix of six numbers; missing ones are those of the identity. */
export function toMatrix([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Matrix {
  return [a, b, c, d, e, f];
}

/** First `inner`, then `outer`. */
export function concat(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner;
  const [A, B, C, D, E, F] = outer;
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

export function transform([a, b, c, d, e, f]: Matrix, [x, y]: PagePoint): PagePoint {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** The smallest factor by which a matrix scales lengths: a pen squeezed in one direction draws lines as thin as this. */
export function minScale([a, b, c, d]: Matrix): number {
  const sum = a * a + b * b + c * c + d * d;
  const area = Math.abs(a * d - b * c);
  return Math.sqrt(Math.max(0, (sum - Math.sqrt(Math.max(0, sum * sum - 4 * area * area))) / 2));
}

/** The transformed corners of a rectangle, which may end up tilted. */
export function rectangleCorners(matrix: Matrix, [left, low]: PagePoint, [right, high]: PagePoint) {
  return [left, right].flatMap((x) => [low, high].map((y) => transform(matrix, [x, y])));
}

/** The bounding box of points in mm; null if there are none. */
export function computeBounds(points: readonly PagePoint[]): Area | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  if (!Number.isFinite(right - left) || !Number.isFinite(bottom - top)) return null;
  return { xMm: left, yMm: top, widthMm: right - left, heightMm: bottom - top };
}
