import type { Size } from "../../print/geometry.ts";
import type { Grey } from "../image/picture.ts";
import { halveMat, handyScale, scaleGrey, disposeAfterUse, type OpenCv } from "../image/tools.ts";
import { growth, type Homography } from "../marks/page-fit.ts";
import { type Bend, type ControlPoint, fitBend, flatBend, residualMm, bendShift } from "./bend.ts";
import { correlate, rimmedDarkness, peakNear } from "./correlate.ts";
import { likelyShifts } from "./likely-shifts.ts";
import type { SheetPrint, PrintScale } from "./print.ts";
import { type ScaledPhoto, warpSheet } from "./sheet-view.ts";

/** Fitting a bend: points `outlierMm` off don't count; pieces within `agreesMm` agree, which is more for large ones on bent paper. */
const COARSE = { stiffness: 1, outlierMm: 0.5, agreesMm: 1 };
/** The reach of each round: first around the place that the fiducials give, then around the last estimate. */
const COARSE_REACHES_MM = [4.5, 9, 9, 9, 9];
/** The reach around the estimated place of a large piece, in px. */
const NEAR_PX = 2;
/** With this share of the large pieces found, the others may be covered. */
const ROUGHLY_FOUND = 0.95;
const FINE_LOOKS = [
  { reachMm: 1.25, stiffness: 6, outlierMm: 0.6, agreesMm: 0.4 },
  { reachMm: 0.75, stiffness: 3, outlierMm: 0.25, agreesMm: 0.4 },
];
/** Each round finds more pieces, because well-placed pieces show where their neighbours are. */
const MAX_ROUNDS = 4;
/** With this share of the small pieces found, no other round is needed. */
const FOUND = 0.96;
/** A round that gains less is the last. */
const MIN_GAIN = 0.01;
/** The photo is scaled to about this many times the scale of the print, because the near end of the sheet is slightly larger. */
const OVERSCALE = 1.3;

/** Locates the paper of a sheet by its print, coarse to fine, starting from the place that the fiducials give. */
export function locate(cv: OpenCv, grey: Grey, page: Size, toPhoto: Homography, print: SheetPrint) {
  return disposeAfterUse((keep) => {
    const pxPerMm = growth(toPhoto, page.widthMm / 2, page.heightMm / 2);
    const scale = handyScale(Math.min(1, (OVERSCALE * print.fine.pxPerMm) / pxPerMm));
    const near = { mat: keep(scaleGrey(cv, grey, scale)), scale };
    const far = { mat: keep(halveMat(cv, near.mat)), scale: scale / 2 };
    /** Compares the tiles of a print with the photo around where a bend puts them. */
    const look = (photo: ScaledPhoto, scale: PrintScale, bend: Bend, reachMm: number) =>
      disposeAfterUse((keep) => {
        const { pxPerMm, widthPx, heightPx } = scale;
        const reachPx = Math.ceil(reachMm * pxPerMm);
        const view = { page: { widthMm: widthPx / pxPerMm, heightMm: heightPx / pxPerMm }, toPhoto, bend };
        const straight = keep(warpSheet(cv, photo, view, pxPerMm, reachPx));
        const darkness = rimmedDarkness(cv, straight, scale, reachPx);
        return correlate(scale.tiles, darkness);
      });
    const coarseRounds = COARSE_REACHES_MM.map((reachMm) => (start: Bend) => {
      const correlations = look(far, print.coarse, start, reachMm);
      const { pxPerMm } = print.coarse;
      const shifts = likelyShifts(correlations, pxPerMm);
      const peaks = correlations.map((one, at) => peakNear(one, pxPerMm, shifts[at], NEAR_PX));
      return bendThrough(peaks, start, COARSE);
    });
    const fineRound = (from: Bend) => {
      let found: FoundBend = { bend: from, agreement: 0 };
      for (const { reachMm, ...fitting } of FINE_LOOKS) {
        const correlations = look(near, print.fine, found.bend, reachMm);
        const peaks = correlations.map((one) => peakNear(one, print.fine.pxPerMm));
        found = bendThrough(peaks, found.bend, fitting);
      }
      return found;
    };
    const rough = bestRound(flatBend(page), coarseRounds, ROUGHLY_FOUND);
    const { bend, agreement } = bestRound(rough.bend, Array(MAX_ROUNDS).fill(fineRound), FOUND);
    return { view: { page, toPhoto, bend }, agreement };
  });
}

/** Repeats rounds around the last estimate until enough of the paper is found or a round gains too little. */
function bestRound(start: Bend, rounds: readonly ((bend: Bend) => FoundBend)[], enough: number): FoundBend {
  let best: FoundBend = { bend: start, agreement: 0 };
  for (const round of rounds) {
    const found = round(best.bend);
    const gain = found.agreement - best.agreement;
    if (gain > 0) best = found;
    if (gain < MIN_GAIN || best.agreement > enough) break;
  }
  return best;
}

type FoundBend = ReturnType<typeof bendThrough>;

/** The bend that most pieces agree on, and the share of pieces that agree, 0 to 1. @param peaks null for a piece that was not seen */
function bendThrough(peaks: readonly (ControlPoint | null)[], start: Bend, fitting: typeof COARSE) {
  const points: ControlPoint[] = [];
  for (const peak of peaks) {
    if (peak === null) continue;
    // Converts a shift relative to the start into one relative to the flat sheet.
    const [across, down] = bendShift(start, peak.xMm + peak.acrossMm, peak.yMm + peak.downMm);
    points.push({ ...peak, acrossMm: peak.acrossMm + across, downMm: peak.downMm + down });
  }
  const bend = fitBend(start, points, fitting.stiffness, fitting.outlierMm);
  let agreeing = 0;
  for (const point of points) if (residualMm(point, bend) < fitting.agreesMm) agreeing++;
  return { bend, agreement: agreeing / Math.max(1, peaks.length) };
}
