import type { Area } from "../../print/geometry.ts";
import type { PadBox } from "../../print/layout/pad-layout.ts";
import { quantile } from "../image/levels.ts";
import { WHITE } from "../image/light.ts";
import { pixelsOf } from "../image/picture.ts";
import {
  kindOf,
  type LineNearBox,
  type LineProfile,
  linesAt,
  removeLine,
  usualProfiles,
  visibleShare,
} from "./lines.ts";
import type { BoxPicture } from "./straight-sheet.ts";
import { flattenTints } from "./tints.ts";
import { type EvenSheet, grownBy, openWindow, type Window, withMargin } from "./window.ts";

/** What may be seen beside a line when it is taken away is not looked at for ink. */
const LINE_MM = 0.45;
/** Ink is darker than paper by at least this many of 255 levels, however clear the photo. */
const MIN_INK = 10;
/** Where noise asks for more than this, a box is not called blank: pencil might be as faint. */
const MAX_LEAST = 22;
/** And by this many deviations of the paper's own noise. */
const NOISE_FACTOR = 5;

/**
 * Cuts out all boxes of a straightened sheet and takes the print away.
 *
 * @param shareInPhoto how much of an area of the sheet lies in the photo, 0 to 1
 */
export function cutBoxes(sheet: EvenSheet, shareInPhoto: (area: Area) => number): BoxPicture[] {
  const { boxes } = sheet.layout;
  const lines = boxes.map((box) => linesAt(box, sheet));
  const usual = usualProfiles(lines.flat());
  const cut = boxes.map((box, at) => {
    const window = inkOf(box, sheet, lines[at] ?? [], usual);
    const { widthPx, heightPx } = window.area;
    const shades = new Uint8ClampedArray(window.levels);
    const soft = softInside(box, sheet, window);
    return {
      picture: { widthPx, heightPx, pixels: new Uint8Array(shades.buffer) },
      visible: visibleShare(sheet, lines[at] ?? [], usual, shareInPhoto(box)),
      isBlank: isWithoutInk(soft),
      depth: depthOfInk(soft),
      area: pixelsOf(box, sheet.pxPerMm, sheet.grey),
    };
  });
  const ink = usualDepth(cut);
  return cut.map(({ depth, ...box }) => ({ ...box, isFaint: !box.isBlank && depth < FAINT_SHARE * ink }));
}

/** Of the darkness that ink has on the sheet: what is lighter is no ink. The faintest pencil beside felt pens has more. */
const FAINT_SHARE = 0.25;
/** Of a box's pixels, so many may be darker than the ink is taken to be, and of a sheet's boxes, so many may hold darker ink. */
const DARKEST = { pixels: 0.005, boxes: 0.1 } as const;
/** What hides a part of a box is no ink, and may be darker. */
const CLEAR_VIEW = 0.9;

/** By how many levels the darkest place among soft pixels is darker than most. */
function depthOfInk(levels: Float32Array): number {
  return levels.length === 0 ? 0 : quantile(levels, 0.5) - quantile(levels, DARKEST.pixels);
}

/** How dark ink is on a sheet, in levels; 0 where there is none. */
function usualDepth(
  boxes: readonly { readonly isBlank: boolean; readonly visible: number; readonly depth: number }[],
): number {
  const inked = boxes.filter(({ isBlank, visible }) => !isBlank && visible >= CLEAR_VIEW);
  const depths = Float32Array.from(inked, ({ depth }) => depth);
  return depths.length === 0 ? 0 : quantile(depths, 1 - DARKEST.boxes);
}

/** A box with its margin, without print. */
function inkOf(
  box: PadBox,
  sheet: EvenSheet,
  lines: readonly LineNearBox[],
  usual: ReadonlyMap<string, LineProfile>,
): Window {
  const window = openWindow(pixelsOf(withMargin(box), sheet.pxPerMm, sheet.grey), sheet.grey);
  flattenTints(window, box, sheet);
  for (const line of lines) removeLine(window, line, usual.get(kindOf(line.rule)) ?? line.profile);
  return window;
}

/** The levels inside the lines of a box, each the mean of nine pixels, so that noise shows less and strokes as much. */
function softInside(box: PadBox, sheet: EvenSheet, window: Window): Float32Array {
  const inner = pixelsOf(grownBy(box, -LINE_MM), sheet.pxPerMm, sheet.grey);
  const { area, levels } = window;
  const soft = new Float32Array(Math.max(0, inner.widthPx * inner.heightPx));
  for (let y = 0; y < inner.heightPx; y++)
    for (let x = 0; x < inner.widthPx; x++) {
      const at = (inner.yPx - area.yPx + y) * area.widthPx + inner.xPx - area.xPx + x;
      let sum = 0;
      for (let row = at - area.widthPx; row <= at + area.widthPx; row += area.widthPx)
        sum += (levels[row - 1] ?? WHITE) + (levels[row] ?? WHITE) + (levels[row + 1] ?? WHITE);
      soft[y * inner.widthPx + x] = sum / 9;
    }
  return soft;
}

/** Whether there is surely no ink among soft pixels: none is darker than noise makes paper here and there. */
function isWithoutInk(levels: Float32Array): boolean {
  const least = Math.max(MIN_INK, NOISE_FACTOR * noiseOf(levels));
  if (least >= MAX_LEAST) return false;
  for (let at = 0; at < levels.length; at++) if ((levels[at] ?? 0) <= WHITE - least) return false;
  return true;
}

/** Pixels this far apart share neither a soft pixel nor, as a rule, an edge of ink. */
const APART_PX = 4;
/** The middle of differences between two values of a Gaussian is this many deviations. */
const MIDDLE_DIFFERENCE = 0.954;

/** The deviation of paper, in levels. Much ink makes it larger than it is. */
function noiseOf(levels: Float32Array): number {
  const differences = new Float32Array(Math.max(0, levels.length - APART_PX));
  for (let at = 0; at < differences.length; at++)
    differences[at] = Math.abs((levels[at + APART_PX] ?? 0) - (levels[at] ?? 0));
  return differences.length === 0 ? Number.POSITIVE_INFINITY : quantile(differences, 0.5) / MIDDLE_DIFFERENCE;
}
