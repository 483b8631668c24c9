import { disposeAfterUse, greyMat, type OpenCv } from "../../src/scan/image/tools.ts";
import type { Grey, Photo, Point } from "../../src/scan/image/picture.ts";

/** A sheet before the camera: how it lies, how it is bent, and what light and lens do. Everything left out is ideal. */
export interface Pose {
  readonly widthPx: number;
  readonly heightPx: number;
  /** In the middle of the sheet. */
  readonly pxPerMm: number;
  /** Where the middle of the sheet comes to lie, as shares of the photo. */
  readonly at?: readonly [number, number];
  readonly turnDegrees?: number;
  /** Top away from the camera, right side away from it. */
  readonly tiltDegrees?: readonly [number, number];
  /** How far the middle of the sheet stands off a plane through its top and bottom edges, in mm. */
  readonly bulgeMm?: number;
  /** How far the top edge is bent up, as by the glue of a pad, in mm. */
  readonly glueMm?: number;
  /** Distortion of the lens at the corner of the photo, as a share of the distance from its middle. */
  readonly lens?: number;
  readonly blurPx?: number;
  readonly noise?: number;
  /** Share of the light at a point of the photo, given as shares of width and height. */
  readonly light?: (x: number, y: number) => number;
}

/** A sheet in shades of grey, to be photographed. */
export interface PaperSheet {
  readonly picture: Grey;
  readonly pxPerMm: number;
}

export interface Shot {
  readonly photo: Photo;
  /** Where a point of the sheet, in mm, is seen in the photo. */
  readonly seenAt: (xMm: number, yMm: number) => Point;
}

const CAMERA_MM = 380;
const TABLE = 96;

/** Photographs sheets on a dark table; of sheets that overlap, the last one lies on top. */
export function photograph(cv: OpenCv, sheets: readonly (readonly [PaperSheet, Pose])[]): Shot[] {
  const [first] = sheets;
  if (first === undefined) throw new Error("nothing to photograph");
  const { widthPx, heightPx } = first[1];
  const levels = new Float32Array(widthPx * heightPx).fill(TABLE);
  const views = sheets.map(([sheet, pose]) => {
    const seenAt = lensOf(sheet, pose);
    lay(cv, levels, sheet, pose, seenAt);
    return seenAt;
  });
  const grey = develop(cv, levels, first[1]);
  return views.map((seenAt) => ({ photo: photoOf(grey), seenAt }));
}

/** A photo without colours. */
export function photoOf(grey: Grey): Photo {
  const [halfWidth, halfHeight] = [grey.widthPx, grey.heightPx].map((px) => Math.ceil(px / 2)) as [
    number,
    number,
  ];
  const pixels = new Uint8Array(2 * halfWidth * halfHeight).fill(128);
  return { grey, chroma: { widthPx: halfWidth, heightPx: halfHeight, pixels } };
}

/** From mm on the sheet to px in the photo. */
function lensOf({ picture, pxPerMm }: PaperSheet, pose: Pose): Shot["seenAt"] {
  const width = picture.widthPx / pxPerMm;
  const height = picture.heightPx / pxPerMm;
  const [away, aside] = (pose.tiltDegrees ?? [0, 0]).map((degrees) => (degrees * Math.PI) / 180);
  const turn = ((pose.turnDegrees ?? 0) * Math.PI) / 180;
  const [atX, atY] = pose.at ?? [0.5, 0.5];
  const focal = pose.pxPerMm * CAMERA_MM;
  const corner = Math.hypot(pose.widthPx, pose.heightPx) / 2;
  return (xMm, yMm) => {
    const t = (2 * yMm) / height - 1;
    const z0 = (pose.bulgeMm ?? 0) * (1 - t * t) + (pose.glueMm ?? 0) * Math.exp(-yMm / (height / 5));
    const [x0, y0] = [xMm - width / 2, yMm - height / 2];
    const [y1, z1] = turned(y0, -z0, -(away ?? 0));
    const [x2, z2] = turned(x0, z1, -(aside ?? 0));
    const [x3, y3] = turned(x2, y1, turn);
    const depth = CAMERA_MM + z2;
    const x = (focal * x3) / depth + (atX - 0.5) * pose.widthPx;
    const y = (focal * y3) / depth + (atY - 0.5) * pose.heightPx;
    const bent = 1 + (pose.lens ?? 0) * ((x * x + y * y) / corner ** 2);
    return { x: x * bent + pose.widthPx / 2 - 0.5, y: y * bent + pose.heightPx / 2 - 0.5 };
  };
}

function turned(a: number, b: number, angle: number): [number, number] {
  return [a * Math.cos(angle) - b * Math.sin(angle), a * Math.sin(angle) + b * Math.cos(angle)];
}

/** Nodes of the grid on which the view is inverted lie this far apart, in px. */
const GRID_PX = 8;

