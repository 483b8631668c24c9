import type { Area, Size } from "../../print/geometry.ts";
import { freeing, type Mat, type OpenCv } from "../image/opencv.ts";
import type { Grey } from "../image/picture.ts";
import { type Homography, project } from "../marks/page-fit.ts";
import { type Bend, shiftAt } from "./bend.ts";

/** Where the points of a sheet are seen in a photo. */
export interface SheetView {
  readonly page: Size;
  /** From mm on a flat sheet to px in the photo. */
  readonly toPhoto: Homography;
  readonly bend: Bend;
}

/** A photo in OpenCV's memory, perhaps made smaller. */
export interface ScaledPhoto {
  readonly mat: Mat;
  /** Px of it for each px of the photo. */
  readonly scale: number;
}

/** Where a point of the sheet, in mm, is seen in the photo, in px. */
export function seenAt({ toPhoto, bend }: SheetView, xMm: number, yMm: number) {
  const [across, down] = shiftAt(bend, xMm, yMm);
  return project(toPhoto, xMm + across, yMm + down);
}

/** Places across and down an area at which it is asked whether it is in the photo. */
const SPOTS = [0.02, 0.25, 0.5, 0.75, 0.98];

/** How much of an area of the sheet lies in the photo, 0 to 1. */
export function shareInPhoto(view: SheetView, { widthPx, heightPx }: Grey, area: Area): number {
  let inPhoto = 0;
  for (const across of SPOTS)
    for (const down of SPOTS) {
      const { x, y } = seenAt(view, area.xMm + across * area.widthMm, area.yMm + down * area.heightMm);
      if (x >= 0 && y >= 0 && x <= widthPx - 1 && y <= heightPx - 1) inPhoto++;
    }
  return inPhoto / SPOTS.length ** 2;
}

/** The view is reckoned at places this far apart on the sheet and evenly spread between them. */
const NODE_MM = 2;

/**
 * Straightens a sheet: takes each pixel of the flat sheet from where it is seen in the photo.
 *
 * @param rimPx how much of the surroundings to show on all sides
 * @returns a picture of the photo's kind, which the caller frees
 */
export function straightened(
  cv: OpenCv,
  photo: ScaledPhoto,
  view: SheetView,
  pxPerMm: number,
  rimPx: number,
): Mat {
  const widthPx = Math.round(view.page.widthMm * pxPerMm) + 2 * rimPx;
  const heightPx = Math.round(view.page.heightMm * pxPerMm) + 2 * rimPx;
  return freeing((keep) => {
    const mapX = keep(new cv.Mat(heightPx, widthPx, cv.CV_32FC1));
    const mapY = keep(new cv.Mat(heightPx, widthPx, cv.CV_32FC1));
    fillMaps(mapX.data32F, mapY.data32F, widthPx, heightPx, nodesOf(view, photo.scale, pxPerMm, rimPx));
    const straight = new cv.Mat();
    const outside = new cv.Scalar(0, 0, 0, 0);
    cv.remap(photo.mat, straight, mapX, mapY, cv.INTER_LINEAR, cv.BORDER_REPLICATE, outside);
    return straight;
  });
}

interface Nodes {
  readonly columns: number;
  readonly stepPx: number;
  readonly xs: Float64Array;
  readonly ys: Float64Array;
}

function nodesOf(view: SheetView, scale: number, pxPerMm: number, rimPx: number): Nodes {
  const { widthMm, heightMm } = view.page;
  const stepPx = NODE_MM * pxPerMm;
  const columns = Math.ceil((widthMm * pxPerMm + 2 * rimPx) / stepPx) + 2;
  const rows = Math.ceil((heightMm * pxPerMm + 2 * rimPx) / stepPx) + 2;
  const xs = new Float64Array(columns * rows);
  const ys = new Float64Array(columns * rows);
  for (let at = 0; at < xs.length; at++) {
    const xMm = ((at % columns) * stepPx - rimPx + 0.5) / pxPerMm;
    const yMm = (Math.floor(at / columns) * stepPx - rimPx + 0.5) / pxPerMm;
    const { x, y } = seenAt(view, xMm, yMm);
    xs[at] = (x + 0.5) * scale - 0.5;
    ys[at] = (y + 0.5) * scale - 0.5;
  }
  return { columns, stepPx, xs, ys };
}

function fillMaps(
  mapX: Float32Array,
  mapY: Float32Array,
  widthPx: number,
  heightPx: number,
  { columns, stepPx, xs, ys }: Nodes,
): void {
  for (let row = 0; row < heightPx; row++) {
    const first = Math.floor(row / stepPx) * columns;
    const down = row / stepPx - Math.floor(row / stepPx);
    fillRow(mapX, row * widthPx, widthPx, stepPx, (column) => between(xs, first + column, columns, down));
    fillRow(mapY, row * widthPx, widthPx, stepPx, (column) => between(ys, first + column, columns, down));
  }
}

/** Spreads the values at nodes evenly over the pixels between them. */
function fillRow(
  map: Float32Array,
  start: number,
  widthPx: number,
  stepPx: number,
  node: (column: number) => number,
): void {
  let next = node(0);
  for (let from = 0, column = 1; from < widthPx; from += stepPx, column++) {
    const value = next;
    next = node(column);
    const step = (next - value) / stepPx;
    const end = Math.min(stepPx, widthPx - from);
    for (let at = 0; at < end; at++) map[start + from + at] = value + at * step;
  }
}

/** Between two rows of nodes. */
function between(values: Float64Array, node: number, columns: number, down: number): number {
  return (values[node] ?? 0) * (1 - down) + (values[node + columns] ?? 0) * down;
}
