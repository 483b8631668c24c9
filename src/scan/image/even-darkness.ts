import type { Shades } from "./darkness.ts";
import type { Grey } from "./picture.ts";

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
