import { distance } from "../image/homography.ts";
import type { Grey, Point } from "../image/picture.ts";
import { shadeAt } from "../image/levels.ts";
import type { FoundMark } from "./found-sheet.ts";

type Corners = FoundMark["corners"];

/** Places along each side at which its edge is looked for; corners are left out, where two edges blur into one. */
const PLACES = Array.from({ length: 25 }, (_, at) => 0.14 + (0.72 * at) / 24);
/** A mark has this many modules to a side, the outermost all black. */
const MODULES = 8;
const STEPS_PER_MODULE = 12;
/** In a Gaussian's integral, from a quarter to three quarters are this many deviations. */
const QUARTILES = 1.349;

export interface SharpCorners {
  readonly corners: Corners;
  /** Deviation of the blur of the edges, in px. */
  readonly blurPx: number;
}

/**
 * Finds the corners of a mark to a fraction of a pixel: lines through the points where paper turns to black along each side, crossed.
 *
 * @param corners to about a module
 * @returns null if a side can't be seen well enough
 */
export function sharpenCorners(grey: Grey, corners: Corners): SharpCorners | null {
  const first = onePass(grey, corners);
  return first === null ? null : (onePass(grey, first.corners) ?? first);
}

function onePass(grey: Grey, corners: Corners): SharpCorners | null {
  const sides = corners.map((corner, at) => sideEdges(grey, corner, corners[(at + 1) % 4] ?? corner));
  const lines = sides.map((edges) => fitLine(edges.map(({ point }) => point)));
  const crossed = corners.map((_, at) => crossing(lines[(at + 3) % 4] ?? null, lines[at] ?? null));
  const [a, b, c, d] = crossed;
  if (!a || !b || !c || !d) return null;
  const reach = distance(corners[0], corners[2]) / MODULES;
  if (crossed.some((point, at) => point === null || distance(point, corners[at] ?? point) > reach))
    return null;
  const widths = sides
    .flat()
    .map(({ width }) => width)
    .sort((one, other) => one - other);
  return { corners: [a, b, c, d], blurPx: (widths[widths.length >> 1] ?? 0) / QUARTILES };
}

interface Edge {
  readonly point: Point;
  /** From a quarter to three quarters of the way from black to white, in px. */
  readonly width: number;
}

/** The edges across a side, looked for from a module inside to a module outside. */
function sideEdges(grey: Grey, from: Point, to: Point): Edge[] {
  const length = distance(from, to);
  if (length < MODULES) return [];
  const module = length / MODULES;
  // Corners go clockwise, so that outside is left of the way.
  const out = { x: (to.y - from.y) / length, y: -(to.x - from.x) / length };
  return PLACES.flatMap((place) => {
    const at = { x: from.x + (to.x - from.x) * place, y: from.y + (to.y - from.y) * place };
    return edgeAcross(grey, at, out, module) ?? [];
  });
}

function edgeAcross(grey: Grey, at: Point, out: Point, module: number): Edge | null {
  const step = module / STEPS_PER_MODULE;
  const profile: number[] = [];
  for (let place = -STEPS_PER_MODULE; place <= STEPS_PER_MODULE; place++)
    profile.push(shadeAt(grey, at.x + out.x * place * step, at.y + out.y * place * step));
  const dark = Math.min(...profile.slice(0, STEPS_PER_MODULE + 1));
  const light = Math.max(...profile.slice(STEPS_PER_MODULE));
  if (light - dark < MIN_CONTRAST) return null;
  const level = (share: number) => dark + share * (light - dark);
  const middle = lastRise(profile, level(0.5));
  if (middle === null) return null;
  const offset = (middle - STEPS_PER_MODULE) * step;
  const point = { x: at.x + out.x * offset, y: at.y + out.y * offset };
  return { point, width: riseWidth(profile, Math.floor(middle), level(0.25), level(0.75)) * step };
}

/** Of 255 levels. */
const MIN_CONTRAST = 24;

/** Where a profile from black to white rises above a level for good, between two samples. */
function lastRise(profile: readonly number[], level: number): number | null {
  for (let at = profile.length - 2; at >= 0; at--)
    if ((profile[at] ?? 0) <= level) return at + shareOf(profile, at, level);
  return null;
}

/** How many samples a rise takes from one level to another one, around a sample between both. */
function riseWidth(profile: readonly number[], middle: number, low: number, high: number): number {
  let from = middle;
  while (from > 0 && (profile[from] ?? 0) > low) from--;
  let to = middle;
  while (to < profile.length - 2 && (profile[to + 1] ?? 0) < high) to++;
  return to + shareOf(profile, to, high) - from - shareOf(profile, from, low);
}

/** How far a level is on the way from one sample to the next one. */
function shareOf(profile: readonly number[], at: number, level: number): number {
  const here = profile[at] ?? 0;
  const step = (profile[at + 1] ?? 0) - here;
  return step <= 0 ? 0 : Math.max(0, Math.min(1, (level - here) / step));
}

/** A point on a line and its direction, of length 1. */
interface Line {
  readonly point: Point;
  readonly along: Point;
}

const MIN_POINTS = 9;

/** The line nearest to points; those that lie far off are left out in a second go. */
function fitLine(points: readonly Point[]): Line | null {
  if (points.length < MIN_POINTS) return null;
  const line = principalLine(points);
  const offs = points.map((point) => Math.abs(offLine(point, line)));
  const usual = [...offs].sort((a, b) => a - b)[points.length >> 1] ?? 0;
  const near = points.filter((_, at) => (offs[at] ?? 0) <= Math.max(0.15, 2.5 * usual));
  return near.length < MIN_POINTS ? null : principalLine(near);
}

function principalLine(points: readonly Point[]): Line {
  const count = points.length;
  const point = {
    x: points.reduce((sum, { x }) => sum + x, 0) / count,
    y: points.reduce((sum, { y }) => sum + y, 0) / count,
  };
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (const { x, y } of points) {
    xx += (x - point.x) ** 2;
    xy += (x - point.x) * (y - point.y);
    yy += (y - point.y) ** 2;
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  return { point, along: { x: Math.cos(angle), y: Math.sin(angle) } };
}

function offLine({ x, y }: Point, { point, along }: Line): number {
  return (x - point.x) * along.y - (y - point.y) * along.x;
}

function crossing(one: Line | null, other: Line | null): Point | null {
  if (one === null || other === null) return null;
  const sine = one.along.x * other.along.y - one.along.y * other.along.x;
  if (Math.abs(sine) < 0.2) return null;
  const way = -offLine(one.point, other) / sine;
  return { x: one.point.x + way * one.along.x, y: one.point.y + way * one.along.y };
}
