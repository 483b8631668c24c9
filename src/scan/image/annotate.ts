import { platform } from "../../platform/node.ts";
import type { RawImage } from "../../platform/platform.ts";
import type { PixelArea } from "./picture.ts";

/** Draws SVG elements without text, in px, over a picture and white paper around it. PNG is to keep, JPEG for pages that hold many. */
export async function annotateImage(
  jpeg: Uint8Array,
  {
    svg,
    belowPx = 0,
    leftPx = 0,
    rightPx = 0,
  }: { readonly svg: string } & Partial<Record<"belowPx" | "leftPx" | "rightPx", number>>,
  format: "png" | "jpeg",
): Promise<Uint8Array> {
  const { images } = platform;
  const picture = await images.decode(jpeg, { colours: "rgb" });
  const [width, height] = [leftPx + picture.width + rightPx, picture.height + belowPx];
  const pixels = new Uint8Array(3 * width * height).fill(255);
  const paper: RawImage = { pixels, width, height, channels: 3 };
  for (let row = 0; row < picture.height; row++) {
    const from = 3 * row * picture.width;
    pixels.set(picture.pixels.subarray(from, from + 3 * picture.width), 3 * (row * width + leftPx));
  }
  const box = `width="${width}" height="${height}" viewBox="${-leftPx} 0 ${width} ${height}"`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" ${box}>${svg}</svg>`;
  const drawn = await images.overlaySvg(paper, drawing);
  return format === "png" ? images.encodePng(drawn, 8) : images.encodeJpeg(drawn, 78);
}

/** Cuts an area out of a picture with three channels and enlarges it; null where nothing of the area is inside. */
export async function cutOut(image: RawImage, area: PixelArea, factor: number): Promise<RawImage | null> {
  const left = Math.max(0, Math.floor(area.xPx));
  const top = Math.max(0, Math.floor(area.yPx));
  const width = Math.min(image.width, Math.ceil(area.xPx + area.widthPx)) - left;
  const height = Math.min(image.height, Math.ceil(area.yPx + area.heightPx)) - top;
  if (width < 1 || height < 1) return null;
  const pixels = new Uint8Array(3 * width * height);
  for (let row = 0; row < height; row++) {
    const from = 3 * ((top + row) * image.width + left);
    pixels.set(image.pixels.subarray(from, from + 3 * width), 3 * row * width);
  }
  const size = { width: Math.round(width * factor), height: Math.round(height * factor) };
  return platform.images.resize({ pixels, width, height, channels: 3 }, size, "cubic");
}
