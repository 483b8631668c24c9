import type { Point } from "../image/picture.ts";
import type { Stroke } from "./strokes.ts";

/** A stroke on the flat sheet: how far along points of it lie, and where across, in mm. */
export interface FlatStroke {
  readonly alongMm: Float64Array;
  readonly acrossMm: Float64Array;
}

/** Points that are put through a map. */
export type MapPoint = (x: number, y: number) => Point;

/** Strokes as they lie on a plane; those that run across it, or down. */
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

/** A stroke goes on in another one that begins at most so far behind its end, in mm: ink, glare or a thumb lies between them. */
const MAX_GAP_MM = 16;
/** They may overlap by this much. */
const OVERLAP_MM = 1.5;
/** The other one begins at most so far from where the first one leads, in mm; farther behind a longer gap. */
const OFF_MM = 0.3;
const OFF_SHARE = 0.05;
/** Where a stroke leads is told by this length of its end. */
const END_MM = 8;

/** A stroke from left to right, or from top to bottom, with where it leads at both ends. */
interface Link {
  readonly stroke: FlatStroke;
  readonly from: End;
  readonly to: End;
}

interface End {
  readonly along: number;
  readonly across: number;
  /** How much further across it comes for each mm along. */
  readonly slope: number;
}

/** Strokes that are pieces of one line, each line by itself: they go on where others end. */
export function chainsOf(strokes: readonly FlatStroke[]): FlatStroke[][] {
  const links = strokes
    .filter(({ alongMm }) => alongMm.length > 2)
    .map((stroke) => linkOf(stroke))
    .sort((a, b) => a.from.along - b.from.along);
  const chains: Link[][] = [];
  for (const link of links) {
    let [best, least] = [-1, 1];
    for (const [at, chain] of chains.entries()) {
      const off = offBetween((chain.at(-1) as Link).to, link.from);
      if (off < least) [best, least] = [at, off];
    }
    if (best < 0) chains.push([link]);
    else chains[best]?.push(link);
  }
  return chains.map((chain) => chain.map(({ stroke }) => stroke));
}

/** How far a stroke begins from where another one leads, as a share of what is allowed; from 1 on it does not go on there. */
function offBetween(end: End, start: End): number {
  const gap = start.along - end.along;
  if (gap < -OVERLAP_MM || gap > MAX_GAP_MM) return 1;
  const lead = start.across - (end.across + (gap * (end.slope + start.slope)) / 2);
  return Math.abs(lead) / (OFF_MM + OFF_SHARE * Math.abs(gap));
}

function linkOf(stroke: FlatStroke): Link {
  const { alongMm, acrossMm } = stroke;
  const last = alongMm.length - 1;
  const isForward = (alongMm[last] as number) >= (alongMm[0] as number);
  const ends = [endAt(alongMm, acrossMm, 0, 1), endAt(alongMm, acrossMm, last, -1)] as const;
  return { stroke, from: ends[isForward ? 0 : 1], to: ends[isForward ? 1 : 0] };
}

/** The end of a stroke, by a straight line through its last points. */
function endAt(along: Float64Array, across: Float64Array, at: number, step: 1 | -1): End {
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
