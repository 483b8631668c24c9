import { elementAt } from "../../rules/arrays.ts";
import { type Grey, quantile } from "../image/picture.ts";
import { type Extent, extentOf, type RuledLine } from "./found-table.ts";
import type { TableLines } from "./table-lines.ts";

/*
 * A line that is too faint to be found by itself leaves a gap of two rows among rows that are all alike. There a second look is worth
 * while: what is darker than its surroundings along most of the table is a line, however little.
 */

/** A gap is so many usual ones up to this share of one. */
const WHOLE = 0.22;
/** Gaps that differ from most by less than this share are gaps of one row. */
const ALIKE = 0.4;
/** Gaps of more than so many rows are something else: the head of a pad, a column of labels. */
const MAX_ROWS = 3;
/** A line lies beside the middle of a gap by up to this share of a usual row. */
const OFF_SHARE = 0.18;
/** It is darker than what is beside it by this share of what most lines are, and by so many levels. */
const MIN_DEPTH = { share: 0.2, levels: 5 } as const;
/** Beside a line is paper from this far on, in px, and for so many px. */
const BESIDE_PX = { from: 4, to: 8 } as const;
const MAX_PLACES = 200;
/** A line is dark along this share of its length. The dice printed beside half of the rows are none. */
const ALONG = 0.75;

/** The lines of a table with those that were overlooked among them. @param picture the straightened sheet */
export function withFaintLines({ across, down }: TableLines, picture: Grey): TableLines {
  return {
    across: completed(across, extentOf(down), picture, true),
    down: completed(down, extentOf(across), picture, false),
  };
}

function completed(
  lines: readonly RuledLine[],
  extent: Extent,
  picture: Grey,
  isAcross: boolean,
): readonly RuledLine[] {
  const gaps = lines.slice(1).map(({ atPx }, at) => atPx - elementAt(lines, at).atPx);
  const usual = usualGap(gaps);
  const counts = gaps.map((gap) => Math.round(gap / usual));
  if (counts.every((count) => count < 2)) return lines;
  const depths = Float32Array.from(
    lines,
    ({ atPx }) => darkestNear(atPx, 2, extent, picture, isAcross).depth,
  );
  const least = Math.max(MIN_DEPTH.levels, MIN_DEPTH.share * quantile(depths, 0.5));
  return lines.flatMap((line, at) => {
    const [gap, count] = [gaps[at] ?? 0, counts[at] ?? 0];
    if (count < 2 || count > MAX_ROWS || Math.abs(gap / usual - count) > WHOLE) return [line];
    const found = Array.from({ length: count - 1 }, (_, nth) => {
      const place = line.atPx + ((nth + 1) * gap) / count;
      return darkestNear(place, OFF_SHARE * usual, extent, picture, isAcross);
    });
    if (found.some(({ depth }) => depth < least)) return [line];
    return [line, ...found.map(({ atPx }): RuledLine => ({ ...FAINT, atPx }))];
  });
}

/** The mean of the gaps that are about as wide as most: double lines lie a little beside where single ones would. */
function usualGap(gaps: readonly number[]): number {
  const middle = quantile(Float32Array.from(gaps), 0.5);
  const alike = gaps.filter((gap) => Math.abs(gap - middle) < ALIKE * middle);
  return alike.reduce((sum, gap) => sum + gap, 0) / alike.length;
}

const FAINT = { thicknessPx: 2, isDouble: false, seen: 1 } as const;

/** Where near a place it is darkest along most of the table, and by how many levels darker than beside it. */
function darkestNear(place: number, reachPx: number, extent: Extent, picture: Grey, isAcross: boolean) {
  const from = Math.round(place - reachPx);
  const { from: near, to: far } = BESIDE_PX;
  const levels = Array.from({ length: Math.round(place + reachPx) - from + 1 + 2 * far }, (_, at) =>
    levelAlong(from - far + at, extent, picture, isAcross),
  );
  let best = { atPx: place, depth: 0 };
  for (let at = far; at < levels.length - far; at++) {
    const before = Math.max(...levels.slice(at - far, at - near + 1));
    const behind = Math.max(...levels.slice(at + near, at + far + 1));
    const depth = Math.min(before, behind) - elementAt(levels, at);
    if (depth > best.depth) best = { atPx: from - far + at, depth };
  }
  return best;
}

/** How light it is along most of a row or column of px. */
function levelAlong(
  place: number,
  [from, to]: Extent,
  { widthPx, heightPx, pixels }: Grey,
  isAcross: boolean,
) {
  const [first, last] = [Math.ceil(from) + BESIDE_PX.to, Math.floor(to) - BESIDE_PX.to];
  const across = Math.max(0, Math.min((isAcross ? heightPx : widthPx) - 1, place));
  const step = Math.max(1, Math.floor((last - first) / MAX_PLACES));
  const levels = Float32Array.from({ length: Math.max(1, Math.floor((last - first) / step)) }, (_, nth) => {
    const along = first + nth * step;
    return pixels[isAcross ? across * widthPx + along : along * widthPx + across] ?? 0;
  });
  return quantile(levels, ALONG);
}
