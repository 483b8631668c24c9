import { describe, expect, it } from "vitest";
import {
  backSlots,
  cutLines,
  FLIPS,
  listFoldSides,
  type Imposition,
  impose,
  type Placement,
  countPages,
  findSlotSheet,
} from "../../../src/print/imposition/imposition.ts";
import { PAPERS } from "../../../src/print/layout/paper.ts";
import { bad, good } from "../../support/pads.ts";

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
    expect(bad(refused)).toMatchObject([
      {
        code: "does-not-fit",
        message: "a sheet of 210 × 297 mm does not fit on a5 paper",
        hint: "use larger paper with --on, or a smaller sheet with --paper",
      },
    ]);
  });

  it("have what is left over around them, or shared out among them where it is at most 2 mm for each", () => {
    const along = (widthMm: number, roomMm: number) =>
      good(impose({ widthMm, heightMm: 100 }, { name: "paper", widthMm: roomMm, heightMm: 100 })).slots.map(
        ({ xMm }) => xMm,
      );
    // 10 mm left: 5 at each side.
    expect(along(50, 160)).toEqual([5, 55, 105]);
    // 6 mm left for three sheets: 2 on each, so that one cut parts two.
    expect(along(50, 156)).toEqual([1, 53, 105]);
    expect(along(50, 156.3)).toEqual([3.15, 53.15, 103.15].map((mm) => expect.closeTo(mm, 9)));
    // Half a sheet of paper is a rounding smaller.
    expect(along(50, 99.995).length).toBe(2);
    expect(along(50, 99.9).length).toBe(1);
  });

  it("stay upright where turning the page gains nothing", () => {
    const square = { name: "square", widthMm: 200, heightMm: 190 };
    expect(good(impose({ widthMm: 90, heightMm: 90 }, square)).page).toEqual({ widthMm: 200, heightMm: 190 });
  });
});

/** What lies on the table when the stack of printed pages is cut and its piles are laid on each other. */
function cutAndStacked(imposition: Imposition, sheets: number): number[] {
  const pages = Array.from({ length: countPages(imposition, sheets) }, (_, page) => page);
  return imposition.slots.flatMap((_, place) =>
    pages.flatMap((page) => findSlotSheet(imposition, "stacked", sheets, page, place) ?? []),
  );
}

describe("the order of sheets", () => {
  it("of a thousand, four on a page, starts with 1, 251, 501 and 751", () => {
    const first = four.slots.map((_, place) => findSlotSheet(four, "stacked", 1000, 0, place));
    expect(first).toEqual([0, 250, 500, 750]);
    expect(countPages(four, 1000)).toBe(250);
  });

  it.each([1, 2, 3, 4, 5, 7, 8, 50, 999, 1000])("of %i is right once they are cut and stacked", (sheets) => {
    const wanted = Array.from({ length: sheets }, (_, sheet) => sheet);
    for (const imposition of [two, four]) expect(cutAndStacked(imposition, sheets)).toEqual(wanted);
  });

  it("is page by page where they are printed in turn, and leaves blank what is left over", () => {
    const on = (page: number) => four.slots.map((_, place) => findSlotSheet(four, "in-turn", 6, page, place));
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

describe("where cuts run", () => {
  const slot = (xMm: number, widthMm: number) => ({ xMm, yMm: 0, widthMm, heightMm: 50, isTurned: false });
  const across = (...slots: readonly [number, number][]) =>
    cutLines(
      { page: { widthMm: 100, heightMm: 50 }, slots: slots.map(([x, width]) => slot(x, width)) },
      "lines",
    ).map(({ fromXMm }) => fromXMm);

  it("run halfway between edges of at most 4 mm apart, and along each of two that are farther apart", () => {
    expect(across([10, 30], [44, 46])).toEqual([10, 42, 90]);
    expect(across([10, 30], [44.5, 45.5])).toEqual([10, 40, 44.5, 90]);
  });

  it("are in order from the left, whatever the order of sheets", () => {
    expect(across([60, 30], [10, 40])).toEqual([10, 50, 60, 90]);
  });

  it("leave a strip of 2 mm at the edge of the page, and take off a wider one", () => {
    expect(across([2, 96])).toEqual([]);
    expect(across([2.5, 95])).toEqual([2.5, 97.5]);
  });

  it("are ticks of 4 mm at the edges and crossings of a page, or lines all along", () => {
    const page = { widthMm: 100, heightMm: 80 };
    const slots = [0, 50].flatMap((xMm) =>
      [0, 40].map((yMm) => ({ xMm, yMm, widthMm: 50, heightMm: 40, isTurned: false })),
    );
    const upright = (guides: "lines" | "ticks") =>
      cutLines({ page, slots }, guides)
        .filter(({ fromXMm, toXMm }) => fromXMm === 50 && toXMm === 50)
        .map(({ fromYMm, toYMm }) => [fromYMm, toYMm]);
    expect(upright("lines")).toEqual([[0, 80]]);
    expect(upright("ticks")).toEqual([
      [0, 4],
      [38, 42],
      [76, 80],
    ]);
  });
});

describe("a booklet", () => {
  it("of one sheet has the first page on the right of the front, and the next two inside", () => {
    expect(listFoldSides(4)).toEqual([
      [3, 0],
      [1, 2],
    ]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
    "of %i pages is read in their order once its sheets are nested",
    (pages) => {
      const sides = listFoldSides(pages);
      expect(sides.length).toBe(2 * Math.ceil(pages / 4));
      // Leafed through: the right half of each sheet's front, then the left half of its back; beyond the fold, the other way round.
      const firstHalf = sides.map(([left, right], side) => (side % 2 === 0 ? right : left));
      const secondHalf = sides.map(([left, right], side) => (side % 2 === 0 ? left : right)).reverse();
      const read = [...firstHalf, ...secondHalf];
      expect(read.slice(0, pages)).toEqual(Array.from({ length: pages }, (_, page) => page));
      expect(read.slice(pages).every((page) => page === null)).toBe(true);
    },
  );
});
