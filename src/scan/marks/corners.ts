import { elementAt, median } from "../../rules/arrays.ts";
import { distance, type Grey, levelAt, type Point } from "../image/picture.ts";

const NEXT = [1, 2, 3, 0] as const;

/** The corners of a mark in a photo, clockwise from the one that is printed top left. */
export type Corners = readonly [Point, Point, Point, Point];

/** Makes one of something for each corner of a mark. */
export function forCorners<T>(make: (corner: 0 | 1 | 2 | 3) => T): readonly [T, T, T, T] {
  return [make(0), make(1), make(2), make(3)];
}

/** Places along each side at which its edge is looked for. None is near a corner, where two edges blur into one. */
const PLACES = Array.from({ length: 25 }, (_, at) => 0.14 + (0.72 * at) / 24);
/** A mark has this many modules to a side, the outermost all black. */
const MODULES = 8;
const STEPS_PER_MODULE = 12;
/** Of 255 levels. */
const MIN_CONTRAST = 24;
/** The integral of a Gaussian goes from a quarter to three quarters within this many deviations. */
const QUARTILES = 1.349;

export interface SharpCorners {
  readonly corners: Corners;
  /** Blur of the edges: the deviation of a Gaussian, in px. */
  readonly blurPx: number;
}

/** Finds corners known to a module to a fraction of a pixel, by crossing lines fitted to the sides; null if one can't be seen well enough. */
export function sharpenCorners(grey: Grey, corners: Corners): SharpCorners | null {
  const first = sharpenOnce(grey, corners);
  return first && (sharpenOnce(grey, first.corners) ?? first);
}

function sharpenOnce(grey: Grey, rough: Corners): SharpCorners | null {
  const sides = forCorners((at) => sideEdges(grey, rough[at], rough[NEXT[at]]));
  const [top, right, bottom, left] = sides.map((edges) => fitLine(edges.map(({ point }) => point)));
  const [a, b] = [crossing(left, top), crossing(top, right)];
  const [c, d] = [crossing(right, bottom), crossing(bottom, left)];
  if (!a || !b || !c || !d) return null;
  const corners: Corners = [a, b, c, d];
  const reach = distance(rough[0], rough[2]) / MODULES;
  if (forCorners((at) => distance(corners[at], rough[at])).some((moved) => moved > reach)) return null;
  const widths = Float64Array.from(sides.flat(), ({ width }) => width);
  return { corners, blurPx: median(widths) / QUARTILES };
}

/** The edges across a side, looked for from a module inside to a module outside. */
function sideEdges(grey: Grey, from: Point, to: Point) {
  const length = distance(from, to);
  if (length < MODULES) return [];
  const module = length / MODULES;
  // Corners go clockwise, so outside is to the left.
  const out = { x: (to.y - from.y) / length, y: -(to.x - from.x) / length };
  return PLACES.flatMap((place) => {
    const at = { x: from.x + (to.x - from.x) * place, y: from.y + (to.y - from.y) * place };
    return edgeAcross(grey, at, out, module) ?? [];
  });
}

/** Where an edge is, and how wide: from a quarter to three quarters of the way from black to white, in px. */
function edgeAcross(grey: Grey, at: Point, out: Point, module: number) {
  const step = module / STEPS_PER_MODULE;
  const profile = new Float64Array(2 * STEPS_PER_MODULE + 1);
  let [dark, light] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let place = 0; place < profile.length; place++) {
    const offset = (place - STEPS_PER_MODULE) * step;
    const level = levelAt(grey, at.x + out.x * offset, at.y + out.y * offset);
    profile[place] = level;
    if (place <= STEPS_PER_MODULE) dark = Math.min(dark, level);
    if (place >= STEPS_PER_MODULE) light = Math.max(light, level);
  }
  const contrast = light - dark;
  if (contrast < MIN_CONTRAST) return null;
  // Where the profile rises above the middle level for good, between two samples.
  let before = profile.length - 2;
  while (before >= 0 && (profile[before] as number) > dark + 0.5 * contrast) before--;
  if (before < 0) return null;
  const middle = before + crossingShare(profile, before, dark + 0.5 * contrast);
  const offset = (middle - STEPS_PER_MODULE) * step;
  const point = { x: at.x + out.x * offset, y: at.y + out.y * offset };
  const width = riseWidth(profile, Math.floor(middle), dark + 0.25 * contrast, dark + 0.75 * contrast);
  return { point, width: width * step };
}

/** How many samples a rise takes from one level to another, around a sample between them. */
function riseWidth(profile: Float64Array, middle: number, low: number, high: number): number {
  let from = middle;
  while (from > 0 && (profile[from] as number) > low) from--;
  let to = middle;
  while (to < profile.length - 2 && (profile[to + 1] as number) < high) to++;
  return to + crossingShare(profile, to, high) - from - crossingShare(profile, from, low);
}

/** How far a level is on the way from one sample to the next. */
function crossingShare(profile: Float64Array, at: number, level: number): number {
  const here = profile[at] as number;
  const step = (profile[at + 1] as number) - here;
  return step <= 0 ? 0 : Math.max(0, Math.min(1, (level - here) / step));
}

/** The points for which `a * x + b * y` is `c`, where `a` and `b` are of length 1 together. */
type Line = ReturnType<typeof principalLine>;

const MIN_POINTS = 9;

/** The line nearest to points; those far off are left out of a second fit. */
function fitLine(points: readonly Point[]): Line | null {
  if (points.length < MIN_POINTS) return null;
  const line = principalLine(points);
  const offs = Float64Array.from(points, (point) => Math.abs(line.a * point.x + line.b * point.y - line.c));
  const limit = Math.max(0.15, 2.5 * median(offs));
  const near = points.filter((_, at) => elementAt(offs, at) <= limit);
  return near.length < MIN_POINTS ? null : principalLine(near);
}

function principalLine(points: readonly Point[]) {
  const mean = (value: (point: Point) => number) =>
    points.reduce((sum, point) => sum + value(point), 0) / points.length;
  const [middleX, middleY] = [mean(({ x }) => x), mean(({ y }) => y)];
  const xx = mean(({ x }) => (x - middleX) ** 2);
  const yy = mean(({ y }) => (y - middleY) ** 2);
  const xy = mean(({ x, y }) => (x - middleX) * (y - middleY));
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const [a, b] = [Math.sin(angle), -Math.cos(angle)];
  return { a, b, c: a * middleX + b * middleY };
}

function crossing(one?: Line | null, other?: Line | null): Point | null {
  if (!one || !other) return null;
  const sine = one.a * other.b - one.b * other.a;
  if (Math.abs(sine) < 0.2) return null;
  return { x: (one.c * other.b - one.b * other.c) / sine, y: (one.a * other.c - one.c * other.a) / sine };
}
