import { MARK_GROUPS, MARK_PLACES, MARK_WORDS, markModules } from "../../print/layout/marks.ts";
import { dot, getElement, median } from "../../rules/arrays.ts";
import { memoize } from "../../rules/memoize.ts";
import { distance, type Grey, interpolateLevel, type PixelArea, type Point } from "../image/picture.ts";
import { scaleGrey, disposeAfterUse, greyMat, type Mat, type OpenCv } from "../image/tools.ts";

/** A fiducial found in a photo. */
export interface FoundMark extends SharpCorners {
  /** The marker group of its sheet. */
  readonly group: number;
  /** Its place on the sheet: 0 to 7, as in the layout. */
  readonly place: number;
}

/** Finds fiducials in a scaled part of a photo. A close-up is small, so there is time to handle bad light and blur. */
export function detectMarks(cv: OpenCv, grey: Grey, part: PixelArea, scale: number, isCloseUp: boolean) {
  return disposeAfterUse((keep) => {
    const isWhole = part.widthPx === grey.widthPx && part.heightPx === grey.heightPx;
    const scaled = keep(
      isWhole && scale <= 1 ? scaleGrey(cv, grey, scale) : scalePart(cv, grey, part, scale),
    );
    const marks = () =>
      rawMarks(cv, scaled, isCloseUp).flatMap(({ id, corners }): FoundMark[] => {
        const group = Math.floor(id / MARK_PLACES);
        if (group >= MARK_GROUPS) return [];
        // The middle of the first pixel is 0, 0 at either scale.
        const rough = forCorners((at) => ({
          x: (corners[at].x + 0.5) / scale - 0.5 + part.xPx,
          y: (corners[at].y + 0.5) / scale - 0.5 + part.yPx,
        }));
        const first = sharpenOnce(grey, rough);
        const sharp = first && (sharpenOnce(grey, first.corners) ?? first);
        return sharp === null ? [] : [{ group, place: id % MARK_PLACES, ...sharp }];
      });
    const found = marks();
    if (found.length > 0 || !isCloseUp) return found;
    // Removes noise, which frays edges so that the square is not recognised.
    cv.GaussianBlur(scaled, scaled, new cv.Size(0, 0), scale, scale);
    return marks();
  });
}

/** A scaled part of a photo; the caller disposes of it. */
function scalePart(cv: OpenCv, grey: Grey, part: PixelArea, scale: number): Mat {
  const [first, end] = [part.yPx * grey.widthPx, (part.yPx + part.heightPx) * grey.widthPx];
  const rows = { ...grey, heightPx: part.heightPx, pixels: grey.pixels.subarray(first, end) };
  return disposeAfterUse((keep) => {
    const full = keep(keep(greyMat(cv, rows)).roi(new cv.Rect(part.xPx, 0, part.widthPx, part.heightPx)));
    const scaled = new cv.Mat();
    const interpolation = scale > 1 ? cv.INTER_CUBIC : cv.INTER_AREA;
    cv.resize(full, scaled, new cv.Size(0, 0), scale, scale, interpolation);
    return scaled;
  });
}

/** Windows of the adaptive threshold, in px: smallest, largest and step. For a whole photo, one window is fast and finds nearly all fiducials. */
const THRESHOLD_WINDOWS = { whole: [15, 15, 1], closeUp: [3, 23, 10] } as const;
/** The tolerated wrong modules; more would give false fiducials. */
const MAX_WRONG_MODULES = 5;
const MIN_PERIMETER = 0.015;

/** The fiducials in a picture, with corners exact to about a pixel. */
function rawMarks(cv: OpenCv, picture: Mat, isCloseUp: boolean) {
  return disposeAfterUse((keep) => {
    const dictionary = keep(cv.getPredefinedDictionary(cv.DICT_ARUCO_MIP_36h12));
    Object.assign(dictionary, { maxCorrectionBits: MAX_WRONG_MODULES });
    const [min, max, step] = isCloseUp ? THRESHOLD_WINDOWS.closeUp : THRESHOLD_WINDOWS.whole;
    const parameters = Object.assign(keep(new cv.aruco_DetectorParameters()), {
      minMarkerPerimeterRate: isCloseUp
        ? MIN_PERIMETER
        : Math.max(MIN_PERIMETER, crowdPerimeter(cv, picture)),
      adaptiveThreshWinSizeMin: min,
      adaptiveThreshWinSizeMax: max,
      adaptiveThreshWinSizeStep: step,
    });
    const refine = keep(new cv.aruco_RefineParameters(10, 3, true));
    const detector = keep(new cv.aruco_ArucoDetector(dictionary, parameters, refine));
    const [found, ids, rejected] = [keep(new cv.MatVector()), keep(new cv.Mat()), keep(new cv.MatVector())];
    detector.detectMarkers(picture, found, ids, rejected);
    const squares = (all: typeof found) =>
      Array.from({ length: all.size() }, (_, place): Corners => {
        const { data32F: values } = keep(all.get(place));
        return forCorners((at) => ({ x: getElement(values, 2 * at), y: getElement(values, 2 * at + 1) }));
      });
    const identified = squares(found).map((corners, at) => ({ id: getElement(ids.data32S, at), corners }));
    return [...identified, ...blurredMarks(picture, squares(rejected))];
  });
}

