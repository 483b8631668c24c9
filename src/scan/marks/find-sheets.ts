import { marksOn } from "../../print/layout/marks.ts";
import { distance, project } from "../image/homography.ts";
import { freeing, greyMat, greyPart, type OpenCv } from "../image/opencv.ts";
import type { Grey, Photo, PixelArea, Point } from "../image/picture.ts";
import type { PhotoTools } from "../image/tools.ts";
import { assembleSheets } from "./assemble.ts";
import { detectMarks, type SeenMark } from "./detect.ts";
import type { FoundSheet } from "./found-sheet.ts";
import { cornersOf, fitPages, fitPapers } from "./page-fit.ts";

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

/** A mark is looked for this many sides around the place where it should be. */
const AROUND = 2;
/** In a picture of its own, a mark is made about this large, so that its modules are clear. */
const CLOSE_UP_PX = 64;

/** Looks closely at the places where marks of a sheet are missing; three marks tell well where the fourth one should be. */
function withHiddenMarks(cv: OpenCv, grey: Grey, sheet: FoundSheet): FoundSheet {
  if (sheet.marks.length < 2) return sheet;
  const [fit] = fitPages(cv, sheet.marks);
  if (fit === undefined) return sheet;
  const missing = marksOn(fit.page).marks.filter(
    (mark) => !sheet.marks.some(({ place }) => place === mark.place),
  );
  const found = missing.flatMap((mark) => {
    const corners = cornersOf(mark).map(({ x, y }) => project(fit.toPhoto, x, y));
    const seen = lookAround(cv, grey, corners);
    return seen.filter(({ group, place }) => group === sheet.group && place === mark.place).slice(0, 1);
  });
  const added = found.map(({ place, corners, blurPx }) => ({ place, corners, blurPx }));
  return { ...sheet, marks: [...sheet.marks, ...added].sort((a, b) => a.place - b.place) };
}

function lookAround(cv: OpenCv, grey: Grey, corners: readonly Point[]): SeenMark[] {
  const [first, second] = corners;
  if (first === undefined || second === undefined) return [];
  const side = distance(first, second);
  const part = cut(grey, corners, AROUND * side);
  if (part === null) return [];
  const scale = Math.max(1, Math.min(4, CLOSE_UP_PX / side));
  return freeing((keep) => {
    const [whole, large] = [keep(greyMat(cv, part.grey)), keep(new cv.Mat())];
    cv.resize(whole, large, new cv.Size(0, 0), scale, scale, cv.INTER_CUBIC);
    const closeUp = { ...part, scale, isCloseUp: true };
    const seen = detectMarks(cv, large, grey, closeUp);
    if (seen.length > 0) return seen;
    // Noise frays the edges of a mark, by which it would be known as a square.
    cv.GaussianBlur(large, large, new cv.Size(0, 0), scale, scale);
    return detectMarks(cv, large, grey, closeUp);
  });
}

/** The part of a picture around points; null if next to nothing of it is in the picture. */
function cut(grey: Grey, points: readonly Point[], margin: number) {
  const { widthPx, heightPx, pixels } = grey;
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const left = Math.max(0, Math.floor(Math.min(...xs) - margin));
  const right = Math.min(widthPx, Math.ceil(Math.max(...xs) + margin));
  const top = Math.max(0, Math.floor(Math.min(...ys) - margin));
  const bottom = Math.min(heightPx, Math.ceil(Math.max(...ys) + margin));
  const [width, height] = [right - left, bottom - top];
  if (!(width > margin && height > margin)) return null;
  const part = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = (top + y) * widthPx + left;
    part.set(pixels.subarray(from, from + width), y * width);
  }
  return { x: left, y: top, grey: { widthPx: width, heightPx: height, pixels: part } };
}
