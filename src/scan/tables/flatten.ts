import { mean } from "../../rules/arrays.ts";
import type { Point } from "../image/picture.ts";
import { type Homography, project } from "../marks/page-fit.ts";
import { type Bend, type ControlPoint, fitBend, flatBend, bendShift } from "../warp/bend.ts";
import type { SheetProjection } from "../warp/sheet-view.ts";
import { invertHomography, type SheetLines } from "./sheet-groups.ts";
import type { Stroke } from "./strokes.ts";

/** Real sizes are unknown: the usual row of a table is assumed to be this high. */
const ROW_MM = 8;
/** The margin kept around the lines of a table. */
const RIM_MM = 8;
/** Strokes are sampled once per this length. */
const STEP_MM = 8;
/** The stiffness of paper, and the distance from which points are outliers. */
const BENDING = { stiffness: 2, outlierMm: 0.8 };
const ROUNDS = 2;

/**
 * Computes how a sheet lies in a picture from the lines of its tables, which are straight on the flat sheet.
 *
 * @returns null if the sheet would be larger than any pad
 */
export function flatten({ across, down, plane, rowGap }: SheetLines): SheetProjection | null {
  const unit = ROW_MM / rowGap;
  const { left, top, right, bottom } = measureBounds(across, down, invertHomography(plane));
  const page = {
    widthMm: (right - left) * unit + 2 * RIM_MM,
    heightMm: (bottom - top) * unit + 2 * RIM_MM,
  };
  if (page.widthMm > MAX_PAGE_MM || page.heightMm > MAX_PAGE_MM) return null;
  const toPhoto = toPageHomography(plane, unit, left - RIM_MM / unit, top - RIM_MM / unit);
  const back = invertHomography(toPhoto);
  const onPage: MapPoint = (x, y) => project(back, x, y);
  const lines = {
    across: across.map((stroke) => flatStroke(stroke, onPage, true)),
    down: down.map((stroke) => flatStroke(stroke, onPage, false)),
  };
  return { page, toPhoto, bend: findBend(lines, flatBend(page)) };
}

/** Larger than any pad with rows of 8 mm. */
const MAX_PAGE_MM = 700;

/** Plane coordinates in mm instead: (0, 0) is the corner of the page. */
function toPageHomography([a, b, c, d, e, f, g, h, i]: Homography, unit: number, left: number, top: number) {
  const s = 1 / unit;
  const across = [a * s, b * s, a * left + b * top + c];
  const down = [d * s, e * s, d * left + e * top + f];
  return [...across, ...down, g * s, h * s, g * left + h * top + i] as unknown as Homography;
}

/** The bounding box of strokes on the plane. */
function measureBounds(across: readonly Stroke[], down: readonly Stroke[], back: Homography) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { xs, ys } of [...across, ...down])
    for (const at of [0, xs.length - 1]) {
      const { x, y } = project(back, xs[at] as number, ys[at] as number);
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  return { left, top, right, bottom };
}

/** Strokes of both kinds on the page. */
interface FlatLines {
  readonly across: readonly FlatStroke[];
  readonly down: readonly FlatStroke[];
}

/** The bend under which the strokes are straight. The place of each line on the flat sheet is estimated along with it. */
export function findBend({ across, down }: FlatLines, start: Bend): Bend {
  const samples = [
    ...chainStrokes(across).map((chain) => ({ isAcross: true, points: chain.flatMap(sampleStroke) })),
    ...chainStrokes(down).map((chain) => ({ isAcross: false, points: chain.flatMap(sampleStroke) })),
  ].filter(({ points }) => points.length > 0);
  let bend = start;
  for (let round = 0; round < ROUNDS; round++) {
    const current = bend;
    const points = samples.flatMap(({ isAcross, points }) => controlPoints(points, isAcross, current));
    bend = fitBend(current, points, BENDING.stiffness, BENDING.outlierMm);
  }
  return bend;
}

/** A place along a stroke, and where across it is there. */
type Sample = readonly [along: number, across: number];

/** The mean of each part of a stroke. */
function sampleStroke({ alongMm, acrossMm }: FlatStroke): Sample[] {
  const samples: Sample[] = [];
  let [along, across, count] = [0, 0, 0];
  let from = alongMm[0] as number;
  for (let at = 0; at < alongMm.length; at++) {
    along += alongMm[at] as number;
    across += acrossMm[at] as number;
    count++;
    if (Math.abs((alongMm[at] as number) - from) < STEP_MM) continue;
    samples.push([along / count, across / count]);
    [along, across, count, from] = [0, 0, 0, alongMm[at] as number];
  }
  return samples;
}

