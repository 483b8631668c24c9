import type { PadLayout } from "../../print/layout/pad-layout.ts";
import { failure, type Problem, type Result, success } from "../../rules/problem/problem.ts";
import { CHROMA_SCALE, joinChroma } from "../image/chroma.ts";
import { quantile } from "../image/levels.ts";
import { evenLight } from "../image/light.ts";
import { freeing, greyMat, type Mat, type OpenCv } from "../image/opencv.ts";
import type { Grey, Photo } from "../image/picture.ts";
import type { PhotoTools } from "../image/tools.ts";
import type { FoundSheet } from "../marks/find-sheets.ts";
import { fitPage, growth, type Homography } from "../marks/page-fit.ts";
import { type BoxPicture, cutBoxes } from "./cut-boxes.ts";
import { locate } from "./locate.ts";
import type { Print } from "./print.ts";
import {
  coveredSheet,
  missingCorners,
  printNotFound,
  ratherSmall,
  tooBlurred,
  tooSmall,
} from "./refusals.ts";
import { type SheetProjection, shareInPhoto, straightened } from "./sheet-view.ts";

/** The straightened sheet has this many times the px per mm at which its print is looked for, so that numbers keep their detail. */
const OVER_PRINT = 2;
/** The height at which the reader of digits sees a box. */
const BOX_PX = 32;
/** A box in the photo must have at least this share of that. */
const MIN_BOX_SHARE = 0.6;
/** The deviation of blur at which numbers can still be read, as a share of the height of a box. */
const MAX_BLUR = 0.056;
/** A blurred edge rises from a tenth to nine tenths within this many deviations. */
const EDGE_WIDTH = 2.56;
/** With less of the print in its place, the sheet is another one, or too crumpled to be read. */
const MIN_AGREEMENT = 0.6;
/** If more boxes than this share are hidden, it makes no sense to ask about each. */
const MAX_HIDDEN = 0.6;

/** A sheet as if it lay flat below the camera in even light. */
export interface StraightSheet {
  readonly pxPerMm: number;
  /** The page with print and ink on white paper. */
  readonly grey: Grey;
  /** The same in colour: red, green and blue for each pixel. */
  readonly rgb: Uint8Array;
  /** In the order of the boxes of the layout. */
  readonly boxes: readonly BoxPicture[];
  /** What makes reading harder but not impossible: a photo that is small or unsharp. */
  readonly warnings: readonly Problem[];
}

/**
 * Straightens a sheet: from a photo to its boxes, each a picture with the ink alone.
 *
 * @param layout of the sheet, as its code says
 * @param print of that layout
 * @returns problems if corners are missing, or if the photo is too small, too blurred or shows something else
 */
export async function straighten(
  photo: Photo,
  found: FoundSheet,
  layout: PadLayout,
  print: Print,
  { cv }: PhotoTools,
): Promise<Result<StraightSheet>> {
  const { page } = layout;
  const missing = layout.marks
    .map(({ place }) => place)
    .filter((place) => !found.marks.some((mark) => mark.place === place));
  if (found.marks.length < 2) return failure([missingCorners(missing)]);
  const fit = fitPage(cv, found.marks, page);
  if (fit === null) return failure([missingCorners(missing)]);
  const flaws = flawsOf(found, layout, fit.toPhoto);
  const refusals = flaws.filter(({ severity }) => severity === "error");
  if (refusals.length > 0) return failure(refusals);
  const { view, agreement } = locate(cv, photo.grey, page, fit.toPhoto, print);
  if (agreement < MIN_AGREEMENT)
    return failure([missing.length > 1 ? missingCorners(missing) : printNotFound()]);
  const sheet = straightSheet(cv, photo, view, layout, print);
  const hidden = sheet.boxes.filter(({ visible }) => visible < 0.5).length;
  if (hidden > MAX_HIDDEN * sheet.boxes.length) return failure([coveredSheet(hidden, sheet.boxes.length)]);
  return success({ ...sheet, warnings: flaws });
}

/** What is wrong with a photo of a sheet, as far as its marks tell. */
function flawsOf({ marks }: FoundSheet, { page, boxes }: PadLayout, toPhoto: Homography): Problem[] {
  const boxMm = Math.min(...boxes.map(({ heightMm }) => heightMm));
  // Where the sheet is farthest from the camera.
  const pxPerMm = Math.min(
    ...[0, page.widthMm].flatMap((x) => [0, page.heightMm].map((y) => growth(toPhoto, x, y))),
  );
  const good = BOX_PX / boxMm;
  const flaws: Problem[] = [];
  if (pxPerMm < MIN_BOX_SHARE * good) flaws.push(tooSmall(pxPerMm, MIN_BOX_SHARE * good));
  else if (pxPerMm < good) flaws.push(ratherSmall(pxPerMm, good));
  const blurs = Float32Array.from(marks, ({ blurPx }) => blurPx);
  const blurMm = quantile(blurs, 0.5) / pxPerMm;
  if (blurMm > MAX_BLUR * boxMm) flaws.push(tooBlurred(EDGE_WIDTH * blurMm, EDGE_WIDTH * MAX_BLUR * boxMm));
  return flaws;
}

function straightSheet(cv: OpenCv, photo: Photo, view: SheetProjection, layout: PadLayout, { fine }: Print) {
  const pxPerMm = OVER_PRINT * fine.pxPerMm;
  return freeing((keep) => {
    const straight = keep(inColour(cv, photo, view, pxPerMm));
    const size = { widthPx: straight.cols, heightPx: straight.rows };
    const even = evenLight(cv, straight, pxPerMm, layout.tints);
    const grey = { ...size, pixels: even.grey };
    const boxes = cutBoxes({ layout, pxPerMm, grey }, (area) => shareInPhoto(view, photo.grey, area));
    return { pxPerMm, grey, rgb: even.rgb, boxes };
  });
}

/** The straightened sheet in red, green and blue. Its chroma is straightened at the size that the photo has it in. */
function inColour(cv: OpenCv, { grey, chroma }: Photo, view: SheetProjection, pxPerMm: number): Mat {
  const straight = (whole: Mat, scale: number) =>
    freeing((keep) => straightened(cv, { mat: keep(whole), scale }, view, scale * pxPerMm, 0));
  return freeing((keep) => {
    const levels = keep(straight(greyMat(cv, grey), 1));
    const small = keep(
      straight(cv.matFromArray(chroma.heightPx, chroma.widthPx, cv.CV_8UC2, chroma.pixels), CHROMA_SCALE),
    );
    const colours = keep(new cv.Mat());
    cv.resize(small, colours, new cv.Size(levels.cols, levels.rows), 0, 0, cv.INTER_LINEAR);
    const sheet = new cv.Mat(levels.rows, levels.cols, cv.CV_8UC3);
    joinChroma(levels.data, colours.data, sheet.data);
    return sheet;
  });
}
