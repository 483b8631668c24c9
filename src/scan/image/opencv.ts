import type { OpenCV } from "@opencvjs/web";
import type { Chroma, Grey, PixelArea } from "./picture.ts";

/** OpenCV with the detector of marks, which its types lack. */
export type OpenCv = typeof OpenCV & {
  readonly aruco_ArucoDetector: new (
    dictionary: Dictionary,
    parameters: DetectorParameters,
    refine: Freeable,
  ) => Detector;
  readonly aruco_DetectorParameters: new () => DetectorParameters;
  readonly aruco_RefineParameters: new (
    minDistance: number,
    errorRate: number,
    allOrders: boolean,
  ) => Freeable;
  getPredefinedDictionary(name: number): Dictionary;
  readonly DICT_ARUCO_MIP_36h12: number;
};

export type Mat = OpenCV.Mat;

/** Lives in OpenCV's own memory until it is deleted. */
interface Freeable {
  delete(): void;
}

interface Dictionary extends Freeable {
  maxCorrectionBits: number;
}

interface DetectorParameters extends Freeable {
  minMarkerPerimeterRate: number;
  adaptiveThreshWinSizeMin: number;
  adaptiveThreshWinSizeMax: number;
  adaptiveThreshWinSizeStep: number;
}

interface Detector extends Freeable {
  detectMarkers(picture: Mat, corners: OpenCV.MatVector, ids: Mat, rejected: OpenCV.MatVector): void;
}

/**
 * Works with OpenCV and frees in the end what was kept.
 *
 * @param work gets `keep`, which notes an object of OpenCV and hands it on
 */
export function freeing<T>(work: (keep: <F extends Freeable>(made: F) => F) => T): T {
  const kept: Freeable[] = [];
  try {
    return work((made) => {
      kept.push(made);
      return made;
    });
  } finally {
    for (const made of kept) made.delete();
  }
}

/**
 * A picture in OpenCV's memory.
 *
 * @param area the part of it; all of it if left out
 */
export function greyMat(
  cv: OpenCv,
  { pixels, ...size }: Grey,
  area: PixelArea = { xPx: 0, yPx: 0, ...size },
): Mat {
  const mat = new cv.Mat(area.heightPx, area.widthPx, cv.CV_8UC1);
  const { data } = mat;
  for (let row = 0; row < area.heightPx; row++) {
    const from = (area.yPx + row) * size.widthPx + area.xPx;
    data.set(pixels.subarray(from, from + area.widthPx), row * area.widthPx);
  }
  return mat;
}

/** The chroma of a picture in OpenCV's memory. */
export function chromaMat(cv: OpenCv, { widthPx, heightPx, pixels }: Chroma): Mat {
  const mat = new cv.Mat(heightPx, widthPx, cv.CV_8UC2);
  mat.data.set(pixels);
  return mat;
}
