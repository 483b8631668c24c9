import type { Chance } from "../chance.ts";
import type { Canvas } from "./canvas.ts";
import { partAround } from "./canvas.ts";
import type { Pixel } from "./lens.ts";

/** A thumb that holds the sheet, with the hand behind it; in pixels of the photo. */
export interface Thumb {
  readonly tip: Pixel;
  /** From the tip to the hand. */
  readonly angle: number;
  readonly pxPerMm: number;
  /** Half its width. */
  readonly radiusMm: number;
  readonly skin: readonly [number, number, number];
}

const SKINS = [
  [226, 176, 150],
  [206, 150, 122],
  [240, 198, 174],
  [152, 104, 78],
  [104, 70, 54],
] as const;

/** @param tip where it ends on the sheet; @param outward the direction off the sheet */
export function pickThumb(tip: Pixel, outward: number, pxPerMm: number, chance: Chance): Thumb {
  return {
    tip,
    angle: outward + chance.near(0, 0.3),
    pxPerMm,
    radiusMm: chance.between(8, 10.5),
    skin: chance.pick(SKINS),
  };
}

/** Beyond this from the tip the hand is out of sight or under the table's edge. */
const LONG_MM = 190;

/** Where a pixel lies on the thumb, in mm: along from the tip's middle, across, and its half width there. */
function placeOn({ tip, angle, pxPerMm, radiusMm }: Thumb, x: number, y: number) {
  const [dx, dy] = [(x - tip[0]) / pxPerMm, (y - tip[1]) / pxPerMm];
  const along = dx * Math.cos(angle) + dy * Math.sin(angle) - radiusMm;
  const across = dy * Math.cos(angle) - dx * Math.sin(angle);
  const far = Math.max(0, along - 42);
  const radius =
    radiusMm * (along > 0 ? 1 + 0.1 * Math.sin(Math.min(along, 30) / 9) : 1) + Math.min(0.4 * far, 22);
  const away = along < 0 ? Math.hypot(along, across) : Math.abs(across);
  return { along, across, radius, away };
}

/** Whether the thumb covers a pixel. */
export function isUnder(thumb: Thumb | null, [x, y]: Pixel): boolean {
  if (thumb === null) return false;
  const { along, radius, away } = placeOn(thumb, x, y);
  return away < radius && along < LONG_MM;
}

/** Paints the thumb with the shadow that it throws on the sheet. */
export function paintThumb(canvas: Canvas, thumb: Thumb, chance: Chance): void {
  const { tip, angle, pxPerMm } = thumb;
  const reach = LONG_MM * pxPerMm;
  const end: Pixel = [tip[0] + reach * Math.cos(angle), tip[1] + reach * Math.sin(angle)];
  const wide = 95 * pxPerMm;
  const corners = [tip, end].flatMap(([x, y]): Pixel[] => [
    [x - wide, y - wide],
    [x + wide, y + wide],
  ]);
  const part = partAround(corners, canvas);
  const grain = Float32Array.from({ length: 4096 }, () => chance.near(0, 4));
  for (let y = part.y; y < part.y + part.height; y++) {
    for (let x = part.x; x < part.x + part.width; x++) paintPixel(canvas, thumb, x, y, grain);
  }
}

function paintPixel({ rgb, widthPx }: Canvas, thumb: Thumb, x: number, y: number, grain: Float32Array): void {
  const place = placeOn(thumb, x, y);
  if (place.along > LONG_MM) return;
  const at = 3 * (y * widthPx + x);
  const inside = (place.radius - place.away) * thumb.pxPerMm;
  if (inside < 0) {
    const dark = 1 - 0.45 * Math.max(0, 1 + inside / (5 * thumb.pxPerMm)) ** 2;
    for (let channel = 0; channel < 3; channel++) rgb[at + channel] = (rgb[at + channel] ?? 0) * dark;
    return;
  }
  const round = place.away / place.radius;
  const shade = 1 - 0.42 * round ** 3 - (place.across > 0 ? 0.12 * round : 0);
  const nail = nailAt(place.along, place.across, thumb.radiusMm);
  const speck = grain[(x * 7 + y * 131) & 4095] ?? 0;
  const cover = Math.min(1, inside);
  for (let channel = 0; channel < 3; channel++) {
    const base = thumb.skin[channel] ?? 0;
    const colour = (base + nail * (channel === 0 ? 14 : 26)) * shade + speck;
    const under = rgb[at + channel] ?? 0;
    rgb[at + channel] = Math.max(0, Math.min(255, under + cover * (colour - under)));
  }
}

/** The nail is lighter than the skin, with a dark rim. */
function nailAt(along: number, across: number, radiusMm: number): number {
  const away = Math.hypot((along - 1) / (0.8 * radiusMm), across / (0.62 * radiusMm));
  if (away > 1.08) return 0;
  return away > 0.96 ? -0.9 : 1 - 0.5 * away;
}
