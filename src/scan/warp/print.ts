import { platform } from "../../platform/node.ts";
import type { TypeFamily } from "../../print/fonts/typeface.ts";
import { grown } from "../../print/geometry.ts";
import type { PadLayout } from "../../print/layout/pad-layout.ts";
import { drawSheet } from "../../print/pad/draw-pad.ts";
import { GlyphSheet, openSvg } from "../../print/svg/drawing.ts";
import { freeing, greyMat, type Mat, type OpenCv, type PhotoTools } from "../image/tools.ts";
import type { PictureSize } from "../image/picture.ts";
import { type Tile, type TileSize, tilesOf } from "./tiles.ts";

/** The print at one scale, cut into tiles that can be looked for in a photo. */
export interface PrintScale extends PictureSize {
  readonly pxPerMm: number;
  readonly tiles: readonly Tile[];
  /** How dark the print can be at a pixel if it lies about where it should; null where it may lie anywhere. */
  readonly darkest: Float32Array | null;
}

/** What is printed on a sheet, prepared for finding it in photos. */
export interface Print {
  /** Large tiles at few pixels per mm, to see roughly where the paper is. */
  readonly coarse: PrintScale;
  /** Small tiles at more pixels per mm, to see it exactly. */
  readonly fine: PrintScale;
}

const FINE: TileSize = { tileMm: 10, stepMm: 8 };
const COARSE: TileSize = { tileMm: 16, stepMm: 11 };
/** Px per mm of the fine scale; large paper has larger boxes and lines, and needs fewer. The coarse scale has half as many. */
const FINE_PX_PER_MM = { small: 4, large: 3 };
/** Paper of this width or more is large. */
const LARGE_MM = 180;
/** The print is drawn this many times as large as it is looked for, so that thin lines get their exact share of grey. */
const OVERSIZE = 2;
/** The print may be this much off, and this much darker than it should be. */
const OFF_PX = 3;
const DARKER = 0.06;

/** Draws a layout with the fonts that it was made with, and prepares the picture for `straighten`; once for each layout. */
export async function printOf(layout: PadLayout, family: TypeFamily, { cv }: PhotoTools): Promise<Print> {
  const { widthMm, heightMm } = layout.page;
  const pxPerMm = Math.min(widthMm, heightMm) < LARGE_MM ? FINE_PX_PER_MM.small : FINE_PX_PER_MM.large;
  // Each side can be halved as often as it will be.
  const side = (mm: number) => Math.ceil((mm * pxPerMm) / 2) * 2 * OVERSIZE;
  const size = { widthPx: side(widthMm), heightPx: side(heightMm) };
  const svg = new TextEncoder().encode(printedSvg(layout, family, OVERSIZE * pxPerMm, size));
  const { pixels } = await platform.images.decode(svg, { colours: "grey" });
  return freeing((keep) => {
    const [darkness, spread] = [keep(new cv.Mat()), keep(new cv.Mat())];
    keep(greyMat(cv, { ...size, pixels })).convertTo(darkness, cv.CV_32F, -1 / 255, 1);
    const fine = keep(halved(cv, darkness));
    const coarse = keep(halved(cv, fine));
    const off = new cv.Size(2 * OFF_PX + 1, 2 * OFF_PX + 1);
    cv.dilate(fine, spread, keep(cv.getStructuringElement(cv.MORPH_RECT, off)));
    const darkest = spread.data32F.map((value) => value + DARKER);
    return {
      coarse: { ...scaleOf(coarse, pxPerMm / 2, COARSE, layout), darkest: null },
      fine: { ...scaleOf(fine, pxPerMm, FINE, layout), darkest },
    };
  });
}

/** Half the size, blurred by about two thirds of a pixel, as the lens of a phone does at a size near its limit. */
function halved(cv: OpenCv, picture: Mat): Mat {
  const half = new cv.Mat();
  cv.resize(picture, half, new cv.Size(0, 0), 0.5, 0.5, cv.INTER_AREA);
  cv.GaussianBlur(half, half, new cv.Size(3, 3), 0);
  return half;
}

/** Ink may begin this far from the lines of a box, which show with their blurred edges as far as that. */
const LINE_REACH_MM = 0.7;
const LINE_REACH_PX = 2.5;

function scaleOf({ cols, rows, data32F }: Mat, pxPerMm: number, tileSize: TileSize, layout: PadLayout) {
  const size = { widthPx: cols, heightPx: rows };
  const reachMm = Math.max(LINE_REACH_MM, LINE_REACH_PX / pxPerMm);
  // Where a sheet in use does not look like its print: inside boxes, and at marks and code, which differ from sheet to sheet.
  const hidden = [
    ...layout.boxes.map((box) => grown(box, -reachMm)),
    ...[...layout.marks, ...(layout.code?.areas ?? [])].map((area) => grown(area, reachMm)),
  ];
  const tiles = tilesOf({ ...size, values: data32F.slice() }, tileSize, pxPerMm, hidden);
  return { ...size, pxPerMm, tiles };
}

/** What is printed on every sheet of a layout, as SVG measured in px: all but marks and code, which differ from sheet to sheet. */
export function printedSvg(
  layout: PadLayout,
  family: TypeFamily,
  pxPerMm: number,
  { widthPx, heightPx }: PictureSize,
): string {
  const glyphs = new GlyphSheet(family);
  const page = { widthMm: widthPx / pxPerMm, heightMm: heightPx / pxPerMm };
  const drawing = openSvg(page, glyphs);
  drawSheet(drawing, layout);
  const size = `width="${widthPx}" height="${heightPx}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${glyphs.outlines()}${drawing.finish()}</svg>`;
}
