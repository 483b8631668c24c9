import { elementAt } from "../../rules/arrays.ts";
import type { Grey, PictureSize, PixelArea, Point } from "../image/picture.ts";
import { extentOf, type RuledLine, type RuledSheet, type RuledTable } from "./found-table.ts";

/** What is kept around the tables of a sheet. */
const RIM_MM = 8;

/** A sheet with some of its tables only, in a picture that shows no more than them. */
export function cropped(
  { grey, rgb, pxPerMm, outline, tables: all }: RuledSheet,
  own: readonly RuledTable[],
): RuledSheet {
  const tables = all.filter((table) => own.includes(table));
  const area = areaOf(tables, RIM_MM * pxPerMm, grey);
  const moved = (line: RuledLine, by: number) => ({ ...line, atPx: line.atPx - by });
  return {
    tables: tables.map(({ across, down, darkness }) => ({
      across: across.map((line) => moved(line, area.yPx)),
      down: down.map((line) => moved(line, area.xPx)),
      darkness,
    })),
    grey: {
      widthPx: area.widthPx,
      heightPx: area.heightPx,
      pixels: croppedPixels(grey.pixels, grey, area, 1),
    },
    rgb: croppedPixels(rgb, grey, area, 3),
    pxPerMm,
    outline: cornersOf(area).map((corner) => between(outline, corner, grey)),
  };
}

function areaOf(tables: readonly RuledTable[], rimPx: number, { widthPx, heightPx }: Grey): PixelArea {
  const [[first, last], [upper, lower]] = [
    extentOfAll(tables.map(({ down }) => down)),
    extentOfAll(tables.map(({ across }) => across)),
  ];
  const [left, top] = [Math.max(0, Math.floor(first - rimPx)), Math.max(0, Math.floor(upper - rimPx))];
  const right = Math.min(widthPx, Math.ceil(last + rimPx));
  const bottom = Math.min(heightPx, Math.ceil(lower + rimPx));
  return { xPx: left, yPx: top, widthPx: right - left, heightPx: bottom - top };
}

function croppedPixels(
  pixels: Uint8Array,
  { widthPx }: PictureSize,
  area: PixelArea,
  channels: number,
): Uint8Array {
  const result = new Uint8Array(area.widthPx * area.heightPx * channels);
  const length = area.widthPx * channels;
  for (let row = 0; row < area.heightPx; row++) {
    const from = ((area.yPx + row) * widthPx + area.xPx) * channels;
    result.set(pixels.subarray(from, from + length), row * length);
  }
  return result;
}

/** Clockwise from the top left. */
function cornersOf({ xPx, yPx, widthPx, heightPx }: PixelArea): Point[] {
  const [right, bottom] = [xPx + widthPx, yPx + heightPx];
  return [
    { x: xPx, y: yPx },
    { x: right, y: yPx },
    { x: right, y: bottom },
    { x: xPx, y: bottom },
  ];
}

/** Where a place of the straightened picture lies in the photo, about: between the corners, without perspective. */
function between(outline: readonly Point[], { x, y }: Point, { widthPx, heightPx }: PictureSize): Point {
  const [across, down] = [x / widthPx, y / heightPx];
  const along = (from: number, to: number, share: number) => from + share * (to - from);
  const side = (corner: number, other: number, key: "x" | "y", share: number) =>
    along(elementAt(outline, corner)[key], elementAt(outline, other)[key], share);
  const at = (key: "x" | "y") => along(side(0, 1, key, across), side(3, 2, key, across), down);
  return { x: at("x"), y: at("y") };
}

/** From the first to the last of the lines of several tables, in px. */
export function extentOfAll(lines: readonly (readonly RuledLine[])[]): readonly [number, number] {
  const ends = lines.flatMap((one) => extentOf(one));
  return [Math.min(...ends), Math.max(...ends)];
}
