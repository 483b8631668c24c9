/** Where the pixels of a picture come to lie when it is turned upright. */
export interface Turn {
  /** The size of the picture that stands upright. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** The place of the stored picture's first pixel in it, counted row by row. */
  readonly first: number;
  /** How much farther on the next pixel of a stored row lies, and the next one of a stored column. */
  readonly right: number;
  readonly down: number;
}

/**
 * How a picture is turned upright.
 *
 * @param orientation 1 to 8 as in Exif: which sides of the upright picture the first row and the first column as stored are
 * @param width in pixels, as stored
 * @param height in pixels, as stored
 */
export function turnFor(orientation: number, width: number, height: number): Turn {
  const isLying = orientation >= 5;
  const [widthPx, heightPx] = isLying ? [height, width] : [width, height];
  const isFromRight = [2, 3, 6, 7].includes(orientation);
  const isFromBelow = [3, 4, 7, 8].includes(orientation);
  const first = (isFromRight ? widthPx - 1 : 0) + (isFromBelow ? (heightPx - 1) * widthPx : 0);
  const across = isFromRight ? -1 : 1;
  const below = isFromBelow ? -widthPx : widthPx;
  return { widthPx, heightPx, first, right: isLying ? below : across, down: isLying ? across : below };
}
