import type { OpenCV } from "@opencvjs/web";
import type { Grey } from "./picture.ts";

export type Mat = OpenCV.Mat;

/** Lives in OpenCV's own memory until it is deleted. */
interface Freeable {
  delete(): void;
}

/** OpenCV with the detector of marks, which its types lack. */
export type OpenCv = typeof OpenCV & {
  readonly aruco_ArucoDetector: new (
    dictionary: Freeable,
    parameters: Freeable,
    refine: Freeable,
  ) => Detector;
  readonly aruco_DetectorParameters: new () => Freeable;
  readonly aruco_RefineParameters: new (distance: number, errorRate: number, allOrders: boolean) => Freeable;
  getPredefinedDictionary(name: number): Freeable;
  readonly DICT_ARUCO_MIP_36h12: number;
};

interface Detector extends Freeable {
  detectMarkers(picture: Mat, corners: OpenCV.MatVector, ids: Mat, rejected: OpenCV.MatVector): void;
}

/** Works with OpenCV and frees in the end what was kept: `keep` notes an object of OpenCV and hands it on. */
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

/** A picture in OpenCV's memory. */
export function greyMat(cv: OpenCv, { widthPx, heightPx, pixels }: Grey): Mat {
  return cv.matFromArray(heightPx, widthPx, cv.CV_8UC1, pixels);
}
