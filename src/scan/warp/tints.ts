import type { Area } from "../../print/geometry.ts";
import type { PadBox, Tint } from "../../print/layout/pad-layout.ts";
import { quantile } from "../image/levels.ts";
import { WHITE } from "../image/light.ts";
import type { Grey, PixelArea } from "../image/picture.ts";
import { pixelsOf } from "../image/picture.ts";
import { type EvenSheet, grownBy, type Window, withMargin } from "./window.ts";

/** Lines and what is blurred into them reach this far. */
const LINE_MM = 0.5;
/** A tint's level beyond a box is measured up to this far from the box. */
const AROUND_MM = 4;
/** Ink and letters are darker than this share of a tinted area. */
const PAPER_SHARE = 0.6;
/** Printers make tints darker than they should be by up to this factor. */
const DARKEST_TINT = 2;
/** What light leaves uneven. */
const UNEVEN = 0.06;

/** One pixel of so many is enough to know the paper by. */
const STRIDE = 3;

/** Makes the paper in the window of a box white, whether it is tinted or not. */
export function flattenTints(window: Window, box: PadBox, sheet: EvenSheet): void {
  const { tints } = sheet.layout;
  const own = tints.findLast((tint) => isIn(box, tint));
  const [margin, around] = [withMargin(box), grownBy(box, AROUND_MM)];
  for (const tint of tints) {
    if (tint === own || overlap(tint, margin) === null) continue;
    const near = overlap(tint, around);
    if (near === null) continue;
    whiten(window, near, levelOf(grownBy(near, -LINE_MM), tint, sheet), sheet);
  }
  whiten(window, box, levelOf(grownBy(box, -LINE_MM), own, sheet), sheet);
}

/** The level of the paper in an area, kept to what a tint can be. */
function levelOf(area: Area, tint: Tint | undefined, sheet: EvenSheet): number {
  const pixels = someLevels(pixelsOf(area, sheet.pxPerMm, sheet.grey), sheet.grey);
  const expected = WHITE * (1 - (tint?.grey ?? 0));
  if (pixels.length === 0) return expected;
  const least = WHITE * (1 - DARKEST_TINT * (tint?.grey ?? 0) - UNEVEN);
  return Math.max(least, Math.min(WHITE * (1 + UNEVEN / 2), quantile(pixels, PAPER_SHARE)));
}

/** The levels of some pixels of an area, row by row. */
function someLevels({ xPx, yPx, widthPx, heightPx }: PixelArea, grey: Grey): Float32Array {
  const some = new Float32Array(Math.ceil((widthPx * heightPx) / STRIDE));
  let at = 0;
  for (let y = 0; y < heightPx; y++) {
    const row = (yPx + y) * grey.widthPx + xPx;
    for (let x = (STRIDE - ((y * widthPx) % STRIDE)) % STRIDE; x < widthPx; x += STRIDE)
      some[at++] = grey.pixels[row + x] ?? 0;
  }
  return some;
}

function whiten({ area, levels }: Window, part: Area, level: number, sheet: EvenSheet): void {
  const pixels = pixelsOf(part, sheet.pxPerMm, sheet.grey);
  const left = Math.max(0, pixels.xPx - area.xPx);
  const right = Math.min(area.widthPx, pixels.xPx + pixels.widthPx - area.xPx);
  const bottom = Math.min(area.heightPx, pixels.yPx + pixels.heightPx - area.yPx);
  for (let y = Math.max(0, pixels.yPx - area.yPx); y < bottom; y++)
    for (let x = left; x < right; x++) {
      const at = y * area.widthPx + x;
      levels[at] = ((levels[at] ?? 0) * WHITE) / level;
    }
}

function isIn(box: Area, tint: Area): boolean {
  const [x, y] = [box.xMm + box.widthMm / 2, box.yMm + box.heightMm / 2];
  return x > tint.xMm && x < tint.xMm + tint.widthMm && y > tint.yMm && y < tint.yMm + tint.heightMm;
}

/** What two areas have in common. */
function overlap(one: Area, other: Area): Area | null {
  const xMm = Math.max(one.xMm, other.xMm);
  const yMm = Math.max(one.yMm, other.yMm);
  const widthMm = Math.min(one.xMm + one.widthMm, other.xMm + other.widthMm) - xMm;
  const heightMm = Math.min(one.yMm + one.heightMm, other.yMm + other.heightMm) - yMm;
  return widthMm > 0 && heightMm > 0 ? { xMm, yMm, widthMm, heightMm } : null;
}
