import { marksOn } from "../../print/layout/marks.ts";
import { distance, project } from "../image/homography.ts";
import { freeing, greyMat, greyPart, type OpenCv } from "../image/opencv.ts";
import type { Grey, Photo, PixelArea } from "../image/picture.ts";
import type { PhotoTools } from "../image/tools.ts";
import { assembleSheets } from "./assemble.ts";
import { detectMarks, type SeenMark } from "./detect.ts";
import type { FoundSheet } from "./found-sheet.ts";
import { withHiddenMarks } from "./hidden-marks.ts";
import { fitPapers } from "./page-fit.ts";

/** Marks are looked for in the photo scaled to this, which takes half the time and finds as many. */
const LONG_SIDE_PX = 2000;
/** Marks below this may have been overlooked at that scale. */
const SMALL_PX = 34;
/** Marks up to this size are seen whole in some part of a photo in full size; larger ones show scaled down. */
const OVERLAP_PX = 250;

/**
 * Finds all sheets in a photo by their marks, however they are turned.
 *
 * @returns each with the marks that were found, in the order in which one reads; none if there are no marks
 */
export function findSheets({ grey }: Photo, { cv }: PhotoTools): FoundSheet[] {
  const seen = lookForMarks(cv, grey);
  const sheets = assembleSheets(cv, seen).map((sheet) => withHiddenMarks(cv, grey, sheet));
  return withoutScraps(cv, sheets, grey).sort((a, b) => readingOrder(a) - readingOrder(b));
}

/** The marks of a photo; it is looked at in full size, too, if it is large and marks are missing or tiny. */
function lookForMarks(cv: OpenCv, grey: Grey): SeenMark[] {
  const scale = Math.min(1, LONG_SIDE_PX / Math.max(grey.widthPx, grey.heightPx));
  const seen = detectSmall(cv, grey, scale);
  const isTiny = seen.some(({ corners }) => distance(corners[0], corners[1]) * scale < SMALL_PX);
  if (scale === 1 || (seen.length > 1 && !isTiny)) return seen;
  return withoutTwins([...seen, ...partsOf(grey).flatMap((part) => detectPart(cv, grey, part))]);
}

function detectSmall(cv: OpenCv, grey: Grey, scale: number): SeenMark[] {
  return freeing((keep) => {
    const [whole, small] = [keep(greyMat(cv, grey)), keep(new cv.Mat())];
    cv.resize(whole, small, new cv.Size(0, 0), scale, scale, cv.INTER_AREA);
    return detectMarks(cv, small, grey, { x: 0, y: 0, scale, isCloseUp: false });
  });
}

/** Parts of a photo, not larger than what is looked at when it is scaled down, so that OpenCV needs no more memory. They overlap. */
function partsOf({ widthPx, heightPx }: Grey): PixelArea[] {
  return startsAlong(heightPx).flatMap((yPx) =>
    startsAlong(widthPx).map((xPx) => ({
      xPx,
      yPx,
      widthPx: Math.min(LONG_SIDE_PX, widthPx - xPx),
      heightPx: Math.min(LONG_SIDE_PX, heightPx - yPx),
    })),
  );
}

/** Where parts begin along a side: evenly spread, so that the last one ends with it. */
function startsAlong(sidePx: number): number[] {
  const rest = Math.max(0, sidePx - LONG_SIDE_PX);
  const steps = Math.ceil(rest / (LONG_SIDE_PX - OVERLAP_PX));
  return Array.from({ length: steps + 1 }, (_, at) => Math.round((at * rest) / Math.max(1, steps)));
}

function detectPart(cv: OpenCv, grey: Grey, part: PixelArea): SeenMark[] {
  return freeing((keep) =>
    detectMarks(cv, keep(greyPart(cv, grey, part)), grey, {
      x: part.xPx,
      y: part.yPx,
      scale: 1,
      isCloseUp: false,
    }),
  );
}

/** Each mark once, though it was found twice. */
function withoutTwins(marks: readonly SeenMark[]): SeenMark[] {
  return marks.filter((mark, at) => !marks.slice(0, at).some((other) => isSame(mark, other)));
}

function isSame(mark: SeenMark, other: SeenMark): boolean {
  const isNamedAlike = mark.group === other.group && mark.place === other.place;
  const near = distance(mark.corners[0], mark.corners[2]) / 4;
  return isNamedAlike && distance(mark.corners[0], other.corners[0]) < near;
}

/** What is left of a neighbour at the photo's edge, beside a whole sheet, was not meant. */
function withoutScraps(cv: OpenCv, sheets: readonly FoundSheet[], grey: Grey): FoundSheet[] {
  if (!sheets.some(({ marks }) => marks.length > 2)) return [...sheets];
  return sheets.filter(
    (sheet) => sheet.marks.length > 2 || (sheet.marks.length === 2 && isInside(sheet, grey, cv)),
  );
}

/** Whether all corners of a sheet should be in the photo; others only reach into it. */
export function isInside({ marks }: FoundSheet, { widthPx, heightPx }: Grey, cv: OpenCv): boolean {
  const [fit] = fitPapers(cv, marks);
  if (fit === undefined) return false;
  return marksOn(fit.page).marks.every(({ xMm, yMm }) => {
    const { x, y } = project(fit.toPhoto, xMm, yMm);
    return x > 0 && y > 0 && x < widthPx && y < heightPx;
  });
}

/** From the top left to the bottom right of the photo. */
function readingOrder({ marks }: FoundSheet): number {
  const corners = marks.flatMap((mark) => mark.corners);
  return corners.reduce((sum, { x, y }) => sum + x + 2 * y, 0) / corners.length;
}
