import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import sharp from "sharp";
import { markId, markModules } from "../../src/layout/marks.ts";
import type { Area, PadLayout } from "../../src/layout/pad-layout.ts";
import { writeSheetCode } from "../../src/layout/sheet-code.ts";
import { codeSymbol } from "../../src/pad/code-symbol.ts";
import { drawingOf } from "../../src/photo/drawing.ts";
import type { Grey } from "../../src/photo/picture.ts";
import { openPhotoTools } from "../../src/photo/tools.ts";
import type { PaperSheet } from "./camera.ts";
import { FAMILY } from "./pads.ts";

const require = createRequire(import.meta.url);

/** Everything that photos are read with. */
export const tools = await openPhotoTools(
  readFileSync(require.resolve("zxing-wasm/reader/zxing_reader.wasm")),
);

const PAPER = 232;
const INK = 40;

/** A sheet as it comes out of the printer, on paper that is not quite white. */
export async function printed(layout: PadLayout, group = 0, pxPerMm = 12): Promise<PaperSheet> {
  const widthPx = Math.round(layout.page.widthMm * pxPerMm);
  const heightPx = Math.round(layout.page.heightMm * pxPerMm);
  const svg = drawingOf(layout, FAMILY, { pxPerMm, widthPx, heightPx });
  const levels = await sharp(Buffer.from(svg)).extractChannel(0).raw().toBuffer();
  const picture: Grey = { widthPx, heightPx, pixels: new Uint8Array(levels) };
  for (const mark of layout.marks) stamp(picture, pxPerMm, mark, markModules(markId(group, mark.place)));
  if (layout.code !== null)
    stamp(picture, pxPerMm, layout.code.area, codeSymbol(writeSheetCode(layout.code.code)));
  const pixels = picture.pixels.map((level) => INK + ((PAPER - INK) * level) / 255);
  return { picture: { ...picture, pixels }, pxPerMm };
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
