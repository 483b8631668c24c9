import { describe, expect, it } from "vitest";
import {
  BACKS,
  chooseFlipEdge,
  parseOffset,
  printRun,
  showsStrategy,
  PROFILES,
  type PrintSettings,
} from "../../../src/print/imposition/imposition.ts";
import { PAPERS } from "../../../src/print/layout/paper.ts";
import { bad, good } from "../../support/pads.ts";

const A5 = { widthMm: 148, heightMm: 210 };
const A4 = PAPERS.find(({ name }) => name === "a4") ?? null;
const run = (settings: Partial<PrintSettings>, from: PrintSettings = PROFILES.home) =>
  good(printRun(A5, { ...from, ...settings }));

describe("profiles", () => {
  it("print one sheet a page at home, and stacked sheets in a copy shop", () => {
    expect(run({}).imposition.page).toEqual(A5);
    const copied = run({}, PROFILES.copyshop);
    expect([copied.imposition.slots.length, copied.order, copied.cuts.length]).toEqual([2, "stacked", 1]);
  });

  it("give a print shop boxes for cut and bleed, one within the other, and no line to print", () => {
    const { imposition, trim, bleed, cuts } = run({}, PROFILES.printshop);
    expect(imposition.page).toEqual({ widthMm: 154, heightMm: 216 });
    expect(bleed).toEqual({ xMm: 0, yMm: 0, widthMm: 154, heightMm: 216 });
    expect(trim).toEqual({ xMm: 3, yMm: 3, widthMm: 148, heightMm: 210 });
    expect(cuts).toEqual([]);
  });

  it("keep the glue's edge free", () => {
    expect(run({}, PROFILES.printshop).sheet).toMatchObject({ xMm: 0, yMm: 10, widthMm: 148, heightMm: 200 });
    const left = run({ glueEdge: "left", glueMm: 8 }).sheet;
    expect(left).toMatchObject({ xMm: 8, yMm: 0, widthMm: 140, heightMm: 210 });
  });
});

describe("a sheet alone on its page", () => {
  it("lies upright at its corner, in turn, with nothing to cut, whatever is said for shared pages", () => {
    const { imposition, sheet, order, cuts } = run({ order: "stacked", cuts: "lines" });
    const whole = { xMm: 0, yMm: 0, ...A5, isTurned: false };
    expect([imposition.slots, sheet, order, cuts]).toEqual([[whole], whole, "in-turn", []]);
    expect(run({}, PROFILES.printshop).imposition.slots).toEqual([{ ...whole, xMm: 3, yMm: 3 }]);
  });
});

describe("an offset of backs", () => {
  it.each([
    ["0,0", 0, 0],
    ["1.5,-0.5", 1.5, -0.5],
    ["-12.25, 99.99", -12.25, 99.99],
    ["-7, 10.5", -7, 10.5],
  ])("%s", (text, xMm, yMm) => {
    expect(parseOffset(text)).toEqual({ xMm, yMm });
  });

  it.each([
    "",
    "1",
    "1,",
    ",1",
    "100,1",
    "1,100",
    "1.234,1",
    "1,1.234",
    "1,  2",
    "x1,2",
    "1,2x",
    "+1,2",
    ".5,1",
    "1.,2",
    "1,2,3",
    "a,b",
    "1.a,2",
    "1,2.a",
  ])("%j is none", (text) => {
    expect(parseOffset(text)).toBeNull();
  });
});