/** Modules are averaged over this many places in each direction. */
const MODULE_PLACES = 3;
/** The inside of a mark deviates at least this much from its mean, in levels. */
const MIN_DEVIATION = 8;
/** The inside of a mark is lighter than its rim by at least this many of its deviations. */
const MIN_LIGHTER = 0.4;
/** The least correlation with the modules of a mark, and by how much that of any other mark must be less. */
const MIN_LIKENESS = 0.72;
const LIKENESS_MARGIN = 0.15;

/**
 * The fiducials among squares that the detector can't identify. It takes each module for black or white; in a small or blurred mark most
 * are grey, but together their levels still tell marks apart.
 */
function blurredMarks({ cols: widthPx, rows: heightPx, data: pixels }: Mat, squares: readonly Corners[]) {
  return squares.flatMap((corners) => {
    const levels = insideLevels({ widthPx, heightPx, pixels }, corners);
    if (levels === null) return [];
    const likeness = markPatterns(MARK_WORDS).map((pattern) => ({
      ...pattern,
      value: dot(levels, pattern.signs),
    }));
    const best = likeness.reduce((one, other) => (other.value > one.value ? other : one));
    const isClear = likeness.every(({ id, value }) => id === best.id || value < best.value - LIKENESS_MARGIN);
    if (best.value < MIN_LIKENESS || !isClear) return [];
    const at = (corner: number) => getElement(corners, (corner + best.turn) % 4);
    return [{ id: best.id, corners: forCorners(at) }];
  });
}

/** The levels of the inner modules of a square, less their mean, as a unit vector; null unless it is a dark rim around something lighter. */
function insideLevels(picture: Grey, [a, b, c, d]: Corners): Float64Array | null {
  const inside = new Float64Array((MODULES - 2) ** 2);
  let rim = 0;
  for (let row = 0, at = 0; row < MODULES; row++)
    for (let column = 0; column < MODULES; column++) {
      let sum = 0;
      for (let place = 0; place < MODULE_PLACES ** 2; place++) {
        const right = (column + ((place % MODULE_PLACES) + 0.5) / MODULE_PLACES) / MODULES;
        const down = (row + (Math.floor(place / MODULE_PLACES) + 0.5) / MODULE_PLACES) / MODULES;
        const x = (1 - down) * (a.x + right * (b.x - a.x)) + down * (d.x + right * (c.x - d.x));
        const y = (1 - down) * (a.y + right * (b.y - a.y)) + down * (d.y + right * (c.y - d.y));
        sum += interpolateLevel(picture, x, y);
      }
      const level = sum / MODULE_PLACES ** 2;
      const isRim = row % (MODULES - 1) === 0 || column % (MODULES - 1) === 0;
      if (isRim) rim += level / (MODULES ** 2 - inside.length);
      else inside[at++] = level;
    }
  const { mean, deviation } = normalize(inside);
  return deviation < MIN_DEVIATION || mean - rim < MIN_LIGHTER * deviation ? null : inside;
}

/** Makes values a unit vector with a mean of 0; returns what they were. */
function normalize(values: Float64Array): { readonly mean: number; readonly deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  const length = Math.max(deviation, Number.EPSILON) * Math.sqrt(values.length);
  values.forEach((value, at) => {
    values[at] = (value - mean) / length;
  });
  return { mean, deviation };
}

