import { type Message, type MessageValue, msg } from "../../rules/problem/message.ts";
import { MM_PER_INCH } from "../../print/geometry.ts";
import { markCorner } from "../../print/layout/marks.ts";
import type { PadLayout, Rule } from "../../print/layout/pad-layout.ts";
import { failure, type Problem, problem, type Result, success } from "../../rules/problem/problem.ts";
import { decimal, messagesInRow } from "../../rules/problem/wording.ts";
import { median } from "../../rules/arrays.ts";
import type { Grey, Photo, Point } from "../image/picture.ts";
import { type PrintedLines, removeBlemishes } from "../image/blemishes.ts";
import { evenLight } from "../image/light.ts";
import { disposeAfterUse, type OpenCv, type PhotoTools } from "../image/tools.ts";
import type { FoundSheet } from "../marks/find-sheets.ts";
import { areaCorners, fitPage, growth, type Homography } from "../marks/page-fit.ts";
import { blankUnusedColumns, cutBoxes } from "./cut-boxes.ts";
import { locate } from "./locate.ts";
import type { SheetPrint } from "./print.ts";
import { projectPoint, type SheetProjection, shareInPhoto, straightenInColour } from "./sheet-view.ts";

/** The resolution of the straightened sheet relative to that of the fine print, so that numbers keep their detail. */
const OVER_PRINT = 2;
/** The height of a box in the input of the digit reader. */
const BOX_PX = 32;
/** A box in the photo must have at least this share of that; all of it in black and white, where strokes have no pale edges. */
const MIN_BOX_SHARE = { grey: 0.6, blackAndWhite: 1 } as const;
/** With fewer px per mm, thin lines vanish in black and white, however high the boxes are. */
const MIN_SCALE = { grey: 0, blackAndWhite: 4 } as const;
/** A picture is black and white if at most these shares of all pixels, and of as many as are black, are grey, as around ink in a JPEG. */
const MAX_GREY = { ofAll: 0.04, ofBlack: 0.5 } as const;
/** Levels between these are grey. */
const GREY = { darkest: 56, lightest: 200 } as const;
/** The step between sampled pixels. */
const GREY_STEP = 7;
/** The greatest deviation of blur with readable numbers, as a share of the height of a box. */
const MAX_BLUR = 0.056;
/** A blurred edge rises from a tenth to nine tenths within this many deviations. */
const EDGE_WIDTH = 2.56;
/** With less of the print found, it is a different sheet, or too crumpled to be read. */
const MIN_AGREEMENT = 0.6;
/** If a larger share of boxes is hidden, the photo is rejected instead of asking about each. */
const MAX_HIDDEN = 0.6;

/** A straightened sheet. The warnings are about a photo that is small or blurred but readable. */
export type StraightSheet = ReturnType<typeof straightSheet> & {
  readonly warnings: readonly Problem[];
  /** The share of its print that was found in its place, 0 to 1. */
  readonly agreement: number;
  /** Its corners in the photo, in px, clockwise from its top left. */
  readonly outline: readonly Point[];
};

/** The place of a sheet in a photo, before its paper is located by its print. */
export interface RoughPlace {
  /** From mm on the sheet to px in the photo. */
  readonly toPhoto: Homography;
  /** The blur of edges: deviations of a Gaussian, in px; none if it was not measured. */
  readonly blursPx: readonly number[];
}

/**
 * Straightens a sheet with a known layout, and cuts out its boxes, without the print.
 *
 * @returns problems if corners are missing, or if the photo is too small, too blurred or shows something else
 */