describe("crop marks", () => {
  const { imposition, trim, cuts, cutStyle } = run({ cropMarks: true }, PROFILES.printshop);

  it("begin 3 mm off the cut, are 5 mm long and 0.1 mm thick, two at each corner", () => {
    expect(imposition.page).toEqual({ widthMm: 164, heightMm: 226 });
    expect(cuts.length).toBe(8);
    expect((cutStyle.weightPt * 25.4) / 72).toBeCloseTo(0.1);
    if (trim === null) throw new Error("no cut");
    const right = trim.xMm + trim.widthMm;
    const bottom = trim.yMm + trim.heightMm;
    for (const { fromXMm, fromYMm, toXMm, toYMm } of cuts) {
      expect(Math.hypot(toXMm - fromXMm, toYMm - fromYMm)).toBeCloseTo(5);
      const beyond = [trim.xMm - toXMm, fromXMm - right, trim.yMm - toYMm, fromYMm - bottom];
      expect(Math.max(...beyond)).toBeCloseTo(3);
    }
  });

  it("are two lines at each corner, along the cuts and outside of the sheet", () => {
    // Eight mm of paper lie around a sheet of A5.
    const ends = run({ bleedMm: 3, cropMarks: true }).cuts.map((one) =>
      [one.fromXMm, one.fromYMm, one.toXMm, one.toYMm].map((mm) => Number(mm.toFixed(6)) + 0),
    );
    expect(ends).toEqual([
      [8, 0, 8, 5],
      [8, 221, 8, 226],
      [156, 0, 156, 5],
      [156, 221, 156, 226],
      [0, 8, 5, 8],
      [159, 8, 164, 8],
      [0, 218, 5, 218],
      [159, 218, 164, 218],
    ]);
  });

  it("begin where the bleed ends if that is further out", () => {
    const wide = run({ cropMarks: true, bleedMm: 6 }, PROFILES.printshop);
    expect(wide.trim).toMatchObject({ xMm: 11, yMm: 11 });
    expect(wide.bleed).toMatchObject({ xMm: 5, yMm: 5 });
    for (const { fromXMm, toXMm, fromYMm, toYMm } of wide.cuts)
      expect([fromXMm, toXMm, fromYMm, toYMm].some((mm) => mm === 0 || mm > 158)).toBe(true);
  });

  it("and bleed are not for sheets that share a page", () => {
    for (const setting of [{ cropMarks: true }, { bleedMm: 3 }])
      expect(bad(printRun(A5, { ...PROFILES.home, on: A4, ...setting }))).toMatchObject([
        {
          code: "flags-collide",
          message: "sheets with bleed or crop marks need a page each",
          hint: "use `--profile printshop` without --on: a print shop imposes the sheets itself",
        },
      ]);
  });
});

describe("backs", () => {
  it("are turned around one of two edges, and show the rules or the strategy card", () => {
    expect(BACKS.map((back) => [back, chooseFlipEdge(back), showsStrategy(back)])).toEqual([
      ["long-edge", "long-edge", false],
      ["short-edge", "short-edge", false],
      ["strategy", "long-edge", true],
      ["strategy-short-edge", "short-edge", true],
    ]);
    expect(showsStrategy(undefined)).toBe(false);
  });

  it("are blank unless they are asked for", () => {
    expect(run({}).backs).toBeNull();
    expect(run({}, PROFILES.copyshop).backs).toBeNull();
  });

  it("keep the edge free that is glued: the right one of a sheet that is glued at its left", () => {
    const left = run({ glueEdge: "left", glueMm: 8, back: "long-edge" });
    expect(left.backs?.sheet).toMatchObject({ xMm: 0, yMm: 0, widthMm: 140, heightMm: 210 });
    const top = run({ glueEdge: "top", glueMm: 8, back: "long-edge" });
    expect(top.backs?.sheet).toMatchObject({ xMm: 0, yMm: 8, widthMm: 148, heightMm: 202 });
  });

  it("lie behind their sheets, also with room for bleed around them, moved by what a printer is off", () => {
    const backOffset = { xMm: 1, yMm: -2 };
    const slots = run({ back: "long-edge", backOffset }, PROFILES.printshop).backs?.slots;
    expect(slots).toEqual([{ xMm: 4, yMm: 1, widthMm: 148, heightMm: 210, isTurned: false }]);
    expect(run({ back: "short-edge" }).backs?.slots).toEqual([
      { xMm: 0, yMm: 0, widthMm: 148, heightMm: 210, isTurned: true },
    ]);
  });
});

describe("a sheet that does not fit", () => {
  it("is refused whatever else is asked for", () => {
    const large = { widthMm: 300, heightMm: 400 };
    for (const back of [null, "long-edge"] as const)
      expect(bad(printRun(large, { ...PROFILES.home, on: A4, back })).map(({ code }) => code)).toEqual([
        "does-not-fit",
      ]);
  });
});
