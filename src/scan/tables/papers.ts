import type { Grey, Photo, PictureSize, Point } from "../image/picture.ts";
import { scaleGrey, disposeAfterUse, greyMat, copyGrey, type Mat, type OpenCv } from "../image/tools.ts";

/** The longer side of the picture in which paper is searched. */
const SEARCH_PX = 400;
/** Lines, print and ink are thinner than this, in px of that picture. */
const INK_PX = 7;
/** Paper is even over this many px: more than the width of the stripes of most cloths. */
const WEAVE_PX = 15;
/** Plain areas are this far from every edge; the edge of paper is left out. */
const EDGE_PX = 11;
/** Levels of plain paper, and of printed tints, differ by less than this share of the lightest one around. */
const PLAIN = 0.25;
/** The darkest level that can be distinguished from black. */
const MIN_LEVEL = 30;
/** Paper is not darker than this share of the lightest plain area; a table top is. */
const DARKEST_PAPER = 0.55;
/** A sheet covers at least this share of a photo; if it covers nearly all, there is nothing to paint over. */
const PAPER_SHARE = { least: 0.03, most: 0.85 } as const;
/** The light on paper is extrapolated beyond its edge over this many px. */
const LIGHT_PX = 61;

/**
 * Yields, for each large plain area of a photo, the photo with everything around it painted over as if the paper continued: lines of a
 * checked tablecloth or of other sheets may run into those of a sheet. Without lines and ink, paper is plain and a cloth is not.
 */
export function* isolatePapers(photo: Photo, cv: OpenCv): Generator<Photo> {
  const bare = removeInk(photo.grey, cv);
  for (const paper of findPaperMasks(bare, cv)) yield isolateMask(photo, cv, bare, paper);
}

/** Paints over everything outside an outline, as if the paper continued. @param outline corners, in px of the photo */
export function isolateOutline(photo: Photo, cv: OpenCv, outline: readonly Point[]): Photo {
  const bare = removeInk(photo.grey, cv);
  const scale = bare.widthPx / photo.grey.widthPx;
  const corners = outline.flatMap(({ x, y }) => [Math.round(x * scale), Math.round(y * scale)]);
  const part = disposeAfterUse((keep) => {
    const mask = keep(cv.Mat.zeros(bare.heightPx, bare.widthPx, cv.CV_8UC1));
    const polygon = keep(cv.matFromArray(outline.length, 1, cv.CV_32SC2, corners));
    cv.fillConvexPoly(mask, polygon, new cv.Scalar(255));
    return copyGrey(mask);
  });
  return isolateMask(photo, cv, bare, part);
}

function isolateMask(photo: Photo, cv: OpenCv, bare: Grey, part: Grey): Photo {
  const pixels = photo.chroma.pixels.slice();
  forEachOutside(photo.chroma, part, (at) => pixels.fill(NEUTRAL, 2 * at, 2 * at + 2));
  const grey = replaceOutside(photo.grey, part, extrapolateLight(cv, bare, part));
  return { grey, chroma: { ...photo.chroma, pixels } };
}

/** A smaller picture without thin dark lines. */
function removeInk(grey: Grey, cv: OpenCv): Grey {
  return disposeAfterUse((keep) => {
    const scale = Math.min(1, SEARCH_PX / Math.max(grey.widthPx, grey.heightPx));
    const bare = keep(scaleGrey(cv, grey, scale));
    cv.morphologyEx(bare, bare, cv.MORPH_CLOSE, keep(square(cv, INK_PX)));
    return copyGrey(bare);
  });
}

/** Masks that are 255 on a paper. */
function findPaperMasks(bare: Grey, cv: OpenCv): Grey[] {
  return disposeAfterUse((keep) => {
    const labels = keep(new cv.Mat());
    cv.connectedComponents(keep(findPlainAreas(cv, keep(greyMat(cv, bare)))), labels);
    const large = measureAreas(labels.data32S, bare.pixels).filter(
      ({ size }) => size >= PAPER_SHARE.least * bare.pixels.length,
    );
    const brightest = Math.max(...large.map(({ level }) => level));
    return large
      .filter(({ level }) => level >= DARKEST_PAPER * brightest)
      .map(({ label }) => copyGrey(keep(outlineArea(cv, labels, label))))
      .filter(({ pixels }) => pixels.filter(Boolean).length <= PAPER_SHARE.most * pixels.length);
  });
}

function square(cv: OpenCv, side: number): Mat {
  return cv.getStructuringElement(cv.MORPH_RECT, new cv.Size(side, side));
}

