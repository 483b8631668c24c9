import type { Chance } from "../chance.ts";

/** A point on the paper, in mm from its middle: to the right and down. */
export type Spot = readonly [x: number, y: number];
/** In mm: right, down, up from the table. */
export type Space = readonly [x: number, y: number, z: number];

export const BENDS = ["flat", "glued", "arched", "rolled", "corner"] as const;
export type BendKind = (typeof BENDS)[number];

/** How a sheet of paper lies. Paper can't be stretched: it bends along one direction only. */
export interface Bend {
  readonly kind: BendKind;
  /** How high it rises. */
  readonly liftMm: number;
  /** Where a spot of the sheet lies. */
  at(spot: Spot): Space;
  /** How steep the paper is there, in radians, seen along the direction of the bend. */
  slope(spot: Spot): number;
  /** The direction in which the paper bends, as a vector in the plane of the table. */
  readonly direction: Spot;
}

const STEPS = 240;

/** A sheet that is glued at its top and lifts below, is arched or rolled up, or turns up a corner. */
export function pickBend(
  widthMm: number,
  heightMm: number,
  mostMm: number,
  kind: BendKind,
  chance: Chance,
): Bend {
  const liftMm = kind === "flat" ? 0 : mostMm * chance.between(0.25, 1);
  const angle = directionOf(kind, chance);
  const direction: Spot = [Math.cos(angle), Math.sin(angle)];
  const reach = (Math.abs(direction[0]) * widthMm + Math.abs(direction[1]) * heightMm) / 2;
  const shape = shapeOf(kind, chance);
  return { kind, liftMm, direction, ...developed(shape, reach, liftMm, direction) };
}

function directionOf(kind: BendKind, chance: Chance): number {
  switch (kind) {
    case "flat":
    case "glued":
      return Math.PI / 2;
    case "arched":
    case "rolled":
      return chance.pick([0, Math.PI / 2]) + chance.near(0, 0.12);
    case "corner":
      return (Math.PI / 4) * chance.pick([1, 3, 5, 7]) + chance.near(0, 0.15);
  }
}

/** The slope along the bend, from -1 to 1, up to a factor. */
function shapeOf(kind: BendKind, chance: Chance): (along: number) => number {
  switch (kind) {
    case "flat":
      return () => 0;
    case "glued": {
      const power = chance.between(1, 2.2);
      return (along) => ((along + 1) / 2) ** power;
    }
    case "arched":
      return (along) => -along;
    case "rolled":
      return (along) => along;
    case "corner": {
      const from = chance.between(0.1, 0.45);
      return (along) => (along < from ? 0 : ((along - from) / (1 - from)) ** 1.4);
    }
  }
}

/** Walks along the paper and adds up where it goes; lengths on the paper stay as they are. */
function developed(shape: (along: number) => number, reach: number, liftMm: number, direction: Spot) {
  const slopes = Array.from({ length: STEPS + 1 }, (_, at) => shape((2 * at) / STEPS - 1));
  const factor = steepness(slopes, (2 * reach) / STEPS, liftMm);
  const across = new Float64Array(STEPS + 1);
  const height = new Float64Array(STEPS + 1);
  const step = (2 * reach) / STEPS;
  for (let at = 1; at <= STEPS; at++) {
    const slope = (factor * ((slopes[at] ?? 0) + (slopes[at - 1] ?? 0))) / 2;
    across[at] = (across[at - 1] ?? 0) + step * Math.cos(slope);
    height[at] = (height[at - 1] ?? 0) + step * Math.sin(slope);
  }
  const middle = across[STEPS / 2] ?? 0;
  const ground = Math.min(...height);
  const look = (table: ArrayLike<number>, along: number) => {
    const place = ((along + reach) / (2 * reach)) * STEPS;
    const at = Math.max(0, Math.min(STEPS - 1, Math.floor(place)));
    const low = table[at] ?? 0;
    return low + (place - at) * ((table[at + 1] ?? 0) - low);
  };
  const [dx, dy] = direction;
  return {
    at: ([x, y]: Spot): Space => {
      const along = x * dx + y * dy;
      const side = -x * dy + y * dx;
      const moved = look(across, along) - middle;
      return [moved * dx - side * dy, moved * dy + side * dx, look(height, along) - ground];
    },
    slope: ([x, y]: Spot) => factor * look(slopes, Math.max(-reach, Math.min(reach, x * dx + y * dy))),
  };
}

/** By how much the slopes have to be multiplied so that the paper rises as high as wanted. */
function steepness(slopes: readonly number[], step: number, liftMm: number): number {
  let [height, low, high] = [0, 0, 0];
  for (const slope of slopes) {
    height += slope * step;
    low = Math.min(low, height);
    high = Math.max(high, height);
  }
  return high - low < 1e-9 ? 0 : Math.min(liftMm / (high - low), 0.9);
}
