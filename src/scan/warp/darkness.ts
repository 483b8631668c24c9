import type { Grey } from "../image/picture.ts";

/** A picture to reckon with, row by row: 0 is paper, 1 is black. */
export interface Shades {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly values: Float32Array;
}

/** The picture at half its size; each pixel is the mean of four. */
export function shrunkByHalf({ widthPx, heightPx, values }: Shades): Shades {
  const width = widthPx >> 1;
  const height = heightPx >> 1;
  const half = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 2 * y * widthPx + 2 * x;
      const below = at + widthPx;
      half[y * width + x] =
        ((values[at] ?? 0) + (values[at + 1] ?? 0) + (values[below] ?? 0) + (values[below + 1] ?? 0)) / 4;
    }
  }
  return { widthPx: width, heightPx: height, values: half };
}

/** The picture as a lens of a phone shows it at a size near its limit: blurred by about two thirds of a pixel. */
export function softened(shades: Shades): Shades {
  const { widthPx, values } = shades;
  return {
    ...shades,
    values: smoothedAlong(smoothedAlong(values, 1), widthPx),
  };
}

/** Each value becomes the mean of itself, twice, and its neighbours `step` away. */
function smoothedAlong(values: Float32Array, step: number): Float32Array {
  const smoothed = new Float32Array(values.length);
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    const before = at < step ? value : (values[at - step] ?? value);
    const after = at + step < values.length ? (values[at + step] ?? value) : value;
    smoothed[at] = (before + 2 * value + after) / 4;
  }
  return smoothed;
}

/** Each pixel becomes as dark as the darkest one around it, up to a reach in either direction. */
export function spreadDark({ widthPx, heightPx, values }: Shades, reachPx: number): Shades {
  let spread = values;
  for (let reached = 0, by = 1; reached < reachPx; reached += by) {
    // No pixel between those that are compared is missed, as each already stands for those around it.
    by = Math.min(2 * reached + 1, reachPx - reached);
    spread = darkestOfThree(darkestOfThree(spread, by), by * widthPx);
  }
  return { widthPx, heightPx, values: spread };
}

/** Each value becomes the greatest of itself and those `step` away. */
function darkestOfThree(values: Float32Array, step: number): Float32Array {
  const darkest = new Float32Array(values.length);
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    const before = at < step ? value : (values[at - step] ?? 0);
    const after = at + step < values.length ? (values[at + step] ?? 0) : value;
    darkest[at] = Math.max(before, value, after);
  }
  return darkest;
}

/** Of a block's pixels, this share is darker than its paper. */
const PAPER_SHARE = 0.8;
/** Blocks are looked at every so many pixels. */
const STRIDE = 2;

/**
 * The darkness of each pixel against the paper around it: uneven light does not show.
 *
 * @param blockPx side of the blocks in which light is taken to be even
 */
export function evenShades({ widthPx, heightPx, pixels }: Grey, blockPx: number): Shades {
  const columns = Math.ceil(widthPx / blockPx);
  const rows = Math.ceil(heightPx / blockPx);
  const paper = new Float32Array(columns * rows);
  for (let at = 0; at < paper.length; at++) {
    const left = (at % columns) * blockPx;
    const top = Math.floor(at / columns) * blockPx;
    paper[at] = blockLevel(
      pixels,
      widthPx,
      left,
      top,
      Math.min(widthPx, left + blockPx),
      Math.min(heightPx, top + blockPx),
    );
  }
  const values = new Float32Array(widthPx * heightPx);
  const gains = new Float32Array(widthPx);
  for (let y = 0; y < heightPx; y++) {
    const row = Math.max(0, Math.min(rows - 1, (y + 0.5) / blockPx - 0.5));
    fillGains(gains, paper.subarray(Math.floor(row) * columns), columns, row - Math.floor(row), blockPx);
    const from = y * widthPx;
    for (let x = 0; x < widthPx; x++) values[from + x] = 1 - (pixels[from + x] ?? 0) * (gains[x] ?? 0);
  }
  return { widthPx, heightPx, values };
}

/**
 * What the levels of a row of pixels are multiplied with.
 *
 * @param paper the levels of the row of blocks above and, if there is one, of that below
 * @param down how near the row is to the one below
 */
function fillGains(gains: Float32Array, paper: Float32Array, columns: number, down: number, blockPx: number) {
  const level = (column: number) => {
    const upper = paper[column] ?? 1;
    return upper + ((paper[columns + column] ?? upper) - upper) * down;
  };
  for (let x = 0; x < gains.length; x++) {
    const place = Math.max(0, Math.min(columns - 1, (x + 0.5) / blockPx - 0.5));
    const left = Math.floor(place);
    const right = Math.min(columns - 1, left + 1);
    gains[x] = 1 / (level(left) + (level(right) - level(left)) * (place - left));
  }
}

/** The level that most of a block's pixels don't exceed. */
function blockLevel(
  pixels: Uint8Array,
  widthPx: number,
  left: number,
  top: number,
  right: number,
  bottom: number,
) {
  const counts = new Uint32Array(256);
  let all = 0;
  for (let y = top; y < bottom; y += STRIDE)
    for (let x = left; x < right; x += STRIDE) {
      const level = pixels[y * widthPx + x] ?? 0;
      counts[level] = (counts[level] ?? 0) + 1;
      all++;
    }
  let below = 0;
  let level = 0;
  while (level < 255 && below + (counts[level] ?? 0) < PAPER_SHARE * all) below += counts[level++] ?? 0;
  return Math.max(1, level);
}
