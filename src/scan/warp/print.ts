import { platform } from "../../platform/node.ts";
import type { TypeFamily } from "../../print/fonts/typeface.ts";
import type { Area } from "../../print/geometry.ts";
import type { PadLayout } from "../../print/layout/pad-layout.ts";
import { type Shades, shrunkByHalf, softened, spreadDark } from "./darkness.ts";
import { drawingOf } from "./drawing.ts";
import { type Tile, tilesOf } from "./tiles.ts";

/** The print at one scale, cut into tiles that can be looked for in a photo. */
export interface PrintScale {
  readonly pxPerMm: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly tiles: readonly Tile[];
  /** How dark the print can be at a pixel if it lies about where it should; null where it may lie anywhere. */
  readonly darkest: Float32Array | null;
}

/** What is printed on a sheet, prepared for finding it in photos. */
export interface Print {
  /** Large tiles at few pixels per mm, to see where the paper roughly is. */
  readonly coarse: PrintScale;
  /** Small tiles at more pixels per mm, to see it exactly. */
  readonly fine: PrintScale;
}

const FINE = { tileMm: 10, stepMm: 8 };
const COARSE = { tileMm: 16, stepMm: 11 };
/** Px per mm of the fine scale; large paper has larger boxes and lines, and needs fewer. The coarse scale has half as many. */
const FINE_PX_PER_MM = { small: 4, large: 3 };
/** From this width on paper is large. */
const LARGE_MM = 180;
/** The print is drawn this many times as large as it is looked for, so that thin lines get their exact share of grey. */
const OVERSIZE = 2;
/** Ink may begin this far from the lines of a box, which show with their blurred edges as far as that. */
const LINE_REACH_MM = 0.7;
const LINE_REACH_PX = 2.5;

/**
 * Draws a layout as a picture and prepares it for `straighten`; made once for each layout.
 *
 * @param family the fonts that the layout was made with
 */
export async function printOf(layout: PadLayout, family: TypeFamily): Promise<Print> {
  const { widthMm, heightMm } = layout.page;
  const pxPerMm = Math.min(widthMm, heightMm) < LARGE_MM ? FINE_PX_PER_MM.small : FINE_PX_PER_MM.large;
  const large = await drawn(layout, family, pxPerMm);
  const fine = softened(shrunkByHalf(large));
  const coarse = softened(shrunkByHalf(fine));
  return {
    coarse: { ...scaleOf(coarse, pxPerMm / 2, COARSE, layout), darkest: null },
    fine: { ...scaleOf(fine, pxPerMm, FINE, layout), darkest: darkestOf(fine) },
  };
}

function scaleOf(shades: Shades, pxPerMm: number, { tileMm, stepMm }: typeof FINE, layout: PadLayout) {
  const { widthPx, heightPx } = shades;
  const hidden = unlike(layout, Math.max(LINE_REACH_MM, LINE_REACH_PX / pxPerMm));
  return { pxPerMm, widthPx, heightPx, tiles: tilesOf(shades, pxPerMm, tileMm, stepMm, hidden) };
}

/** The print may be this much off, and this much darker than it should be. */
const OFF_PX = 3;
const DARKER = 0.06;

function darkestOf(print: Shades): Float32Array {
  const { values } = spreadDark(print, OFF_PX);
  for (let at = 0; at < values.length; at++) values[at] = (values[at] ?? 0) + DARKER;
  return values;
}

/** The print's darkness, 0 to 1. */
async function drawn(layout: PadLayout, family: TypeFamily, finePxPerMm: number): Promise<Shades> {
  const pxPerMm = finePxPerMm * OVERSIZE;
  // Each side can be halved as often as it will be.
  const side = (mm: number) => Math.ceil((mm * pxPerMm) / (2 * OVERSIZE)) * 2 * OVERSIZE;
  const [widthPx, heightPx] = [side(layout.page.widthMm), side(layout.page.heightMm)];
  const svg = drawingOf(layout, family, { pxPerMm, widthPx, heightPx });
  const { pixels: levels } = await platform.images.decode(new TextEncoder().encode(svg), { colours: "grey" });
  const values = new Float32Array(levels.length);
  for (let at = 0; at < levels.length; at++) values[at] = 1 - (levels[at] ?? 0) / 255;
  return { widthPx, heightPx, values };
}

/** Where a sheet in use does not look like its print: inside boxes, and at marks and code, which differ from sheet to sheet. */
function unlike({ boxes, marks, code }: PadLayout, reachMm: number): Area[] {
  return [
    ...boxes.map((box) => grown(box, -reachMm)),
    ...marks.map((mark) => grown(mark, reachMm)),
    ...(code === null ? [] : code.areas.map((area) => grown(area, reachMm))),
  ];
}

function grown({ xMm, yMm, widthMm, heightMm }: Area, byMm: number): Area {
  return {
    xMm: xMm - byMm,
    yMm: yMm - byMm,
    widthMm: widthMm + 2 * byMm,
    heightMm: heightMm + 2 * byMm,
  };
}
