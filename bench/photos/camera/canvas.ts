import { type Cv, type CvMat, freeing } from "./cv.ts";
import type { Pixel } from "./lens.ts";
import { type PaperMap, STEP } from "./map.ts";

/** The photo as it grows: red, green and blue for each pixel. */
export interface Canvas {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgb: Uint8Array;
}

/** A picture that lies on the table or on a sheet. */
export interface Texture {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgb: Uint8Array;
}

/** From millimetres to the pixels of a texture. */
export interface Placing {
  readonly pxPerMm: number;
  /** The pixel at the spot (0, 0). */
  readonly middle: Pixel;
}

/** An upright part of the photo. */
export interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The smallest part of the canvas that holds all the pixels. */
export function partAround(pixels: readonly Pixel[], { widthPx, heightPx }: Canvas): Part {
  const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));
  const x = clamp(Math.floor(Math.min(...pixels.map(([px]) => px))) - 2, widthPx);
  const y = clamp(Math.floor(Math.min(...pixels.map(([, py]) => py))) - 2, heightPx);
  const right = clamp(Math.ceil(Math.max(...pixels.map(([px]) => px))) + 3, widthPx);
  const bottom = clamp(Math.ceil(Math.max(...pixels.map(([, py]) => py))) + 3, heightPx);
  return { x, y, width: right - x, height: bottom - y };
}

/**
 * Lays a texture into a part of the photo.
 *
 * @param border what lies beyond the texture: the texture mirrored, or its edge drawn out
 * @param reach half the width and height of what is covered, in pixels of the texture around its middle; everything if null
 */
export function lay(
  canvas: Canvas,
  part: Part,
  map: PaperMap,
  texture: Texture,
  placing: Placing,
  { border, reach }: { border: "mirror" | "edge"; reach: Pixel | null },
  cv: Cv,
): void {
  if (part.width < 1 || part.height < 1) return;
  freeing((keep) => {
    const whole = keep(enlarged(map, placing, cv));
    // The first knot lies a step off the photo, and a picture is enlarged around the middles of its pixels.
    const off = STEP + STEP / 2 - 1;
    const rect = new cv.Rect(part.x + off, part.y + off, part.width, part.height);
    const way = keep(whole.roi(rect));
    const from = keep(new cv.Mat(texture.heightPx, texture.widthPx, cv.CV_8UC3));
    from.data.set(texture.rgb);
    const seen = keep(new cv.Mat());
    const beyond = border === "mirror" ? cv.BORDER_REFLECT : cv.BORDER_REPLICATE;
    const none = keep(new cv.Mat());
    cv.remap(from, seen, way, none, cv.INTER_LINEAR, beyond, new cv.Scalar(0));
    blend(canvas, part, seen, whole, off, placing, reach);
  });
}

/** For each pixel of the photo the pixel of the texture. */
function enlarged({ columns, rows, spots }: PaperMap, { pxPerMm, middle }: Placing, cv: Cv): CvMat {
  return freeing((keep) => {
    const knots = keep(new cv.Mat(rows, columns, cv.CV_32FC2));
    for (let at = 0; at < spots.length; at += 2) {
      knots.data32F[at] = (spots[at] ?? 0) * pxPerMm + middle[0];
      knots.data32F[at + 1] = (spots[at + 1] ?? 0) * pxPerMm + middle[1];
    }
    const whole = new cv.Mat();
    cv.resize(knots, whole, new cv.Size(columns * STEP, rows * STEP), 0, 0, cv.INTER_LINEAR);
    return whole;
  });
}

/** Puts what is seen over the photo, with soft edges where it ends. */
function blend(
  canvas: Canvas,
  part: Part,
  seen: CvMat,
  whole: CvMat,
  off: number,
  { middle }: Placing,
  reach: Pixel | null,
): void {
  const { rgb, widthPx } = canvas;
  const [pixels, way] = [seen.data, whole.data32F];
  for (let row = 0; row < part.height; row++) {
    let from = 3 * row * part.width;
    let to = 3 * ((part.y + row) * widthPx + part.x);
    let knot = 2 * ((part.y + row + off) * whole.cols + part.x + off);
    for (let column = 0; column < part.width; column++, from += 3, to += 3, knot += 2) {
      const cover = reach === null ? 1 : coverAt(way, knot, middle, reach);
      if (cover <= 0) continue;
      for (let channel = 0; channel < 3; channel++) {
        const under = rgb[to + channel] ?? 0;
        rgb[to + channel] = under + cover * ((pixels[from + channel] ?? 0) - under);
      }
    }
  }
}

function coverAt(way: Float32Array, knot: number, middle: Pixel, reach: Pixel): number {
  const right = reach[0] - Math.abs((way[knot] ?? 0) + 0.5 - middle[0]);
  const down = reach[1] - Math.abs((way[knot + 1] ?? 0) + 0.5 - middle[1]);
  return Math.min(1, Math.max(0, Math.min(right, down) + 0.5));
}
