import { type Bend, type Sighting, shiftAt } from "./bend.ts";
import type { Shades } from "./darkness.ts";
import { DARKEST, type Tile } from "./tiles.ts";

/** How alike a tile and the photo are for each shift up to a reach: row by row, from the top left, -1 to 1. */
export interface Likeness {
  readonly tile: Tile;
  readonly reachPx: number;
  readonly values: Float32Array;
}

/** A straightened photo with a rim on all sides, so that tiles at the edge can be shifted, too. */
export interface RimmedShades extends Shades {
  readonly rimPx: number;
}

/** Photos hold noise; pieces with less contrast than this, as the deviation of darkness, are taken for blank. */
const MIN_CONTRAST = 0.012;

/** Compares a tile with the photo around its place. @param reachPx at most the photo's rim */
export function likenessOf(tile: Tile, photo: RimmedShades, reachPx: number): Likeness {
  const { widthPx, rimPx, values } = photo;
  const { columns, rows, pattern } = tile;
  const count = pattern.length;
  const places = new Int32Array(count);
  for (let at = 0; at < count; at++)
    places[at] = ((rows[at] ?? 0) + rimPx) * widthPx + (columns[at] ?? 0) + rimPx;
  const side = 2 * reachPx + 1;
  const alike = new Float32Array(side * side);
  const noise = count * MIN_CONTRAST ** 2;
  for (let shift = 0; shift < alike.length; shift++) {
    const offset = (Math.floor(shift / side) - reachPx) * widthPx + (shift % side) - reachPx;
    let sum = 0;
    let squares = 0;
    let common = 0;
    for (let at = 0; at < count; at++) {
      const value = values[(places[at] ?? 0) + offset] ?? 0;
      sum += value;
      squares += value * value;
      common += value * (pattern[at] ?? 0);
    }
    alike[shift] = common / Math.sqrt(squares - (sum * sum) / count + noise);
  }
  return { tile, reachPx, values: alike };
}

/**
 * Caps darkness as it is compared: beyond a level all is alike.
 *
 * @param photo is changed
 * @param darkest the level for each pixel inside the rim, so that ink beside a hairline does not outweigh it; null for one level for all
 */
export function capDarkness(
  { widthPx, heightPx, rimPx, values }: RimmedShades,
  darkest: Float32Array | null,
) {
  for (let at = 0; at < values.length; at++) values[at] = Math.max(-0.1, Math.min(DARKEST, values[at] ?? 0));
  if (darkest === null) return;
  const inner = widthPx - 2 * rimPx;
  for (let y = rimPx; y < heightPx - rimPx; y++)
    for (let x = rimPx; x < widthPx - rimPx; x++) {
      const most = darkest[(y - rimPx) * inner + x - rimPx] ?? DARKEST;
      if ((values[y * widthPx + x] ?? 0) > most) values[y * widthPx + x] = most;
    }
}

/** Below this likeness a tile was not seen. */
const MIN_LIKENESS = 0.35;

/**
 * Where a tile was seen, to a fraction of a pixel: the top of the paraboloid through the best shift and those around it.
 *
 * @returns null if it was not seen, or if it may lie beyond the reach
 */
export function sightingOf({ tile, reachPx, values }: Likeness, pxPerMm: number): Sighting | null {
  const side = 2 * reachPx + 1;
  let best = 0;
  for (let at = 1; at < values.length; at++) if ((values[at] ?? 0) > (values[best] ?? 0)) best = at;
  const column = best % side;
  const row = Math.floor(best / side);
  const top = values[best] ?? 0;
  if (top < MIN_LIKENESS) return null;
  const x = Math.max(1, Math.min(side - 2, column));
  const y = Math.max(1, Math.min(side - 2, row));
  const value = (right: number, below: number) => values[(y + below) * side + x + right] ?? 0;
  const slopeX = (value(1, 0) - value(-1, 0)) / 2;
  const slopeY = (value(0, 1) - value(0, -1)) / 2;
  const curveX = Math.max(0, 2 * value(0, 0) - value(1, 0) - value(-1, 0));
  const curveY = Math.max(0, 2 * value(0, 0) - value(0, 1) - value(0, -1));
  const twist = -(value(1, 1) - value(1, -1) - value(-1, 1) + value(-1, -1)) / 4;
  const both = Math.max(-1, Math.min(1, twist / (Math.sqrt(curveX * curveY) + 1e-9))) * 0.98;
  const crossed = both * Math.sqrt(curveX * curveY);
  const peak = topOf(slopeX, slopeY, curveX, curveY, crossed);
  // A tile whose best shift lies at the end of the reach, in a direction about which it says something, was not seen.
  if (column !== x && curveX > FLAT * top) return null;
  if (row !== y && curveY > FLAT * top) return null;
  const weight = ((top - MIN_LIKENESS / 2) / (1.05 - top)) * pxPerMm ** 2;
  return {
    xMm: tile.xMm,
    yMm: tile.yMm,
    acrossMm: (x - reachPx + peak.x) / pxPerMm,
    downMm: (y - reachPx + peak.y) / pxPerMm,
    sureAcross: curveX * weight,
    sureDown: curveY * weight,
    sureBoth: crossed * weight,
  };
}

/** So far around a shift, in px, a likeness is looked at when it is known where a tile about lies. */
const NEAR_PX = 2;

/**
 * Where a tile was seen, near a shift in whole px.
 *
 * @returns null if it was not seen, or if it may lie beyond the reach
 */
export function sightingNear(
  { tile, reachPx, values }: Likeness,
  [across, down]: readonly [across: number, down: number],
  pxPerMm: number,
): Sighting | null {
  if (Math.max(Math.abs(across), Math.abs(down)) + NEAR_PX > reachPx) return null;
  const [whole, side] = [2 * reachPx + 1, 2 * NEAR_PX + 1];
  const part = new Float32Array(side * side);
  for (let y = 0; y < side; y++) {
    const from = (reachPx + down - NEAR_PX + y) * whole + reachPx + across - NEAR_PX;
    part.set(values.subarray(from, from + side), y * side);
  }
  const sighting = sightingOf({ tile, reachPx: NEAR_PX, values: part }, pxPerMm);
  if (sighting === null) return null;
  const { acrossMm, downMm } = sighting;
  return { ...sighting, acrossMm: acrossMm + across / pxPerMm, downMm: downMm + down / pxPerMm };
}

/** From a shift against a bend to one against the flat sheet; nothing if the tile was not seen. */
export function absolute(sighting: Sighting | null, bend: Bend): Sighting[] {
  if (sighting === null) return [];
  const { xMm, yMm, acrossMm, downMm } = sighting;
  const [across, down] = shiftAt(bend, xMm + acrossMm, yMm + downMm);
  return [{ ...sighting, acrossMm: acrossMm + across, downMm: downMm + down }];
}

/** A likeness that falls by less than this share from one shift to the next says nothing about the direction. */
const FLAT = 0.01;

/** Where a paraboloid has its top, not farther off than a pixel; in a direction without curve it has none. */
function topOf(slopeX: number, slopeY: number, curveX: number, curveY: number, crossed: number) {
  const ridge = 0.003;
  const [a, d] = [curveX + ridge, curveY + ridge];
  const area = a * d - crossed * crossed;
  const limit = (value: number) => Math.max(-1, Math.min(1, value));
  return {
    x: limit((d * slopeX - crossed * slopeY) / area),
    y: limit((a * slopeY - crossed * slopeX) / area),
  };
}
