import { type Grey, quantile } from "../image/picture.ts";

/** So much at each edge, as a share of the page, may be a shadow, a crease or the lid of a scanner. */
const EDGE = 0.06;
/** What is darker than paper by this many levels is print or ink; the front of a thin sheet that shines through is less. */
const MIN_INK = 60;
/** An empty page has at most this share of it: specks, holes and staples. */
const MAX_INK = 0.001;
/** Every so many pixels in both directions are looked at. */
const STEP = 3;

/** Whether a picture shows nothing but an empty sheet of paper, such as the back of a scanned one. */
export function isEmptyPage({ widthPx, heightPx, pixels }: Grey): boolean {
  const [left, top] = [Math.round(EDGE * widthPx), Math.round(EDGE * heightPx)];
  const levels: number[] = [];
  for (let y = top; y < heightPx - top; y += STEP)
    for (let x = left; x < widthPx - left; x += STEP) levels.push(pixels[y * widthPx + x] as number);
  if (levels.length === 0) return false;
  const paper = quantile(Float32Array.from(levels), 0.5);
  const inked = levels.filter((level) => level < paper - MIN_INK).length;
  return paper > 2 * MIN_INK && inked <= MAX_INK * levels.length;
}
