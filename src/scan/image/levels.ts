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

/**
 * The value below which a share of values are; 0.5 gives the middle one. The values change their order (Hoare's selection).
 *
 * @param count how many of the values to look at, from the first one
 */
export function quantile(values: Float32Array, share: number, count = values.length): number {
  const wanted = Math.min(count - 1, Math.floor(count * share));
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1] ?? 0;
    let left = low;
    let right = high;
    while (left <= right) {
      while ((values[left] ?? 0) < pivot) left++;
      while ((values[right] ?? 0) > pivot) right--;
      if (left > right) break;
      const kept = values[left] ?? 0;
      values[left++] = values[right] ?? 0;
      values[right--] = kept;
    }
    if (wanted <= right) high = right;
    else if (wanted >= left) low = left;
    else break;
  }
  return values[wanted] ?? 0;
}
