import { type Area, grown } from "../../print/geometry.ts";
import type { PadBox } from "../../print/layout/pad-layout.ts";
import { getElement } from "../../rules/arrays.ts";
import {
  findPieces,
  type Grey,
  type InkPiece,
  isForeignPiece,
  type PixelArea,
  coveredPixels,
  quantile,
  WHITE,
} from "../image/picture.ts";
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

export interface BoxPicture {
  /** The ink without the print, with a margin of an eighth of the box's height on all sides. */
  readonly picture: Grey;
  /** The visible share of the lines around the box, 0 to 1. */
  readonly visible: number;
  /** Whether it certainly has no ink and needn't be read. */
  readonly isBlank: boolean;
  /** Whether its darkest place is far lighter than ink elsewhere on the sheet, like the ring of a glass, a smear or a shadow. */
  readonly isFaint: boolean;
  /** Whether ink across its upper or lower line is, as far as pictures can tell, an entry of this box, or as likely one as of the box beyond. */
  readonly isAstride?: boolean;
  /** The box in the straightened sheet, without margin. */
  readonly area: PixelArea;
}

/** A box with a smaller visible share counts as hidden, because the object that covers the rest may look like ink. */
export const MIN_VISIBLE = 0.65;

/** Remains of removed lines up to this width don't count as ink. */
const LINE_MM = 0.45;
/** Ink is darker than paper by at least this many of 255 levels, even on a clear photo, */
const MIN_INK = 10;
/** and by at least this many standard deviations of the paper's noise. */
const NOISE_FACTOR = 5;
/** If noise requires more, no box counts as blank, because pencil may be as faint. */
const MAX_THRESHOLD = 22;
/** Faint marks have less than this share of the darkness of the sheet's ink. Even faint pencil on a sheet with felt pen has more. */
const FAINT_SHARE = 0.25;
/** The shares of pixels of a box, and of boxes of a sheet, above the estimated darkness of ink. */
const DARKEST = { pixels: 0.005, boxes: 0.1 } as const;
/** Only boxes at least this visible are used to estimate the darkness of ink. */
const CLEAR_VIEW = 0.9;

/** Cuts out all boxes of a straightened sheet and removes the print. @param shareInPhoto of an area of the sheet, 0 to 1 */
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
      // The difference between the darkest place and the median, in levels.
      depth: soft.length === 0 ? 0 : quantile(soft, 0.5) - quantile(soft, DARKEST.pixels),
      area: coveredPixels(box, sheet.pxPerMm, sheet.grey),
      window: window.area,
    };
  });
  const inked = cut.filter(({ isBlank, visible }) => !isBlank && visible >= CLEAR_VIEW);
  const depths = Float32Array.from(inked, ({ depth }) => depth);
  const ink = depths.length === 0 ? 0 : quantile(depths, 1 - DARKEST.boxes);
  const astride = boxesAstride(cut, WHITE - Math.max(ASTRIDE.leastInk, ASTRIDE.ink * ink));
  return cut.map(({ depth, window: _, ...box }, at) => ({
    ...box,
    isFaint: !box.isBlank && depth < FAINT_SHARE * ink,
    ...(astride.has(at) && { isAstride: true }),
  }));
}

/**
 * Ink lies astride a line if it reaches this far to both sides, in heights of the box. It is as dark as this share of the sheet's ink, and
 * at least as many levels. It may be of either box if each has more than `shared` of it.
 */
const ASTRIDE = { reach: 0.12, ink: 0.4, leastInk: 25, shared: 0.35 } as const;

/** A box with the part of the sheet that its picture shows. */
interface PlacedBox extends Pick<BoxPicture, "picture" | "isBlank" | "area"> {
  readonly window: PixelArea;
}

/**
 * The boxes that ink across a line belongs to, by index. If only one of the two boxes at the line has other ink, it is the other one's; if
 * both or neither have, it is of that with more of it, or of both.
 */
