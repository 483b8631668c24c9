import type { Area } from "../geometry.ts";
import type { PathStep } from "../pdf/canvas.ts";

/** The distance of control points from the ends of a cubic Bézier that approximates a quarter of a unit circle. */
export const QUARTER = 0.5522847498;

/** The radius of each corner of a rectangle, clockwise from top left. */
export type Radii = readonly [topLeft: number, topRight: number, bottomRight: number, bottomLeft: number];

/** A rectangle with rounded corners. @param radii one for each corner, or one for all */
export function roundedArea({ xMm: x, yMm: y, widthMm, heightMm }: Area, radii: Radii | number): PathStep[] {
  const [right, bottom] = [x + widthMm, y + heightMm];
  const [a, b, c, d] = typeof radii === "number" ? [radii, radii, radii, radii] : radii;
  const guide = (radius: number) => radius * (1 - QUARTER);
  return [
    ["M", x + a, y],
    ["L", right - b, y],
    ["C", right - guide(b), y, right, y + guide(b), right, y + b],
    ["L", right, bottom - c],
    ["C", right, bottom - guide(c), right - guide(c), bottom, right - c, bottom],
    ["L", x + d, bottom],
    ["C", x + guide(d), bottom, x, bottom - guide(d), x, bottom - d],
    ["L", x, y + a],
    ["C", x, y + guide(a), x + guide(a), y, x + a, y],
    ["Z"],
  ];
}

/** A rectangle. */
export function plainArea({ xMm, yMm, widthMm, heightMm }: Area): PathStep[] {
  return [
    ["M", xMm, yMm],
    ["L", xMm + widthMm, yMm],
    ["L", xMm + widthMm, yMm + heightMm],
    ["L", xMm, yMm + heightMm],
    ["Z"],
  ];
}

/** The sides of an area as narrow areas inside it. */
export function listSides(area: Area, weightMm: number): Area[] {
  const { xMm, yMm, widthMm, heightMm } = area;
  return [
    { ...area, heightMm: weightMm },
    { ...area, yMm: yMm + heightMm - weightMm, heightMm: weightMm },
    { ...area, widthMm: weightMm },
    { ...area, xMm: xMm + widthMm - weightMm, widthMm: weightMm },
  ];
}

/** A square turned onto a corner. */
export function diamond(x: number, y: number, radius: number): PathStep[] {
  return [["M", x, y - radius], ["L", x + radius, y], ["L", x, y + radius], ["L", x - radius, y], ["Z"]];
}

/** Four petals, each a half circle over a side of a square. */
export function flower(x: number, y: number, radius: number): PathStep[] {
  const half = radius / 2;
  const petal = half;
  return [
    ["M", x - half, y - half],
    ["C", x - half, y - half - petal, x + half, y - half - petal, x + half, y - half],
    ["C", x + half + petal, y - half, x + half + petal, y + half, x + half, y + half],
    ["C", x + half, y + half + petal, x - half, y + half + petal, x - half, y + half],
    ["C", x - half - petal, y + half, x - half - petal, y - half, x - half, y - half],
    ["Z"],
  ];
}

/** A path in the unit square, its middle moved to a place, enlarged, and turned to the right by an angle. */
export function turnSteps(
  steps: readonly PathStep[],
  place: readonly [number, number],
  size: number,
  angle: number,
) {
  const [cos, sin] = [size * Math.cos(angle), size * Math.sin(angle)];
  const turn = (u: number, v: number) => [place[0] + u * cos - v * sin, place[1] + u * sin + v * cos];
  return steps.map(([kind, ...at]) => {
    const points = at.flatMap((u, i) => (i % 2 === 0 ? turn(u - 0.5, (at[i + 1] ?? 0) - 0.5) : []));
    return [kind, ...points] as unknown as PathStep;
  });
}

/** The smallest area that holds all points of a path, those that guide its curves included. */
export function pathBounds(steps: readonly PathStep[]): Area {
  const points = steps.flatMap(([, ...numbers]) => numbers);
  const xs = points.filter((_, at) => at % 2 === 0);
  const ys = points.filter((_, at) => at % 2 === 1);
  const [xMm, yMm] = [Math.min(...xs), Math.min(...ys)];
  return { xMm, yMm, widthMm: Math.max(...xs) - xMm, heightMm: Math.max(...ys) - yMm };
}
