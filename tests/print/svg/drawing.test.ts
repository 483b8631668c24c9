import { describe, expect, it } from "vitest";
import { dieShapes } from "../../../src/print/shapes/figures.ts";
import { GlyphSheet, openSvg } from "../../../src/print/svg/drawing.ts";
import { FAMILY } from "../../support/pads.ts";

const PAGE = { widthMm: 100, heightMm: 50 };

function opened() {
  const glyphs = new GlyphSheet(FAMILY);
  return { glyphs, drawing: openSvg(PAGE, glyphs) };
}

describe("a drawing for browsers", () => {
  it("is as large as the page, in mm, and white where nothing is drawn", () => {
    expect(opened().drawing.finish()).toBe(
      '<svg viewBox="0 0 100 50"><rect width="100%" height="100%" fill="#fff"/></svg>',
    );
    expect(openSvg(PAGE, new GlyphSheet(FAMILY), null).finish()).toBe('<svg viewBox="0 0 100 50"></svg>');
  });

  it("has lines, areas and modules where a page has them", () => {
    const { drawing } = opened();
    drawing.fill({ xMm: 1, yMm: 2, widthMm: 3, heightMm: 4, ink: 0.2 });
    drawing.line({ fromXMm: 1, fromYMm: 2, toXMm: 9, toYMm: 2, weightPt: 72 / 25.4, ink: 1, dashMm: [1, 2] });
    drawing.modules({ rows: [[true, true, false, true]], xMm: 10, yMm: 20, widthMm: 8, heightMm: 2 });
    const svg = drawing.finish();
    expect(svg).toContain('<rect x="1" y="2" width="3" height="4" fill="#cccccc"/>');
    expect(svg).toContain(
      '<line x1="1" y1="2" x2="9" y2="2" stroke="#000000" stroke-width="1" stroke-dasharray="1 2"/>',
    );
    expect(svg).toContain('d="M10 20h4v2h-4zM16 20h2v2h-2z"');
  });

  it("writes text by its glyphs, which stand on the glyph sheet once", () => {
    const { drawing, glyphs } = opened();
    const text = { xMm: 10, baselineMm: 20, sizePt: 10, weight: "regular", ink: 0.5 } as const;
    drawing.text({ ...text, text: "Anna an" });
    drawing.text({ ...text, text: "na", upwards: true });
    const svg = drawing.finish();
    const used = [...svg.matchAll(/<use href="#([^"]+)" x="([^"]+)"/g)];
    expect(used).toHaveLength(8);
    const named = [...glyphs.outlines().matchAll(/<path id="([^"]+)" d="M/g)].map(([, name]) => name);
    expect(named.sort()).toEqual([...new Set(used.map(([, name]) => name))].sort());
    expect(named).toHaveLength(3);
    expect(svg).toContain("translate(10 20) rotate(-90) scale(");
    expect(svg).toContain('fill="#808080"');
  });

  it("makes text as wide as the font measures it", () => {
    const { drawing } = opened();
    drawing.text({ text: "AVAL", xMm: 0, baselineMm: 10, sizePt: 12, weight: "bold", ink: 1 });
    const svg = drawing.finish();
    const unit = Number(/scale\(([\d.]+) /.exec(svg)?.[1]);
    const last = Number([...svg.matchAll(/ x="([\d.-]+)"/g)].at(-1)?.[1]);
    expect(unit * last).toBeCloseTo(FAMILY.bold.width("AVA", 12) + kerning("A", "L"), 3);
  });

  it("shrinks figures to their places, numerals included", () => {
    const { drawing } = opened();
    drawing.shapes(dieShapes(9), { xMm: 5, yMm: 6, sideMm: 4 });
    const svg = drawing.finish();
    expect(svg).toContain('<g transform="translate(5 6) scale(4)"><rect ');
    expect(svg).toMatch(/<g transform="translate\(0\.\d+ 0\.775\) scale\([^)]*\)" fill="#000000"><use /);
  });
});

/** How much nearer two letters stand than their widths say, in mm at 12 pt. */
function kerning(left: string, right: string): number {
  const width = (text: string) => FAMILY.bold.width(text, 12);
  return width(left + right) - width(left) - width(right);
}
