import type { PadBox } from "../layout/pad-layout.ts";
import { depthAlong, depthOf, kindOf, type LineNearBox, type LineProfile } from "./lines.ts";
import type { EvenSheet } from "./window.ts";

/** Lines are looked at in pieces about this long. */
const PIECE_MM = 2;
/** A piece is seen if it has this share of the darkness that such lines have elsewhere. */
const SEEN_SHARE = 0.35;
/** Lines fainter than this, as a share of the paper's brightness, tell nothing. */
const LEAST_DEPTH = 0.025;
/** Places across and down a box at which it is asked whether it is in the photo. */
const SPOTS = [0.02, 0.25, 0.5, 0.75, 0.98];

/**
 * How much of a box can be seen, 0 to 1: the share of the lines around it that are there. What covers or blinds a box covers or blinds
 * its lines as well, while ink crosses them here and there only. Level and upright lines are looked at on their own: a thumb at the end
 * of a box hides little of its long sides, and a box that is looked for too far to the right seems to have them still.
 *
 * @param lines the lines near the box
 * @param usual how lines of each kind look on this sheet
 */
export function visibleShare(
  box: PadBox,
  sheet: EvenSheet,
  lines: readonly LineNearBox[],
  usual: ReadonlyMap<string, LineProfile>,
  isInPhoto: (xMm: number, yMm: number) => boolean,
): number {
  const spots = SPOTS.flatMap((x) =>
    SPOTS.map((y) => isInPhoto(box.xMm + x * box.widthMm, box.yMm + y * box.heightMm)),
  );
  const inPhoto = spots.filter(Boolean).length / spots.length;
  const shares = [true, false].map((isLevel) => {
    const pieces = lines
      .filter((line) => line.isLevel === isLevel)
      .flatMap((line) => {
        const depth = depthOf(usual.get(kindOf(line.rule)) ?? line.profile);
        return depth < LEAST_DEPTH ? [] : piecesOf(line, sheet).map((found) => found > SEEN_SHARE * depth);
      });
    return pieces.length === 0 ? null : pieces.filter(Boolean).length / pieces.length;
  });
  const told = shares.filter((share) => share !== null);
  const seen = told.length === 0 ? 0 : Math.min(...told);
  return inPhoto * seen;
}

/** How dark each piece of a line is. */
function piecesOf(line: LineNearBox, { grey, pxPerMm }: EvenSheet): number[] {
  const length = line.toPx - line.fromPx;
  const count = Math.max(1, Math.round(length / (PIECE_MM * pxPerMm)));
  return Array.from({ length: count }, (_, at) => {
    const from = line.fromPx + (length * at) / count;
    return depthAlong(grey, line, from, from + length / count);
  });
}
