import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { drawPrint, InkCanvas } from "../../../src/scan/warp/drawn-print.ts";
import { shippedGame } from "../../support/games.ts";
import { FAMILY, good, laidOut } from "../../support/pads.ts";
import { printedSvg } from "../../support/photos.ts";

/** The levels of a page of 4 × 3 px on which polygons were filled, row by row. */
function filled(polygons: readonly (readonly number[])[], darkness = 1): number[][] {
  const ink = new InkCanvas({ widthPx: 4, heightPx: 3 });
  ink.fill(polygons, darkness);
  const levels = [...ink.levels()];
  return [levels.slice(0, 4), levels.slice(4, 8), levels.slice(8)];
}

describe("ink", () => {
  it("gives each pixel the share of it that is covered", () => {
    // From 0.5 to 2.25 across, from 1 to 2.25 down.
    const part = (share: number) => Math.round(255 * (1 - share));
    expect(filled([[0.5, 1, 2.25, 1, 2.25, 2.25, 0.5, 2.25]])).toEqual([
      [255, 255, 255, 255],
      [part(0.5), 0, part(0.25), 255],
      [part(0.5 * 0.25), part(0.25), part(0.25 * 0.25), 255],
    ]);
  });

  it("cuts pixels along slanted edges, whichever way they run", () => {
    const half = Math.round(255 / 2);
    const triangle = [0, 0, 3, 0, 0, 3];
    const rows = [
      [0, 0, half, 255],
      [0, half, 255, 255],
      [half, 255, 255, 255],
    ];
    expect(filled([triangle])).toEqual(rows);
    expect(filled([[0, 3, 3, 0, 0, 0]])).toEqual(rows);
  });

  it("leaves holes, and what lies beyond the page", () => {
    const around = [-2, -2, 6, -2, 6, 5, -2, 5];
    const hole = [1, 1, 1, 2, 3, 2, 3, 1];
    const dark = Math.round(255 * 0.6);
    expect(filled([around, hole], 0.4)).toEqual([
      [dark, dark, dark, dark],
      [dark, 255, 255, dark],
      [dark, dark, dark, dark],
    ]);
  });

  it("covers what was there before", () => {
    const ink = new InkCanvas({ widthPx: 2, heightPx: 1 });
    ink.fill([[0, 0, 2, 0, 2, 1, 0, 1]], 1);
    ink.fill([[0, 0, 1.5, 0, 1.5, 1, 0, 1]], 0);
    expect([...ink.levels()]).toEqual([255, Math.round(255 / 2)]);
  });
});

describe("the print of a sheet, drawn for finding it", () => {
  // Columns with arrows, ticks and dice of every kind are on these.
  it.each(["yatzy-deluxe", "escalero", "crag"])("looks as a renderer of SVG draws it: %s", async (id) => {
    const pxPerMm = 8;
    const layout = good(laidOut(shippedGame(id), "de", "a5", 2));
    const size = {
      widthPx: Math.round(layout.page.widthMm * pxPerMm),
      heightPx: Math.round(layout.page.heightMm * pxPerMm),
    };
    const drawn = drawPrint(layout, FAMILY, pxPerMm, size);
    const svg = await sharp(Buffer.from(printedSvg(layout, pxPerMm)))
      .extractChannel(0)
      .raw()
      .toBuffer();
    let [sum, inked] = [0, 0];
    for (const [at, level] of drawn.entries()) {
      sum += Math.abs(level - (svg[at] ?? 0));
      if (level < 255) inked++;
    }
    expect(inked).toBeGreaterThan(drawn.length / 20);
    expect(sum / inked).toBeLessThan(2.5);
  });
});
