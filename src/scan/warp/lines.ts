import { type Area, grown, overlaps } from "../../print/geometry.ts";
import type { Rule, PadLayout } from "../../print/layout/pad-layout.ts";
import {
  type Grey,
  type PictureSize,
  quantile,
  WHITE,
  areaLevels,
  type PixelArea,
  coveredPixels,
} from "../image/picture.ts";

/** The relevant print around numbers: boxes, lines and tints. */
interface PrintedBoxes extends Pick<PadLayout, "tints"> {
  readonly rules: readonly Rule[];
  readonly boxes: readonly Area[];
}

/** The straightened sheet in even light. */
export interface EvenSheet {
  readonly layout: PrintedBoxes;
  readonly pxPerMm: number;
  readonly grey: Grey;
}

/** A part of the straightened sheet, to work on. */
export interface Window {
  readonly area: PixelArea;
  /** Row by row; 0 is black. */
  readonly levels: Float32Array;
}

/** The margin around a box, as a share of its height, as in the training of the digit reader. */
const MARGIN = 1 / 8;

/** A box with its margin, so that numbers that stick out are complete. */
function withMargin(box: Area): Area {
  return grown(box, box.heightMm * MARGIN);
}

/** Lines and their blur reach this far. */
const LINE_MM = 0.5;
/** The level of a tint beyond a box is measured up to this far from the box. */
const AROUND_MM = 4;
/** Ink and letters are darker than this share of a tinted area. */
const PAPER_SHARE = 0.6;
/** Printers make tints darker than they should be by up to this factor. */
const DARKEST_TINT = 2;
/** The tolerance for uneven light. */
const UNEVEN = 0.06;
/** Every second row and column is enough to measure the paper. */
const STRIDE = 2;

/** Copies a box with its margin, and makes its paper white, tinted or not. */
export function openWindow(box: Area, sheet: EvenSheet): Window {
  const around = withMargin(box);
  const area = coveredPixels(around, sheet.pxPerMm, sheet.grey);
  const window = { area, levels: areaLevels(sheet.grey, area) };
  const { tints } = sheet.layout;
  const [xMm, yMm] = [box.xMm + box.widthMm / 2, box.yMm + box.heightMm / 2];
  const middle = { xMm, yMm, widthMm: 0, heightMm: 0 };
  const own = tints.findLast((tint) => overlaps(tint, middle));
  for (const tint of tints)
    if (tint !== own && overlaps(tint, around))
      whiten(window, common(tint, grown(box, AROUND_MM)), tint.grey, sheet);
  whiten(window, box, own?.grey ?? 0, sheet);
  return window;
}

/** Makes the paper of an area white within a window. @param tint the printed grey, 0 to 1 */
function whiten({ area, levels }: Window, part: Area, tint: number, sheet: EvenSheet): void {
  const gain = WHITE / paperLevel(grown(part, -LINE_MM), tint, sheet);
  const pixels = coveredPixels(part, sheet.pxPerMm, sheet.grey);
  const left = Math.max(0, pixels.xPx - area.xPx);
  const right = Math.min(area.widthPx, pixels.xPx + pixels.widthPx - area.xPx);
  const bottom = Math.min(area.heightPx, pixels.yPx + pixels.heightPx - area.yPx);
  for (let y = Math.max(0, pixels.yPx - area.yPx); y < bottom; y++)
    for (let at = y * area.widthPx + left; at < y * area.widthPx + right; at++)
      levels[at] = (levels[at] as number) * gain;
}

/** The level of the paper in an area, clamped to plausible levels of its tint. */
function paperLevel(area: Area, tint: number, { grey, pxPerMm }: EvenSheet): number {
  const levels = areaLevels(grey, coveredPixels(area, pxPerMm, grey), STRIDE);
  if (levels.length === 0) return WHITE * (1 - tint);
  const min = WHITE * (1 - DARKEST_TINT * tint - UNEVEN);
  return Math.max(min, Math.min(WHITE * (1 + UNEVEN / 2), quantile(levels, PAPER_SHARE)));
}

