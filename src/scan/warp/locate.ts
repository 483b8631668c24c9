import type { Size } from "../../print/geometry.ts";
import { freeing, greyMat, type OpenCv } from "../image/opencv.ts";
import type { Grey } from "../image/picture.ts";
import { growth, type Homography } from "../marks/page-fit.ts";
import { type Bend, flat } from "./bend.ts";
import { evenShades } from "./darkness.ts";
import { disagreement, fitFaithful } from "./fit-bend.ts";
import { likelyShifts } from "./likely-shifts.ts";
import {
  absolute,
  capDarkness,
  type Likeness,
  likenessOf,
  type RimmedShades,
  sightingNear,
  sightingOf,
} from "./match.ts";
import type { Print, PrintScale } from "./print.ts";
import { type ScaledPhoto, type SheetView, straightened } from "./sheet-view.ts";

/** How far the paper may be from where it is taken to be, in mm: from where the marks put it, then from where it was last found. */
const COARSE_REACHES_MM = [4.5, 9, 9, 9, 9];
/** With this share of the large pieces of the print in their places, the others may be covered. */
const ROUGHLY_FOUND = 0.95;
/** How far off it may be in each of the following looks. */
const FINE_LOOKS = [
  { reachMm: 1.25, stiffness: 6, outlierMm: 0.6 },
  { reachMm: 0.75, stiffness: 3, outlierMm: 0.25 },
] as const;
/** A piece is seen in its place if it is no farther off. */
const AGREES_MM = 0.4;
/** What is seen well tells where its surroundings are, so that a further round sees more. */
const MAX_ROUNDS = 4;
/** With this share of the small ones, no further round is needed. */
const FOUND = 0.96;
/** A look that gains less was the last. */
const MIN_GAIN = 0.01;

/** A sheet found in a photo to a fraction of a mm. */
interface Located {
  readonly view: SheetView;
  /** The share of the print's pieces that were seen where they should be, 0 to 1. */
  readonly agreement: number;
}

/**
 * Finds where the paper of a sheet is, by its print: first roughly, then ever more exactly.
 *
 * @param toPhoto where the marks put the sheet
 */
export function locate(cv: OpenCv, grey: Grey, page: Size, toPhoto: Homography, print: Print): Located {
  return freeing((keep) => {
    const whole = keep(greyMat(cv, grey));
    const scale = Math.min(1, (1.3 * print.fine.pxPerMm) / middleGrowth(toPhoto, page));
    const near = keep(scaled(cv, { mat: whole, scale: 1 }, scale));
    const far = keep(scaled(cv, near, 0.5));
    const view = (bend: Bend): SheetView => ({ page, toPhoto, bend });
    const coarseLooks = COARSE_REACHES_MM.map((reachMm) => (bend: Bend) => {
      const alike = likenesses(cv, far, view(bend), print.coarse, reachMm);
      return coarseBend(alike, bend, print.coarse.pxPerMm);
    });
    const fineLook = (start: Bend) =>
      FINE_LOOKS.reduce(
        ({ bend }, look) => {
          const alike = likenesses(cv, near, view(bend), print.fine, look.reachMm);
          return fineBend(alike, bend, print.fine.pxPerMm, look);
        },
        { bend: start, agreement: 0 },
      );
    const rough = lookOn(flat(page), coarseLooks, ROUGHLY_FOUND);
    const fineLooks = Array.from({ length: MAX_ROUNDS }, () => fineLook);
    const { bend, agreement } = lookOn(rough.bend, fineLooks, FOUND);
    return { view: view(bend), agreement };
  });
}

/** Looks for the paper around where it was last found, until enough of it is, or no more is found. */
function lookOn(start: Bend, looks: readonly ((bend: Bend) => BendFound)[], enough: number): BendFound {
  let best: BendFound = { bend: start, agreement: 0 };
  for (const look of looks) {
    const found = look(best.bend);
    const gain = found.agreement - best.agreement;
    if (gain > 0) best = found;
    if (gain < MIN_GAIN || best.agreement > enough) break;
  }
  return best;
}

/** The bend that most small pieces agree on. */
function fineBend(
  alike: readonly Likeness[],
  start: Bend,
  pxPerMm: number,
  { stiffness, outlierMm }: (typeof FINE_LOOKS)[number],
): BendFound {
  const seen = alike.flatMap((likeness) => absolute(sightingOf(likeness, pxPerMm), start));
  const bend = fitFaithful(start, seen, stiffness, outlierMm);
  const agreeing = seen.filter((sighting) => disagreement(sighting, bend) < AGREES_MM);
  return { bend, agreement: agreeing.length / Math.max(1, alike.length) };
}

function middleGrowth(toPhoto: Homography, { widthMm, heightMm }: Size): number {
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
    const alike: Likeness[] = [];
    for (const tile of tiles) alike.push(likenessOf(tile, shades, reachPx));
    return alike;
  });
}

/** A bend, and how much speaks for it. */
interface BendFound {
  readonly bend: Bend;
  /** The share of the print's pieces that were seen where they should be, 0 to 1. */
  readonly agreement: number;
}

const STIFFNESS = 1;
const OUTLIER_MM = 0.5;
/** A large piece is seen in its place if it is no farther off; paper that is bent distorts it. */
const COARSE_AGREES_MM = 1;

/**
 * Where the paper roughly is, from large pieces of the print that each may be anywhere within a reach: the smooth bend under which all
 * of them together look most alike.
 *
 * @param likenesses how alike each piece and the photo are around where the start puts it
 */
function coarseBend(likenesses: readonly Likeness[], start: Bend, pxPerMm: number): BendFound {
  const shifts = likelyShifts(likenesses, pxPerMm);
  const seen = likenesses.flatMap((likeness, at) =>
    absolute(sightingNear(likeness, shifts[at] ?? [0, 0], pxPerMm), start),
  );
  const bend = fitFaithful(start, seen, STIFFNESS, OUTLIER_MM);
  const agreeing = seen.filter((sighting) => disagreement(sighting, bend) < COARSE_AGREES_MM);
  return { bend, agreement: agreeing.length / Math.max(1, likenesses.length) };
}
