import { execFileSync } from "node:child_process";
import type { Area } from "../../src/print/geometry.ts";
import type { PadLayout } from "../../src/print/layout/pad-layout.ts";
import { drawPad } from "../../src/print/pad/draw-pad.ts";
import { FAMILY } from "../../tests/support/pads.ts";

const DPI = 200;
const PX_PER_MM = DPI / 25.4;

/** The share of a printed sheet's ink that marks and codes take, as `pdftoppm` draws it. */
export async function measureMarkInk(layout: PadLayout): Promise<number> {
  const pdf = await drawPad(layout, { title: "", language: "en", family: FAMILY, sheets: 1 });
  const picture = execFileSync("pdftoppm", ["-r", String(DPI), "-gray", "-singlefile", "-"], {
    input: pdf,
    maxBuffer: 64 * 1024 * 1024,
  });
  const [, head = "", width = "0", height = "0"] =
    /^(P5\s+(\d+)\s+(\d+)\s+255\s)/.exec(picture.toString("latin1", 0, 40)) ?? [];
  const page = { xMm: 0, yMm: 0, widthMm: Number(width) / PX_PER_MM, heightMm: Number(height) / PX_PER_MM };
  const ink = ({ xMm, yMm, widthMm, heightMm }: Area) => {
    let sum = 0;
    for (let y = Math.floor(yMm * PX_PER_MM); y < Math.min(Number(height), (yMm + heightMm) * PX_PER_MM); y++)
      for (let x = Math.floor(xMm * PX_PER_MM); x < Math.min(Number(width), (xMm + widthMm) * PX_PER_MM); x++)
        sum += 255 - (picture[head.length + y * Number(width) + x] ?? 255);
    return sum;
  };
  const coded = [...layout.marks, ...(layout.code?.areas ?? [])];
  return coded.reduce((sum, area) => sum + ink(area), 0) / ink(page);
}