/** Puts a sheet into the picture, by way of the inverse of its view. */
function lay(
  cv: OpenCv,
  levels: Float32Array,
  sheet: PaperSheet,
  { widthPx, heightPx }: Pose,
  seenAt: Shot["seenAt"],
) {
  const columns = Math.ceil(widthPx / GRID_PX) + 1;
  const rows = Math.ceil(heightPx / GRID_PX) + 1;
  const nodes = new Float32Array(2 * columns * rows);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const { x, y } = sheetPoint(seenAt, sheet, column * GRID_PX, row * GRID_PX);
      nodes[2 * (row * columns + column)] = x * sheet.pxPerMm - 0.5;
      nodes[2 * (row * columns + column) + 1] = y * sheet.pxPerMm - 0.5;
    }
  disposeAfterUse((keep) => {
    const [mapX, mapY] = [0, 1].map(() => keep(new cv.Mat(heightPx, widthPx, cv.CV_32FC1)));
    const [from, to] = [keep(greyMat(cv, sheet.picture)), keep(new cv.Mat())];
    if (mapX === undefined || mapY === undefined) return;
    spread(nodes, columns, 0, mapX.data32F, widthPx);
    spread(nodes, columns, 1, mapY.data32F, widthPx);
    // Table is told from paper by a value that no paper has.
    cv.remap(from, to, mapX, mapY, cv.INTER_AREA, cv.BORDER_CONSTANT, new cv.Scalar(0));
    putPaper(levels, to.data, { xs: mapX.data32F, ys: mapY.data32F }, sheet.picture);
  });
}

/** Puts what is seen of the paper into the picture. What runs for every pixel is a function of its own: it stays compiled. */
function putPaper(
  levels: Float32Array,
  seen: Uint8Array,
  { xs, ys }: Readonly<Record<"xs" | "ys", Float32Array>>,
  { widthPx, heightPx }: Grey,
): void {
  for (let at = 0; at < levels.length; at++) {
    const x = xs[at] as number;
    const y = ys[at] as number;
    if (x > 0 && y > 0 && x < widthPx - 1 && y < heightPx - 1) levels[at] = seen[at] as number;
  }
}

/** Spreads one part of the values at nodes evenly over the pixels between them. */
function spread(nodes: Float32Array, columns: number, part: number, map: Float32Array, widthPx: number) {
  for (let y = 0; y * widthPx < map.length; y++) {
    const first = Math.floor(y / GRID_PX) * columns;
    const down = (y % GRID_PX) / GRID_PX;
    for (let x = 0; x < widthPx; x += GRID_PX) {
      const at = 2 * (first + x / GRID_PX) + part;
      const from = between(nodes, at, at + 2 * columns, down);
      const step = (between(nodes, at + 2, at + 2 + 2 * columns, down) - from) / GRID_PX;
      const count = Math.min(GRID_PX, widthPx - x);
      for (let right = 0; right < count; right++) map[y * widthPx + x + right] = from + right * step;
    }
  }
}

function between(values: Float32Array, upper: number, lower: number, down: number): number {
  return (values[upper] as number) * (1 - down) + (values[lower] as number) * down;
}

/** The point of the sheet, in mm, that is seen at a place of the photo, by Newton's method. */
function sheetPoint(seenAt: Shot["seenAt"], { picture, pxPerMm }: PaperSheet, px: number, py: number): Point {
  let x = picture.widthPx / pxPerMm / 2;
  let y = picture.heightPx / pxPerMm / 2;
  for (let pass = 0; pass < 6; pass++) {
    const at = seenAt(x, y);
    const [right, below] = [seenAt(x + 0.1, y), seenAt(x, y + 0.1)];
    const [a, b] = [(right.x - at.x) * 10, (below.x - at.x) * 10];
    const [c, d] = [(right.y - at.y) * 10, (below.y - at.y) * 10];
    const [offX, offY] = [px - at.x, py - at.y];
    const area = a * d - b * c;
    x = Math.max(-400, Math.min(800, x + (d * offX - b * offY) / area));
    y = Math.max(-400, Math.min(800, y + (a * offY - c * offX) / area));
  }
  return { x, y };
}

/** Light, blur and noise. */
function develop(cv: OpenCv, levels: Float32Array, pose: Pose): Grey {
  const { widthPx, heightPx, light, blurPx = 0, noise = 0 } = pose;
  return disposeAfterUse((keep) => {
    const mat = keep(new cv.Mat(heightPx, widthPx, cv.CV_32FC1));
    mat.data32F.set(levels);
    if (blurPx > 0) cv.GaussianBlur(mat, mat, new cv.Size(0, 0), blurPx, blurPx);
    const seen = mat.data32F;
    if (light !== undefined) illuminate(seen, widthPx, light);
    return { widthPx, heightPx, pixels: withNoise(seen, noise) };
  });
}

function illuminate(levels: Float32Array, widthPx: number, light: NonNullable<Pose["light"]>): void {
  const heightPx = levels.length / widthPx;
  for (let y = 0, at = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++, at++)
      levels[at] = (levels[at] as number) * light(x / widthPx, y / heightPx);
}

const MOST_NOISE = Math.sqrt(6);

/** Adds noise of about mean 0 and deviation 1, always the same. */
function withNoise(levels: Float32Array, noise: number): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(levels.length);
  let state = 7;
  for (let at = 0; at < levels.length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const one = state / 2 ** 32;
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    pixels[at] = (levels[at] as number) + noise * (one + state / 2 ** 32 - 1) * MOST_NOISE;
  }
  return new Uint8Array(pixels.buffer);
}