function common(one: Area, other: Area): Area {
  const [xMm, yMm] = [Math.max(one.xMm, other.xMm), Math.max(one.yMm, other.yMm)];
  const widthMm = Math.min(one.xMm + one.widthMm, other.xMm + other.widthMm) - xMm;
  const heightMm = Math.min(one.yMm + one.heightMm, other.yMm + other.heightMm) - yMm;
  return { xMm, yMm, widthMm, heightMm };
}

/** A line with its blurred edges reaches this far to either side, in px of the straightened sheet. */
const REACH_PX = 7;
/** Offsets across a line, from one side to the other. */
const OFFSETS = Array.from({ length: 2 * REACH_PX + 1 }, (_, at) => at - REACH_PX);
const MIN_LINE_MM = 1;
/** The greatest displacement of a line. */
const NEAR_PX = 2;

/** The brightness of a line at each offset, as a share of the paper next to it. */
export type LineProfile = Float64Array;

/** The part of a printed line near a box. */
export interface LineNearBox {
  readonly rule: Rule;
  readonly isHorizontal: boolean;
  /** Its place across its direction, and its extent along it, in px of the straightened sheet. */
  readonly atPx: number;
  readonly fromPx: number;
  readonly toPx: number;
  readonly profile: LineProfile;
}

/** Measures the printed lines that touch a box with its margin. */
export function measureLines(box: Area, { layout, pxPerMm, grey }: EvenSheet): LineNearBox[] {
  const around = withMargin(box);
  const lines: LineNearBox[] = [];
  for (const rule of layout.rules) {
    const line = lineNear(rule, around, pxPerMm);
    if (line === null) continue;
    lines.push({ ...line, profile: normalizeProfile(levelsAcross(grey, line, line.fromPx, line.toPx)) });
  }
  return lines;
}

/** The part of a line that runs through an area; null if none does. */
function lineNear(rule: Rule, area: Area, pxPerMm: number): Omit<LineNearBox, "profile"> | null {
  const isHorizontal = rule.fromYMm === rule.toYMm;
  if (!isHorizontal && rule.fromXMm !== rule.toXMm) return null;
  const place = isHorizontal ? rule.fromYMm : rule.fromXMm;
  const low = isHorizontal ? area.yMm : area.xMm;
  if (place < low || place > low + (isHorizontal ? area.heightMm : area.widthMm)) return null;
  const first = isHorizontal ? rule.fromXMm : rule.fromYMm;
  const last = isHorizontal ? rule.toXMm : rule.toYMm;
  const start = isHorizontal ? area.xMm : area.yMm;
  const from = Math.max(start, Math.min(first, last));
  const to = Math.min(start + (isHorizontal ? area.widthMm : area.heightMm), Math.max(first, last));
  if (to - from < MIN_LINE_MM) return null;
  const px = (mm: number) => mm * pxPerMm - 0.5;
  return { rule, isHorizontal, atPx: px(place), fromPx: px(from), toPx: px(to) };
}

/** Divides the levels across a line by those of the paper next to it. */
function normalizeProfile(levels: Float64Array): LineProfile {
  const [before, after] = [levels[0] as number, levels[2 * REACH_PX] as number];
  const profile = new Float64Array(levels.length);
  for (let at = 0; at < levels.length; at++) {
    const beside = before + ((after - before) * at) / (2 * REACH_PX);
    profile[at] = Math.min(1, (levels[at] as number) / Math.max(1, beside));
  }
  return profile;
}

/** How much darker a line is than both sides of it, as a share. Next to a covering object, at least one side is dark. */
function measureDepth(levels: Float64Array): number {
  const darkest = findDarkest(levels);
  const at = levels.indexOf(darkest, REACH_PX - NEAR_PX);
  const beside = Math.min(Math.max(...levels.subarray(0, at)), Math.max(...levels.subarray(at + 1)));
  return Math.max(0, 1 - darkest / Math.max(1, beside));
}

/** The darkest value near the middle of a line. */
function findDarkest(values: Float64Array): number {
  return Math.min(...values.subarray(REACH_PX - NEAR_PX, REACH_PX + NEAR_PX + 1));
}

