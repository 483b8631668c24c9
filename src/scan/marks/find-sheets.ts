import { type Mark, marksWithPlace, placeFiducials } from "../../print/layout/marks.ts";
import { getElement } from "../../rules/arrays.ts";
import { type OpenCv, type PhotoTools, handyScale } from "../image/tools.ts";
import { distance, type Grey, type Photo, type PixelArea, type Point } from "../image/picture.ts";
import { detectMarks, type FoundMark } from "./detect.ts";
import { areaCorners, fitPages, fitPapers, type PageFit, project } from "./page-fit.ts";

/** The fiducials of one sheet, all of one kind, by their place. */
export interface FoundSheet {
  readonly group: number;
  readonly kind: ReturnType<typeof marksWithPlace>;
  readonly marks: readonly FoundMark[];
}

/** Finds all sheets in a photo by their fiducials, in any orientation; in reading order. */
export function findSheets({ grey }: Photo, { cv }: PhotoTools): FoundSheet[] {
  const marks = lookForMarks(cv, grey);
  const sheets = assembleSheets(cv, marks).map((sheet) => addHiddenMarks(cv, grey, sheet));
  const isAnyWhole = sheets.some((sheet) => sheet.marks.length > 2);
  // Neighbours that only reach into the photo of a complete sheet are left out.
  const isMeant = (sheet: FoundSheet) =>
    sheet.marks.length > 2 || (sheet.marks.length === 2 && isInside(sheet, grey, cv));
  return sheets
    .filter((sheet) => !isAnyWhole || isMeant(sheet))
    .sort((a, b) => readingOrder(a) - readingOrder(b));
}

/** The size of the photo for detecting mirrored fiducials; small, because most photos without fiducials are of other pads. */
const MIRRORED_SIDE_PX = 1200;

/** Whether a photo is mirrored, as front cameras may save it: its mirror image has several fiducials of a sheet. @param mirrored the mirror image of the photo */
export function hasMirroredMarks({ grey: mirrored }: Photo, { cv }: PhotoTools): boolean {
  const { widthPx, heightPx } = mirrored;
  const scale = handyScale(Math.min(1, MIRRORED_SIDE_PX / Math.max(widthPx, heightPx)));
  const marks = detectMarks(cv, mirrored, { xPx: 0, yPx: 0, widthPx, heightPx }, scale, false);
  return marks.some((mark) =>
    marks.some((other) => other.group === mark.group && other.place !== mark.place),
  );
}

/** The size of the photo for detecting fiducials, which takes half the time and finds as many. */
const LONG_SIDE_PX = 2000;
/** Smaller fiducials may have been missed at that scale. */
const SMALL_PX = 34;
/** Fiducials up to this size are complete in some part of a full-size photo; larger ones are found in the scaled photo. */
const OVERLAP_PX = 250;

/** Finds the fiducials of a photo. If it is large and fiducials are missing or tiny, it is also searched in full size. */
function lookForMarks(cv: OpenCv, grey: Grey): FoundMark[] {
  const { widthPx, heightPx } = grey;
  const scale = handyScale(Math.min(1, LONG_SIDE_PX / Math.max(widthPx, heightPx)));
  const marks = detectMarks(cv, grey, { xPx: 0, yPx: 0, widthPx, heightPx }, scale, false);
  const isTiny = marks.some(({ corners }) => distance(corners[0], corners[1]) * scale < SMALL_PX);
  if (scale === 1 || (marks.length > 1 && !isTiny)) return marks;
  const all = [...marks, ...listPhotoParts(grey).flatMap((part) => detectMarks(cv, grey, part, 1, false))];
  return all.filter((mark, at) => !all.slice(0, at).some((other) => isSame(mark, other)));
}