/** The inside of each mark, light and dark, in each quarter turn clockwise. */
const markPatterns = memoize((words: typeof MARK_WORDS) =>
  words.flatMap((_, id) => {
    let inside = markModules(id)
      .slice(1, -1)
      .map((row) => row.slice(1, -1));
    return [0, 1, 2, 3].map((turn) => {
      const signs = Float64Array.from(inside.flat(), (isBlack) => (isBlack ? -1 : 1));
      normalize(signs);
      inside = inside.map((_row, column) => inside.map((row) => getElement(row, column)).reverse());
      return { id, turn, signs };
    });
  }),
);

/** Squares are counted in a picture scaled to about this. */
const CROWD_SIDE_PX = 1000;
/** Photos of sheets have a few hundred squares, squared paper thousands, which takes the detector quadratic time. */
const MAX_SQUARES = 800;
/** Squares fill at least this share of their bounding box, however they are turned. */
const MIN_FILLED = 0.45;

/** The perimeter below which there are too many squares to be fiducials, as a share of the picture’s longer side; 0 for nearly all pictures. */
export function crowdPerimeter(cv: OpenCv, picture: Mat): number {
  const perimeters = disposeAfterUse((keep) => {
    const [small, ink] = [keep(new cv.Mat()), keep(new cv.Mat())];
    const scale = Math.min(1, CROWD_SIDE_PX / Math.max(picture.cols, picture.rows));
    cv.resize(picture, small, new cv.Size(0, 0), scale, scale, cv.INTER_AREA);
    cv.adaptiveThreshold(small, ink, 255, cv.ADAPTIVE_THRESH_MEAN_C, cv.THRESH_BINARY, 15, 7);
    const [labels, stats, middles] = [keep(new cv.Mat()), keep(new cv.Mat()), keep(new cv.Mat())];
    const count = cv.connectedComponentsWithStats(ink, labels, stats, middles, 4);
    const side = Math.max(small.cols, small.rows);
    return squarePerimeters(stats.data32S, count).map((perimeter) => perimeter / side);
  });
  const counted = perimeters.filter((perimeter) => perimeter > MIN_PERIMETER);
  if (counted.length <= MAX_SQUARES) return 0;
  counted.sort((a, b) => b - a);
  return 1.2 * getElement(counted, MAX_SQUARES);
}

/** The perimeters of components that fill their bounding box, from OpenCV's table of left, top, width, height and area. */
function squarePerimeters(stats: Int32Array, count: number): number[] {
  const perimeters: number[] = [];
  for (let at = 1; at < count; at++) {
    const [width, height] = [getElement(stats, 5 * at + 2), getElement(stats, 5 * at + 3)];
    if (getElement(stats, 5 * at + 4) > MIN_FILLED * width * height) perimeters.push(2 * (width + height));
  }
  return perimeters;
}

const NEXT = [1, 2, 3, 0] as const;

/** The corners of a fiducial in a photo, clockwise from its printed top left. */
export type Corners = readonly [Point, Point, Point, Point];

/** Maps the four corners of a fiducial. */
function forCorners<T>(make: (corner: 0 | 1 | 2 | 3) => T): readonly [T, T, T, T] {
  return [make(0), make(1), make(2), make(3)];
}

/** Sampled places along each side. None is near a corner, where two edges blur into one. */
const PLACES = Array.from({ length: 25 }, (_, at) => 0.14 + (0.72 * at) / 24);
/** Modules per side of a fiducial; the outermost are black. */
const MODULES = 8;
const STEPS_PER_MODULE = 12;
/** Of 255 levels. */
const MIN_CONTRAST = 24;
/** The integral of a Gaussian goes from a quarter to three quarters within this many deviations. */
const QUARTILES = 1.349;

export interface SharpCorners {
  readonly corners: Corners;
  /** Blur of the edges: the deviation of a Gaussian, in px. */
  readonly blurPx: number;
}

function sharpenOnce(grey: Grey, rough: Corners): SharpCorners | null {
  const sides = forCorners((at) => sideEdges(grey, rough[at], rough[NEXT[at]]));
  const [top, right, bottom, left] = sides.map((edges) => fitLine(edges.map(({ point }) => point)));
  const [a, b] = [intersectLines(left, top), intersectLines(top, right)];
  const [c, d] = [intersectLines(right, bottom), intersectLines(bottom, left)];
  if (!a || !b || !c || !d) return null;
  const corners: Corners = [a, b, c, d];
  const reach = distance(rough[0], rough[2]) / MODULES;
  if (forCorners((at) => distance(corners[at], rough[at])).some((moved) => moved > reach)) return null;
  const widths = Float64Array.from(sides.flat(), ({ width }) => width);
  return { corners, blurPx: median(widths) / QUARTILES };
}

