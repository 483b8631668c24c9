import { loadOpenCV } from "@opencvjs/web";

/** What the simulator uses of OpenCV, under its own names. */
export interface Cv {
  readonly Mat: { new (): CvMat; new (rows: number, cols: number, type: number): CvMat };
  readonly Size: new (width: number, height: number) => unknown;
  readonly Point: new (x: number, y: number) => unknown;
  readonly Rect: new (x: number, y: number, width: number, height: number) => unknown;
  readonly Scalar: new (a: number, b?: number, c?: number, d?: number) => unknown;
  resize(from: CvMat, to: CvMat, size: unknown, fx: number, fy: number, interpolation: number): void;
  remap(
    from: CvMat,
    to: CvMat,
    map: CvMat,
    none: CvMat,
    interpolation: number,
    border: number,
    fill: unknown,
  ): void;
  GaussianBlur(from: CvMat, to: CvMat, size: unknown, sigmaX: number, sigmaY: number, border: number): void;
  blur(from: CvMat, to: CvMat, size: unknown, anchor: unknown, border: number): void;
  medianBlur(from: CvMat, to: CvMat, side: number): void;
  addWeighted(a: CvMat, alpha: number, b: CvMat, beta: number, gamma: number, to: CvMat): void;
  copyMakeBorder(
    from: CvMat,
    to: CvMat,
    top: number,
    bottom: number,
    left: number,
    right: number,
    border: number,
  ): void;
  readonly CV_8UC1: number;
  readonly CV_8UC3: number;
  readonly CV_32FC1: number;
  readonly CV_32FC2: number;
  readonly INTER_LINEAR: number;
  readonly INTER_CUBIC: number;
  readonly INTER_AREA: number;
  readonly BORDER_REPLICATE: number;
  readonly BORDER_REFLECT: number;
}

/** Lives in OpenCV's own memory until it is deleted. */
export interface CvMat {
  readonly rows: number;
  readonly cols: number;
  readonly data: Uint8Array;
  readonly data32F: Float32Array;
  roi(rect: unknown): CvMat;
  delete(): void;
}

let loaded: Promise<Cv> | undefined;

/** OpenCV, loaded once. */
export function openCv(): Promise<Cv> {
  loaded ??= loadOpenCV() as unknown as Promise<Cv>;
  return loaded;
}

/** Does a piece of work, then frees everything that it registered. */
export function freeing<T>(work: (keep: (mat: CvMat) => CvMat) => T): T {
  const kept: CvMat[] = [];
  try {
    return work((mat) => {
      kept.push(mat);
      return mat;
    });
  } finally {
    for (const mat of kept) mat.delete();
  }
}
