import { MARK_GROUPS, MARK_PLACES } from "../../print/layout/marks.ts";
import { elementAt } from "../../rules/arrays.ts";
import { freeing, greyMat, type Mat, type OpenCv } from "../image/tools.ts";
import type { Grey, PixelArea } from "../image/picture.ts";
import { scaledGrey } from "../image/scaled.ts";
import { forCorners, type SharpCorners, sharpenCorners } from "./corners.ts";

/** A mark as it was seen in a photo. */
export interface FoundMark extends SharpCorners {
  /** The group of the sheet that it belongs to. */
  readonly group: number;
  /** Where it stands on the sheet: 0 to 7, as in the layout. */
  readonly place: number;
}

/** Finds marks in a part of a photo, scaled before. A close-up shows little else, so there is time for bad light and blur. */
export function detectMarks(cv: OpenCv, grey: Grey, part: PixelArea, scale: number, isCloseUp: boolean) {
  return freeing((keep) => {
    const isWhole = part.widthPx === grey.widthPx && part.heightPx === grey.heightPx;
    const scaled = keep(
      isWhole && scale <= 1 ? scaledGrey(cv, grey, scale) : scaledPart(cv, grey, part, scale),
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
        const sharp = sharpenCorners(grey, rough);
        return sharp === null ? [] : [{ group, place: id % MARK_PLACES, ...sharp }];
      });
    const found = marks();
    if (found.length > 0 || !isCloseUp) return found;
    // Noise frays the edges of a mark, so that it is not recognised as a square.
    cv.GaussianBlur(scaled, scaled, new cv.Size(0, 0), scale, scale);
    return marks();
  });
}

/** A part of a photo, which the caller frees; the photo itself is held no longer than it takes. */
function scaledPart(cv: OpenCv, grey: Grey, part: PixelArea, scale: number): Mat {
  const [first, end] = [part.yPx * grey.widthPx, (part.yPx + part.heightPx) * grey.widthPx];
  const rows = { ...grey, heightPx: part.heightPx, pixels: grey.pixels.subarray(first, end) };
  return freeing((keep) => {
    const full = keep(keep(greyMat(cv, rows)).roi(new cv.Rect(part.xPx, 0, part.widthPx, part.heightPx)));
    const scaled = new cv.Mat();
    const interpolation = scale > 1 ? cv.INTER_CUBIC : cv.INTER_AREA;
    cv.resize(full, scaled, new cv.Size(0, 0), scale, scale, interpolation);
    return scaled;
  });
}

/** Windows of the adaptive threshold, in px: smallest, largest and step. In a whole photo, one is fast and finds nearly all marks. */
const THRESHOLD_WINDOWS = { whole: [15, 15, 1], closeUp: [3, 23, 10] } as const;
/** A photo shows false marks unless few wrong modules are tolerated. */
const MAX_WRONG_MODULES = 5;
const MIN_PERIMETER = 0.015;

/** The marks of the dictionary in a picture, their corners to about a pixel. */
function rawMarks(cv: OpenCv, picture: Mat, isCloseUp: boolean) {
  return freeing((keep) => {
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
    return Array.from(ids.data32S, (id, at) => {
      const { data32F: values } = keep(found.get(at));
      const value = (place: number) => elementAt(values, place);
      return { id, corners: forCorners((at) => ({ x: value(2 * at), y: value(2 * at + 1) })) };
    });
  });
}

/** Squares are counted in a picture scaled to about this. */
const CROWD_SIDE_PX = 1000;
/** Photos of sheets show a few hundred squares, squared paper thousands: detectors compare each with each other. */
const MAX_SQUARES = 800;
/** A shape that fills less of its bounding box is no square, however it is turned. */
const MIN_FILLED = 0.45;

/** The perimeter below which squares are too many to be marks, as a share of the picture’s longer side; 0 for nearly all pictures. */
export function crowdPerimeter(cv: OpenCv, picture: Mat): number {
  const perimeters = freeing((keep) => {
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
  return (
    1.2 *
    elementAt(
      counted.sort((a, b) => b - a),
      MAX_SQUARES,
    )
  );
}

/** How long the outlines are of what fills its bounding box, from the table of OpenCV: left, top, width, height and area of each part. */
function squarePerimeters(stats: Int32Array, count: number): number[] {
  const perimeters: number[] = [];
  for (let at = 1; at < count; at++) {
    const [width, height] = [elementAt(stats, 5 * at + 2), elementAt(stats, 5 * at + 3)];
    if (elementAt(stats, 5 * at + 4) > MIN_FILLED * width * height) perimeters.push(2 * (width + height));
  }
  return perimeters;
}
