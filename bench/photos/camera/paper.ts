import type { Chance } from "../chance.ts";
import { type InkedPaper, toothAt } from "../hand/ink-layer.ts";
import type { Bend } from "./bend.ts";
import type { Texture } from "./canvas.ts";
import { type Cv, freeing } from "./cv.ts";
import type { Damage } from "./damage.ts";

/** What becomes of a sheet on the table: the tone of its paper, stains, and how its bends catch the light. */
export interface Wear {
  readonly tone: readonly [number, number, number];
  /** How much darker or lighter the paper is from fibre to fibre, as a deviation. */
  readonly fibre: number;
  /** From where the light comes, as a direction on the table. */
  readonly lightFrom: number;
  /** How slanting the light is: 0 from straight above. */
  readonly slant: number;
  /** The ring of a glass; null on clean sheets. */
  readonly ring: {
    readonly x: number;
    readonly y: number;
    readonly radius: number;
    readonly dark: number;
  } | null;
  /** What else has happened to it; null for nothing. */
  readonly damage: Damage | null;
}

/** @param recycled whether the paper is grey and has fibres */
export function pickWear(
  page: { widthMm: number; heightMm: number },
  recycled: boolean,
  chance: Chance,
  damage: Damage | null,
): Wear {
  const white = chance.between(0.93, 1) - (recycled ? 0.12 : 0);
  const isYellow = chance.isSo(0.2) || recycled;
  const yellow = isYellow ? chance.between(0.02, 0.1) : chance.between(-0.015, 0.015);
  const ring = {
    x: chance.between(-0.5, 0.5) * page.widthMm,
    y: chance.between(-0.5, 0.5) * page.heightMm,
    radius: chance.between(24, 38),
    dark: chance.between(0.05, 0.16),
  };
  return {
    tone: [white, white * (1 - yellow / 3), white * (1 - yellow)],
    fibre: recycled ? 0.03 : 0,
    lightFrom: chance.between(0, 2 * Math.PI),
    slant: chance.between(0.15, 0.7),
    ring: chance.isSo(0.06) ? ring : null,
    damage,
  };
}

/**
 * A sheet at about the size in which the photo shows it, in the colours in which it lies there.
 *
 * @param pxPerMm of the paper
 * @param printScale how many mm of paper a mm of the page takes
 */
export function wornTexture(
  sheet: InkedPaper,
  pxPerMm: number,
  printScale: number,
  wear: Wear,
  bend: Bend,
  cv: Cv,
): Texture {
  const texture = resized(sheet, Math.min(1, (pxPerMm * printScale) / sheet.pxPerMm), cv);
  const { widthPx, heightPx, rgb } = texture;
  const mmPerPx = ((sheet.widthPx / sheet.pxPerMm) * printScale) / widthPx;
  const toLight = bend.direction[0] * Math.cos(wear.lightFrom) + bend.direction[1] * Math.sin(wear.lightFrom);
  for (let row = 0; row < heightPx; row++) {
    for (let column = 0; column < widthPx; column++) {
      const x = (column - widthPx / 2) * mmPerPx;
      const y = (row - heightPx / 2) * mmPerPx;
      const fibre = wear.fibre === 0 ? 1 : 1 + wear.fibre * toothAt(column, row);
      const shade = fibre * shading(bend.slope([x, y]), toLight, wear.slant) * (1 - ringAt(wear, x, y));
      const left = wear.damage?.(x, y);
      const at = 3 * (row * widthPx + column);
      for (let channel = 0; channel < 3; channel++) {
        const light = shade * (wear.tone[channel] ?? 1) * (left?.[channel] ?? 1);
        rgb[at + channel] = Math.min(255, (rgb[at + channel] ?? 0) * light);
      }
    }
  }
  return texture;
}

/** How much brighter than flat paper a slope is: half of the light comes from one side, the rest from everywhere. */
function shading(slope: number, toLight: number, slant: number): number {
  if (slope === 0) return 1;
  return Math.min(1.06, 0.5 + 0.5 * Math.max(0, Math.cos(slope) - Math.sin(slope) * toLight * slant * 1.5));
}

function ringAt({ ring }: Wear, x: number, y: number): number {
  if (ring === null) return 0;
  const away = Math.abs(Math.hypot(x - ring.x, y - ring.y) - ring.radius);
  return (
    ring.dark *
    Math.exp(-((away / 1.6) ** 2)) *
    (0.6 + 0.4 * Math.sin(3 * Math.atan2(y - ring.y, x - ring.x)))
  );
}

function resized(sheet: InkedPaper, ratio: number, cv: Cv): Texture {
  if (ratio > 0.92) return { ...sheet, rgb: sheet.rgb.slice() };
  const [widthPx, heightPx] = [Math.round(sheet.widthPx * ratio), Math.round(sheet.heightPx * ratio)];
  return freeing((keep) => {
    const from = keep(new cv.Mat(sheet.heightPx, sheet.widthPx, cv.CV_8UC3));
    from.data.set(sheet.rgb);
    const to = keep(new cv.Mat());
    cv.resize(from, to, new cv.Size(widthPx, heightPx), 0, 0, cv.INTER_AREA);
    return { widthPx, heightPx, rgb: to.data.slice() };
  });
}
