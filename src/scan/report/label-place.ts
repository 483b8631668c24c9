import type { Grey, PictureSize, PixelArea } from "../image/picture.ts";

/** The share of an area of a picture that is written or printed on, 0 to 1. */
export type InkIn = (area: PixelArea) => number;

/** Pencil in even light is darker than this of 255 levels; paper and tints are lighter. */
const DARK = 165;

export function inkOf({ widthPx, heightPx, pixels }: Grey): InkIn {
  return (area) => {
    const [left, top] = [Math.floor(area.xPx), Math.floor(area.yPx)];
    const [right, bottom] = [Math.ceil(area.xPx + area.widthPx), Math.ceil(area.yPx + area.heightPx)];
    let dark = 0;
    for (let y = Math.max(0, top); y < Math.min(heightPx, bottom); y++)
      for (let x = Math.max(0, left); x < Math.min(widthPx, right); x++)
        if ((pixels[y * widthPx + x] as number) < DARK) dark++;
    return dark / Math.max(1, (right - left) * (bottom - top));
  };
}

/** What is darker than paper in a label's place may be a speck, or a corner of the table: no more of it than this. */
const MAX_INK = 0.01;
/** Between a label and its box, as a share of the label's height. */
const GAP = 0.15;

/**
 * A place for a label around or in a box where it covers no ink and no other label; the upper right corner comes first.
 *
 * @returns null if there is none
 */
export function freePlace(
  label: PictureSize,
  box: PixelArea,
  picture: PictureSize,
  inkIn: InkIn,
  taken: readonly PixelArea[],
): PixelArea | null {
  const { widthPx, heightPx } = label;
  const gap = GAP * heightPx;
  const [right, bottom] = [box.xPx + box.widthPx, box.yPx + box.heightPx];
  const across = [right - widthPx, box.xPx, box.xPx + (box.widthPx - widthPx) / 2];
  const inside = [box.yPx + gap, bottom - heightPx - gap];
  const places = [
    ...across.map((xPx) => [xPx, box.yPx - 0.75 * heightPx] as const),
    ...inside.flatMap((yPx) => across.slice(0, 2).map((xPx) => [xPx, yPx] as const)),
    ...across.map((xPx) => [xPx, bottom - 0.25 * heightPx] as const),
    ...inside.flatMap((yPx) => [right + gap, box.xPx - widthPx - gap].map((xPx) => [xPx, yPx] as const)),
  ];
  const areas = places.map(([xPx, yPx]) => ({
    xPx: Math.max(0, Math.min(xPx, picture.widthPx - widthPx)),
    yPx: Math.max(0, Math.min(yPx, picture.heightPx - heightPx)),
    widthPx,
    heightPx,
  }));
  return areas.find((area) => !taken.some((other) => meets(area, other)) && inkIn(area) <= MAX_INK) ?? null;
}

function meets(one: PixelArea, other: PixelArea): boolean {
  const isApart = (a: number, long: number, b: number, otherLong: number) =>
    a + long <= b || b + otherLong <= a;
  return !(
    isApart(one.xPx, one.widthPx, other.xPx, other.widthPx) ||
    isApart(one.yPx, one.heightPx, other.yPx, other.heightPx)
  );
}
