import type { Area } from "../../print/geometry.ts";
import type { PadBox, Rule } from "../../print/layout/pad-layout.ts";
import { quantile } from "../image/levels.ts";
import { WHITE } from "../image/light.ts";
import type { Grey } from "../image/picture.ts";
import { type EvenSheet, type Window, withMargin } from "./window.ts";

/** A line with its blurred edges reaches this far to either side, in px of the straightened sheet. */
const REACH_PX = 7;
/** Offsets across a line, from one side to the other. */
const OFFSETS = Array.from({ length: 2 * REACH_PX + 1 }, (_, at) => at - REACH_PX);
const MIN_LINE_MM = 1;
/** A line lies at most this far from where it should. */
const NEAR_PX = 2;

/** How bright a line is at each offset, as a share of the paper beside it. */
export type LineProfile = Float64Array;

/** A printed line where it runs along or through the surroundings of a box. */
export interface LineNearBox {
  readonly rule: Rule;
  readonly isHorizontal: boolean;
  /** Where it lies across its direction, and from where to where it runs, in px of the straightened sheet. */
  readonly atPx: number;
  readonly fromPx: number;
  readonly toPx: number;
  readonly profile: LineProfile;
}

/** The printed lines that touch a box with its margin, measured. */
export function linesAt(box: PadBox, { layout, pxPerMm, grey }: EvenSheet): LineNearBox[] {
  const around = withMargin(box);
  const lines: LineNearBox[] = [];
  for (const rule of layout.rules) {
    const isHorizontal = rule.fromYMm === rule.toYMm;
    if (!isHorizontal && rule.fromXMm !== rule.toXMm) continue;
    const [low, high] = across(around, isHorizontal);
    const [start, end] = across(around, !isHorizontal);
    const place = isHorizontal ? rule.fromYMm : rule.fromXMm;
    const [first, last] = isHorizontal ? [rule.fromXMm, rule.toXMm] : [rule.fromYMm, rule.toYMm];
    const from = Math.max(start, Math.min(first, last));
    const to = Math.min(end, Math.max(first, last));
    if (place < low || place > high || to - from < MIN_LINE_MM) continue;
    const line = {
      rule,
      isHorizontal,
      atPx: place * pxPerMm - 0.5,
      fromPx: from * pxPerMm - 0.5,
      toPx: to * pxPerMm - 0.5,
    };
    lines.push({ ...line, profile: profileOf(grey, line, line.fromPx, line.toPx) });
  }
  return lines;
}

function across({ xMm, yMm, widthMm, heightMm }: Area, isHorizontal: boolean): [number, number] {
  return isHorizontal ? [yMm, yMm + heightMm] : [xMm, xMm + widthMm];
}

type LinePlace = Pick<LineNearBox, "isHorizontal" | "atPx">;

/** How bright a stretch of a line is at each offset, as a share of the paper beside it. */
function profileOf(grey: Grey, line: LinePlace, fromPx: number, toPx: number): LineProfile {
  const levels = levelsAcross(grey, line, fromPx, toPx);
  const [before, after] = [levels[0] as number, levels[2 * REACH_PX] as number];
  return levels.map((level, at) => {
    const beside = before + ((after - before) * at) / (2 * REACH_PX);
    return Math.min(1, level / Math.max(1, beside));
  });
}

/**
 * How much darker a stretch of a line is than what is beside it, as a share of that. It must be brighter on both sides: where ink comes
 * near a line, there is paper between them, and where something covers it, there is none.
 */
function depthAlong(grey: Grey, line: LinePlace, fromPx: number, toPx: number): number {
  const levels = levelsAcross(grey, line, fromPx, toPx);
  const darkest = darkestOf(levels);
  const at = levels.indexOf(darkest, REACH_PX - NEAR_PX);
  const beside = Math.min(Math.max(...levels.subarray(0, at)), Math.max(...levels.subarray(at + 1)));
  return Math.max(0, 1 - darkest / Math.max(1, beside));
}

/** The level at each offset from a line: the median along it, since ink crosses a line only in places. */
function levelsAcross(
  grey: Grey,
  { isHorizontal, atPx }: LinePlace,
  fromPx: number,
  toPx: number,
): Float64Array {
  const first = Math.max(0, Math.ceil(fromPx));
  const count = Math.min(isHorizontal ? grey.widthPx : grey.heightPx, Math.floor(toPx) + 1) - first;
  const levels = new Float64Array(OFFSETS.length).fill(WHITE);
  if (count <= 0) return levels;
  const [step, stride] = isHorizontal ? [1, grey.widthPx] : [grey.widthPx, 1];
  const rows = isHorizontal ? grey.heightPx : grey.widthPx;
  const along = new Float32Array(count);
  for (const offset of OFFSETS) {
    const place = Math.max(0, Math.min(rows - 1.001, atPx + offset));
    const low = Math.floor(place);
    const share = place - low;
    for (let at = 0, pixel = low * stride + first * step; at < count; at++, pixel += step)
      along[at] =
        (grey.pixels[pixel] as number) * (1 - share) + (grey.pixels[pixel + stride] as number) * share;
    levels[offset + REACH_PX] = quantile(along, 0.5);
  }
  return levels;
}

/** Lines of one kind look alike all over a sheet. */
export function kindOf({ weightPt, grey }: Rule): string {
  return `${weightPt}/${grey}`;
}

