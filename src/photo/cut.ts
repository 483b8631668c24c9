import type { PadBox } from "../layout/pad-layout.ts";
import { WHITE } from "./light.ts";
import { kindOf, type LineNearBox, type LineProfile, linesAt, removeLine, usualProfiles } from "./lines.ts";
import type { BoxPicture } from "./straight-sheet.ts";
import { flattenTints } from "./tints.ts";
import { visibleShare } from "./visible.ts";
import { type EvenSheet, grownBy, openWindow, pixelsOf, quantile, type Window } from "./window.ts";

/** The margin around a box, as a share of its height. */
const MARGIN = 1 / 8;
/** What may be seen beside a line when it is taken away is not looked at for ink. */
const LINE_MM = 0.45;
/** Ink is darker than paper by at least this many of 255 levels, however clear the photo. */
const LEAST_INK = 10;
/** Where noise asks for more than this, a box is not called blank: pencil might be as faint. */
const MOST_LEAST = 22;
/** And by this many deviations of the paper's own noise. */
const NOISE_FACTOR = 5;

/**
 * Cuts out all boxes of a straightened sheet and takes the print away.
 *
 * @param isInPhoto whether a point of the sheet, in mm, lies in the photo
 */
export function cutBoxes(sheet: EvenSheet, isInPhoto: (xMm: number, yMm: number) => boolean): BoxPicture[] {
  const { boxes } = sheet.layout;
  const lines = boxes.map((box) => linesAt(box, sheet));
  const usual = usualProfiles(lines.flat());
  const windows = boxes.map((box, at) => inkOf(box, sheet, lines[at] ?? [], usual));
  return boxes.map((box, at) => {
    const window = windows[at];
    const { widthPx = 0, heightPx = 0 } = window?.area ?? {};
    const shades = Uint8ClampedArray.from(window?.levels ?? []);
    return {
      picture: { widthPx, heightPx, pixels: new Uint8Array(shades.buffer) },
      visible: visibleShare(box, sheet, lines[at] ?? [], usual, isInPhoto),
      isBlank: window !== undefined && isWithoutInk(softInside(box, sheet, window)),
      area: pixelsOf(box, sheet),
    };
  });
}

/** A box with its margin, without print. */
function inkOf(
  box: PadBox,
  sheet: EvenSheet,
  lines: readonly LineNearBox[],
  usual: ReadonlyMap<string, LineProfile>,
): Window {
  const window = openWindow(pixelsOf(grownBy(box, box.heightMm * MARGIN), sheet), sheet.grey);
  flattenTints(window, box, sheet);
  for (const line of lines) removeLine(window, line, usual.get(kindOf(line.rule)) ?? line.profile);
  return window;
}

/** The levels inside the lines of a box, each the mean of nine pixels, so that noise shows less and strokes as much. */
function softInside(box: PadBox, sheet: EvenSheet, window: Window): Float32Array {
  const inner = pixelsOf(grownBy(box, -LINE_MM), sheet);
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
  const least = Math.max(LEAST_INK, NOISE_FACTOR * noiseOf(levels));
  return least < MOST_LEAST && levels.every((level) => level > WHITE - least);
}

/** Pixels this far apart share neither a soft pixel nor, as a rule, an edge of ink. */
const APART_PX = 4;
/** The middle of differences between two values of a Gaussian is this many deviations. */
const MIDDLE_DIFFERENCE = 0.954;

/** The deviation of paper, in levels. Much ink makes it larger than it is. */
function noiseOf(levels: Float32Array): number {
  const differences = levels.subarray(APART_PX).map((level, at) => Math.abs(level - (levels[at] ?? level)));
  return differences.length === 0 ? Number.POSITIVE_INFINITY : quantile(differences, 0.5) / MIDDLE_DIFFERENCE;
}