export async function straighten(
  photo: Photo,
  found: FoundSheet,
  layout: PadLayout,
  print: SheetPrint,
  tools: PhotoTools,
): Promise<Result<StraightSheet>> {
  const { cv } = tools;
  const { page } = layout;
  const missing = CORNERS.filter((_, corner) =>
    found.marks.every(({ place }) => markCorner(place) !== corner),
  );
  const fit = found.marks.length < 2 ? null : fitPage(cv, found.marks, page);
  if (fit === null) return refuseCorners(missing);
  const place = { toPhoto: fit.toPhoto, blursPx: found.marks.map(({ blurPx }) => blurPx) };
  const straight = await straightenPlaced(photo, place, layout, print, tools);
  const isNotFound = !straight.ok && straight.problems.some(({ code }) => code === "print-not-found");
  return isNotFound && missing.length > 1 ? refuseCorners(missing) : straight;
}

/** Straightens a sheet whose place is roughly known, like {@link straighten}. */
export async function straightenPlaced(
  photo: Photo,
  place: RoughPlace,
  layout: PadLayout,
  print: SheetPrint,
  { cv }: PhotoTools,
): Promise<Result<StraightSheet>> {
  const { page } = layout;
  const flaws = listPhotoProblems(place, layout, isBlackAndWhite(photo.grey));
  const refusals = flaws.filter(({ severity }) => severity === "error");
  if (refusals.length > 0) return failure(refusals);
  const { view, agreement } = locate(cv, photo.grey, page, place.toPhoto, print);
  if (agreement < MIN_AGREEMENT) return refusePrint();
  const sheet = straightSheet(cv, photo, view, layout, print);
  const all = sheet.boxes.length;
  const hidden = sheet.boxes.filter(({ visible }) => visible < 0.5).length;
  if (hidden <= MAX_HIDDEN * all) {
    const outline = areaCorners({ xMm: 0, yMm: 0, ...page }).map(({ x, y }) => projectPoint(view, x, y));
    return success({ ...sheet, warnings: flaws, agreement, outline });
  }
  const hint = msg`scan.boxes-hidden-hint: avoid glare, hard shadows and objects on the sheet; turn away from the lamp`;
  const message = msg`scan.boxes-hidden: ${hidden} of ${all} boxes can’t be seen`;
  return failure([problem("covered-sheet", message, { hint })]);
}

/** Refuses a sheet whose print is not where its layout has it. */
export function refusePrint(): Result<never> {
  const hint = msg`scan.print-misplaced-hint: lay the sheet flat and photograph it from above; if it was printed with other words or house rules, give the same ones here`;
  const message = msg`scan.print-misplaced: the print on the sheet is not where it should be`;
  return failure([problem("print-not-found", message, { hint })]);
}

/** The corners in the order of their fiducials. */
const CORNERS = [
  msg`scan.corner-top-left: top left`,
  msg`scan.corner-top-right: top right`,
  msg`scan.corner-bottom-right: bottom right`,
  msg`scan.corner-bottom-left: bottom left`,
];

function refuseCorners(names: readonly Message[]): Result<never> {
  const message =
    names.length > 1
      ? msg`scan.corners-missing: several corners of the sheet are missing: ${messagesInRow(names)}`
      : msg`scan.corner-missing: a corner of the sheet is missing: ${messagesInRow(names)}`;
  const hint = msg`scan.corner-missing-hint: three of the four black corner marks must be fully visible; watch out for thumbs and the edge of the photo`;
  return failure([problem("missing-corners", message, { hint })]);
}

