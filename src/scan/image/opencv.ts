import type { Chroma, Grey, PixelArea } from "./picture.ts";

/** What we use of OpenCV, under its own names; the types that come with it lack the detector of marks. */
export interface OpenCv {
  readonly Mat: { new (): Mat; new (rows: number, cols: number, type: number): Mat };
  readonly MatVector: new () => MatVector;
  readonly Size: new (width: number, height: number) => Size;
  readonly Scalar: new (first: number, second?: number, third?: number, fourth?: number) => Scalar;
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
  findHomography(from: Mat, to: Mat, method: number): Mat;
  resize(from: Mat, to: Mat, size: Size, fx: number, fy: number, interpolation: number): void;
  remap(from: Mat, to: Mat, mapX: Mat, mapY: Mat, interpolation: number, border: number, fill: Scalar): void;
  warpPerspective(
    from: Mat,
    to: Mat,
    matrix: Mat,
    size: Size,
    flags: number,
    border: number,
    fill: Scalar,
  ): void;
  getStructuringElement(shape: number, size: Size): Mat;
  morphologyEx(from: Mat, to: Mat, operation: number, element: Mat): void;
  GaussianBlur(from: Mat, to: Mat, size: Size, sigmaX: number, sigmaY: number): void;
  readonly DICT_ARUCO_MIP_36h12: number;
  readonly CV_8UC1: number;
  readonly CV_8UC2: number;
  readonly CV_8UC3: number;
  readonly CV_32FC1: number;
  readonly CV_32FC2: number;
  readonly CV_64FC1: number;
  readonly MORPH_ELLIPSE: number;
  readonly MORPH_CLOSE: number;
  readonly INTER_LINEAR: number;
  readonly INTER_CUBIC: number;
  readonly INTER_AREA: number;
  readonly BORDER_CONSTANT: number;
  readonly BORDER_REPLICATE: number;
}

/** Lives in OpenCV's own memory until it is deleted. */
export interface Freeable {
  delete(): void;
}

export interface Mat extends Freeable {
  readonly rows: number;
  readonly cols: number;
  readonly data: Uint8Array;
  readonly data32S: Int32Array;
  readonly data32F: Float32Array;
  readonly data64F: Float64Array;
}

interface MatVector extends Freeable {
  size(): number;
  get(at: number): Mat;
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
  detectMarkers(picture: Mat, corners: MatVector, ids: Mat, rejected: MatVector): void;
}

type Size = { readonly width: number; readonly height: number };
type Scalar = readonly number[];

/**
 * Does a piece of work with OpenCV and frees in the end whatever it was told to keep.
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

/** A picture in OpenCV's memory. */
export function greyMat(cv: OpenCv, { widthPx, heightPx, pixels }: Grey): Mat {
  const mat = new cv.Mat(heightPx, widthPx, cv.CV_8UC1);
  mat.data.set(pixels);
  return mat;
}

/** The colours of a picture in OpenCV's memory. */
export function chromaMat(cv: OpenCv, { widthPx, heightPx, pixels }: Chroma): Mat {
  const mat = new cv.Mat(heightPx, widthPx, cv.CV_8UC2);
  mat.data.set(pixels);
  return mat;
}

/** A part of a picture in OpenCV's memory. @param part lies in the picture */
export function greyPart(cv: OpenCv, { widthPx, pixels }: Grey, part: PixelArea): Mat {
  const mat = new cv.Mat(part.heightPx, part.widthPx, cv.CV_8UC1);
  const { data } = mat;
  for (let row = 0; row < part.heightPx; row++) {
    const from = (part.yPx + row) * widthPx + part.xPx;
    data.set(pixels.subarray(from, from + part.widthPx), row * part.widthPx);
  }
  return mat;
}
