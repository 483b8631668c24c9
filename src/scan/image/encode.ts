import type { PixelArea } from "./picture.ts";
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

/** What is drawn over a picture. */
interface Drawing {
  /** The picture's size. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** White paper to add below the picture. */
  readonly belowPx: number;
  /** SVG elements in px from the picture's top left corner; no text, since no font may be there. */
  readonly svg: string;
}

/**
 * Draws over a picture.
 *
 * @param jpeg the picture
 * @param format PNG to keep, JPEG for pages that hold many
 */
export async function drawOver(
  jpeg: Uint8Array,
  { widthPx, heightPx, belowPx, svg }: Drawing,
  format: "png" | "jpeg",
): Promise<Uint8Array> {
  const size = `width="${widthPx}" height="${heightPx + belowPx}"`;
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${svg}</svg>`;
  const drawn = sharp(jpeg)
    .extend({ bottom: belowPx, background: "#fff" })
    .composite([{ input: Buffer.from(whole) }]);
  const written = format === "png" ? drawn.png({ compressionLevel: 8 }) : drawn.jpeg({ quality: 78 });
  return new Uint8Array(await written.toBuffer());
}

/**
 * Cuts a part out of a picture and enlarges it.
 *
 * @param area may reach beyond the picture
 * @returns a JPEG; null where nothing of the area is inside
 */
export async function enlarged(
  jpeg: Uint8Array,
  picture: { readonly widthPx: number; readonly heightPx: number },
  area: PixelArea,
  factor: number,
): Promise<Uint8Array | null> {
  const left = Math.max(0, Math.floor(area.xPx));
  const top = Math.max(0, Math.floor(area.yPx));
  const width = Math.min(picture.widthPx, Math.ceil(area.xPx + area.widthPx)) - left;
  const height = Math.min(picture.heightPx, Math.ceil(area.yPx + area.heightPx)) - top;
  if (width < 1 || height < 1) return null;
  const cut = sharp(jpeg)
    .extract({ left, top, width, height })
    .resize(Math.round(width * factor), Math.round(height * factor), { kernel: "cubic" });
  return new Uint8Array(await cut.jpeg({ quality: 82 }).toBuffer());
}
