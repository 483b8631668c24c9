import { describe, expect, it } from "vitest";
import { drawPad } from "../../../src/print/pad/draw-pad.ts";
import { shippedGame } from "../../support/games.ts";
import { FAMILY, good, laidOut } from "../../support/pads.ts";
import { fontsOf, textsOf } from "../../support/pdfs.ts";

const layout = good(laidOut(shippedGame("yazzo"), "de", "a5", 1));
const print = { title: "Yazzo", language: "de", family: FAMILY };

describe("a drawn pad", () => {
  it("has the same bytes each time", async () => {
    const [a, b] = await Promise.all([
      drawPad(layout, { ...print, sheets: 2 }),
      drawPad(layout, { ...print, sheets: 2 }),
    ]);
    expect(Buffer.compare(a, b)).toBe(0);
  });

  it("shows every text of the layout where the layout says, on every page", async () => {
    const pdf = await drawPad(layout, { ...print, sheets: 3 });
    for (const page of [1, 3]) {
      const found = await textsOf(pdf, page);
      for (const { text, xMm, baselineMm } of layout.texts) {
        const match = found.find(
          (item) =>
            item.text === text.replaceAll("\u00a0", " ") &&
            Math.abs(item.xMm - xMm) < 0.1 &&
            Math.abs(item.yMm - baselineMm) < 0.1,
        );
        expect(match, `${text} at ${xMm}, ${baselineMm}`).toBeDefined();
      }
    }
  });

  it("embeds its fonts", async () => {
    const fonts = fontsOf(await drawPad(layout, { ...print, sheets: 1 }));
    expect(fonts.length).toBe(2);
    for (const name of fonts) expect(name).toMatch(/^[A-Z]{6}\+SourceSans3-(Regular|Bold)$/);
  });

  it("shares the drawing among its pages", async () => {
    const one = await drawPad(layout, { ...print, sheets: 1 });
    const many = await drawPad(layout, { ...print, sheets: 101 });
    expect((many.length - one.length) / 100).toBeLessThan(100);
  });

  it("says each sheet's number, and that only on numbered sheets", async () => {
    const letters = async (pdf: Uint8Array, page: number) =>
      (await textsOf(pdf, page)).map(({ text }) => text);
    const plain = await drawPad(layout, { ...print, sheets: 1 });
    const numbered = await drawPad(layout, {
      ...print,
      sheets: 3,
      numbers: { from: 41, to: 43, serial: null },
    });
    expect((await letters(plain, 1)).filter((text) => /^0\d{4}$/.test(text))).toEqual([]);
    expect(await letters(numbered, 1)).toContain("00041");
    expect(await letters(numbered, 3)).toContain("00043");
  });
});
