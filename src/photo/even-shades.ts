import type { Grey } from "./picture.ts";
import type { Shades } from "./shades.ts";

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
  for (let y = 0; y < heightPx; y++) {
    const row = Math.max(0, Math.min(rows - 1, (y + 0.5) / blockPx - 0.5));
    for (let x = 0; x < widthPx; x++) {
      const column = Math.max(0, Math.min(columns - 1, (x + 0.5) / blockPx - 0.5));
      const at = y * widthPx + x;
      values[at] = 1 - (pixels[at] ?? 0) / levelBetween(paper, columns, rows, column, row);
    }
  }
  return { widthPx, heightPx, values };
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

/** A level between four blocks. */
function levelBetween(
  levels: Float32Array,
  columns: number,
  rows: number,
  column: number,
  row: number,
): number {
  const x = Math.min(columns - 1, Math.floor(column));
  const y = Math.min(rows - 1, Math.floor(row));
  const nextX = Math.min(columns - 1, x + 1);
  const nextY = Math.min(rows - 1, y + 1);
  const [right, down] = [column - x, row - y];
  const upper = (levels[y * columns + x] ?? 1) * (1 - right) + (levels[y * columns + nextX] ?? 1) * right;
  const lower =
    (levels[nextY * columns + x] ?? 1) * (1 - right) + (levels[nextY * columns + nextX] ?? 1) * right;
  return upper * (1 - down) + lower * down;
}