function boxesAstride(boxes: readonly PlacedBox[], ink: number): Set<number> {
  const pieces = boxes.map(({ picture, isBlank }) => (isBlank ? [] : findPieces(picture, ink)));
  const astride = new Set<number>();
  for (const [at, upper] of boxes.entries()) {
    const line = upper.area.yPx + upper.area.heightPx;
    const below = boxes.findIndex(
      ({ area }) => Math.abs(area.yPx - line) <= 2 && Math.abs(area.xPx - upper.area.xPx) <= 2,
    );
    const lower = boxes[below];
    if (lower === undefined) continue;
    const above = getElement(pieces, at).filter((one) => crossesLine(one, upper, line));
    const under = getElement(pieces, below).filter((one) => crossesLine(one, lower, line));
    const shift = lower.window.xPx - upper.window.xPx;
    const isOne = (a: InkPiece, b: InkPiece) => a.left < b.right + shift && b.left + shift < a.right;
    const least = ASTRIDE.reach * upper.area.heightPx;
    let [over, beyond] = [0, 0];
    for (const a of above)
      for (const b of under) {
        const [up, down] = [line - upper.window.yPx - a.top, b.bottom + lower.window.yPx - line];
        if (!isOne(a, b) || up < least || down < least) continue;
        over += up;
        beyond += down;
      }
    if (over === 0) continue;
    const hasOther = (own: readonly InkPiece[], crossing: readonly InkPiece[], { picture }: PlacedBox) =>
      own.some((one) => !crossing.includes(one) && isStroke(one, picture) && !isForeignPiece(one, picture));
    const [upperHas, lowerHas] = [
      hasOther(getElement(pieces, at), above, upper),
      hasOther(getElement(pieces, below), under, lower),
    ];
    const share = upperHas === lowerHas ? over / (over + beyond) : upperHas ? 0 : 1;
    if (share > ASTRIDE.shared) astride.add(at);
    if (1 - share > ASTRIDE.shared) astride.add(below);
  }
  return astride;
}

function crossesLine({ top, bottom }: InkPiece, { window }: PlacedBox, line: number): boolean {
  return top + window.yPx < line && bottom + window.yPx > line;
}

/** Whether a piece of ink is more than a speck. */
function isStroke({ left, right, top, bottom }: InkPiece, { heightPx }: Grey): boolean {
  return Math.max(right - left, bottom - top) > STROKE * heightPx;
}

/** Strokes are at least this long, in heights of the picture. */
const STROKE = 0.2;

/** The pictures of a pad's boxes, blank in columns of players with faint marks alone: the other side of the paper shines through there. */
export function blankUnusedColumns(boxes: readonly PadBox[], pictures: readonly BoxPicture[]): BoxPicture[] {
  const isInk = (_: PadBox, at: number) => pictures[at]?.isBlank === false && !pictures[at].isFaint;
  const writers = new Set(boxes.filter(isInk).map(({ player }) => player));
  return pictures.map((one, at) =>
    writers.has(getElement(boxes, at).player)
      ? one
      : { ...one, isBlank: true, isFaint: false, isAstride: false },
  );
}

/** The levels inside the lines of a box, averaged over nine pixels, which reduces noise but not strokes. */
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

/** Whether smoothed pixels certainly show no ink: none is darker than the noise of paper explains. */
function isWithoutInk(levels: Float32Array): boolean {
  if (levels.length <= APART_PX) return false;
  const differences = new Float32Array(levels.length - APART_PX);
  for (let at = 0; at < differences.length; at++)
    differences[at] = Math.abs((levels[at + APART_PX] as number) - (levels[at] as number));
  // The standard deviation of the noise, in levels; much ink makes the estimate too large.
  const noise = quantile(differences, 0.5) / MEDIAN_DIFFERENCE;
  const threshold = Math.max(MIN_INK, NOISE_FACTOR * noise);
  return threshold < MAX_THRESHOLD && darkest(levels) > WHITE - threshold;
}

function darkest(levels: Float32Array): number {
  let least = 255;
  for (let at = 0; at < levels.length; at++) least = Math.min(least, levels[at] as number);
  return least;
}
