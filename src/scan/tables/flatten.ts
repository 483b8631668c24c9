import { type Homography, project } from "../marks/page-fit.ts";
import { type Bend, type ControlPoint, fitBend, flatBend, shiftAt } from "../warp/bend.ts";
import type { SheetProjection } from "../warp/sheet-view.ts";
import { chainsOf, type FlatStroke, flatStroke, type MapPoint } from "./flat-strokes.ts";
import { inverse } from "./perspective.ts";
import type { SheetLines } from "./sheet-groups.ts";
import type { Stroke } from "./strokes.ts";

/** Sizes on paper are not known: the usual row of a table is taken to be this high. */
const ROW_MM = 8;
/** What is kept around the lines of a table. */
const RIM_MM = 8;
/** A part of a stroke this long holds the bend in one point. */
const STEP_MM = 8;
/** How stiff paper is, and how far points may be off. */
const BENDING = { stiffness: 2, outlierMm: 0.8 };
const ROUNDS = 2;

/**
 * How a sheet lies in a picture, by the lines of its tables: each line is straight on the flat sheet.
 *
 * @returns null if they are no table: far too many rows to be read
 */
export function flatten({ across, down, plane, rowGap }: SheetLines): SheetProjection | null {
  const unit = ROW_MM / rowGap;
  const { left, top, right, bottom } = boundsOf(across, down, inverse(plane));
  const page = {
    widthMm: (right - left) * unit + 2 * RIM_MM,
    heightMm: (bottom - top) * unit + 2 * RIM_MM,
  };
  if (page.widthMm > MAX_PAGE_MM || page.heightMm > MAX_PAGE_MM) return null;
  const toPhoto = placed(plane, unit, left - RIM_MM / unit, top - RIM_MM / unit);
  const back = inverse(toPhoto);
  const onPage: MapPoint = (x, y) => project(back, x, y);
  const lines = {
    across: across.map((stroke) => flatStroke(stroke, onPage, true)),
    down: down.map((stroke) => flatStroke(stroke, onPage, false)),
  };
  return { page, toPhoto, bend: bendBy(lines, flatBend(page)) };
}

/** Larger than any pad in rows of 8 mm: such a thing is no table that anybody writes scores into. */
const MAX_PAGE_MM = 700;

/** Plane coordinates in mm instead: (0, 0) is the corner of the page. */
function placed([a, b, c, d, e, f, g, h, i]: Homography, unit: number, left: number, top: number) {
  const s = 1 / unit;
  return [
    a * s,
    b * s,
    a * left + b * top + c,
    d * s,
    e * s,
    d * left + e * top + f,
    g * s,
    h * s,
    g * left + h * top + i,
  ] as unknown as Homography;
}

/** How far strokes reach on the plane. */
function boundsOf(across: readonly Stroke[], down: readonly Stroke[], back: Homography) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { xs, ys } of [...across, ...down])
    for (const at of [0, xs.length - 1]) {
      const { x, y } = project(back, xs[at] as number, ys[at] as number);
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  return { left, top, right, bottom };
}

function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += values[at] as number;
  return sum / values.length;
}

/** Strokes of both kinds on the page. */
interface FlatLines {
  readonly across: readonly FlatStroke[];
  readonly down: readonly FlatStroke[];
}

/** The bend under which the strokes are straight. Where each line lies on the flat sheet is found along with it. */
export function bendBy({ across, down }: FlatLines, start: Bend): Bend {
  const samples = [
    ...chainsOf(across).map((chain) => ({ isAcross: true, points: chain.flatMap(sampled) })),
    ...chainsOf(down).map((chain) => ({ isAcross: false, points: chain.flatMap(sampled) })),
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
function sampled({ alongMm, acrossMm }: FlatStroke): Sample[] {
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
    isAcross ? shiftAt(bend, along, across)[1] : shiftAt(bend, across, along)[0];
  const place = mean(samples.map((sample) => sample[1] - shift(sample)));
  return samples.map(([along, across]) =>
    isAcross
      ? {
          xMm: along,
          yMm: place,
          acrossMm: 0,
          downMm: across - place,
          weightAcross: 0,
          weightDown: 1,
          weightBoth: 0,
        }
      : {
          xMm: place,
          yMm: along,
          acrossMm: across - place,
          downMm: 0,
          weightAcross: 1,
          weightDown: 0,
          weightBoth: 0,
        },
  );
}