/** The edges across a side, from a module inside to a module outside. */
function sideEdges(grey: Grey, from: Point, to: Point) {
  const length = distance(from, to);
  if (length < MODULES) return [];
  const module = length / MODULES;
  // Corners go clockwise, so outside is to the left.
  const out = { x: (to.y - from.y) / length, y: -(to.x - from.x) / length };
  return PLACES.flatMap((place) => {
    const at = { x: from.x + (to.x - from.x) * place, y: from.y + (to.y - from.y) * place };
    return edgeAcross(grey, at, out, module) ?? [];
  });
}

/** The place of an edge, and its width from a quarter to three quarters of the rise from black to white, in px. */
function edgeAcross(grey: Grey, at: Point, out: Point, module: number) {
  const step = module / STEPS_PER_MODULE;
  const profile = new Float64Array(2 * STEPS_PER_MODULE + 1);
  let [dark, light] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let place = 0; place < profile.length; place++) {
    const offset = (place - STEPS_PER_MODULE) * step;
    const level = interpolateLevel(grey, at.x + out.x * offset, at.y + out.y * offset);
    profile[place] = level;
    if (place <= STEPS_PER_MODULE) dark = Math.min(dark, level);
    if (place >= STEPS_PER_MODULE) light = Math.max(light, level);
  }
  const contrast = light - dark;
  if (contrast < MIN_CONTRAST) return null;
  // The last crossing of the middle level, between two samples.
  let before = profile.length - 2;
  while (before >= 0 && (profile[before] as number) > dark + 0.5 * contrast) before--;
  if (before < 0) return null;
  const middle = before + crossingShare(profile, before, dark + 0.5 * contrast);
  const offset = (middle - STEPS_PER_MODULE) * step;
  const point = { x: at.x + out.x * offset, y: at.y + out.y * offset };
  const width = riseWidth(profile, Math.floor(middle), dark + 0.25 * contrast, dark + 0.75 * contrast);
  return { point, width: width * step };
}

/** The width of a rise from one level to another, in samples, around a sample between them. */
function riseWidth(profile: Float64Array, middle: number, low: number, high: number): number {
  let from = middle;
  while (from > 0 && (profile[from] as number) > low) from--;
  let to = middle;
  while (to < profile.length - 2 && (profile[to + 1] as number) < high) to++;
  return to + crossingShare(profile, to, high) - from - crossingShare(profile, from, low);
}

/** The position of a level between two samples, 0 to 1. */
function crossingShare(profile: Float64Array, at: number, level: number): number {
  const here = profile[at] as number;
  const step = (profile[at + 1] as number) - here;
  return step <= 0 ? 0 : Math.max(0, Math.min(1, (level - here) / step));
}

/** The points with `a * x + b * y = c`, where (`a`, `b`) is a unit vector. */
type Line = ReturnType<typeof principalLine>;

const MIN_POINTS = 9;

/** Fits a line to points; outliers are left out of a second fit. */
function fitLine(points: readonly Point[]): Line | null {
  if (points.length < MIN_POINTS) return null;
  const line = principalLine(points);
  const offs = Float64Array.from(points, (point) => Math.abs(line.a * point.x + line.b * point.y - line.c));
  const limit = Math.max(0.15, 2.5 * median(offs));
  const near = points.filter((_, at) => getElement(offs, at) <= limit);
  return near.length < MIN_POINTS ? null : principalLine(near);
}

function principalLine(points: readonly Point[]) {
  const mean = (value: (point: Point) => number) =>
    points.reduce((sum, point) => sum + value(point), 0) / points.length;
  const [middleX, middleY] = [mean(({ x }) => x), mean(({ y }) => y)];
  const xx = mean(({ x }) => (x - middleX) ** 2);
  const yy = mean(({ y }) => (y - middleY) ** 2);
  const xy = mean(({ x, y }) => (x - middleX) * (y - middleY));
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const [a, b] = [Math.sin(angle), -Math.cos(angle)];
  return { a, b, c: a * middleX + b * middleY };
}

function intersectLines(one?: Line | null, other?: Line | null): Point | null {
  if (!one || !other) return null;
  const sine = one.a * other.b - one.b * other.a;
  if (Math.abs(sine) < 0.2) return null;
  return { x: (one.c * other.b - one.b * other.c) / sine, y: (one.a * other.c - one.c * other.a) / sine };
}
