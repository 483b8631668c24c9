import { MARK_GROUPS, MARK_PLACES } from "../../print/layout/marks.ts";
import { freeing, type Mat, type OpenCv } from "../image/opencv.ts";
import type { Grey, Point } from "../image/picture.ts";
import { sharpenCorners } from "./corners.ts";
import type { FoundMark } from "./found-sheet.ts";

/** A mark with the group of the sheet that it belongs to. */
export interface SeenMark extends FoundMark {
  readonly group: number;
}

/**
 * Finds marks in a picture that is a part of a photo, or all of it, at any scale.
 *
 * @param place where the part lies in the photo and how many px of the picture are one of the photo
 * @returns the marks with their corners in the photo, sharpened there
 */
export function detectMarks(cv: OpenCv, picture: Mat, grey: Grey, part: Part): SeenMark[] {
  const { x, y, scale, isCloseUp } = part;
  return rawMarks(cv, picture, isCloseUp).flatMap(({ id, corners }) => {
    // The middle of the first pixel is 0, 0 at either scale.
    const [a, b, c, d] = corners.map((corner) => ({
      x: (corner.x + 0.5) / scale - 0.5 + x,
      y: (corner.y + 0.5) / scale - 0.5 + y,
    }));
    return a && b && c && d ? seenMark(grey, id, [a, b, c, d]) : [];
  });
}

export interface Part {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  /** Whether it shows little more than one mark. Then there is time to look for one in bad light and blur. */
  readonly isCloseUp: boolean;
}

function seenMark(grey: Grey, id: number, rough: FoundMark["corners"]): SeenMark[] {
  const group = Math.floor(id / MARK_PLACES);
  if (group >= MARK_GROUPS) return [];
  const sharp = sharpenCorners(grey, rough);
  return sharp === null ? [] : [{ group, place: id % MARK_PLACES, ...sharp }];
}

/**
 * What is darker than its surroundings is looked for with surroundings of this many px. A whole photo shows so many dark things that
 * each look takes its time, and one finds nearly all marks; where one is missing, the place is looked at closely afterwards.
 */
const AROUND_PX = { whole: [15, 15, 1], closeUp: [3, 23, 10] } as const;
/** A photo shows false marks unless few wrong modules are forgiven. */
const MAX_WRONG_MODULES = 5;
const MIN_PERIMETER = 0.015;

/** The marks of the dictionary in a picture: their ids, and their corners to about a pixel. */
function rawMarks(cv: OpenCv, picture: Mat, isCloseUp: boolean): { id: number; corners: Point[] }[] {
  return freeing((keep) => {
    const dictionary = keep(cv.getPredefinedDictionary(cv.DICT_ARUCO_MIP_36h12));
    dictionary.maxCorrectionBits = MAX_WRONG_MODULES;
    const parameters = keep(new cv.aruco_DetectorParameters());
    parameters.minMarkerPerimeterRate = MIN_PERIMETER;
    const [least, most, step] = isCloseUp ? AROUND_PX.closeUp : AROUND_PX.whole;
    parameters.adaptiveThreshWinSizeMin = least;
    parameters.adaptiveThreshWinSizeMax = most;
    parameters.adaptiveThreshWinSizeStep = step;
    const refine = keep(new cv.aruco_RefineParameters(10, 3, true));
    const detector = keep(new cv.aruco_ArucoDetector(dictionary, parameters, refine));
    const [found, ids, rejected] = [keep(new cv.MatVector()), keep(new cv.Mat()), keep(new cv.MatVector())];
    detector.detectMarkers(picture, found, ids, rejected);
    return Array.from(ids.data32S, (id, at) => {
      const values = Array.from(keep(found.get(at)).data32F);
      const corners = [0, 2, 4, 6].map((from) => ({ x: values[from] ?? 0, y: values[from + 1] ?? 0 }));
      return { id, corners };
    });
  });
}
