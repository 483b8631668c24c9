import type { Chance } from "../chance.ts";
import { pickBend } from "./bend.ts";
import type { Scene } from "./scene.ts";

/** What offices and families set their scanners to. */
const DOTS_PER_INCH = [150, 200, 200, 300, 300] as const;
/** Farther away than any hand holds a phone: no corner is nearer than another. */
const FAR_MM = 20_000;
/** The lid, beyond the paper. */
const BESIDE_MM = 22;

/** The sheet under the lid of a scanner: flat, evenly lit, nearly straight, now and then upside down. */
export function scanScene(page: Scene["paper"], chance: Chance): Scene {
  const pxPerMm = chance.pick(DOTS_PER_INCH) / 25.4;
  const side = (mm: number) => Math.round(((mm + BESIDE_MM) * pxPerMm) / 16) * 16;
  const free = BESIDE_MM / 3 / (page.widthMm + BESIDE_MM);
  return {
    view: {
      widthPx: side(page.widthMm),
      heightPx: side(page.heightMm),
      focal: FAR_MM * pxPerMm,
      distanceMm: FAR_MM,
      turn: chance.near(0, 0.012) + (chance.isSo(0.15) ? Math.PI : 0),
      tilt: 0,
      from: 0,
      middle: [0.5 + chance.between(-free, free), 0.5 + chance.between(-free, free)],
      distortion: 0,
    },
    bend: pickBend(page.widthMm, page.heightMm, 0, "flat", chance),
    paper: page,
    printScale: chance.between(0.995, 1.005),
    background: "light",
    light: [1, 1, 1],
    slope: { amount: 0, angle: 0 },
    vignette: 0,
    shadows: [],
    exposure: chance.between(0.93, 1),
    blurPx: chance.between(0.55, 0.8),
    motion: { lengthPx: 0, angle: 0 },
    noise: chance.between(0.002, 0.008),
    sharpening: chance.between(0, 0.6),
    quality: Math.round(chance.between(60, 92)),
    orientation: 1,
    hasThumb: false,
    hasGlare: false,
    neighbour: "none",
  };
}