/** The errors and warnings about a photo of a sheet, judged by its size and blur. */
function listPhotoProblems(
  { toPhoto, blursPx }: RoughPlace,
  { page, boxes }: PadLayout,
  isBilevel: boolean,
): Problem[] {
  const boxMm = Math.min(...boxes.map(({ heightMm }) => heightMm));
  // The smallest scale, at the corner farthest from the camera.
  const scales = [0, page.widthMm].flatMap((x) => [0, page.heightMm].map((y) => growth(toPhoto, x, y)));
  const pxPerMm = Math.min(...scales);
  const colours = isBilevel ? "blackAndWhite" : "grey";
  const good = Math.max(MIN_SCALE[colours], BOX_PX / boxMm);
  const needed = Math.max(MIN_SCALE[colours], (MIN_BOX_SHARE[colours] * BOX_PX) / boxMm);
  const flaws: Problem[] = [];
  const closer = isBilevel
    ? msg`scan.scan-in-grey-hint: scan the sheet again in grey or colour, with ${scannerDpi(needed)} dpi or more`
    : msg`scan.move-closer-hint: move closer, so that the sheet fills the photo`;
  if (pxPerMm < needed) {
    const message = msg`scan.sheet-too-small: the sheet is too small in the photo: ${formatDecimal(pxPerMm)} pixels per mm; ${formatDecimal(needed)} are needed`;
    flaws.push(problem("too-small", message, { hint: closer }));
  } else if (pxPerMm < good) {
    const message = msg`scan.sheet-rather-small: the sheet is rather small in the photo: ${formatDecimal(pxPerMm)} pixels per mm; ${formatDecimal(good)} would be good`;
    flaws.push(problem("small-photo", message, { severity: "warning", hint: closer }));
  }
  const edgeMm = blursPx.length === 0 ? 0 : (EDGE_WIDTH * median(blursPx)) / pxPerMm;
  const most = EDGE_WIDTH * MAX_BLUR * boxMm;
  if (edgeMm > most) {
    const message = msg`scan.photo-blurred: the photo is too blurred: edges are ${formatDecimal(edgeMm)} mm wide on the sheet; the limit is ${formatDecimal(most)} mm`;
    const hint = msg`scan.blurred-hint: hold still, tap the sheet to focus, and use more light`;
    flaws.push(problem("too-blurred", message, { hint }));
  }
  return flaws;
}

/** A resolution that scanners offer, in dpi: a multiple of 50, and at least 150. */
function scannerDpi(pxPerMm: number): string {
  return String(Math.max(150, 50 * Math.ceil((pxPerMm * MM_PER_INCH) / 50)));
}

/** Whether a picture has no greys, as scanners and copiers save text. */
function isBlackAndWhite({ pixels }: Grey): boolean {
  let [all, grey, black] = [0, 0, 0];
  for (let at = 0; at < pixels.length; at += GREY_STEP) {
    const level = pixels[at] as number;
    all++;
    if (level <= GREY.darkest) black++;
    else if (level < GREY.lightest) grey++;
  }
  return grey <= MAX_GREY.ofAll * all && grey <= MAX_GREY.ofBlack * black;
}

/** The printed lines that run straight across or down. */
function printedLines(rules: readonly Rule[], pxPerMm: number): PrintedLines {
  const across = rules.filter(({ fromYMm, toYMm }) => fromYMm === toYMm);
  const down = rules.filter(({ fromXMm, toXMm }) => fromXMm === toXMm);
  return {
    across: across.map(({ fromYMm }) => fromYMm * pxPerMm),
    down: down.map(({ fromXMm }) => fromXMm * pxPerMm),
  };
}

function formatDecimal(value: number): MessageValue {
  return decimal(value, value < 1 ? 2 : 1);
}

/** The sheet flattened and in even light: print and ink on white paper. Its boxes are in the order of the layout. */
function straightSheet(
  cv: OpenCv,
  photo: Photo,
  view: SheetProjection,
  layout: PadLayout,
  { fine }: SheetPrint,
) {
  const pxPerMm = OVER_PRINT * fine.pxPerMm;
  return disposeAfterUse((keep) => {
    const straight = keep(straightenInColour(cv, photo, view, pxPerMm));
    const { rgb, grey: pixels } = evenLight(cv, straight, pxPerMm, layout.tints);
    const grey = { widthPx: straight.cols, heightPx: straight.rows, pixels };
    removeBlemishes({ grey, rgb, pxPerMm }, printedLines(layout.rules, pxPerMm));
    const boxes = cutBoxes({ layout, pxPerMm, grey }, (area) => shareInPhoto(view, photo.grey, area));
    return { pxPerMm, grey, rgb, boxes: blankUnusedColumns(layout.boxes, boxes) };
  });
}