/** Overlapping parts of a photo. None is larger than the scaled photo, so that OpenCV needs little more memory. */
function listPhotoParts({ widthPx, heightPx }: Grey): PixelArea[] {
  // Evenly spaced, so that the last part ends with the photo.
  const startsAlong = (sidePx: number) => {
    const rest = Math.max(0, sidePx - LONG_SIDE_PX);
    const steps = Math.ceil(rest / (LONG_SIDE_PX - OVERLAP_PX));
    return Array.from({ length: steps + 1 }, (_, at) => Math.round((at * rest) / Math.max(1, steps)));
  };
  const [width, height] = [Math.min(LONG_SIDE_PX, widthPx), Math.min(LONG_SIDE_PX, heightPx)];
  return startsAlong(heightPx).flatMap((yPx) =>
    startsAlong(widthPx).map((xPx) => ({ xPx, yPx, widthPx: width, heightPx: height })),
  );
}

function isSame({ group, place, corners }: FoundMark, other: FoundMark): boolean {
  if (group !== other.group || place !== other.place) return false;
  return distance(corners[0], other.corners[0]) < distance(corners[0], corners[2]) / 4;
}

/** The greatest misfit of fiducials of one sheet, as a share of their side. */
const MAX_MISFIT = 0.4;
/** The greatest number of fiducials of a group that are considered; people don't photograph more sheets at once. */
const MAX_MARKS = 24;

type MarkSet = readonly FoundMark[];

/** Assigns fiducials of a group to sheets, if they fit a page. Complete sheets come first, to separate two of a group. */
function assembleSheets(cv: OpenCv, marks: MarkSet): FoundSheet[] {
  const series = new Map(
    marks.map(({ group, place }) => {
      const kind = marksWithPlace(place);
      return [`${group} ${kind}`, { group, kind }];
    }),
  );
  return [...series.values()].flatMap(({ group, kind }) => {
    const own = marks.filter((mark) => mark.group === group && marksWithPlace(mark.place) === kind);
    let left: MarkSet = own.slice(0, MAX_MARKS);
    const sheets: FoundSheet[] = [];
    let size = new Set(left.map(({ place }) => place)).size;
    while (size > 0) {
      const best = left.length < size ? null : bestSet(cv, left, size);
      if (best === null) size--;
      else {
        sheets.push({ group, kind, marks: best.toSorted((a, b) => a.place - b.place) });
        left = left.filter((mark) => !best.includes(mark));
      }
    }
    return sheets;
  });
}

/** The set of `size` fiducials that fits a page best; null if none does. */
function bestSet(cv: OpenCv, marks: MarkSet, size: number): MarkSet | null {
  if (size === 1) return marks.slice(0, 1);
  const sets = [...generateMarkSets(marks, size)];
  // With several sets, only named papers are tried, because trying all sizes would take long.
  const padFits = sets.length === 1 ? fitPages : fitPapers;
  const fits = sets.map((set) => ({ set, misfit: padFits(cv, set)[0]?.misfit ?? MAX_MISFIT }));
  const [best] = fits.filter(({ misfit }) => misfit < MAX_MISFIT).sort((a, b) => a.misfit - b.misfit);
  return best?.set ?? null;
}

/** All sets of a size with at most one fiducial for each place, of similar size and orientation. */
function* generateMarkSets(marks: MarkSet, size: number, begun: MarkSet = []): Generator<MarkSet> {
  if (begun.length === size) {
    yield begun;
    return;
  }
  for (const [at, mark] of marks.entries()) {
    const next = marks.slice(at + 1).filter(({ place }) => place !== mark.place);
    if (begun.every((other) => isAlike(other, mark))) yield* generateMarkSets(next, size, [...begun, mark]);
  }
}

/** The greatest ratio of sizes of a sheet's fiducials in perspective. */
const MAX_GROWTH = 2.2;
/** The cosine of the greatest angle between fiducials of a sheet, due to perspective and curl. */
const MIN_COSINE = 0.7;

