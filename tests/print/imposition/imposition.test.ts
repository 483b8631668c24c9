import { describe, expect, it } from "vitest";
import {
  backSlots,
  cutLines,
  FLIPS,
  type Imposition,
  impose,
  type Placement,
  pagesFor,
  sheetAt,
} from "../../../src/print/imposition/imposition.ts";
import { PAPERS } from "../../../src/print/layout/paper.ts";
import { good } from "../../support/pads.ts";

const [A6, A5, A4, LETTER] = PAPERS as [Paper, Paper, Paper, Paper];
type Paper = (typeof PAPERS)[number];

const two = good(impose(A5, A4));
const four = good(impose(A6, A4));

const inside = ({ xMm, yMm, widthMm, heightMm }: Placement, { page }: Imposition) =>
  xMm >= 0 && yMm >= 0 && xMm + widthMm <= page.widthMm && yMm + heightMm <= page.heightMm;

/** How many sheets lie side by side, row by row. */
function rowsOf({ slots }: Imposition): number[] {
  const tops = [...new Set(slots.map(({ yMm }) => yMm))];
  return tops.map((top) => slots.filter(({ yMm }) => yMm === top).length);
}

describe("sheets on a page", () => {
  it("are as many as fit, and the page is turned where more fit so", () => {
    expect([rowsOf(two), two.page]).toEqual([[2], { widthMm: 297, heightMm: 210 }]);
    expect([rowsOf(four), four.page]).toEqual([[2, 2], { widthMm: 210, heightMm: 297 }]);
    expect(good(impose(A4, A4)).slots).toEqual([
      { xMm: 0, yMm: 0, widthMm: 210, heightMm: 297, isTurned: false },
    ]);
    expect(good(impose(A5, LETTER)).slots.length).toBe(1);
  });

  it("keep their size, lie on the page and not on each other", () => {
    for (const imposition of [two, four, good(impose({ widthMm: 70, heightMm: 90 }, A4))]) {
      expect(imposition.slots.length).toBeGreaterThan(1);
      for (const place of imposition.slots) expect(inside(place, imposition)).toBe(true);
      for (const [at, one] of imposition.slots.entries())
        for (const other of imposition.slots.slice(at + 1)) {
          const apart =
            Math.abs(one.xMm - other.xMm) >= one.widthMm || Math.abs(one.yMm - other.yMm) >= one.heightMm;
          expect(apart).toBe(true);
        }
    }
  });

  it("that are larger than the page are refused with a way out", () => {
    const refused = impose(A4, A5);
    expect(refused.ok).toBe(false);
    if (refused.ok) return;
    expect(refused.problems.map(({ code }) => code)).toEqual(["does-not-fit"]);
    expect(refused.problems[0]?.hint).toContain("--on");
  });
});

/** What lies on the table when the stack of printed pages is cut and its piles are laid on each other. */
function cutAndStacked(imposition: Imposition, sheets: number): number[] {
  const pages = Array.from({ length: pagesFor(imposition, sheets) }, (_, page) => page);
  return imposition.slots.flatMap((_, place) =>
    pages.flatMap((page) => sheetAt(imposition, "stacked", sheets, page, place) ?? []),
  );
}

describe("the order of sheets", () => {
  it("of a thousand, four on a page, starts with 1, 251, 501 and 751", () => {
    const first = four.slots.map((_, place) => sheetAt(four, "stacked", 1000, 0, place));
    expect(first).toEqual([0, 250, 500, 750]);
    expect(pagesFor(four, 1000)).toBe(250);
  });

  it.each([1, 2, 3, 4, 5, 7, 8, 50, 999, 1000])("of %i is right once they are cut and stacked", (sheets) => {
    const wanted = Array.from({ length: sheets }, (_, sheet) => sheet);
    for (const imposition of [two, four]) expect(cutAndStacked(imposition, sheets)).toEqual(wanted);
  });

  it("is page by page where they are printed in turn, and leaves blank what is left over", () => {
    const on = (page: number) => four.slots.map((_, place) => sheetAt(four, "in-turn", 6, page, place));
    expect([on(0), on(1)]).toEqual([
      [0, 1, 2, 3],
      [4, 5, null, null],
    ]);
  });
});

/** Where a place comes to lie when the page is turned over around an edge: as seen from the back. */
function turnedOver(
  { page }: Imposition,
  { xMm, yMm, widthMm, heightMm }: Placement,
  around: "side" | "top",
) {
  return around === "side"
    ? { xMm: page.widthMm - xMm - widthMm, yMm }
    : { xMm, yMm: page.heightMm - yMm - heightMm };
}

describe("the backs of sheets", () => {
  it.each(FLIPS)("lie behind their fronts (%s)", (flip) => {
    for (const imposition of [two, four]) {
      const isUpright = imposition.page.heightMm > imposition.page.widthMm;
      const around = (flip === "long-edge") === isUpright ? "side" : "top";
      const backs = backSlots(imposition, flip);
      expect(backs.length).toBe(imposition.slots.length);
      imposition.slots.forEach((place, at) => {
        expect(backs[at]).toMatchObject(turnedOver(imposition, place, around));
        // Around its top edge a page shows its back upside down, so what is printed there stands on its head.
        expect(backs[at]?.isTurned).toBe(around === "top");
      });
    }
  });

  it("are moved by the offset, to the right and down", () => {
    const [plain, moved] = [
      { xMm: 0, yMm: 0 },
      { xMm: 1.5, yMm: -0.5 },
    ].map((offset) => backSlots(two, "short-edge", offset)[0]);
    expect((moved?.xMm ?? 0) - (plain?.xMm ?? 0)).toBeCloseTo(1.5);
    expect((moved?.yMm ?? 0) - (plain?.yMm ?? 0)).toBeCloseTo(-0.5);
  });
});

describe("cuts", () => {
  it("are lines from edge to edge, and none along the edge of the page", () => {
    expect(cutLines(two, "lines")).toEqual([{ fromXMm: 148.5, fromYMm: 0, toXMm: 148.5, toYMm: 210 }]);
    const across = cutLines(four, "lines").filter(({ fromYMm, toYMm }) => fromYMm === toYMm);
    expect(across).toEqual([{ fromXMm: 0, fromYMm: 148.5, toXMm: 210, toYMm: 148.5 }]);
  });

  it("are ticks at the edges, and where two cross", () => {
    const ticks = cutLines(four, "ticks");
    expect(ticks.length).toBe(6);
    for (const { fromXMm, fromYMm, toXMm, toYMm } of ticks) {
      expect(Math.hypot(toXMm - fromXMm, toYMm - fromYMm)).toBeCloseTo(4);
    }
  });

  it("part what the paper has left over", () => {
    const one = good(impose(A5, LETTER));
    expect(cutLines(one, "lines").length).toBe(4);
    expect(cutLines(one, "none")).toEqual([]);
  });
});