type LinePlace = Pick<LineNearBox, "isHorizontal" | "atPx">;

/** The strides along and across lines of a direction. */
function computeStrides({ widthPx, heightPx }: PictureSize, isHorizontal: boolean) {
  return isHorizontal
    ? { count: widthPx, step: 1, rows: heightPx, stride: widthPx }
    : { count: heightPx, step: widthPx, rows: widthPx, stride: 1 };
}

/** The median level along a line at each offset, because ink crosses a line only in places. */
function levelsAcross(grey: Grey, line: LinePlace, fromPx: number, toPx: number): Float64Array {
  const { count: end, step, rows, stride } = computeStrides(grey, line.isHorizontal);
  const first = Math.max(0, Math.ceil(fromPx));
  const count = Math.min(end, Math.floor(toPx) + 1) - first;
  const levels = new Float64Array(OFFSETS.length).fill(WHITE);
  if (count <= 0) return levels;
  const along = new Float32Array(count);
  for (const offset of OFFSETS) {
    const place = Math.max(0, Math.min(rows - 1.001, line.atPx + offset));
    const low = Math.floor(place);
    const share = place - low;
    for (let at = 0, pixel = low * stride + first * step; at < count; at++, pixel += step)
      along[at] =
        (grey.pixels[pixel] as number) * (1 - share) + (grey.pixels[pixel + stride] as number) * share;
    levels[offset + REACH_PX] = quantile(along, 0.5);
  }
  return levels;
}

/** The usual profile of each kind of line; lines of one kind look alike all over a sheet. @param lines all lines of the sheet */
export function usualLook(lines: readonly LineNearBox[]): (line: LineNearBox) => LineProfile {
  const getRuleKey = ({ rule }: LineNearBox) => `${rule.weightPt}/${rule.grey}`;
  const usual = new Map<string, LineProfile>();
  for (const kind of new Set(lines.map(getRuleKey))) {
    const own = lines.filter((line) => getRuleKey(line) === kind);
    const listShares = (at: number) => Float32Array.from(own, ({ profile }) => profile[at] as number);
    usual.set(kind, new Float64Array(OFFSETS.map((_, at) => quantile(listShares(at), 0.5))));
  }
  return (line) => usual.get(getRuleKey(line)) ?? line.profile;
}

/** A line may be this much darker than others of its kind. */
const DARKER = 1.3;
/** Where a line is darker than this, ink on it can't be seen, so its sides are connected. */
const BLIND = 0.6;

/** Removes a line from the window of a box; ink that crosses it stays. */
export function removeLine({ area, levels }: Window, line: LineNearBox, usual: LineProfile): void {
  const { count, step, rows, stride } = computeStrides(area, line.isHorizontal);
  const [origin, start] = line.isHorizontal ? [area.yPx, area.xPx] : [area.xPx, area.yPx];
  const profile = clampProfile(line.profile, usual);
  const middle = line.atPx - origin;
  // The offsets at which the line is visible.
  const shown = OFFSETS.filter((offset) => (profile[offset + REACH_PX] as number) < 0.97).map(Math.abs);
  const edge = Math.min(REACH_PX, Math.max(0, ...shown) + 1);
  const [above, below] = [Math.floor(middle - edge), Math.ceil(middle + edge)];
  // The rows next to the line, clamped to the window.
  const [upper, lower] = [above, below].map((row) => Math.max(0, Math.min(rows - 1, row)) * stride);
  const from = Math.max(0, Math.floor(line.fromPx - start));
  const to = Math.min(count - 1, Math.ceil(line.toPx - start));
  for (let at = from; at <= to; at++) {
    const over = levels[(upper as number) + at * step] as number;
    const under = levels[(lower as number) + at * step] as number;
    for (let row = Math.max(0, above + 1); row < Math.min(rows, below); row++) {
      const place = row * stride + at * step;
      const share = interpolateProfile(profile, row - middle);
      const between = over + ((under - over) * (row - above)) / (below - above);
      const blind = Math.max(0, Math.min(1, (BLIND - share) / 0.2));
      levels[place] = Math.min(255, ((levels[place] as number) / share) * (1 - blind) + between * blind);
    }
  }
}

