import { type Bend, flat, type Sighting, shiftAt } from "./bend.ts";
import { coarseBend } from "./coarse.ts";
import { evenShades } from "./even-shades.ts";
import { fitBend } from "./fit-bend.ts";
import { growth, type Homography } from "./homography.ts";
import { capDarkness, type Likeness, likenessOf, type RimmedShades, sightingOf } from "./match.ts";
import { freeing, greyMat, type OpenCv } from "./opencv.ts";
import type { PageSize } from "./page-fit.ts";
import type { Grey } from "./picture.ts";
import type { Print, PrintScale } from "./print.ts";
import { type ScaledPhoto, type SheetView, straightened } from "./sheet-view.ts";

/** How far from where the marks put it the paper may be, in mm: first as far as pads usually are, then as far as badly bent ones. */
const COARSE_REACHES_MM = [4.5, 9];
/** With this share of the print in its place, there is no need to look farther. */
const ENOUGH_AGREEMENT = 0.93;
/** How far off it may be in each of the following looks. */
const FINE_LOOKS = [
  { reachMm: 1.25, stiffness: 6, outlierMm: 0.6 },
  { reachMm: 0.75, stiffness: 1.5, outlierMm: 0.25 },
] as const;

/** A sheet found in a photo to a fraction of a mm. */
export interface Located {
  readonly view: SheetView;
  /** The share of the print's pieces that were seen where they should be, 0 to 1. */
  readonly agreement: number;
}

/**
 * Finds where the paper of a sheet is, by its print: first roughly, then ever more exactly.
 *
 * @param toPhoto where the marks put the sheet
 * @param missing the places of corners without a mark
 */
export function locate(
  cv: OpenCv,
  grey: Grey,
  page: PageSize,
  toPhoto: Homography,
  print: Print,
  missing: readonly number[],
): Located {
  return freeing((keep) => {
    const whole = keep(greyMat(cv, grey));
    const scale = Math.min(1, (1.3 * print.fine.pxPerMm) / middleGrowth(toPhoto, page));
    const near = keep(scaled(cv, { mat: whole, scale: 1 }, scale));
    const far = keep(scaled(cv, near, 0.5));
    const search: Search = { cv, near, far, view: { page, toPhoto, bend: flat(page) }, print };
    let best: Located = { view: search.view, agreement: 0 };
    for (const reachMm of COARSE_REACHES_MM) {
      const located = lookFor(search, reachMm, missing);
      if (located.agreement > best.agreement) best = located;
      if (best.agreement > ENOUGH_AGREEMENT) break;
    }
    return best;
  });
}

interface Search {
  readonly cv: OpenCv;
  /** The photo at about the fine and the coarse scale of the print. */
  readonly near: ScaledPhoto;
  readonly far: ScaledPhoto;
  /** The sheet as if it were flat. */
  readonly view: SheetView;
  readonly print: Print;
}

function lookFor(
  { cv, near, far, view, print }: Search,
  reachMm: number,
  missing: readonly number[],
): Located {
  const { page } = view;
  const first = likenesses(cv, far, view, print.coarse, reachMm);
  let bend = coarseBend(first, page, print.coarse.pxPerMm, reachMm, missing);
  let agreement = 0;
  // What is seen well tells where its surroundings are, so that a second round sees more.
  for (let round = 0; round < ROUNDS && agreement < ENOUGH_AGREEMENT; round++)
    for (const look of FINE_LOOKS) {
      const alike = likenesses(cv, near, { ...view, bend }, print.fine, look.reachMm);
      const before = bend;
      const seen = alike.flatMap((likeness) => absolute(sightingOf(likeness, print.fine.pxPerMm), before));
      bend = fitFaithful(bend, seen, look.stiffness, look.outlierMm);
      agreement = faithful(seen, bend, AGREES_MM).length / Math.max(1, print.fine.tiles.length);
    }
  return { view: { ...view, bend }, agreement };
}

