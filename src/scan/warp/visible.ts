import { depthAlong, depthOf, kindOf, type LineNearBox, type LineProfile } from "./lines.ts";
import type { EvenSheet } from "./window.ts";

/** Lines are looked at in pieces about this long. */
const PIECE_MM = 2;
/** A piece is seen if it has this share of the darkness that such lines have elsewhere. */
const SEEN_SHARE = 0.35;
/** Lines fainter than this, as a share of the paper's brightness, tell nothing. */
const MIN_DEPTH = 0.025;

/**
 * How much of a box can be seen, 0 to 1: the share of the lines around it that are there. What covers or blinds a box covers or blinds
 * its lines as well, while ink crosses them here and there only. Level and upright lines are looked at on their own: a thumb at the end
 * of a box hides little of its long sides, and a box that is looked for too far to the right seems to have them still.
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
  const level = shareSeen(true, lines, sheet, usual);
  const upright = shareSeen(false, lines, sheet, usual);
  return inPhoto * Math.min(level ?? upright ?? 0, upright ?? level ?? 0);
}

/** The share of the lines of a direction that are seen; null if there are none that could be. */
function shareSeen(
  isLevel: boolean,
  lines: readonly LineNearBox[],
  { grey, pxPerMm }: EvenSheet,
  usual: ReadonlyMap<string, LineProfile>,
): number | null {
  let [pieces, seen] = [0, 0];
  for (const line of lines) {
    if (line.isLevel !== isLevel) continue;
    const depth = depthOf(usual.get(kindOf(line.rule)) ?? line.profile);
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