function isAlike({ corners: [a, , b] }: FoundMark, { corners: [c, , d] }: FoundMark): boolean {
  const [one, other] = [distance(a, b), distance(c, d)];
  const growth = one / other;
  const cosine = ((b.x - a.x) * (d.x - c.x) + (b.y - a.y) * (d.y - c.y)) / (one * other);
  return growth < MAX_GROWTH && growth > 1 / MAX_GROWTH && cosine > MIN_COSINE;
}

/** The search radius around the expected place of a missing fiducial, in sides of a fiducial. */
const AROUND = 2;
/** The size of a fiducial in a close-up, at which its modules are clear. */
const CLOSE_UP_PX = 64;
const MAX_ENLARGEMENT = 4;

/** Searches close-ups for missing fiducials of a sheet; three predict the place of the fourth well. */
function addHiddenMarks(cv: OpenCv, grey: Grey, sheet: FoundSheet): FoundSheet {
  if (sheet.marks.length < 2) return sheet;
  const [fit] = fitPages(cv, sheet.marks);
  if (fit === undefined) return sheet;
  const hidden = placeFiducials(fit.page, sheet.kind).marks.filter((mark) =>
    sheet.marks.every(({ place }) => place !== mark.place),
  );
  const found = hidden.flatMap((mark) => {
    const seen = lookForMark(cv, grey, mark, fit);
    return seen.find(({ group, place }) => group === sheet.group && place === mark.place) ?? [];
  });
  return { ...sheet, marks: [...sheet.marks, ...found].sort((a, b) => a.place - b.place) };
}

/** All fiducials around the expected place of one. */
function lookForMark(cv: OpenCv, grey: Grey, mark: Mark, { toPhoto }: PageFit): FoundMark[] {
  const corners = areaCorners(mark).map(({ x, y }) => project(toPhoto, x, y));
  const side = distance(getElement(corners, 0), getElement(corners, 1));
  const margin = AROUND * side;
  const around = (axis: "x" | "y", end: number) => {
    const values = corners.map((corner) => corner[axis]);
    const first = Math.max(0, Math.floor(Math.min(...values) - margin));
    return [first, Math.min(end, Math.ceil(Math.max(...values) + margin)) - first] as const;
  };
  const [xPx, widthPx] = around("x", grey.widthPx);
  const [yPx, heightPx] = around("y", grey.heightPx);
  // Otherwise hardly any of it is in the photo.
  if (!(widthPx > margin && heightPx > margin)) return [];
  const scale = Math.max(1, Math.min(MAX_ENLARGEMENT, CLOSE_UP_PX / side));
  return detectMarks(cv, grey, { xPx, yPx, widthPx, heightPx }, scale, true);
}

/** The expected corners of a sheet in the photo, clockwise from its top left, by the page that its fiducials fit best; null if they fit none. */
export function sheetOutline({ marks }: FoundSheet, cv: OpenCv): Point[] | null {
  const [fit] = fitPapers(cv, marks);
  if (fit === undefined) return null;
  const { widthMm, heightMm } = fit.page;
  return areaCorners({ xMm: 0, yMm: 0, widthMm, heightMm }).map(({ x, y }) => project(fit.toPhoto, x, y));
}

/** Whether all expected corners of a sheet are in the photo. */
export function isInside({ kind, marks }: FoundSheet, { widthPx, heightPx }: Grey, cv: OpenCv): boolean {
  const [fit] = fitPapers(cv, marks);
  if (fit === undefined) return false;
  return placeFiducials(fit.page, kind).marks.every(({ xMm, yMm }) => {
    const { x, y } = project(fit.toPhoto, xMm, yMm);
    return x > 0 && y > 0 && x < widthPx && y < heightPx;
  });
}

/** From the top left to the bottom right of the photo. */
function readingOrder({ marks }: FoundSheet): number {
  const corners = marks.flatMap((mark) => mark.corners);
  return corners.reduce((sum, { x, y }) => sum + x + 2 * y, 0) / corners.length;
}
