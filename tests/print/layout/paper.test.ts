import { describe, expect, it } from "vitest";
import { PAPER_NAMES, parsePaper, unfoldedSheet } from "../../../src/print/layout/paper.ts";
import { good } from "../../support/results.ts";

const UNITS = { mm: 1, cm: 10, in: 25.4, inch: 25.4, inches: 25.4, '"': 25.4, CM: 10, Inch: 25.4 };

/** The sides of a paper in mm. */
function sides(text: string): number[] {
  const { widthMm, heightMm } = good(parsePaper(text));
  return [widthMm, heightMm];
}

describe("a paper", () => {
  it("is read in every unit, however the size is written", () => {
    const units = Object.entries(UNITS);
    expect(units.length).toBeGreaterThan(3);
    for (const [unit, mm] of units) {
      const [width, height] = [Math.ceil(100 / mm), Math.ceil(150 / mm)];
      const expected = [width, height].map((side) => Math.round(side * mm * 100) / 100);
      for (const size of [
        `${width}x${height}${unit}`,
        `${width} x ${height} ${unit}`,
        `${width}${unit}x${height}${unit}`,
        `${width}×${height}${unit}`,
      ])
        expect(sides(size), size).toEqual(expected);
    }
  });

  it("may have a unit for each side", () => {
    expect(sides("10cm x 150mm")).toEqual([100, 150]);
    expect(sides("8,5x5.5in")).toEqual([215.9, 139.7]);
  });

  it("has a name that leads back to it", () => {
    expect(PAPER_NAMES).toContain("tabloid");
    expect(sides("tabloid")).toEqual([279.4, 431.8]);
    for (const name of [...PAPER_NAMES, "4x6inch", "10x15 cm"]) {
      const paper = good(parsePaper(name));
      expect(good(parsePaper(paper.name))).toEqual(paper);
    }
  });

  it("that isn't known is refused with every unit that may be written", () => {
    const read = parsePaper("9x9furlongs");
    if (read.ok) throw new Error("read");
    const hint = read.problems[0]?.hint;
    for (const unit of ["mm", "cm", "inches", "tabloid"]) expect(hint).toContain(unit);
  });
});

describe("the sheet that folds to a paper", () => {
  it.each([
    ["a6", "a5"],
    ["a5", "a4"],
    ["a4", "a3"],
    ["half-letter", "letter"],
    ["letter", "tabloid"],
    ["100x150mm", "150x200mm"],
  ])("of %s is %s, lying on its side", (page, sheet) => {
    const [short, long] = sides(sheet);
    expect(unfoldedSheet(good(parsePaper(page)))).toEqual({ widthMm: long, heightMm: short });
  });
});
