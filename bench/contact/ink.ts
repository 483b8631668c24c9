import { execFileSync } from "node:child_process";
import type { AnyFamily } from "../../src/print/fonts/typeface.ts";
import { type Area, overlaps, segmentArea } from "../../src/print/geometry.ts";
import type { PadLayout } from "../../src/print/layout/pad-layout.ts";
import { drawPad } from "../../src/print/pad/draw-pad.ts";
import { FAMILY } from "../../tests/support/pads.ts";

const DPI = 200;
const PX_PER_MM = DPI / 25.4;
const COPY_DPI = 72;
const COPY_PX_PER_MM = COPY_DPI / 25.4;

/** The picture of a sheet as `pdftoppm` draws it. */
export async function rasterize(
  layout: PadLayout,
  dpi: number,
  how: "-gray" | "-mono" | "-png",
  family: AnyFamily = FAMILY,
): Promise<Buffer> {
  const pdf = await drawPad(layout, { title: "", language: "en", family, sheets: 1 });
  const flags = ["-r", String(dpi), how, "-singlefile", "-"];
  return execFileSync("pdftoppm", flags, { input: pdf, maxBuffer: 64 * 1024 * 1024 });
}

/** The pixels of a picture, behind a head that names format, width and height. */
async function draw(layout: PadLayout, dpi: number, how: "-gray" | "-mono") {
  const picture = await rasterize(layout, dpi, how);
  const [, head = "", width = "0", height = "0"] =
    /^(P[45]\s+(\d+)\s+(\d+)\s(?:255\s)?)/.exec(picture.toString("latin1", 0, 40)) ?? [];
  return { pixels: picture.subarray(head.length), width: Number(width), height: Number(height) };
}

/** The share of a printed sheet's ink that marks and codes take. Needs poppler-utils. */
export async function measureMarkInk(layout: PadLayout): Promise<number> {
  const { pixels, width, height } = await draw(layout, DPI, "-gray");
  const page = { xMm: 0, yMm: 0, widthMm: width / PX_PER_MM, heightMm: height / PX_PER_MM };
  const ink = ({ xMm, yMm, widthMm, heightMm }: Area) => {
    let sum = 0;
    for (let y = Math.floor(yMm * PX_PER_MM); y < Math.min(height, (yMm + heightMm) * PX_PER_MM); y++)
      for (let x = Math.floor(xMm * PX_PER_MM); x < Math.min(width, (xMm + widthMm) * PX_PER_MM); x++)
        sum += 255 - (pixels[y * width + x] ?? 255);
    return sum;
  };
  const coded = [...layout.marks, ...(layout.code?.areas ?? [])];
  return coded.reduce((sum, area) => sum + ink(area), 0) / ink(page);
}

/** From the pixels that count to the next printed thing, so that none of its ink does. */
const CLEAR_MM = 0.5;

/** The share of black in the tint with the most of it, on a copy in black and white with 72 dots per inch. Needs poppler-utils. */
export async function measureTintOnCopy(layout: PadLayout): Promise<number> {
  const { pixels, width } = await draw(layout, COPY_DPI, "-mono");
  const isBlack = (x: number, y: number) =>
    ((pixels[y * Math.ceil(width / 8) + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
  const { texts, rules, dice, arrows } = layout;
  const taken = [
    ...texts.map(({ ink }) => ink),
    ...rules.map(segmentArea),
    ...[...dice, ...arrows].map(({ sideMm, ...place }) => ({ ...place, widthMm: sideMm, heightMm: sideMm })),
  ];
  const shares = layout.tints.map((tint) => {
    const near = taken.filter((area) => overlaps(area, tint, CLEAR_MM));
    let [black, all] = [0, 0];
    for (let y = Math.ceil(tint.yMm * COPY_PX_PER_MM); y < (tint.yMm + tint.heightMm) * COPY_PX_PER_MM; y++)
      for (
        let x = Math.ceil(tint.xMm * COPY_PX_PER_MM);
        x < (tint.xMm + tint.widthMm) * COPY_PX_PER_MM;
        x++
      ) {
        const [xMm, yMm] = [x / COPY_PX_PER_MM, y / COPY_PX_PER_MM];
        const pixel = { xMm, yMm, widthMm: 1 / COPY_PX_PER_MM, heightMm: 1 / COPY_PX_PER_MM };
        if (near.some((area) => overlaps(area, pixel, CLEAR_MM))) continue;
        all++;
        if (isBlack(x, y)) black++;
      }
    return all === 0 ? 0 : black / all;
  });
  return Math.max(0, ...shares);
}