/** The usual look of each kind of line on a sheet. */
export function usualProfiles(lines: readonly LineNearBox[]): ReadonlyMap<string, LineProfile> {
  const kinds = new Set(lines.map(({ rule }) => kindOf(rule)));
  return new Map(
    [...kinds].map((kind) => {
      const own = lines.filter(({ rule }) => kindOf(rule) === kind);
      const usual = OFFSETS.map((_, at) => Float32Array.from(own, ({ profile }) => profile[at] as number));
      return [kind, Float64Array.from(usual, (shares) => quantile(shares, 0.5))];
    }),
  );
}

/** The value where a line is darkest, near its middle. */
function darkestOf(values: Float64Array): number {
  return Math.min(...values.subarray(REACH_PX - NEAR_PX, REACH_PX + NEAR_PX + 1));
}

/** A line may be this much darker than others of its kind. */
const DARKER = 1.3;

/** Takes a line out of the window of a box; ink that crosses it stays. */
export function removeLine(window: Window, line: LineNearBox, usual: LineProfile): void {
  const { area, levels } = window;
  const [origin, start] = line.isHorizontal ? [area.yPx, area.xPx] : [area.xPx, area.yPx];
  const [rows, count] = line.isHorizontal ? [area.heightPx, area.widthPx] : [area.widthPx, area.heightPx];
  const [step, stride] = line.isHorizontal ? [1, area.widthPx] : [area.widthPx, 1];
  const profile = bounded(line.profile, usual);
  const middle = line.atPx - origin;
  // How far from its middle the line still shows.
  const shown = OFFSETS.filter((offset) => (profile[offset + REACH_PX] as number) < 0.97).map(Math.abs);
  const edge = Math.min(REACH_PX, Math.max(0, ...shown) + 1);
  const [above, below] = [Math.floor(middle - edge), Math.ceil(middle + edge)];
  const from = Math.max(0, Math.floor(line.fromPx - start));
  const to = Math.min(count - 1, Math.ceil(line.toPx - start));
  for (let at = from; at <= to; at++) {
    const over = levels[inside(above, rows) * stride + at * step] as number;
    const under = levels[inside(below, rows) * stride + at * step] as number;
    for (let row = Math.max(0, above + 1); row < Math.min(rows, below); row++) {
      const place = row * stride + at * step;
      const share = profileAt(profile, row - middle);
      const between = over + ((under - over) * (row - above)) / (below - above);
      const blind = Math.max(0, Math.min(1, (BLIND - share) / 0.2));
      levels[place] = Math.min(255, ((levels[place] as number) / share) * (1 - blind) + between * blind);
    }
  }
}

/** The row of a window that is nearest to one that may lie beyond it. */
function inside(row: number, rows: number): number {
  return Math.max(0, Math.min(rows - 1, row));
}

/** Where a line leaves less light than this, nothing can be seen on it: its sides are joined. */
const BLIND = 0.6;

/** The measured profile, unless ink that runs along the line has made it darker than such a line can be. */
function bounded(profile: LineProfile, usual: LineProfile): LineProfile {
  return profile.map((share, at) => {
    const near = usual.subarray(Math.max(0, at - NEAR_PX), at + NEAR_PX + 1);
    return Math.max(0.05, share, 1 - DARKER * (1 - Math.min(...near)) - 0.02);
  });
}

function profileAt(profile: LineProfile, offset: number): number {
  const place = Math.max(0, Math.min(2 * REACH_PX - 0.001, offset + REACH_PX));
  const low = Math.floor(place);
  const share = place - low;
  return (profile[low] as number) * (1 - share) + (profile[low + 1] as number) * share;
}

/** Lines are looked at in pieces about this long. */
const PIECE_MM = 2;
/** A piece is seen if it has this share of the darkness that such lines have elsewhere. */
const SEEN_SHARE = 0.35;
/** Lines that are less dark than this, as a share of the brightness of the paper, say nothing. */
const MIN_DEPTH = 0.025;

/**
 * How much of a box can be seen, 0 to 1: the share of the lines around it that are there. What covers a box, or glare, hides its lines
 * as well, while ink crosses them only in places. Horizontal and vertical lines count separately: a thumb at the end of a box hides
 * little of its long sides, and a box that is looked for too far to the right still seems to have them.
 *
 * @param lines the lines near the box
 * @param usual how lines of each kind look on this sheet
 * @param inPhoto how much of the box lies in the photo, 0 to 1
 */
export function visibleShare(
  sheet: EvenSheet,
  lines: readonly LineNearBox[],
  usual: ReadonlyMap<string, LineProfile>,
  inPhoto: number,
): number {
  const horizontal = shareSeen(true, lines, sheet, usual);
  const vertical = shareSeen(false, lines, sheet, usual);
  return inPhoto * Math.min(horizontal ?? vertical ?? 0, vertical ?? horizontal ?? 0);
}

/** The share of the lines of a direction that are seen; null if there are none that could be. */
function shareSeen(
  isHorizontal: boolean,
  lines: readonly LineNearBox[],
  { grey, pxPerMm }: EvenSheet,
  usual: ReadonlyMap<string, LineProfile>,
): number | null {
  let [pieces, seen] = [0, 0];
  for (const line of lines) {
    if (line.isHorizontal !== isHorizontal) continue;
    const depth = 1 - darkestOf(usual.get(kindOf(line.rule)) ?? line.profile);
    if (depth < MIN_DEPTH) continue;
    const length = line.toPx - line.fromPx;
    const count = Math.max(1, Math.round(length / (PIECE_MM * pxPerMm)));
    for (let at = 0; at < count; at++) {
      const from = line.fromPx + (length * at) / count;
      if (depthAlong(grey, line, from, from + length / count) > SEEN_SHARE * depth) seen++;
    }
    pieces += count;
  }
  return pieces === 0 ? null : seen / pieces;
}
