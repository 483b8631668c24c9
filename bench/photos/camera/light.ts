import type { Chance } from "../chance.ts";
import type { Pixel } from "./lens.ts";
import type { Scene, Shadow } from "./scene.ts";

/** How much light falls on each part of the photo: knots 8 pixels apart, starting at the first pixel. */
export interface LightField {
  readonly columns: number;
  readonly rows: number;
  /** In relation to the brightest part. */
  readonly gain: Float32Array;
  /** What a lamp that is mirrored adds, 1 is white. */
  readonly glare: Float32Array;
}

export const LIGHT_STEP = 8;

/** A lamp that is mirrored in the paper. */
export interface Glare {
  readonly middle: Pixel;
  readonly longPx: number;
  readonly widePx: number;
  readonly angle: number;
  readonly strength: number;
}

/** Beyond this the sensor saturates to white. */
const BLINDING = 0.75;

export function pickGlare(middle: Pixel, pxPerMm: number, chance: Chance): Glare {
  const longPx = chance.between(9, 24) * pxPerMm;
  return {
    middle,
    longPx,
    widePx: longPx * chance.between(0.4, 0.9),
    angle: chance.between(0, Math.PI),
    strength: chance.between(0.5, 1.8),
  };
}

function glareAt({ middle, longPx, widePx, angle, strength }: Glare, x: number, y: number): number {
  const [dx, dy] = [x - middle[0], y - middle[1]];
  const along = (dx * Math.cos(angle) + dy * Math.sin(angle)) / longPx;
  const across = (dy * Math.cos(angle) - dx * Math.sin(angle)) / widePx;
  const away = along * along + across * across;
  return away > 9 ? 0 : strength * Math.exp(-away);
}

/** Whether nothing can be seen at a pixel for the glare. */
export function isBlinding(glare: Glare | null, [x, y]: Pixel): boolean {
  return glare !== null && glareAt(glare, x, y) > BLINDING;
}

export function lightField(scene: Scene, glare: Glare | null): LightField {
  const { widthPx, heightPx } = scene.view;
  const columns = Math.ceil(widthPx / LIGHT_STEP) + 2;
  const rows = Math.ceil(heightPx / LIGHT_STEP) + 2;
  const gain = new Float32Array(columns * rows);
  const added = new Float32Array(columns * rows);
  const half = Math.hypot(widthPx, heightPx) / 2;
  const [toX, toY] = [Math.cos(scene.slope.angle), Math.sin(scene.slope.angle)];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, y] = [column * LIGHT_STEP, row * LIGHT_STEP];
      const [u, v] = [(x - widthPx / 2) / half, (y - heightPx / 2) / half];
      let value = 1 - scene.slope.amount * (0.5 - 0.5 * (u * toX + v * toY));
      value *= 1 - scene.vignette * (u * u + v * v) ** 1.5;
      for (const shadow of scene.shadows) value *= 1 - shadowAt(shadow, x, y);
      gain[row * columns + column] = value;
      added[row * columns + column] = glare === null ? 0 : glareAt(glare, x, y);
    }
  }
  return { columns, rows, gain, glare: added };
}

/** Deep on the shadow's side of its edge, and within its reach. */
function shadowAt({ x, y, angle, reach, edgePx, depth }: Shadow, px: number, py: number): number {
  const into = (px - x) * Math.cos(angle) + (py - y) * Math.sin(angle);
  const aside = Math.abs((py - y) * Math.cos(angle) - (px - x) * Math.sin(angle));
  return depth * soft(into / edgePx) * soft((reach - aside) / edgePx);
}

/** From 0 to 1 over two edges. */
function soft(t: number): number {
  const share = Math.max(0, Math.min(1, (t + 1) / 2));
  return share * share * (3 - 2 * share);
}
