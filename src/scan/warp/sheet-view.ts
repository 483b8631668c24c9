import type { Area, Size } from "../../print/geometry.ts";
import { disposeAfterUse, type Mat, type OpenCv } from "../image/tools.ts";
import { CHROMA_SCALE, joinChroma } from "../image/chroma.ts";
import type { Chroma, Grey, Photo } from "../image/picture.ts";
import { type Homography, project } from "../marks/page-fit.ts";
import { type Bend, bendShift } from "./bend.ts";

/** The projection of a sheet into a photo. */
export interface SheetProjection {
  readonly page: Size;
  /** From mm on a flat sheet to px in the photo. */
  readonly toPhoto: Homography;
  readonly bend: Bend;
}

/** A photo in OpenCV's memory, perhaps scaled down. */
export interface ScaledPhoto {
  readonly mat: Mat;
  /** Relative to the photo. */
  readonly scale: number;
}

/** Projects a point of the sheet, in mm, into the photo, in px. */
export function projectPoint({ toPhoto, bend }: SheetProjection, xMm: number, yMm: number) {
  const [across, down] = bendShift(bend, xMm, yMm);
  return project(toPhoto, xMm + across, yMm + down);
}

/** Sampled places across and down an area. */
const SPOTS = [0.02, 0.25, 0.5, 0.75, 0.98];

/** The share of an area of the sheet that lies in the photo, 0 to 1. */
export function shareInPhoto(view: SheetProjection, { widthPx, heightPx }: Grey, area: Area): number {
  let inPhoto = 0;
  for (const across of SPOTS)
    for (const down of SPOTS) {
      const { x, y } = projectPoint(view, area.xMm + across * area.widthMm, area.yMm + down * area.heightMm);
      if (x >= 0 && y >= 0 && x <= widthPx - 1 && y <= heightPx - 1) inPhoto++;
    }
  return inPhoto / SPOTS.length ** 2;
}

/** The projection is computed at nodes this far apart on the sheet, and interpolated between them. */
const NODE_MM = 2;
/** Rows of nodes per pass: coordinates for all pixels of a sheet would take several times the memory of the sheet. */
const STRIP_NODES = 12;

/**
 * Straightens a sheet with a margin around it, by sampling the photo at the projection of each pixel.
 *
 * @param pxPerMm a multiple of a half
 * @returns a picture of the photo's kind, which the caller frees
 */
export function warpSheet(
  cv: OpenCv,
  photo: ScaledPhoto,
  view: SheetProjection,
  pxPerMm: number,
  rimPx: number,
): Mat {
  const widthPx = Math.round(view.page.widthMm * pxPerMm) + 2 * rimPx;
  const heightPx = Math.round(view.page.heightMm * pxPerMm) + 2 * rimPx;
  const stepPx = NODE_MM * pxPerMm;
  const [columns, rows] = [Math.ceil(widthPx / stepPx), Math.ceil(heightPx / stepPx)];
  return disposeAfterUse((keep) => {
    const nodes = keep(new cv.Mat(rows + 2, columns + 2, cv.CV_32FC2));
    placeNodes(nodes, view, photo.scale, pxPerMm, rimPx);
    const straight = new cv.Mat(heightPx, widthPx, photo.mat.type());
    for (let first = 0; first < rows; first += STRIP_NODES) {
      const yPx = first * stepPx;
      const strip = new cv.Rect(0, yPx, widthPx, Math.min(STRIP_NODES * stepPx, heightPx - yPx));
      const own = new cv.Rect(0, first, columns + 2, Math.min(STRIP_NODES, rows - first) + 2);
      disposeAfterUse((keep) =>
        straightenStrip(cv, photo.mat, keep(nodes.roi(own)), stepPx, keep(straight.roi(strip))),
      );
    }
    return straight;
  });
}

/** Fills a strip of a straightened sheet. @param nodes the strip's nodes, and one more on each side */
function straightenStrip(cv: OpenCv, photo: Mat, nodes: Mat, stepPx: number, strip: Mat): void {
  disposeAfterUse((keep) => {
    const whole = keep(new cv.Mat());
    const size = new cv.Size(nodes.cols * stepPx, nodes.rows * stepPx);
    cv.resize(nodes, whole, size, 0, 0, cv.INTER_LINEAR);
    const map = keep(whole.roi(new cv.Rect(stepPx, stepPx, strip.cols, strip.rows)));
    cv.remap(photo, strip, map, keep(new cv.Mat()), cv.INTER_LINEAR, cv.BORDER_REPLICATE);
  });
}

/** Projects each node into the photo. A node is in the middle of its pixels, as the interpolation of resizing expects. */
function placeNodes(nodes: Mat, view: SheetProjection, scale: number, pxPerMm: number, rimPx: number): void {
  const { rows, cols, data32F: places } = nodes;
  const stepPx = NODE_MM * pxPerMm;
  for (let row = 0, at = 0; row < rows; row++)
    for (let column = 0; column < cols; column++) {
      const xMm = ((column - 0.5) * stepPx - rimPx) / pxPerMm;
      const yMm = ((row - 0.5) * stepPx - rimPx) / pxPerMm;
      const { x, y } = projectPoint(view, xMm, yMm);
      places[at++] = (x + 0.5) * scale - 0.5;
      places[at++] = (y + 0.5) * scale - 0.5;
    }
}

/** The straightened sheet in RGB. Its chroma is straightened at its own resolution. */
export function straightenInColour(
  cv: OpenCv,
  { grey, chroma }: Photo,
  view: SheetProjection,
  pxPerMm: number,
): Mat {
  const straight = ({ widthPx, heightPx, pixels }: Grey | Chroma, type: unknown, scale: number) =>
    disposeAfterUse((keep) => {
      const mat = keep(cv.matFromArray(heightPx, widthPx, type, pixels));
      return warpSheet(cv, { mat, scale }, view, scale * pxPerMm, 0);
    });
  return disposeAfterUse((keep) => {
    const levels = keep(straight(grey, cv.CV_8UC1, 1));
    const small = keep(straight(chroma, cv.CV_8UC2, CHROMA_SCALE));
    const colours = keep(new cv.Mat());
    cv.resize(small, colours, new cv.Size(levels.cols, levels.rows), 0, 0, cv.INTER_LINEAR);
    const sheet = new cv.Mat(levels.rows, levels.cols, cv.CV_8UC3);
    joinChroma(levels.data, colours.data, sheet.data);
    return sheet;
  });
}
