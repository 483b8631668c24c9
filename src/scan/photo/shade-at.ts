import type { Grey } from "./picture.ts";

/** The shade between four pixels; beyond the picture's edge that of the edge. */
export function shadeAt({ widthPx, heightPx, pixels }: Grey, x: number, y: number): number {
  const column = Math.max(0, Math.min(widthPx - 2, Math.floor(x)));
  const row = Math.max(0, Math.min(heightPx - 2, Math.floor(y)));
  const right = Math.max(0, Math.min(1, x - column));
  const down = Math.max(0, Math.min(1, y - row));
  const at = row * widthPx + column;
  const upper = (pixels[at] ?? 0) * (1 - right) + (pixels[at + 1] ?? 0) * right;
  const lower = (pixels[at + widthPx] ?? 0) * (1 - right) + (pixels[at + widthPx + 1] ?? 0) * right;
  return upper * (1 - down) + lower * down;
}
