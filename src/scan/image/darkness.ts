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