/** Limits a measured profile, which ink along the line can make too dark. */
function clampProfile(profile: LineProfile, usual: LineProfile): LineProfile {
  const bounded = new Float64Array(profile.length);
  for (let at = 0; at < profile.length; at++) {
    let darkest = 1;
    for (let near = Math.max(0, at - NEAR_PX); near <= at + NEAR_PX && near < usual.length; near++)
      darkest = Math.min(darkest, usual[near] as number);
    bounded[at] = Math.max(0.05, profile[at] as number, 1 - DARKER * (1 - darkest) - 0.02);
  }
  return bounded;
}

function interpolateProfile(profile: LineProfile, offset: number): number {
  const place = Math.max(0, Math.min(2 * REACH_PX - 0.001, offset + REACH_PX));
  const low = Math.floor(place);
  const share = place - low;
  return (profile[low] as number) * (1 - share) + (profile[low + 1] as number) * share;
}

type UsualLook = ReturnType<typeof usualLook>;

/** Lines are checked in pieces of about this length. */
const PIECE_MM = 2;
/** A visible piece has at least this share of the usual depth of such lines. */
const SEEN_SHARE = 0.35;
/** Lines with a smaller depth, as a share of the paper's brightness, are ignored. */
const MIN_DEPTH = 0.025;

/** The visible shares of the horizontal and vertical lines around a box, 0 to 1; null if such lines aren't visible anywhere. */
export type SeenShares = readonly [horizontal: number | null, vertical: number | null];

/** Measures the visible shares of the lines around a box. */
export function seenShares(
  { grey, pxPerMm }: EvenSheet,
  lines: readonly LineNearBox[],
  usual: UsualLook,
): SeenShares {
  const measureSeenShare = (isHorizontal: boolean) => {
    let [pieces, seen] = [0, 0];
    for (const line of lines.filter((one) => one.isHorizontal === isHorizontal)) {
      const depth = 1 - findDarkest(usual(line));
      if (depth < MIN_DEPTH) continue;
      const count = Math.max(1, Math.round((line.toPx - line.fromPx) / (PIECE_MM * pxPerMm)));
      pieces += count;
      seen += seenPieces(grey, line, count, SEEN_SHARE * depth);
    }
    return pieces === 0 ? null : seen / pieces;
  };
  return [measureSeenShare(true), measureSeenShare(false)];
}

/** The number of pieces of a line that are deeper than `least`. */
function seenPieces(grey: Grey, line: LineNearBox, count: number, least: number): number {
  const length = line.toPx - line.fromPx;
  let seen = 0;
  for (let at = 0; at < count; at++) {
    const from = line.fromPx + (length * at) / count;
    if (measureDepth(levelsAcross(grey, line, from, from + length / count)) > least) seen++;
  }
  return seen;
}

/** The quantile of visible shares that represents an uncovered box. */
const COVERED_BOXES = 0.75;
/** If even such a box shows less than this share of its lines, lines are ignored. */
const MIN_TYPICAL = 0.5;

/**
 * The visible share of each box of a sheet, 0 to 1, estimated by its lines: covering objects and glare hide the lines as well, while ink
 * crosses them only in places. Horizontal and vertical lines count separately, because a thumb at the end of a box hides little of its
 * long sides, and they look the same for a box that is located too far to the right. Shares are relative to those of uncovered boxes,
 * because on a coarse scan of a photocopy, hairlines are missing all over the sheet.
 */
export function visibleShares(boxes: readonly SeenShares[]): number[] {
  const typical = ([0, 1] as const).map((way) => {
    const shares = boxes.flatMap((one) => one[way] ?? []);
    return shares.length === 0 ? 0 : quantile(Float32Array.from(shares), COVERED_BOXES);
  });
  return boxes.map((one) => {
    const shares = one.flatMap((share, way) => {
      const most = typical[way] ?? 0;
      return share === null || most < MIN_TYPICAL ? [] : [Math.min(1, share / most)];
    });
    return shares.length === 0 ? 0 : Math.min(...shares);
  });
}
