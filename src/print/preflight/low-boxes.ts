import { english, msg } from "../../rules/problem/message.ts";
import { decimal, formatQuantity } from "../../rules/problem/wording.ts";
import { type Area, grown, overlaps } from "../geometry.ts";
import { MIN_BOX_MM } from "../layout/sizes.ts";
import type { Fault } from "./finding.ts";

/** Lines nearer to each other than this have no box between them. */
const NO_BOX_MM = 2.5;
/** Lines that make boxes are at least so long, and uprights so high. */
const MIN_LEVEL_MM = 15;
const MIN_UPRIGHT_MM = 3;
/** Lines are drawn from middle to middle. */
const TOLERANCE_MM = 0.1;
/** An upright this near to the end of a level line is the edge of the table, or a bracket beside its labels. */
const EDGE_MM = 4;
/** How far a line may be off a box that it belongs to. */
const REACH_MM = 0.5;

/** Boxes of a table that are too low to write in: between two level lines, as far as upright lines run from one to the other. */
export function lowBoxes(lines: readonly { readonly area: Area }[], shown: Area): Fault[] {
  const areas = lines.map(({ area }) => area).filter((area) => overlaps(grown(area, REACH_MM), shown));
  const levels = areas
    .filter(({ widthMm, heightMm }) => widthMm >= MIN_LEVEL_MM && heightMm < 1)
    .sort((one, other) => one.yMm - other.yMm);
  const uprights = areas.filter(({ widthMm, heightMm }) => heightMm >= MIN_UPRIGHT_MM && widthMm < 1);
  return levels.flatMap((level, at): Fault[] => {
    const below = levels.slice(at + 1).find((other) => isBelow(level, other));
    if (below === undefined) return [];
    const box = between(level, below);
    if (box.heightMm >= MIN_BOX_MM - TOLERANCE_MM || !uprights.some((upright) => crosses(upright, box)))
      return [];
    return [lowBox(box)];
  });
}

function middle({ yMm, heightMm }: Area): number {
  return yMm + heightMm / 2;
}

/** Whether a level line is the lower edge of boxes whose upper edge another one is. */
function isBelow(level: Area, other: Area): boolean {
  const sharedMm =
    Math.min(level.xMm + level.widthMm, other.xMm + other.widthMm) - Math.max(level.xMm, other.xMm);
  return middle(other) - middle(level) > NO_BOX_MM && sharedMm >= MIN_LEVEL_MM;
}

/** The strip that two level lines share. */
function between(upper: Area, lower: Area): Area {
  const xMm = Math.max(upper.xMm, lower.xMm);
  const endMm = Math.min(upper.xMm + upper.widthMm, lower.xMm + lower.widthMm);
  const yMm = middle(upper);
  return { xMm, yMm, widthMm: endMm - xMm, heightMm: middle(lower) - yMm };
}

/** Whether an upright line runs through a strip from edge to edge, inside it. */
function crosses(upright: Area, strip: Area): boolean {
  const xMm = upright.xMm + upright.widthMm / 2;
  const isInside = xMm > strip.xMm + EDGE_MM && xMm < strip.xMm + strip.widthMm - EDGE_MM;
  const reachesUp = upright.yMm <= strip.yMm + REACH_MM;
  return isInside && reachesUp && upright.yMm + upright.heightMm >= strip.yMm + strip.heightMm - REACH_MM;
}

function lowBox(area: Area): Fault {
  const height = formatQuantity(decimal(area.heightMm, 1), "mm");
  const message = (times: number) =>
    times === 1
      ? msg("print.1-row-boxes")`1 row of boxes is ${height} high, which is too low to write in`
      : msg("print.rows-boxes-high")`${times} rows of boxes are ${height} high, which is too low to write in`;
  const hint = msg(
    "print.leave-mm-more",
  )`leave ${decimal(MIN_BOX_MM)} mm or more: take larger paper, or fewer rows`;
  return { code: "low-box", about: english(height), message, hint, area };
}
