import { median } from "../../rules/arrays.ts";
import type { Grey } from "../image/picture.ts";
import { type Extent, extentOf, type RuledLine, type RuledTable } from "./found-table.ts";

/**
 * Just beyond the edge of a table its lines are looked for, from here to there in px, and so far to either side of where they would go on.
 * Farther away the paper may end.
 */
const BEYOND_PX = { from: 5, to: 17 } as const;
const ASIDE_PX = 8;
/** What is this share as dark as the line is inside the table goes on with it. */
const AS_DARK = 0.4;
/** If more than this share of the lines goes on, the table does. */
const MANY = 0.6;
/** Fewer lines say nothing. */
const MIN_LINES = 3;

/** Whether a table goes on beyond its edge: most of its lines do. @param picture the straightened sheet with a rim around its tables */
export function isTableCutOff({ across, down }: Pick<RuledTable, "across" | "down">, picture: Grey): boolean {
  return goOn(across, extentOf(down), picture, true) || goOn(down, extentOf(across), picture, false);
}

/** Whether most of some lines go on beyond one of the edges between which they run. */
function goOn(lines: readonly RuledLine[], [from, to]: Extent, picture: Grey, isAcross: boolean): boolean {
  const { from: near, to: far } = BEYOND_PX;
  const sides = [
    { beyond: [from - far, from - near], within: [from + near, from + far] },
    { beyond: [to + near, to + far], within: [to - far, to - near] },
  ] as const;
  return sides.some(({ beyond, within }) => {
    const going = lines.filter(({ atPx }) => {
      const inside = depthAt(picture, atPx, within, isAcross);
      return inside > 0 && depthAt(picture, atPx, beyond, isAcross) > AS_DARK * inside;
    });
    return lines.length >= MIN_LINES && going.length > MANY * lines.length;
  });
}

/** How much darker than what is beside it a line is at a place, in levels; 0 beyond the edge of the picture. */
function depthAt(
  { widthPx, heightPx, pixels }: Grey,
  atPx: number,
  [from, to]: Extent,
  isAcross: boolean,
): number {
  const [length, breadth] = isAcross ? [widthPx, heightPx] : [heightPx, widthPx];
  const [first, last] = [Math.max(0, Math.round(from)), Math.min(length - 1, Math.round(to))];
  const middle = Math.round(atPx);
  if (last <= first || middle < ASIDE_PX || middle + ASIDE_PX >= breadth) return 0;
  const profile = Array.from({ length: 2 * ASIDE_PX + 1 }, (_, off) => {
    let sum = 0;
    for (let along = first; along <= last; along++) {
      const beside = middle - ASIDE_PX + off;
      sum += pixels[isAcross ? beside * widthPx + along : along * widthPx + beside] as number;
    }
    return sum / (last - first + 1);
  });
  return median(profile) - Math.min(...profile);
}