const ROUNDS = 2;
/** A piece is seen in its place if it is no farther off. */
const AGREES_MM = 0.4;

function middleGrowth(toPhoto: Homography, { widthMm, heightMm }: PageSize): number {
  return growth(toPhoto, widthMm / 2, heightMm / 2);
}

function scaled(cv: OpenCv, { mat, scale }: ScaledPhoto, by: number): ScaledPhoto & { delete(): void } {
  const small = new cv.Mat();
  cv.resize(mat, small, new cv.Size(0, 0), by, by, cv.INTER_AREA);
  return { mat: small, scale: scale * by, delete: () => small.delete() };
}

/** How alike the print's tiles and the photo are around where a view puts them. */
function likenesses(
  cv: OpenCv,
  photo: ScaledPhoto,
  { toPhoto, bend }: SheetView,
  { pxPerMm, tiles, widthPx, heightPx, darkest }: PrintScale,
  reachMm: number,
): Likeness[] {
  const reachPx = Math.ceil(reachMm * pxPerMm);
  return freeing((keep) => {
    const page = { widthMm: widthPx / pxPerMm, heightMm: heightPx / pxPerMm };
    const mat = keep(straightened(cv, photo, { page, toPhoto, bend }, pxPerMm, reachPx));
    const grey: Grey = { widthPx: mat.cols, heightPx: mat.rows, pixels: mat.data };
    const shades: RimmedShades = { ...evenShades(grey, 8 * pxPerMm), rimPx: reachPx };
    capDarkness(shades, darkest);
    return tiles.map((tile) => likenessOf(tile, shades, reachPx));
  });
}

/** From a shift against a bend to one against the flat sheet. */
function absolute(sighting: Sighting | null, bend: Bend): Sighting[] {
  if (sighting === null) return [];
  const { xMm, yMm, acrossMm, downMm } = sighting;
  const [across, down] = shiftAt(bend, xMm + acrossMm, yMm + downMm);
  return [{ ...sighting, acrossMm: acrossMm + across, downMm: downMm + down }];
}

const PASSES = 3;
/** At first, with outliers still among the sightings, paper is taken to be this many times as stiff. */
const FIRST_STIFFNESS = 8;

/** The bend that most sightings agree on; those far off, such as where somebody wrote over a line, count less and less. */
function fitFaithful(
  start: Bend,
  sightings: readonly Sighting[],
  stiffness: number,
  outlierMm: number,
): Bend {
  let bend = fitBend(start, sightings, FIRST_STIFFNESS * stiffness);
  for (let pass = PASSES; pass > 0; pass--)
    bend = fitBend(bend, faithful(sightings, bend, outlierMm * pass), stiffness);
  return bend;
}

/** The sightings that agree with a bend, each weighing less the farther off it is (Tukey's biweight). */
function faithful(sightings: readonly Sighting[], bend: Bend, outlierMm: number): Sighting[] {
  return sightings.flatMap((sighting) => {
    const off = disagreement(sighting, bend) / outlierMm;
    if (off >= 1) return [];
    const weight = (1 - off * off) ** 2;
    const { sureAcross, sureDown, sureBoth } = sighting;
    return [
      {
        ...sighting,
        sureAcross: sureAcross * weight,
        sureDown: sureDown * weight,
        sureBoth: sureBoth * weight,
      },
    ];
  });
}

/** How far a bend is from a sighting in the directions of which that is sure, in mm. */
function disagreement(sighting: Sighting, bend: Bend): number {
  const [across, down] = shiftAt(bend, sighting.xMm, sighting.yMm);
  const [x, y] = [across - sighting.acrossMm, down - sighting.downMm];
  const { sureAcross, sureDown, sureBoth } = sighting;
  const square = sureAcross * x * x + 2 * sureBoth * x * y + sureDown * y * y;
  return Math.sqrt(Math.max(0, square) / (Math.max(sureAcross, sureDown) + 1e-9));
}
