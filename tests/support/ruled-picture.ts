import type { Photo } from "../../src/scan/image/picture.ts";
import { type Homography, project } from "../../src/scan/marks/page-fit.ts";

/** A line across or down, in mm of the sheet. */
interface DrawnLine {
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly widthMm?: number;
}

/** What is drawn on a sheet of white paper. */
export interface DrawnSheet {
  readonly widthMm: number;
  readonly heightMm: number;
  readonly across: readonly DrawnLine[];
  readonly down: readonly DrawnLine[];
}

const LINE_MM = 0.35;
const TABLE_TOP = 60;
const PAPER = 225;
const INK = 70;

/**
 * A photo of a sheet with lines.
 *
 * @param toSheet from px of the photo to mm of the sheet
 * @param tableTop the level of what the sheet lies on, at a place in mm of the sheet
 */
export function ruledPhoto(
  { widthMm, heightMm, across, down }: DrawnSheet,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  toSheet: Homography,
  tableTop: (xMm: number, yMm: number) => number = () => TABLE_TOP,
): Photo {
  const pixels = new Uint8Array(widthPx * heightPx);
  // How much of a pixel a line covers, by how far its middle is.
  const cover = (off: number, mmPerPx: number, widthMm = LINE_MM) =>
    Math.max(0, Math.min(1, (widthMm / 2 - Math.abs(off)) / mmPerPx + 0.5));
  for (let py = 0, at = 0; py < heightPx; py++)
    for (let px = 0; px < widthPx; px++, at++) {
      const { x, y } = project(toSheet, px, py);
      if (x < 0 || y < 0 || x > widthMm || y > heightMm) {
        pixels[at] = tableTop(x, y);
        continue;
      }
      const mmPerPx = Math.abs(project(toSheet, px + 1, py + 1).x - x) || 0.2;
      let dark = 0;
      for (const line of across)
        if (x >= line.from && x <= line.to) dark = Math.max(dark, cover(y - line.at, mmPerPx, line.widthMm));
      for (const line of down)
        if (y >= line.from && y <= line.to) dark = Math.max(dark, cover(x - line.at, mmPerPx, line.widthMm));
      pixels[at] = PAPER - dark * (PAPER - INK);
    }
  const chroma = { widthPx: (widthPx + 1) >> 1, heightPx: (heightPx + 1) >> 1 };
  const grey = new Uint8Array(2 * chroma.widthPx * chroma.heightPx).fill(128);
  return { grey: { widthPx, heightPx, pixels }, chroma: { ...chroma, pixels: grey } };
}
