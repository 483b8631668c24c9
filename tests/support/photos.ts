import sharp from "sharp";
import { openTools } from "../../src/files/pictures/scanner.ts";
import type { Area } from "../../src/print/geometry.ts";
import { markId, markModules } from "../../src/print/layout/marks.ts";
import type { PadLayout } from "../../src/print/layout/pad-layout.ts";
import { writeSheetCode } from "../../src/print/layout/sheet-code.ts";
import { codeSymbol } from "../../src/print/pad/symbols.ts";
import { drawSheet } from "../../src/print/pad/draw-sheet.ts";
import { GlyphSheet, openSvg } from "../../src/print/svg/drawing.ts";
import type { Grey } from "../../src/scan/image/picture.ts";
import type { PaperSheet } from "./camera.ts";
import { FAMILY } from "./pads.ts";

/** Everything that photos are viewed with, opened once for all tests of a process. */
export const tools = await openTools();

const PAPER = 232;
const INK = 40;

const PX_PER_MM = 10;

/**
 * A sheet as it comes out of the printer, on paper that is not quite white.
 *
 * @param writing what was written on it, as SVG measured in mm
 * @param group of its marks
 */
export async function printed(layout: PadLayout, writing = "", group = 0): Promise<PaperSheet> {
  const pxPerMm = PX_PER_MM;
  const widthPx = Math.round(layout.page.widthMm * pxPerMm);
  const heightPx = Math.round(layout.page.heightMm * pxPerMm);
  const svg = printedSvg(layout, pxPerMm, writing);
  const levels = await sharp(Buffer.from(svg)).extractChannel(0).raw().toBuffer();
  const picture: Grey = { widthPx, heightPx, pixels: new Uint8Array(levels) };
  for (const mark of layout.marks) stamp(picture, pxPerMm, mark, markModules(markId(group, mark.place)));
  if (layout.code !== null) {
    const symbol = codeSymbol(writeSheetCode(layout.code.code));
    for (const area of layout.code.areas) stamp(picture, pxPerMm, area, symbol);
  }
  const pixels = picture.pixels.map((level) => INK + ((PAPER - INK) * level) / 255);
  return { picture: { ...picture, pixels }, pxPerMm };
}

/** What is printed on every sheet of a layout, and something on it, as SVG measured in mm. */
export function printedSvg(layout: PadLayout, pxPerMm: number, writing = ""): string {
  const { widthMm, heightMm } = layout.page;
  const [width, height] = [Math.round(widthMm * pxPerMm), Math.round(heightMm * pxPerMm)];
  const glyphs = new GlyphSheet(FAMILY);
  const drawing = openSvg({ widthMm: width / pxPerMm, heightMm: height / pxPerMm }, glyphs);
  drawSheet(drawing, layout);
  const whole = `${glyphs.outlines()}${drawing.finish().replace(/<\/svg>$/, `${writing}</svg>`)}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${whole}</svg>`;
}

/** A 4 written into a box, as SVG. */
export function writtenFour({ xMm, yMm, widthMm, heightMm }: Area, grey = 70): string {
  const [x, y, size] = [xMm + widthMm * 0.4, yMm + heightMm * 0.15, heightMm * 0.7];
  const strokes = `M${x + 0.3 * size} ${y}L${x} ${y + 0.65 * size}L${x + 0.6 * size} ${y + 0.65 * size}M${x + 0.45 * size} ${y + 0.3 * size}V${y + size}`;
  return `<path d="${strokes}" fill="none" stroke="rgb(${grey},${grey},${grey})" stroke-width="0.45"/>`;
}

/** Something dark and smooth that lies on the sheet, as SVG. */
export function thumbOn({ xMm, yMm, widthMm, heightMm }: Area): string {
  return `<rect x="${xMm}" y="${yMm}" width="${widthMm}" height="${heightMm}" rx="2" fill="rgb(150,150,150)"/>`;
}

function stamp({ widthPx, pixels }: Grey, pxPerMm: number, area: Area, rows: boolean[][]) {
  const top = Math.round(area.yMm * pxPerMm);
  const left = Math.round(area.xMm * pxPerMm);
  for (let y = 0; y < Math.round(area.heightMm * pxPerMm); y++)
    for (let x = 0; x < Math.round(area.widthMm * pxPerMm); x++) {
      const row = rows[Math.floor(((y + 0.5) / pxPerMm / area.heightMm) * rows.length)] ?? [];
      const isBlack = row[Math.floor(((x + 0.5) / pxPerMm / area.widthMm) * row.length)] ?? false;
      pixels[(top + y) * widthPx + left + x] = isBlack ? 0 : 255;
    }
}
