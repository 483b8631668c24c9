import { MM_PER_PT } from "../../../src/print/geometry.ts";
import { describe, expect, it } from "vitest";
import { openTypeface } from "../../../src/print/fonts/typeface.ts";
import { FAMILY } from "../../support/pads.ts";

const { regular, bold } = FAMILY;
describe("a typeface", () => {
  it("has figures of one width, so that numbers line up", () => {
    for (const face of [regular, bold]) {
      const widths = new Set([..."0123456789"].map((figure) => face.width(figure, 10)));
      expect(widths.size).toBe(1);
    }
  });

  it("measures in mm, in proportion to the size", () => {
    expect(regular.width("0", 1000)).toBeGreaterThan(100 * MM_PER_PT);
    expect(regular.width("0", 1000)).toBeLessThan(1000 * MM_PER_PT);
    expect(regular.width("Große Straße", 20)).toBeCloseTo(2 * regular.width("Große Straße", 10), 9);
    expect(regular.width("", 10)).toBe(0);
  });

  it("counts kerning", () => {
    expect(regular.width("AV", 10)).toBeLessThan(regular.width("A", 10) + regular.width("V", 10));
  });

  it("is wider in bold", () => {
    expect(bold.width("Gesamtsumme", 10)).toBeGreaterThan(regular.width("Gesamtsumme", 10));
  });

  it("says how far ink reaches: letters with marks above capitals, tails below the line", () => {
    const { capMm, xMm } = regular.height(10);
    const { aboveMm, belowMm } = regular.ink("Ďg", 10);
    expect(aboveMm).toBeGreaterThan(capMm);
    expect(capMm).toBeGreaterThan(xMm);
    expect(belowMm).toBeGreaterThan(0);
  });

  it("measures the ink of the words at hand", () => {
    const flat = regular.ink("xz", 10);
    const tall = regular.ink("Äg", 10);
    expect(flat.aboveMm).toBeCloseTo(regular.height(10).xMm, 1);
    expect(tall.aboveMm).toBeGreaterThan(regular.height(10).capMm);
    expect(tall.belowMm).toBeGreaterThan(flat.belowMm);
  });

  it("gives outlines in mm that begin at the baseline and are as wide as the text", () => {
    const numbers = (path: string) =>
      path
        .split(/[^-\d.]+/)
        .filter(Boolean)
        .map(Number);
    const path = regular.outline("HH", 20);
    const points = numbers(path);
    const xs = points.filter((_, at) => at % 2 === 0);
    const ys = points.filter((_, at) => at % 2 === 1);
    expect(path.startsWith("M")).toBe(true);
    expect(Math.max(...xs)).toBeGreaterThan(0.8 * regular.width("HH", 20));
    expect(Math.max(...xs)).toBeLessThan(regular.width("HH", 20));
    expect(Math.min(...ys)).toBeCloseTo(-regular.height(20).capMm, 1);
    expect(Math.max(...ys)).toBeCloseTo(0, 1);
    expect(regular.outline("", 20)).toBe("");
  });

  it("names the characters that it lacks, each once, also those outside the basic plane", () => {
    expect(regular.listMissingCharacters("Große Straße – „x“ ×2 → −5 €")).toEqual([]);
    expect(regular.listMissingCharacters("a漢b漢🎲")).toEqual(["漢", "🎲"]);
  });

  it("shapes letters with accents of their own as one glyph", () => {
    expect(regular.shape("e\u0301")).toEqual(
      regular.shape("é").map((glyph) => ({ ...glyph, codePoints: [0x65, 0x301] })),
    );
  });

  it("is not opened from something else", async () => {
    await expect(openTypeface(new Uint8Array([1, 2, 3, 4]))).rejects.toThrow("not a font");
  });
});