function controlPoints(samples: readonly Sample[], isAcross: boolean, bend: Bend): ControlPoint[] {
  const shift = ([along, across]: Sample) =>
    isAcross ? bendShift(bend, along, across)[1] : bendShift(bend, across, along)[0];
  const place = mean(samples.map((sample) => sample[1] - shift(sample)));
  return samples.map(([along, across]) => {
    const [xMm, yMm] = isAcross ? [along, place] : [place, along];
    const [acrossMm, downMm] = isAcross ? [0, across - place] : [across - place, 0];
    const [weightAcross, weightDown] = isAcross ? [0, 1] : [1, 0];
    return { xMm, yMm, acrossMm, downMm, weightAcross, weightDown, weightBoth: 0 };
  });
}

/** The points of a stroke on the flat sheet, along its direction and across it, in mm. */
export interface FlatStroke {
  readonly alongMm: Float64Array;
  readonly acrossMm: Float64Array;
}

export type MapPoint = (x: number, y: number) => Point;

/** Maps a stroke onto a plane, where it runs across or down. */
export function flatStroke({ xs, ys }: Stroke, map: MapPoint, isAcross: boolean): FlatStroke {
  const alongMm = new Float64Array(xs.length);
  const acrossMm = new Float64Array(xs.length);
  for (let at = 0; at < xs.length; at++) {
    const { x, y } = map(xs[at] as number, ys[at] as number);
    alongMm[at] = isAcross ? x : y;
    acrossMm[at] = isAcross ? y : x;
  }
  return { alongMm, acrossMm };
}

/** A stroke continues in another that begins within this distance of its end, in mm: ink, glare or a thumb covers the gap. */
const MAX_GAP_MM = 16;
/** They may overlap by this much. */
const OVERLAP_MM = 1.5;
/** The other one begins at most this far from where the first one leads, in mm, plus a share of the gap. */
const OFF_MM = 0.3;
const OFF_SHARE = 0.05;
/** The direction of a stroke is measured over this length at its end. */
const END_MM = 8;

/** A stroke from left to right, or from top to bottom, with the direction of both ends. */
interface Link {
  readonly stroke: FlatStroke;
  readonly from: End;
  readonly to: End;
}

interface End {
  readonly along: number;
  readonly across: number;
  /** Its slope: mm across for each mm along. */
  readonly slope: number;
}

/** Groups strokes that are pieces of one line: each continues where another one ends. */
function chainStrokes(strokes: readonly FlatStroke[]): FlatStroke[][] {
  const links = strokes
    .filter(({ alongMm }) => alongMm.length > 2)
    .map((stroke) => toLink(stroke))
    .sort((a, b) => a.from.along - b.from.along);
  const chains: Link[][] = [];
  for (const link of links) {
    let [best, least] = [-1, 1];
    for (const [at, chain] of chains.entries()) {
      const off = measureMisfit((chain.at(-1) as Link).to, link.from);
      if (off < least) [best, least] = [at, off];
    }
    if (best < 0) chains.push([link]);
    else chains[best]?.push(link);
  }
  return chains.map((chain) => chain.map(({ stroke }) => stroke));
}

/** The distance of a stroke's start from where another one leads, as a share of the allowed distance; from 1 on it is no continuation. */
function measureMisfit(end: End, start: End): number {
  const gap = start.along - end.along;
  if (gap < -OVERLAP_MM || gap > MAX_GAP_MM) return 1;
  const lead = start.across - (end.across + (gap * (end.slope + start.slope)) / 2);
  return Math.abs(lead) / (OFF_MM + OFF_SHARE * Math.abs(gap));
}

function toLink(stroke: FlatStroke): Link {
  const { alongMm, acrossMm } = stroke;
  const last = alongMm.length - 1;
  const isForward = (alongMm[last] as number) >= (alongMm[0] as number);
  const ends = [fitStrokeEnd(alongMm, acrossMm, 0, 1), fitStrokeEnd(alongMm, acrossMm, last, -1)] as const;
  return { stroke, from: ends[isForward ? 0 : 1], to: ends[isForward ? 1 : 0] };
}

/** Fits a straight line through the last points of a stroke. */
function fitStrokeEnd(along: Float64Array, across: Float64Array, at: number, step: 1 | -1): End {
  let [n, sx, sy, sxx, sxy] = [0, 0, 0, 0, 0];
  const [x0, y0] = [along[at] as number, across[at] as number];
  for (let next = at; next >= 0 && next < along.length; next += step) {
    const [x, y] = [(along[next] as number) - x0, (across[next] as number) - y0];
    if (Math.abs(x) > END_MM) break;
    n++;
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  const spread = n * sxx - sx * sx;
  const slope = spread > 1e-6 ? (n * sxy - sx * sy) / spread : 0;
  return { along: x0, across: y0 + (sy - slope * sx) / Math.max(1, n), slope };
}
