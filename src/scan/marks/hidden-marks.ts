import { marksOn } from "../../print/layout/marks.ts";
import { distance, project } from "../image/homography.ts";
import { freeing, greyMat, type OpenCv } from "../image/opencv.ts";
import type { Grey, Point } from "../image/picture.ts";
import { detectMarks, type SeenMark } from "./detect.ts";
import type { FoundSheet } from "./found-sheet.ts";
import { cornersOf, fitPages } from "./page-fit.ts";

/** A mark is looked for this many sides around the place where it should be. */
const AROUND = 2;
/** In a picture of its own, a mark is made about this large, so that its modules are clear. */
const CLOSE_UP_PX = 64;

/** Looks closely at the places where marks of a sheet are missing; three marks tell well where the fourth one should be. */
export function withHiddenMarks(cv: OpenCv, grey: Grey, sheet: FoundSheet): FoundSheet {
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
