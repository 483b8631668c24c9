import { sharp } from "./vips.ts";

/**
 * Writes a picture as PNG.
 *
 * @param rgb red, green and blue for each pixel, row by row: `widthPx` × `heightPx` × 3 values
 */
export async function encodePng(rgb: Uint8Array, widthPx: number, heightPx: number): Promise<Uint8Array> {
  return await raw(rgb, widthPx, heightPx).png({ compressionLevel: 6 }).toBuffer();
}

/**
 * Writes a picture as JPEG, for pages that hold many.
 *
 * @param rgb red, green and blue for each pixel, row by row: `widthPx` × `heightPx` × 3 values
 * @param quality 1 to 100
 */
export async function encodeJpeg(
  rgb: Uint8Array,
  widthPx: number,
  heightPx: number,
  quality = 80,
): Promise<Uint8Array> {
  return await raw(rgb, widthPx, heightPx).jpeg({ quality }).toBuffer();
}

function raw(rgb: Uint8Array, width: number, height: number) {
  return sharp(rgb, { raw: { width, height, channels: 3 } });
}
