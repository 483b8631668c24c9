import type { PictureSize } from "../image/picture.ts";

/** The corners of a polygon, across and down in px from the top left corner: `x, y, x, y, …`. */
export type Polygon = readonly number[];

/**
 * A page to fill polygons on. Each pixel gets the share of it that is covered, by nothing but additions and multiplications, so that the same
 * picture comes out wherever this runs: programs that draw SVG differ at every edge.
 */
export class InkCanvas {
  readonly #widthPx: number;
  readonly #heightPx: number;
  /** How dark each pixel is, from 0 for paper to 1 for black. */
  readonly #darkness: Float32Array;
  /** What polygons add to the cover of each pixel that they reach and of all to the right of it, row by row; zeros between two fillings. */
  #cover = new Float64Array(0);

  constructor({ widthPx, heightPx }: PictureSize) {
    this.#widthPx = widthPx;
    this.#heightPx = heightPx;
    this.#darkness = new Float32Array(widthPx * heightPx);
  }

  /** Fills what lies within the polygons; one that turns the other way inside another is a hole. @param darkness of what is filled */
  fill(polygons: readonly Polygon[], darkness: number): void {
    const reach = this.#computeBounds(polygons);
    const count = coverWidth(reach) * (reach.bottom - reach.top);
    if (count > this.#cover.length) this.#cover = new Float64Array(count);
    for (const polygon of polygons) this.#addPolygon(polygon, reach);
    for (let row = reach.top; row < reach.bottom; row++) this.#fillRow(row, reach, darkness);
  }

  /** As levels, from 0 for black to 255 for paper. */
  levels(): Uint8Array {
    const levels = new Uint8Array(this.#darkness.length);
    for (let at = 0; at < levels.length; at++)
      levels[at] = Math.round(255 * (1 - (this.#darkness[at] as number)));
    return levels;
  }

  /** The pixels that the polygons can cover: the first column and row, and those after the last. */
  #computeBounds(polygons: readonly Polygon[]): Reach {
    let [left, top, right, bottom] = [this.#widthPx, this.#heightPx, 0, 0];
    for (const polygon of polygons)
      for (let at = 0; at < polygon.length; at += 2) {
        const [x, y] = [polygon[at] as number, polygon[at + 1] as number];
        [left, right] = [Math.min(left, x), Math.max(right, x)];
        [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
      }
    return {
      left: Math.max(0, Math.floor(left)),
      top: Math.max(0, Math.floor(top)),
      right: Math.min(this.#widthPx, Math.ceil(right)),
      bottom: Math.min(this.#heightPx, Math.ceil(bottom)),
    };
  }

  #addPolygon(polygon: Polygon, reach: Reach): void {
    let x = polygon.at(-2) as number;
    let y = polygon.at(-1) as number;
    for (let at = 0; at < polygon.length; at += 2) {
      const nextX = polygon[at] as number;
      const nextY = polygon[at + 1] as number;
      if (y < nextY) this.#addEdge(x, y, nextX, nextY, 1, reach);
      else if (y > nextY) this.#addEdge(nextX, nextY, x, y, -1, reach);
      x = nextX;
      y = nextY;
    }
  }

  /** An edge from its upper end to its lower one, row by row. */
  #addEdge(x: number, y: number, endX: number, endY: number, turn: 1 | -1, reach: Reach): void {
    const slope = (endX - x) / (endY - y);
    const to = Math.min(endY, this.#heightPx);
    for (let top = Math.max(y, 0); top < to; ) {
      const row = Math.floor(top);
      const bottom = Math.min(row + 1, to);
      const [one, other] = [this.#within(x + (top - y) * slope), this.#within(x + (bottom - y) * slope)];
      this.#addPiece(row, Math.min(one, other), Math.max(one, other), turn * (bottom - top), reach);
      top = bottom;
    }
  }

  #within(x: number): number {
    return Math.min(this.#widthPx, Math.max(0, x));
  }

  /** A piece of an edge within a row: of each pixel that it crosses it covers what lies to its right, and of those behind all. */
  #addPiece(row: number, left: number, right: number, height: number, reach: Reach): void {
    const cover = this.#cover;
    const start = (row - reach.top) * coverWidth(reach) - reach.left;
    for (let from = left; ; ) {
      const column = Math.floor(from);
      const to = Math.min(right, column + 1);
      const part = right > left ? (height * (to - from)) / (right - left) : height;
      const behind = part * ((from + to) / 2 - column);
      const at = start + column;
      cover[at] = (cover[at] as number) + part - behind;
      cover[at + 1] = (cover[at + 1] as number) + behind;
      if (to >= right) return;
      from = to;
    }
  }

  #fillRow(row: number, reach: Reach, darkness: number): void {
    const { left, right, top } = reach;
    const [cover, page] = [this.#cover, this.#darkness];
    const start = (row - top) * coverWidth(reach) - left;
    let sum = 0;
    for (let column = left; column < right; column++) {
      sum += cover[start + column] as number;
      const share = Math.min(1, Math.abs(sum));
      const at = row * this.#widthPx + column;
      page[at] = (page[at] as number) * (1 - share) + darkness * share;
    }
    // An edge on the right end adds to what lies behind it.
    cover.fill(0, start + left, start + right + 2);
  }
}

type Reach = Readonly<Record<"left" | "top" | "right" | "bottom", number>>;

/** What lies on the right end of a row, or is added behind it, has room of its own. */
function coverWidth({ left, right }: Reach): number {
  return right - left + 2;
}
