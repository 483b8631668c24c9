import { type Area, grown } from "../../print/geometry.ts";
import { getElement } from "../../rules/arrays.ts";
import { type Grey, type PixelArea, coveredPixels, quantile, WHITE } from "../image/picture.ts";
import {
  measureLines,
  removeLine,
  seenShares,
  usualLook,
  visibleShares,
  type EvenSheet,
  openWindow,
  type Window,
} from "./lines.ts";

/** One box, cut out. */
export interface BoxPicture {
  /** The ink without the print, with a margin of an eighth of the box's height on all sides. */
  readonly picture: Grey;
  /** 0 to 1: how much of the lines around the box can be seen. */
  readonly visible: number;
  /** Surely without ink; it need not be read. */
  readonly isBlank: boolean;
  /** Its darkest place is far lighter than ink elsewhere on the sheet, as the ring of a glass, a smear or a shadow is. */
  readonly isFaint: boolean;
  /** The box in the straightened sheet, without margin. */
  readonly area: PixelArea;
}

/** If less than this share of a box is in sight, it counts as hidden: what covers the rest may look like ink. */
export const MIN_VISIBLE = 0.65;

/** What remains of a removed line up to this width is not taken for ink. */
const LINE_MM = 0.45;
/** Ink is darker than paper by at least this many of 255 levels, however clear the photo. */
const MIN_INK = 10;
/** And by this many deviations of the noise of the paper. */
const NOISE_FACTOR = 5;
/** If noise requires more than this, no box counts as blank: pencil might be as faint. */
const MAX_THRESHOLD = 22;
/** Ink that has less than this share of the darkness of ink elsewhere on the sheet is faint. Even faint pencil on a sheet with felt pen has more. */
const FAINT_SHARE = 0.25;
/** Pixels of a box, and boxes of a sheet, that may be darker than what its ink is taken to be. */
const DARKEST = { pixels: 0.005, boxes: 0.1 } as const;
/** What hides a part of a box is no ink, and may be darker. */
const CLEAR_VIEW = 0.9;

/** Cuts out all boxes of a straightened sheet and takes the print away. @param shareInPhoto of an area of the sheet, 0 to 1 */
export function cutBoxes(sheet: EvenSheet, shareInPhoto: (area: Area) => number): BoxPicture[] {
  const { boxes } = sheet.layout;
  const lines = boxes.map((box) => measureLines(box, sheet));
  const usual = usualLook(lines.flat());
  const visible = visibleShares(lines.map((own) => seenShares(sheet, own, usual)));
  const cut = boxes.map((box, at) => {
    const own = getElement(lines, at);
    const window = openWindow(box, sheet);
    for (const line of own) removeLine(window, line, usual(line));
    const { widthPx, heightPx } = window.area;
    const levels = new Uint8ClampedArray(window.levels);
    const soft = smoothedInside(box, sheet, window);
    return {
      picture: { widthPx, heightPx, pixels: new Uint8Array(levels.buffer) },
      visible: shareInPhoto(box) * getElement(visible, at),
      isBlank: isWithoutInk(soft),
      // By how many levels the darkest place is darker than most.
      depth: soft.length === 0 ? 0 : quantile(soft, 0.5) - quantile(soft, DARKEST.pixels),
      area: coveredPixels(box, sheet.pxPerMm, sheet.grey),
    };
  });
  const inked = cut.filter(({ isBlank, visible }) => !isBlank && visible >= CLEAR_VIEW);
  const depths = Float32Array.from(inked, ({ depth }) => depth);
  const ink = depths.length === 0 ? 0 : quantile(depths, 1 - DARKEST.boxes);
  return cut.map(({ depth, ...box }) => ({ ...box, isFaint: !box.isBlank && depth < FAINT_SHARE * ink }));
}

/** The levels inside the lines of a box, smoothed to the mean of nine pixels: noise shows less, and strokes as much. */
function smoothedInside(box: Area, sheet: EvenSheet, window: Window): Float32Array {
  const inner = coveredPixels(grown(box, -LINE_MM), sheet.pxPerMm, sheet.grey);
  const { area, levels } = window;
  const soft = new Float32Array(inner.widthPx * inner.heightPx);
  for (let y = 0; y < inner.heightPx; y++)
    for (let x = 0; x < inner.widthPx; x++) {
      const at = (inner.yPx - area.yPx + y) * area.widthPx + inner.xPx - area.xPx + x;
      let sum = 0;
      for (let row = at - area.widthPx; row <= at + area.widthPx; row += area.widthPx)
        sum += (levels[row - 1] as number) + (levels[row] as number) + (levels[row + 1] as number);
      soft[y * inner.widthPx + x] = sum / 9;
    }
  return soft;
}

/** Smoothed pixels this far apart share no pixel and rarely an edge of ink. */
const APART_PX = 4;
/** The median difference between two values of a Gaussian, in deviations. */
const MEDIAN_DIFFERENCE = 0.954;

/** Whether there is surely no ink among smoothed pixels: none is darker than the noise of paper makes it in places. */
function isWithoutInk(levels: Float32Array): boolean {
  if (levels.length <= APART_PX) return false;
  const differences = new Float32Array(levels.length - APART_PX);
  for (let at = 0; at < differences.length; at++)
    differences[at] = Math.abs((levels[at + APART_PX] as number) - (levels[at] as number));
  // Its deviation, in levels. Much ink makes it larger than it is.
  const noise = quantile(differences, 0.5) / MEDIAN_DIFFERENCE;
  const threshold = Math.max(MIN_INK, NOISE_FACTOR * noise);
  return threshold < MAX_THRESHOLD && darkest(levels) > WHITE - threshold;
}

function darkest(levels: Float32Array): number {
  let least = 255;
  for (let at = 0; at < levels.length; at++) least = Math.min(least, levels[at] as number);
  return least;
}