/** A mask that is 255 where a picture is plain. */
function findPlainAreas(cv: OpenCv, bare: Mat): Mat {
  return disposeAfterUse((keep) => {
    const around = keep(square(cv, WEAVE_PX));
    const [lightest, darkest] = [keep(new cv.Mat()), keep(new cv.Mat())];
    cv.dilate(bare, lightest, around);
    cv.erode(bare, darkest, around);
    const plain = new cv.Mat(bare.rows, bare.cols, cv.CV_8UC1);
    for (let at = 0; at < plain.data.length; at++) {
      const light = lightest.data[at] as number;
      const isPlain = light - (darkest.data[at] as number) < PLAIN * Math.max(MIN_LEVEL, light);
      plain.data[at] = isPlain ? 255 : 0;
    }
    return plain;
  });
}

/** The size and mean level of each connected area; label 0 is not plain. */
function measureAreas(labels: Int32Array, levels: Uint8Array) {
  const areas = new Map<number, { size: number; sum: number }>();
  for (let at = 0; at < labels.length; at++) {
    const label = labels[at] as number;
    if (label === 0) continue;
    const area = areas.get(label) ?? { size: 0, sum: 0 };
    area.size++;
    area.sum += levels[at] as number;
    areas.set(label, area);
  }
  return [...areas].map(([label, { size, sum }]) => ({ label, size, level: sum / size }));
}

/** The convex outline of an area, filled and grown towards the edge of its paper: something may lie on it. */
function outlineArea(cv: OpenCv, labels: Mat, label: number): Mat {
  return disposeAfterUse((keep) => {
    const paper = cv.Mat.zeros(labels.rows, labels.cols, cv.CV_8UC1);
    for (let at = 0; at < paper.data.length; at++) paper.data[at] = labels.data32S[at] === label ? 255 : 0;
    const outlines = keep(new cv.MatVector());
    cv.findContours(paper, outlines, keep(new cv.Mat()), cv.RETR_EXTERNAL, cv.CHAIN_APPROX_SIMPLE);
    const hull = keep(new cv.Mat());
    cv.convexHull(keep(outlines.get(0)), hull);
    cv.fillConvexPoly(paper, hull, new cv.Scalar(255));
    cv.dilate(paper, paper, keep(square(cv, EDGE_PX)));
    return paper;
  });
}

/** The light on a paper, extrapolated beyond its edge by the mean of the nearby paper. */
function extrapolateLight(cv: OpenCv, bare: Grey, paper: Grey): Grey {
  return disposeAfterUse((keep) => {
    const [level, mask] = [keep(greyMat(cv, bare)), keep(greyMat(cv, paper))];
    const mean = cv.mean(level, mask)[0] ?? 0;
    cv.bitwise_and(level, mask, level);
    for (const mat of [level, mask]) {
      mat.convertTo(mat, cv.CV_32F);
      cv.blur(mat, mat, new cv.Size(LIGHT_PX, LIGHT_PX));
    }
    const pixels = Uint8Array.from(level.data32F, (sum, at) => {
      const share = (mask.data32F[at] as number) / 255;
      return Math.round(share > 0.01 ? sum / share : mean);
    });
    return { ...bare, pixels };
  });
}

/** Takes the levels of `instead` where a mask of the same size is 0. */
function replaceOutside(grey: Grey, mask: Grey, instead: Grey): Grey {
  const pixels = grey.pixels.slice();
  forEachOutside(grey, mask, (at, inMask) => {
    pixels[at] = instead.pixels[inMask] as number;
  });
  return { ...grey, pixels };
}

const NEUTRAL = 128;

/** Visits the pixels of a picture where a smaller mask of the same view is 0. @param visit gets the pixel's index in both */
function forEachOutside(
  { widthPx, heightPx }: PictureSize,
  mask: Grey,
  visit: (at: number, inMask: number) => void,
): void {
  const inMask = (at: number, size: number, length: number) =>
    Math.min(length - 1, Math.floor(((at + 0.5) * length) / size));
  const columns = Uint32Array.from({ length: widthPx }, (_, x) => inMask(x, widthPx, mask.widthPx));
  for (let y = 0; y < heightPx; y++) {
    const row = inMask(y, heightPx, mask.heightPx) * mask.widthPx;
    for (let x = 0; x < widthPx; x++) {
      const from = row + (columns[x] as number);
      if (mask.pixels[from] === 0) visit(y * widthPx + x, from);
    }
  }
}
