import { elementAt } from "../../rules/arrays.ts";
import type { Grey } from "../image/picture.ts";
import type { RuledLine, RuledSheet, RuledTable } from "./found-table.ts";

/** A sheet turned clockwise by 90°, `quarters` times: a table that lies on its side comes to stand upright. */
export function turned(sheet: RuledSheet, quarters: 0 | 1 | 2 | 3): RuledSheet {
  let upright = sheet;
  for (let turn = 0; turn < quarters; turn++) upright = turnedOnce(upright);
  return upright;
}

function turnedOnce({ tables, grey, rgb, pxPerMm, outline }: RuledSheet): RuledSheet {
  const { widthPx, heightPx } = grey;
  const turn = (pixels: Uint8Array, channels: number) => turnedPixels(pixels, grey, channels);
  return {
    tables: tables.map((table) => turnedTable(table, heightPx)).toSorted(inReadingOrder),
    grey: { widthPx: heightPx, heightPx: widthPx, pixels: turn(grey.pixels, 1) },
    rgb: turn(rgb, 3),
    pxPerMm,
    // What was at the bottom left comes to the top left.
    outline: outline.map((_, corner) => elementAt(outline, (corner + 3) % 4)),
  };
}

function turnedPixels(pixels: Uint8Array, { widthPx, heightPx }: Grey, channels: number): Uint8Array {
  const result = new Uint8Array(pixels.length);
  for (let y = 0, from = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++) {
      const to = channels * (x * heightPx + heightPx - 1 - y);
      for (let channel = 0; channel < channels; channel++) result[to + channel] = pixels[from++] as number;
    }
  return result;
}

/** Rows from the bottom up become columns from left to right. */
function turnedTable({ across, down, darkness }: RuledTable, heightPx: number): RuledTable {
  const moved = (line: RuledLine) => ({ ...line, atPx: heightPx - 1 - line.atPx });
  return {
    across: down,
    down: across.map(moved).reverse(),
    darkness: down.slice(1).map((_, column) => darkness.map((row) => elementAt(row, column)).reverse()),
  };
}

/** Tables from the top, then from the left; those that begin at about the same height stand beside each other. */
export function inReadingOrder(a: RuledTable, b: RuledTable): number {
  const [one, other] = [elementAt(a.across, 0), elementAt(b.across, 0)];
  const row = elementAt(a.across, 1).atPx - one.atPx;
  if (Math.abs(one.atPx - other.atPx) > row) return one.atPx - other.atPx;
  return elementAt(a.down, 0).atPx - elementAt(b.down, 0).atPx;
}
